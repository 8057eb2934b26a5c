"""The verbs of a clause: where they stand, and the one verb group they make. Knows no roles and no clauses.

English keeps a verb together with its helpers, French puts pronouns and negation between them, German sends the rest of
the verb to the end of the clause. So a *stretch* is what stands together, and a group is made of all of a clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from graphwright.grammar.records import Modality, SpokenPhrase, Token, VerbGroup
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.word_lists import word_lists
from graphwright.text.folding import fold

Chunk: TypeAlias = SpokenPhrase | Token
VERBAL: Final = frozenset(("verb", "auxiliary", "modal"))
_FROM: Final = frozenset(("von", "vom"))
_BETWEEN: Final = frozenset(("adverb", "negation", "particle", "quantifier"))
_NOT_FINITE: Final = frozenset(("participle", "gerund", "infinitive"))
_FINITE: Final = frozenset(("present", "past", "imperative", "first", "second", "third"))


class Stretch(Struct, frozen=True):
    """Verbs that stand together: places in the row of chunks, the end behind them."""

    start: int
    end: int
    finite: bool


def is_verb(chunk: Chunk) -> bool:
    """Is it a verb or one of its helpers?"""
    return isinstance(chunk, Token) and chunk.tag in VERBAL


def tagged_as(chunk: Chunk, *tags: str) -> bool:
    """Is it a word with one of these tags?"""
    return isinstance(chunk, Token) and chunk.tag in tags


def is_phrase(chunk: Chunk) -> bool:
    """Is it a noun phrase or a pronoun?"""
    return isinstance(chunk, SpokenPhrase)


def is_pronoun(chunk: Chunk) -> bool:
    """Is it a phrase that only stands for another?"""
    return isinstance(chunk, SpokenPhrase) and chunk.refers_to is not None


def stretches(chunks: Sequence[Chunk], rules: GrammarRules) -> list[Stretch]:
    """Where verbs stand in a row, in order."""
    found: list[Stretch] = []
    end = 0
    for at in [at for at, each in enumerate(chunks) if isinstance(each, Token) and each.tag in VERBAL]:
        if at < end:
            continue
        end = _end(chunks, at, rules)
        start = at
        while start > 0 and tagged_as(chunks[start - 1], "particle"):
            start -= 1
        found.append(Stretch(start, end, _is_finite(chunks[start:end], rules)))
    return found


def _end(chunks: Sequence[Chunk], start: int, rules: GrammarRules) -> int:
    end = start + 1
    at = end
    while at < len(chunks):
        chunk = chunks[at]
        if is_verb(chunk):
            if isinstance(chunk, Token) and "gerund" in chunk.features and not _helped(chunks[start:at], rules):
                break
            if _is_of_another(chunk, chunks[end - 1]) if not rules.verb_last else _begins_main(chunk, chunks[end - 1]):
                break
            at += 1
            end = at
        elif (
            tagged_as(chunk, *_BETWEEN)
            or (isinstance(chunk, Token) and key(chunk) in rules.able)
            or (not rules.verb_last and is_pronoun(chunk) and _verb_follows(chunks, at))
        ):
            if tagged_as(chunk, "negation"):
                end = at + 1
            at += 1
        else:
            break
    return end


def _is_of_another(chunk: Chunk, before: Chunk) -> bool:
    """Does a finite verb stand directly behind a whole one, so that another clause goes on: `a verni sèche`?"""
    if not isinstance(chunk, Token) or not isinstance(before, Token) or before.tag != "verb":
        return False
    told = "present" in before.features
    return (told or "participle" in before.features) and (
        "present" in chunk.features or (told and chunk.tag == "modal")
    )


def _begins_main(chunk: Chunk, before: Chunk) -> bool:
    """German without a comma: `wenn der Gast klingelt öffnet ...`: what somebody does begins behind the condition."""
    if not isinstance(chunk, Token) or chunk.tag != "verb" or not chunk.known:
        return False
    return "third" in chunk.features and not chunk.features & _NOT_FINITE and is_finite(before)


def _verb_follows(chunks: Sequence[Chunk], at: int) -> bool:
    """French: do only pronouns stand between here and an infinitive or participle?"""
    while at < len(chunks) and is_pronoun(chunks[at]):
        at += 1
    if at >= len(chunks):
        return False
    verb = chunks[at]
    return isinstance(verb, Token) and verb.tag in VERBAL and bool(verb.features & _NOT_FINITE)


def _helped(before: Sequence[Chunk], rules: GrammarRules) -> bool:
    """Does a helper stand there that a gerund or participle belongs to: `is charging`?"""
    return any(isinstance(each, Token) and each.lemma in rules.verbs["be"] for each in before)


def _is_finite(stretch: Sequence[Chunk], rules: GrammarRules) -> bool:
    first = next((each for each in stretch if isinstance(each, Token) and each.tag in VERBAL), None)
    if first is None:
        return False
    if tagged_as(stretch[0], "particle"):
        return False
    if rules.verb_last:
        return any(is_finite(each) for each in stretch)
    return is_finite(first)


def is_finite(chunk: Chunk) -> bool:
    """Does this form stand for itself? What could be both counts as finite; its place says more."""
    if not isinstance(chunk, Token) or chunk.tag not in VERBAL:
        return False
    return bool(chunk.features & _FINITE) or not chunk.features & _NOT_FINITE


def is_deed(chunks: Sequence[Chunk]) -> bool:
    """Is nothing of it a finite verb, so that its doer stands in another clause?"""
    return not any(map(is_finite, chunks))


def group_of(chunks: Sequence[Chunk], rules: GrammarRules, *, passive: bool = False) -> VerbGroup | None:
    """The verb group that all verbs of a clause make; None without one. `passive`: what the clause before was."""
    tokens = [each for each in chunks if isinstance(each, Token)]
    verbs = [each for each in tokens if each.tag in VERBAL]
    if not verbs:
        return None
    main = _main(verbs, rules)
    helpers = [each for each in verbs if each is not main]
    lemma = main.lemma or main.folded
    lost = (each for at, each in enumerate(tokens) if _separated(tokens, at, rules))
    particle = next((each for each in lost if not (_is_again(each, lemma) or _ends_place(each, chunks))), None)
    if particle is not None and main.tag == "verb" and not lemma.startswith(particle.folded):
        lemma = (particle.lemma or particle.folded) + lemma
    parts = [*verbs, *([particle] if particle is not None else [])]
    parts.sort(key=lambda each: each.start)
    copula = main.lemma in rules.verbs["copulas"] and main.tag == "auxiliary"
    # `wird gereinigt, danach vakuumverpackt`: a verb by itself that no list knows.
    goes_on = rules.verb_last and passive and not main.known and verbs == [main] and tokens == list(chunks)
    turned = rules.verb_last and main.tag == "verb" and _is_turned(chunks, verbs, rules)
    return VerbGroup(
        text=" ".join(each.text for each in parts),
        lemma=lemma,
        start=parts[0].start,
        end=parts[-1].end,
        modality=_modality(tokens, verbs, rules),
        negated=any(_negates(tokens, at, rules) for at in range(len(tokens))),
        passive=turned or goes_on or _is_passive(main, helpers, rules, passive=passive),
        past="past" in verbs[0].features and "present" not in verbs[0].features,
        known=main.known,
        copula=copula,
    )


def _main(verbs: list[Token], rules: GrammarRules) -> Token:
    """The verb that says what is done; without one the helper itself is it."""
    full = [each for each in verbs if each.tag == "verb"]
    if full:
        # `gehören ... erstellen`: a full verb in front is what is said; the other belongs to what it is said of.
        first = rules.verb_last and len(full) > 1 and len(full) == len(verbs) and is_finite(full[0])
        return full[0] if first else full[-1]
    helpers = [each for each in verbs if each.tag == "auxiliary"]
    return (helpers or verbs)[-1]


def _is_turned(chunks: Sequence[Chunk], verbs: Sequence[Token], rules: GrammarRules) -> bool:
    """German: `ist zu prüfen`, `lässt sich prüfen`: what is spoken of is what something is done with."""
    first = verbs[0]
    if first.lemma in rules.verbs["let"]:
        return any(isinstance(each, SpokenPhrase) and fold(each.text) in words_of("reflexive") for each in chunks)
    marked = any(isinstance(each, Token) and each.tag == "particle" and key(each) == "zu" for each in chunks)
    return first.lemma in rules.verbs["be"] and first.tag == "auxiliary" and (marked or any(map(holds_zu, verbs[1:])))


def _separated(tokens: Sequence[Token], at: int, rules: GrammarRules) -> bool:
    """Is it the part that a German verb lost: `gibt ... ein`? A `zu` before a verb is none."""
    token = tokens[at]
    if rules.verb_last and token.tag == "adverb":
        # `setzt sich zusammen aus`, `gibt es weiter an`: the part may stand before what is told at length.
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        if (
            behind is None or behind.tag != "preposition" or behind.start > token.end + 1
        ):  # `mit zu viel Schwung zum Tor`
            return False
        leads = any(map(is_finite, tokens[:at]))
        says_when = key(token) in rules.connectors  # `wird vorher vom Sieb gereinigt`
        return leads and key(token) in word_lists("de").separable and not says_when
    if not rules.verb_last or token.tag != "particle":
        return False
    return at + 1 == len(tokens) or tokens[at + 1].tag not in VERBAL


def _is_again(particle: Token, lemma: str) -> bool:
    """Is `wieder` a word of its own: `schließt es wieder`? Few verbs have it as their half, such as `wiedergeben`."""
    return key(particle) in words_of("loose") and lemma not in words_of("particled")


def _ends_place(particle: Token, chunks: Sequence[Chunk]) -> bool:
    """Does it end what `von` begins, `beobachtet das Tor vom Turm aus`? `Geht von der Zentrale aus` is of the verb."""
    at = chunks.index(particle)
    place = chunks[at - 1] if at > 0 else None
    if particle.folded != "aus" or not isinstance(place, SpokenPhrase):
        return False
    opening = chunks[at - 2] if at > 1 else None
    is_apart = isinstance(opening, Token) and key(opening) in _FROM
    others = sum(isinstance(each, SpokenPhrase) for each in chunks) - is_apart
    return (is_apart or not _FROM.isdisjoint(fold(place.text).split())) and others > 1


def _modality(tokens: list[Token], verbs: list[Token], rules: GrammarRules) -> Modality:
    first = verbs[0]
    for each in verbs:
        if each.tag == "modal" or key(each) in rules.modality:
            found = rules.modality.get(key(each))
            if found is not None:
                return found
    if any(each.tag == "adjective" and key(each) in rules.able for each in tokens):
        return "ability"
    # `has to`, `ist zu`, `est à`: a helper and the word before an infinitive.
    for at, each in enumerate(tokens):
        if (
            each is not first
            and key(each) in {"to", "zu", "a", "de", "d'"}
            and at + 1 < len(tokens)
            and tokens[at + 1].tag in VERBAL
            and (rules.verb_last or each.start > first.start)  # `à la fin la pâte est pétrie` binds nobody
        ):
            # `is left to dry` binds nobody; `est tenu de` says so by its participle.
            rests = tokens[at - 1].lemma in words_of("resting") and "participle" in tokens[at - 1].features
            found = None if rests else rules.modality.get(f"{key(first)} {key(each)}")
            found = found or rules.modality.get(f"{key(tokens[at - 1])} {key(each)}")
            if found is not None:
                return found
    merged = any(holds_zu(each) for each in verbs[1:])
    return rules.modality.get(f"{key(first)} zu", "none") if merged and rules.verb_last else "none"


def holds_zu(token: Token) -> bool:
    """Is it an infinitive around its `zu`: `auszulegen`?"""
    return len(token.text) == len(token.lemma) + 2 and "zu" in token.text[1:] and "infinitive" in token.features


def _negates(tokens: list[Token], at: int, rules: GrammarRules) -> bool:
    """Is it a word that denies the verb? `pas` alone does, `ne ... que` does not."""
    token = tokens[at]
    if token.tag != "negation":
        return False
    if token.folded in {"ne", "n'"}:
        return not any(key(each) in {"que", "qu'"} for each in tokens[at:])
    return rules.connectors.get(key(token)) != "only"


def _is_passive(main: Token, helpers: list[Token], rules: GrammarRules, *, passive: bool) -> bool:
    helping = {each.lemma for each in helpers}
    alike = (
        rules.verb_last and bool(helping & rules.verbs["passive"]) and main.text.startswith(tuple(rules.verbs["alike"]))
    )
    if "infinitive" in main.features and not rules.verb_last and (helping & rules.verbs["be"] or passive):
        # `est mise à sécher`, `are left to dry`: they are dried, and do nothing themselves.
        resting = (each for each in helpers if "participle" in each.features and each.lemma in words_of("resting"))
        return next(resting, None) is not None
    if "participle" not in main.features and not alike:
        return False
    if rules.verb_last and helpers and all(each.tag == "modal" for each in helpers):
        return main.lemma != main.text  # `können angelegt oder gelöscht werden`: its helper stands at the end
    if not helpers:
        return passive
    if main.lemma in rules.verbs["moving"]:
        return False
    if helping & rules.verbs["have"] and not any(each.lemma in rules.verbs["passive"] for each in helpers):
        return False
    return bool(helping & (rules.verbs["passive"] | rules.verbs["be"] | rules.verbs["getting"]))


def is_rest(chunks: Sequence[Chunk], rules: GrammarRules) -> bool:
    """German: are all verbs of a clause the unfinished half of one, at its end?"""
    verbs = [each for each in chunks if isinstance(each, Token) and each.tag in VERBAL]
    if not rules.verb_last or not verbs or not is_verb(chunks[-1]):
        return False
    return all(each.tag == "verb" and (each.features & _NOT_FINITE or each.lemma == each.text) for each in verbs)


def is_german_order(chunks: Sequence[Chunk], rules: GrammarRules) -> bool:
    """German: does a sentence begin with an imperative, `Lege`? What ends with `t` asks or sets a condition."""
    first = next((each for each in chunks if not (isinstance(each, Token) and key(each) in rules.polite)), None)
    if not rules.verb_last or not isinstance(first, Token) or first.tag != "verb":
        return False
    return "imperative" in first.features or not first.text.endswith(("t", "en"))


def shared_helpers(before: Sequence[Chunk], chunks: Sequence[Chunk], rules: GrammarRules) -> list[Token]:
    """German: the helpers at the end that a clause shares with the next: `die gestartet und verwaltet werden`."""
    last = before[-1] if before else None
    verbs = [each for each in before if is_verb(each)]
    if not rules.verb_last or not isinstance(last, Token) or verbs != [last] or "participle" not in last.features:
        return []
    helpers: list[Token] = []
    for each in reversed(chunks):
        if not isinstance(each, Token) or not tagged_as(each, "auxiliary", "modal"):
            break
        helpers.insert(0, replace(each, start=last.end, end=last.end))
    return helpers
