"""Checks of `meetings/decisions` on its own records, and when two records are one."""

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from meeting_minutes.record import Decision
from meeting_minutes.references import agenda_items, attendees
from notarius import Finding, MergeRule, Record, ReferenceSet, ValidationContext, plain

_NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def owner_attends(record: Record, context: ValidationContext) -> Iterable[Finding]:
    """`meetings/owner-absent` (warn): attendees are bound, and the owner is none of them."""
    present = attendees(context.references)
    owner = record.fields.owner
    if not owner or not present or any(_is_called(name, owner) for name in present):
        return
    yield Finding("meetings/owner-absent", "warn", f"{owner!r} is to do it and does not attend: {', '.join(present)}")


def _is_called(name: str, said: str) -> bool:
    words = plain(said).split()
    return bool(words) and set(words) <= set(plain(name).split())


def subject_variants(subject: str, references: ReferenceSet) -> Iterable[str]:
    """People say an item's number for its title: `item 2`, `item two`."""
    for number, title in agenda_items(references).items():
        if plain(title) == plain(subject):
            yield f"item {number}"
            if number < len(_NUMBERS):
                yield f"item {_NUMBERS[number]}"


def _subjects(decision: Decision) -> Iterable[str]:
    return (decision.subject,)


def _last_word(decisions: Sequence[Decision]) -> Decision:
    """The latest decision, with owner and date of earlier ones where it names none."""
    owners = [decision.owner for decision in decisions if decision.owner]
    dates = [decision.due for decision in decisions if decision.due]
    return attrs.evolve(decisions[-1], owner=owners[-1] if owners else None, due=dates[-1] if dates else None)


LAST_WORD: Final = MergeRule(keys=_subjects, combine=_last_word)
