"""Named reference items: what an extractor accepts, what was bound, what it held.

A reference helps a model understand the transcript. It is never evidence: nothing here has an id that a
`SourceRef` could name.
"""

from typing import Literal

import attrs

Origin = Literal["config", "cli"]
Level = Literal["pipeline", "lane"]


@attrs.frozen
class ReferenceSlot:
    """A named input that an extractor declares.

    Attributes:
        name: flat name, such as `agenda`.
        description: for people who decide what to bind.
        required: whether a run without it is an error.
        accepted_media_types: such as `text/markdown` or `text/*`; empty accepts all text.
        multiple: whether several items may be bound, in order.
        max_bytes: largest size of one item in bytes, or None.
    """

    name: str
    description: str
    required: bool = False
    accepted_media_types: tuple[str, ...] = ()
    multiple: bool = False
    max_bytes: int | None = None


@attrs.frozen
class ReferenceOrigin:
    """Where an item's content came from.

    Attributes:
        type: `file`, the only producer so far.
        uri: display path; never absolute, see `docs/explanation/decisions.md`.
    """

    type: str
    uri: str


@attrs.frozen
class ReferenceBinding:
    """The association of a slot with content sources, as configuration and command line have it.

    Attributes:
        slot: the slot's name.
        paths: absolute paths in binding order; empty means unbound on purpose.
        origin: `config` or `cli`.
        level: `pipeline` or `lane`.
        written_in: absolute path of the YAML file that wrote it; None on the command line.
    """

    slot: str
    paths: tuple[str, ...]
    origin: Origin
    level: Level
    written_in: str | None = None


@attrs.frozen
class ReferenceItem:
    """Resolved content bound to a slot.

    Attributes:
        slot_name: the slot it is bound to.
        media_type: from name and content by our own table.
        content: the raw bytes, UTF-8.
        digest: sha256 over `content`.
        origin: where it came from.
        size_bytes: length of `content`.
        token_estimate: tokens as the lane's counter sees them.
    """

    slot_name: str
    media_type: str
    content: bytes = attrs.field(repr=False)
    digest: str
    origin: ReferenceOrigin
    size_bytes: int
    token_estimate: int = 0

    @property
    def text(self) -> str:
        """The content as prompts show it: without a byte order mark, otherwise as it is."""
        return self.content.decode("utf-8-sig")


@attrs.frozen
class ResolvedReferenceSlot:
    """A slot with what is bound to it.

    Attributes:
        name: the slot's name.
        items: in binding order; empty when unbound.
    """

    name: str
    items: tuple[ReferenceItem, ...] = ()

    @property
    def text(self) -> str:
        """The items' texts, a blank line between."""
        return "\n\n".join(item.text for item in self.items)


@attrs.frozen
class ReferenceSet:
    """All slots an extractor declares, in declaration order, then binding order within a slot.

    Attributes:
        slots: one entry for every declared slot, bound or not.
    """

    slots: tuple[ResolvedReferenceSlot, ...] = ()

    def slot(self, name: str) -> ResolvedReferenceSlot:
        """The slot of that name.

        Raises:
            KeyError: if no extractor declared it.
        """
        for slot in self.slots:
            if slot.name == name:
                return slot
        raise KeyError(name)

    def text(self, name: str) -> str:
        """The bound content of a slot, empty when unbound or undeclared."""
        return next((slot.text for slot in self.slots if slot.name == name), "")

    @property
    def digests(self) -> dict[str, list[str]]:
        """Digests by slot in binding order: what a cache key or fingerprint takes of references."""
        return {slot.name: [item.digest for item in slot.items] for slot in self.slots}
