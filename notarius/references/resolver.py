"""From bindings to items: everything that is wrong with the contents of a lane's references, said together."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

from notarius.contracts.references import (
    ReferenceBinding,
    ReferenceItem,
    ReferenceOrigin,
    ReferenceSet,
    ReferenceSlot,
    ResolvedReferenceSlot,
)
from notarius.contracts.tokens import TokenCounter
from notarius.digests import digest_bytes
from notarius.errors import ReferenceBindingError
from notarius.references.files import ReferenceFiles, found_below
from notarius.references.media_types import binary_kind, is_accepted, media_type_of

Display = Callable[[Path], str]


@attrs.frozen
class Resolution:
    """What became of a lane's bindings.

    Attributes:
        references: every declared slot in declaration order, its items in binding order.
        warnings: one text for each thing that is probably not meant, such as an empty file.
    """

    references: ReferenceSet
    warnings: tuple[str, ...] = ()


@attrs.frozen
class ContentProblem:
    """Something that is wrong, or probably not meant, with what is bound to a slot.

    Attributes:
        text: what it is, beginning with the file as it is shown.
        path: the file, absolute; None where it concerns the binding as a whole.
    """

    text: str
    path: str | None = None


@attrs.frozen
class SlotReading:
    """What was read for one slot, and what was wrong with it.

    Attributes:
        name: the slot's name.
        description: the slot's, on one line.
        bound: where the binding was written, such as `in conf/pipeline/board.yaml`.
        items: one for each file that is bound, in binding order; None where it could not be read.
        problems: everything that is wrong.
        warnings: everything that is probably not meant.
    """

    name: str
    description: str
    bound: str
    items: tuple[ReferenceItem | None, ...] = ()
    problems: tuple[ContentProblem, ...] = ()
    warnings: tuple[ContentProblem, ...] = ()

    @property
    def slot(self) -> ResolvedReferenceSlot:
        """The slot with the items that could be read."""
        return ResolvedReferenceSlot(self.name, tuple(item for item in self.items if item is not None))


@attrs.frozen
class ReferenceResolver:
    """Reads what is bound to slots.

    Attributes:
        counter: estimates each item's tokens.
        campaign: the campaign folder, searched for files that are not where a binding says; or None.
        files: what was read before; give several resolvers the same one to read each file once.
    """

    counter: TokenCounter
    campaign: Path | None = None
    files: ReferenceFiles = attrs.field(factory=ReferenceFiles, repr=False)
    _tokens: dict[str, int] = attrs.field(factory=dict, init=False, repr=False)

    def resolve(
        self, slots: Sequence[ReferenceSlot], bindings: Mapping[str, ReferenceBinding], *, display: Display
    ) -> Resolution:
        """Read and check everything that is bound to the slots of one extractor.

        Bindings of other slots are left alone: whether some extractor declares them, and whether a required slot is
        bound, is checked where bindings are layered.

        Args:
            slots: as the extractor declares them.
            bindings: by slot name.
            display: how a path is shown in messages and as an item's origin.

        Raises:
            ReferenceBindingError: with one text for each problem of each slot and file.
        """
        readings = [self.read(slot, bindings.get(slot.name), display=display) for slot in slots]
        problems = [
            slot_message(reading.name, reading.description, reading.bound, problem.text)
            for reading in readings
            for problem in reading.problems
        ]
        if problems:
            raise ReferenceBindingError(*problems)
        return resolution(readings)

    def read(self, slot: ReferenceSlot, binding: ReferenceBinding | None, *, display: Display) -> SlotReading:
        """Read and check what is bound to one slot; what is wrong is told, not raised.

        Args:
            slot: as the extractor declares it.
            binding: what is bound to it, or None.
            display: how a path is shown in messages and as an item's origin.
        """
        bound = binding or ReferenceBinding(slot.name, (), "config", "pipeline")
        items: list[ReferenceItem | None] = []
        problems: list[ContentProblem] = []
        warnings: list[ContentProblem] = []
        if len(bound.paths) > 1 and not slot.multiple:
            problems.append(ContentProblem(f"takes one file and is bound to {len(bound.paths)}"))
        for path in map(Path, bound.paths):
            try:
                item = self._item(slot, path, display)
            except ReferenceBindingError as error:
                problems += [ContentProblem(f"{display(path)} {problem}", str(path)) for problem in error.problems]
                items.append(None)
                continue
            items.append(item)
            if not item.text.strip():
                warnings.append(ContentProblem(f"{display(path)} is empty; was another file meant?", str(path)))
        return SlotReading(
            slot.name,
            " ".join(slot.description.split()),
            _written(bound, display),
            tuple(items),
            tuple(problems),
            tuple(warnings),
        )

    def _item(self, slot: ReferenceSlot, path: Path, display: Display) -> ReferenceItem:
        try:
            content = self.files.read(path, slot.max_bytes)
        except FileNotFoundError:
            raise ReferenceBindingError(self._missing(path, display)) from None
        text = _text(path.name, content)
        media_type = media_type_of(path.name, text)
        if not is_accepted(media_type, slot.accepted_media_types):
            accepted = ", ".join(slot.accepted_media_types)
            raise ReferenceBindingError(f"is {media_type}; the slot takes {accepted}")
        digest = digest_bytes(content)
        return ReferenceItem(
            slot_name=slot.name,
            media_type=media_type,
            content=content,
            digest=digest,
            origin=ReferenceOrigin("file", display(path)),
            size_bytes=len(content),
            token_estimate=self._count(digest, text),
        )

    def _missing(self, path: Path, display: Display) -> str:
        if path.is_symlink():
            return "is a link to something that does not exist"
        elsewhere = None if self.campaign is None else found_below(self.campaign, path.name)
        return "does not exist" + (f"; there is {display(elsewhere)}" if elsewhere is not None else "")

    def _count(self, digest: str, text: str) -> int:
        if digest not in self._tokens:
            self._tokens[digest] = self.counter.count(text)
        return self._tokens[digest]


def resolution(readings: Sequence[SlotReading]) -> Resolution:
    """The readings of all slots of an extractor, in declaration order, as one."""
    warnings = tuple(
        slot_message(reading.name, reading.description, reading.bound, warning.text)
        for reading in readings
        for warning in reading.warnings
    )
    return Resolution(ReferenceSet(tuple(reading.slot for reading in readings)), warnings)


def slot_message(slot: str, description: str, bound: str, text: str) -> str:
    """A message about what is bound to a slot.

    Args:
        slot: its name.
        description: what it is for.
        bound: where the binding was written.
        text: what is to be said.
    """
    return f"slot {slot} ({description}), bound {bound}: {text}"


def _written(binding: ReferenceBinding, display: Display) -> str:
    if binding.written_in is not None:
        return f"in {display(Path(binding.written_in))}"
    return "on the command line" if binding.origin == "cli" else "in the configuration"


def _text(name: str, content: bytes) -> str:
    """The content as text, without a byte order mark.

    Raises:
        ReferenceBindingError: if it is something else than UTF-8 text.
    """
    kind = binary_kind(name, content)
    if kind is not None:
        raise ReferenceBindingError(f"looks like {kind}; a slot takes UTF-8 text only")
    nul = content.find(b"\0")
    if nul >= 0:
        raise ReferenceBindingError(f"is no text: it has a NUL byte at offset {nul}")
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ReferenceBindingError(
            f"is not UTF-8: byte 0x{content[error.start]:02x} at offset {error.start} (line {line}); save it as UTF-8"
        ) from error
