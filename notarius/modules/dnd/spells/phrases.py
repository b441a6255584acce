"""The phrases in which a table casts, plans, remembers, denies or explains a spell, around the spell's name.

Repeated words are matched possessively (`++`, `*+`) where signs and words may be the same characters, such as an
apostrophe: else the ways to divide them, and with them the time, would grow with a power of the length.
"""

import re
from typing import Final

GAP: Final = (
    r"(?:\W++(?!(?:and|but|or|because|so|if|when|which|until|before|after|while|than|on|at|to|into|onto|over|from|"
    r"against|is|was|are)\b)[\w']++){0,5}?\W*$"
)
CAST: Final = re.compile(r"\b(?P<verb>(?:re|up)?-?cast(?P<form>s|ing)?)" + GAP)
USES: Final = (
    r"use|using|uses|(?<!^)do|doing|(?<=he )does|(?<=it )does|throw|throwing|throws|fire(?: off)?|firing|fires|"
    r"shoot|shooting|shoots|launch|launching|drop|dropping|drops|try|"
    r"pop|popping|burn|burning|send|sending|sends|put|putting|place|placing|take|bust(?: out)?|unleash|release|"
    r"activate|let loose|"
    r"toss|bring(?:ing)? (?:in|out|up|back|down)|"
    r"sling|slinging|hurl|hurling|hurls|lob|whip out|pull(?:ed|ing)?(?: out| off| the \w+ on)?|"
    r"go(?:ing)? (?:for|with|ahead and)|blow|"
    r"chuck|spend|spending|invoke|conjure|summon(?:ing)?|call(?:ing)? (?:down|up|upon)|channel(?:ing)?|perform|"
    r"trigger|start|"
    r"go|goes|set(?:ting)? up|put(?:ting)? up|ready(?:ing)?|make|making|attempt|do up|whisper|sing|speak|say|"
    r"upcast(?:ing)?|dish out|reply with|respond with|slap|smack|lay(?:ing)?(?: down)?|touch(?:ing)?"
)
USE: Final = re.compile(
    rf"\b(?P<verb>{USES})(?:\W+(?:(?:a|an|my) \w+(?:-\w+)?|a|an|the|my|another|some|that|this|one|our|up|"
    rf"out|off|down|on|quick|little|big|nice|"
    r"good|old|second|third|fourth|fifth|sixth|seventh|eighth|ninth|first|\d(?:st|nd|rd|th)?|level|my|action|to|"
    r"bonus|him|her|them|it|um|uh|like|just|"
    r"reaction|for|with|couple|of|more|free|last|final|quickened|twinned|sneaky|in|more|two|three|same|trusty|"
    r"single|me|you|us|spell|cantrip|slot)\b){0,7}\W*$"
)
WITH: Final = re.compile(
    r"(?P<verb>\bwith)(?:\W+(?:a|an|my|another|some|that|one|first|second|third|\w+th|level|\d\w*|big|little|good|"
    r"old|nice|quick|sweet|quickened|twinned|upcast))*\W*$"
)
USED: Final = re.compile(
    r"\b(?P<verb>used|did|threw|sent|hit (?:\w+ )?with|fired|shot|tried|took|dropped|popped|made|"
    r"gave (?:\w+ )?)(?:\W+(?:a|an|the|my|his|her|your|that|up|off|out))*\W*$"
)
ONGOING_WITH: Final = re.compile(
    r"\b(?:attack\w*|helps?|fight\w*|still|already|concentrat\w+|busy|done|finished|problem|wrong|happens|deal|"
    r"hang|fine|good|cool|okay|happy|familiar|stuck)\W+(?:\w+\W+)?with(?:\W+(?:my|the|a|his|"
    r"her))?\W*$"
)
CASTING_FOR: Final = re.compile(
    r"\b(?:go(?:ing)?|call(?:ing)?|reach(?:ing)?|opt(?:ing)?) for\W+(?:(?:a|an|the|my)\W+)?$"
)
JOINT: Final = re.compile(r"\W*+(?:and then|and|or|then|plus|with)?+\W*+(?:another|also|an|a|the|my)?+\W*+")
AND: Final = re.compile(r"\b(?:i|i'm|i'll|we)\b.*(?:\band|\bthen|,|:|-)\W*(?:a\W+|boom\W+|do\W+|like\W+|just\W+)?$")
LASTING: Final = re.compile(
    r"^'s (?:still|on|up|gone|down|out|active|going|running)\b|\bconcentrat|"
    r"\b(?:is|are|was) (?:still|gone|up|active|over|down)\b|\bstill (?:up|active|going|on)\b|\blasts\b|"
    r"\bruns out\b|\bwears off\b"
)
I_SELF: Final = re.compile(
    r"(?:\bi|\bwe|'ll|\bgonna|\bgoing to|\bwill|\blet me|"
    r"\blemme|\bwant to|\bwanna|\blike to|\btry to|\bimma)(?: (?:just|then|also|immediately|quickly))?\s+$"
)
# What may stand between a verb and its spell without meaning anything for either.
ADJUNCT: Final = re.compile(
    r"(?<!^)(?:,\s*)?\b(?:(?:at|using|with|as|for|on) (?:a |an |my |the )?(?:\d(?:st|nd|rd|th)|first|second|third|"
    r"fourth|fifth|sixth|seventh|eighth|ninth)[ -]level(?: (?:spell )?slot| spell)?(?= ?,| on\b| to\b|$)|"
    r"(?:as|with|for|on|using) (?:a |an |my |the )?(?:bonus action|reaction|action)\b|um+\b|uh+\b|you know\b|"
    r"i guess\b)(?:\s*,)?"
)
LONG_AGO: Final = re.compile(
    r"\b(?:last (?:time|session|week|game|night|round|turn|fight)|earlier|yesterday|previously|ago|this morning|"
    r"back (?:when|in the day)|last campaign)\b"
)
STILL: Final = re.compile(
    r"\bstill (?:have|has|got|under|holding|concentrating|maintaining|using|doing|in|on)\b|\b(?:have|has|"
    r"got) (?:\w+ )?still\b"
)
EMBEDDED: Final = re.compile(
    r"\b(?:what|whatever|which|where|whether|how|why|wish|thing|spell|time|way|remember|forgot|know|see if|unless|"
    r"like) (?:i|we|you|he|she|they)\b"
)
PRESENTED: Final = re.compile(
    r"\b(?:(?:out|up|in|down|there|off) (?:comes|goes)|it's|it is|that's|that is|"
    r"this is|these are|those are|here's|here comes|here you (?:go|are)|there you (?:go|are)|that'll be|it'll be)"
    r"(?:\W+(?:gonna be|going to be|my|a|an|the|our|"
    r"just|another|time for|one of|me|us|you|him|her))*\W*$"
)
LACKING: Final = re.compile(
    r"\b(?:if i(?:'d| had| have| could)|but i(?:'ve| have)?(?: got)? (?:no|nothing|none|don't|can't|haven't)|"
    r"but (?:it|that|"
    r"they|he|she)(?:'s|'d|'ll|'re)?\b|but (?:everyone|everybody|we)|but then|but if)"
)
DISMISSED: Final = re.compile(
    r"^\W*(?:meh|nah|no|nope|not (?:really|great|good|yet|now)|sucks|eh|hm+|is out|i don't|isn't|i can't|"
    r"i'd have to|too|that's no)\b"
)
MEASURED: Final = re.compile(
    r"\b(?:beams?|rays?|bolts?|darts?|minutes?|rounds?|charges?|bit|handful|couple|dose|touch|castings?|shots?|blasts?|"
    r"spot) of (?:my |the |that |this )?$"
)
ONCE_MORE: Final = re.compile(r"\b(?:one more|another|once more|again)\W+(?:of (?:my|the)\W+)?$")
ASIDE: Final = re.compile(
    r"\W*(?:(?:and|so|okay|then|but)\W+)*(?:before|while|since|because|now that|as long as)\b[^,]*,(?=\W*\w*\W*$)"
)
THAT_IS: Final = re.compile(
    r"\W*(?:(?:and|so|okay|then)\W+)*that(?:'s| is| was| would be)(?:\W+(?:a|my|the|going to be|gonna be))*\W*"
)
FRONTED: Final = re.compile(
    r"\W*(?:(?:and|so|okay|then|but)\W+)*(?:when|once|as|after|before|since|because|while)\b.*,"
)
TOLD_CAST: Final = re.compile(r"\bcast(?:s|ing)?" + GAP)
TOLD_USE: Final = re.compile(
    r"\b(?:us(?:es|ed|ing)|sen(?:ds?|t|ding)|hurl\w*|unleash\w*|loos\w+|conjur\w+|mutter\w*|whisper\w*|speak\w*|"
    r"spoke|throw\w*|threw|fir(?:es|ed|ing)|call\w*|summon\w*|weav\w+|wove|releas\w+|channel\w*|invok\w+|"
    r"launch\w*|with|let\w* (?:loose|fly)|shap\w+|form\w*|rais\w+|chant\w*|sing\w*|sang|draw\w*|drew|g[ai]v\w+|"
    r"la(?:y|id)\w*|evok\w+)(?:\W++(?!(?:and|but)\b)[\w']++){0,7}?\W*$"
)
REMOTE: Final = re.compile(
    r"\b(?:had|remember\w*|recall\w*|last time|thinking|thought|think(?:s)?|consider\w*|wish\w*|could|would|might|"
    r"should|may|if|ready|prepar\w+|wait\w*|instead of|rather than|no|not|never|without|wonder\w*|hop(?:es?|ed|ing)|"
    r"about to|like an?|as if|still|'t)\b"
)
DOING_THE: Final = re.compile(r"\b(?:do|doing|use|using|try|go with|go for) (?:the|that) $")
GET: Final = re.compile(r"\b(?:get|getting|bring|throw|put)\W+(?:(?:a|an|my|the|another)\W+)?$")
UP: Final = re.compile(r"^\W*(?:up|going|on|off|out|running|down)\b")
NO_SUCH: Final = re.compile(r"\b(?:no|not|never|without|zero)\s+(?:more\s+)?(?:a\s+)?$")
RID: Final = re.compile(
    r"\b(?:rid of|out of|because of|thanks to|due to|from|against|under|inside|within|instead of|rather than|end|"
    r"ends|break|breaks|lose|loses|lost|resist|about|for|like|of|no)"
    r"\W+(?:(?:the|that|this|my|your|his|her|their|its|any|another)\W+)?$"
)
DROPS: Final = re.compile(r"\bdrop(?:ping|s)? (?:my|the|your|that|his|her)\W*$")
# A running spell is dropped by its bare name; what is cast so has an article or an aim: "I drop a Fireball on them".
LETS_GO: Final = re.compile(r"\bdrop(?:ping|s|ped)?(?: concentration on)?\W+$")
AIMED: Final = re.compile(
    r"\W*(?:(?:right|straight|just|down|again)\W+)*(?:on|onto|at|over|around|in|into|between|there|here|behind|near|under|"
    r"above|centered|beside|next|by|toward\w*|through|against|right|down)\b"
)
AT: Final = re.compile(r"^\W*(?:on|at|right|down|over)\b")
NOUN: Final = re.compile(r"\b(?:a|an|the|my|your|his|her|little|some|this|that|any|of)\W*$")
GIVE: Final = re.compile(
    r"\b(?P<verb>give|giving|gives|offer|grant|toss|throw|put|drop|cast|hand|get)\W++(?:[\w']++\W++){1,4}?(?:(?:a|an|"
    r"some|the|my|another|little|bit|of|quick|big|nice|good)\W+)*$"
)
#: "You get a Guidance": given by whoever says so.
GETS_ONE: Final = re.compile(
    r"\b(?:you|he|she|they)(?:'re)?(?: both| all| each)? (?:get|gets|getting|got) (?:a|an|the|my)\W+$"
)
ONLY_IF: Final = re.compile(r"\bif\b|\blevel\b|\bwhen\b|\?|\bfrom (?:the|a|that|this)\b")
# The mood of the verb: the last of these before it counts.
MOODS: Final = re.compile(
    r"(?P<not>\b(?:(?:not|never|\w+n't)\s+(?:\w+\s+)?(?:going to|gonna|want to|wanna|like to|have to|need to|get to|"
    r"trying to|about to)|not|never|won't|wouldn't|don't|can't|cannot|couldn't|didn't|doesn't|isn't|wasn't|ain't|"
    r"haven't|hasn't|hadn't|shouldn't|instead of|rather than|"
    r"without|stop(?:ped)?|no longer|unable to|fail(?:ed|s)? to|pretend\w*|act(?:ing)? (?:like|as if)|as if|"
    r"as though|forg[eo]t(?:ten)? to|hate to|too late to|nobody|no one|tired of|afraid to|refuse to)\b)"
    r"|(?P<ask>\b(?:can|could|may|might|am|would|do|will|is it|are we)\s+(?:i|we|she|he|it)\b|\b(?:do (?:i|"
    r"we) have (?:time|enough \w+) to|is it (?:possible|okay|ok|cool) (?:if|to|for)|"
    r"would it be (?:possible|okay|ok)|am i able to|would i be able to|do you mind if|are you (?:okay|ok|"
    r"cool) (?:with|if)|is there (?:any )?(?:way|time|chance)|okay if i|"
    r"cool if i|all right if i|mind if i|allow me to|let me|may i)\b)"
    r"|(?P<plan>\b(?:(?:was|were)(?: \w+)? (?:going to|gonna)|always|usually|normally|often|sometimes|typically|"
    r"generally|every (?:day|morning|night|time)|"
    r"if|unless|whether|in case|suppose|supposing|could|might|may(?! as well)|can|should|"
    r"would(?!\s+(?:\w+\s+)?(?:like|love))|shall|maybe|perhaps|probably|thinking (?:of|about)|considering|"
    r"plan(?:ning)?(?: to| on)?|"
    r"hop(?:e|ing) to|meant to|meaning to|about to|next (?:turn|round|time)|next|later|tomorrow|tonight|until|"
    r"wait(?:ing)? (?:to|until|for)|ready to|prepared to|"
    r"hold(?:ing)? (?:my action|off|until)|whenever|once (?:i|he|she|it|they|we|you|the)|as soon as|when|what if|"
    r"how about|what about|supposed to|wanted to|need(?:s)? to|have to|has to|got to|gotta|"
    r"remember to|learn(?:ed)? (?:to|how)|know(?:s)? how to|able to|way to|want (?:him|her|them|you|us|me) to|"
    r"let (?:him|her|them|you)|going to be|used to|tempted to|someone|somebody|why don't|where|how)\b)"
    r"|(?P<past>\b(?:was|were|had|did|(?:have|has)(?! (?:an?|my|the|one|two|three|only|no|got)\b)|already|"
    r"earlier|yesterday|before|last|previously|ago|after|since|because|the time|"
    r"every time|been|when (?:i|you|he|she|we|they))\b|"
    r"'ve\b(?! (?:an?|my|the|one|two|three|only|no|got)\b))"
    r"|(?P<does>\b(?:i|we)(?:'ll| will| shall)\b|\b(?:going to|gonna|gon'|imma|i'ma|i'm'a|finna)\b|\b(?:i|we)(?:'d|"
    r" would) (?:\w+ )?(?:like|love) to\b|\b(?:want|wanna|wants|like|love|try(?:ing)?|choose|decide(?:d)?|get|"
    r"proceed|need|have|ready) to\b|\bwanna\b|"
    r"\blet's\b|\blet us\b|\blet me\b|\blemme\b|\b(?:may|might) as well\b|\b(?:i|we)(?:'m| am|'re)\b|\bwill\b|'ll\b|"
    r"\bgo ahead\b|\bi (?:do|also|then|just|immediately|quickly|simply)\b)"
)
WHO: Final = r"(?<![\w'])(?P<who>i|we|you|he|she|they|it|everyone|someone|somebody|who|\u00a7\d+)"
SUBJECT: Final = re.compile(WHO + r"(?='|\W|$)")
# A subject in its place: before a mood, contracted with one, or right before the verb.
ACTING: Final = re.compile(
    WHO + r"(?:'(?:ll|m|d|re|s|ve)\b|(?=(?:\s+(?:just|then|also|immediately|quickly|now|both|all|guys|probably|totally|"
    r"actually|only|still|already|really|instead|\w+ly))*\s*"
    r"(?:$|\b(?:will|would|am|is|are|was|were|going|gonna|can|can't|could|may|might|should|shall|want|wants|wanna|"
    r"do|did|don't|didn't|won't|has|have|had|tr(?:y|ies)|get|gets|go|goes|need|needs|like|love|gotta|decide|reach|"
    r"turn|take|pull|point|look|whisper|step|raise|put)\b)))"
)
CLAUSE: Final = re.compile(r"[;:,]|\b(?:but|and then|because|so that|and i\b|so i\b)")
IF: Final = re.compile(
    r"\bif\b(?!\s+(?:that's|it's|i can|possible|you don't mind|i may|that is|it is|you'll allow|allowed))|"
    r"\bunless\b|\bwhat if\b"
)
LATER: Final = re.compile(r"\b(?:next (?:turn|round|time|session)|later|tomorrow|tonight|after (?:this|that))\b")
RIGHT_IF: Final = re.compile(
    r"\b(?:if|when|once|as soon as|unless|in case|(?:the|that) (?:second|moment|minute|instant)) (?:he|she|they|it|"
    r"the|we|anyone|someone|something|somebody|you|i)\b(?!'?s? (?:okay|can|may|all right|could))"
)
EFFECT: Final = re.compile(
    r"^\W*(?:(?:it's|that's)? ?(?:a |an )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"\w+teen|twenty)\b(?! (?:on|at))|that's|that is|it's|that makes|that gives|makes it|i get|i got|i have|\d+\b)"
)
WHEN: Final = re.compile(
    r"\b(?:when|whenever|as soon as|once|until|in case) (?:i|he|she|it|they|we|you|the|that|any|some|§)"
)
TALK_RIGHT: Final = re.compile(
    r"^(?:'s)?\s*(?:,\s*(?:is|was|does)\b|(?:is|isn't|was|wasn't|are|does|doesn't|do|don't|did|didn't|has|have|"
    r"lets?|gives?|says?|require[sd]?|takes?|works?|worked|would|wouldn't|will|won't|"
    r"lasts?|lasted|ends?|ended|can|can't|could|might|should|only|still|wears|fades?|faded|goes|went|makes?|costs?|"
    r"needs?|affects?|specifically|allows?|counts?|triggers?|happens?|"
    r"damage|save|saving|spell|spells|slots?|attacks?|rolls?|modifier|dc|concentration|range|effect|thing|scroll|"
    r"wand|ring|potion|charges?|again\?|also|usually|actually|"
    r"hits?|misses|knocks?|comes?|came|becomes|shows|scatters?|increases?|deals?|dealt|already|helps?|helped|"
    r"drops?|dropped|expires?|falls|"
    r"that (?:i|you|he|she|they|we)|i (?:did|cast|used|had)|you (?:did|cast|used|had)|up\b(?! (?:on|there|here)))\b)"
)
ITS_MEASURE: Final = re.compile(
    r"^'s (?:only |at |an? |up to )*(?:\d|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|one|two|three|"
    r"four|five|six|eight|ten|twelve|fifteen|twenty|thirty|sixty)"
)
DEFINITE: Final = re.compile(
    r"\b(?:the|your|his|her|that|this|their|its|these|those|whose|\w+'s)(?:\W+(?:same|other|previous|earlier|last|"
    r"first|whole|old|stupid|damn|original|\w+ing)\b)*\W*$"
)
OWN: Final = re.compile(r"\b(?:my|our)(?:\W+(?:own|little|old|current|existing|last|first|remaining))*\W*$")
ONGOING: Final = re.compile(
    r"\b(?:still|concentrat\w+|maintain\w*|keep(?:ing|s)?|hold(?:ing)? (?:on to|onto)?|carry(?:ing)? over|mov(?:e|"
    r"es|ing) (?:my|the|over)|transfer\w*|shift(?:ing)? (?:my|the)|switch(?:ing)? (?:my|the)|drop(?:ping)? (?:my |"
    r"the |that )?concentration|drop(?:ping|s)? (?:my|the|your|that)|"
    r"los(?:e|es|ing|t)|end(?:s|ing)? (?:my|the)|dismiss\w*|under the (?:effects?|influence)|thanks to|due to|"
    r"because of|from (?:the|my|your|his|her)|has|have|had|got|'s got|i've got|i know|"
    r"prepared|affected by|inside|within|through the|out of|up from|bonus from|plus|minus|with (?:the|my|his|her|"
    r"your)(?! (?:action|bonus|reaction))|is (?:up|on)|dispel\w*|break(?:s|ing)? (?:my|the|your)|save against|"
    r"saving throw against|against|"
    r"resist\w*|immune to|what is|what's|what does|how does|how do|does|was that|is that|was it|is it|which is|it's|"
    r"it is|that's|that is|called|name of|like a|like an|sort of|kind of|"
    r"counter(?:s|ed|ing)?|identify|scroll of|wand of|potion of|ring of|staff of|boots of|cloak of|oil of|level of|"
    r"range of|duration of|damage of|instead of|rather than|remember|about|no|every|any|of)(?:\W+(?:a|an|the|my|"
    r"your|his|her|that|our|their|any|some|one|more|another|\w+'s|§\d*|and|or|,)){0,4}\W*$"
)
AIM: Final = re.compile(
    r"\W*+(?:(?:\W*+\b(?:again|too|please|also|now|then|yeah|yep|as well|right|okay|i guess|i think|i suppose|"
    r"this time|boom|bitch|motherfucker|it is|once more|twice|instead)\b)*+\W*+$|"
    r"(?:(?:again|right|up|down|out|now|just|maybe)\W++)*(?:on(?:to)?|at|to|over|around|into|upon|against|"
    r"towards?|targeting|centered|as (?:a|my)|using|upcast|for (?!me\b)|with my|from my|"
    r"through|between|near|behind|in front|right (?:on|in|at|there|here)|there|here|in (?:the|his|her|their|its)|"
    r"under|above|from (?:here|there|where|up|down|the|behind)|"
    r"everyone|everybody|all of|both of|him|her|them|that guy|this guy|myself|"
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d(?:st|nd|rd|th))[ -]level|level \w+|i (?:do|"
    r"cast|use|did|will)\b|(?:then )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\d+|(?:thir|four|"
    r"fif|six|seven|eigh|nine)teen|twenty|ten|eleven|twelve|nat(?:ural)?)\b)\b)"
)
I_MEAN: Final = re.compile(r"\W*i (?:mean|meant)\W*$")
PAUSE: Final = re.compile(r"\W*[,;:\u2014-](?!\W*i mean\b)")
OBJECT: Final = re.compile(
    r"^\W*(?:him|her|them|it|that|this|the|those|these|myself|us|you|everyone|everybody|all|both|one|someone|a|an|"
    r"on|at|into|to|over|up|down|away|out|back|through|behind|past|right|myself|as|from|"
    r"his|their|my|me|again|whoever|whichever|§\d+|another|and|with)\b|^\W*[.!?\u2014-]|^\W*$"
)
SELF: Final = re.compile(
    r"(?:\b(?:i|we|she|he|they|you|to|gonna|'ll|will|can|could|may|might|should|would|let's|just|then|and|also|"
    r"immediately|quickly|lemme|let me|imma|do|i'm|try)|'ll|'d|§\d+)\W*$"
)
REPORT: Final = re.compile(
    r"\b(?:wait(?:ing)?|until|when|while|whenever|after|before|as soon as|once) (?:\w+ )?(?:i|you|he|she|they|we|it|"
    r"§\d+)(?:'\w+)?\b"
)
RIGHT_NOT: Final = re.compile(
    r"^[^.!?]{0,60}?\b(?:(?:but|except|only|if) (?:i|we|that i) (?:can't|don't|won't|didn't|couldn't|haven't)|"
    r"isn't (?:going to|gonna)|won't work|is gone)\b|^[^.!?]{0,16}?\b(?:i can't|i don't have)\b"
)
