import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSlot
from notarius.digests import digest_bytes
from notarius.errors import ReferenceBindingError
from notarius.references import DEFAULT_MAX_BYTES, ReferenceFiles, ReferenceResolver, Resolution
from tests.references.binding import WordCounter, binding, name_of

MEMBERS = ReferenceSlot("members", "who sits on the board")
TERMS = ReferenceSlot("terms", "words of the trade", multiple=True)


def resolved(slot: ReferenceSlot, *paths: Path, campaign: Path | None = None) -> Resolution:
    """What one slot with these paths gives."""
    resolver = ReferenceResolver(WordCounter(), campaign)
    return resolver.resolve([slot], {slot.name: binding(slot.name, *paths)}, display=name_of)


def refusal(slot: ReferenceSlot, *paths: Path, campaign: Path | None = None) -> str:
    """The one problem of a slot with these paths."""
    with pytest.raises(ReferenceBindingError) as caught:
        resolved(slot, *paths, campaign=campaign)
    (problem,) = caught.value.problems
    return problem


def written(path: Path, content: bytes = b"Ada chairs.\n") -> Path:
    """A file of this content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_an_item_holds_raw_bytes_and_where_they_came_from(tmp_path: Path) -> None:
    """Digest and size are of the bytes in the file; the origin is what may be shown of the path."""
    content = b"\xef\xbb\xbfAda chairs.\r\n"

    (slot,) = resolved(MEMBERS, written(tmp_path / "board.md", content)).references.slots

    assert slot.items == (
        ReferenceItem(
            slot_name="members",
            media_type="text/markdown",
            content=content,
            digest=digest_bytes(content),
            origin=ReferenceOrigin("file", ".../board.md"),
            size_bytes=16,
            token_estimate=2,
        ),
    )
    assert slot.text == "Ada chairs.\r\n"


def test_slots_come_in_declaration_order_and_items_in_binding_order(tmp_path: Path) -> None:
    """The order of a configuration's keys decides nothing, the order within a list does."""
    b, a = written(tmp_path / "b.txt", b"b"), written(tmp_path / "a.txt", b"a")
    bindings = {"members": binding("members", a), "terms": binding("terms", b, a)}

    references = ReferenceResolver(WordCounter()).resolve([TERMS, MEMBERS], bindings, display=name_of).references

    assert [slot.name for slot in references.slots] == ["terms", "members"]
    assert references.text("terms") == "b\n\na"


def test_unbound_slots_are_empty(tmp_path: Path) -> None:
    """A slot without a binding, or unbound on purpose, stands in the set without items."""
    bindings = {"members": binding("members"), "agenda": binding("agenda", tmp_path / "of-another-lane.md")}

    resolution = ReferenceResolver(WordCounter()).resolve([MEMBERS, TERMS], bindings, display=name_of)

    assert [(slot.name, slot.items) for slot in resolution.references.slots] == [("members", ()), ("terms", ())]
    assert resolution.warnings == ()


@pytest.mark.parametrize("content", [b"", b" \t\r\n", b"\xef\xbb\xbf"], ids=["empty", "blanks", "BOM"])
def test_an_empty_file_is_a_warning(tmp_path: Path, content: bytes) -> None:
    """It is used, and said: somebody probably meant another file."""
    resolution = resolved(MEMBERS, written(tmp_path / "board.md", content))

    (warning,) = resolution.warnings
    assert warning == (
        "slot members (who sits on the board), bound on the command line: "
        ".../board.md is empty; was another file meant?"
    )
    assert len(resolution.references.slot("members").items) == 1


def folder(path: Path) -> None:
    """Make a folder."""
    path.mkdir()


