"""The offline routine by kinds of turns: whom it takes for an NPC, and whom it must not."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk, Span
from notarius.decoding import decode_answer
from notarius.digests import canonical_json
from notarius.grounding import ground
from notarius.modules.dnd.npcs import EXTRACTOR, Npc
from tests.modules.dnd.npcs.tables import REGISTRY, ROSTER, bound, told

TABLE = bound(ROSTER)
KNOWN = bound(ROSTER, REGISTRY)


def _records(chunk: Chunk, references: ReferenceSet = TABLE) -> list[dict[str, Any]]:
    assert EXTRACTOR.offline is not None
    return list(EXTRACTOR.offline(chunk, references)["records"])


def _names(chunk: Chunk, references: ReferenceSet = TABLE) -> set[str]:
    return {record["name"] for record in _records(chunk, references)}


FOUND = {
    "a woman named": ("In the corner is a woman named Maro Pell, mending a glove.", {"Maro Pell"}),
    "a smith called": ("The smith, a broad dwarf called Gorm, does not look up.", {"Gorm"}),
    "her name is": ("She's a halfling, maybe sixty, and her name is Biddy Crake.", {"Biddy Crake"}),
    "introduces himself": ("The old man introduces himself as Wick and sits down again.", {"Wick"}),
    "says behind the quote": ('"You are late," says Maro, and then Maro laughs.', {"Maro"}),
    "says before the quote": ('You knock. Maro says, "Nobody is home," and it is quiet again.', {"Maro"}),
    "said in the past tense": ('"You are late," said Maro.', {"Maro"}),
    "speech without quotes": (
        "So then Ferris tells you the bridge is out, and Ferris asks what you want with it.",
        {"Ferris"},
    ),
    "names himself in quotes": ('The guard lowers his pike. "I am Tolly, and this gate is shut."', {"Tolly"}),
    "asked to be called": ('He grins. "Folk call me Patch."', {"Patch"}),
    "title and deed": ("Sergeant Brill leans over the wall. Sergeant Brill waves you in.", {"Sergeant Brill"}),
    "apposition before": ("The ferryman, Joss, spits in the water and holds out a hand.", {"Joss"}),
    "apposition behind": ("Joss, the ferryman, looks you over. Joss shrugs.", {"Joss"}),
    "is a": ("Brother Anselm is a thin man with ink on his nose.", {"Brother Anselm"}),
    "found doing something": ("Behind the counter, weighing nails, is Prudence Oddly.", {"Prudence Oddly"}),
    "deeds": (
        "Then Calder steps out of the mill. You see Calder wipes his hands, and Calder points at the door.",
        {"Calder"},
    ),
    "greeted by": ("At the gate you are greeted by Mayor Thistle. He bows.", {"Mayor Thistle"}),
    "two at once": ('"Sit," says Edda. "Eat," says Joren.', {"Edda", "Joren"}),
    "name of several words": ('"Aye," says Ludo van Meer.', {"Ludo van Meer"}),
    "hyphen": ('The otter rolls over. "I\'m Slip-Stone," it says.', {"Slip-Stone"}),
    "accents": ('"Entrez," says Zoé Béranger.', {"Zoé Béranger"}),
    "curly marks": ("\u201cHush,\u201d whispers Maro. Maro\u2019s hand goes up.", {"Maro"}),
}


@pytest.mark.parametrize(("text", "names"), FOUND.values(), ids=FOUND)
def test_whoever_the_game_master_shows_is_met(text: str, names: set[str]) -> None:
    """Introductions, speech, deeds and descriptions, each in a turn of its own."""
    assert _names(told(text)) == names


NOBODY: dict[str, tuple[str, set[str]]] = {
    "a place": ("You come to Harrow Bridge. In Harrowgate, it rains. Beyond is Harrow Keep.", set()),
    "a town that acts": ("The road leads to Millbrook. Millbrook smells of tar, and Millbrook sleeps.", set()),
    "a ship with a name": ("The barge is called the Heron. The Heron turns slowly. The Heron stops.", set()),
    "a ship called without article": ("A ship named Gallant rides at anchor.", set()),
    "an inn": ("There is an inn called Three Larches, and the Three Larches leans.", set()),
    "a spell announced": ("It's Hold Person. And then it's Ice Storm. She casts Hold Person again.", set()),
    "ordinary words at the beginning": (
        "Nothing moves. Everybody looks up. Somebody says hello. Silence falls.",
        set(),
    ),
    "an exclamation": ("God, no. Jesus. Okay. Damn, that hits. Initiative, everyone.", set()),
    "shouting": ("BOOM says the cannon. GO. That's AC fifteen.", set()),
    "weekdays and languages": ("On Sunday he speaks Elvish. Thursday looks bad. It's Monday.", set()),
    "monsters by kind": ("The Goblin says nothing. Ghouls turn. Cultists look at you.", set()),
    "a title alone": ("The Captain nods. Captain says no. The Duchess smiles at you.", set()),
    "spoken of in quotes": ('She shrugs. "Baron Lowe takes his third. Baron Lowe says we starve."', set()),
    "a recap": ('Last time, you met a woman named Maro, and "go north," said Maro.', set()),
    "taken back": ("And at the bar is Maro, polishing. No, wait, not Maro, wrong page.", set()),
    "an owner": ("You pass Maro's mill and Maro's barn and Maro's field.", set()),
    "a god": ("The shrine is one to a god named Oth. You kneel.", set()),
    "a sword": ("He hands you a sword called Widow. Widow hums.", set()),
}


@pytest.mark.parametrize(("text", "names"), NOBODY.values(), ids=NOBODY)
def test_what_has_a_name_and_is_nobody(text: str, names: set[str]) -> None:
    """Places, ships, spells, ordinary words, people who are only spoken of."""
    assert _names(told(text), KNOWN) == names


PARTY: dict[str, tuple[str, set[str]]] = {
    "a character acts": ('Lark steps up. Lark looks around. "Hello," says Lark.', set()),
    "by full name": ('"Sit," says Torvald Brandt, the fighter.', set()),
    "by alias": ('Quilly nods. "Fine," says Quilly. Quilly smiles and Quilly sits.', set()),
    "by surname": ('"Hm," says Ashgrove. Ashgrove nods.', set()),
    "with a title": ("Sir Torvald is a tall man. Sir Torvald bows.", set()),
    "misheard": ('"Hm," says Torvold. Torvold nods.', set()),
    "a player": ("Sven says he is ready. Ruth looks at the map. Ruth nods.", set()),
    "the game master by name": ("Odile says roll. Odile looks it up. Odile nods.", set()),
}


@pytest.mark.parametrize(("text", "names"), PARTY.values(), ids=PARTY)
def test_nobody_of_the_roster_is_an_npc(text: str, names: set[str]) -> None:
    """Players, game master and characters, under any name."""
    assert _names(told(text), KNOWN) == names


@pytest.mark.parametrize("label", ["Maro", "MARO", "Maro (guest)", "Maro/Sven"])
def test_a_player_called_like_an_npc_stays_a_player(label: str) -> None:
    """A label of the transcript is a player's, whatever the game master tells of that name."""
    chunk = told((label, "I am here."), '"Hello," says Maro. Maro looks at you.')
    assert _names(chunk) == set()


