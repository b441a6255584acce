"""Registering an extractor's two templates, and rendering them to messages.

Jinja is imported when the first template is registered and not before: verbs that render nothing start without it.
"""

from collections.abc import Callable
from typing import Final

import attrs

from notarius.contracts.extraction import Extractor
from notarius.contracts.prompts import Message, PromptTemplate
from notarius.contracts.references import ReferenceSet
from notarius.contracts.sources import Chunk
from notarius.digests import digest_bytes
from notarius.errors import TemplateError
from notarius.prompts.rules import TemplateRules

_SAMPLE: Final = "text"


@attrs.frozen
class LanePrompts:
    """The prompts of one lane: its instructions are rendered once, and only the chunk differs.

    Attributes:
        instructions: the system message.
    """

    instructions: Message
    _chunk: Callable[..., str] = attrs.field(repr=False, alias="chunk")

    def messages(self, chunk: Chunk) -> tuple[Message, Message]:
        """What is sent about a chunk: the lane's instructions, then the chunk.

        Raises:
            TemplateError: if the module's template fails on this chunk.
        """
        return self.instructions, Message("user", self._chunk(chunk=chunk.text))


@attrs.frozen
class RegisteredPrompts:
    """The two templates of an extractor, after they passed the checks of registration.

    Attributes:
        extractor: name of the extractor they belong to.
        version: the module's own, for people.
        digests: `{"instructions": "sha256:...", "chunk": "sha256:..."}` over the templates' sources. This is a prompt's
            identity: no reference and no chunk enters it.
        texts: what stands literally in the templates and may reach a model, instructions first; for leak checks.
    """

    extractor: str
    version: str
    digests: dict[str, str]
    texts: tuple[str, str] = attrs.field(repr=False)
    _instructions: Callable[..., str] = attrs.field(repr=False, alias="instructions")
    _chunk: Callable[..., str] = attrs.field(repr=False, alias="chunk")

    def render_instructions(self, references: ReferenceSet) -> str:
        """The system message: the same bytes for the same references, in any process.

        Raises:
            TemplateError: if the module's template fails on these references.
        """

        def reference(slot: str) -> str:
            return references.text(slot)

        def hasreference(slot: str) -> bool:
            return bool(references.text(slot).strip())

        return self._instructions(reference=reference, hasreference=hasreference)

    def render_chunk(self, chunk: Chunk) -> str:
        """The user message.

        Raises:
            TemplateError: if the module's template fails on this chunk.
        """
        return self._chunk(chunk=chunk.text)

    def for_lane(self, references: ReferenceSet) -> LanePrompts:
        """The prompts of a lane with these references, the instructions rendered once for all of its chunks.

        Raises:
            TemplateError: if the module's template fails on these references.
        """
        return LanePrompts(Message("system", self.render_instructions(references)), chunk=self._chunk)

    def messages(self, references: ReferenceSet, chunk: Chunk) -> tuple[Message, Message]:
        """What is sent about one chunk. For many chunks, `for_lane` renders the instructions only once.

        Raises:
            TemplateError: if one of the module's templates fails.
        """
        return self.for_lane(references).messages(chunk)


@attrs.frozen
class PromptRegistry:
    """Registers each extractor's templates once, however many lanes and sweep jobs use them."""

    _registered: dict[object, RegisteredPrompts] = attrs.field(factory=dict, init=False, repr=False)

    def register(self, extractor: Extractor) -> RegisteredPrompts:
        """The extractor's prompts; checked and compiled at the first call, see `register`.

        Raises:
            TemplateError: with every problem of both templates.
        """
        key = (extractor.name, extractor.templates, _slot_names(extractor))
        if key not in self._registered:
            self._registered[key] = register(extractor)
        return self._registered[key]


def register(extractor: Extractor) -> RegisteredPrompts:
    """Check and compile an extractor's templates; `docs/internal/templates.md` lists the rules.

    Raises:
        TemplateError: with every problem of both templates, each with template, line and what was allowed.
    """
    from notarius.prompts.compilation import CompiledTemplate, compile_template

    templates = extractor.templates
    slots = _slot_names(extractor)
    problems: list[str] = []

    def compiled(template: PromptTemplate, rules: TemplateRules) -> CompiledTemplate | None:
        try:
            return compile_template(template, rules)
        except TemplateError as error:
            problems.extend(error.problems)
            return None

    instructions = compiled(templates.instructions, TemplateRules("instructions", extractor.name, slots))
    chunk = compiled(templates.chunk, TemplateRules("chunk", extractor.name, slots))
    if instructions is None or chunk is None:
        raise TemplateError(*problems)
    registered = RegisteredPrompts(
        extractor=extractor.name,
        version=templates.version,
        digests={"instructions": _identity(templates.instructions), "chunk": _identity(templates.chunk)},
        texts=(instructions.literals, chunk.literals),
        instructions=instructions.render,
        chunk=chunk.render,
    )
    _try_out(registered, slots)
    return registered


def _slot_names(extractor: Extractor) -> tuple[str, ...]:
    return tuple(slot.name for slot in extractor.reference_slots)


def _identity(template: PromptTemplate) -> str:
    # Jinja reads CRLF in a source as LF: the same template checked out on Windows is the same prompt.
    source = template.source.replace("\r\n", "\n").replace("\r", "\n")
    return digest_bytes(source.encode("utf-8", "surrogatepass"))


def _try_out(prompts: RegisteredPrompts, slots: tuple[str, ...]) -> None:
    """Render with nothing bound, with each slot alone and with all: what fails only when it runs fails here."""
    for bound in dict.fromkeys([(), *((slot,) for slot in slots), slots]):
        prompts._instructions(  # noqa: SLF001 (the class and this function make up one module)
            reference=lambda slot, bound=bound: _SAMPLE if slot in bound else "",
            hasreference=lambda slot, bound=bound: slot in bound,
        )
    prompts._chunk(chunk=_SAMPLE)  # noqa: SLF001 (as above)
