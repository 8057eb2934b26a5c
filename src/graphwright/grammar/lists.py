"""Noun phrases that stand in a row become one phrase with members: `milk, bread and butter`.

Whether an `and` joins two phrases or two clauses was decided before; here everything belongs to one clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import Doubt, Joining, SpokenPhrase, Token, VerbGroup
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import VERBAL, Chunk, is_finite, is_verb, tagged_as
from graphwright.text.folding import fold

MAX_MEMBERS: Final = 500
"""Members of a list that are read; what stands behind them is left."""
_PAIR: Final = 2
_ENOUGH: Final = 3
"""Phrases between commas alone are a list from here on; two may be one and what it is also called."""


def is_separator(chunk: Chunk) -> bool:
    """Does it stand between the members of a list?"""
    return tagged_as(chunk, "conjunction") or (isinstance(chunk, Token) and chunk.text in {",", "/", "&"})


def with_lists(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Chunk]:
    """The same row with each run of phrases and separators as one phrase."""
    found: list[Chunk] = []
    chunks = _with_likened(chunks, rules)
    at = 0
    while at < len(chunks):
        chunk = chunks[at]
        opened = _opens(chunks, at, rules)
        if not opened and not isinstance(chunk, SpokenPhrase):
            found.append(chunk)
            at += 1
            continue
        start = at + 1 if opened else at
        members, separators, end = _run(chunks, start, rules, long=_is_object(chunks, start))
        if opened and isinstance(chunk, Token):
            separators.append(chunk)
        conjoined = any(tagged_as(each, "conjunction") for each in separators)
        if len(members) > 1 and (conjoined or len(members) >= _ENOUGH):
            found.append(list_of(members, separators))
        elif len(members) == _PAIR and _ends(chunks, end) and not (found and tagged_as(found[-1], "preposition")):
            found.append(_apposed(members[0], members[1]))
        elif members:
            found.append(members[0])
            # The separators stay, so that what is no list is not taken for one phrase after the other.
            found += chunks[at + 1 : end]
        at = end
    return found


def _with_likened(chunks: Sequence[Chunk], rules: GrammarRules) -> Sequence[Chunk]:
    """The same row with `comme` as a conjunction where both do it: `le chef comme l'apprenti peuvent ...`.

    The verb tells: of one thing and what it is compared with, it is in the singular.
    """
    for at, chunk in enumerate(chunks[1:-2], 1):
        if not isinstance(chunk, Token) or chunk.tag != "preposition" or rules.roles.get(key(chunk)) != "kind":
            continue
        one, other, verb = chunks[at - 1], chunks[at + 1], chunks[at + 2]
        alike = isinstance(one, SpokenPhrase) and isinstance(other, SpokenPhrase) and not (one.plural or other.plural)
        if alike and isinstance(verb, Token) and is_verb(verb) and is_finite(verb) and _are_several(verb):
            return [*chunks[:at], replace(chunk, tag="conjunction"), *chunks[at + 1 :]]
    return chunks


def _are_several(verb: Token) -> bool:
    """Does a verb say that surely more than one does it?"""
    return "plural" in verb.features and "singular" not in verb.features


def _ends(chunks: Sequence[Chunk], at: int) -> bool:
    """Does the row end here, or a sign follow?"""
    return at >= len(chunks) or tagged_as(chunks[at], "sign")


def _opens(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Is it `either`, `neither` or `ni` before the first member?"""
    chunk = chunks[at]
    return (
        isinstance(chunk, Token)
        and rules.connectors.get(key(chunk)) == "both"
        and at + 1 < len(chunks)
        and isinstance(chunks[at + 1], SpokenPhrase)
    )


def _is_object(chunks: Sequence[Chunk], at: int) -> bool:
    """Can a list begin here whose members have more behind them? Not in `In the morning, the clerk with ...`."""
    return at == 0 or not tagged_as(chunks[at - 1], "preposition") or any(map(is_verb, chunks[:at]))


def _run(
    chunks: Sequence[Chunk], at: int, rules: GrammarRules, *, long: bool
) -> tuple[list[SpokenPhrase], list[Token], int]:
    """The members from here on, what separates them, and where the row goes on.

    `long`: behind a comma a member may have more behind it, `a tower, a well in the yard and a chapel`; what then
    follows `and` ends the list, since nothing else does.
    """
    members: list[SpokenPhrase] = []
    separators: list[Token] = []
    denied = False
    while at < len(chunks) and isinstance(chunk := chunks[at], SpokenPhrase):
        members.append(replace(chunk, negated=True) if denied else chunk)
        at += 1
        if long and _is_open(separators) and (end := _behind_member(chunks, at, rules)) > at:
            members[-1] = _lengthened(members[-1], chunks[at:end], rules)
            at = end
        waiting, denied, ahead = _separators(chunks, at, rules)
        if not waiting or ahead >= len(chunks):
            break
        following = chunks[ahead]
        if not isinstance(following, SpokenPhrase) or (following.refers_to is not None and chunk.refers_to is None):
            break
        separators += waiting
        at = ahead
    return members[:MAX_MEMBERS], separators, at


def _is_open(separators: Sequence[Token]) -> bool:
    """Has a list begun by a comma, that no conjunction has ended yet?"""
    return bool(separators) and all(each.text == "," for each in separators)