def test_an_npc_who_shares_a_players_first_name_is_found_by_the_full_one() -> None:
    """An introduction in so many words tells them apart; the bare name remains the player's."""
    chunk = told("There's a tanner, a man named Sven Oakley.", ("Ruth", "Sven, your turn."))
    (record,) = _records(chunk)
    assert (record["name"], record["aliases"]) == ("Sven Oakley", [])
    assert [citation["unit"] for citation in record["evidence"]] == ["u1"]


def test_players_only_hail_and_never_make_an_npc() -> None:
    """What players tell, ask and plan shows nobody."""
    chunk = told(
        ("Ruth", '"Good day, Maro!" Maro is a man named Maro. "Hi," says Maro. Maro nods.'),
        ("Sven", "I knew a woman named Biddy Crake. Her name is Biddy Crake."),
        "Okay. It is raining.",
    )
    assert _names(chunk) == set()


def test_whom_a_player_addresses_in_character_and_who_answers_is_met() -> None:
    """Hailed, answered in quotation marks, and told of once."""
    chunk = told(
        "At the fire sits an old man. That is Ambrose.", ("Ruth", '"Good evening, Ambrose."'), '"Evening, all."'
    )
    assert _names(chunk) == {"Ambrose"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('"What do they call you?"', 'The kid chews for a bit. "Pockets."'),
        ("What's her name?", "Pockets. She looks about nine."),
        ('"And who are you?"', '"Pockets," the kid says.'),
        ("What is he called, the kid?", "He's called Pockets."),
    ],
    ids=["in character", "out of character", "who are you", "called"],
)
def test_the_answer_to_a_question_for_a_name_is_a_name(question: str, answer: str) -> None:
    """Also if nothing else is said about it."""
    assert _names(told(("Mina", question), answer)) == {"Pockets"}


