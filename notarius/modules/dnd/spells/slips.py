"""Slips in long words: letters missing, added, wrong or swapped."""

from collections.abc import Iterable


def letters_of(word: str) -> int:
    """How many letters of a word may be missing, added or wrong: none in short words, since those are other words."""
    return 0 if len(word) < 6 else 1 if len(word) < 10 else 2


def shortened(word: str) -> set[str]:
    """The word with as many letters left out as may be wrong, and with fewer."""
    found = {word}
    edge = {word}
    for _ in range(letters_of(word)):
        edge = {one[:at] + one[at + 1 :] for one in edge for at in range(len(one))}
        found |= edge
    return found


def neighbourhood(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Words of six letters and more by all that is left of them if letters are left out."""
    near: dict[str, list[str]] = {}
    for word in sorted(words):
        if len(word) >= 6:
            for short in shortened(word):
                near.setdefault(short, []).append(word)
    return {short: tuple(found) for short, found in near.items()}


def distance(one: str, other: str) -> int:
    """Letters to insert, delete, replace or swap with a neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
