"""Comparing words: what `plain` keeps, and that its quick way for ASCII is the same way."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notarius.text import plain

_CHARACTERS = st.one_of(st.characters(), st.characters(max_codepoint=0x17F), st.sampled_from("' \u2019\u02bc_\u0301"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("The OLD  Pier!", "the old pier", id="case, blanks, punctuation"),
        pytest.param("Zoë's café", "zoes cafe", id="accents and apostrophes"),
        pytest.param("rock'n'roll", "rocknroll", id="inner apostrophes"),
        pytest.param("'quoted'", "quoted", id="outer apostrophes"),
        pytest.param("ﬁve ½", "five 1 2", id="compatibility forms"),
        pytest.param("Straße", "strasse", id="sharp s"),
        pytest.param("\U0001d4d0", "a", id="letters whose case shows after decomposition"),
        pytest.param("...?!", "", id="no words"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_words_are_compared_as_people_do(text: str, words: str) -> None:
    """Case, accents, punctuation and blanks do not count."""
    assert plain(text) == words


@settings(deadline=None)
@given(st.text(_CHARACTERS))
def test_the_quick_way_is_the_same_way(text: str) -> None:
    """For any text the outcome is that of the plain definition: decompose, fold, drop marks, take words."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    words = re.findall(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*", bare)
    assert plain(text) == " ".join(re.sub(r"['\u2019\u02bc]", "", word) for word in words)
