"""The record that `meetings/decisions` extracts."""

import attrs


def _told(description: str) -> dict[str, str]:
    return {"description": description}


@attrs.frozen
class Decision:
    """Something that the meeting decided.

    Attributes:
        subject: what it is about.
        decision: what was decided.
        owner: who is to do it, or None.
        due: by when, as it was said, or None.
    """

    subject: str = attrs.field(metadata=_told("What it is about, in two to five words, as the meeting calls it."))
    decision: str = attrs.field(metadata=_told("What was decided, one sentence, in the words of the meeting."))
    owner: str | None = attrs.field(default=None, metadata=_told("Who is to do it. Null if nobody was named."))
    due: str | None = attrs.field(default=None, metadata=_told("By when, as it was said. Null if that was left open."))
