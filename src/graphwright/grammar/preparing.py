"""Phrases and small words that could be two things, settled by what stands around them, before a sentence is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.measures import bounds, measures_of
from graphwright.grammar.particles import with_particles
from graphwright.grammar.records import SpokenPhrase, SpokenReference, Tag, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, holds_zu, is_finite, is_phrase, is_verb, tagged_as
from graphwright.text.folding import fold

_BEHIND_RELATIVE: Final = 2
"""Chunks before a German relative: what it describes, and a comma."""


def _announced(phrase: SpokenPhrase) -> SpokenPhrase:
    """What is announced as new, without the word: `New function CheckStock` is `function CheckStock`."""
    first = phrase.tokens[0] if len(phrase.tokens) > 2 else None  # noqa: PLR2004 a type and a name follow
    if first is None or key(first) not in words_of("new") or not phrase.name.startswith(first.text):
        return phrase
    return replace(phrase, name=phrase.name[len(first.text) :].strip(), determiner="a", modifiers=phrase.modifiers[1:])


def prepared(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row: `before` as preposition or subordinator, `danach` as adverb, what begins a sentence by its case."""
    found: list[Chunk] = []
    chunks = _named(chunks)
    chunks = _with_relatives(chunks, rules) if rules.verb_last else chunks
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, SpokenPhrase) and len(found) > 1 and _is_of_several(found[-2:], chunk):
            # `each of them`: whoever they are.
            found[-2:] = [replace(chunk, text=f"{found[-2].text} {found[-1].text} {chunk.text}", start=found[-2].start)]
        elif isinstance(chunk, Token) and _is_both(chunks, at):
            if found and _tells_all(found[-1]):
                found.pop()
            found.append(_standing_for(replace(chunk, features=chunk.features | {"plural"})))
        elif isinstance(chunk, SpokenPhrase) and found and _takes(found[-1], chunk):
            found[-1] = _doing(found[-1], chunk)
        elif isinstance(chunk, SpokenPhrase) and chunk.count is not None and _is_bound(found):
            # `a bellows and about 2000 pipes`: it bounds their number, and ends no list.
            word = found.pop()
            found.append(replace(chunk, text=f"{word.text} {chunk.text}", start=word.start))
        elif isinstance(chunk, SpokenPhrase) and chunk.of is not None and chunk.tokens[0].folded in rules.wishes:
            found.append(chunk.of)  # `j'ai besoin d'une pompe`: what is needed is the pump
        elif isinstance(chunk, SpokenPhrase):
            stands = found or chunk.refers_to is not None
            done_to = bool(found) and is_verb(found[-1]) and _ends_here(next(iter(chunks[at + 1 : at + 2]), None))
            behind = chunks[at - 1 : at] if done_to else chunks[at + 1 : at + 2]
            found.append(_adverb(chunk, behind, rules) if stands else _announced(chunk))
        elif chunk.tag == "subordinator" and (_is_filler(chunk, found) or _only_connects(chunk, rules)):
            found.append(replace(chunk, tag="adverb"))
        elif chunk.tag in {"preposition", "subordinator"} and _is_either(chunk, rules):
            tag: Tag = "subordinator" if _clause_follows(chunks, at, rules) else "preposition"
            found.append(replace(chunk, tag=tag))
        elif chunk.tag in {"adverb", "particle"} and key(chunk) in words_of("proadverbs"):
            found.append(_standing_for(chunk))
        else:
            found.append(chunk)
    return found if rules.verb_last else with_particles(found)


def _with_relatives(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """German: the same row with `, der Angebote schickt` as a relative and its object, where it can be nothing else."""
    found: list[Chunk] = []
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, SpokenPhrase) and _begins_with_relative(chunks, at, rules):
            article, *rest = chunk.tokens
            found.append(replace(article, tag="relative"))
            text = chunk.text[len(article.text) :].strip()
            found.append(replace(chunk, text=text, start=rest[0].start, determiner="none", tokens=tuple(rest)))
        else:
            found.append(chunk)
    return found


