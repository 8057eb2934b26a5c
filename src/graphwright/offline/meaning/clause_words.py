"""Words that stand in a clause and never in a name: pronouns, verbs of being, words that join clauses."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graphwright.grammar.forms import candidates
from graphwright.grammar.records import VerbGroup
from graphwright.grammar.rules import rules_of
from graphwright.grammar.word_lists import WordKind
from graphwright.languages import Language
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+")
_OF_CLAUSES: Final[frozenset[WordKind]] = frozenset(
    ("pronoun", "relative", "question", "subordinator", "auxiliary", "modal", "negation", "interjection", "finite")
)


def holds_clause(text: str, language: Language) -> bool:
    """Does a name hold a word that only a clause has?"""
    return any(_is_of_clause(each.lower(), language) for each in _WORD.findall(text))


@lru_cache(maxsize=16_384)  # the words of a project
def _is_of_clause(word: str, language: Language) -> bool:
    if fold(word) in vocabulary(language).phrases["reflexive"]:
        return False
    known = {each.kind for each in candidates(word, language, cased=False) if each.known}
    return bool(known - {"finite"}) and known <= _OF_CLAUSES


def is_past(verb: VerbGroup, language: Language) -> bool:
    """Is it told of what was done: `we met`, `nous avons vu`, `ich habe gesprochen`?"""
    helper, *others = verb.text.split()
    if verb.past or not others or verb.passive or verb.modality != "none":
        return verb.past
    rules = rules_of(language).verbs
    helping = rules["have"] if language == "en" else rules["have"] | rules["be"]
    return any(each.kind == "auxiliary" and each.lemma in helping for each in candidates(helper.lower(), language))
