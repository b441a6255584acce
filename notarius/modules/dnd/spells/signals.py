"""What the turns around a spell say about it, as patterns: yes, no, for whom, roll, whose turn, never mind."""

import re
from typing import Final

OPENING: Final = (
    r"(?:^|[.!?,;]\s+)\W*(?:(?:oh|and|um+|uh+|ah|so|well|then|hm+|sorry|cool|nice|great|perfect|awesome|excellent|"
    r"ooh)\b\W*)*"
)
YES: Final = re.compile(
    OPENING
    + r"(?:yes|yeah|yep|yup|sure|certainly|absolutely|okay|ok|k|all right(?:y)?|alright|all righty|right|of course|"
    r"go (?:ahead|for it)|you (?:can|may|do|could|certainly|absolutely|most certainly)\b(?!'t| not)|"
    r"totally|definitely|please do|by all means|mm-?hm+|uh-?huh|got (?:it|you|ya)|if you (?:want|like|wish|"
    r"would like)|gotcha|done|do it|that works|that's fine|i'?ll (?:allow|give|let)|make (?:a|an|your|me)|roll|"
    r"it'?s (?:possible|done)|sounds good|"
    r"good|fair enough|for sure|i'd say so|you would|why not|correct|you got it|cool|nice|great|perfect|awesome|"
    r"excellent)\b"
)
YES_AFTER: Final = re.compile(
    r"\b(?:go ahead|go for it|actually,? yeah|actually,? yes|i'?ll allow|but you (?:can|could)|you can (?:do|cast|"
    r"still|use)|yeah,? (?:go|you)|sure|never mind|okay)\b"
)
AGREED: Final = re.compile(
    r"^\W*(?:(?:oh|um+|uh+|well|okay)\W+)*(?:yes|yeah|yep|yup|aye|correct|exactly|that one|i am\b|i will|it is|mm-?hm+|"
    r"uh-?huh)\b"
)
DETAIL: Final = re.compile(
    r"\b(?:which (?:one|of|way|guy|level)|who(?:'s| is| are| do| would)? (?:the target|you|it|that)|on (?:who|whom|"
    r"which|what|yourself|him|her)\b|at (?:who|what level|which|what)|to (?:which|who)|(?:at )?what level|"
    r"where (?:do|are|is|would)|how many|against which|on this|"
    r"what'?s? (?:the|your) (?:save|dc|range|spell)|what (?:kind of |sort of )?(?:saving throw|save)|as a ritual|"
    r"(?:a|the|your) slot\b|slot or|ritual or|how far|what does (?:it|that) (?:do|look)|what does that do|"
    r"just (?:on )?(?:you|him|her))\b"
)
HOW: Final = re.compile(
    r"^\W*(?:(?:okay|sure|well|and|so)\W+)*(?:what (?:kind|sort|are you|do you|does|is|form|shape|color|do they|"
    r"message)|how (?:do|are|big|long|many|is)|where|who|which|for what|into what|as what|to (?:do|say) what)\b"
)
NO: Final = re.compile(
    r"^\W*(?:(?:oh|well|so|um+|uh+|sorry|yeah|okay)\W+)*you (?:can'?t|cannot|don'?t)\b|"
    r"\b(?:it|that|they|target) (?:has|have|needs?|would have|would need) to be\b|\bonly (?:works|affects|targets)\b|"
    r"^\W*(?:it|that|this|he|she)(?:'s| is)(?: not\b|n't\b)(?! (?:bad|a bad|going))|^\W*(?:no|nope|nah|"
    r"not)\b(?!,? (?:problem|worries|rolls?|saves?|checks?|damage|doubt|fair|kidding|joke|concentration|pressure|"
    r"that's (?:fine|good|okay)))|\byou (?:can'?t|cannot)(?: (?:do|cast|use|target|"
    r"actually|really|because|yet|both|as|with|on|if|right now|unfortunately|reach|quite reach)\b|\W*[.,!?-]|\W*$)|"
    r"\byou (?:don'?t have|aren't able|already (?:used|cast|did)|would not|wouldn't)\b|\b(?:doesn'?t|won'?t|"
    r"wouldn't) work\b|"
    r"\b(?:creatures?|objects?) only\b|\bisn'?t a spell\b|\bnot a spell\b|\bhas to be (?:a|an|on|your)\b|"
    r"\b(?:out of|not in|too far|not within) range\b|\btoo far\b|\bcan'?t (?:do|cast|use|reach|really)\b|"
    r"\byou (?:need|would need|'d need|have to have) (?:a|an|to have|to be)\b|\bit'?s (?:an|a full|one) action\b|"
    r"\bno (?:line of sight|spell slots|more)\b|\bunfortunately,? (?:you|it|no|that|not)\b|\bnot (?:as|"
    r"with) a bonus\b"
)
RESULT: Final = re.compile(
    r"\b(?:sav(?:e|es|ed|ing throws?)|roll(?:s|ed)?(?: for)? (?:damage|to hit|an? attack|your|the|for)|damage|"
    r"points? of|to hit|that hits|hits?|miss(?:es)?|fails?|failed|succeeds?|natural (?:\d+|one|twenty)|"
    r"you (?:see|watch|feel|hear|reach|release|unleash)|as (?:you|the|it)|hit points|takes? \d+|d\d+|"
    r"(?:that'?s|that is|(?:he|she|it|they) (?:rolls?|rolled|gets?|got)|rolled|got) (?:an? )?(?:natural )?(?:\d+|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty))\b"
)
SAVE: Final = re.compile(
    r"\b(?:str(?:ength)?|dex(?:terity)?|con(?:stitution)?|int(?:elligence)?|wis(?:dom)?|"
    r"cha(?:risma)?)\b[^.?!]{0,20}\bsav(?:e|es|ing)\b|^\W*+(?:(?:is )?that'?s?|for)?\W*+(?:a )?(?:str|dex|con|int|wis|"
    r"cha)\w*\W*\?|\bsaving throws?\b|\bspell attack\b|\battack roll\b|\broll (?:to hit|(?:an? |for |the |"
    r"your )*(?:ranged |melee )?(?:spell )?attack)\b|"
    r"\bwhat'?s (?:the|your) (?:save|dc|spell)|\b(?:the|your) spell\b|\bcantrip\b"
)
THROW: Final = re.compile(
    r"\bsaves?\b(?! (?:it|that|him|her|them|the|your|my|us|you|me)\b)|\bsaving throws?\b|\b(?:your|my|the|"
    r"spell) dc\b|\bdc \d|\bspell\b|\bcantrip\b|\bspell slot"
)
CALLED: Final = re.compile(r"[,.!?\u2014-]|(?:again|now|your|you|what|it's|go|next)\b", re.IGNORECASE)
RESIGNED: Final = re.compile(
    r"^\W*(?:(?:aw+|oh|okay|fine|damn(?: it)?|shit|fuck|boo|crap|dang(?: it)?|ugh|man|well|right|all right)\b\W*)+"
    r"(?:(?:then|in that case)\W+i\b(?!(?:'ll|'m| will)? (?:burn|spend|us|cast))|"
    r"i(?:'ll|'m)? just\b)|^\W*(?:then|so) i(?:'ll|'m| will)? (?:just|do (?:this|"
    r"that|it) with)\b"
)
NUMBER: Final = re.compile(
    r"^\W*(?:(?:that'?s|it'?s|only|just|natural|dirty|for|plus|so|okay|um|uh|ooh?|oh|with|total|an?|yeah|ugh|shit|"
    r"fuck|is)\b\W*)*\d+\b"
)
BOUNDARY: Final = re.compile(
    r"\b(?:you'?re (?:up|on deck|next)|(?:is |are )?up next|next up|your (?:go|turn|move)\b(?! order)|"
    r"top of the (?:round|order|initiative)|end(?:s|ing|ed)? (?:of )?(?:your|his|her|its|their|the|\w+'s) (?:turn|"
    r"go)|"
    r"finish(?:es|ed)? (?:your|his|her|its|their|the|\w+'s) (?:turn|go)|brings us (?:to|back)|that'?s (?:your|my|"
    r"his|her) (?:turn|go)|end my turn|roll (?:for )?initiative|on deck|new round|next round)\b"
)
PROMPT: Final = re.compile(
    r"\b(?:what (?:do|are|would|will|did|is|'re|does) (?:you|we|he|she|everyone|everybody|y'all|\w+) (?:\w+ )?(?:do|"
    r"doing|like|want|going|cast|casting|using|use|gonna)|what spell|your (?:turn|go|action|move)|you'?re (?:up|on|"
    r"first|next)|up next|next up|go ahead|do you (?:want|wish|do anything)|do you \w+[^.!?]{0,40}\?|anything else|"
    r"what'?s? (?:your|the) (?:plan|action|move|next|spell)|what'?cha|how do you|are you (?:doing|going|staying)|"
    r"what else|what now|top of the round|who(?:'s| is) (?:first|next)|that (?:brings|leads) us|bonus action\?|"
    r"does (?:an? )?[\w-]+ hit|\d+ to hit|\d+\W*$|what do you got|what have you got|which spell)\b"
)
RETRACT: Final = re.compile(
    r"\b(?:never ?mind|scratch that|strike that|(?<!i'd )take (?:that|it) back(?! (?:to|from|off)\b)|i lied\b|"
    r"chang(?:ed?|ing) my mind|(?<!don't )(?<!so )(?<!'ll )(?<!never )(?<!will )forget (?:it|that)|"
    r"on second thought|just kidding|i'?d rather|i (?:can'?t|won'?t|don'?t think i|am not going to|"
    r"'m not going to|'m not gonna) (?:do|cast|use) (?:that|it)|not doing that|let me not)\b|"
    r"\bi (?:won'?t|don'?t)\W*$|\bno,? (?:wait,? )?(?:i'?m out|you'?re right|no\b|i (?:can'?t|don'?t|won'?t))"
)
SPARE: Final = re.compile(
    r"\b(?:don'?t (?:waste|bother|need|use|do|worry)|save (?:it|that|your)|keep (?:it|that)|i'?m (?:good|fine|okay|"
    r"all right)|no need|no,? thank)\b"
)
SWITCH: Final = re.compile(r"(?:\bactually\b|\bwait\b|\bno,|\binstead\b|\bhold on\b|^\W*no\b|\boh,? no\b|\bsorry\b)")
ANAPHORA: Final = re.compile(
    r"\b(?:i(?:'ll| will|'m going to|'m gonna|'d like to| want to)?|let's|let me|gonna) (?:go ahead and |just |"
    r"then )?(?:do|cast|use|try|put|throw|drop|place|send|center) (?:it|that|this|so)\b|"
    r"\bi(?:'m| am) (?:doing|casting|using) (?:it|that|this)\b|^\W*+(?:okay|yeah|yes|all right|sure|then)?+\W*+(?:i do|"
    r"i'll do it|i cast it|do it|let's do it|doing it)\b"
)
YOU: Final = re.compile(r"\byou(?:r|'re|'ve|'ll)?\b")
ME: Final = re.compile(r"\b(?:i(?:'m|'ll|'ve|'d)?|my|me)\b")
MASTERLY: Final = re.compile(
    r"\b(?:you (?:guys )?(?:see|hear|watch|notice|feel|manage|can see)|saving throw|make an? (?:\w+ )?(?:check|"
    r"save)|go ahead and (?:roll|make)|roll (?:for )?(?:initiative|damage|an? )|you'?re up|your turn|do you want to|"
    r"as you|what do you do|that (?:hits|misses)|does (?:a )?\d+ hit|ends your turn|you take \d+|perception check)\b"
)
RECAP: Final = re.compile(
    r"\b(?:(?:where|when|as) we (?:last )?left off|last (?:we|time we|session|week) |last we (?:left|saw)|we left off|"
    r"previously|recap|(?:^|[.!?] )\W*(?:so,? |and |okay,? )?last (?:time|session|week)\b|"
    r"so,? last (?:time|session|week)|picked? (?:up|back up) (?:from )?where)\b"
)
FIGHTING_NOW: Final = re.compile(
    r"\b(?:what do you (?:do|want)|roll (?:me|for|a|an)?|you'?re up|make (?:me )?an? |give me an?|initiative|"
    r"what would you like)\b"
)
FIGHTING: Final = re.compile(
    r"\b(?:to hit|hits?|miss(?:es)?|damage|saving throw|(?:wisdom|dexterity|constitution|strength|charisma) sav\w+|"
    r"initiative|your turn|you'?re up|bonus action|reaction|points|d(?:4|6|8|10|12)|fails?|save)\b|^\W*\d+\W*$"
)
