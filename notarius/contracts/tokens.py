"""Counting tokens, whoever counts them."""

from typing import Protocol


class TokenCounter(Protocol):
    """Counts the tokens of a text.

    Attributes:
        name: for the manifest, such as `o200k_base` or `estimate`.
        exact: whether it is the model's own encoding.
    """

    @property
    def name(self) -> str:
        """For the manifest."""
        ...

    @property
    def exact(self) -> bool:
        """Whether it is the model's own encoding."""
        ...

    def count(self, text: str) -> int:
        """Tokens of the text; never fewer than 0."""
        ...
