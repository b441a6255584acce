"""When a record's value counts as the gold value: rules of comparing, and names that mean the same."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Any, Final, Literal, get_args

import attrs

from notarius.text import plain

Compare = Literal["same", "similar", "name", "number", "words"]
Letters = Literal["plain", "ascii"]
COMPARES: Final[tuple[str, ...]] = get_args(Compare)
LETTERS: Final[tuple[str, ...]] = get_args(Letters)

SIMILARITY: Final = 0.88
_SHORTEST_NAME: Final = 4  # letters; shorter beginnings fit too many names
_SHORT_WORD: Final = 3  # letters; articles and prepositions of most languages
_NOT_A_TO_Z: Final = re.compile(r"[^a-z]")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


@attrs.frozen
class FieldRule:
    """How a field's values are compared.

    Attributes:
        compare: `same`: equal texts or values. `similar`: equal, or as similar as `similarity` says. `name`: equal, or
            one is the beginning of the other and has four letters. `number`: the first number in each is the same.
            `words`: all words of one stand in the other, those of up to three letters aside.
        similarity: from 0 to 1, of difflib's ratio.
        values: what gold values mean in the record, by gold value.
    """

    compare: Compare
    similarity: float = SIMILARITY
    values: Mapping[str, Any] = attrs.field(factory=dict)

    def meant(self, expected: Any) -> Any:
        """The gold value as the record would have it."""
        known = isinstance(expected, str | int) and str(expected) in self.values
        return self.values[str(expected)] if known else expected


@attrs.frozen
class Rules:
    """How values are compared, field by field.

    Attributes:
        fields: by the record's field; a field without a rule is compared by what it is for and holds.
        letters: what of a text is looked at. `plain`: letters and digits, without case, accents and blanks. `ascii`:
            only a to z, once accents are dropped.
        aliases: names that mean another, by name.
    """

    fields: Mapping[str, FieldRule] = attrs.field(factory=dict)
    letters: Letters = "plain"
    aliases: Mapping[str, str] = attrs.field(factory=dict)
    _normal: Mapping[str, str] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        known = {self._bare(name): self._bare(other) for name, other in self.aliases.items()}
        object.__setattr__(self, "_normal", known)

    def normal(self, value: Any) -> str:
        """A value's text for comparing, aliases replaced; empty for null."""
        bare = self._bare("" if value is None else str(value))
        return self._normal.get(bare, bare)

    def _bare(self, text: str) -> str:
        if self.letters == "plain":
            return plain(text).replace(" ", "")
        folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        return _NOT_A_TO_Z.sub("", folded)

    def agree(self, rule: FieldRule, found: Any, expected: Any) -> bool:
        """Whether a record's value counts as the gold value; null agrees with nothing.

        A list on the gold side holds values that are all right; of a list in the record, one has to be.
        """
        if isinstance(expected, list | tuple):
            return any(self.agree(rule, found, one) for one in expected)
        if isinstance(found, list | tuple):
            return any(self.agree(rule, one, expected) for one in found)
        meant = rule.meant(expected)
        return found is not None and meant is not None and self._agree(rule, found, meant)

    def _agree(self, rule: FieldRule, found: Any, expected: Any) -> bool:
        if rule.compare == "number":
            return _same_number(found, expected)
        if rule.compare == "words":
            return _shared_words(str(found), str(expected))
        if rule.compare == "same" and not (isinstance(found, str) and isinstance(expected, str)):
            return type(found) is type(expected) and bool(found == expected)
        one, other = self.normal(found), self.normal(expected)
        return bool(one) and (one == other or _close(rule, one, other))

    def rule(self, field: str, expected: Any, *, key: str, actor: str | None) -> FieldRule:
        """The rule for a field: the one that was set, else what suits its part in the record and its value."""
        if field in self.fields:
            return self.fields[field]
        if field == actor:
            return FieldRule("name")
        text = isinstance(expected, str | list | tuple)
        return FieldRule("similar" if text or field == key else "same")


def _close(rule: FieldRule, one: str, other: str) -> bool:
    if rule.compare == "similar":
        return SequenceMatcher(None, one, other).ratio() >= rule.similarity
    shorter, longer = sorted((one, other), key=len)
    return rule.compare == "name" and len(shorter) >= _SHORTEST_NAME and longer.startswith(shorter)


def _same_number(found: Any, expected: Any) -> bool:
    one, other = (_NUMBER.search(str(value)) for value in (found, expected))
    return one is not None and other is not None and float(one[0]) == float(other[0])


def _shared_words(found: str, expected: str) -> bool:
    one, other = _words(found), _words(expected)
    return bool(one and other) and (one <= other or other <= one)


def _words(text: str) -> set[str]:
    words = set(plain(text).split())
    return {word for word in words if len(word) > _SHORT_WORD} or words