def pipe(path: Path) -> None:
    """Make a named pipe that nobody writes to."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes in its file system")
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    """Make a socket."""
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("this system has no sockets in its file system")
    with socket.socket(socket.AF_UNIX) as server:
        try:
            server.bind(str(path))
        except OSError:
            pytest.skip("the temporary folder's path is too long for a socket")


def device(path: Path) -> None:
    """Link to a device that never ends."""
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no /dev/zero")
    path.symlink_to("/dev/zero")


def dangling(path: Path) -> None:
    """Link to nothing."""
    path.symlink_to(path.with_name("gone.md"))


def loop(path: Path) -> None:
    """Link to itself."""
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (folder, "is a folder; a slot takes text files"),
        (pipe, "is a named pipe; a slot takes text files"),
        (unix_socket, "is a socket; a slot takes text files"),
        (device, "is a device; a slot takes text files"),
        (dangling, "is a link to something that does not exist"),
        (loop, "cannot be read: "),
    ],
)
def test_what_is_no_regular_file_is_refused(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    """Nothing is read from it, and nothing waits for it."""
    path = tmp_path / "board.md"
    try:
        make(path)
    except (OSError, NotImplementedError):
        pytest.skip("this user may not make such a file here")

    assert f".../board.md {reason}" in refusal(MEMBERS, path)


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    """A link stands for its file."""
    path = tmp_path / "link.md"
    try:
        path.symlink_to(written(tmp_path / "board.md"))
    except (OSError, NotImplementedError):
        pytest.skip("this user may not make links here")

    assert resolved(MEMBERS, path).references.text("members") == "Ada chairs.\n"


def test_a_missing_file_names_what_was_tried_and_who_bound_it(tmp_path: Path) -> None:
    """The message says slot, description, place of the binding and path."""
    resolver = ReferenceResolver(WordCounter())
    bindings = {"members": binding("members", tmp_path / "board.md", written_in=tmp_path / "council.yaml")}

    with pytest.raises(ReferenceBindingError) as caught:
        resolver.resolve([MEMBERS], bindings, display=name_of)

    assert caught.value.problems == (
        "slot members (who sits on the board), bound in .../council.yaml: .../board.md does not exist",
    )


def test_a_path_through_a_file_does_not_exist(tmp_path: Path) -> None:
    """What a file would have to be a folder for is missing, and nothing else."""
    assert "x.md does not exist" in refusal(MEMBERS, written(tmp_path / "board.md") / "x.md")


@pytest.mark.parametrize(
    ("tried", "there"),
    [("board.md", "notes/deep/board.md"), ("Board.md", "notes/board.md")],
    ids=["other folder", "other case"],
)
def test_a_missing_file_that_lies_elsewhere_is_pointed_at(tmp_path: Path, tried: str, there: str) -> None:
    """A file of that name in the campaign folder is most probably the one that was meant."""
    written(tmp_path / there)

    problem = refusal(MEMBERS, tmp_path / "elsewhere" / tried, campaign=tmp_path)

    assert problem.endswith(f".../{tried} does not exist; there is .../board.md")


def test_the_nearest_file_of_that_name_is_pointed_at(tmp_path: Path) -> None:
    """Shallow before deep, the exact name before another case, and never in folders that are hidden."""
    for there in ("a/deep/board.md", "b/board.md", "b/BOARD.md", ".git/board.md"):
        written(tmp_path / there)
    resolver = ReferenceResolver(WordCounter(), tmp_path)

    with pytest.raises(ReferenceBindingError) as caught:
        resolver.resolve(
            [MEMBERS],
            {"members": binding("members", tmp_path / "c" / "board.md")},
            display=lambda path: path.relative_to(tmp_path).as_posix(),
        )

    assert caught.value.problems[0].endswith("c/board.md does not exist; there is b/board.md")


def test_the_search_for_a_missing_file_is_bounded(tmp_path: Path) -> None:
    """A campaign folder of any size is looked at for a moment and no longer."""
    for number in range(5001):
        tmp_path.joinpath(f"{number:04}.md").touch()

    assert refusal(MEMBERS, tmp_path / "x" / "5000.md", campaign=tmp_path).endswith("does not exist")
    assert refusal(MEMBERS, tmp_path / "x" / "4999.md", campaign=tmp_path).endswith("there is .../4999.md")


def test_a_path_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    """Not even a NUL in the middle of a path ends in a traceback."""
    assert "cannot be read: " in refusal(MEMBERS, tmp_path / "a\0b.md")


TOO_LARGE = "has 12 bytes; the slot takes at most 11 (its max_bytes)"


def test_max_bytes_is_a_limit_of_one_item(tmp_path: Path) -> None:
    """A file of just that size is taken, one byte more is refused with both numbers."""
    path = written(tmp_path / "board.md")
    fits = ReferenceSlot("terms", "words", multiple=True, max_bytes=12)
    too_small = ReferenceSlot("terms", "words", multiple=True, max_bytes=11)

    assert len(resolved(fits, path, path).references.slot("terms").items) == 2
    assert refusal(too_small, path).endswith(f".../board.md {TOO_LARGE}")


def test_a_smaller_limit_holds_for_what_another_slot_has_read(tmp_path: Path) -> None:
    """What is remembered is no way around a slot's own limit."""
    path, files = written(tmp_path / "board.md"), ReferenceFiles()
    files.read(path, None)

    with pytest.raises(ReferenceBindingError) as caught:
        files.read(path, 11)
    assert str(caught.value) == TOO_LARGE


