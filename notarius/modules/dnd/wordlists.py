"""Lists of words as text: readable in the source, sets in use."""


def words(text: str) -> frozenset[str]:
    """The words of a text, set apart by blanks."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """The phrases of a text, set apart by commas."""
    return frozenset(part.strip() for part in text.split(","))
