"""Words that could be two things, settled by what stands around them, before a sentence is cut into clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.particles import with_particles
from graphwright.grammar.records import Feature, SpokenPhrase, SpokenReference, Tag, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, is_finite, is_phrase, is_verb, tagged_as
from graphwright.text.folding import fold

SPEAKER: Final = "I"
"""The English word for who speaks; alone, it is no name before another word."""
_DETERMINING: Final = frozenset(("article", "possessive", "demonstrative"))


def settled(row: Sequence[Token], rules: GrammarRules) -> tuple[Token, ...]:
    """A tagged sentence in which verb forms that do a noun's or an adjective's work are tagged as such."""
    found: list[Token] = []
    for at, token in enumerate(row):
        following = row[at + 1] if at + 1 < len(row) else None
        if token.tag == "relative" and rules.verb_last and following is not None and following.tag in {"noun", "name"}:
            # A German relative is hardly ever followed by a noun without an article: here it is the article itself.
            found.append(replace(token, tag="article"))
        elif token.tag in {"noun", "name"} and token.text == SPEAKER and following is not None:
            features: frozenset[Feature] = frozenset(("singular", "first", "nominative"))
            found.append(replace(token, tag="pronoun", lemma=token.text, features=features))
        elif token.tag == "verb" and not found and key(token) in words_of("new"):
            found.append(replace(token, tag="adjective"))
        elif token.tag == "conjunction" and _is_alone(token, row[:at]):
            found.append(replace(token, tag="adverb"))
        elif token.tag == "adjective" and _is_listed(found, following) and not _is_said(found, rules):
            found.append(replace(token, tag="noun"))
        elif token.tag != "verb" or token.kind != "word":
            found.append(token)
        elif "gerund" in token.features and not _is_helped(found, rules) and not _is_deed(row, at, found):
            found.append(replace(token, tag="noun", lemma=token.text, features=frozenset(("singular", "gerund"))))
        elif "participle" in token.features and _is_attached(found, following):
            found.append(replace(token, tag="adjective"))
        elif "participle" in token.features and found and found[-1].tag in _DETERMINING and following is not None:
            tag: Tag = "adjective" if following.tag in {"noun", "name", "adjective"} else "noun"
            found.append(replace(token, tag=tag, lemma=token.text))
        else:
            found.append(token)
    return tuple(found)


def _is_deed(row: Sequence[Token], at: int, before: Sequence[Token]) -> bool:
    """Does a gerund say what is done, rather than name it: `after sifting`, `Using a stencil, she`, `, lowering it`?"""
    last = before[-1] if before else None
    if last is not None and (key(last) in words_of("gerundial") or key(last) in words_of("whilst")):
        return last.tag in {"preposition", "subordinator"}
    if last is not None and last.text != ",":
        return False
    following = row[at + 1] if at + 1 < len(row) else None
    if following is None or following.tag not in _DETERMINING | {"noun", "name", "number", "quantifier", "pronoun"}:
        return False
    if last is not None:
        others = any("gerund" in each.features for each in before)
        return not others and any(is_finite(each) for each in before)
    comma = next((number for number, each in enumerate(row) if each.text == ","), len(row))
    return any(is_finite(each) for each in row[comma:])


def _announced(phrase: SpokenPhrase) -> SpokenPhrase:
    """What is announced as new, without the word: `New function CheckStock` is `function CheckStock`."""
    first = phrase.tokens[0] if len(phrase.tokens) > 2 else None  # noqa: PLR2004 a type and a name follow
    if first is None or key(first) not in words_of("new") or not phrase.name.startswith(first.text):
        return phrase
    return replace(phrase, name=phrase.name[len(first.text) :].strip(), determiner="a", modifiers=phrase.modifiers[1:])


def _is_alone(token: Token, before: Sequence[Token]) -> bool:
    """Is it the second half of `weder ... noch` without the first?"""
    if key(token) not in words_of("halves"):
        return False
    return not any(key(each) in words_of("nor") and key(each) not in words_of("halves") for each in before)


def _is_listed(before: Sequence[Token], following: Token | None) -> bool:
    """Does a word stand alone between signs or small words, where only a noun can?"""
    ends = following is None or following.tag in {"sign", "conjunction", "verb", "auxiliary", "modal"}
    return ends and bool(before) and before[-1].tag in {"sign", "conjunction", "article", "possessive", "preposition"}


def _is_attached(before: Sequence[Token], following: Token | None) -> bool:
    """Does a participle stand between a noun and its verb, so that it describes the noun: `members registered can`?"""
    if following is None or following.tag not in {"modal", "auxiliary"} or not before or before[-1].tag != "noun":
        return False
    return not any(each.tag in {"auxiliary", "modal"} for each in before)


def _is_said(before: Sequence[Token], rules: GrammarRules) -> bool:
    """Did a form of `be` come before, of which an adjective is said?"""
    return any(token.tag == "auxiliary" and token.lemma in rules.verbs["copulas"] for token in before)


def _is_helped(before: Sequence[Token], rules: GrammarRules) -> bool:
    """Does a form of `be` stand before a gerund, with nothing but adverbs between?"""
    for token in reversed(before):
        if token.tag == "auxiliary":
            return token.lemma in rules.verbs["be"]
        if token.tag not in {"adverb", "negation"}:
            return False
    return False


def prepared(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row: `before` as preposition or subordinator, `danach` as adverb, what begins a sentence by its case."""
    found: list[Chunk] = []
    chunks = _named(chunks)
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, SpokenPhrase) and found and _takes(found[-1], chunk):
            found[-1] = _doing(found[-1], chunk)
        elif isinstance(chunk, SpokenPhrase):
            found.append(_adverb(chunk, rules) if found or chunk.refers_to is not None else _announced(chunk))
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
        following = chunks[at + 1] if at + 1 < len(chunks) else None
        if tagged_as(chunk, "negation") and following is not None and _is_thing(following):
            before = found[-1] if found else None
            waiting = corrects or (before is not None and tagged_as(before, "sign", "conjunction"))
            if not waiting:
                found.append(chunk)
        elif waiting:
            phrase = chunk if isinstance(chunk, SpokenPhrase) else as_phrase([chunk])
            found.append(replace(phrase, negated=True))
            waiting = False
        else:
            found.append(chunk)
    return found


def _is_thing(chunk: Chunk) -> bool:
    return isinstance(chunk, SpokenPhrase) or tagged_as(chunk, "number")


def as_phrase(tokens: Sequence[Token]) -> SpokenPhrase:
    """Adjectives or a number without a noun, as what is said of something."""
    text = " ".join(each.text for each in tokens)
    return SpokenPhrase(
        text=text, name=text, head="", start=tokens[0].start, end=tokens[-1].end, tokens=tuple(tokens),
        modifiers=tuple(each.lemma or each.folded for each in tokens),
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
    return is_finite(last) or (before is not None and tagged_as(before, "particle"))
