"""What YAML that is not packaged may not do, and what it may do only in a trusted campaign folder.

Hydra instantiates callbacks, launchers and sweepers from config, so a `_target_` in a stranger's YAML is a program.
Refused, with file and key: every `_target_`; everything under `hydra` but run and sweep directories and the choice of
an installed launcher with its scalars; forged stamps. Only for a trusted folder: what reads the environment, also
through another key, and resolvers that make keys of a text, in which nothing here would see them.
"""

import ipaddress
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import attrs
from hydra.core.default_element import GroupDefault, InputDefault

from notarius.config import nodes
from notarius.config.stamps import RESOLVER

_ALLOWED_HYDRA: Final = re.compile(r"hydra\.(run\.dir|sweep\.dir|sweep\.subdir|launcher\.[a-z_]+|defaults)")
_ALLOWED_HYDRA_GROUP: Final = "hydra/launcher"
# A queue's name, a memory size: no path, and nothing that a batch script would split or run.
_LAUNCHER_WORD: Final = re.compile(r"(?!.*\.\.)[A-Za-z0-9_.:,=+-]*")
_HARMLESS_RESOLVERS: Final = frozenset({"now", "oc.dict.keys", "oc.dict.values"})
_KEYS_OF_TEXT: Final = frozenset({"oc.create", "oc.decode", "oc.select"})
_RESOLVER_CALL: Final = re.compile(r"\$\{\s*([^{}:\s]*)\s*:")
_DYNAMIC: Final = re.compile(r"\$\{[^{}:]*\$\{")
_SECRET_KEY: Final = re.compile(r"(api_?key|token|secret|password|authorization)$", re.IGNORECASE)
_ADDRESS_KEY: Final = re.compile(r"(base_url|proxy)$")
_USERINFO: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s@]*@", re.IGNORECASE)


@attrs.frozen
class Objection:
    """Something in a YAML file that is not allowed there.

    Attributes:
        key: dotted path of the key.
        reason: what is wrong and what is allowed; never the value of a secret.
        trust: whether trusting the campaign folder allows it.
        stamp: whether it is a stamp, which only a run writes.
    """

    key: str
    reason: str
    trust: bool = False
    stamp: bool = False


def objections(
    config: Any, *, group: str, defaults: Sequence[InputDefault] = (), stamped: bool = False
) -> list[Objection]:
    """What a YAML file that is not packaged must not hold.

    Args:
        config: its content at the place in the whole config where it is going to be.
        group: the config group it lies in, such as `pipeline`, or the empty string.
        defaults: its defaults list as Hydra read it.
        stamped: whether paths may carry stamps already, as in the config that a run saved.
    """
    found = list(_group_objections(group))
    for key, value in _walk(config, ""):
        found += [objection for objection in _node_objections(key, value) if not (stamped and objection.stamp)]
    for entry in defaults:
        found += _default_objections(entry)
    return found


def _group_objections(group: str) -> Iterator[Objection]:
    if group == "hydra" or group.startswith("hydra/"):
        yield Objection(group, "a group of Hydra's own; only installed packages may offer options there")


def _walk(node: Any, at: str) -> Iterator[tuple[str, Any]]:
    """Every key with its raw node, containers included."""
    for name, child in nodes.items(node):
        key = f"{at}[{name}]" if nodes.is_sequence(node) else f"{at}.{name}" if at else str(name)
        yield key, child
        yield from _walk(child, key)


def _node_objections(key: str, node: Any) -> Iterator[Objection]:
    last = key.rsplit(".", 1)[-1]
    if last.startswith("_") and last.endswith("_") and last != "_":
        yield Objection(key, "YAML names registered things and never code: keys such as _target_ are refused")
    if key.startswith("hydra.") and not _allowed_hydra(key, node):
        yield Objection(key, "under hydra only run.dir, sweep.dir, sweep.subdir and scalars of launcher are allowed")
    value = nodes.raw(node)
    if isinstance(value, str):
        yield from _text_objections(key, value)
        if _ADDRESS_KEY.search(last) and not is_loopback(value):
            yield Objection(key, "names a host other than this machine", trust=True)
        if key.startswith("hydra.launcher.") and (last == "python" or not _LAUNCHER_WORD.fullmatch(value)):
            yield Objection(key, "a launcher may take this for a folder, a program or a command", trust=True)
        if key.endswith("model.path"):
            yield Objection(key, "names a model file, which native code reads", trust=True)
        reads = last == "api_key_env" or _reads_environment(key, value)
        if reads:
            yield Objection(key, "reads the environment", trust=True)
        if _SECRET_KEY.search(last) and value and value != "???" and not reads:
            yield Objection(
                key, "holds a secret; give it in the environment and name the variable in model.api_key_env"
            )


def _reads_environment(key: str, value: str) -> bool:
    """Whether a key, a header's value, or what stands in place of headers, names a variable or may turn out to."""
    named = value.startswith("env:")
    return (".headers." in f".{key}." and (named or "${" in value)) or (f".{key}".endswith(".model.api_key") and named)


def _allowed_hydra(key: str, node: Any) -> bool:
    if nodes.is_mapping(node):
        return key in ("hydra.run", "hydra.sweep", "hydra.launcher")
    return _ALLOWED_HYDRA.fullmatch(key) is not None and not nodes.is_sequence(node)


def _text_objections(key: str, value: str) -> Iterator[Objection]:
    if _USERINFO.search(value):
        yield Objection(key, "holds a user name or password in a URL; give secrets in the environment")
    if _DYNAMIC.search(value):
        yield Objection(key, "an interpolation whose name is computed", trust=True)
    for name in _RESOLVER_CALL.findall(value):
        if name == RESOLVER or name.startswith("notarius."):
            yield Objection(key, f"${{{name}:...}} is what notarius itself writes; write the plain path", stamp=True)
        elif name in _KEYS_OF_TEXT:
            yield Objection(key, f"${{{name}:...}} makes keys of a text", trust=True)
        elif name not in _HARMLESS_RESOLVERS:
            yield Objection(key, f"${{{name}:...}} reads what lies outside the campaign folder", trust=True)


def trust_advice(folder: Path, what: str) -> str:
    """How to allow what only a trusted folder may have.

    Args:
        folder: absolute.
        what: what the folder is.
    """
    windows = f'"{folder}"' if " " in str(folder) else str(folder)
    quoted = windows if os.name == "nt" else shlex.quote(str(folder))  # a stranger named it, and a shell reads it
    return f"if you trust this {what}, say so once: notarius trust {quoted}"


def is_loopback(url: str) -> bool:
    """Whether a URL's host is this machine; what is no such URL, or computed, counts as another."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _default_objections(entry: InputDefault) -> Iterator[Objection]:
    place = entry.group if isinstance(entry, GroupDefault) else getattr(entry, "path", "")
    group = str(place or "").lstrip("/")
    name = f"defaults: {group}"
    if (entry.package or "").startswith(("hydra", "_global_.hydra")):
        yield Objection(name, "nothing may be placed under hydra")
    elif group.split("/")[0] == "hydra" and group != _ALLOWED_HYDRA_GROUP:
        yield Objection(name, f"of Hydra's own groups only {_ALLOWED_HYDRA_GROUP} may be chosen")
