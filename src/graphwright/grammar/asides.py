"""What stands aside in a sentence: in brackets, between dashes, and what only points at its subject (`it is X who`).

Taken out before clauses are cut, so that a clause is what it would be without. An aside without a verb stays with the
phrase before it, as its apposition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.german_cases import case_of
from graphwright.grammar.records import SpokenPhrase, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, is_finite, is_phrase, is_pronoun, is_verb, tagged_as

_BRACKETS: Final = {"(": ")", "[": "]", "–": "–", "—": "—"}
_LEADING: Final = ("adverb", "interjection", "negation", "sign")
_LONGEST: Final = 12
"""Chunks of an aside; what is longer is no aside."""


def without_asides(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The same row, with what stands in brackets or between dashes beside the phrase before it."""
    found: list[Chunk] = []
    at = 0
    while at < len(chunks):
        if _is_taken_up(chunks, at):
            at += 3  # `Le bac, lui, comprend un filtre`
            continue
        end = _end(chunks, at)
        if end is None:
            found.append(chunks[at])
            at += 1
            continue
        if found and isinstance(before := found[-1], SpokenPhrase) and not before.apposition:
            found[-1] = replace(before, apposition=" ".join(each.text for each in chunks[at + 1 : end]))
        at = end + 1
    return found


def _is_taken_up(chunks: Sequence[Chunk], at: int) -> bool:
    """Does a pronoun between commas only take up the phrase before it?"""
    row = chunks[at : at + 3]
    commas = len(row) > 2 and all(isinstance(each, Token) and each.text == "," for each in (row[0], row[2]))  # noqa: PLR2004
    return commas and is_pronoun(row[1]) and at > 0 and is_phrase(chunks[at - 1]) and not is_pronoun(chunks[at - 1])


