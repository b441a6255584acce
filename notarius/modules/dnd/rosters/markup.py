"""Whatever markup a roster is in, as plain Markdown: boards, wikis, HTML, columns set by blanks, INI and TOML."""

import html
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from notarius.modules.dnd.rosters.cells import role_of, section_of
from notarius.modules.dnd.rosters.tables import is_header
from notarius.modules.dnd.rosters.words import is_of_others

_Change = tuple["re.Pattern[str]", str | Callable[["re.Match[str]"], str]]

_HTML: Final[tuple[_Change, ...]] = (
    (re.compile(r"<(?:script|style|!--)[^>]{0,200}>", re.IGNORECASE), " "),
    (re.compile(r"</t[dh]>\s*<t[dh][^<>]{0,200}>", re.IGNORECASE), " | "),
    (re.compile(r"<tr[^<>]{0,200}>\s*<t[dh][^<>]{0,200}>", re.IGNORECASE), "\n| "),
    (re.compile(r"</t[dh]>\s*</tr>\s*", re.IGNORECASE), " |\n"),
    (re.compile(r"<h([1-6])[^<>]{0,200}>", re.IGNORECASE), lambda match: "\n" + "#" * int(match.group(1)) + " "),
    (re.compile(r"<li[^<>]{0,200}>", re.IGNORECASE), "\n- "),
    (re.compile(r"<dt[^<>]{0,200}>", re.IGNORECASE), "\n; "),
    (re.compile(r"<dd[^<>]{0,200}>", re.IGNORECASE), "\n: "),
    (re.compile(r"<(?:br|p|div|/p|/div|/h[1-6]|/li|/ul|/ol|/dd|/dt|table|/table)\b[^<>]{0,200}>", re.IGNORECASE), "\n"),
    (re.compile(r"</?(?:b|strong)>", re.IGNORECASE), "**"),
    (re.compile(r"</?[a-z][^<>]{0,200}>", re.IGNORECASE), ""),
)
_BOARD: Final[tuple[_Change, ...]] = (
    (re.compile(r"^[ \t]*\[\*\][ \t]*", re.MULTILINE), "- "),
    (re.compile(r"\[/?(?:b|strong)\]", re.IGNORECASE), "**"),
    (re.compile(r"\[/t[dh]\]\s*\[t[dh]\]", re.IGNORECASE), " | "),
    (re.compile(r"\[/?(?:i|u|s|list|ol|ul|quote|code|center|spoiler|table|tr|td|th|h[1-6]|hr|img|size|color|url|font)"
                r"(?:=[^\[\]\n]{0,100})?\]", re.IGNORECASE), ""),
)  # fmt: skip
_WIKI: Final[tuple[_Change, ...]] = (
    (re.compile(r"'''''|'''|''(?=[^'\s])|(?<=[^'\s])''"), ""),
    (re.compile(r"\[\[(?:[^\[\]|\n]{1,100}\|)?([^\[\]|\n]{1,100})\]\]"), r"\1"),
    (
        re.compile(r"^(={2,6})[ \t]*([^\n]{1,120}?)[ \t]*={2,6}[ \t]*$", re.MULTILINE),
        lambda match: "#" * len(match.group(1)) + " " + match.group(2),
    ),
    (re.compile(r"^;[ \t]*([^:\n]{1,80}?)\s+:[ \t]+(?=\S)", re.MULTILINE), r"- \1: "),
    (re.compile(r"^;[ \t]*([^\s;][^;\n]*)$", re.MULTILINE), r"###### \1"),
    (re.compile(r"^:+[ \t]*(?=[^\s:-])", re.MULTILINE), "- "),
)
_SECTION: Final[tuple[_Change, ...]] = (
    (re.compile(r"^\[\[?([^\[\]\n,|*]{1,60})\]\]?[ \t]*$", re.MULTILINE), r"###### \1"),
)
_PLAIN: Final[tuple[_Change, ...]] = (
    (re.compile(r"^\|[ \t]*(\w[\w ]{0,30}?)[ \t]*=[ \t]*([^|\n]*)$", re.MULTILINE), r"\1: \2"),
    (re.compile(r"^(?:\{\{.{0,80}|\}\})$", re.MULTILINE), "---"),
    (re.compile(r"[ \t]?\\\\(?:[ \t]*\\hline)?[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^Q[:.] (.{1,80}\?)[ \t]*\n\s{0,3}A[:.] ", re.MULTILINE), r"\1 "),
    (re.compile(r"^(\*{2,6})[ \t]+(?=\S)", re.MULTILINE), lambda match: "#" * len(match.group(1)) + " "),
    (re.compile(r"(?<=\w) ::? +(?=\S)"), ": "),
    (re.compile(r"^(\w[\w ]{0,30}?)[ \t]*=[ \t]*\"([^\"\n]*)\"[ \t]*$", re.MULTILINE), r"\1: \2"),
    (re.compile(r"(?<=\S) ?(?:\.{3,}|_{3,}|(?: \.){3,})[ \t]*(?=[^\s.])"), " -- "),
    (re.compile(r"^\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\]?[ \t]+", re.MULTILINE | re.IGNORECASE), ""),
    (re.compile(r"\bWho(?: is|'s|\u2019s) (?:the |our )?([^?\n]{1,40})\? +(?=\S)"), r"\1: "),
    (re.compile(r"\bWho (?:plays|is playing|played) ([^?\n]{1,40})\? +(?:Played by )?(?=\S)"), r"\1, played by "),
    (re.compile(r"^\+[-=+]{3,}\+[ \t]*$", re.MULTILINE), "|---|"),
)


