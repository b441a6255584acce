"""Speaker labels at the start of a line: how they are written, and whether they look like names.

Whether a file's candidates are speakers is decided over the whole file, in `casting`.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal

import attrs

from notarius.transcripts.label_words import ANNOTATIONS, NAME_PARTICLES, SENTENCE_OPENERS
from notarius.transcripts.times import CLOCK, seconds

Shape = Literal["name", "lower", "doubtful", "none"]

_LONGEST: Final = 60
_MOST_WORDS: Final = 6
_COLON: Final = re.compile("[:\uff1a]")
_VOICE: Final = re.compile(r"<v(?:\.[^\s>]{1,40})?\s+([^<>]{1,80})>\s*")
_BOLD: Final = re.compile(r"\*\*([^*:]{1,60})(?:\s?:\*\*|\*\*\s?:)\s*")
_SQUARE: Final = re.compile(r"\[([^\[\]:]{1,60})\]\s?:\s*")
_TIMED: Final = re.compile(rf"([^:\[\](){{}}]{{1,60}}?)\s*(?:\[\s*({CLOCK})\s*\]|\(\s*({CLOCK})\s*\))\s*:\s*")
_HEADER: Final = re.compile(
    rf"([^:\[\](){{}}]{{1,60}}?)(\s*)(?:\[\s*({CLOCK})\s*\]|\(\s*({CLOCK})\s*\)|(?<=\s)({CLOCK}))\Z"
)
_NO_NAME: Final = re.compile(
    r"[?!;:\"\u201c\u201d\u201e\u00ab\u00bb<>{}\[\]=*|\\\u2026\u3002\uff1f\uff01\uff1b\uff0c~^%$]"
)
_PARENTHESES: Final = re.compile(r"\([^()]*\)")


@attrs.frozen
class Candidate:
    """What may be a speaker's label.

    Attributes:
        label: as the file has it, without markup.
        text: what follows it on the line.
        marked: whether markup or a header's layout says that it is one.
        tight: whether no blank follows the colon.
        start: a time that stands with the label, in seconds, or None.
    """

    label: str
    text: str
    marked: bool = False
    tight: bool = False
    start: float | None = None


def find_label(line: str, *, leading: bool) -> Candidate | None:
    """The label that a line may begin with; the line is stripped and without its leading time.

    Args:
        line: the line.
        leading: whether the line opens a paragraph, as headers of a name and a time do.
    """
    if line.startswith(("<v", "**", "[")):
        return _marked(line)
    if line.endswith(tuple("0123456789)]:")) and (header := _header(line, leading=leading)):
        return header
    return _timed(line) or _plain(line)


@lru_cache(maxsize=8192)
def shape(label: str) -> Shape:
    """What a label looks like: a name, a word in lower case, perhaps speech, or nothing of the kind."""
    words = _words(label)
    if not words or len(words) > _MOST_WORDS or not _has_name_characters(label):
        return "none"
    if any(word.endswith(".") and len(word) > 5 for word in words[:-1]):  # a sentence ended: "I agree. Note"
        return "none"
    if _is_no_name(words) or any("," in word for word in words):
        return "doubtful"
    if all(_is_name_word(word, place) for place, word in enumerate(words)):
        return "name"
    return "lower" if len(words) == 1 else "doubtful"


def word_count(label: str) -> int:
    """How many words a label has, what stands in parentheses aside."""
    return len(_words(label))


def _words(label: str) -> list[str]:
    return _PARENTHESES.sub(" ", label).split()


def _has_name_characters(label: str) -> bool:
    if len(label) > _LONGEST or _NO_NAME.search(label) or label.count("(") != label.count(")"):
        return False
    return (label[0].isalnum() or label[0] in "_@#") and any(char.isalpha() for char in label)


def _is_no_name(words: list[str]) -> bool:
    first = words[0].casefold().rstrip(".")
    if first == "the" and len(words) > 1:  # "The Stranger" is somebody; "The plan" fails as no name word
        return False
    return first in SENTENCE_OPENERS or first in ANNOTATIONS


def _is_name_word(word: str, place: int) -> bool:
    """Scripts without capitals pass: what is not lower case is fine."""
    first = unicodedata.normalize("NFC", word)[0]
    return not first.islower() or any(char.isupper() for char in word) or (place > 0 and word in NAME_PARTICLES)


def _marked(line: str) -> Candidate | None:
    if match := _VOICE.match(line):
        return Candidate(match[1].strip(), line[match.end() :].removesuffix("</v>").strip(), marked=True)
    match = _BOLD.match(line) or _SQUARE.match(line)
    if match is None:
        return None
    label = match[1].strip().strip("[]").strip()
    if shape(label) == "none" or label.casefold() in ANNOTATIONS:
        return None
    return Candidate(label, line[match.end() :], marked=True)


def _header(line: str, *, leading: bool) -> Candidate | None:
    """A line of a name and a time and nothing else, as Otter and Rev write them before the text."""
    match = _HEADER.match(line.removesuffix(":")) if len(line) <= 100 else None
    if match is None or shape(match[1].strip()) != "name":
        return None
    if not leading and len(match[2].expandtabs()) < 2:
        return None
    return Candidate(match[1].strip(), "", marked=True, start=seconds(match[3] or match[4] or match[5]))


def _timed(line: str) -> Candidate | None:
    match = _TIMED.match(line, 0, 100) if "):" in line or "]:" in line else None
    if match is None or shape(match[1].strip()) == "none":
        return None
    return Candidate(match[1].strip(), line[match.end() :], marked=True, start=seconds(match[2] or match[3]))


def _plain(line: str) -> Candidate | None:
    match = _COLON.search(line, 0, _LONGEST + 2)
    label = line[: match.start()].strip() if match else ""
    if match is None or not label or shape(label) == "none":
        return None
    rest = line[match.end() :]
    tight = match[0] == ":" and bool(rest) and not rest[0].isspace()
    if tight and (rest[0] in "/\\" or (rest[0].isdigit() and label[-1].isdigit())):  # a path, or "John 3:16"
        return None
    return Candidate(label, rest.strip(), tight=tight)
