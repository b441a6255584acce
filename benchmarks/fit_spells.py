# /// script
# dependencies = ["numpy", "scipy"]
# ///
"""Fits what each sign weighs in `dnd/spells`, and tells how well it does on sessions it was not fitted on.

    python benchmarks/fit_spells.py                      # leaves out a tenth of the sessions in turn, and scores it
    python benchmarks/fit_spells.py --write              # fits on all and writes the module's weights.tsv
    python benchmarks/fit_spells.py FOLDER...            # the same with further sessions (see `labelled`)

Mentions of spells are candidates, their signs are features, and the weights come from logistic regression with a
Gaussian prior around the hand-set weights in spell_sessions/prior.tsv (0 for signs that are not in it). Sessions are
the invented ones in spell_sessions/ (their notation is in its README), the example session, and the cases of
tests/modules/dnd/spells/tables.py, which are left out together.
"""

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from notarius.contracts.references import ReferenceItem, ReferenceOrigin, ReferenceSet, ResolvedReferenceSlot
from notarius.contracts.sources import Chunk, SourceUnit
from notarius.modules.dnd.spells.features import signs_of
from notarius.modules.dnd.spells.offline import find_casts, read_chunk, sights_of
from notarius.modules.dnd.spells.wording import MARK
from notarius.text import plain

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.modules.dnd.spells.tables import CASTING, KNOWN, NOT_CASTING, PARTY

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
TABLE: Final = ROOT / "notarius" / "modules" / "dnd" / "spells" / "weights.tsv"
SIZE, OVERLAP = 90, 8
RIDGE: Final = 20.0  # precision of the prior
WORDS_RIDGE: Final = 40.0  # and for the signs of single words, of which there are many
# F1 is greatest where a mention counts as a cast from a probability on that is half of the F1 reached: Lipton, Elkan,
# Naryanaswamy, "Optimal thresholding of classifiers to maximize F1 measure" (2014). Those left out reach 0.86 to 0.88.
THRESHOLD: Final = 0.43
#: What a session of a folder counts, if not 1: most where casts are as often and in such forms as was counted in a
#: recorded session, least where tables were made to hold more odd mentions than people say.
WEIGHTS: Final = {"counted": 2.0, "tables": 0.5}
RAREST: Final = 8
TENTHS: Final = 10
SMALLEST: Final = 0.03
ALWAYS: Final = "(always)"


@attrs.frozen
class Row:
    """What the gold says of a turn: a cast, or something that cannot be scored (`neutral`)."""

    kind: str
    spell: str | None
    who: str | None
    turn: int
    accepted: frozenset[int]


@attrs.frozen
class Session:
    """A session with its gold and its rosters, the second without spells."""

    name: str
    units: tuple[SourceUnit, ...]
    gold: tuple[Row, ...]
    rosters: tuple[str, str]
    glossary: str = ""
    weight: float = 1.0


def invented(name: str, written: str, weight: float = 1.0) -> Session:
    """A session in the notation of spell_sessions/README.md."""
    head, text = written.split("#TEXT\n")
    full, bare = head.removeprefix("#ROSTER\n").split("#BARE\n")
    full, _, glossary = full.partition("#GLOSSARY\n")
    units: list[SourceUnit] = []
    gold: list[Row] = []
    for line in filter(str.strip, text.splitlines()):
        said, *marks = re.split(r"\s+##", line)
        label, _, words = said.partition(": ")
        at = len(units)
        units.append(SourceUnit(f"u{at + 1}", words.strip(), label))
        for mark in map(str.strip, marks):
            gold = _marked(gold, mark, at)
    return Session(name, tuple(units), tuple(gold), (full, bare.strip() or full), glossary, weight)


def _marked(gold: list[Row], mark: str, at: int) -> list[Row]:
    if mark == "+":
        return [*gold[:-1], attrs.evolve(gold[-1], accepted=gold[-1].accepted | {at})]
    if mark == "?":
        return [*gold, Row("neutral", None, None, at, frozenset({at}))]
    spell, _, who = mark.removeprefix("~").partition("=")
    turns = frozenset({at, at - 1, at - 2} if mark.startswith("~") else {at})
    return [*gold, Row("cast", spell, who, at, turns)]


