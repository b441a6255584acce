"""Findings about citations: the unit they name, and the words they quote."""

from collections.abc import Container

from notarius.contracts.codes import EVIDENCE_MISSING, QUOTE_EMPTY, QUOTE_NOT_FOUND, UNIT_UNKNOWN
from notarius.contracts.records import Citation, Finding

_SHOWN = 120


def refused_citation(citation: Citation, units: Container[str], chunk: str) -> Finding | None:
    """Why a citation cannot be looked up at all, or None if it can.

    Args:
        citation: as the model answered it.
        units: ids of the units of the chunk that was asked.
        chunk: the chunk's id.
    """
    if citation.unit not in units:
        return Finding(UNIT_UNKNOWN, "warn", f"{shown(citation.unit)} is no unit of chunk {chunk}")
    if not citation.quote.strip():
        return Finding(QUOTE_EMPTY, "warn", f"the citation of {citation.unit} quotes nothing")
    return None


def quote_not_found(citation: Citation) -> Finding:
    """The finding on a quote that its unit does not say."""
    return Finding(QUOTE_NOT_FOUND, "warn", f"{citation.unit} does not say {shown(citation.quote)}")


def evidence_missing(citations: int) -> Finding:
    """The finding on an item without evidence.

    Args:
        citations: how many it claimed.
    """
    claimed = "it cites nothing" if citations == 0 else f"none of its {citations} citations holds"
    return Finding(EVIDENCE_MISSING, "fail", claimed)


def shown(text: str) -> str:
    """A text from outside, quoted and cut for a message."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