LOWER = {
    "named": ("in the corner is a woman named maro pell mending a glove", {"Maro Pell"}),
    "one word": ("there's a smith called gorm standing at the anvil", {"Gorm"}),
    "name is": ("so my name is biddy and i run the place", {"Biddy"}),
    "known and speaking": ("hana says you can have the room upstairs", {"Hana Roquefort"}),
    "known and presented": ("behind the bar it's hana roquefort again", {"Hana Roquefort"}),
    "known and only spoken of": ("they took it all to hana and never paid", set()),
    "no names": ("so you go down the road and nothing happens and somebody says hello", set()),
    "a character": ("lark says hello and lark looks around and quilly nods", set()),
    "called something": ("there's a town called millbrook and a boat called heron", set()),
    "a player by introduction": ("and her name is ruth right", set()),
}


@pytest.mark.parametrize(("text", "names"), LOWER.values(), ids=LOWER)
@pytest.mark.parametrize("spelled", [str.lower, str.upper], ids=["lower", "upper"])
def test_text_without_capitals(text: str, names: set[str], spelled: Any) -> None:
    """Only explicit introductions and people of the registry count, and names are written as names."""
    assert _names(told(("GM", spelled(text)), ("Ruth", spelled("okay so what now"))), KNOWN) == names


def test_german_capitals_say_nothing() -> None:
    """Where every noun has a capital, only introductions count."""
    chunk = told(
        "Am Tor der Stadt steht die Wache mit Helm und Speer, und hinter dem Tor liegt der Markt mit Buden und Karren. "
        "Der Wirt der Schenke bringt Brot und Bier. Eine Frau namens Rosalind sitzt am Feuer und flickt ein Netz. "
        "Der Hund bellt, die Katze schläft auf dem Fass, und durch das Fenster zieht der Rauch der Öfen in den Himmel. "
        "Ihr hört die Glocke der Kirche, und der Regen fällt auf das Dach. Was macht ihr mit dem Brief und dem Ring?",
        ("Ruth", "Ich gehe zum Feuer und frage die Frau nach dem Weg zur Mühle und nach dem Preis für das Netz."),
    )
    assert _names(chunk) == {"Rosalind"}


REGISTERED = {
    "acts and speaks": ('"Sit," says Hana.', {"Hana Roquefort"}),
    "acts": ("And Hana brings the soup, and looks at you.", {"Hana Roquefort"}),
    "by title and surname": ("Captain Vane steps out of the gatehouse.", {"Captain Osric Vane"}),
    "mentioned in a letter": ('The clerk reads: "Bishop Tarn sends her prayers."', set()),
    "mentioned in passing": ("The soup is as good as the one from the Heron.", set()),
    "title alone is nobody's": ("The Captain of the barge nods. The Captain says no.", set()),
    "not said at all": ("A gull lands on the table.", set()),
}


@pytest.mark.parametrize(("text", "names"), REGISTERED.values(), ids=REGISTERED)
def test_people_of_the_registry_are_met_when_they_are_there(text: str, names: set[str]) -> None:
    """The registry helps to know a name again and proves nothing."""
    assert _names(told(text), KNOWN) == names


