"""How time grows with what is read, measured so that other work on the machine hardly matters."""

import time
from collections.abc import Callable

#: Four times the input may take so many times the time; linear work takes 4, quadratic 16.
MOST = 8.5
_LEAST_SECONDS = 0.004  # below that a timer and the garbage collector are most of what is measured


def growth(read: Callable[[int, int], object], many: int) -> float:
    """How many times the CPU time grows when the input does so fourfold; the best of a few attempts.

    Args:
        read: reads an input of a size; its second argument differs each time, so that no answer is remembered.
        many: the smaller size.
    """
    read(many // 4 or 1, -1)  # what is compiled or loaded once
    best = float("inf")
    for attempt in range(3):
        small = min(_seconds(read, many, 10 * attempt + one) for one in range(3))
        best = min(best, _seconds(read, 4 * many, 10 * attempt + 3) / max(small, _LEAST_SECONDS))
        if best < MOST * 0.8:
            break
    return best


def _seconds(read: Callable[[int, int], object], many: int, number: int) -> float:
    began = time.process_time()
    read(many, number)
    return time.process_time() - began
