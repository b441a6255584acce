"""Other ways in which an NPC is spoken of, for telling whether a record's name stands in the turns it cites."""

import functools
from collections.abc import Iterable, Mapping, Sequence

from notarius.contracts.references import ReferenceSet
from notarius.modules.dnd.npcs.names import spoken_forms, without_article
from notarius.modules.dnd.npcs.registry import Known, read_registry, registry_texts
from notarius.text import plain


def npc_variants(name: str, references: ReferenceSet) -> Iterable[str]:
    """Given name, surname, the name with and without title and article, and what the registry has for the same person.

    What the registry calls them counts also where it is only a title: the record's own turns say whom the title means.
    """
    yield from _with_and_without_article(spoken_forms(name))
    said = without_article(name)
    for known in (known for text in registry_texts(references) for known in _by_name(text).get(said, ())):
        yield from _with_and_without_article((known.name, *known.aliases, *sorted(known.forms)))


@functools.lru_cache(maxsize=64)
def _by_name(registry: str) -> Mapping[str, Sequence[Known]]:
    """Who goes by a plain name in a registry's text."""
    found: dict[str, list[Known]] = {}
    for known in read_registry(registry):
        for said in {*known.forms, *map(without_article, (known.name, *known.aliases))}:
            found.setdefault(said, []).append(known)
    return found


def _with_and_without_article(names: Iterable[str]) -> Iterable[str]:
    """`the Deacon` is also called `Deacon`."""
    for name in names:
        yield name
        if (bare := without_article(name)) != plain(name):
            yield bare
