"""What a composed config reaches: files and hosts that only a trusted campaign, or a run of one's own, may name."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from notarius.config.arguments import listed
from notarius.config.loader import Composition
from notarius.config.safety import is_loopback, trust_advice
from notarius.config.stamps import WrittenPath, resolve_path
from notarius.config.structure import short_file
from notarius.errors import UntrustedConfigError


def check_reach(plain: Mapping[str, Any], composition: Composition) -> None:
    """Check that a config reaches nothing outside its folder that only a trusted one may.

    Args:
        plain: as `notarius.config.structure.plain_config` gives it.
        composition: how the config came to be.

    Raises:
        UntrustedConfigError: naming the keys, and how to trust the folder.
    """
    if composition.saved_by is not None and not composition.saved_by.own:
        _check_foreign_run(plain, composition, composition.saved_by.run)
    campaign = composition.locations.campaign
    if campaign is None or composition.trusted:
        return
    outside = [
        f"{key} (in {short_file(path.source)}): {path.text}: a file outside the campaign folder"
        for key, path in _written_paths(plain, "")
        if path.origin == "config" and path.path is not None and _escapes(path, composition)
    ]
    if composition.saved_by is None:  # a replayed config was looked at when it was read
        outside += _foreign_hosts(plain, composition)
    if outside:
        raise UntrustedConfigError(*outside, trust_advice(campaign, "campaign"))


def _check_foreign_run(plain: Any, composition: Composition, run: Path) -> None:
    """A run directory that somebody else made may claim for every path that the user gave it on the command line."""
    campaign = composition.locations.campaign
    typed = {override.lstrip("+").partition("=")[0] for override in composition.overrides}
    outside = [
        f"{key}: {path.text}: a file outside the campaign folder, named by a run that your own notarius did not seal"
        for key, path in _written_paths(plain, "")
        if key not in typed and not all(_lies_in(one, campaign) for one in _named(path))
    ]
    if outside:
        raise UntrustedConfigError(*outside, trust_advice(run, "run"))


def _named(path: WrittenPath) -> Iterator[str]:
    """The path, and those of the list that a slot with `multiple` takes a command line's `[a,b]` for."""
    if path.path is not None:
        yield path.path
    items = listed(path.text) if path.text is not None and path.origin == "cli" else None
    for item in items or ():
        if (named := resolve_path("cli", path.source, item)) is not None:
            yield named


def _lies_in(path: str, campaign: Path | None) -> bool:
    return campaign is not None and Path(path).resolve().is_relative_to(campaign.resolve())


def _foreign_hosts(plain: Any, composition: Composition) -> list[str]:
    """Hosts that the campaign chose by choosing a model; the command line may choose any."""
    typed = [override.lstrip("+").partition("=")[0] for override in composition.overrides]
    found = []
    for key, model in [("model", plain.get("model")), *_lane_models(plain)]:
        url = model.get("base_url") if isinstance(model, Mapping) else None
        chosen = any(name in (key, f"{key}.base_url") or name.endswith(f"@{key}") for name in typed)
        if isinstance(url, str) and not chosen and not is_loopback(url):
            found.append(f"{key}.base_url: the campaign chooses a model on a host other than this machine")
    return found


def _lane_models(plain: Any) -> list[tuple[str, Any]]:
    lanes = plain.get("lanes")
    if not isinstance(lanes, Mapping):
        return []
    return [(f"lanes.{name}.model", lane.get("model")) for name, lane in lanes.items() if isinstance(lane, Mapping)]


def _escapes(path: WrittenPath, composition: Composition) -> bool:
    conf, campaign = composition.locations.campaign_conf, composition.locations.campaign
    if conf is None or campaign is None or not Path(path.source).is_relative_to(conf):
        return False
    return not _lies_in(path.path or "", campaign)


def _written_paths(value: Any, at: str) -> Iterable[tuple[str, WrittenPath]]:
    if isinstance(value, WrittenPath):
        yield at, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _written_paths(item, f"{at}.{name}" if at else str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _written_paths(item, at)
