import pytest

from notarius.errors import TemplateError
from notarius.prompts import PromptRegistry, register
from tests.prompts.harbour import CHUNK, INSTRUCTIONS, harbour

REFUSED_INSTRUCTIONS = {
    "undeclared slot, with the nearest one": (
        'Ships.\n{{ reference("regstry") }}',
        'jinja:2: reference("regstry"): harbour/arrivals declares the slots registry, charts; did you mean "registry"?',
    ),
    "undeclared slot, nothing near": (
        '{% if hasreference("zzz") %}x{% endif %}',
        'instructions.jinja:1: hasreference("zzz"): harbour/arrivals declares the slots registry, charts',
    ),
    "slot by a variable": (
        '{% set slot = "registry" %}\n{{ reference(slot) }}',
        "instructions.jinja:2: `reference` takes one slot as a literal",
    ),
    "slot by concatenation": ('{{ reference("regis" ~ "try") }}', "takes one slot as a literal"),
    "slot by a loop": ('{% for s in ["registry"] %}{{ reference(s) }}{% endfor %}', "takes one slot as a literal"),
    "slot by keyword": ('{{ reference(slot="registry") }}', "takes one slot as a literal"),
    "slot by unpacking": ('{{ reference(*["registry"]) }}', "takes one slot as a literal"),
    "no slot": ("{{ reference() }}", "takes one slot as a literal"),
    "two slots": ('{{ reference("registry", "charts") }}', "takes one slot as a literal"),
    "a number": ("{{ hasreference(1) }}", "`hasreference` takes one slot as a literal"),
    "alias": ("{% set r = reference %}{{ r('registry') }}", "`reference` can only be called"),
    "alias in a list": ("{{ [hasreference][0]('registry') }}", "`hasreference` can only be called"),
    "attribute": ("{{ reference.__globals__ }}", "`reference` can only be called"),
    "as a filter": ('{{ "registry"|reference }}', "no filter 'reference'"),
    "filter that only a branch uses": ('{% if hasreference("charts") %}{{ "a"|uper }}{% endif %}', "did you mean"),
    "unknown test": ("{% if 1 is lucky %}{% endif %}", "no test 'lucky'"),
    "lots": ("{{ [1, 2]|random }}", "no filter 'random'"),
    "escaping": ('{{ reference("registry")|e }}', "no filter 'e'"),
    "redefined by set": ("{% set reference = 1 %}", "`reference` is given by notarius and cannot be defined again"),
    "redefined by macro": ("{% macro hasreference(s) %}{% endmacro %}", "cannot be defined again"),
    "redefined by loop": ("{% for reference in [1] %}{% endfor %}", "cannot be defined again"),
    "redefined by argument": ("{% macro m(chunk) %}{% endmacro %}", "`chunk` is given by notarius"),
    "chunk": ("a\nb\n{{ chunk }}", "instructions.jinja:3: `chunk` stands in the chunk template only"),
    "unknown variable": ("{{ campaign }}", "unknown name `campaign`; the instructions template has"),
    "unknown function": ("{{ range(3) }}", "unknown name `range`"),
    "variable of another scope": ("{% for x in [1] %}{{ x }}{% endfor %}{{ x }}", "unknown name `x`"),
    "Jinja's own name": ("{{ self }}", "unknown name `self`"),
    "include": ('{% include "other" %}', "refused {% include %}"),
    "import": ('{% import "other" as o %}', "refused {% import %}"),
    "from": ('{% from "other" import o %}', "refused {% from %}"),
    "extends": ('{% extends "other" %}', "refused {% extends %}"),
    "block": ("{% block a %}{% endblock %}", "refused {% block %}"),
    "autoescape": ("{% autoescape true %}{% endautoescape %}", "refused {% autoescape %}"),
    "unclosed tag": ('one\ntwo\n{% if hasreference("registry") %}', "instructions.jinja:3: "),
    "unclosed expression": ("one\n{{ reference(", "instructions.jinja:2: "),
    "unknown tag": ("{% do 1 %}", "unknown tag 'do'"),
    "fails only when a slot is bound": (
        'x\n{% if hasreference("charts") %}\n{{ 1 // 0 }}\n{% endif %}',
        "instructions.jinja:3: ZeroDivisionError",
    ),
    "fails only when nothing is bound": (
        '\n{{ 1 // (reference("charts")|length) }}',
        "instructions.jinja:2: ZeroDivisionError",
    ),
    "set in one branch only": (
        '{% if hasreference("charts") %}{% set a = 1 %}{% endif %}{{ a }}',
        "unknown name `a`",
    ),
    "reaches into Python": ("{{ ''.__class__ }}", "SecurityError"),
    "prints a method": ("{{ ''.upper }}", "a template prints text and numbers, not builtin_function_or_method"),
    "prints None": ("{{ none }}", "a template prints text and numbers, not NoneType"),
}

