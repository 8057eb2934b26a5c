"""A sentence cut into pieces, wherever a clause may begin or end. Which of them are clauses, `clauses` says.

It is cut at its commas, conjunctions, subordinators and relatives, before the subject of a second verb, and around a
participle that describes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from graphwright.grammar.records import SpokenPhrase, Token
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import (
    Chunk,
    Stretch,
    is_finite,
    is_phrase,
    is_pronoun,
    is_verb,
    stretches,
    tagged_as,
)
from graphwright.text.folding import fold

_CUTTING: Final = frozenset((",", ";", ":", "–", "—", "-", "(", ")", "/"))


class ClausePiece(Struct):
    """A run of chunks between two places where a clause may end."""

    chunks: list[Chunk]
    before: list[Token] = field(default_factory=list[Token])
    """Signs, conjunctions and connecting adverbs in front of it."""
    preposition: Token | None = None
    """What stands before its relative: `in which`, `auf dem`."""
    opener: Token | None = None
    """The subordinator or relative that it begins with."""
    reduced: bool = False
    """A participle that says something of the phrase before it: `crates labelled fragile`."""


def pieces_of(chunks: Sequence[Chunk], rules: GrammarRules) -> list[ClausePiece]:
    """A sentence cut wherever a clause may begin."""
    found: list[ClausePiece] = []
    current = ClausePiece([])
    for at, chunk in enumerate(chunks):
        cuts = _cuts(chunk) or (rules.verb_last and _goes_on_with(chunk, current.chunks, chunks[at + 1 :], rules))
        opens = not cuts and _opens(chunks, at, rules)
        if not cuts and not opens:
            if not current.chunks and connects(chunk, rules):
                current.before.append(chunk)  # type: ignore[arg-type]  # only tokens connect
            else:
                current.chunks.append(chunk)
            continue
        preposition = current.chunks.pop() if opens and _leads(chunk, current.chunks) else None
        if current.chunks or (current.opener is not None and opens):
            found.append(current)
            current = ClausePiece([])
        current.preposition = preposition  # type: ignore[assignment]  # only tokens lead
        if cuts:
            current.before.append(chunk)  # type: ignore[arg-type]  # only tokens cut
        else:
            current.opener = chunk  # type: ignore[assignment]  # only tokens open
    if current.chunks or current.opener is not None:
        found.append(current)
    return [part for piece in _bracketed(found, rules) for part in _split(piece, rules)]


def _bracketed(pieces: list[ClausePiece], rules: GrammarRules) -> list[ClausePiece]:
    """German: what stands between a helper and its verb is one clause: `wird für Alarm und Anzeige genutzt`."""
    if not rules.verb_last:
        return pieces
    found: list[ClausePiece] = []
    for piece in pieces:
        last = found[-1] if found else None
        listed = any(each.text in {",", "/"} or each.tag == "conjunction" for each in piece.before)
        if last is not None and listed and piece.opener is None and _waits(last, rules) and _goes_on(piece, rules):
            last.chunks += [*piece.before, *piece.chunks]
        else:
            found.append(piece)
    return found


def _waits(piece: ClausePiece, rules: GrammarRules) -> bool:
    """German: does a helper in the second place still wait for its verb at the end?"""
    verbs = [each for each in piece.chunks if is_verb(each)]
    if piece.opener is not None or len(verbs) != 1 or not tagged_as(verbs[0], "auxiliary", "modal"):
        return False
    helper, behind = verbs[0], piece.chunks[piece.chunks.index(verbs[0]) + 1 :]
    if isinstance(helper, Token) and helper.lemma in rules.verbs["be"]:
        # `Die Tür ist offen und ...` says it all; `Die Spalten sind unter Räume und ...` does not.
        free = [each for at, each in enumerate(piece.chunks) if is_phrase(each) and not _is_led(piece.chunks, at)]
        return len(free) == 1 and not any(tagged_as(each, "adjective") for each in behind)
    return bool(behind)


def _goes_on(piece: ClausePiece, rules: GrammarRules) -> bool:
    """German: does a list go on here, or come to its end before the verb that a helper waits for?"""
    runs = stretches(piece.chunks, rules)
    if not runs:
        return True
    first = piece.chunks[runs[0].start]
    if len(runs) > 1 or runs[0].start == 0 or runs[0].end < len(piece.chunks) or not isinstance(first, Token):
        return False
    alike = first.text.startswith(tuple(rules.verbs["alike"]))  # `erfasst` is a participle as well
    return first.tag == "verb" and ("participle" in first.features or first.lemma == first.text or alike)


def _is_led(chunks: Sequence[Chunk], at: int) -> bool:
    return at > 0 and tagged_as(chunks[at - 1], "preposition")


def _leads(opener: Chunk, before: Sequence[Chunk]) -> bool:
    """Does a preposition stand before a relative, and belong to it?"""
    return tagged_as(opener, "relative") and bool(before) and tagged_as(before[-1], "preposition")


def _cuts(chunk: Chunk) -> bool:
    if not isinstance(chunk, Token):
        return False
    if chunk.kind == "arrow":
        return True
    return chunk.tag == "conjunction" or (chunk.kind == "sign" and chunk.text in _CUTTING)


def _goes_on_with(chunk: Chunk, before: Sequence[Chunk], behind: Sequence[Chunk], rules: GrammarRules) -> bool:
    """German without a comma: does another verb follow behind `dann`: `misst den Druck dann öffnet das Ventil`?"""
    if not before or not behind or not connects(chunk, rules):
        return False
    first = behind[0]
    if any(map(is_finite, before)) and isinstance(first, Token) and is_finite(first) and len(behind) > 1:
        return is_verb(first) and is_phrase(behind[1])
    verbs = before[-1], first
    return all(isinstance(each, Token) and each.tag == "verb" and "participle" in each.features for each in verbs)


def connects(chunk: Chunk, rules: GrammarRules) -> bool:
    """Is it a word that says how the clause follows: `then`, `sonst`, `puis`?"""
    return (
        isinstance(chunk, Token) and chunk.tag in {"adverb", "other", "conjunction"} and key(chunk) in rules.connectors
    )


def _opens(chunks: Sequence[Chunk], at: int, rules: GrammarRules) -> bool:
    """Does a subordinate clause begin with this word?"""
    chunk = chunks[at]
    if not isinstance(chunk, Token):
        return False
    if chunk.tag == "relative":
        return True
    if chunk.tag == "question" and at == 0:
        return False
    if chunk.tag == "question":
        return tagged_as(chunks[at - 1], "sign", "preposition") or is_verb(chunks[at - 1])
    if chunk.tag == "subordinator":
        return True
    if chunk.tag != "preposition" or not (key(chunk) in rules.links or key(chunk) in words_of("whilst")):
        return False
    # `pour payer`, `avant de payer`: a preposition before an infinitive opens a clause.
    at += 1
    while at < len(chunks) and (is_pronoun(chunks[at]) or tagged_as(chunks[at], "negation")):
        at += 1
    return at < len(chunks) and is_verb(chunks[at]) and not is_finite(chunks[at])


def _split(piece: ClausePiece, rules: GrammarRules) -> list[ClausePiece]:
    """A piece with several verbs of their own, cut before the subject of each."""
    found = [piece]
    for _ in range(len(piece.chunks)):
        last = found[-1]
        if (described := _description(last, rules)) is not None:
            start, end = described
            found[-1:] = [
                ClausePiece(last.chunks[:start], last.before, last.preposition, last.opener),
                ClausePiece(last.chunks[start:end], reduced=True),
                *([ClausePiece(last.chunks[end:])] if end < len(last.chunks) else []),
            ]
            if end == len(last.chunks):
                break
            continue
        at = _second_clause(last, rules)
        if at is None:
            break
        found[-1:] = [
            ClausePiece(last.chunks[:at], last.before, last.preposition, last.opener),
            ClausePiece(last.chunks[at:]),
        ]
    return found


def _description(piece: ClausePiece, rules: GrammarRules) -> tuple[int, int] | None:
    """Where a participle stands that describes the phrase before it: `the fee charged by the bank is refunded`.

    German puts such a participle before its noun.
    """
    if rules.verb_last or piece.reduced:
        return None
    runs = stretches(piece.chunks, rules)
    for number, run in enumerate(runs):
        verb = piece.chunks[run.start]
        if run.end != run.start + 1 or not isinstance(verb, Token) or run.start == 0:
            continue
        before = piece.chunks[run.start - 1]
        if not (isinstance(before, SpokenPhrase) and before.refers_to is None and _may_describe(verb)):
            continue
        if number > 0 and not run.finite and "gerund" not in verb.features:
            return run.start, len(piece.chunks)
        if number == 0 and len(runs) == 1 and _is_only_described(piece, run):
            return run.start, len(piece.chunks)
        following = runs[number + 1] if number + 1 < len(runs) else None
        if number == 0 and following is not None and following.finite and not _has_own_subject(piece, run, following):
            return run.start, following.start
    return None


def _is_only_described(piece: ClausePiece, run: Stretch) -> bool:
    """Does a piece hold nothing but what stands behind a preposition: `, sur un support situé en France`?"""
    if run.finite or piece.opener is not None or run.start < 2:  # noqa: PLR2004 a preposition and a phrase
        return False
    return all(
        tagged_as(each, "preposition")
        or (is_phrase(each) and at > 0 and tagged_as(piece.chunks[at - 1], "preposition"))
        for at, each in enumerate(piece.chunks[: run.start])
    )


def _may_describe(verb: Token) -> bool:
    return (
        verb.tag == "verb"
        and bool(verb.features & {"participle", "past", "gerund"})
        and not verb.features & {"present", "third"}
    )


def _has_own_subject(piece: ClausePiece, first: Stretch, second: Stretch) -> bool:
    """Does a phrase without a preposition stand before the second verb, that may be its subject?"""
    at = second.start - 1
    if at < first.end or not is_phrase(piece.chunks[at]):
        return False
    return at == first.end or not tagged_as(piece.chunks[at - 1], "preposition")


def _second_clause(piece: ClausePiece, rules: GrammarRules) -> int | None:
    """Where a second clause begins in a piece; None when it is one."""
    runs = stretches(piece.chunks, rules)
    finite = [run for run in runs if run.finite]
    if rules.verb_last or len(runs) < 2:  # noqa: PLR2004 German sends half of its verb to the end
        return _after_verb_last(piece, finite) if rules.verb_last else None
    first = runs[0]
    for run in runs[1:]:
        purpose = not run.finite and tagged_as(piece.chunks[run.start], "particle")
        if purpose:
            return run.start if run.start > first.start else None
        if not run.finite and (at := _asked_deed(piece.chunks, first, run)) is not None:
            return at
        asks = first.start == 0 and piece.opener is None and _asks(piece.chunks, first)
        if not run.finite or asks:
            continue  # behind a relative nothing is asked: `visitors who have a badge | are let in`
        at = run.start
        while at > first.end and (
            tagged_as(piece.chunks[at - 1], "adverb", "negation") or is_pronoun(piece.chunks[at - 1])
        ):
            at -= 1
        bare = at == run.start or not is_pronoun(piece.chunks[at])
        if bare and at - 1 >= first.end and is_phrase(piece.chunks[at - 1]):
            relative = piece.opener is not None and piece.opener.tag == "relative"
            free = at - 1 == first.end or not tagged_as(piece.chunks[at - 2], "preposition")
            at = at - 1 if free and not relative else at
        return at if at > first.start else None
    return None


def _asked_deed(chunks: Sequence[Chunk], first: Stretch, run: Stretch) -> int | None:
    """Where begins what somebody is asked or allowed to do: `demande au pompier de fermer`, `lets the guest rest`."""
    verb = next((each for each in reversed(chunks[first.start : first.end]) if is_verb(each)), None)
    if not isinstance(verb, Token) or fold(verb.lemma) not in words_of("making"):
        return None
    at = run.start - 1
    while at > first.end and is_pronoun(chunks[at]) and tagged_as(chunks[at - 1], "preposition"):
        at -= 1  # `permet à la réception de l'attribuer`
    before = chunks[at]
    if at >= first.end and isinstance(before, Token) and before.tag == "preposition":
        # `demande au pompier de fermer`, `il est interdit de fumer`
        behind = is_phrase(chunks[at - 1]) or "participle" in getattr(chunks[at - 1], "features", ())
        return at if key(before) in words_of("infinitive") and behind else None
    return run.start if is_phrase(before) else None


def _asks(chunks: Sequence[Chunk], first: Stretch) -> bool:
    """Does a helper stand before the subject: `does the pump start`?"""
    return all(not is_verb(each) or tagged_as(each, "auxiliary", "modal") for each in chunks[first.start : first.end])


def _after_verb_last(piece: ClausePiece, finite: list[Stretch]) -> int | None:
    """German: in a subordinate clause nothing stands behind the finite verb; what does is a new clause."""
    if piece.opener is None or not finite or len(finite) < 2:  # noqa: PLR2004
        return None
    return finite[0].end if finite[0].end < len(piece.chunks) else None
