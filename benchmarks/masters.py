"""How often the offline routine of `dnd/spells` knows who runs the game by how they talk.

    python benchmarks/masters.py

The sessions are those that `fit_spells.py` is fitted on and the unseen ones, as far as their roster names the game
master. They are read in chunks without any roster.
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from fit_spells import HERE, Session, bindings, chunks, labelled, read_chunk


def main() -> None:
    """Prints in how many chunks the game master is found, somebody else is taken for one, or nobody is found."""
    folder = HERE / "spell_sessions"
    told: Counter[str] = Counter()
    for session in (one for place in ("", "tables", "counted", "unseen") for one in labelled(folder / place)):
        told += outcomes(session)
    print(f"{told.total()} chunks: right {told['right']}, wrong {told['wrong']}, nobody {told['nobody']}")


def outcomes(session: Session) -> Counter[str]:
    """What comes of each chunk of a session in which the game master speaks, without a roster."""
    roster, _, none = bindings(session)
    found: Counter[str] = Counter()
    for chunk in chunks(session.units):
        truth = read_chunk(chunk, roster)[0]
        named = {label for label in truth.masters if any(one.is_game_master for one in truth.party.at_label(label))}
        if named:
            guessed = read_chunk(chunk, none)[0].masters
            found["nobody" if not guessed else "right" if guessed <= named else "wrong"] += 1
    return found


if __name__ == "__main__":
    main()
