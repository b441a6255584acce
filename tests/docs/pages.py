"""Reading the documentation: sections, fenced blocks with their marks, links, headings.

Marks stand behind a fence's language:

    ```console run=dnd-session          run in a copy of examples/dnd-session; `exit=2` is the last command's exit code
    ```console run=.                    run in a folder with copies of examples/, benchmarks/, tests/examples/ and
                                        tests/fixtures/recordings/
    ```yaml file=conf/pipeline/a.yaml   written into that copy before the section's commands run
    ```python source=examples/x/y.py    stands in that file, word for word
    ```sh example=no                    shown only
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

REPOSITORY: Final = Path(__file__).parents[2]
_FENCE: Final = re.compile(r"(?P<ticks>```+)(?P<info>[^`]*)")
_LINK: Final = re.compile(r"!?\[[^\]\n]*\]\((?P<target>[^)\s]+)\)")


@attrs.frozen
class Block:
    """A fenced block.

    Attributes:
        language: the first word behind the fence.
        marks: the others, `name=value`.
        text: what is between the fences.
        line: where it begins, counted from 1.
    """

    language: str
    marks: Mapping[str, str]
    text: str
    line: int


@attrs.frozen
class Section:
    """What stands below a heading of the first or second level, up to the next one.

    Attributes:
        page: the page, relative to the repository.
        title: the heading.
        blocks: in order.
    """

    page: str
    title: str
    blocks: tuple[Block, ...]

    def __str__(self) -> str:
        return f"{self.page}: {self.title}"


def documentation() -> tuple[Path, ...]:
    """Every Markdown page that users read."""
    found = [
        *REPOSITORY.glob("*.md"),
        *(REPOSITORY / "docs").rglob("*.md"),
        *(REPOSITORY / "examples").rglob("README.md"),
    ]
    return tuple(sorted(found))


def sections(page: Path) -> tuple[Section, ...]:
    """The sections of a page that have blocks."""
    name = page.relative_to(REPOSITORY).as_posix()
    found: list[tuple[str, list[Block]]] = [("", [])]
    for item in _parts(page.read_text(encoding="utf-8")):
        if isinstance(item, Block):
            found[-1][1].append(item)
        elif re.match(r"##? ", item):
            found.append((item.lstrip("# "), []))
    return tuple(Section(name, title, tuple(blocks)) for title, blocks in found if blocks)


def prose(page: Path) -> str:
    """A page without its blocks and without what stands in backticks."""
    lines = [item for item in _parts(page.read_text(encoding="utf-8")) if isinstance(item, str)]
    return re.sub(r"`[^`\n]*`", "", "\n".join(line for line in lines if not line.startswith("    ")))


def links(page: Path) -> tuple[str, ...]:
    """The targets of a page's links."""
    return tuple(match["target"] for match in _LINK.finditer(prose(page)))


def anchors(page: Path) -> frozenset[str]:
    """What `#...` may name on a page, by GitHub's rule."""
    lines = [item for item in _parts(page.read_text(encoding="utf-8")) if isinstance(item, str)]
    titles = [line.lstrip("# ") for line in lines if re.match(r"#{1,6} ", line)]
    return frozenset(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)


def _parts(text: str) -> Iterator["str | Block"]:
    """A page's lines, and its fenced blocks."""
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        fence = _FENCE.fullmatch(line)
        if fence is None:
            yield line
            continue
        inside = []
        for _, inner in lines:
            if inner == fence["ticks"]:
                break
            inside.append(inner)
        language, *marks = fence["info"].split() or [""]
        yield Block(language, dict(mark.split("=", 1) for mark in marks), "\n".join(inside) + "\n", number)