def test_the_registry_gives_the_full_name_and_the_turn_the_alias() -> None:
    """Aliases are what the session says, not what the registry lists."""
    (record,) = _records(told('"Sit," says Hana.'), KNOWN)
    assert (record["name"], record["aliases"]) == ("Hana Roquefort", ["Hana"])


def test_a_stranger_with_the_first_name_of_somebody_known_is_a_stranger() -> None:
    """Another surname is another person."""
    assert _names(told("There's a girl named Hana Windle at the well. Hana waves."), KNOWN) == {"Hana Windle"}


NO_ROSTER = {
    "addressed by the game master": (
        "Lark, you see a door. Lark, roll perception. Lark looks in and Lark nods.",
        set(),
    ),
    "on turn": ("That's Lark's turn. Lark steps back. Lark falls. Lark, you're up.", set()),
    "an npc introduced": ("There's a woman named Maro Pell. You're up.", {"Maro Pell"}),
    "an npc who speaks": ('"You are late," says Maro.', {"Maro"}),
    "only deeds": ("Lark steps out. Lark looks around. Lark draws a sword.", set()),
}


@pytest.mark.parametrize(("text", "names"), NO_ROSTER.values(), ids=NO_ROSTER)
def test_without_a_roster_the_turns_tell_who_plays(text: str, names: set[str]) -> None:
    """Whoever is addressed is a character; deeds alone make nobody an NPC, since characters have them told too."""
    assert _names(told(text, ("Ruth", "Okay.")), bound()) == names


@pytest.mark.parametrize(
    "line",
    ["I'm playing Lark.", "Lark says hello.", "Lark looks at him. I draw.", 'So I say, "I\'m Lark, at your service."'],
)
def test_without_a_roster_whom_a_player_plays_is_a_character(line: str) -> None:
    """Also if the game master tells what that character says."""
    chunk = told(("Ruth", line), '"Fine," says Lark. "Come in," says Maro.')
    assert _names(chunk, bound()) == {"Maro"}


def test_without_labels_for_it_the_narrator_is_the_game_master() -> None:
    """Who says what game masters say is the game master."""
    chunk = told(
        ("SPEAKER_01", "You see a mill. What do you do? As you walk into the mill, make a perception check."),
        ("SPEAKER_02", 'I look around. "Hello," says Lark, that\'s me.'),
        ("SPEAKER_01", '"Get out," says Maro.'),
        ("SPEAKER_03", '"No," says Pike. I stay.'),
    )
    assert _names(chunk, bound()) == {"Maro"}


def test_without_any_labels_only_introductions_count() -> None:
    """Nobody knows who speaks, so speech and deeds may be a character's."""
    chunk = told(
        (None, "There is a woman named Maro Pell at the desk, and Maro Pell looks up."),
        (None, '"Hello," says Lark. Lark looks at her. "I\'m Lark."'),
    )
    assert _names(chunk, bound()) == {"Maro Pell"}


def test_names_of_one_person_are_one_record() -> None:
    """Given name, full name, surname and title are joined; the fullest is the name."""
    chunk = told('"In," says Maro. Maro Pell steps aside.', ("Ruth", "I thank Maro."), '"Aye," says Pell.')
    (record,) = _records(chunk)
    assert (record["name"], record["aliases"]) == ("Maro Pell", ["Maro", "Pell"])
    assert [citation["unit"] for citation in record["evidence"]] == ["u1", "u2", "u3"]


def test_a_couple_is_two_people() -> None:
    """A title that a household shares is part of the name."""
    chunk = told('"No," says Lord Crane. "Yes," says Lady Crane.')
    assert _names(chunk) == {"Lord Crane", "Lady Crane"}


def test_siblings_do_not_share_a_surname_record() -> None:
    """A surname that two have links neither."""
    chunk = told('"No," says Edda Crane. "Yes," says Joren Crane. Crane money, you think.')
    assert _names(chunk) == {"Edda Crane", "Joren Crane"}


def test_the_description_is_the_game_masters_own() -> None:
    """What somebody is stands in the words that introduce them, and is null if nothing does."""
    chunk = told("There's a very old woman named Maro Pell.", '"No," says Joren.')
    assert {record["name"]: record["what"] for record in _records(chunk)} == {
        "Maro Pell": "a very old woman",
        "Joren": None,
    }


