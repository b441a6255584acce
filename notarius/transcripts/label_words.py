"""Words that tell names from speech before a colon; English and German, for labels that do not recur."""

from typing import Final

# Inside names, and written small: "Keeper of the Gate", "Anna van Beek".
NAME_PARTICLES: Final = frozenset(
    "of the and de du des da do dos di del della la le les el al van von der den zu y e en ter bin ibn".split()  # noqa: SIM905 - 30 words, one a line, hide what they are
)
# What a sentence begins with.
SENTENCE_OPENERS: Final = frozenset(
    "a an the i he she it we you they my his her its our your their this that these those here there then now and but "  # noqa: SIM905 - as above
    "or so if when while because since what who why how where which is are was were do does did let yes no yeah yep "
    "nope ok okay oh well hey hi hello look listen wait please also first second third next finally once".split()
)
# What stands before a colon without being anybody.
ANNOTATIONS: Final = frozenset(
    "note notes nb ps p.s warning example examples question questions answer summary remember reminder fact conclusion "  # noqa: SIM905 - as above
    "result results time date title subject topic topics chapter part scene act location place attendees participants "
    "present absent recording duration transcript agenda source sources link links url http https update edit tip todo "
    "hint legend key re cc to from achtung hinweis beispiel frage antwort datum ort zeit titel thema ergebnis".split()
)
