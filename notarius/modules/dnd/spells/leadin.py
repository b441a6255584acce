"""Words that lead in a spell's name and say nothing else: "Okay, so for my bonus action ..."."""

import re
from collections.abc import Iterator
from typing import Final

_FILLER: Final = (
    r"(?:with|using|use) my|okay|ok|yeah|yes|yep|yup|all right|alright|all righty|well|so|then|and|um+|uh+|er|"
    r"let's see|let me see|just|oh|hey|nope|ha|aha|"
    r"right|first|first off|now|sure|fine|cool|also|again|another|a|an|one|some|"
    r"more|"
    r"my|i'm|i|i'm like|i think|i guess|i say|i mean|i'll|we'll|actually|no,|wait|screw it|fuck it|fuck that|shit|"
    r"hm+|mm+|eh|ah|you know what|you know|here we go|boom|bam|"
    r"(?:as |for |on |with |using |use )?(?:a |my |the |his |her )?(?:bonus action|bonus|action|reaction|turn|"
    r"first attack|second attack|cantrip)(?: is| was|'s|:)?|(?:at |as )?(?:a |an )?(?:\w+)[ -]level|level \w+|cantrip|"
    r"quickened|twinned|"
    r"going|go|gonna|time for|here comes|here's|it's|good old|straight|we're|we|this time|same thing|same|once more|"
    r"one more|back to|definitely|absolutely|immediately|sorry|hold on|god|jesus|finally|with|using|via|"
    r"twin(?:ned)?|quick|little|casting|cast|gotta be|and then|but|let's|let's go|let's do|give (?:him|her|them|it)|"
    r"next|first of all"
)
_FILLING: Final = re.compile(_FILLER)
_WORD: Final = re.compile(r"\w+")
_LONGEST: Final = 8  # pieces of words, as in "let|me|see", that a filler may have


def leads_in(text: str) -> bool:
    """Whether a text is nothing but such words and signs.

    Fillers may be divided in several ways ("and then" is one or two), so that a pattern that repeats them would try a
    number of ways that doubles with each; here each place is looked at once.
    """
    reached, looked_at = [0], {0}
    while reached:
        word = _WORD.search(text, reached.pop())
        if word is None:
            return True
        for end in _ends(text, word.start()):
            if end not in looked_at:
                looked_at.add(end)
                reached.append(end)
    return False


def _ends(text: str, start: int) -> Iterator[int]:
    """Where the fillers end that begin at a word."""
    if not _FILLING.match(text, start):
        return
    at = start
    for _ in range(_LONGEST):
        word = _WORD.search(text, at)
        if word is None:
            return
        for end in (word.start(), word.end()):
            if end > start and _FILLING.fullmatch(text, start, end):
                yield end
        at = word.end()
