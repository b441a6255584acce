"""What a sentence does with a spell's name, before anything is weighed."""

import pytest

from notarius.contracts.sources import SourceUnit
from notarius.modules.dnd.spells import cues, signals
from notarius.modules.dnd.spells.intent import read_intent
from notarius.modules.dnd.spells.lexicon import lexicon
from notarius.modules.dnd.spells.mentions import find_mentions
from notarius.modules.dnd.spells.speech import read_turn


@pytest.mark.parametrize(
    ("said", "kind", "sign"),
    [
        ("I drop Pass Without Trace and shoot him.", "ongoing", "let go"),
        ("I drop Fireball right on the bridge.", "does", None),
        ("I drop Moonbeam between the two of them.", "does", None),
        ("I drop Fireball there.", "does", None),
        ("I drop Pass Without Trace and shoot twice at him.", "ongoing", "let go"),
        ("Mira, you get a Guidance.", "does", "somebody gets one"),
        ("Fire Bolt, I mean.", "talk", "i mean"),
        ("All right, Ray of Frost E5.", "names", "led in, then more"),
        ("He burns, so one more Fire Bolt.", "names", "once more"),
    ],
)
def test_a_sentence_is_read_by_what_it_does_with_the_name(said: str, kind: str, sign: str | None) -> None:
    """Ending an effect, giving a die, correcting a name, and a name with something behind it."""
    (mention,) = find_mentions(read_turn(SourceUnit("u1", said), 0), lexicon())
    intent = read_intent(mention)
    assert intent.kind == kind
    assert sign is None or sign in intent.signs


@pytest.mark.parametrize(
    ("said", "refuses"),
    [("No. It's too far.", True), ("No roll. They all get it.", False), ("No saves, it just hits.", False)],
)
def test_no_is_a_refusal_only_of_what_was_asked(said: str, refuses: bool) -> None:
    """A missing roll refuses nothing."""
    assert bool(signals.NO.search(said.lower())) is refuses


@pytest.mark.parametrize(
    ("behind", "denies"),
    [(" no, wait, I can't.", True), (" No. On the other one.", False), (" No. I'll keep it.", True)],
)
def test_no_behind_a_name_may_correct_the_target(behind: str, denies: bool) -> None:
    """What is said behind a name takes it back, unless it goes on with another target."""
    assert bool(cues.NO_AFTER.search(behind.lower())) is denies