def without_introduction(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row without what only announces what comes: `it works like this:`, `chez nous c'est simple :`."""
    chunks = _behind_taking_down(chunks, rules)
    colon = next((at for at, each in enumerate(chunks) if tagged_as(each, "sign") and each.text == ":"), 0)
    before, behind = chunks[:colon], chunks[colon + 1 :]
    verbs = [each for each in before if isinstance(each, Token) and is_verb(each)]
    if not verbs or not any(map(is_finite, behind)):
        return list(chunks)
    running = rules.verbs["copulas"] | words_of("running")
    named = any(
        is_phrase(each) and not is_pronoun(each) and not (at > 0 and tagged_as(before[at - 1], "preposition"))
        for at, each in enumerate(before)
    )
    says = named or any(each.lemma not in running for each in verbs)
    return list(chunks) if says else list(behind)


def _behind_taking_down(chunks: Sequence[Chunk], rules: GrammarRules) -> Sequence[Chunk]:
    """What is only ordered to be taken down: `let's add that the nurse weighs the dog once it is registered`."""
    at = next((at for at, each in enumerate(chunks) if is_phrase(each) or tagged_as(each, "subordinator")), 0)
    opener = chunks[at] if chunks else None
    verb = chunks[at - 1] if at else None
    is_order = isinstance(verb, Token) and verb.tag == "verb" and verb.lemma in words_of("taking_down")
    is_that = isinstance(opener, Token) and opener.tag == "subordinator" and key(opener) in words_of("describing")
    behind = chunks[at + 1 :]
    if rules.verb_last or not is_order or not is_that or not any(map(is_finite, behind)):
        return chunks
    return behind


def without_us(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """German: the row of an order that whoever gives it is part of, as any other order: `Fügen wir ... hinzu`."""
    row = list(chunks)
    if not rules.verb_last or len(row) < 3 or not isinstance(first := row[0], Token):  # noqa: PLR2004
        return row
    if row[1].text.casefold() != "wir" or first.tag != "verb" or not first.text.endswith("n"):
        return row
    return [replace(first, features=frozenset(("imperative",))), *row[2:]]


def _end(chunks: Sequence[Chunk], at: int) -> int | None:
    """Where the aside ends that begins here; None when none does, or a clause of its own stands in it."""
    chunk = chunks[at]
    closing = _BRACKETS.get(chunk.text) if tagged_as(chunk, "sign") else None
    if closing is None or at == 0:
        return None
    for end in range(at + 2, min(len(chunks), at + _LONGEST)):
        other = chunks[end]
        if tagged_as(other, "sign") and other.text == closing:
            # A dash at the end is followed by the rest of the sentence, a bracket may close it.
            goes_on = chunk.text != closing or end + 1 < len(chunks)
            return end if goes_on and not any(map(is_finite, chunks[at + 1 : end])) else None
    return None


def pointed_out(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row without what only points: `It is the guard who opens` is `the guard opens`, `il y a X qui` is X."""
    parted = next((at for at in range(1, len(chunks)) if _begins_to_point(chunks, at, rules)), None)
    if parted is not None:
        return [*pointed_out(chunks[:parted], rules), *pointed_out(chunks[parted:], rules)]
    lead = next((at for at, each in enumerate(chunks) if not tagged_as(each, *_LEADING)), 0)
    if lead and tagged_as(chunks[lead - 1], "sign"):
        # `No, it is the guard who opens`: what is taken back denies nothing of what is said next.
        said = [each for each in chunks[:lead] if tagged_as(each, "adverb")]
        return [*said, *pointed_out(chunks[lead:], rules)]
    row = _without_echo(_impersonal(chunks, rules))
    if (right := _set_right(row, rules)) is not None:
        return right
    start = _pointing(row, rules)
    opener = next((at for at in range(start, len(row)) if _refers_back(row, at)), None) if start else None
    if opener is None or opener == start or any(is_verb(each) for each in row[start:opener]):
        return row
    if tagged_as(row[opener - 1], "preposition"):
        return row  # `es gibt eine Wand, auf die ...`
    if rules.verb_last and any(isinstance(each, SpokenPhrase) and case_of(each) for each in row[start:opener]):
        return row  # `es gibt einen Boten, der ...`: he is no object of what he does
    pointed = [each for each in row[start:opener] if not tagged_as(each, "sign")]
    rest = [
        each
        for at, each in enumerate(row)
        if at > opener and not (_is_subject(each) and _refers_back(row, at) and tagged_as(row[at - 1], "conjunction"))
    ]  # `C'est le syndic qui convoque et qui préside`
    if not any(is_verb(each) for each in rest):
        return row
    if rules.verb_last:
        return [*pointed, *rest] if _is_subject(row[opener]) else row
    # `It is the badge that the guard scans`: what is pointed at is the object, behind the verb.
    other = is_phrase(rest[0]) and not is_pronoun(rest[0])
    behind = is_phrase(pointed[0]) and (other or not _is_subject(row[opener]))
    return [*rest, *pointed] if behind else [*pointed, *rest]


def _begins_to_point(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Does another clause begin here behind a sign, that points at somebody: `...; it is the guard who opens`?"""
    return tagged_as(chunks[at - 1], "sign") and is_pronoun(chunks[at]) and bool(_pointing(chunks[at:], rules))


def _set_right(row: Sequence[Chunk], rules: GrammarRules) -> list[Chunk] | None:
    """`It is not the pilot who plans the route but the office`, `Nicht A plant, sondern B`: B does it, not A."""
    instead = words_of("instead")
    at = next((at for at, each in enumerate(row) if isinstance(each, Token) and key(each) in instead), 0)
    other = row[at + 1] if 0 < at < len(row) - 1 else None
    if other is None or not is_phrase(other) or is_pronoun(other) or not _ends_part(row[at + 2 :]):
        return None
    before = list(row[: at - 1] if tagged_as(row[at - 1], "sign") else row[:at])
    denial = next((number for number, each in enumerate(before) if tagged_as(each, "negation")), None)
    if denial is None:
        return None
    opener = next((number for number in range(denial + 1, len(before)) if _refers_back(before, number)), None)
    if opener is not None:
        plain = [each for each in before if not tagged_as(each, "negation")]
        told = before[opener + 1 :] if _pointing([*plain, *row[at:]], rules) else []
    else:
        stands_second = rules.verb_last and denial == 0 and len(before) > 2 and is_phrase(before[1])  # noqa: PLR2004
        told = before[2:] if stands_second and is_verb(before[2]) else []
    return [other, *told, *row[at + 2 :]] if any(map(is_verb, told)) else None


def _ends_part(behind: Sequence[Chunk]) -> bool:
    """Is what stands before it over: at the end, or at a sign?"""
    return not behind or tagged_as(behind[0], "sign")


def _impersonal(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row without the `it` of `it is essential that`, `il est interdit de`: it stands for what comes."""
    row = list(chunks)
    if len(row) < 4 or not is_pronoun(row[0]) or row[0].text.casefold() not in words_of("pointing"):  # noqa: PLR2004
        return row
    verb, said = row[1], row[2]
    be = isinstance(verb, Token) and verb.lemma in rules.verbs["be"]
    if not be or not any(map(_introduces, row[3:])):
        return row
    if isinstance(said, SpokenPhrase) and _is_bare(said):
        return [verb, replace(said.tokens[0], tag="adjective"), *row[3:]]
    return row[1:] if tagged_as(said, "adjective", "verb") else row


def _is_bare(phrase: SpokenPhrase) -> bool:
    """Is it one word without an article, that names nobody: `mandatory`, `Pflicht`?"""
    if phrase.plural or phrase.quoted or phrase.refers_to is not None:
        return False
    return phrase.determiner == "none" and len(phrase.tokens) == 1 and phrase.tokens[0].tag != "name"


def _without_echo(row: Sequence[Chunk]) -> list[Chunk]:
    """The same row without the pronoun that spoken French repeats its subject by: `la borne elle affiche`."""
    found: list[Chunk] = []
    for at, chunk in enumerate(row):
        before = found[-1] if found else None
        behind = row[at + 1] if at + 1 < len(row) else None
        echoes = isinstance(chunk, SpokenPhrase) and chunk.text.casefold() in words_of("echoes")
        own = isinstance(before, SpokenPhrase) and before.refers_to is None
        if not (echoes and own and behind is not None and is_verb(behind)):
            found.append(chunk)
    return found


def _introduces(chunk: Chunk) -> bool:
    return tagged_as(chunk, "subordinator", "relative", "particle") or (
        isinstance(chunk, Token) and chunk.tag == "preposition" and key(chunk) in words_of("infinitive")
    )


def _is_subject(opener: Chunk) -> bool:
    return isinstance(opener, Token) and key(opener) in words_of("subjects")


def _pointing(row: Sequence[Chunk], rules: GrammarRules) -> int:
    """Where what is pointed at begins; 0 when nothing is."""
    if len(row) < 4 or not is_pronoun(row[0]) or row[0].text.casefold() not in words_of("pointing"):  # noqa: PLR2004
        return 0
    at = 1
    while at < len(row) and is_pronoun(row[at]) and row[at].text.casefold() in words_of("pointing"):
        at += 1
    verb = row[at] if at < len(row) else None
    if not isinstance(verb, Token) or not is_verb(verb):
        return 0
    exists = any(each.text.casefold() in words_of("existing") for each in row[:at])
    return at + 1 if verb.lemma in rules.verbs["be"] or (exists and verb.lemma in rules.verbs["exist"]) else 0


def _refers_back(row: Sequence[Chunk], at: int) -> bool:
    """Does `who`, `that`, `qui` or `, der` stand here?"""
    chunk = row[at]
    if not isinstance(chunk, Token):
        return False
    return chunk.tag == "relative" or (
        chunk.tag in {"subordinator", "question"} and key(chunk) in words_of("subjects") | words_of("describing")
    )