def as_markdown(text: str) -> str:
    """The roster as Markdown; what is none of these forms stays as it is."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ").replace("\ufeff", "")
    if re.search(r"<(?:t[rdh]|li|p|br|h[1-6]|d[td]|b|ul)\b", text, re.IGNORECASE):
        text = html.unescape(_changed(text, _HTML))
    if re.search(r"\[(?:\*|b|i|list|table|u)\]", text, re.IGNORECASE):
        text = _changed(text, _BOARD)
    if "\\begin{tab" in text:
        text = text.replace(" & ", " | ")
    if "|===" in text:
        text = re.sub(r"^\|===$|(?<=\n)\n(?=\|)", "", text, flags=re.MULTILINE)
    text = _changed("\n".join(_wiki_rows(text.split("\n"))), (*_SECTION, *_WIKI))
    return "\n".join(_unwrapped(_columns(_changed(text, _PLAIN).split("\n"))))


#: A line that long goes on in the next one, if it ends within a sentence.
_WRAPPED: Final = 60
_BEGINS: Final = re.compile(
    r"^\s*(?:[-*+\u2022|#>;]|\d+[.)]\s|(?:[^\W\d_a-z][\w'. -]{0,40}|[\w'-]{1,30}) ?"
    r"(?:[:=(|]|->|\u2192|[\u2013\u2014-] )|$)"
)
#: A row of separated values: no blank stands behind its first separator, as it does behind the commas of prose.
_ROW: Final = re.compile(r"^(?:\"[^\"\n]{0,80}\"|[^\",;\n]{0,80}[^\W\d][)]?)[,;](?![\s\d])")
#: A list by key, and the start of a sentence about somebody, which goes on with no list.
_LIST: Final = re.compile(r"^\W{0,4}(?P<key>[^\W\d_][\w ]{0,30}?)\W{0,3}:")
_TELLS: Final = re.compile(r"^[^\n]{1,60}?\b(?:plays?|playing|played|voices?|voiced|portray(?:s|ed)|runs?|run by)\b")


def _unwrapped(lines: Sequence[str]) -> list[str]:
    """The lines, those of a paragraph joined that was broken to fit a page."""
    parts: list[list[str]] = []
    last = ""
    for line, in_table in zip(lines, _in_tables(lines), strict=True):
        if parts and not in_table and _goes_on(last, line, parts[-1][0]):
            parts[-1].append(line.strip())
        else:
            parts.append([line])
        last = line
    return [" ".join(part) for part in parts]


def _in_tables(lines: Sequence[str]) -> Iterator[bool]:
    """Whether each line is a row of separated values, under a line of heads or by its own looks."""
    sep, width = ",", 0
    for line in lines:
        if not width:
            sep = next((sep for sep in ";," if sep in line[:200] and is_header(line.split(sep))), ",")
            width = line.count(sep) if is_header(line.split(sep)) else 0
        elif line.count(sep) < width:
            width = 0
        yield bool(width or _ROW.match(line))


def _goes_on(last: str, line: str, first: str) -> bool:
    """Whether a line goes on in the next one, `first` being the one with which its paragraph begins."""
    if len(last) < _WRAPPED or last.rstrip()[-1:] in {".", "!", "?", ":", "|", ")"} or last.startswith("#"):
        return False
    if _BEGINS.match(line) or _indent(line) < _indent(first):
        return False
    key = _LIST.match(first)
    return not (key and section_of(key["key"]) is not None and _TELLS.match(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _changed(text: str, changes: Sequence[_Change]) -> str:
    for pattern, by in changes:
        text = pattern.sub(by, text)
    return text


def _wiki_rows(lines: Sequence[str]) -> Iterator[str]:
    """Tables of a wiki with a row on one line each."""
    inside = False
    row: list[str] = []
    for line in lines:
        bare = line.strip()
        if bare.startswith("{|"):
            inside = True
        elif not inside:
            yield line
        elif bare.startswith(("|-", "|}")):
            yield from [f"| {' | '.join(row)} |"] if row else []
            row = []
            inside = not bare.startswith("|}")
        elif bare[:1] in {"|", "!"} and not bare.startswith("|+"):
            row += [re.sub(r"^[^|\[]{1,80}\|(?!\|)", "", cell).strip() for cell in re.split(r"\|\||!!", bare[1:])]
    yield from [f"| {' | '.join(row)} |"] if row else []


_GAP: Final = re.compile(r"(?<=\S)(?:[ ]{2,}|\t+)(?=\S)")


def _columns(lines: Sequence[str]) -> list[str]:
    """Columns that blanks set apart over several lines, as cells."""
    sheets = _sheets(lines)
    cells = [
        line.split("\t") if sheet else _GAP.split(line.strip()) if "|" not in line else [line]
        for line, sheet in zip(lines, sheets, strict=True)
    ]
    wide = [
        len(row) > 1 and all(len(cell.split()) <= 8 for cell in row[:-1]) and not _ends_sentence(row) for row in cells
    ]
    found = []
    for at, line in enumerate(lines):
        near = any(0 <= other < len(lines) and wide[other] for other in (at - 1, at + 1))
        found.append(f"| {' | '.join(cells[at])} |" if wide[at] and near else line)
    return found


def _sheets(lines: Sequence[str]) -> list[bool]:
    """Whether each line is of a sheet, in which two tabs on end are an empty cell.

    All lines of it have as many tabs, and no column is empty in all of them, as where tabs only set columns apart.
    """
    found: list[bool] = []
    for tabbed, group in itertools.groupby(lines, lambda line: "\t" in line.strip() and "|" not in line):
        rows = [line.split("\t") for line in group]
        even = tabbed and len(rows) > 1 and len({len(row) for row in rows}) == 1
        found += [even and all(any(cell.strip() for cell in column) for column in zip(*rows, strict=False))] * len(rows)
    return found


def _ends_sentence(row: Sequence[str]) -> bool:
    return any(cell.endswith((".", "!", "?", ":")) for cell in row[:-1]) and role_of(row[0]) is None


_HEADING: Final = re.compile(
    r"^\s*(?:(?P<marks>#{1,6})\s*(?P<title>.+?)\s*#*|\*\*(?P<bold>[^*]+?):?\*\*:?|"
    r"(?P<colon>[^\W\d_][\w'/&() -]{1,50}):|(?P<capitals>[A-Z][A-Z'/& -]{2,40}))\s*$"
)
_INLINE: Final = re.compile(r"^\s*(?:[-*+\u2022]\s+)?\**(?P<key>[^\W\d_][\w' -]{1,30}?)\**\s*[:=]\**\s*\S")


@attrs.frozen
class Heading:
    """A line that says what follows.

    Attributes:
        title: without its markup.
        level: 1 to 6; 7 if no marks tell.
    """

    title: str
    level: int


def heading_of(line: str) -> Heading | None:
    """The heading that a line is, or None."""
    match = _HEADING.match(line) if len(line) <= 120 else None
    if match is None:
        return None
    title = next(filter(None, (match["title"], match["bold"], match["colon"], match["capitals"])))
    return Heading(re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)", "", title).strip().rstrip(":"), len(match["marks"] or "#######"))


def of_party(lines: Sequence[str]) -> list[str]:
    """The lines without sections and fields about people, animals and things that are not the party."""
    kept: list[str] = []
    skipped: int | None = None
    titled = False
    for line in lines:
        head = heading_of(line)
        if head is not None and not titled and head.level == 1:
            titled, head = True, None  # the whole roster's title, whatever it says
        if head is not None and (skipped is None or head.level <= skipped):
            skipped = head.level if is_of_others(head.title) else None
        inline = _INLINE.match(line)
        if skipped is None and not (inline and role_of(inline["key"]) is None and is_of_others(inline["key"])):
            kept.append(line)
    return kept
