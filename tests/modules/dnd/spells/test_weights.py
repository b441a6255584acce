"""The sum of what signs weigh."""

import itertools

from notarius.modules.dnd.spells.weights import BIAS, log_odds


def test_the_sum_does_not_depend_on_the_order_of_the_signs() -> None:
    """A set gives its signs in another order in every process; the answer is the same in each, to the last bit."""
    weights = {BIAS: 0.3, "one": 0.1, "two": -0.7, "three": 1e16, "four": 0.2, "five": -1e16}
    signs = [sign for sign in weights if sign != BIAS]
    assert len({log_odds(order, weights) for order in itertools.permutations(signs)}) == 1
