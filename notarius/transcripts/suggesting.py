"""The name that somebody probably meant."""

from collections.abc import Iterable, Mapping


def nearest(wanted: str, names: Iterable[str] | Mapping[str, str]) -> str | None:
    """The name closest to `wanted`, whatever its case, or None.

    Args:
        wanted: what was given.
        names: the names there are; of a mapping, the value of the closest key is returned.
    """
    from difflib import get_close_matches  # only errors need it

    known = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    folded = {name.casefold(): value for name, value in known.items()}
    found = get_close_matches(wanted.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None
