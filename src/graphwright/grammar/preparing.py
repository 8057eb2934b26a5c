"""Words that could be two things, settled by what stands around them, before a sentence is cut into clauses."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graphwright.grammar.records import SpokenPhrase, Tag, Token
from graphwright.grammar.rules import GrammarRules, key
from graphwright.grammar.verbs import Chunk, is_finite, is_phrase, is_verb, tagged_as


def prepared(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row: `before` as preposition or subordinator, `danach` as adverb, what begins a sentence by its case."""
    found: list[Chunk] = []
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, SpokenPhrase):
            found.append(_adverb(chunk, rules))
        elif chunk.tag in {"preposition", "subordinator"} and _is_either(chunk, rules):
            tag: Tag = "subordinator" if _clause_follows(chunks, at, rules) else "preposition"
            found.append(replace(chunk, tag=tag))
        else:
            found.append(chunk)
    return found


def _is_either(token: Token, rules: GrammarRules) -> bool:
    """Is it a word that opens a phrase as well as a clause?"""
    return key(token) in rules.roles and (token.tag == "subordinator" or key(token) in rules.links)


def _adverb(phrase: SpokenPhrase, rules: GrammarRules) -> Chunk:
    """`danach`, `dann` and their like stand for nothing, they say how a clause follows."""
    if phrase.refers_to is None or len(phrase.tokens) != 1:
        return phrase
    word = phrase.tokens[0]
    return replace(word, tag="adverb") if key(word) in rules.connectors else phrase


def _clause_follows(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Does a clause with a verb of its own follow, or only a phrase?"""
    rest = chunks[at + 1 :]
    if rules.verb_last:
        return _ends_with_verb(rest)
    if not rest:
        return False
    if is_verb(rest[0]):
        first = rest[0]
        return isinstance(first, Token) and is_finite(first) and "gerund" not in first.features
    if not is_phrase(rest[0]):
        return False
    for following in rest[1:]:
        if is_verb(following):
            return is_finite(following)
        if not tagged_as(following, "adverb", "negation", "pronoun"):
            return False
    return False


def _ends_with_verb(rest: Sequence[Chunk]) -> bool:
    """German: does the stretch up to the next sign end with its finite verb?"""
    last: Chunk | None = None
    for chunk in rest:
        if tagged_as(chunk, "sign"):
            break
        last = chunk
    return last is not None and is_finite(last)
