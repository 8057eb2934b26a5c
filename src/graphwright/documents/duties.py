"""What obliges: whether a sentence says what must, should or must not be, in three languages. Pure.

What permits, what releases from a duty and what defines the key words of obligation does not; nor does a duty that is
only the case of something else (`useful when a user has to fill it in`).
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.late_patterns import late_pattern

_NEAR: Final = r"\b[^.;:]{0,250}?\b"
"""Between two words of one clause; statutes put long phrases there."""
_ENGLISH: Final = (
    "shall|must|should|ought to|may not|may only|can only be|ha(?:s|ve) to|needs? to|needs? an?|requires?"
    "|(?:is|are) (?:strongly |highly )?(?:required|recommended|obliged|forbidden|prohibited|not allowed|not permitted)"
    "|(?:is|are) to (?!be found|blame|say)[a-z]{2,}"
)
_GERMAN: Final = (
    r"(?:muss|müssen|soll|sollen|sollten|sollte)\b(?!\s*[,.;:)]|\s+(?:nicht|kein\w*) unbedingt)"
    "|bedarf|bedürfen|verpflichtet|verboten|untersagt|unzulässig|empfohlen"
    rf"|(?:darf|dürfen){_NEAR}(?:nur|erst|nicht|kein\w*|weder|ausschließlich|höchstens)|nur{_NEAR}zulässig"
)
_FRENCH: Final = (
    r"doit|doivent|devrait|devraient|devra|devront|exigent|exige|il faut|ne peu(?:t|vent)"
    r"|(?:est|sont) à \w{3,}(?:er|ir|re)"
    "|(?:est|sont) (?:tenue?s?|interdite?s?|obligatoires?|soumise?s?|recommandée?s?)"
)
_OBLIGES: Final = late_pattern(rf"\b(?:{_ENGLISH}|{_GERMAN}|{_FRENCH})\b", re.IGNORECASE)
# `ist zu beantragen`, `sind einzureichen`; `ist zu seinen Gunsten` obliges nobody, nor do `die zuzuteilenden Flächen`.
_IS: Final = late_pattern(r"\b(?:ist|sind|hat|haben)\b(?!\s*[,.;:)]| es,)", re.IGNORECASE)
_NO_VERB: Final = r"(?:\w*einen|ihren|allen|jeden|diesen)\b"
_PARTICIPLE: Final = r"\w+(?:(?:e|el|er)nden)\b(?<!wenden)(?<!senden)(?<!beenden)(?<!spenden)(?<!blenden)"
_INFINITIVE: Final = late_pattern(
    rf"\b(?:zu (?!{_NO_VERB})(?!{_PARTICIPLE})[a-zäöüß]{{3,}}|(?!{_PARTICIPLE})[a-zäöü]{{2,}}zu[a-zäöüß]{{3,}})"
    r"(?:en|eln|ern|un)\b"
)
_FAR: Final = 300
"""Characters in which the infinitive follows its `ist` or `hat`."""
_RELEASES: Final = late_pattern(
    r"\b(?:(?:do|does|did|is|are|need|has|have)(?:n't| not) (?:need|have|required|obliged|necessar)\w*|need not"
    r"|(?:is|are|was|were) (?:not|no longer) (?:required|recommended|necessary)|needs? no|requires? no"
    r"|(?:muss|müssen|braucht|brauchen) (?:\w+ ){0,6}?nicht\b|nicht (?:verpflichtet|erforderlich)|unbenommen"
    r"|n'est pas (?:tenue?|obligatoire|nécessaire)|ne sont pas (?:tenue?s|obligatoires)|n'(?:a|ont) pas (?:à|besoin))",
    re.IGNORECASE,
)
_DEFINES: Final = late_pattern(
    r"(?i)\b(?:key ?words?|capital(?:i[sz]ed)? words|schlüsselw[oö]rt\w*|mots[- ]clés)\b.{0,200}"
    r"\b(?:interpret|describe|auszulegen|verstehen|interprét|entend)\w*"
    r"|[\"\u201c\u201e\u00ab]\s?(?:MUST|SHALL|SHOULD|MAY|MUSS|SOLL|DOIT)(?: NOT)?\s?[\"\u201d\u00bb]",
    re.DOTALL,
)
# What somebody `has to` do where something else is said: `useful when a user has to fill in ...`.
_ASIDE: Final = late_pattern(
    r"\b(?:when|whenever|where|if|because|since|who|which|that|whether|in case)\b[^,;.:]*?"
    r"\b(?:ha(?:s|ve) to|needs? (?:to|an?)|requires?)\b",
    re.IGNORECASE,
)
# `wenn geprüft werden muss,` only says which case is meant.
_SUBORDINATE_SOLL: Final = late_pattern(
    r"(?i)\b(?:werden|sein|\w{3,}en) (?:muss|müssen|soll|sollen|sollte|sollten)\b(?=\s*[,.;:)]|\s*$)"
)
_SUBJECT: Final = r"[^\s,;.:][^,;.:]{1,80}?"
# Where a further clause with a subject and a duty of its own begins.
_FURTHER: Final = late_pattern(
    rf"(?:;\s+|,?\s+(?:and|but|und|aber|et|mais)\s+)(?={_SUBJECT}\s(?:shall|must|should|may not"
    r"|muss|müssen|soll|sollen|darf|dürfen|doit|doivent|hat|haben|ist|sind)\b)",
    re.IGNORECASE,
)


def obliges(sentence: str) -> bool:
    """Whether a sentence says what must, should or must not be."""
    if _DEFINES.search(sentence):
        return False
    said = _SUBORDINATE_SOLL.sub("", _ASIDE.sub("", _RELEASES.sub("", sentence)))
    return _OBLIGES.search(said) is not None or any(_is_to_be_done(said, match.end()) for match in _IS.finditer(said))


def _is_to_be_done(said: str, start: int) -> bool:
    """Whether the `zu` of a duty follows `ist` or `hat`: in its own clause, or behind a whole clause in commas."""
    for match in _INFINITIVE.finditer(said, start, start + _FAR):
        between = said[start : match.start()]
        if not set(between) & set(".;:") and between.count(",") != 1:
            return True
    return False


def clauses_of_duty(sentence: str) -> list[str]:
    """The main clauses that have a subject and a duty of their own."""
    starts = [0, *(match.end() for match in _FURTHER.finditer(sentence))]
    ends = [*(match.start() for match in _FURTHER.finditer(sentence)), len(sentence)]
    return [sentence[start:end].strip() for start, end in zip(starts, ends, strict=True)]
