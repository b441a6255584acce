"""Compiling one template in a sandboxed Jinja environment in which every value is data."""

import traceback
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import attrs
from jinja2 import StrictUndefined, Template, TemplateRuntimeError, TemplateSyntaxError, Undefined, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from notarius.contracts.prompts import PromptTemplate
from notarius.errors import TemplateError
from notarius.prompts.checks import problems_of
from notarius.prompts.rules import REFERENCE_FUNCTIONS, TemplateRules

# One draws lots; the others rewrite markup, which has to reach the model as it is.
_REFUSED_FILTERS: Final = ("random", "e", "escape", "forceescape", "safe", "striptags", "tojson", "urlize", "xmlattr")


@attrs.frozen
class CompiledTemplate:
    """A template that passed the checks.

    Attributes:
        name: where it lies, for messages.
        literals: the text that stands in the source outside of tags and comments, and in string constants.
    """

    name: str
    literals: str = attrs.field(repr=False)
    _render: Callable[..., str] = attrs.field(repr=False, alias="render")

    def render(self, **values: Any) -> str:
        """The text for these values.

        Raises:
            TemplateError: with template and line, whatever the template did wrong.
        """
        try:
            return self._render(**values)
        except Exception as error:
            line = _line_in(error, self.name)
            raise TemplateError(f"{self.name}:{line}: {type(error).__name__}: {error}") from error


def compile_template(template: PromptTemplate, rules: TemplateRules) -> CompiledTemplate:
    """Check and compile one template.

    Raises:
        TemplateError: with every problem found; after a syntax error nothing else can be looked for.
    """
    environment = _environment()
    try:
        tree = environment.parse(template.source, template.name)
    except TemplateSyntaxError as error:
        raise TemplateError(f"{template.name}:{error.lineno}: {error.message}") from error
    problems = problems_of(tree, environment, rules)
    if problems:
        raise TemplateError(*(f"{template.name}:{problem}" for problem in problems))
    code = environment.compile(tree, template.name, template.name)
    compiled = Template.from_code(environment, code, {})
    return CompiledTemplate(template.name, _literals(tree), render=compiled.render)


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    """No loader, no globals, no escaping; a line that holds only a tag leaves no line behind."""
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        finalize=_printable,
    )
    environment.globals.clear()
    for name in _REFUSED_FILTERS:
        del environment.filters[name]
    return environment


def _printable(value: object) -> object:
    """Let only text and numbers into a prompt: the text form of anything else may hold an address in memory."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Undefined):
        return str(value)
    raise TemplateRuntimeError(f"a template prints text and numbers, not {type(value).__name__}")


def _literals(tree: nodes.Template) -> str:
    slots = {
        id(argument)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in REFERENCE_FUNCTIONS
        for argument in call.args
    }
    texts = [data.data for data in tree.find_all(nodes.TemplateData)]
    constants = [constant for constant in tree.find_all(nodes.Const) if id(constant) not in slots]
    return "\n".join([*texts, *(constant.value for constant in constants if isinstance(constant.value, str))])


def _line_in(error: Exception, name: str) -> int | str:
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or "?" for frame in reversed(frames) if frame.filename == name), "?")