def _begins_with_relative(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Does a noun stand behind a relative that looks like its article?

    `wir haben X, der Angebote schickt`, `der Bote, der Briefe bringt, klingelt`: its verb comes last, and the main
    clause has its own or says only that somebody is there.
    """
    phrase = chunks[at]
    if at < _BEHIND_RELATIVE or at + 1 >= len(chunks) or not isinstance(phrase, SpokenPhrase) or phrase.members:
        return False
    described, comma, verb = chunks[at - 2], chunks[at - 1], chunks[at + 1]
    is_placed = tagged_as(comma, "sign") and comma.text == "," and isinstance(described, SpokenPhrase)
    is_noun = len(phrase.tokens) > 1 and phrase.tokens[0].folded in {"der", "die", "das"} and not phrase.quoted
    if not is_placed or not is_noun or not (is_verb(verb) and isinstance(verb, Token) and is_finite(verb)):
        return False
    ends = at + 2 == len(chunks) or tagged_as(chunks[at + 2], "sign")
    goes_on = at + 3 < len(chunks) and is_verb(chunks[at + 3]) and not any(map(is_verb, chunks[:at]))
    had = {each.lemma for each in chunks[: at - 2] if isinstance(each, Token) and is_verb(each)}
    there = rules.verbs["exist"] | rules.verbs["have"] | words_of("needing")
    return ends and (goes_on or (bool(had) and {fold(each) for each in had} <= {fold(each) for each in there}))


def _is_bound(before: Sequence[Chunk]) -> bool:
    """Does `etwa`, `about` or `au moins` end a row, and say how exact a number behind it is?"""
    word = before[-1] if before else None
    if not isinstance(word, Token) or word.tag not in {"adverb", "preposition"} or not bounds(word.folded):
        return False
    return word.tag == "adverb" or (len(before) > 1 and tagged_as(before[-2], "sign", "conjunction", "preposition"))


def _is_of_several(before: Sequence[Chunk], chunk: SpokenPhrase) -> bool:
    """Is it `them` behind `each of`?"""
    first, of = before
    several = fold(first.text) in words_of("each") and chunk.refers_to is not None and chunk.plural
    return several and isinstance(of, Token) and of.tag == "preposition" and of.folded in {"of", "von", "d'"}


def _is_both(chunks: Sequence[Chunk], at: int) -> bool:
    """Does `both` or `les deux` stand for two who were named: before a verb or behind it, without a noun?"""
    chunk = chunks[at]
    following = chunks[at + 1] if at + 1 < len(chunks) else None
    if not isinstance(chunk, Token) or key(chunk) not in words_of("pairs"):
        return False
    counted = chunk.tag == "number" and not (at and _tells_all(chunks[at - 1]))
    if not counted and at and _ends_here(following) and any(map(is_verb, chunks[max(0, at - 2) : at])):
        return True  # `repairs both`, `les vérifie tous les deux`
    return not counted and following is not None and is_verb(following) and is_finite(following)


def _tells_all(before: Chunk) -> bool:
    """Is it what stands before the number of two who were named: `the two`, `tous deux`, `alle beide`?"""
    return tagged_as(before, "article") or fold(before.text) in words_of("all_of")


def _ends_here(following: Chunk | None) -> bool:
    return following is None or tagged_as(following, "sign", "conjunction")


def _is_filler(token: Token, before: Sequence[Chunk]) -> bool:
    """Is it the `so` that somebody begins to tell with?"""
    return not before and key(token) in words_of("fillers")


def _only_connects(token: Token, rules: GrammarRules) -> bool:
    return key(token) in rules.connectors and key(token) not in rules.links


def _named(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The same row with `an actor called Anna` as the phrase Anna, whose type word is `actor`."""
    found: list[Chunk] = []
    naming = False
    for at, chunk in enumerate(chunks):
        kind = found[-1] if found else None
        following = chunks[at + 1] if at + 1 < len(chunks) else None
        if naming and isinstance(kind, SpokenPhrase) and isinstance(chunk, SpokenPhrase):
            found[-1] = replace(
                chunk, text=f"{kind.text} {chunk.text}", start=kind.start, determiner=kind.determiner,
                type_word=kind.head if kind.refers_to is None else "", tokens=(*kind.tokens, *chunk.tokens),
            )  # fmt: skip
            naming = False
        elif (
            isinstance(chunk, Token)
            and key(chunk) in words_of("called")
            and isinstance(kind, SpokenPhrase)
            and isinstance(following, SpokenPhrase)
        ):
            naming = True
        else:
            found.append(chunk)
    return found


def _takes(gerund: Chunk, thing: SpokenPhrase) -> bool:
    """Is the phrase what a gerund before it is done to: `leaving the seat`?"""
    if not isinstance(gerund, SpokenPhrase) or not gerund.tokens or thing.refers_to is not None:
        return False
    return "gerund" in gerund.tokens[-1].features and thing.determiner != "none"


def _doing(gerund: Chunk, thing: SpokenPhrase) -> SpokenPhrase:
    if not isinstance(gerund, SpokenPhrase):
        return thing
    return replace(
        gerund, text=f"{gerund.text} {thing.text}", name=f"{gerund.name} {thing.name}", end=thing.end, of=thing
    )


def denied(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The same row with what is denied alone marked so: `the clerk, not the guard`, `nicht X, sondern Y`."""
    found: list[Chunk] = []
    corrects = any(isinstance(each, Token) and key(each) in words_of("instead") for each in chunks)
    waiting = False
    for at, chunk in enumerate(chunks):
        if tagged_as(chunk, "negation") and _denies_thing(chunks[at + 1 : at + 3]):
            if found and tagged_as(found[-1], "negation"):
                found.pop()  # `et non pas par la minuterie`
            before = found[-1] if found else None
            waiting = corrects or (before is not None and tagged_as(before, "sign", "conjunction"))
            if not waiting:
                found.append(chunk)
        elif waiting and not tagged_as(chunk, "preposition"):
            phrase = chunk if isinstance(chunk, SpokenPhrase) else as_phrase([chunk])
            found.append(replace(phrase, negated=True))
            waiting = False
        else:
            found.append(chunk)
    return found


def _denies_thing(behind: Sequence[Chunk]) -> bool:
    """Does a thing follow, with or without its preposition: `not the guard`, `not by the guard`?"""
    led = len(behind) > 1 and tagged_as(behind[0], "preposition")
    return bool(behind) and _is_thing(behind[led])


def _is_thing(chunk: Chunk) -> bool:
    return isinstance(chunk, SpokenPhrase) or tagged_as(chunk, "number")


def as_phrase(tokens: Sequence[Token]) -> SpokenPhrase:
    """Adjectives or a number without a noun, as what is said of something."""
    text = " ".join(each.text for each in tokens)
    return SpokenPhrase(
        text=text, name=text, head="", start=tokens[0].start, end=tokens[-1].end, tokens=tuple(tokens),
        modifiers=tuple(each.lemma or each.folded for each in tokens), measures=measures_of(tokens),
    )  # fmt: skip


def _standing_for(token: Token) -> SpokenPhrase:
    """`dafür`, `dazu`: a preposition and a pronoun in one."""
    return SpokenPhrase(
        text=token.text, name=token.text, head=token.folded, start=token.start, end=token.end,
        tokens=(token,), refers_to=SpokenReference(text=token.text),
    )  # fmt: skip


def _is_either(token: Token, rules: GrammarRules) -> bool:
    """Is it a word that opens a phrase as well as a clause?"""
    return key(token) in rules.roles and (token.tag == "subordinator" or key(token) in rules.links)


def _adverb(phrase: SpokenPhrase, beside: Sequence[Chunk], rules: GrammarRules) -> Chunk:
    """`danach`, `dann` and their like stand for nothing, they say how a clause follows. `beside`: what stands there."""
    if phrase.refers_to is None or len(phrase.tokens) != 1:
        return phrase
    word = phrase.tokens[0]
    two = key(word) in words_of("pairs") and any(map(is_verb, beside))  # `both keep a copy`, `repairs both`
    return replace(word, tag="adverb") if key(word) in rules.connectors and not two else phrase


def _clause_follows(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Does a clause with a verb of its own follow, or only a phrase?"""
    rest = chunks[at + 1 :]
    if rules.verb_last:
        first = rest[0] if rest else None
        if (
            isinstance(first, SpokenPhrase)
            and _is_time(first, rules)
            and len(rest) > 1
            and tagged_as(rest[1], "preposition")
        ):
            return False  # `bis zehn Minuten vor der Abfahrt`
        second = len(rest) > 2 and is_phrase(rest[0]) and is_verb(rest[1]) and is_finite(rest[1])  # noqa: PLR2004
        # `Seit Montag muss der Fahrer prüfen`: the verb stands second, so it is a main clause.
        return not (second and not is_verb(rest[2]) and not tagged_as(rest[2], "sign")) and _ends_with_verb(rest)
    if not rest:
        return False
    if is_verb(rest[0]):
        first = rest[0]
        return isinstance(first, Token) and is_finite(first) and "gerund" not in first.features
    if not isinstance(rest[0], SpokenPhrase) or fold(rest[0].head) in rules.times:
        return False
    for following in rest[1:]:
        if is_verb(following):
            return is_finite(following)
        if not tagged_as(following, "adverb", "negation", "pronoun"):
            return False
    return False


def _is_time(phrase: SpokenPhrase, rules: GrammarRules) -> bool:
    return fold(phrase.head) in rules.times or bool(phrase.measures)


def _ends_with_verb(rest: Sequence[Chunk]) -> bool:
    """German: does the stretch up to the next sign end with its finite verb, or with `zu` and a verb?"""
    last: Chunk | None = None
    before: Chunk | None = None
    for chunk in rest:
        if tagged_as(chunk, "sign"):
            break
        before, last = last, chunk
    if last is None or not is_verb(last):
        return False
    merged = isinstance(last, Token) and holds_zu(last)
    return is_finite(last) or merged or (before is not None and tagged_as(before, "particle"))
