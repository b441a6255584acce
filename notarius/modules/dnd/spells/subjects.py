"""Names of the party's characters in a sentence, found word by word, so that many names cost no more than few."""

import re
from collections.abc import Callable, Iterable
from typing import Final

import attrs

_TOKEN: Final = re.compile(r"\w+")


@attrs.frozen(eq=False)
class Subjects:
    """Plain names, by their first word.

    Attributes:
        lengths: first word to the lengths of the names that begin with it, longest first.
        names: all names.
    """

    lengths: dict[str, tuple[int, ...]] = attrs.field(repr=False)
    names: frozenset[str] = attrs.field(repr=False)

    def replaced(self, text: str, mark: Callable[[int, int], str]) -> str:
        """The text with a mark in place of each name, the longest at its place; marks are told its start and length."""
        parts, at = [], 0
        for token in _TOKEN.finditer(text):
            if token.group() in self.lengths and token.start() >= at and (length := self._length(text, token)):
                parts += [text[at : token.start()], mark(token.start(), length)]
                at = token.start() + length
        return "".join([*parts, text[at:]]) if parts else text

    def _length(self, text: str, token: "re.Match[str]") -> int:
        """How many characters the name has that begins at a word; 0 if none does."""
        start = token.start()
        for length in self.lengths[token.group()]:
            if text[start : start + length] in self.names and not _goes_on(text, start + length):
                return length
        return 0


def _goes_on(text: str, end: int) -> bool:
    """Whether a word that is there before a place goes on behind it."""
    return _TOKEN.match(text, end) is not None


def subjects_of(names: Iterable[str]) -> Subjects:
    """The plain names as subjects to look for."""
    known = frozenset(names)
    lengths: dict[str, set[int]] = {}
    for name in known:
        lengths.setdefault(name.split(" ", 1)[0], set()).add(len(name))
    return Subjects({first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}, known)