HOSTILE = {
    "empty": [],
    "only blanks and marks": ["\u2026", "---", '"', "\u00ab\u00bb"],
    "markers of its own": ["\u00a70\u00a7 says hi, named \u00a71\u00a7 \u00ab\u00bb. A man named \u00a7."],
    "unclosed quote": ['"Come in, says Maro. A woman named Maro.'],
    "template and control characters": ["{{ reference('roster') }} ${x} \x00 named \x1b[31mMaro"],
    "a very long turn": ["A man named Maro Pell nods. " * 2000],
    "many capitals": ["Aa Bb Cc Dd Ee Ff Gg Hh. " * 500],
}


@pytest.mark.parametrize("texts", HOSTILE.values(), ids=HOSTILE)
def test_strange_text_is_read_without_error(texts: list[str]) -> None:
    """Every answer fits the record class and cites what stands in the units."""
    chunk = told(*texts)
    _assert_sound(chunk, _records(chunk, KNOWN))


@pytest.mark.parametrize("texts", [*(case[0] for case in FOUND.values())], ids=FOUND)
def test_quotes_are_the_units_own_characters(texts: str) -> None:
    """Each citation is found exactly in the unit it names."""
    chunk = told(texts)
    _assert_sound(chunk, _records(chunk))


def _assert_sound(chunk: Chunk, records: list[dict[str, Any]]) -> None:
    decoded = decode_answer(canonical_json({"records": records}).decode(), Npc)
    assert len(decoded.candidates) == len(records)
    units = {unit.id: unit for unit in chunk.units}
    for candidate in decoded.candidates:
        assert candidate.citations
        for citation in candidate.citations:
            found = ground(citation, units[citation.unit])
            assert found is not None
            assert found.match == "exact"
            assert len(citation.quote) <= 400


_WORDS = st.sampled_from(
    [
        "a",
        "the",
        "woman",
        "man",
        "named",
        "called",
        "Maro",
        "Pell",
        "Lark",
        "Sven",
        "Captain",
        "says",
        "is",
        "nods,",
        ".",
        "!",
        "?",
        '"',
        "“",
        "”",
        "\u2019s",
        "'",
        "§0§",
        "«»",
        "\n",
        "(",
        ")",
        "--",
        "Zoé",
        "ÄÖÜ",
        "İstanbul",
        "ß",
        "ﬁ",
        "I'm",
        "not",
        "my",
        "name",
        "\u2028",
        "…",
        "his",
        "Hana",
        "Vane",
    ]
)


@given(turns=st.lists(st.tuples(st.sampled_from(["GM", "Sven", None]), st.lists(_WORDS, max_size=30).map(" ".join))))
def test_any_turns_get_a_sound_answer(turns: list[tuple[str | None, str]]) -> None:
    """Whatever is said, every citation is the unit's own, and nobody of the roster comes out."""
    chunk = told(*turns)
    records = _records(chunk, KNOWN)
    _assert_sound(chunk, records)
    assert {"Lark", "Sven"} & {name for record in records for name in (record["name"], *record["aliases"])} == set()


def test_a_turn_of_many_words_without_a_stop_is_read_in_no_time() -> None:
    """Patterns look a bounded way around a name."""
    text = "and then he is walking along saying a thing to Maro named Pell, the man, " * 1500
    started = time.process_time()
    _records(told(text), KNOWN)
    assert time.process_time() - started < 5


def test_of_a_clipped_unit_only_what_the_chunk_shows_counts() -> None:
    """What another chunk shows of a long turn is that chunk's."""
    text = 'A woman named Maro Pell nods. "No," says Joren.'
    assert _names(told(text, clip=Span(0, 29))) == {"Maro Pell"}
    assert _names(told(text, clip=Span(29, len(text)))) == {"Joren"}


def test_the_same_chunk_gets_the_same_answer() -> None:
    """The routine has no memory."""
    chunk = told('"In," says Maro.', ("Ruth", "Hi."))
    first = _records(chunk, KNOWN)
    _records(told("There's a man named Joren."), KNOWN)
    assert _records(chunk, KNOWN) == first
