"""What registration refuses in a template, found in its syntax tree before anything is rendered."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

import attrs
from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.meta import find_undeclared_variables

from notarius.prompts.rules import CHUNK, REFERENCE_FUNCTIONS, TemplateRules

_RESERVED: Final = (*REFERENCE_FUNCTIONS, CHUNK)

_REFUSED_TAGS: Final[tuple[tuple[type[nodes.Node], str], ...]] = (
    (nodes.Include, "{% include %}: a template is one file, so that its digest says all of it"),
    (nodes.Import, "{% import %}: a template is one file, so that its digest says all of it"),
    (nodes.FromImport, "{% from %}: a template is one file, so that its digest says all of it"),
    (nodes.Extends, "{% extends %}: a template is one file, so that its digest says all of it"),
    (nodes.Block, "{% block %}: there is nothing to inherit from or by"),
    (nodes.EvalContextModifier, "{% autoescape %}: content reaches the model byte for byte"),
    (nodes.ScopedEvalContextModifier, "{% autoescape %}: content reaches the model byte for byte"),
)


@attrs.frozen(order=True)
class TemplateProblem:
    """One thing that is wrong in a template.

    Attributes:
        line: in the template's source, counted from 1.
        text: what is wrong and what was allowed.
    """

    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}: {self.text}"


def problems_of(tree: nodes.Template, environment: Environment, rules: TemplateRules) -> list[TemplateProblem]:
    """Everything that registration refuses in the template, in the order of its lines."""
    found = {
        *_tags(tree),
        *_filters(tree, environment),
        *_redefinitions(tree),
        *_reference_calls(tree, rules),
        *_aliases(tree, rules),
        *_missing_chunk(tree, rules),
    }
    try:
        return sorted(found.union(_unknown_names(tree, rules)))
    except TemplateSyntaxError as error:
        # Jinja looks for undefined names by generating code, which what was found already may make impossible.
        return sorted(found) or [TemplateProblem(error.lineno, str(error.message))]


def _tags(tree: nodes.Template) -> Iterator[TemplateProblem]:
    for kind, text in _REFUSED_TAGS:
        for node in tree.find_all(kind):
            yield TemplateProblem(node.lineno, f"refused {text}")


def _filters(tree: nodes.Template, environment: Environment) -> Iterator[TemplateProblem]:
    for node in tree.find_all((nodes.Filter, nodes.Test)):
        known, what = (environment.filters, "filter") if isinstance(node, nodes.Filter) else (environment.tests, "test")
        if node.name not in known:
            yield TemplateProblem(node.lineno, f"no {what} {node.name!r}{_suggestion(node.name, tuple(known))}")


def _redefinitions(tree: nodes.Template) -> Iterator[TemplateProblem]:
    names = [(node.lineno, node.name) for node in tree.find_all(nodes.Name) if node.ctx != "load"]
    macros = [(node.lineno, node.name) for node in tree.find_all(nodes.Macro)]
    for line, name in names + macros:
        if name in _RESERVED:
            yield TemplateProblem(line, f"`{name}` is given by notarius and cannot be defined again")


def _reference_calls(tree: nodes.Template, rules: TemplateRules) -> Iterator[TemplateProblem]:
    for call in tree.find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in REFERENCE_FUNCTIONS:
            continue
        text = _fault_of(call, call.node.name, rules)
        if text is not None:
            yield TemplateProblem(call.lineno, text)


def _fault_of(call: nodes.Call, function: str, rules: TemplateRules) -> str | None:
    if rules.role == "chunk":
        return _not_in_chunk(function)
    slot = _literal_argument(call)
    if slot is None:
        return f'`{function}` takes one slot as a literal, such as {function}("{(*rules.slots, "slot")[0]}")'
    if slot in rules.slots:
        return None
    return f'{function}("{slot}"): {rules.extractor} declares {_declared(rules)}{_suggestion(slot, rules.slots)}'


def _literal_argument(call: nodes.Call) -> str | None:
    if len(call.args) != 1 or call.kwargs or call.dyn_args is not None or call.dyn_kwargs is not None:
        return None
    argument = call.args[0]
    return argument.value if isinstance(argument, nodes.Const) and isinstance(argument.value, str) else None


def _aliases(tree: nodes.Template, rules: TemplateRules) -> Iterator[TemplateProblem]:
    called = {id(call.node) for call in tree.find_all(nodes.Call)}
    for node in tree.find_all(nodes.Name):
        if node.ctx == "load" and node.name in REFERENCE_FUNCTIONS and id(node) not in called:
            call = f'`{node.name}` can only be called, as {node.name}("slot")'
            yield TemplateProblem(node.lineno, _not_in_chunk(node.name) if rules.role == "chunk" else call)


def _missing_chunk(tree: nodes.Template, rules: TemplateRules) -> Iterator[TemplateProblem]:
    if rules.role == "chunk" and not any(node.name == CHUNK for node in tree.find_all(nodes.Name)):
        yield TemplateProblem(
            1, "the chunk template never prints `{{ chunk }}`: the model would be asked about nothing"
        )


def _unknown_names(tree: nodes.Template, rules: TemplateRules) -> Iterator[TemplateProblem]:
    # `self` is the one name that Jinja defines by itself.
    unknown = find_undeclared_variables(tree).difference(REFERENCE_FUNCTIONS, rules.names) | {"self"}
    for node in tree.find_all(nodes.Name):
        if node.name == CHUNK and rules.role == "instructions":
            yield TemplateProblem(node.lineno, "`chunk` stands in the chunk template only: instructions never see it")
        elif node.name in unknown:
            yield TemplateProblem(node.lineno, f"unknown name `{node.name}`; {rules.usage}")


def _not_in_chunk(function: str) -> str:
    return f"`{function}` stands in the instructions template only: the chunk template never sees references"


def _declared(rules: TemplateRules) -> str:
    return "the slots " + ", ".join(rules.slots) if rules.slots else "no slots"


def _suggestion(name: str, names: tuple[str, ...]) -> str:
    close = get_close_matches(name, names, n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