REFUSED_CHUNK = {
    "reference": (
        '{{ chunk }}\n{{ reference("registry") }}',
        "chunk.jinja:2: `reference` stands in the instructions template only: the chunk template never sees references",
    ),
    "hasreference": ('{{ chunk }}{% if hasreference("registry") %}{% endif %}', "`hasreference` stands in the"),
    "alias of reference": ("{{ chunk }}{% set r = reference %}", "`reference` stands in the instructions template"),
    "no chunk": ("What happened?", "chunk.jinja:1: the chunk template never prints `{{ chunk }}`"),
    "chunk redefined": ("{% set chunk = 'x' %}{{ chunk }}", "`chunk` is given by notarius"),
    "unknown variable": (
        "{{ chunk }}{{ lane }}",
        "unknown name `lane`; the chunk template has `chunk` and nothing else",
    ),
    "attribute of the chunk": ("{{ chunk.units }}", "has no attribute 'units'"),
}


@pytest.mark.parametrize(("source", "message"), REFUSED_INSTRUCTIONS.values(), ids=REFUSED_INSTRUCTIONS)
def test_refuses_instructions(source: str, message: str) -> None:
    """What a template may not do fails when it is registered, and the message says where and what is allowed."""
    with pytest.raises(TemplateError) as caught:
        register(harbour(instructions=source))

    assert message in str(caught.value)
    assert all(problem.startswith("harbour/instructions.jinja:") for problem in caught.value.problems)


@pytest.mark.parametrize(("source", "message"), REFUSED_CHUNK.values(), ids=REFUSED_CHUNK)
def test_refuses_chunk_template(source: str, message: str) -> None:
    """The chunk template sees the chunk, has to show it, and never sees references."""
    with pytest.raises(TemplateError) as caught:
        register(harbour(chunk=source))

    assert message in str(caught.value)


def test_all_problems_of_both_templates_are_told_together() -> None:
    """A module author mends everything in one go: problems come in the order of templates and lines."""
    extractor = harbour(
        '{{ reference("a") }}\n{{ x }}\n{% include "y" %}', '{{ chunk }}\n{{ hasreference("registry") }}'
    )

    with pytest.raises(TemplateError) as caught:
        register(extractor)

    places = [problem.split(" ")[0] for problem in caught.value.problems]
    assert places == [
        "harbour/instructions.jinja:1:",
        "harbour/instructions.jinja:2:",
        "harbour/instructions.jinja:3:",
        "harbour/chunk.jinja:2:",
    ]


def test_an_extractor_without_slots_may_not_ask_for_any() -> None:
    """The message says that no slot is declared at all, instead of an empty list."""
    with pytest.raises(TemplateError, match=r'reference\("registry"\): harbour/arrivals declares no slots'):
        register(harbour(slots=()))


ACCEPTED = {
    "no references": "Ships.",
    "literal in single quotes": "{{ reference('registry') }}",
    "condition in an expression": '{{ reference("charts") if hasreference("charts") else "none" }}',
    "combined conditions": '{% if hasreference("charts") and not hasreference("registry") %}x{% endif %}',
    "macro": '{% macro titled(t) %}# {{ t }}\n{{ caller() }}{% endmacro %}{% call titled("Ships") %}x{% endcall %}',
    "reference within a macro": "{% macro ships() %}{{ reference('registry') }}{% endmacro %}{{ ships() }}",
    "loop over literals": "{% for step in ['a', 'b'] %}{{ loop.index }}. {{ step }}\n{% endfor %}",
    "constants": "{% set limit = 3 %}At most {{ limit }}.",
    "raw text": '{% raw %}{"records": [{"ship": "{{ name }}"}]}{% endraw %}',
    "braces that are no tags": '{"records": [{"ship": "..."}]}',
    "comment": "{# {{ reference('nothing') }} #}Ships.",
}


@pytest.mark.parametrize("source", ACCEPTED.values(), ids=ACCEPTED)
def test_accepts(source: str) -> None:
    """What needs neither data nor files but slots is fine."""
    assert register(harbour(instructions=source)).extractor == "harbour/arrivals"


def test_identity_is_of_templates_alone() -> None:
    """An edit of one template changes its digest and not the other's; the line ends of a checkout change neither."""
    before = register(harbour()).digests

    assert register(harbour(instructions=INSTRUCTIONS + "Be brief.")).digests["instructions"] != before["instructions"]
    assert register(harbour(instructions=INSTRUCTIONS + "Be brief.")).digests["chunk"] == before["chunk"]
    assert register(harbour(INSTRUCTIONS.replace("\n", "\r\n"), CHUNK.replace("\n", "\r\n"))).digests == before


def test_texts_hold_what_a_model_may_read_of_the_templates() -> None:
    """Leak checks look for text and string constants, and neither for comments nor for slot names."""
    source = '{# Osprey #}For example "Albatross".{% if hasreference("registry") %}{{ "Gannet" }}{% endif %}'

    instructions, chunk = register(harbour(instructions=source)).texts

    assert [word in instructions for word in ("Albatross", "Gannet", "Osprey", "registry")] == [
        True,
        True,
        False,
        False,
    ]
    assert "The log:" in chunk


def test_a_registry_compiles_each_extractor_once() -> None:
    """Lanes and sweep jobs share what was compiled; another template of the same name does not."""
    registry = PromptRegistry()

    first = registry.register(harbour())

    assert registry.register(harbour()) is first
    assert registry.register(harbour(instructions="Ships.")) is not first


def test_a_registry_does_not_keep_what_failed() -> None:
    """A broken extractor is an error each time it is asked for."""
    registry = PromptRegistry()
    for _ in range(2):
        with pytest.raises(TemplateError):
            registry.register(harbour(instructions="{{ x }}"))
