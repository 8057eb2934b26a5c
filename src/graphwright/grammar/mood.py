"""What a clause does: state, order, wish, ask or only talk; and what a question wants to know. Knows no model."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.grammar.records import (
    AskedFor,
    AskedKind,
    Mood,
    RoleName,
    SpokenPhrase,
    SpokenRole,
    TalkKind,
    Token,
    VerbGroup,
)
from graphwright.grammar.rules import GrammarRules, key, words_of
from graphwright.grammar.verbs import Chunk, is_finite, is_verb, tagged_as
from graphwright.text.folding import fold

_TALK_WORDS = 4
"""Words that a sentence which only talks has besides its greeting or thanks."""


def talk_of(tokens: Sequence[Token], rules: GrammarRules) -> TalkKind | None:
    """What kind of talk a sentence is, when it is nothing else."""
    words = [each for each in tokens if each.kind == "word"]
    if not words or len(words) > _TALK_WORDS + 3:
        return None
    said = [key(each) for each in words]
    for length in range(min(3, len(said)), 0, -1):
        found = rules.talk.get(" ".join(said[:length]))
        rest = len(said) - length
        if found is not None and (rest <= 1 or (found in {"thanks", "wait", "sorry"} and rest <= _TALK_WORDS)):
            return found
    return rules.talk.get(" ".join(said))


def is_question(chunks: Sequence[Chunk], tokens: Sequence[Token], rules: GrammarRules) -> bool:
    """Is a sentence a question: by its mark, by its first word, or by a helper before the subject?"""
    if any("?" in each.text or "？" in each.text for each in tokens if each.kind == "sign"):
        return True
    body = [each for each in chunks if not (isinstance(each, Token) and key(each) in rules.polite)]
    if not body:
        return False
    first = body[0]
    if isinstance(first, SpokenPhrase):
        return first.determiner in {"which", "howMany"}
    if first.tag == "preposition" and len(body) > 1 and isinstance(body[1], SpokenPhrase):
        return body[1].determiner in {"which", "howMany"}
    if first.tag == "question" and rules.verb_last and any(each.text == "," for each in tokens):
        return False
    if first.tag == "question" or (
        first.tag in {"relative", "subordinator"} and key(first) in rules.asking and len(body) > 1
    ):
        return not (_is_clause_opener(first, tokens, rules) or _opens_statement(body, rules))
    if rules.verb_last and tagged_as(chunks[0], "adverb"):
        return False  # `Jetzt wird die Tür geschlossen`: the helper stands in the second place
    return _helper_first(body, rules)


def _is_clause_opener(first: Token, tokens: Sequence[Token], rules: GrammarRules) -> bool:
    """`When the door opens, ...`: the word asks nothing if a comma ends what it begins."""
    return key(first) in rules.links and any(each.text == "," for each in tokens)


def _opens_statement(body: Sequence[Chunk], rules: GrammarRules) -> bool:
    """`When the timer expires the pump shall stop`: who asks would have the verb before who does it, and only one."""
    first, *rest = body
    told = isinstance(first, Token) and key(first) in rules.links and bool(rest) and isinstance(rest[0], SpokenPhrase)
    binds = any(isinstance(each, Token) and rules.modality.get(key(each)) == "demand" for each in rest)
    verbs = [each for each in rest if isinstance(each, Token) and is_verb(each) and each.known and is_finite(each)]
    return told and (binds or len(verbs) > 1)


def _helper_first(body: Sequence[Chunk], rules: GrammarRules) -> bool:
    """`Is the meter tested`, `gibt es ...`: without a comma that makes it a condition."""
    if len(body) < 2 or not tagged_as(body[0], "auxiliary", "modal") or not isinstance(body[0], Token):  # noqa: PLR2004
        return False
    if any(tagged_as(each, "sign") for each in body) or not isinstance(body[1], SpokenPhrase):
        return False
    return is_finite(body[0]) and (rules.verb_last or body[1].head != "" or body[1].refers_to is not None)


def mood_of(
    chunks: Sequence[Chunk], verb: VerbGroup | None, rules: GrammarRules, *, has_subject: bool, asks: bool
) -> Mood:
    """What a main clause does."""
    if asks:
        return "question"
    wishing = any(isinstance(each, Token) and key(each) in rules.wishes for each in chunks)
    first_person = any(
        isinstance(each, SpokenPhrase)
        and (any("first" in token.features for token in each.tokens) or fold(each.text) in words_of("speakers"))
        for each in chunks
    )
    if wishing and first_person:
        return "wish"
    if verb is None or has_subject or verb.passive or verb.modality != "none":
        return "statement"
    if any(map(_is_hung_on, chunks)):
        return "order"
    first = next((each for each in chunks if is_verb(each)), None)
    if isinstance(first, Token) and "participle" in first.features and not is_finite(first):
        return "statement"
    if isinstance(first, Token) and (first.tag != "verb" or _is_told(first)):
        return "statement"
    return "order"


def _is_hung_on(chunk: Chunk) -> bool:
    """French: is it an object behind a hyphen, as only an order has one: `remplis-le`?"""
    if not isinstance(chunk, SpokenPhrase) or chunk.refers_to is None or not chunk.text.startswith("-"):
        return False
    return any("accusative" in each.features for each in chunk.tokens)


def _is_told(verb: Token) -> bool:
    """Does a form say what somebody does, so that it orders nothing: `Sends the report`, `Zeigt ein Bild an`?"""
    told = verb.features >= {"third", "singular"} and verb.text.endswith(("s", "t"))  # French `envoie` orders as well
    return told and not verb.features & {"imperative", "infinitive", "second"}


def asks_by_order(chunks: Sequence[Chunk], verb: VerbGroup | None, rules: GrammarRules) -> bool:
    """Is it an order that only asks: `show all actors`, `vergleiche A und B`?"""
    body = [each for each in chunks if not (isinstance(each, Token) and key(each) in rules.polite)]
    first = body[0] if body else None
    if verb is None or not isinstance(first, Token) or not is_verb(first):
        return False
    return rules.asking.get(key(first)) in {"list", "compare", "define"}


def is_hedged(tokens: Sequence[Token], rules: GrammarRules) -> bool:
    """Is it said with `perhaps` or the like?"""
    return any(key(each) in rules.hedges for each in tokens)


def asked_for(
    chunks: Sequence[Chunk], roles: Sequence[SpokenRole], verb: VerbGroup | None, rules: GrammarRules
) -> AskedFor:
    """What a question wants to know, and the role that it has to the verb."""
    for chunk in chunks:
        if isinstance(chunk, SpokenPhrase) and chunk.determiner in {"which", "howMany"}:
            role: RoleName | None = next((each.name for each in roles if each.phrase.start == chunk.start), None)
            kind: AskedKind = "which" if chunk.determiner == "which" else "howMany"
            return AskedFor(kind=kind, phrase=chunk, role=role)
    for at, chunk in enumerate(chunks):
        if isinstance(chunk, Token) and chunk.tag in {"question", "relative", "subordinator"}:
            kind = rules.asking.get(key(chunk), "what")
            following = chunks[at + 1] if at + 1 < len(chunks) else None
            phrase = following if kind == "howMany" and isinstance(following, SpokenPhrase) else None
            return AskedFor(kind=kind, phrase=phrase, role=_asked_role(kind, roles, verb))
    for chunk in chunks:
        if isinstance(chunk, Token) and rules.asking.get(key(chunk)) in {"list", "compare", "define"}:
            return AskedFor(kind=rules.asking[key(chunk)])
    return AskedFor(kind="yesNo")


def _asked_role(kind: AskedKind, roles: Sequence[SpokenRole], verb: VerbGroup | None) -> RoleName | None:
    """Who or what is asked for takes the role that the clause leaves open."""
    if kind == "where":
        return "place"
    if kind == "when":
        return "time"
    if kind not in {"who", "what"} or verb is None:
        return None
    taken = {each.name for each in roles}
    if verb.copula:
        return "kind"
    if verb.passive:
        return "thing" if "thing" not in taken else "doer"
    if "doer" not in taken:
        return "doer"
    return "thing" if "thing" not in taken else "receiver"
