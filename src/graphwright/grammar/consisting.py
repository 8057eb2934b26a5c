"""A whole and its parts where a sign or a participle stands for what grammar asks: `A drone, consisting of a frame`.

Where the sentence has no verb that is surely one, the participle says what a verb would: `A drone consists of ...`.
Beside another verb it stays what it is. A colon behind a verb, or its preposition, parts nothing: `The kit has: ...`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import Token
from graphwright.grammar.segments import announces_rows
from graphwright.grammar.tags import tagged
from graphwright.grammar.verbs import is_finite, is_verb
from graphwright.grammar.word_lists import word_lists
from graphwright.languages import Language, load
from graphwright.text.folding import fold

_WE: Final = frozenset(("on", "il", "elle", "ils", "elles", "y", "n'"))
_OF: Final = frozenset(("de", "d'"))
_FEWEST: Final = 2
"""Words before a colon: who, and a verb."""


def with_verb(tokens: tuple[Token, ...], language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence, with a verb in place of such a participle."""
    forms = load(language, "grammar", "consisting", dict[str, str])
    at = next((number for number, each in enumerate(tokens) if number > 1 and each.folded in forms), None)
    if at is None or tokens[at - 1].text != "," or _has_verb(tokens[: at - 1], language):
        return tokens
    told = forms[tokens[at].folded].split()
    said = [replace(tokens[at], text=each, folded=fold(each)) for each in told]
    return (*tokens[: at - 1], *said, *tokens[at + 1 :]) if not _has_verb(tokens[at + 1 :], language) else tokens


def with_need(tokens: tuple[Token, ...], language: Language) -> tuple[Token, ...]:
    """French: `Le soudeur a besoin d'un masque et d'un poste` as `Le soudeur nécessite un masque et un poste`."""
    forms = load(language, "grammar", "needing", dict[str, str])
    at = next((number for number, each in enumerate(tokens) if each.folded == "besoin"), 0) if forms else 0
    if at < _FEWEST or at + 2 >= len(tokens) or tokens[at - 1].folded not in forms:
        return tokens
    if not tokens[at - 2].text[:1].isalpha() or tokens[at - 2].folded in _WE or tokens[at + 1].folded not in _OF:
        return tokens
    told = forms[tokens[at - 1].folded]
    verb = replace(tokens[at - 1], text=told, folded=fold(told), end=tokens[at + 1].end)
    listed = [
        each
        for number, each in enumerate(tokens[at + 2 :], at + 2)
        if not (each.folded in _OF and tokens[number - 1].folded in {",", "et", "ou"})
    ]
    return (*tokens[: at - 1], verb, *listed)


def without_colon(tokens: tuple[Token, ...], language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence without the colon between its verb and a list on the same line."""
    at = next((number for number, each in enumerate(tokens) if each.text == ":"), 0)
    listed = any(each.text == "," for each in tokens[at:]) and not any(each.kind == "bullet" for each in tokens)
    if at < _FEWEST or not listed or announces_rows(tokens[:at]):
        return tokens  # `les fonctions nécessaires sont : ...` is a heading
    joined = (*tokens[:at], *tokens[at + 1 :])
    return joined if _waits(tagged(joined, language)[0], at, language) else tokens


def _waits(row: Sequence[Token], end: int, language: Language) -> bool:
    """Does a clause wait for its object at a place: behind its only verb, or a preposition behind that?"""
    verbs = [at for at, each in enumerate(row) if is_verb(each) and each.known and is_finite(each)]
    if len(verbs) != 1 or not any(each.tag in {"noun", "name"} for each in row[: verbs[0]]):
        return False
    verb = row[verbs[0]]
    if verb.lemma in word_lists(language).nouns or verb.text == verb.lemma:
        return False  # `Gate process: check-in, boarding`, `Raum mieten: ...` are headings
    return verbs[0] == end - 1 or (verbs[0] < end and row[end - 1].tag in {"preposition", "particle"})


def _has_verb(tokens: Sequence[Token], language: Language) -> bool:
    """Is there a finite verb that a dictionary knows?"""
    return bool(tokens) and any(
        is_verb(each) and each.known and is_finite(each) for each in tagged(tokens, language)[0]
    )
