import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from notarius.cache import AnswerCache
from notarius.cache.leases import _take_over
from notarius.contracts.generation import ModelResponse
from notarius.digests import digest_json

ROOT = Path(__file__).parents[2]
KEY = digest_json("one")
ANSWER = ModelResponse('{"records": []}', model="m")
HOLDER = """
import sys
from pathlib import Path
from notarius.cache import AnswerCache
cache = AnswerCache(Path(sys.argv[1]))
print(cache.claim(sys.argv[2]) is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where answers are kept."""
    return tmp_path / "answers"


@pytest.fixture
def pair(folder: Path) -> Iterator[tuple[AnswerCache, AnswerCache]]:
    """Two caches on one folder."""
    with AnswerCache(folder) as one, AnswerCache(folder) as other:
        yield one, other


def lease_of(folder: Path) -> Path:
    """The file of the only claim there is."""
    (path,) = folder.glob("*/*.lease")
    return path


def holder(folder: Path) -> subprocess.Popen[bytes]:
    """A process that claims the key and holds it until it is killed."""
    command = [sys.executable, "-c", HOLDER, str(folder), KEY]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"True\n" or os.name == "nt"
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it, whatever it does."""
    process.kill()
    process.communicate()


def test_one_claim_at_a_time(pair: tuple[AnswerCache, AnswerCache]) -> None:
    """Neither the other cache nor the same one gets it until it is released."""
    one, other = pair
    claim = one.claim(KEY)
    assert claim is not None
    assert one.claim(KEY) is None
    assert other.claim(KEY) is None
    claim.release()
    assert other.claim(KEY) is not None


def test_keeping_the_answer_ends_the_claim(pair: tuple[AnswerCache, AnswerCache]) -> None:
    """The claim has become the entry; releasing it then touches nobody else's."""
    one, other = pair
    claim = one.claim(KEY)
    assert claim is not None
    one.put(KEY, ANSWER, claim=claim)
    assert other.get(KEY) == ANSWER
    newer = other.claim(KEY)
    assert newer is not None
    claim.release()
    assert one.claim(KEY) is None


def test_a_living_process_keeps_its_claim(folder: Path) -> None:
    """However long it takes."""
    process = holder(folder)
    with AnswerCache(folder) as cache:
        assert cache.claim(KEY) is None
        time.sleep(0.1)
        assert cache.claim(KEY) is None
    end(process)


def test_a_killed_process_has_no_claim(folder: Path) -> None:
    """The system gives its lock back, so nobody has to wait for the claim to expire."""
    end(holder(folder))
    assert lease_of(folder).exists()
    with AnswerCache(folder) as cache:
        claim = cache.claim(KEY)
        assert claim is not None
        assert cache.put(KEY, ANSWER, claim=claim)
        assert cache.get(KEY) == ANSWER


def test_a_claim_expires(folder: Path) -> None:
    """Even that of a process that lives: it may hang, or the file system may know no locks."""
    with AnswerCache(folder) as one, AnswerCache(folder, lease_seconds=0.05) as other:
        assert one.claim(KEY) is not None
        assert other.claim(KEY) is None
        time.sleep(0.1)
        assert other.claim(KEY) is not None


def test_an_expired_claim_still_keeps_its_answer(folder: Path) -> None:
    """Whoever comes late with a good answer keeps it, beside the claim that took over and not instead of it."""
    with AnswerCache(folder, lease_seconds=0.05) as one, AnswerCache(folder, lease_seconds=0.05) as other:
        late = one.claim(KEY)
        time.sleep(0.1)
        newer = other.claim(KEY)
        assert late is not None
        assert newer is not None
        assert one.put(KEY, ANSWER, claim=late)
        late.release()
        assert other.get(KEY) == ANSWER
        assert lease_of(folder).exists()
        assert other.put(KEY, attrs.evolve(ANSWER, text="newer"), claim=newer)
        assert one.notes == other.notes == ()


@pytest.mark.parametrize("content", [b"", b"nonsense", b'{"writer":"0123456789abcdef"', b"\x00" * 100])
def test_a_lease_that_nobody_holds_is_taken(folder: Path, content: bytes) -> None:
    """Signed by nobody that lives, or not signed at all for some seconds."""
    with AnswerCache(folder) as cache:
        claim = cache.claim(KEY)
        assert claim is not None
        path = lease_of(folder)
        path.write_bytes(content)
        old = time.time() - 6
        os.utime(path, (old, old))
        assert cache.claim(KEY) is not None


def test_a_lease_that_is_being_signed_is_left_alone(folder: Path) -> None:
    """Between making the file and signing it is a moment; nobody takes it over in that."""
    with AnswerCache(folder) as cache:
        assert cache.claim(KEY) is not None
        lease_of(folder).write_bytes(b"")
        assert cache.claim(KEY) is None


def test_many_who_want_a_stale_claim_get_it_once(folder: Path) -> None:
    """Taking over is done by one at a time: of many caches exactly one gets it."""
    end(holder(folder))
    caches = [AnswerCache(folder) for _ in range(8)]
    start = threading.Barrier(len(caches))
    claims: list[object] = []

    def take(cache: AnswerCache) -> None:
        start.wait()
        claims.extend(cache.claim(KEY) for _ in range(20))

    threads = [threading.Thread(target=take, args=(cache,)) for cache in caches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([claim for claim in claims if claim is not None]) == 1
    for cache in caches:
        cache.close()


def test_who_decided_too_late_does_not_take_a_fresh_claim_over(pair: tuple[AnswerCache, AnswerCache]) -> None:
    """Two saw the same stale lease; the second looks again when it is its turn, and leaves the first one's alone."""
    one, other = pair
    end(holder(one.folder))
    path = lease_of(one.folder)
    for cache in pair:
        cache._writer.announce()
    took = [_take_over(path, cache._writer, seconds=60, mode=0o600) for cache in pair]
    assert took == [True, False]
    assert one._writer.token.encode() in path.read_bytes()
    assert other.claim(KEY) is None


def test_closing_leaves_answers_and_nothing_else(folder: Path) -> None:
    """What an instance has for itself goes with it."""
    with AnswerCache(folder) as cache:
        cache.put(KEY, ANSWER, claim=cache.claim(KEY))
    assert [path.suffix for path in folder.rglob("*") if path.is_file()] == [".json"]


def test_what_dead_processes_left_is_swept(folder: Path) -> None:
    """An hour after its death the folder of a killed process is removed by the next that writes."""
    end(holder(folder))
    (left,) = (folder / "writers").iterdir()
    with AnswerCache(folder) as cache:
        cache.put(digest_json("two"), ANSWER)
        assert left.exists()
    old = time.time() - 3700
    os.utime(left, (old, old))
    with AnswerCache(folder) as cache:
        cache.put(digest_json("two"), ANSWER)
        assert not left.exists()