def _behind_member(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> int:
    """Where what stands behind a member with its prepositions ends; the same place when the list ends there too."""
    end = at
    while end + 1 < len(chunks) and tagged_as(chunks[end], "preposition") and isinstance(chunks[end + 1], SpokenPhrase):
        end += 2
    waiting, _, ahead = _separators(chunks, end, rules)
    goes_on = bool(waiting) and ahead < len(chunks) and isinstance(chunks[ahead], SpokenPhrase)
    return end if goes_on else at


def _lengthened(phrase: SpokenPhrase, behind: Sequence[Chunk], rules: GrammarRules) -> SpokenPhrase:
    """The member with what stands behind it; where it is, is no part of its name."""
    more = " ".join(each.text for each in behind)
    first = behind[0]
    placed = isinstance(first, Token) and rules.roles.get(key(first)) == "place"
    name = phrase.name if placed else f"{phrase.name} {more}"
    return replace(phrase, text=f"{phrase.text} {more}", name=name, end=behind[-1].end)


def _separators(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> tuple[list[Token], bool, int]:
    waiting: list[Token] = []
    denied = False
    while at < len(chunks):
        chunk = chunks[at]
        if isinstance(chunk, Token) and rules.connectors.get(key(chunk)) in {"then", "otherwise"}:
            break
        if isinstance(chunk, Token) and (is_separator(chunk) or rules.connectors.get(key(chunk)) in {"both", "but"}):
            waiting.append(chunk)
        elif waiting and isinstance(chunk, Token) and key(chunk) in words_of("besides"):
            pass  # `not only the parents, also the grandparents`
        elif waiting and tagged_as(chunk, "negation"):
            denied = True
        else:
            break
        at += 1
    return waiting, denied, at


def list_of(members: Sequence[SpokenPhrase], separators: Sequence[Token] = ()) -> SpokenPhrase:
    """One phrase of several."""
    first, last = members[0], members[-1]
    return SpokenPhrase(
        text=_text(members, separators),
        name=first.name,
        head=first.head,
        start=first.start,
        end=last.end,
        determiner=first.determiner,
        plural=True,
        members=tuple(members),
        joined=_joining(separators),
        mixed=_is_mixed(separators),
    )


def _text(members: Sequence[SpokenPhrase], separators: Sequence[Token]) -> str:
    """The list as it was said."""
    found = ""
    parts: list[Chunk] = [*members, *separators]
    for each in sorted(parts, key=lambda part: part.start):
        found += each.text if isinstance(each, Token) and each.text == "," else f" {each.text}"
    return found.strip()


def _is_mixed(separators: Sequence[Token]) -> bool:
    """Do `and` and `or` both stand in the list, without a comma that tells which holds more?"""
    words = {key(each) for each in separators if each.tag == "conjunction"}
    return bool(words & words_of("or")) and bool(words & words_of("joins") - words_of("or")) and len(words) > 1


def _joining(separators: Sequence[Token]) -> Joining:
    words = {key(each) for each in separators}
    if words & words_of("nor"):
        return "nor"
    return "or" if words & words_of("or") else "and"


def _apposed(phrase: SpokenPhrase, other: SpokenPhrase) -> SpokenPhrase:
    return replace(phrase, apposition=other.text, end=other.end)


def attachments(chunks: Sequence[Chunk], verb: VerbGroup | None) -> list[Doubt]:
    """Doubts of what can be read in two ways: what an adjective before or a `with` behind belongs to, and or mixed."""
    found: list[Doubt] = []
    for at, chunk in enumerate(chunks):
        if not isinstance(chunk, SpokenPhrase):
            continue
        behind = _companion(chunks, at)
        before_verb = any(isinstance(each, Token) and each.tag in VERBAL for each in chunks[at + 1 :])
        options: tuple[str, ...] = ()
        if chunk.mixed:
            options = tuple(each.text for each in chunk.members)
        elif len(chunk.members) == _PAIR:
            options = _shared(chunk.members[0], chunk.members[1], behind if before_verb else "")
        elif behind and verb is not None and not before_verb and fold(verb.lemma) in words_of("perceiving"):
            options = (f"{chunk.text} {behind}", f"{verb.lemma} {behind}")
        if options:
            found.append(Doubt("twoReadings", chunk.start, chunk.end, chunk.text, options, "asks"))
    return found


def _shared(first: SpokenPhrase, last: SpokenPhrase, behind: str) -> tuple[str, ...]:
    """Two readings of a pair: what stands before the first or behind the last may belong to both."""
    bare = last.determiner == "none" and not last.modifiers and not last.quoted and first.determiner == "none"
    adjective = next((each for each in first.tokens if each.tag == "adjective"), None)
    if bare and adjective is not None:
        return (f"{adjective.text} {last.text}", last.text)
    trailing = next((each for each in last.tokens[1:] if each.tag == "adjective"), None)
    if trailing is not None and trailing is last.tokens[-1] and not first.modifiers:
        return (f"{first.text} {trailing.text}", first.text)
    return (f"{first.text} {behind}", first.text) if behind and last.determiner == first.determiner else ()


def _companion(chunks: Sequence[Chunk], at: int) -> str:
    """`with accounts` behind a phrase, as it stands there; empty without."""
    rest = chunks[at + 1 : at + 3]
    if len(rest) < _PAIR or not _comitative(rest[0]) or not isinstance(rest[1], SpokenPhrase):
        return ""
    return f"{rest[0].text} {rest[1].text}"


def _comitative(chunk: Chunk) -> bool:
    return isinstance(chunk, Token) and chunk.tag == "preposition" and key(chunk) in words_of("with")
