"""English `lets the patient book a visit`: the bare infinitive behind whom one lets or helps do something.

Its form is that of a noun or of a finite verb, and it has no `to`; only the verb before it tells. Other languages mark
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import Feature, Token
from graphwright.grammar.rules import key, words_of
from graphwright.grammar.verbs import is_finite, is_verb
from graphwright.grammar.word_lists import word_lists

_INFINITIVE: Final[frozenset[Feature]] = frozenset(("infinitive",))
_FINITE: Final[frozenset[Feature]] = frozenset(("singular", "third", "present"))
_OPENING: Final = frozenset(("sign", "conjunction", "subordinator", "relative"))
"""Where another clause may begin."""
_PERSON: Final = frozenset(("article", "possessive", "demonstrative", "quantifier", "number"))
_OPEN: Final = frozenset(("noun", "name", "adjective", "verb"))
_NOUNS: Final = frozenset(("noun", "name"))
_OBJECTS: Final = _PERSON | {"preposition", "pronoun", "particle"}


def with_bare_infinitives(row: Sequence[Token]) -> tuple[Token, ...]:
    """A tagged English sentence in which what somebody is let or helped do is a verb."""
    found = list(row)
    for at, token in enumerate(row[:-2]):
        if key(token) not in words_of("letting") or not at or _has_verb(found[:at]):
            continue
        begin = at + 1
        while begin < len(row) and found[begin].tag in _PERSON:
            begin += 1
        verb = begin + 1 if begin < len(row) and found[begin].tag == "pronoun" else _verb(found, begin)
        if verb is None or verb >= len(row) or not _may_be_verb(found[verb]):
            continue
        if not is_verb(token):
            found[at] = replace(token, tag="verb", lemma=token.text.removesuffix("s"), features=_FINITE)
        for place in (verb, *_joined(found, verb)):
            found[place] = replace(found[place], tag="verb", lemma=found[place].text, features=_INFINITIVE)
    return tuple(found)


def _has_verb(before: Sequence[Token]) -> bool:
    """Does the clause have its finite verb already?"""
    begin = max((at for at, each in enumerate(before) if each.tag in _OPENING), default=-1)
    return any(map(is_finite, before[begin + 1 :]))


def _verb(row: Sequence[Token], begin: int) -> int | None:
    """Where the infinitive stands in the run of nouns behind the verb that lets."""
    end = begin
    while end < len(row) and row[end].tag in _OPEN:
        end += 1
    places = [each for each in range(begin + 1, end) if _may_be_verb(row[each])]
    follows = end < len(row) and row[end].tag in _OBJECTS
    inner = places if follows else [each for each in places if each < end - 1]
    found = inner or places
    return found[-1] if found and row[begin].tag in _NOUNS | {"adjective"} else None


def _may_be_verb(token: Token) -> bool:
    return token.text in word_lists("en").verbs and token.tag in _OPEN


def _joined(row: Sequence[Token], verb: int) -> list[int]:
    """Further infinitives behind `and`, before what they are done to: `rent bikes and report damage`."""
    return [
        at
        for at in range(verb + 2, len(row) - 1)
        if row[at - 1].tag == "conjunction" and _may_be_verb(row[at]) and row[at + 1].tag in _PERSON | _NOUNS
    ]
