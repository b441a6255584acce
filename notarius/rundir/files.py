"""Writing a file whole or not at all, the same bytes on every system."""

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from notarius.errors import OutputError
from notarius.rundir.names import unique_suffix
from notarius.rundir.values import json_value

# Legal in JSON strings, and yet line ends to many readers of lines.
_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def write_bytes(path: Path, content: bytes) -> None:
    """Puts a file in place in one step: whoever looks sees all of it, or what was there before.

    Raises:
        OutputError: if it cannot be written; nothing of it is left behind.
    """
    draft = path.parent / f".{path.name}.{unique_suffix()}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise _output_error(path, error) from error


def remove(path: Path) -> None:
    """Removes a file, if it is there.

    Raises:
        OutputError: if it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except NotADirectoryError:  # a file where its folder would be: then it is not there
        return
    except OSError as error:
        raise _output_error(path, error) from error


def _output_error(path: Path, error: OSError) -> OutputError:
    # The last two names say which file it is; the whole path would be absolute.
    return OutputError(f"{path.parent.name}/{path.name} cannot be written: {error.strerror or error}")


def write_text(path: Path, text: str) -> None:
    r"""UTF-8 with `\n`; half a surrogate pair, which UTF-8 has no form for, is written as `\ud800`.

    In JSON that is the same string again.

    Raises:
        OutputError: if it cannot be written.
    """
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def json_line(value: Any) -> str:
    """One line of a JSON-lines file: keys in their order, letters as they are, no line end inside."""
    return json.dumps(json_value(value), ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS) + "\n"


def json_document(value: Any) -> str:
    """A JSON file for people and programs: sorted keys, two blanks of indent."""
    return json.dumps(json_value(value), ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2) + "\n"


def write_lines(path: Path, values: Iterable[Any]) -> None:
    """A JSON-lines file; empty, not missing, where there is nothing to write.

    Raises:
        OutputError: if it cannot be written.
    """
    write_text(path, "".join(json_line(value) for value in values))
