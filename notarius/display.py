"""How paths, times and text that came from outside are shown to people."""

import math
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, Final

import attrs

# ECMA-48: CSI, the string controls (OSC, DCS, SOS, PM, APC) with their terminators, and two-character escapes.
_ESCAPE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
_BREAKS: Final = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
_BRACKET: Final = re.compile(r"(\\*)\[")
_JOINERS: Final = "\u200c\u200d"  # scripts and emoji need them, and they hide and reorder nothing
_HOMES: Final = frozenset({"home", "users"})


def clock(seconds: float | None) -> str:
    """`h:mm:ss`, seconds rounded down; empty where there is no time."""
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        return ""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}"


def printable(text: str) -> str:
    """The text on one line, without anything that a terminal acts on.

    Escape sequences, control characters, bidirectional overrides and other invisible format characters go; line
    breaks and tabs become blanks; halves of surrogate pairs, which no terminal can be sent, become U+FFFD.
    For `rich.text.Text`, which reads no markup.
    """
    if text.isascii() and text.isprintable():
        return text
    spaced = _BREAKS.sub(" ", _ESCAPE.sub("", text))
    return "".join(_shown(char) for char in spaced)


def copyable(path: Path, cwd: Path) -> str:
    """The path as it can be copied into a command: relative to the working directory if it lies below, else absolute.

    It may show a user's name, so it is for the terminal of whoever started the program and for no file.
    """
    return printable(str(path.relative_to(cwd)) if path.is_relative_to(cwd) else str(path))


def value_text(value: Any) -> str:
    """A JSON value as people read it, on one line and safe to print; empty for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{printable(str(name))} {value_text(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_text(one) for one in value)
    return printable(str(value)).strip()


def measure_text(name: str, value: float | None) -> str:
    """What a run took or came to, as people read it: money to four digits, seconds to tenths, thousands apart."""
    if value is None:
        return "-"
    if name == "cost":
        return f"{value:.4g}"
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"


def _shown(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    hidden = category == "Cc" or (category == "Cf" and char not in _JOINERS)
    return "" if hidden else char


def defuse_terminal(text: str) -> str:
    r"""The text as `printable` gives it, and rich's markup in it escaped.

    Safe beside other text too: no two defused pieces form a tag together. The price: a backslash before a bracket
    that opens no tag may show twice.
    """
    escaped = _BRACKET.sub(lambda match: 2 * match[1] + r"\[", printable(text))
    backslashes = len(escaped) - len(escaped.rstrip("\\"))
    return escaped + "\\" * (backslashes % 2)


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


@attrs.frozen
class DisplayPaths:
    """Paths as people see them: never absolute, never with the name of a user's home.

    Attributes:
        campaign: the campaign folder, or None.
        cwd: the working directory; relative paths are taken from here.
        home: the user's home folder, or None where there is none.
    """

    campaign: Path | None
    cwd: Path
    home: Path | None = attrs.field(factory=_home)

    def __call__(self, path: str | os.PathLike[str]) -> str:
        """The path relative to the campaign folder, else to the working directory, else `.../name`.

        Slashes are POSIX ones. A folder holds a path if it does so as written or once links are followed.
        """
        tried = self.cwd / path
        if self.home is not None and _same(tried, self.home):
            return "~"
        shown = (_within(seen, root) for root in self._roots() for seen in _forms(tried))
        return next((text for text in shown if text is not None), f".../{tried.name}" if tried.name else "...")

    @property
    def campaign_name(self) -> str | None:
        """The campaign folder's own name, or None; `~` if it is the home folder."""
        if self.campaign is None:
            return None
        at_home = self.home is not None and _same(self.campaign, self.home)
        return "~" if at_home else _resolved(self.campaign).name

    def _roots(self) -> Iterator[Path]:
        for root in (self.campaign, self.cwd):
            if root is not None and not _shows_users(_resolved(root), self.home):
                yield from _forms(root)


def _forms(path: Path) -> Iterator[Path]:
    """The path as written, unless `..` may cross a link in it, and as the file system resolves it."""
    if ".." not in path.parts:
        yield path
    yield _resolved(path)


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a NUL byte
        return Path(os.path.normpath(path))


def _same(one: Path, other: Path) -> bool:
    return one == other or _resolved(one) == _resolved(other)


def _within(path: PurePath, root: PurePath) -> str | None:
    try:
        return path.relative_to(root).as_posix()
    except ValueError:  # elsewhere, perhaps on another drive
        return None


def _shows_users(root: PurePath, home: PurePath | None) -> bool:
    """Whether paths relative to the folder may begin with a user's name."""
    above_home = home is not None and root != home and home.is_relative_to(root)
    return above_home or root == root.parent or (root.parent.parent == root.parent and root.name.lower() in _HOMES)
