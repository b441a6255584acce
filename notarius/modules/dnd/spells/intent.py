"""What a sentence does with a spell's name: casts it, asks to, merely names it, plans, remembers, denies, explains.

The verb that governs the name decides first, then the mood of that verb ("I'll", "can I", "if I", "I don't"), then what
follows the name. The result is a kind and a weight; what the turns around it say is added in `scene`.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

import attrs

from notarius.modules.dnd.spells.mentions import Mention

Kind = Literal["does", "asks", "names", "plans", "past", "not", "ongoing", "talk"]


@attrs.frozen
class Intent:
    """A mention, read within its sentence.

    Attributes:
        kind: what the sentence does with the name.
        weight: how much that alone speaks for a cast; casts that need no other sign weigh 4 or more.
        subject: the word that stands as the one who acts: `i`, `you`, `he`, a name; empty if left out.
        verb: the governing verb: `cast`, `use`, `with`, `self` (the name is the verb), or empty.
    """

    kind: Kind
    weight: float
    subject: str = ""
    verb: str = ""


_GAP: Final = r"(?:\W+(?!(?:and|but|or|because|so|if|when|which|until|before|after|while|than|on|at|to|into|onto|over|from|against|is|was|are)\b)[\w']+){0,5}?\W*$"
_CAST: Final = re.compile(r"\b(?P<verb>(?:re|up)?-?cast(?P<form>s|ing)?)" + _GAP)
_USES: Final = (
    r"use|using|uses|(?<!^)do|doing|(?<=he )does|(?<=it )does|throw|throwing|throws|fire(?: off)?|firing|fires|shoot|shooting|shoots|launch|launching|drop|dropping|drops|try|"
    r"pop|popping|burn|burning|send|sending|sends|put|putting|place|placing|take|bust(?: out)?|unleash|release|activate|let loose|"
    r"toss|sling|slinging|hurl|hurling|hurls|lob|whip out|pull(?:ed|ing)?(?: out| off| the \w+ on)?|go(?:ing)? (?:for|with|ahead and)|blow|"
    r"chuck|spend|spending|invoke|conjure|summon(?:ing)?|call(?:ing)? (?:down|up|upon)|channel(?:ing)?|perform|trigger|start|"
    r"go|goes|set(?:ting)? up|put(?:ting)? up|ready(?:ing)?|make|making|attempt|do up|whisper|sing|speak|say|upcast(?:ing)?|dish out|reply with|respond with|slap|smack|lay(?:ing)?(?: down)?|touch(?:ing)?"
)
_USE: Final = re.compile(rf"\b(?P<verb>{_USES})(?:\W+(?:a|an|the|my|another|some|that|this|one|our|up|out|off|down|on|quick|little|big|nice|"
    r"good|old|second|third|fourth|fifth|sixth|seventh|eighth|ninth|first|\d(?:st|nd|rd|th)?|level|my|action|to|bonus|him|her|them|it|um|uh|like|just|"
    r"reaction|for|with|couple|of|more|free|last|final|quickened|twinned|sneaky|in|more|two|three|same|trusty|single|me|you|us|spell|cantrip|slot)\b){0,7}\W*$")
_WITH: Final = re.compile(r"(?P<verb>\bwith)(?:\W+(?:a|an|my|another|some|that|one|first|second|third|\w+th|level|\d\w*|big|little|good|old|nice|quick|sweet|quickened|twinned|upcast))*\W*$")
_USED: Final = re.compile(r"\b(?P<verb>used|did|threw|sent|hit (?:\w+ )?with|fired|shot|tried|took|dropped|popped|made|gave (?:\w+ )?)(?:\W+(?:a|an|the|my|his|her|your|that|up|off|out))*\W*$")
_ONGOING_WITH: Final = re.compile(r"\b(?:attack\w*|helps?|fight\w*|still|already|concentrat\w+|busy|up|done|finished|over|problem|wrong|happens|deal|what|hang|fine|good|cool|okay|happy|familiar|stuck|left|along)\W+(?:\w+\W+)?with(?:\W+(?:my|the|a|his|her))?\W*$")
_CASTING_FOR: Final = re.compile(r"\b(?:go(?:ing)?|call(?:ing)?|reach(?:ing)?|opt(?:ing)?) for\W+(?:(?:a|an|the|my)\W+)?$")
_JOINT: Final = re.compile(r"\W*(?:and|or|then|and then|plus|with|,)?\W*(?:a|an|the|my|also|another)?\W*")
_AND: Final = re.compile(r"\b(?:i|i'm|i'll|we)\b.*(?:\band|\bthen|,|:|-)\W*(?:a\W+|boom\W+|do\W+|like\W+|just\W+)?$")
_LASTING: Final = re.compile(r"\bconcentrat|\b(?:is|are|was) (?:still|gone|up|active|over|down)\b|\bstill (?:up|active|going|on)\b|\blasts\b|\bruns out\b|\bwears off\b")
_I: Final = re.compile(r"(?:\bi|'ll|\bgonna|\bgoing to|\bwill)(?: (?:just|then|also|immediately|quickly))?\s+$")
# What may stand between a verb and its spell without meaning anything for either.
_ADJUNCT: Final = re.compile(
    r"(?<!^)(?:,\s*)?\b(?:(?:at|using|with|as|for|on) (?:a |an |my |the )?(?:\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)[ -]level(?: (?:spell )?slot| spell)?(?= ?,| on\b| to\b|$)|"
    r"(?:as|with|for|on|using) (?:a |an |my |the )?(?:bonus action|reaction|action)\b|um+\b|uh+\b|you know\b|i guess\b)(?:\s*,)?"
)
_LONG_AGO: Final = re.compile(r"\b(?:last (?:time|session|week|game|night|round|turn|fight)|earlier|yesterday|previously|ago|this morning|back (?:in|at|when))\b")
_STILL: Final = re.compile(r"\bstill (?:have|has|got|under|holding|concentrating|maintaining|using|doing|in|on)\b|\b(?:have|has|got) (?:\w+ )?still\b")
_EMBEDDED: Final = re.compile(r"\b(?:what|whatever|which|where|whether|how|why|wish|thing|spell|time|way|remember|forgot|know|see if|unless|like) (?:i|we|you|he|she|they)\b")
_DISMISSED: Final = re.compile(r"^\W*(?:meh|nah|no|nope|not (?:really|great|good|yet|now)|sucks|eh|hm+|is out|i don't|isn't|i can't|i'd have to|too|that's no)\b")
_THAT_IS: Final = re.compile(r"\W*(?:(?:and|so|okay|then)\W+)*that(?:'s| is| was| would be)(?:\W+(?:a|my|the|going to be|gonna be))*\W*")
_FRONTED: Final = re.compile(r"\W*(?:(?:and|so|okay|then|but)\W+)*(?:when|once|as|after|before|since|because|while)\b.*,")
_TOLD_CAST: Final = re.compile(r"\bcast(?:s|ing)?" + _GAP)
_TOLD_USE: Final = re.compile(
    r"\b(?:us(?:es|ed|ing)|sen(?:ds?|t|ding)|hurl\w*|unleash\w*|loos\w+|conjur\w+|mutter\w*|whisper\w*|speak\w*|spoke|throw\w*|threw|fir(?:es|ed|ing)|call\w*|summon\w*|weav\w+|wove|releas\w+|channel\w*|invok\w+|"
    r"launch\w*|with|let\w* (?:loose|fly)|shap\w+|form\w*|rais\w+|chant\w*|sing\w*|sang|draw\w*|drew|g[ai]v\w+|la(?:y|id)\w*|evok\w+)(?:\W+(?!(?:and|but)\b)[\w']+){0,7}?\W*$"
)
_REMOTE: Final = re.compile(
    r"\b(?:had|remember\w*|recall\w*|last time|thinking|thought|think(?:s)?|consider\w*|wish\w*|could|would|might|should|may|if|ready|prepar\w+|wait\w*|instead of|rather than|no|not|never|without|wonder\w*|hop(?:es?|ed|ing)|about to|like an?|as if|still|'t)\b"
)
_DOING_THE: Final = re.compile(r"\b(?:do|doing|use|using|try|go with|go for) (?:the|that) $")
_GET: Final = re.compile(r"\b(?:get|getting|bring|throw|put)\W+(?:(?:a|an|my|the|another)\W+)?$")
_UP: Final = re.compile(r"^\W*(?:up|going|on|off|out|running|down)\b")
_NO_SUCH: Final = re.compile(r"\b(?:no|not|never|without|zero)\s+(?:more\s+)?(?:a\s+)?$")
_RID: Final = re.compile(
    r"\b(?:rid of|out of|because of|thanks to|due to|from|against|under|inside|within|instead of|rather than|end|ends|break|breaks|lose|loses|lost|resist|about|for|like|of|no)"
    r"\W+(?:(?:the|that|this|my|your|his|her|their|its|any|another)\W+)?$"
)
_DROPS: Final = re.compile(r"\bdrop(?:ping|s)? (?:my|the|your|that|his|her)\W*$")
_AT: Final = re.compile(r"^\W*(?:on|at|right|down|over)\b")
_NOUN: Final = re.compile(r"\b(?:a|an|the|my|your|his|her|little|some|this|that|any|of)\W*$")
_GIVE: Final = re.compile(r"\b(?P<verb>give|giving|gives|offer|grant|toss|throw|put|drop|cast|hand|get)\W+(?:[\w']+\W+){1,4}?(?:(?:a|an|some|the|my|another|little|bit|of|quick|big|nice|good)\W+)*$")

# The mood of the verb: the last of these before it counts.
_MOODS: Final = re.compile(
    r"(?P<not>\b(?:(?:not|never|\w+n't)\s+(?:\w+\s+)?(?:going to|gonna|want to|wanna|like to|have to|need to|get to|trying to|about to)|not|never|won't|wouldn't|don't|can't|cannot|couldn't|didn't|doesn't|isn't|wasn't|ain't|haven't|hasn't|hadn't|shouldn't|instead of|rather than|"
    r"without|stop(?:ped)?|no longer|unable to|fail(?:ed|s)? to|pretend\w*|act(?:ing)? (?:like|as if)|as if|as though|forg[eo]t(?:ten)? to|hate to|too late to|nobody|no one|tired of|afraid to|refuse to)\b)"
    r"|(?P<ask>\b(?:can|could|may|might|am|would|do|will|is it|are we)\s+(?:i|we|she|he|it)\b|\b(?:do (?:i|we) have (?:time|enough \w+) to|is it (?:possible|okay|ok|cool) (?:if|to|for)|"
    r"would it be (?:possible|okay|ok)|am i able to|would i be able to|do you mind if|are you (?:okay|ok|cool) (?:with|if)|is there (?:any )?(?:way|time|chance)|okay if i|"
    r"cool if i|all right if i|mind if i|allow me to|let me|may i)\b)"
    r"|(?P<plan>\b(?:always|usually|normally|often|sometimes|typically|generally|every (?:day|morning|night|time)|if|unless|whether|in case|suppose|supposing|could|might|may(?! as well)|can|should|would(?!\s+(?:\w+\s+)?(?:like|love))|shall|maybe|perhaps|probably|thinking (?:of|about)|considering|plan(?:ning)?(?: to| on)?|"
    r"hop(?:e|ing) to|meant to|meaning to|about to|next (?:turn|round|time)|next|later|tomorrow|tonight|until|wait(?:ing)? (?:to|until|for)|ready to|prepared to|"
    r"hold(?:ing)? (?:my action|off|until)|whenever|once (?:i|he|she|it|they|we|you|the)|as soon as|when|what if|how about|what about|supposed to|need(?:s)? to|have to|has to|got to|gotta|"
    r"remember to|learn(?:ed)? (?:to|how)|know(?:s)? how to|able to|way to|want (?:him|her|them|you|us|me) to|let (?:him|her|them|you)|going to be|used to|tempted to|someone|somebody|why don't|where|how)\b)"
    r"|(?P<past>\b(?:was|were|had|did|have|has|already|earlier|yesterday|before|last|previously|ago|after|since|because|the time|every time|been|when (?:i|you|he|she|we|they))\b|'ve\b)"
    r"|(?P<does>\b(?:i|we)(?:'ll| will| shall)\b|\b(?:going to|gonna|gon'|imma|i'ma|i'm'a|finna)\b|\b(?:i|we)(?:'d| would) (?:\w+ )?(?:like|love) to\b|\b(?:want|wanna|wants|like|love|try(?:ing)?|choose|decide(?:d)?|get|proceed|need|have|ready) to\b|\bwanna\b|"
    r"\blet's\b|\blet us\b|\blet me\b|\blemme\b|\b(?:may|might) as well\b|\b(?:i|we)(?:'m| am|'re)\b|\bwill\b|'ll\b|\bgo ahead\b|\bi (?:do|also|then|just|immediately|quickly|simply)\b)"
)
_WHO: Final = r"(?<![\w'])(?P<who>i|we|you|he|she|they|it|everyone|someone|somebody|who|\u00a7\d+)"
_SUBJECT: Final = re.compile(_WHO + r"(?='|\W|$)")
# A subject in its place: before a mood, contracted with one, or right before the verb.
_ACTING: Final = re.compile(
    _WHO + r"(?:'(?:ll|m|d|re|s|ve)\b|(?=(?:\s+(?:just|then|also|immediately|quickly|now|both|all|guys|probably|totally|actually|only|still|already|really|instead|\w+ly))*\s*"
    r"(?:$|\b(?:will|would|am|is|are|was|were|going|gonna|can|can't|could|may|might|should|shall|want|wants|wanna|do|did|don't|didn't|won't|has|have|had|tr(?:y|ies)|get|gets|go|goes|need|needs|like|love|gotta|decide|reach|turn|take|pull|point|look|whisper|step|raise|put)\b)))"
)
_CLAUSE: Final = re.compile(r"[;:,]|\b(?:but|and then|because|so that|and i\b|so i\b)")
_IF: Final = re.compile(r"\bif\b(?!\s+(?:that's|it's|i can|possible|you don't mind|i may|that is|it is|you'll allow|allowed))|\bunless\b|\bwhat if\b")
_WHEN: Final = re.compile(r"\b(?:when|whenever|as soon as|once|until|in case) (?:i|he|she|it|they|we|you|the|that|any|some|§)")

_TALK_RIGHT: Final = re.compile(
    r"^(?:'s)?\s*(?:,\s*(?:is|was|does)\b|(?:is|isn't|was|wasn't|are|does|doesn't|do|don't|did|didn't|has|have|lets?|gives?|says?|require[sd]?|takes?|works?|worked|would|wouldn't|will|won't|"
    r"lasts?|lasted|ends?|ended|can|can't|could|might|should|only|still|wears|fades?|faded|goes|went|makes?|costs?|needs?|affects?|specifically|allows?|counts?|triggers?|happens?|"
    r"damage|save|saving|spell|spells|slots?|attacks?|rolls?|modifier|dc|concentration|range|effect|thing|scroll|wand|ring|potion|charges?|again\?|also|usually|actually|"
    r"hits?|misses|knocks?|comes?|came|becomes|shows|scatters?|increases?|deals?|dealt|already|helps?|helped|that (?:i|you|he|she|they|we)|i (?:did|cast|used|had)|you (?:did|cast|used|had)|up\b(?! (?:on|there|here)))\b)"
)
_PLEA: Final = re.compile(r"^\W*(?:come on|please|go|yay|woo|nice|yes|no|oh no|damn|use|try|where'?s|what about|how about|remember|thank god for|good thing)\b")
_DEFINITE: Final = re.compile(r"\b(?:the|your|his|her|that|this|their|its|these|those|whose|\w+'s)(?:\W+(?:same|other|previous|earlier|last|first|whole|old|stupid|damn|fucking|original|\w+ing))*\W*$")
_OWN: Final = re.compile(r"\b(?:my|our)(?:\W+(?:own|little|old|current|existing|last|first|remaining))*\W*$")
_ONGOING: Final = re.compile(
    r"\b(?:still|concentrat\w+|maintain\w*|keep(?:ing|s)?|hold(?:ing)? (?:on to|onto)?|carry(?:ing)? over|mov(?:e|es|ing) (?:my|the|over)|transfer\w*|shift(?:ing)? (?:my|the)|switch(?:ing)? (?:my|the)|drop(?:ping)? (?:my |the |that )?concentration|drop(?:ping|s)? (?:my|the|your|that)|"
    r"los(?:e|es|ing|t)|end(?:s|ing)? (?:my|the)|dismiss\w*|under the (?:effects?|influence)|thanks to|due to|because of|from (?:the|my|your|his|her)|has|have|had|got|'s got|i've got|i know|"
    r"prepared|affected by|inside|within|through the|out of|up from|bonus from|plus|minus|with (?:the|my|his|her|your)(?! (?:action|bonus|reaction))|is (?:up|on)|dispel\w*|break(?:s|ing)? (?:my|the|your)|save against|saving throw against|against|"
    r"resist\w*|immune to|what is|what's|what does|how does|how do|does|was that|is that|was it|is it|which is|it's|it is|that's|that is|called|name of|like a|like an|sort of|kind of|"
    r"counter(?:s|ed|ing)?|identify|scroll of|wand of|potion of|ring of|staff of|boots of|cloak of|oil of|level of|range of|duration of|damage of|instead of|rather than|remember|about|no|every|any|of)(?:\W+(?:a|an|the|my|your|his|her|that|our|their|any|some|one|more|another|\w+'s|§\d*|and|or|,)){0,4}\W*$"
)
_FILLER: Final = (
    r"(?:with|using|use) my|okay|ok|yeah|yes|yep|yup|all right|alright|all righty|well|so|then|and|um+|uh+|er|let's see|let me see|just|oh|hey|right|first|first off|now|sure|fine|cool|also|again|another|a|an|one|some|more|"
    r"my|i'm|i|i'm like|i think|i guess|i say|i mean|i'll|we'll|actually|no,|wait|screw it|fuck it|fuck that|shit|hm+|mm+|eh|ah|you know what|you know|here we go|boom|bam|"
    r"(?:as |for |on |with |using |use )?(?:a |my |the |his |her )?(?:bonus action|bonus|action|reaction|turn|first attack|second attack)(?: is| was|:)?|(?:at |as )?(?:a |an )?(?:\w+)[ -]level|level \w+|cantrip|quickened|twinned|"
    r"going|go|gonna|time for|here comes|here's|it's|good old|straight|we're|we|this time|same thing|same|once more|one more|back to|definitely|absolutely|immediately|sorry|hold on|god|jesus|finally|with|using|via|twin(?:ned)?|quick|little|casting|cast|gotta be|and then|but|let's|let's go|let's do|give (?:him|her|them|it)|next|first of all"
)
_LEAD_IN: Final = re.compile(rf"(?:\W*\b(?:{_FILLER})\b)*\W*")
_AIM: Final = re.compile(
    r"\W*(?:(?:\W*\b(?:again|too|please|also|now|then|yeah|yep|as well|right|okay|i guess|i think|i suppose|this time|boom|bitch|motherfucker|it is|once more|twice|instead)\b)*\W*$|"
    r"\W*(?:(?:again|right|up|down|out|now|just|maybe)\W+)*(?:on(?:to)?|at|to|over|around|into|upon|against|towards?|targeting|centered|as (?:a|my)|using|upcast|for (?!me\b)|with my|from my|"
    r"through|between|near|behind|in front|right (?:on|in|at|there|here)|there|here|in (?:the|his|her|their|its)|under|above|everyone|everybody|all of|both of|him|her|them|that guy|this guy|myself|"
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d(?:st|nd|rd|th))[ -]level|level \w+|i (?:do|cast|use|did|will)\b|(?:then )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d+|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|ten|eleven|twelve|nat(?:ural)?)\b)\b)"
)
_PAUSE: Final = re.compile(r"\W*[,;:\u2014-](?!\W*i mean\b)")
_OBJECT: Final = re.compile(
    r"^\W*(?:him|her|them|it|that|this|the|those|these|myself|us|you|everyone|everybody|all|both|one|someone|a|an|on|at|into|to|over|up|down|away|out|back|through|behind|past|right|myself|as|from|"
    r"his|their|my|me|again|whoever|whichever|§\d+|another|and|with)\b|^\W*[.!?\u2014-]|^\W*$"
)
_SELF: Final = re.compile(r"(?:\b(?:i|we|she|he|they|you|to|gonna|'ll|will|can|could|may|might|should|would|let's|just|then|and|also|immediately|quickly|lemme|let me|imma|do|i'm|try)|'ll|'d|§\d+)\W*$")
_REPORT: Final = re.compile(r"\b(?:wait(?:ing)?|until|when|while|whenever|after|before|as soon as|once) (?:\w+ )?(?:i|you|he|she|they|we|it|§\d+)(?:'\w+)?\b")
_RIGHT_NOT: Final = re.compile(r"\b(?:(?:but|except|only|if) (?:i|we|that i) (?:can't|don't|won't|didn't|couldn't|haven't)|isn't (?:going to|gonna)|won't work|is gone|i can't|i don't have)\b")


def read_intent(mention: Mention, names: "re.Pattern[str] | None" = None, others: Sequence[Mention] = ()) -> Intent:
    """What the sentence around a mention does with it.

    Args:
        mention: the mention.
        others: the other mentions of the turn.
        names: matches the plain names of the party's characters, which can be subjects too.
    """
    left, right = _sides(mention, names, others)
    if mention.turn.narrates(mention.start):
        return _narrated(mention, left, right)
    verb = _governor(mention, left, right)
    if verb is None:
        return _without_verb(mention, left, right)
    name, start = verb
    before = left[:start]
    if name == "with" and _LEAD_IN.fullmatch(before):
        return Intent("names", 2.5)
    subject = _subject(before, left, name)
    return _governed(mention, name, before, right, subject)


def _narrated(mention: Mention, left: str, right: str) -> Intent:
    """What written narration does with a name: in it the past tense tells what happens now."""
    found = [match["who"] for match in _ACTING.finditer(left)]
    subject = found[-1] if found else ""
    if _REMOTE.search(left) or _TALK_RIGHT.match(right):
        return Intent("talk", 0.0, subject)
    if _TOLD_CAST.search(left):
        return Intent("does", 4.25, subject, "cast")
    if mention.spell.everyday and not mention.capital:
        return Intent("talk", 0.0, subject)
    if _TOLD_USE.search(left):
        return Intent("does", 4.0, subject, "use")
    return Intent("names", 3.0, subject)


def _sides(mention: Mention, names: "re.Pattern[str] | None", others: Sequence[Mention]) -> tuple[str, str]:
    """What stands left and right of the name in its sentence, names of characters as `\u00a7` and their place.

    Of spells enumerated before it ("cast Bless and Aid") nothing is kept, so that the verb governs each.
    """
    turn = mention.turn
    start, end = turn.sentence(mention.start)
    left, right = turn.low[start : mention.start], turn.low[mention.end : end]
    for other in sorted(others, key=lambda one: -one.start):
        if other.spell.name == mention.spell.name and start <= other.start and other.end <= mention.start:
            left = left[: other.start - start].ljust(other.end - start) + left[other.end - start :]
        if start <= other.start < mention.start and _JOINT.fullmatch(left[other.end - start :]):
            left = left[: other.start - start]
    left = _ADJUNCT.sub(lambda m: " " * len(m.group()), left)
    if names is not None:
        left = names.sub(lambda m: "\u00a7" + str(m.start()).ljust(len(m.group()) - 1), left)
        right = names.sub("\u00a70", right)
    return left, right


def _governor(mention: Mention, left: str, right: str) -> tuple[str, int] | None:
    """The verb that takes the spell as its object, or the spell itself as a verb, with its place."""
    if (_DROPS.search(left) and not _AT.match(right)) or (_RID.search(left) and not _CASTING_FOR.search(left)):
        return None
    if match := _CAST.search(left):
        return ("past" if mention.tense == "past" else "cast"), match.start()
    if mention.tense == "ing" and _NOUN.search(left):
        return None
    if mention.tense in {"past", "ing"} and not mention.spell.everyday:
        return ("past" if mention.tense == "past" else "self"), len(left)
    if (match := _WITH.search(left)) and not _ONGOING_WITH.search(left):
        return "with", match.start()
    if match := _USED.search(left):
        return "past", match.start()
    if match := _USE.search(left):
        return "use", match.start()
    if match := _GIVE.search(left):
        return "give", match.start()
    if (match := _GET.search(left)) and _UP.match(right):
        return "use", match.start()
    if _AND.search(left) and not _FRONTED.match(left) and (_AIM.match(right) or _PAUSE.match(right)):
        return "and", len(left)
    if len(mention.spell.name.split()) > 1 and not mention.spell.everyday and _I.search(left) and not _TALK_RIGHT.match(right):
        return "self", len(left)
    if _SELF.search(left) and _OBJECT.match(right) and not _TALK_RIGHT.match(right):
        return "self", len(left)
    return None


def _subject(before: str, left: str, verb: str) -> str:
    text = left if verb in {"self", "and"} else before
    acting = [match["who"] for match in _ACTING.finditer(text)]
    if acting:
        return acting[-1]
    found = [match["who"] for match in _SUBJECT.finditer(text) if not match["who"].startswith("\u00a7")]
    return found[-1] if found else ""


def _governed(mention: Mention, verb: str, before: str, right: str, subject: str) -> Intent:
    clause, rest = _main_clause(before)
    mood = _mood(clause)
    if verb == "past" or _LONG_AGO.search(right) or _LONG_AGO.search(clause):
        return Intent("past", 0.0, subject, verb)
    if _EMBEDDED.search(clause):
        return Intent("plans", 0.0, subject, verb)
    if _STILL.search(clause):
        return Intent("ongoing", -1.0, subject, verb)
    if mood == "not" or _RIGHT_NOT.search(right):
        return Intent("not", -3.0, subject, verb)
    if _REPORT.search(clause):
        return Intent("plans", 0.0, subject, verb)
    if mood == "ask":
        return Intent("asks", 2.0, subject, verb)
    if mood == "plan":
        return Intent("plans", 0.5, subject, verb)
    if mood == "past":
        return Intent("past", 0.5, subject, verb)
    return Intent("does", _done(mention, verb, mood, subject, rest), subject, verb)


def _done(mention: Mention, verb: str, mood: str | None, subject: str, rest: str) -> float:
    weight = {"cast": 4.5, "use": 4.0, "with": 4.0, "give": 3.5, "self": 4.0, "and": 3.5}[verb]
    if _IF.search(rest):
        weight -= 2.5
    elif _WHEN.search(rest):
        weight -= 1.0
    if subject == "we" and mood != "does":
        weight -= 2.0
    if mood is None and not subject:
        weight -= 0.5 if verb == "cast" else 1.25
    start, _ = mention.turn.sentence(mention.start)
    if verb in {"use", "with"} and _DEFINITE.search(mention.turn.low[start : mention.start]):
        weight -= 0.5 if _DOING_THE.search(mention.turn.low[start : mention.start]) else 1.5
    return weight


def _main_clause(before: str) -> tuple[str, str]:
    """The clause that the verb belongs to, from the word before its subject on, and what precedes it."""
    acting = [match.start() for match in _ACTING.finditer(before)]
    start = _words_back(before, acting[-1], 2) if acting else 0
    places = [start, *(match.end() for match in _CLAUSE.finditer(before, start))]
    for place in reversed(places):
        clause = before[place:]
        if _SUBJECT.search(clause) or _MOODS.search(clause):
            return clause, before[:place]
    return before[start:], before[:start]


def _words_back(text: str, place: int, words: int) -> int:
    """The place some words before a place, not beyond a comma."""
    found = re.search(r"(?:[\w']+\s+){0,%d}$" % words, text[:place])
    return found.start() if found else place


def _mood(scope: str) -> str | None:
    found = [match.lastgroup for match in _MOODS.finditer(scope)]
    return found[-1] if found else None


def _last_part(left: str) -> str:
    """What stands left of a name since the last colon, or since the comma that ends a fronted clause."""
    part = re.split(r"[:;]|--", left)[-1]
    return part.rsplit(",", 1)[-1] if _FRONTED.match(part) else part


def _without_verb(mention: Mention, left: str, right: str) -> Intent:
    if _TALK_RIGHT.match(right):
        return Intent("talk", 0.0)
    if mention.tense == "ing":
        return Intent("talk", 0.0)
    if _NO_SUCH.search(left) or _RIGHT_NOT.search(right):
        return Intent("not", -2.0)
    if _DISMISSED.match(right):
        return Intent("not", -1.0)
    if _LASTING.search(right):
        return Intent("ongoing", -1.0)
    if _THAT_IS.fullmatch(left) and (_AIM.match(right) or _PAUSE.match(right)):
        return Intent("names", 1.5)
    if _LEAD_IN.fullmatch(_last_part(left)) and (_AIM.match(right) or _PAUSE.match(right)):
        return Intent("names", 1.75 if "?" in right else 2.5)
    if _ONGOING.search(left) or _DEFINITE.search(left) or _OWN.search(left):
        return Intent("ongoing", -1.0)
    if _AIM.match(right) and right.strip(" .!,?"):
        return Intent("names", 1.5)
    return Intent("talk", 0.5)
