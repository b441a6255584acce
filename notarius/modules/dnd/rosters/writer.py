"""Whose "I", "he" and "she" a roster in prose has: its writer, and whom it speaks of."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from notarius.modules.dnd.rosters.spans import LABEL, NAME, Labels, shape_of

_MAIL_HEAD: Final = re.compile(
    r"^\W*(?P<key>from|to|cc|bcc|subject|date|sent|re|fwd|posted by|reply-to)\b\s*:\s*(?P<value>.*)$", re.IGNORECASE
)
_NAME: Final = r"[^\W\d_][\w'-]{0,40}(?: [^\W\d_a-z][\w'-]{0,40})?"
_NAMED: Final = re.compile(rf"(?:\bI['\u2019]m|\bI am|\b[Mm]y name(?:['\u2019]s| is)|\b[Tt]his is)\s+(?P<name>{_NAME})")
_ME: Final = re.compile(
    rf"(?P<name>{_NAME})\s*\((?:that['\u2019]s |it['\u2019]s )?me\b|"
    r"\bme\s*[=:]\s*(?P<other>[^\W\d_][\w'-]{0,40})|\b(?P<here>[^\W\d_][\w'-]{0,40}) here\b"
)
_SIGNED: Final = re.compile(
    rf"\b(?:love|cheers|thanks|regards|best|yours|bye|greetings|x+),?\s+(?P<name>{_NAME})\W*$", re.IGNORECASE
)
_SAYS: Final = re.compile(r"^\s*<?(?P<name>[^\W_][\w '.-]{0,30}?)>?\s*:\s*(?P<said>.*\b(?:I|I['\u2019]m|my|me)\b.*)$")


def without_mail_heads(lines: Sequence[str]) -> list[str]:
    """The lines without those that say where a letter comes from and goes to."""
    return [line for line in lines if not (_MAIL_HEAD.match(line) and len(line) < 200)]


def writer_of(lines: Sequence[str], labels: Labels) -> str | None:
    """Who "I" is: whoever a letter is from, who says so, or who signs."""
    for line in lines:
        head = _MAIL_HEAD.match(line)
        if head and head["key"].lower() in {"from", "posted by"} and (name := _label_in(head["value"], labels)):
            return name
    for line in lines:
        for match in (*_NAMED.finditer(line), *_ME.finditer(line)):
            told: str = next(filter(None, match.groups()))
            for form in (told, told.split()[0]):
                if labels.match(form):
                    return form
    last = next((line for line in reversed(lines) if line.strip()), "")[-80:]
    if (sign := _SIGNED.search(last)) and labels.match(sign["name"]):
        return sign["name"]
    signed = next((line for line in reversed(lines) if line.strip()), "")
    return _label_in(signed, labels) if len(signed.split()) <= 4 else None


def _label_in(text: str, labels: Labels) -> str | None:
    shape = shape_of(text[:200], labels)
    return next((span.text for span in shape.spans if span.sign == LABEL), None)


def said_by(line: str, labels: Labels) -> tuple[str, str] | None:
    """A line of a chat as who says it and what; None if the line is none."""
    match = _SAYS.match(line[:500])
    return (match["name"].strip(), match["said"]) if match and labels.match(match["name"]) else None


class Speaking(Protocol):
    """Who reads sentences: what is known of whom they speak."""

    labels: Labels
    person: str | None


_SENTENCE: Final = re.compile(
    r"(?<=[.!?;])(?<!\bMr\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bMs\.)(?<! [A-Z]\.)(?<!i\.e\.)(?<!e\.g\.)\s+|"
    r",? (?:but|and) (?=now\b)|, (?=now (?:s?he|they)\b)"
)
_PRONOUN: Final = re.compile(
    r"(?<![\w'])(?:(?P<who>[Ss]he|[Hh]e|[Tt]hey)(?=(?:['\u2019](?:s|re)| is| are| also| now| usually| currently| "
    r"will be)*(?: the| our)? (?:play|portray|voic|run|DM|GM|dungeon|game master|got\b|has\b))|"
    r"(?:[Hh]er|[Hh]is|[Tt]heir)(?= (?:new |current )?(?:character|pc\b|hero)))"
)
_NO_SUBJECT: Final = re.compile(r"(?:now |currently )+(?=plays?|is playing)")


def sentences_of(text: str, speaking: Speaking) -> Iterator[str]:
    """The sentences, pronouns replaced by the names of whom they speak."""
    for sentence in _SENTENCE.split(text):
        if not sentence:
            continue
        if speaking.person and _NO_SUBJECT.match(sentence):
            sentence = f"{speaking.person} {sentence}"
        yield _told(sentence, speaking)


def _told(sentence: str, speaking: Speaking) -> str:
    parts, at = [], 0
    for match in _PRONOUN.finditer(sentence):
        spans = shape_of(sentence[max(0, match.start() - 200) : match.start()], speaking.labels).spans
        named = [span.text for span in spans if span.sign == NAME]
        known = [span.text for span in spans if span.sign == LABEL] or (named if speaking.labels.names else named[:1])
        name = known[-1] if known else speaking.person
        if name is not None:
            parts += [sentence[at : match.start()], name if match["who"] else f"{name}'s"]
            at = match.end()
    return "".join([*parts, sentence[at:]])
