"""Prompt templates as modules give them, and the messages they render to."""

from typing import Literal

import attrs


@attrs.frozen
class PromptTemplate:
    """The source of one message.

    Attributes:
        source: Jinja text. `reference("slot")` and `hasreference("slot")` are its functions; the chunk template
            has `chunk`, the lines of the units, instead.
        name: where it lies, for error messages, such as `meetings/decisions/instructions.md.jinja`.
    """

    source: str = attrs.field(repr=False)
    name: str


@attrs.frozen
class PromptTemplates:
    """The two templates of an extractor.

    Attributes:
        instructions: the system message; sees the references, never the chunk.
        chunk: the only user message; sees the chunk, never the references.
        version: for people; identity is the digest of the sources.
    """

    instructions: PromptTemplate
    chunk: PromptTemplate
    version: str = "1"


@attrs.frozen
class Message:
    """One message of a chat.

    Attributes:
        role: who speaks.
        content: the text.
    """

    role: Literal["system", "user", "assistant"]
    content: str
