"""The forms a roster comes in: reads tables, lists, cards, prose, YAML and JSON into entries.

Where two names stand side by side and no words tell, an entry has them as they stand, with what the line hints at, and
`roster` decides once the whole is read.
"""

import functools
import re
from typing import Final

from notarius.modules.dnd.bounds import with_few_blanks
from notarius.modules.dnd.rosters.cells import with_capitals
from notarius.modules.dnd.rosters.entries import Entry
from notarius.modules.dnd.rosters.lines import Lines
from notarius.modules.dnd.rosters.markup import as_markdown, of_party
from notarius.modules.dnd.rosters.rows import entries_of_rows
from notarius.modules.dnd.rosters.spans import SIGNS, Labels
from notarius.modules.dnd.rosters.tables import rows_of_table
from notarius.modules.dnd.rosters.tree import rows_of_tree
from notarius.modules.dnd.rosters.writer import said_by, without_mail_heads, writer_of

# YAML or JSON inside Markdown.
_FENCED: Final = re.compile(r"^```[ \t]*(?:ya?ml|json)?[ \t]*\n(.*?)^```", re.DOTALL | re.MULTILINE | re.IGNORECASE)


# Signs of shapes, which an icon font may use for its own.
_NO_SIGNS: Final = str.maketrans(dict.fromkeys(SIGNS, " "))


@functools.lru_cache(maxsize=64)
def read_entries(text: str, labels: Labels) -> tuple[Entry, ...]:
    """All entries of a roster, in its order, read with what the transcript's labels tell."""
    text = with_capitals(with_few_blanks(text.translate(_NO_SIGNS)))
    for written in (text, *_FENCED.findall(text)):
        rows = rows_of_tree(written, party=True)
        if rows is not None:
            return tuple(entries_of_rows(rows, labels).all)
    lines = of_party(as_markdown(text).split("\n"))
    writer = writer_of(lines, labels)
    rows, rest = rows_of_table(without_mail_heads(lines), labels)
    reader = Lines(entries_of_rows(rows, labels), labels, writer)
    prose: list[str] = []
    for line in rest:
        if said := said_by(line, labels):
            reader.writer = said[0]
            reader.read([said[1]])
            reader.writer = writer
        else:
            prose.append(line)
    reader.read(prose)
    return tuple(reader.entries.all)
