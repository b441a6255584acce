"""Comparing words as people do: without case, accents, punctuation or width of blanks."""

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*")
_ASCII_WORD: Final = re.compile(r"[a-z0-9]+")
_INNER_APOSTROPHE: Final = re.compile(r"(?<=[a-z0-9])'(?=[a-z0-9])")

#: Characters of scripts that are written without blanks between words, as the inside of a character class: Thai to
#: Myanmar, Khmer, kana, Han. There a word may begin and end anywhere.
UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"


def plain(text: str) -> str:
    """The text in lower case without accents, words separated by single blanks, apostrophes dropped."""
    if text.isascii():  # most of a transcript; ten times as fast
        return " ".join(_ASCII_WORD.findall(_joined(text.lower())))
    folded = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return " ".join(re.sub(r"['\u2019\u02bc]", "", word) for word in _WORD.findall(bare))


def _joined(text: str) -> str:
    return _INNER_APOSTROPHE.sub("", text) if "'" in text else text
