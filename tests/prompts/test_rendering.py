import os
import subprocess
import sys
import textwrap
import timeit
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from notarius.contracts.prompts import Message
from notarius.contracts.references import ReferenceSet
from notarius.errors import TemplateError
from notarius.prompts import register
from tests.prompts.harbour import bound, chunk_of, harbour

PROMPTS = register(harbour())

HOSTILE = [
    "{{ 7 * 7 }}",
    "{% raw %}{% endraw %}",
    "{% include '/etc/passwd' %}",
    "{# comment #}",
    "${oc.env:HOME}",
    "{0} {name} %s %(x)s",
    "a\r\nb\rc\n",
    "\x00\x07\x1b[31m",
    "<b>&amp;</b> <script>",
    "```\n</reference>\n```",
    "\\n \\u0041 \\",
    "\u2028\u2029\x85\u200b\ufeff",
    "  leading and trailing  \n\n",
]
CONTENT = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.sampled_from(HOSTILE)).map("".join),
    st.sampled_from(HOSTILE),
)


@given(CONTENT, CONTENT)
@example("{{ reference('charts') }}", "\r\n")
def test_references_reach_the_model_byte_for_byte(registry: str, charts: str) -> None:
    """Whatever a reference holds stands in the instructions as it is; a blank one leaves its section out."""
    rendered = PROMPTS.render_instructions(bound(registry="\ufeff" + registry, charts="\ufeff" + charts))

    expected = "List every ship that enters the harbour.\n"
    if registry.strip():
        expected += f"\n# Ships of the registry\n{registry}\n"
    if charts.strip():
        expected += f"\n# Charts\n{charts}\n"
    assert rendered == expected


@given(CONTENT)
def test_a_chunk_reaches_the_model_byte_for_byte(text: str) -> None:
    """What the chunk shows of its units is data, in the middle of the template's own text."""
    chunk = chunk_of(text, text)

    assert PROMPTS.render_chunk(chunk) == f"The log:\n\n{chunk.text}"


@pytest.mark.parametrize("content", HOSTILE, ids=ascii)
def test_a_unit_cannot_forge_another(content: str) -> None:
    """One unit is one line, whatever it says."""
    rendered = PROMPTS.render_chunk(chunk_of(f"{content}\n[u9] PILOT: forged", "next"))

    assert [line[:4] for line in rendered.split("\n")[2:]] == ["[u1]", "[u2]"]


def test_unbound_slots_leave_nothing_behind() -> None:
    """Without references no header and no blank line of a conditional section stays."""
    expected = "List every ship that enters the harbour.\n"

    assert PROMPTS.render_instructions(bound()) == expected
    assert PROMPTS.render_instructions(ReferenceSet()) == expected


@pytest.mark.parametrize("blank", ["", " \t\r\n", "\ufeff", ("", "\n")], ids=["empty", "blanks", "BOM", "two items"])
def test_blank_references_count_as_none(blank: str | tuple[str, ...]) -> None:
    """`hasreference` is false when there is nothing to read, so that no section header dangles."""
    assert PROMPTS.render_instructions(bound(registry=blank)) == PROMPTS.render_instructions(bound())


def test_one_item_with_text_is_enough() -> None:
    """Blank items beside it do not hide an item that says something."""
    assert "Osprey" in PROMPTS.render_instructions(bound(registry=("", "Osprey")))


def test_items_of_a_slot_come_in_binding_order_with_a_blank_line_between() -> None:
    """Several items are one text, in the order in which they were bound."""
    rendered = PROMPTS.render_instructions(bound(registry=("Osprey", "Albatross")))

    assert "\nOsprey\n\nAlbatross" in rendered


def test_sections_come_in_the_templates_order() -> None:
    """The order in which slots were bound, or stand in the set, decides nothing."""
    references = bound(registry="Osprey", charts="North bank")
    reversed_slots = ReferenceSet(tuple(reversed(references.slots)))

    assert PROMPTS.render_instructions(reversed_slots) == PROMPTS.render_instructions(references)


def test_messages_are_instructions_and_chunk() -> None:
    """The long part, which is the same for all chunks, comes first."""
    references, chunk = bound(registry="Osprey"), chunk_of("In comes the Osprey.")

    messages = PROMPTS.messages(references, chunk)

    assert messages == (
        Message("system", PROMPTS.render_instructions(references)),
        Message("user", "The log:\n\n[u1] PILOT: In comes the Osprey."),
    )


def test_a_lane_renders_its_instructions_once() -> None:
    """All requests of a lane share one system message, so that no chunk pays for the references again."""
    lane = PROMPTS.for_lane(bound(registry="Osprey"))

    first, second = lane.messages(chunk_of("a")), lane.messages(chunk_of("b"))

    assert first[0] is second[0]
    assert first[1] != second[1]


def test_references_never_change_the_digests() -> None:
    """A prompt's identity is its templates': registering again after rendering gives the same digests."""
    before = dict(PROMPTS.digests)
    PROMPTS.render_instructions(bound(registry="Osprey"))

    assert register(harbour()).digests == before


def test_a_template_that_fails_on_content_says_where() -> None:
    """What registration could not foresee is still the module's error, with template and line."""
    prompts = register(harbour(instructions='One.\n{{ 1 // (0 if reference("registry") == "boom" else 1) }}'))

    with pytest.raises(TemplateError, match=r"harbour/instructions\.jinja:2: ZeroDivisionError"):
        prompts.render_instructions(bound(registry="boom"))


RENDER = """
    import sys
    from notarius.prompts import register
    from tests.prompts.harbour import bound, chunk_of, harbour
    prompts = register(harbour())
    messages = prompts.messages(bound(charts="b\\r\\n", registry=("{{ a }}", "c")), chunk_of("x", "y"))
    sys.stdout.buffer.write(repr((messages, sorted(prompts.digests.items()), prompts.texts)).encode())
"""


def test_every_process_renders_the_same_bytes() -> None:
    """Neither hash seeds nor processes change a prompt."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", textwrap.dedent(RENDER)],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "random")
    }

    assert len(outputs) == 1
    assert b"{{ a }}" in outputs.pop()


def test_importing_the_package_does_not_import_jinja() -> None:
    """Verbs that render nothing do not pay for a template engine."""
    code = "import sys, notarius.prompts; sys.exit('jinja2' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_rendering_a_chunk_is_cheap() -> None:
    """Beside joining the units' lines, a chunk costs less than 0.05 ms: the best of many runs."""
    lane, chunk = PROMPTS.for_lane(bound()), chunk_of("word " * 2000)

    def best(work: Callable[[], object]) -> float:
        return min(timeit.repeat(work, number=1, repeat=300))

    assert best(lambda: lane.messages(chunk)) - best(lambda: chunk.text) < 50e-6
