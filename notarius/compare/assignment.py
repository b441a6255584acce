"""The best one-to-one assignment of a table of weights: the Hungarian method, in whole numbers."""

from collections.abc import Sequence


def best_assignment(weights: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pairs of a row and a column with the greatest sum of weights; pairs of weight 0 are left out.

    Args:
        weights: rows of one length, no weight below 0.

    Returns:
        Each row and each column at most once, in the order of the rows. Takes the cube of the shorter side.
    """
    if not weights or not weights[0]:
        return []
    if len(weights) > len(weights[0]):
        turned = [[row[at] for row in weights] for at in range(len(weights[0]))]
        return sorted((row, column) for column, row in best_assignment(turned))
    columns = _columns(weights)
    return [(row, column) for row, column in enumerate(columns) if weights[row][column]]


def _columns(weights: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, by shortest augmenting paths with potentials (Jonker and Volgenant 1987).

    Costs are the weights with the sign turned. Rows and columns count from 1 here, 0 stands for none.
    """
    width = len(weights[0])
    row_of, row_price, price = [0] * (width + 1), [0] * (len(weights) + 1), [0] * (width + 1)
    for row in range(1, len(weights) + 1):
        row_of[0] = row
        came_from, end = _path(weights, row_of, row_price, price)
        while end:
            row_of[end], end = row_of[came_from[end]], came_from[end]
    chosen = {row: column for column, row in enumerate(row_of) if column and row}
    return [chosen[row] - 1 for row in range(1, len(weights) + 1)]


def _path(
    weights: Sequence[Sequence[int]], row_of: list[int], row_price: list[int], price: list[int]
) -> tuple[list[int], int]:
    """The cheapest path from the row without a column to a column without a row; moves the prices along."""
    width = len(weights[0])
    slack: list[float] = [float("inf")] * (width + 1)
    came_from, seen = [0] * (width + 1), [False] * (width + 1)
    at = 0
    while row_of[at]:
        seen[at] = True
        row = row_of[at]
        for column in range(1, width + 1):
            reduced = -weights[row - 1][column - 1] - row_price[row] - price[column]
            if not seen[column] and reduced < slack[column]:
                slack[column], came_from[column] = reduced, at
        nearest = min((column for column in range(1, width + 1) if not seen[column]), key=slack.__getitem__)
        step = int(slack[nearest])
        for column in range(width + 1):
            if seen[column]:
                row_price[row_of[column]] += step
                price[column] -= step
            else:
                slack[column] -= step
        at = nearest
    return came_from, at
