import itertools
import json
import os
import shutil
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notarius.cache import AnswerCache
from notarius.contracts.generation import ModelResponse, Usage
from notarius.digests import digest_json

KEY, OTHER = digest_json("one"), digest_json("two")
ANSWER = ModelResponse('{"records": [{"name": "Bo\u00efs \U0001f6f6"}]}', "stop", Usage(9, 2, None), "m-1")

posix = pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[AnswerCache]:
    """An empty cache."""
    with AnswerCache(tmp_path / "answers") as cache:
        yield cache


def file_of(cache: AnswerCache, key: str = KEY) -> Path:
    """Where an answer lies."""
    name = key.removeprefix("sha256:")
    return cache.folder / name[:2] / f"{name}.json"


def test_an_answer_comes_back_as_it_was_kept(cache: AnswerCache) -> None:
    """Text, stop reason, tokens and model; and nothing for another key."""
    assert cache.get(KEY) is None
    assert cache.put(KEY, ANSWER, lane="decisions", chunk="c1")
    assert cache.get(KEY) == ANSWER
    assert cache.get(OTHER) is None
    assert cache.notes == ()


_counts = st.none() | st.integers(0, 10**12)


@given(text=st.text(st.characters()), usage=st.builds(Usage, _counts, _counts, _counts), claimed=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_answer_round_trips(cache: AnswerCache, text: str, usage: Usage, *, claimed: bool) -> None:
    """Whatever the text, lone surrogates included, and whether it was asked under a claim or not."""
    answer = ModelResponse(text, "stop", usage, "m")
    claim = cache.claim(KEY) if claimed else None
    cache.put(KEY, answer, claim=claim)
    assert cache.get(KEY) == answer


def test_an_entry_is_a_json_file_that_says_whose_it_is(cache: AnswerCache) -> None:
    """Plain JSON, under the digest, with lane and chunk for people."""
    cache.put(KEY, ANSWER, claim=cache.claim(KEY), lane="decisions", chunk="c1")
    entry = json.loads(file_of(cache).read_text(encoding="ascii"))
    assert (entry["key"], entry["lane"], entry["chunk"], entry["text"]) == (KEY, "decisions", "c1", ANSWER.text)


def test_the_last_answer_counts(cache: AnswerCache) -> None:
    """Keeping replaces."""
    for text in ("old", "new"):
        cache.put(KEY, attrs.evolve(ANSWER, text=text), claim=cache.claim(KEY))
    assert getattr(cache.get(KEY), "text", None) == "new"


def cut(path: Path) -> None:
    """Half of the file, as a full disk or a power cut leaves it."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def changed(path: Path) -> None:
    """One word of the answer is another."""
    path.write_bytes(path.read_bytes().replace(b"records", b"rekords"))


def moved(path: Path) -> None:
    """The entry of another key."""
    path.write_bytes(path.read_bytes().replace(KEY.encode(), OTHER.encode()))


BROKEN: dict[str, Callable[[Path], object]] = {
    "cut": cut,
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(4096)),
    "changed": changed,
    "another key": moved,
    "foreign": lambda path: path.write_text('{"answer": 42}', encoding="utf-8"),
    "list": lambda path: path.write_text("[]", encoding="utf-8"),
    "deep": lambda path: path.write_text("[" * 100_000, encoding="utf-8"),
    "binary": lambda path: path.write_bytes(b"\x80\x04\x95pickle"),
    "reason": lambda path: path.write_bytes(path.read_bytes().replace(b'"stop"', b'"stopped"')),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_or_foreign_file_is_a_miss_and_noted(cache: AnswerCache, how: str) -> None:
    """Never an answer, never an error; what and where is said, without the folder's own path; it is replaced."""
    cache.put(KEY, ANSWER)
    BROKEN[how](file_of(cache))
    assert cache.get(KEY) is None
    (note,) = cache.notes
    assert note.code == "cache_entry_broken"
    assert f"{file_of(cache).parent.name}/{file_of(cache).name}: " in note.message
    assert str(cache.folder) not in note.message
    cache.put(KEY, ANSWER)
    assert cache.get(KEY) == ANSWER


@posix
@pytest.mark.parametrize("what", ["folder", "fifo", "dangling link"])
def test_things_that_are_no_files_are_misses(cache: AnswerCache, what: str) -> None:
    """A FIFO in the place of an entry must not block, a folder not raise."""
    cache.put(KEY, ANSWER)
    path = file_of(cache)
    path.unlink()
    if what == "folder":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(path.parent / "nowhere")
    assert cache.get(KEY) is None


def parts_of(folder: Path) -> list[Path]:
    """Every file and folder there is, the whole included."""
    return [folder, *sorted(folder.rglob("*"))]


@pytest.mark.parametrize("step", ["nothing", "claimed", "kept"])
def test_any_part_may_be_deleted_at_any_moment(tmp_path: Path, step: str) -> None:
    """Whatever is gone between two calls: no error, and at the end the answer is there for the next process."""
    for number in itertools.count():
        with AnswerCache(tmp_path / f"{step}-{number}") as cache:
            cache.put(OTHER, ANSWER)
            claim = None if step == "nothing" else cache.claim(KEY)
            if step == "kept":
                cache.put(KEY, ANSWER, claim=claim)
                claim = cache.claim(KEY)
            parts = parts_of(cache.folder)
            if number >= len(parts):
                break
            shutil.rmtree(parts[number]) if parts[number].is_dir() else parts[number].unlink()
            cache.get(KEY)
            assert cache.put(KEY, ANSWER, claim=claim or cache.claim(KEY))
            assert cache.get(KEY) == ANSWER
            assert cache.notes == ()
            with AnswerCache(cache.folder) as other:
                assert other.get(KEY) == ANSWER
                assert other.claim(KEY) is not None
    assert number >= 4


@posix
def test_the_folder_is_for_its_owner_alone(cache: AnswerCache) -> None:
    """Answers quote what was said at the table: nobody else's business."""
    cache.put(KEY, ANSWER, claim=cache.claim(KEY))
    cache.put(OTHER, ANSWER)
    for path in parts_of(cache.folder):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@posix
def test_a_folder_made_for_a_group_serves_the_group(tmp_path: Path) -> None:
    """What is made in a folder is as open as the folder, as far as the umask lets it."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o770)
    before = os.umask(0o007)
    try:
        with AnswerCache(tmp_path / "shared") as cache:
            cache.put(KEY, ANSWER, claim=cache.claim(KEY))
            modes = {path.is_dir(): stat.S_IMODE(path.stat().st_mode) for path in parts_of(cache.folder)}
    finally:
        os.umask(before)
    assert modes == {True: 0o770, False: 0o660}


def test_a_folder_that_cannot_be_made_costs_no_answer(tmp_path: Path) -> None:
    """A file stands in its place: everybody may ask, nothing is kept, and that is noted once."""
    (tmp_path / "answers").write_text("a file", encoding="utf-8")
    with AnswerCache(tmp_path / "answers") as cache:
        for key in (KEY, OTHER):
            claim = cache.claim(key)
            assert claim is not None
            assert cache.put(key, ANSWER, claim=claim) is False
            claim.release()
            assert cache.get(key) is None
        assert {note.code for note in cache.notes} <= {"cache_unwritable", "cache_unreadable"}
        assert "cache_unwritable" in {note.code for note in cache.notes}


@pytest.mark.skipif(sys.platform != "linux", reason="needs a full disk to write to")
def test_a_full_disk_costs_no_answer() -> None:
    """/proc takes no files: the errors of a disk that does not either."""
    with AnswerCache(Path("/proc/answers")) as cache:
        assert cache.put(KEY, ANSWER, claim=cache.claim(KEY)) is False
        assert [note.code for note in cache.notes] == ["cache_unwritable"]


@pytest.mark.parametrize("mode", ["off", "read-only"])
def test_modes_that_do_not_write_leave_nothing(tmp_path: Path, mode: str) -> None:
    """Not even a folder."""
    with AnswerCache(tmp_path / "answers", "off" if mode == "off" else "read-only") as cache:
        assert cache.put(KEY, ANSWER, claim=cache.claim(KEY)) is False
        assert cache.get(KEY) is None
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_mode_is_an_error(tmp_path: Path) -> None:
    """And says what there is."""
    with pytest.raises(ValueError, match=r"cache\.mode is one of off, read-write, read-only, refresh, not 'on'"):
        AnswerCache(tmp_path, "on")  # type: ignore[arg-type]


def test_nobody_reads_half_an_entry(tmp_path: Path) -> None:
    """While entries are replaced as fast as they can be, every look finds a whole one."""
    done = threading.Event()
    with AnswerCache(tmp_path) as writer, AnswerCache(tmp_path) as reader:
        writer.put(KEY, ANSWER)

        def write() -> None:
            for length in itertools.cycle(range(1, 20_000, 500)):
                if done.is_set():
                    return
                writer.put(KEY, attrs.evolve(ANSWER, text="x" * length), claim=writer.claim(KEY))

        thread = threading.Thread(target=write)
        thread.start()
        lengths: set[int] = set()
        looks, until = 0, time.monotonic() + 30
        try:
            while (looks < 500 or len(lengths) < 10) and time.monotonic() < until:
                response = reader.get(KEY)
                assert response is not None
                lengths.add(len(response.text))
                looks += 1
        finally:
            done.set()
            thread.join()
    assert reader.notes == ()
    assert len(lengths) >= 10
