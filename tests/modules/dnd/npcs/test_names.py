"""Names taken apart, and the keys under which records of one person become one."""

import pytest

from notarius.modules.dnd.npcs.names import best_name, keys_of, read_name, spoken_forms

KEYS = {
    "given name": (["Hana"], {"hana"}),
    "full name": (["Hana Roquefort"], {"hana roquefort", "hana"}),
    "personal title": (["Corporal Hask"], {"corporal hask", "hask"}),
    "title and full name": (["Captain Osric Vane"], {"captain osric vane", "osric vane", "osric"}),
    "household title": (["Lady Crane"], {"lady crane"}),
    "household title and full name": (["Lady Edda Crane"], {"lady edda crane", "edda crane", "edda"}),
    "title alone": (["The Captain"], set()),
    "titles alone": (["Madam Reeve", "Grand Duchess", "grandmother"], set()),
    "short description": (["the old man", "a guard"], set()),
    "telling description": (["the kid in the oilskin"], {"kid in the oilskin"}),
    "aliases": (["Severin Quist", "Quist", "the grey man"], {"severin quist", "severin", "quist"}),
    "epithet": (["Big Odo"], {"big odo", "odo"}),
    "accents and case": (["ZOÉ Béranger"], {"zoe beranger", "zoe"}),
    "particles": (["Ludo van der Meer"], {"ludo van der meer", "ludo meer", "ludo"}),
    "nothing": ([""], set()),
}


@pytest.mark.parametrize(("names", "keys"), KEYS.values(), ids=KEYS)
def test_keys_are_what_surely_means_the_person(names: list[str], keys: set[str]) -> None:
    """Never a surname alone, a shared title, a title alone or a description of few words."""
    assert keys_of(names) == keys


APART = {
    "siblings": ("Edda Crane", "Joren Crane"),
    "a couple": ("Lord Crane", "Lady Crane"),
    "two captains": ("Captain Vane", "Captain Osric"),
    "the same office": ("the Reeve", "the Reeve of Harrowgate"),
    "a title and a name": ("the Captain", "Captain Vane"),
}


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=APART)
def test_people_who_share_part_of_a_name_stay_apart(one: str, other: str) -> None:
    """No common key."""
    assert keys_of([one]) & keys_of([other]) == frozenset()


BEST = {
    "fuller": (["Hana", "Hana Roquefort", "Roquefort"], "Hana Roquefort"),
    "title": (["Hask", "Corporal Hask"], "Corporal Hask"),
    "name before description": (["the kid in the very big oilskin coat", "Fips"], "Fips"),
    "epithets do not count": (["Odo", "Big Odo"], "Odo"),
    "first of equals": (["Pewter Gray", "Severin Quist"], "Pewter Gray"),
}


@pytest.mark.parametrize(("names", "name"), BEST.values(), ids=BEST)
def test_the_best_name_is_the_fullest(names: list[str], name: str) -> None:
    """Most words beside titles, then a title, then the first."""
    assert best_name(names) == name


def test_spoken_forms_have_every_part() -> None:
    """Whole, without title, given name, surname, each with the title."""
    assert set(spoken_forms("Bishop Wilma Tarn")) == {
        "bishop wilma tarn", "wilma tarn", "wilma", "tarn", "bishop tarn", "bishop wilma"
    }  # fmt: skip


@pytest.mark.parametrize("text", ["Captain", "the Duchess", "Grandma", "Guard", "Nothing", "old man"])
def test_common_words_name_nobody(text: str) -> None:
    """Titles, kinship, kinds of people and everyday words."""
    assert not read_name(text).proper