def test_without_max_bytes_a_general_limit_holds(tmp_path: Path) -> None:
    """A file that no context could hold is refused unread; a slot that wants more says so."""
    path = tmp_path / "board.md"
    with path.open("wb") as file:
        file.truncate(DEFAULT_MAX_BYTES + 1)

    assert refusal(MEMBERS, path).endswith(
        "has 4,194,305 bytes; a slot that states no max_bytes takes at most 4,194,304"
    )
    assert "NUL byte" in refusal(ReferenceSlot("members", "x", max_bytes=DEFAULT_MAX_BYTES + 1), path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a file that says it is empty and is not")
def test_no_more_than_the_limit_is_read_whatever_a_file_says_of_its_size() -> None:
    """Files of the process table claim a size of 0: the limit is on what is read."""
    path = Path("/proc/self/status")

    assert "Name:" in resolved(MEMBERS, path).references.text("members")
    assert "the slot takes at most 5" in refusal(ReferenceSlot("members", "x", max_bytes=5), path)


NOT_TEXT = {
    "Latin-1": ("a.md", b"one\ncaf\xe9\n", "is not UTF-8: byte 0xe9 at offset 7 (line 2); save it as UTF-8"),
    "cut in a character": ("a.md", "caf\u00e9".encode()[:-1], "is not UTF-8: byte 0xc3 at offset 3 (line 1)"),
    "offset counts a BOM": ("a.md", b"\xef\xbb\xbf\xe9", "is not UTF-8: byte 0xe9 at offset 3 (line 1)"),
    "encoded surrogate": ("a.md", b"\xed\xa0\x80", "is not UTF-8: byte 0xed at offset 0"),
    "NUL": ("a.md", b"one\0two", "is no text: it has a NUL byte at offset 3"),
    "UTF-16": ("a.txt", "Ada".encode("utf-16"), "looks like text in UTF-16; a slot takes UTF-8 text only"),
    "PDF": ("a.pdf", b"%PDF-1.7\n", "looks like a PDF document; a slot takes UTF-8 text only"),
    "PDF by another name": ("a.txt", b"%PDF-1.7\n", "looks like a PDF document"),
    "name of a PDF": ("A.PDF", b"Ada chairs.", "looks like a PDF document"),
    "image": ("a", b"\x89PNG\r\n\x1a\n\0\0", "looks like an image"),
    "Word": ("a.md", b"PK\x03\x04....[Content_Types].xml....word/document.xml", "looks like a word processor document"),
    "workbook": ("a.xlsx", b"PK\x03\x04....", "looks like a spreadsheet"),
    "zip": ("a", b"PK\x03\x04....", "looks like an archive"),
    "RTF": ("a.txt", rb"{\rtf1 Ada}", "looks like an RTF document"),
    "sound": ("a", b"RIFF\x10\0\0\0WAVEfmt ", "looks like a sound recording"),
    "video": ("a", b"\0\0\0\x18ftypmp42", "looks like a video"),
    "database": ("board", b"SQLite format 3\0", "looks like a database"),
}


@pytest.mark.parametrize(("name", "content", "reason"), NOT_TEXT.values(), ids=NOT_TEXT)
def test_what_is_no_utf8_text_is_refused(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    """The message says what the file is instead, or where it stops being text."""
    assert f".../{name} {reason}" in refusal(MEMBERS, written(tmp_path / name, content))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_text_is_taken_as_it_is(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Whatever UTF-8 a person saved comes out the same."""
    path = written(tmp_path_factory.mktemp("references") / "board.md", b"A " + text.encode())

    assert resolved(MEMBERS, path).references.text("members") == f"A {text}"


@pytest.mark.parametrize(
    ("accepted", "name", "reason"),
    [
        (("text/markdown",), "a.md", None),
        (("text/*",), "a.csv", None),
        (("text/csv", "application/*"), "a.json", None),
        (("*/*",), "a.yaml", None),
        ((), "a.toml", None),
        (("text/markdown",), "a.txt", "is text/plain; the slot takes text/markdown"),
        (("text/*", "application/yaml"), "a.json", "is application/json; the slot takes text/*, application/yaml"),
    ],
)
def test_a_slot_takes_the_media_types_it_names(
    tmp_path: Path, accepted: tuple[str, ...], name: str, reason: str | None
) -> None:
    """A slot that names none takes all text; the refusal says what the file is and what would do."""
    slot = ReferenceSlot("members", "who", accepted_media_types=accepted)
    path = written(tmp_path / name)

    if reason is None:
        assert len(resolved(slot, path).references.slot("members").items) == 1
    else:
        assert refusal(slot, path).endswith(f".../{name} {reason}")


def test_a_slot_that_takes_one_file_refuses_several(tmp_path: Path) -> None:
    """Which of two files would count is not for the framework to say."""
    problem = refusal(MEMBERS, written(tmp_path / "a.md"), written(tmp_path / "b.md"))

    assert problem.endswith("bound on the command line: takes one file and is bound to 2")


def test_all_problems_are_told_together(tmp_path: Path) -> None:
    """Every file of every slot gets its own text, so that everything can be mended in one go."""
    bindings = {
        "members": binding("members", tmp_path / "none.md", tmp_path, written(tmp_path / "nul.md", b"\0")),
        "terms": binding("terms", written(tmp_path / "t.pdf"), written(tmp_path / "fine.md")),
    }

    with pytest.raises(ReferenceBindingError) as caught:
        ReferenceResolver(WordCounter()).resolve([MEMBERS, TERMS], bindings, display=name_of)

    assert [problem.split("command line: ")[1].split(";")[0] for problem in caught.value.problems] == [
        "takes one file and is bound to 3",
        ".../none.md does not exist",
        f".../{tmp_path.name} is a folder",
        ".../nul.md is no text: it has a NUL byte at offset 0",
        ".../t.pdf looks like a PDF document",
    ]


def test_lanes_read_and_count_a_file_once(tmp_path: Path) -> None:
    """Two lanes with the same reference share what was read and what was counted."""
    path, counter = written(tmp_path / "board.md"), WordCounter()
    resolver = ReferenceResolver(counter)

    first, second = (
        resolver.resolve([slot], {slot.name: binding(slot.name, path)}, display=name_of).references.slots[0].items[0]
        for slot in (MEMBERS, TERMS)
    )

    assert first.content is second.content
    assert counter.calls == 1


def test_resolvers_can_share_what_was_read(tmp_path: Path) -> None:
    """Lanes with different token counters have different resolvers and still read once."""
    path, files = written(tmp_path / "board.md"), ReferenceFiles()

    contents = [
        ReferenceResolver(WordCounter(), files=files)
        .resolve([MEMBERS], {"members": binding("members", path)}, display=name_of)
        .references.slots[0]
        .items[0]
        .content
        for _ in range(2)
    ]

    assert contents[0] is contents[1]


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    """An edit between two jobs of one process is seen, even if the size stays the same."""
    path, files = written(tmp_path / "board.md", b"old"), ReferenceFiles()
    assert files.read(path, None) == b"old"

    written(tmp_path / "new.md", b"new").replace(path)

    assert files.read(path, None) == b"new"


READ_AS_NOBODY = """
import os, sys
from pathlib import Path
from notarius.references import ReferenceResolver
from tests.references.test_resolver import MEMBERS, refusal
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
print(refusal(MEMBERS, Path(sys.argv[1])))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits of this kind")
@pytest.mark.parametrize("locked", ["file", "folder"])
def test_a_file_that_may_not_be_read_is_refused(locked: str) -> None:
    """Missing permissions on a file, or on its folder, are told as what they are."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        path = written(root / "private" / "board.md")
        (path if locked == "file" else path.parent).chmod(0)
        try:
            problem = _refusal_as_nobody(path) if os.geteuid() == 0 else refusal(MEMBERS, path)
        finally:
            path.parent.chmod(0o755)

    assert "slot members (who sits on the board)" in problem
    assert ".../board.md cannot be read: Permission denied" in problem


def _refusal_as_nobody(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", READ_AS_NOBODY, str(path)], capture_output=True, text=True, check=False
    )
    if "Operation not permitted" in done.stderr:
        pytest.skip("this process is root and may not become anyone else, and root reads everything")
    assert done.returncode == 0, done.stderr
    return done.stdout
