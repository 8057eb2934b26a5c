"""English verbs of two words: what `up`, `off` or `out` adds to a verb beside it or behind its object.

The particle goes into the base form of the verb (`shut down`), and what stands behind it is the thing, not a place.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graphwright.grammar.records import Token
from graphwright.grammar.rules import key, words_of
from graphwright.grammar.verbs import Chunk, is_phrase, is_pronoun, tagged_as


def with_particles(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The same row with each particle in the base form of its verb."""
    row = list(chunks)
    for at, chunk in enumerate(row):
        if not isinstance(chunk, Token) or chunk.tag not in {"preposition", "adverb"}:
            continue
        verb = _verb_of(row, at, chunk) if key(chunk) in words_of("particles") else None
        if verb is not None and isinstance(said := row[verb], Token):
            row[verb] = replace(said, lemma=f"{said.lemma} {key(chunk)}")
            row[at] = replace(chunk, tag="adverb")
    return row


def _is_said_of_all(row: Sequence[Chunk], at: int) -> bool:
    """Does a passive end here, or go on with who does it or what comes next: `is weighed in, dispersed`?"""
    behind = row[at + 1] if at + 1 < len(row) else None
    helped = any(tagged_as(each, "auxiliary") for each in row[:at])
    by = isinstance(behind, Token) and behind.folded == "by"
    return helped and (by or behind is None or tagged_as(behind, "sign", "conjunction"))


def _is_perfect(row: Sequence[Chunk], at: int) -> bool:
    """Does `has` help a verb, so that it has its thing behind it: `has pulled up the core`?"""
    helper = next((each for each in reversed(row[:at]) if not tagged_as(each, "adverb", "negation")), None)
    return isinstance(helper, Token) and helper.tag == "auxiliary" and helper.lemma == "have"


def _verb_of(row: Sequence[Chunk], at: int, word: Token) -> int | None:
    """The place of the verb that a particle belongs to; None where it is a preposition or plain adverb."""
    behind = row[at + 1] if at + 1 < len(row) else None
    free = behind is None or not is_phrase(behind)
    beside = at - 1
    if beside > 0 and is_phrase(row[beside]):
        if not free and (not is_pronoun(row[beside]) or key(word) in words_of("loose")):
            return None  # `puts it on a shelf`
        beside -= 1
    verb = row[beside] if beside >= 0 else None
    if not isinstance(verb, Token) or not tagged_as(verb, "verb") or " " in verb.lemma:
        return None
    if verb.lemma in words_of("motions") and (free or key(word) not in words_of("plainly")):
        return None  # `rolls back the release`: no place begins with `back`
    loose = key(word) in words_of("loose")
    if "participle" in verb.features and not _is_perfect(row, beside):
        # `is read out by the presenter`, `weighed in, ground`: beside it and with nothing behind, it is no place.
        is_composed = isinstance(behind, Token) and behind.folded == "of"  # `is made up of`
        alone = beside == at - 1 and free and not is_composed
        return beside if alone and (not loose or _is_said_of_all(row, at)) else None
    return beside if free or not loose or verb.lemma in words_of("particled") else None
