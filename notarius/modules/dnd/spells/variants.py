"""Other ways in which a spell is said, for telling whether a record's spell stands in the turns it cites."""

from collections.abc import Iterable

from notarius.contracts.references import ReferenceSet
from notarius.text import plain


def spell_variants(spell: str, references: ReferenceSet) -> Iterable[str]:
    """Inflected and shortened forms of a spell's name, and what a glossary of the table calls it."""
    from notarius.modules.dnd.spells.glossary import read_glossary  # patterns and lists wait until they are needed
    from notarius.modules.dnd.spells.lexicon import spoken_forms

    yield from spoken_forms(spell)
    wanted = plain(spell)
    for term, aliases in read_glossary(references.text("glossary")):
        if wanted in {plain(term), *map(plain, aliases)}:
            yield from (term, *aliases)
