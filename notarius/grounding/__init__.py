"""Finding a quote in the unit it cites: exactly, else after normalising, else closely and whole, or not at all."""

from notarius.grounding.ground import DEFAULT_MIN_SIMILARITY, ground

__all__ = ["DEFAULT_MIN_SIMILARITY", "ground"]