def labelled(folder: Path) -> list[Session]:
    """The sessions of a folder: every transcript_N.json (CRD3) with gold_N.jsonl and roster_N.md, and every *.txt."""
    texts = sorted(folder.glob("*.txt"), key=lambda one: (len(one.stem), one.stem))
    own = folder == HERE / "spell_sessions"
    weight = WEIGHTS.get(folder.name, 1.0)
    found = [
        invented(path.stem if own else f"{folder.name}-{path.stem}", path.read_text(encoding="utf-8"), weight)
        for path in texts
    ]
    for path in sorted(folder.glob("transcript_*.json")):
        number = path.stem.removeprefix("transcript_")
        gold = folder / f"gold_{number}.jsonl"
        turns = json.loads(path.read_text(encoding="utf-8"))["TURNS"]
        units = (
            SourceUnit(f"u{at + 1}", " ".join(turn["UTTERANCES"]).strip(), "/".join(turn["NAMES"]))
            for at, turn in enumerate(turns)
        )
        roster = (folder / f"roster_{number}.md").read_text(encoding="utf-8")
        words = folder / f"glossary_{number}.md"
        glossary = words.read_text(encoding="utf-8") if words.is_file() else ""
        rosters = (roster, without_spells(roster))
        found.append(Session(f"{folder.name}-{number}", tuple(units), _rows(gold), rosters, glossary, weight))
    return found


def _rows(path: Path) -> tuple[Row, ...]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(
        Row(_kind(row), row["spell"], row["character"], row["turn"], frozenset(row["accept_turns"]))
        for row in rows
        if row.get("turn") is not None
    )


def _kind(row: Mapping[str, Any]) -> str:
    unscored = row.get("naming") == "unnamed" or row.get("certainty") == "arguable"
    if unscored or row["kind"] == "feature" or "count neither way" in (row.get("note") or ""):
        return "neutral"
    return str(row["kind"])


def without_spells(roster: str) -> str:
    """A roster's text without its column or section of spells."""
    column: int | None = None
    lines = []
    for line in roster.split("## Spells")[0].splitlines():
        if line.startswith("|"):
            cells = line.strip().strip("|").split("|")
            if column is None:
                column = next((at for at, cell in enumerate(cells) if "spell" in cell.lower()), len(cells))
            line = "|" + "|".join(cells[:column] + cells[column + 1 :]) + "|"
        lines.append(line)
    return "\n".join(lines)


def example() -> Session:
    """The session of examples/dnd-session with the gold of its tests."""
    folder = ROOT / "examples" / "dnd-session"
    told = json.loads((folder / "session-014.json").read_text(encoding="utf-8"))["segments"]
    units = tuple(SourceUnit(f"u{at + 1}", one["text"].strip(), one.get("speaker")) for at, one in enumerate(told))
    roster, glossary = (
        (folder / "campaign" / name).read_text(encoding="utf-8") for name in ("party_roster.md", "glossary.md")
    )
    gold = _rows(ROOT / "tests" / "examples" / "gold_spells.jsonl")
    return Session("example", units, gold, (roster, without_spells(roster)), glossary, weight=1.5)


def cases() -> list[Session]:
    """The cases of the module's tests, a session each, under names that begin with `case`."""
    told = [*CASTING.items(), *NOT_CASTING.items()]
    sessions = []
    for name, text in told:
        marked = re.sub(r" ##(.+?) = ", r" ##\1=", text.strip())
        sessions.append(invented(f"case {name}", f"#ROSTER\n{KNOWN}\n#BARE\n{PARTY}\n#TEXT\n{marked}", weight=6))
    return sessions


def bound(roster: str, glossary: str) -> ReferenceSet:
    """References with these contents; empty text leaves a slot unbound."""

    def slot(name: str, text: str) -> ResolvedReferenceSlot:
        content = text.encode()
        origin = ReferenceOrigin("file", name)
        item = ReferenceItem(name, "text/markdown", content, "sha256:0", origin, len(content))
        return ResolvedReferenceSlot(name, (item,) if text else ())

    return ReferenceSet((slot("roster", roster), slot("glossary", glossary)))


def bindings(session: Session) -> tuple[ReferenceSet, ...]:
    """The session's references in three ways: roster, roster without spells, none."""
    full, bare = session.rosters
    return bound(full, session.glossary), bound(bare, session.glossary), bound("", "")


def chunks(units: Sequence[SourceUnit]) -> list[Chunk]:
    """Chunks of 90 turns that share 8, as a run makes them."""
    starts = range(0, max(1, len(units) - OVERLAP), SIZE - OVERLAP)
    return [
        Chunk(
            index,
            tuple(unit for unit in units[start : start + SIZE] if unit.text),
            overlap=OVERLAP if index else 0,
            ahead=OVERLAP if start + SIZE < len(units) else 0,
        )
        for index, start in enumerate(starts)
    ]


