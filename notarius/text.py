"""Comparing words as people do: without case, accents, punctuation or width of blanks."""

import re
import unicodedata
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W_]+)*")


def plain(text: str) -> str:
    """The text in lower case without accents, words separated by single blanks, apostrophes dropped."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return " ".join(re.sub(r"['\u2019\u02bc]", "", word) for word in _WORD.findall(bare))
