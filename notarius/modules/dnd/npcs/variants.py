"""Other ways in which an NPC is spoken of, for telling whether a record's name stands in the turns it cites."""

from collections.abc import Iterable

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.npcs.names import spoken_forms
from notarius.modules.dnd.npcs.registry import registry_of
from notarius.text import plain


def npc_variants(name: str, references: ReferenceSet) -> Iterable[str]:
    """Given name, surname, the name with and without title, and whatever the registry has for the same person.

    What the registry calls them counts also where it is only a title: the record's own turns say whom the title means.
    """
    yield from spoken_forms(name)
    said = plain(name)
    for known in registry_of(references):
        if said in known.forms or said in map(plain, (known.name, *known.aliases)):
            yield from (known.name, *known.aliases, *sorted(known.forms))