@attrs.frozen
class Candidate:
    """A mention's signs, whether it declares a cast, and what it counts."""

    signs: frozenset[str]
    cast: bool
    weight: float


def candidates(session: Session) -> list[Candidate]:
    """The mentions of a session by players, save those that the gold leaves open; without a roster they count less."""
    found = []
    for references, share in zip(bindings(session), (1.0, 1.0, 0.4), strict=True):
        seen = [one for chunk in chunks(session.units) for one in _seen(chunk, references)]
        named = _naming(session, seen)
        for signs, spell, turn in seen:
            label = True if (spell, turn) in named else _label(session, spell, turn)
            if label is not None:
                found.append(Candidate(signs, label, share * session.weight))
    return found


Seen = tuple[frozenset[str], str, int]


def _seen(chunk: Chunk, references: ReferenceSet) -> Iterator[Seen]:
    """The signs, spells and turns of the mentions that a chunk is to tell of."""
    scene, mentions, capitals = read_chunk(chunk, references)
    low, high = chunk.overlap // 2, len(chunk.units) - (chunk.ahead - chunk.ahead // 2)
    for sight in sights_of(mentions, scene, capitals=capitals):
        turn = sight.mention.turn
        if low <= turn.unit_at < high and not scene.is_master(turn.at) and not scene.is_everybody(turn.at):
            yield signs_of(sight), sight.mention.spell.name, int(turn.unit.id[1:]) - 1


def _naming(session: Session, seen: Sequence[Seen]) -> set[tuple[str, int]]:
    """Where a cast is named that is declared without its name: its mention nearest to the declaration."""
    named = set()
    for row in (row for row in session.gold if row.kind == "cast"):
        places = {(spell, turn) for _, spell, turn in seen if turn in row.accepted and same(row.spell, spell)}
        if places and not any(turn == row.turn for _, turn in places):
            named.add(min(places, key=lambda place: (abs(place[1] - row.turn), place)))
    return named


def _label(session: Session, spell: str, turn: int) -> bool | None:
    """Whether a mention declares a cast; None where it goes along with one, or the gold leaves it open."""
    rows = [row for row in session.gold if turn in row.accepted and (row.spell is None or same(row.spell, spell))]
    if any(row.kind == "cast" and row.turn == turn for row in rows):
        return True
    return None if any(row.kind in {"cast", "neutral"} for row in rows) else False


def same(one: str | None, other: str | None) -> bool:
    """Whether two names are the same, or one begins the other."""
    a, b = plain(one or "").replace(" ", ""), plain(other or "").replace(" ", "")
    return bool(a and b) and (
        a == b or (min(len(a), len(b)) >= 4 and (a.startswith(b) or b.startswith(a) or a.endswith(b)))
    )


def prior() -> dict[str, float]:
    """The hand-set weights."""
    lines = (HERE / "spell_sessions" / "prior.tsv").read_text(encoding="utf-8").splitlines()
    return {sign: float(weight) for weight, sign in (line.split("\t") for line in lines if line)}


def fit(found: Sequence[Candidate], hand: Mapping[str, float]) -> dict[str, float]:
    """Weights that make the candidates likely without straying far from the hand-set ones."""
    counts = Counter(sign for one in found for sign in one.signs)
    signs = sorted({sign for sign, count in counts.items() if count >= RAREST} | set(hand))
    column = {sign: at for at, sign in enumerate(signs)}
    cells = [(row, column[sign]) for row, one in enumerate(found) for sign in one.signs if sign in column]
    rows, columns = zip(*cells, strict=True)
    matrix = csr_matrix((np.ones(len(cells)), (rows, columns)), shape=(len(found), len(signs)))
    truth = np.array([float(one.cast) for one in found])
    counted = np.array([one.weight for one in found])
    middle = np.array([hand.get(sign, 0.0) for sign in signs])
    ridge = np.array([WORDS_RIDGE if sign.startswith(MARK) else RIDGE for sign in signs])

    def loss(point: Any) -> tuple[float, Any]:
        score = matrix @ point[:-1] + point[-1]
        wrong = counted * (1 / (1 + np.exp(-score)) - truth)
        away = point[:-1] - middle
        cost = (counted * (np.logaddexp(0, score) - truth * score)).sum() + (ridge * away**2).sum() / 2
        return cost, np.append(matrix.T @ wrong + ridge * away, wrong.sum())

    best = minimize(loss, np.append(middle, 0.0), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    weights = {sign: round(float(w), 2) for sign, w in zip(signs, best[:-1], strict=True) if abs(w) >= SMALLEST}
    return {ALWAYS: round(float(best[-1]) - math.log(THRESHOLD / (1 - THRESHOLD)), 2), **weights}


@attrs.frozen
class Score:
    """Casts in the gold, found, found with the right character, and wrong records."""

    casts: int = 0
    found: int = 0
    attributed: int = 0
    wrong: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(a + b for a, b in zip(attrs.astuple(self), attrs.astuple(other), strict=True)))

    def __str__(self) -> str:
        f1 = 2 * self.found / max(1, self.casts + self.found + self.wrong)
        return f"{self.casts:4} {self.found:4} {self.wrong:4}   {f1:.2f}   {self.attributed / max(1, self.found):.2f}"


