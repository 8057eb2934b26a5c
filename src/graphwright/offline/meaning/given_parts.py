"""Parts that a whole gets or is fitted with: `the boat gets a winch`, `die Rampe ist mit einer Ampel ausgestattet`.

What a part of the model gets is data or goods as often, so only what is surely built, and new, becomes a part of it.
"""

from __future__ import annotations

from typing import Final

from graphwright.offline.draft import Draft
from graphwright.offline.meaning.casting import BUILT, kind_of
from graphwright.offline.meaning.naming import name_of
from graphwright.offline.meaning.spoken import members, phrases
from graphwright.offline.meaning.stated import Composing, Doing
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_WHOLES: Final = ("SYS", "MOD")


def given_parts(doing: Doing, draft: Draft) -> Composing | None:
    """The whole with what it gets, where that is what a clause alone tells."""
    clause, language = doing.clause, doing.sentence.language
    verb, relations = clause.verb, vocabulary(language).relations
    if verb is None or doing.allowed or doing.denied or doing.sources or doing.receivers:
        return None
    lemma = fold(verb.lemma)
    if lemma in relations["equip"] and verb.passive and not doing.doers:
        wholes, named = phrases(clause, "thing"), phrases(clause, "means", "part", "about")
    elif lemma in relations["receive"] and not verb.passive and len(doing.sentence.clauses) == 1:
        wholes, named = list(doing.doers), phrases(clause, "thing")
    else:
        return None
    parts = [part for each in named for part in members(each)]
    are_built = all(kind_of(each, language) in BUILT and each.determiner != "the" for each in parts)
    is_known = len(wholes) == 1 and bool(draft.find(name_of(wholes[0]), _WHOLES))
    are_new = not any(draft.find(name_of(each)) for each in parts)
    return (
        Composing(doing.sentence, tuple(wholes), tuple(parts)) if parts and are_built and is_known and are_new else None
    )
