"""Does a sentence of an answer state something, so that a reader may ask where it comes from? Pure.

What asks, announces a list, speaks about the conversation, says that something is not there, or is marked as the
speaker's own conclusion states nothing that a source could hold.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.sentences import Sentence

_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s|^[\s|:*_=-]*$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS: Final = 3
"""Fewer state nothing: "Yes.", "Nothing else."."""
# The speaker, the reader and what was (not) found: words about the conversation, not about the model.
_ABOUT_THE_TALK: Final = re.compile(
    r"""(?ix)^[\W_]*(?:
      i|i'm|i've|i'll|we|let\ me|you|your|please|here\ (?:is|are)|sorry|would\ you|shall|this\ is\ the\ offline
    | ich|wir|du|sie\ (?:können|könnten|haben|müssen|sollten)|bitte|hier\ (?:ist|sind|antwortet)|möchtest|soll|leider
    | je|j'|ici\ l|nous|tu|vous|voici|voilà|veuillez|souhaites?-tu|souhaitez|désolée?
    )\b"""
)
_NOT_FOUND: Final = re.compile(
    r"""(?ix)\b(?:
      (?:not|nothing|no\ \w+|none)\b.{0,60}\b(?:found|match(?:es)?|says|mentions?|mentioned|contains?|in\ the\ model)
    | (?:does|do)\ not\ (?:say|mention|contain|match|tell|hold|cover|answer|regulate|mean)
    | (?:is|are)\ not\ (?:answered|stated)\b | \bI\ cannot\ say\b | cannot\ be\ (?:said|told|judged)
    | there\ (?:is|are)\ (?:no|none|nothing|not)
    | (?:nichts|nicht|kein(?:e[nrms]?)?)\b.{0,60}\b(?:gefunden|passt|enthalten|erwähnt|vorhanden|im\ modell)
    | (?:sag|nenn|regel|beleg|zeig|enth[aä]l|beantwort|erwähn)\w*\b.{0,100}\bnicht\b
    | \bnicht\ (?:beantwortet|belegt|geregelt|genannt)
    | (?:sagen|nennen|enthalten|belegen)\ (?:dazu\ )?(?:nichts|keine?n?)\b
    | es\ gibt\ (?:kein|nicht)\w* | gibt\ es\b.{0,60}\bnicht
    | (?:rien|aucune?|pas)\b.{0,60}\b(?:trouvée?s?|correspond|contient|mentionnée?s?|dans\ le\ modèle)
    | il\ n'y\ a\ (?:pas|aucun|rien)\w*
    | ne\ (?:disent|dit|précisent|précise|mentionnent|contiennent)\ (?:pas|rien)
    | n'est\ pas\ (?:précisée?|indiquée?)
    )
    | ^[\W_]*(?:none|nobody|nothing|no\ \w+|kein(?:e[nrms]?)?|nichts|niemand|aucune?|rien|personne)\b"""
)
# What somebody or something does not have; a bare "not" or "without" rather says how something is done.
_ABSENT: Final = re.compile(
    r"""(?ix)\b(?:
      no | none | neither | nothing | lacks? | lacking | missing
    | not\ (?:\w+\ ){0,2}(?:specified|stated|defined|given|named|covered|verified|tested|satisfied|demanded|linked)
    | kein(?:e[nrms]?|erlei)? | nichts | fehl(?:t|en|end\w*)
    | nicht\ (?:\w+\ ){0,2}(?:festgelegt|angegeben|definiert|bestimmt|genannt|beschrieben|abgedeckt|geprüft
        |nachgewiesen|erfüllt|verlangt|gefordert|verknüpft|vorhanden)
    | aucune? | rien | manqu(?:e|ent|ant\w*)
    | pas\ (?:\w+\ ){0,2}(?:définie?s?|précisée?s?|indiquée?s?|nommée?s?|couverte?s?|vérifiée?s?|satisfaite?s?|liée?s?)
    | (?:is|are|remains?|ist|sind|bleib(?:t|en)|est|sont|restent?)\ (?:\w+\ ){0,2}(?:without|ohne|sans)
    )\b"""
)
# "The system shall start no rental": a demand says what is to be, not what is not there.
_DEMANDED: Final = re.compile(
    r"(?i)\b(?:shall|must|should|may|can|cannot|soll\w*|muss|müssen|darf|dürfen|kann|können|doi(?:t|vent)|peu(?:t|vent))\b"
)
# "All 12", "three of the five", "none of them", "insgesamt 7": a number of things, not a value with its unit.
_NUMBER: Final = (
    r"(?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
    r"|elf|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze)"
)
_COUNT: Final = re.compile(
    rf"""(?ix)\b(?:
      (?:all|alle|toutes?\ les|tous\ les|both|beide|les\ deux|altogether|in\ total|in\ all|insgesamt
        |zusammen|en\ tout|au\ total)
        \ (?:of\ the\ |the\ |der\ |die\ )?{_NUMBER}
    | {_NUMBER}\ (?:of\ (?:the|them|these|all|\d)|von|der|davon|des|d'entre)\b
    | (?:there\ (?:is|are)|(?:the\ )?model\ (?:has|holds|contains)|es\ gibt|gibt\ es|das\ modell\ (?:hat|enthält)
        |il\ y\ a|le\ modèle\ (?:a|contient|compte))
        \ (?:\w+\ ){{0,2}}{_NUMBER}\b
    | {_NUMBER}\ (?:in\ total|in\ all|altogether|insgesamt|en\ tout|au\ total)
    )"""
)
_CLAUSE: Final = re.compile(r"[,;:()]")
_QUOTED: Final = re.compile(r"[\"„“«][^\"“”»«]*[\"“”»]")
_CONCLUSION: Final = re.compile(
    r"(?i)^[\W_]*(?:my|our|meine|unsere|ma|notre)\s+(?:own\s+)?"
    r"(?:conclusion|judge?ment|assessment|opinion|folgerung|schlussfolgerung|einschätzung|meinung|avis|appréciation)\b"
)


def states_something(sentence: Sentence) -> bool:
    """Does it claim something that a source could be asked for?"""
    # A lead-in may be emphasised: "**Taking part:**".
    text = sentence.text.rstrip().rstrip("*_")
    if text.endswith((":", "?", "؟", "？")) or _HEADING.match(text):
        return False
    if len(_WORD.findall(text)) < _FEWEST_WORDS:
        return False
    return not (_ABOUT_THE_TALK.match(text) or _CONCLUSION.match(text) or finds_nothing(sentence))


def finds_nothing(sentence: Sentence) -> bool:
    """Does it say that something was not found?"""
    return _NOT_FOUND.search(sentence.text) is not None


def counts_or_denies(sentence: str) -> bool:
    """Does it say how many there are, or that there is none: what only the whole of a model can tell?"""
    return states_absence(sentence) or _COUNT.search(sentence) is not None


def states_absence(sentence: str) -> bool:
    """Does it say of something what it does not have: "no requirement has a test", "sein Ende ist nicht festgelegt"?"""
    clauses = _CLAUSE.split(_QUOTED.sub(" ", sentence))
    return any(_ABSENT.search(clause) and not _DEMANDED.search(clause) for clause in clauses)