def score(session: Session, references: ReferenceSet, weights: Mapping[str, float]) -> Score:
    """How the routine does on a session; a second record of a cast is wrong."""
    records = [one for chunk in chunks(session.units) for one in find_casts(chunk, references, weights)["records"]]
    left = [(one, {int(cited["unit"][1:]) - 1 for cited in one["evidence"]}) for one in records]
    casts = sorted((row for row in session.gold if row.kind == "cast"), key=lambda row: len(row.accepted))
    found = attributed = 0
    for row in casts:
        hits = [one for one in left if same(row.spell, one[0]["spell"]) and one[1] & row.accepted]
        if hits:
            best = max(hits, key=lambda one: same(one[0]["caster"], row.who))
            left = [one for one in left if one is not best]
            found += 1
            attributed += same(best[0]["caster"], row.who)
    open_rows = [row for row in session.gold if row.kind == "neutral"]
    wrong = [
        one
        for one in left
        if not any(
            one[1] & row.accepted and (row.spell is None or same(row.spell, one[0]["spell"])) for row in open_rows
        )
    ]
    return Score(len(casts), found, attributed, len(wrong))


def group(name: str) -> str:
    """What is left out together: the cases of the tests; else each session by itself."""
    return "case" if name.startswith("case ") else name


def leave_out(sessions: Sequence[Session], known: Mapping[str, Sequence[Candidate]]) -> None:
    """Prints the scores of sessions with weights fitted without them and a tenth of the others: of each, and summed."""
    print("session               casts found wrong  F1   who  (roster; roster without spells; none)")
    groups = list(dict.fromkeys(group(session.name) for session in sessions))
    total: dict[str, list[Score]] = {}
    for tenth in range(TENTHS):
        out = set(groups[tenth::TENTHS])
        weights = fit([one for name, found in known.items() if group(name) not in out for one in found], prior())
        for session in (session for session in sessions if group(session.name) in out):
            scores = [score(session, references, weights) for references in bindings(session)]
            for name in (family(session.name), "all"):
                total[name] = [a + b for a, b in zip(total.get(name, [Score()] * 3), scores, strict=True)]
            print(f"{session.name:20}", " | ".join(map(str, scores)), flush=True)
    for name, summed in total.items():
        print(f"{name:20}", " | ".join(map(str, summed)))


def family(name: str) -> str:
    """What a session is one of: the cases of the tests, sessions by the routine's author, tables by others."""
    return "cases" if name.startswith("case ") else name.partition("-")[0] if "-" in name else "by the author"


def write(weights: Mapping[str, float]) -> None:
    """Writes the module's table, heaviest first."""
    rows = sorted(weights.items(), key=lambda row: (row[0] != ALWAYS, -row[1], row[0]))
    head = "# What each sign of a mention weighs, in log-odds of a cast; fitted by benchmarks/fit_spells.py.\n"
    TABLE.write_text(head + "".join(f"{weight:+.2f}\t{sign}\n" for sign, weight in rows), encoding="utf-8")


def main(arguments: Iterable[str]) -> None:
    """Fits, tells, and writes if asked to."""
    given = list(arguments)
    here = HERE / "spell_sessions"
    own = (here, here / "tables", here / "counted")
    folders = [*own, *(Path(one) for one in given if not one.startswith("-"))]
    sessions = [example(), *cases(), *(session for folder in folders for session in labelled(folder))]
    known = {session.name: candidates(session) for session in sessions}
    print(len(sessions), "sessions,", sum(map(len, known.values())), "candidates")
    if "--write" in given:
        write(fit([one for found in known.values() for one in found], prior()))
    else:
        leave_out(sessions, known)


if __name__ == "__main__":
    main(sys.argv[1:])
