"""Other ways in which a spell is said, for telling whether a record's spell stands in the turns it cites."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from notarius.contracts.references import ReferenceSet
from notarius.text import plain


def spell_variants(spell: str, references: ReferenceSet) -> Iterable[str]:
    """Inflected and shortened forms of a spell's name, and what a glossary of the table calls it."""
    from notarius.modules.dnd.spells.lexicon import spoken_forms  # patterns and lists wait until they are needed

    yield from spoken_forms(spell)
    yield from _also(references.text("glossary")).get(plain(spell), ())


@functools.lru_cache(maxsize=64)
def _also(glossary: str) -> Mapping[str, Sequence[str]]:
    """Plain names in a glossary with all names of the same spell."""
    from notarius.modules.dnd.spells.glossary import read_glossary

    found: dict[str, list[str]] = {}
    for term, aliases in read_glossary(glossary):
        for name in {plain(term), *map(plain, aliases)}:
            found.setdefault(name, []).extend((term, *aliases))
    return found
