"""Comparing words as people do: without case, accents, punctuation or width of blanks."""

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*")
_APOSTROPHE: Final = re.compile(r"['\u2019\u02bc]")
_ASCII_WORD: Final = re.compile(r"[a-z0-9]+")
_INNER_APOSTROPHE: Final = re.compile(r"(?<=[a-z0-9])'(?=[a-z0-9])")

#: Characters of scripts that are written without blanks between words, as the inside of a character class: Thai to
#: Myanmar, Khmer, kana, Han. There a word may begin and end anywhere.
UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"


def plain(text: str) -> str:
    """The text in lower case without accents, words separated by single blanks, apostrophes dropped."""
    if text.isascii():  # most of a transcript; several times as fast
        return _plain_ascii(text.lower())
    folded = unicodedata.normalize("NFKD", text).casefold()  # in this order: compatibility forms have cases too
    bare = "".join([char for char in folded if char.isascii() or not unicodedata.combining(char)])
    if bare.isascii():
        return _plain_ascii(bare)
    return " ".join([_APOSTROPHE.sub("", word) for word in _WORD.findall(bare)])


def _plain_ascii(text: str) -> str:
    return " ".join(_ASCII_WORD.findall(_INNER_APOSTROPHE.sub("", text) if "'" in text else text))
