"""What stands where in a clause: its phrases by role, pronouns replaced by what they mean. It decides nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import (
    ClauseLink,
    RoleName,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    SpokenReference,
)
from graphwright.grammar.rules import words_of
from graphwright.languages import Language
from graphwright.offline.meaning.vocabulary import (
    LONGEST_TYPE_WORD,
    MeaningVocabulary,
    node_type_of,
    small_words,
    vocabulary,
)
from graphwright.text.folding import fold

# A pronoun that stands for a pronoun that stands for ...: nobody speaks so, and a circle must end.
_MAX_STEPS: Final = 8
_NEAR: Final = 2
"""Clauses behind a verb of which one may say what is asked."""
_ASKED: Final = frozenset(("main", "content", "relative", "condition"))
"""Kinds of clauses that may say what is asked; the grammar cannot tell all of them apart."""
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_COMPLEMENT: Final = re.compile(r"(?:d['’]|de$|du$|des$)", re.IGNORECASE)
"""How a French word begins that only goes on with a name."""
_QUOTES: Final = " \"'“”„«»‘’"


def meant(phrase: SpokenPhrase) -> SpokenPhrase | None:
    """The phrase that a pronoun stands for, or the phrase itself; `None` where nobody knows."""
    for _ in range(_MAX_STEPS):
        reference = phrase.refers_to
        if reference is None:
            return phrase
        if reference.phrase is None:
            return _named(phrase, reference) if reference.name else None
        phrase = reference.phrase
    return None


def phrases(clause: SpokenClause, *roles: RoleName) -> list[SpokenPhrase]:
    """The phrases with one of these roles, lists taken apart, pronouns replaced; what is unknown is left out."""
    return [each for role in clause.roles if role.name in roles for each in members(role.phrase)]


def members(phrase: SpokenPhrase) -> Sequence[SpokenPhrase]:
    """The members of a list, or the phrase, pronouns replaced; those that are denied are left out."""
    said = phrase if phrase.refers_to is None else meant(phrase)
    if said is None or said.negated or said.determiner == "no":
        return ()
    return [part for each in said.members for part in members(each)] if said.members else (said,)


def denied(clause: SpokenClause, role: RoleName) -> list[SpokenPhrase]:
    """The phrases that a clause denies in a role: `not the driver`, `no guest`."""
    found: list[SpokenPhrase] = []
    for each in clause.roles:
        said = meant(each.phrase) if each.name == role else None
        if said is not None:
            found += [
                part for part in said.members or (said,) if part.negated or part.determiner == "no" or said.negated
            ]
    return found


def whole(clause: SpokenClause, role: RoleName) -> SpokenPhrase | None:
    """The first phrase with a role as it was said, a list not taken apart."""
    found = (meant(each.phrase) for each in clause.roles if each.name == role)
    return next((each for each in found if each is not None), None)


def unknown(clause: SpokenClause, *roles: RoleName) -> list[SpokenPhrase]:
    """Pronouns of a clause, in these roles or in any, of which nobody knows what they mean."""
    return [each.phrase for each in clause.roles if meant(each.phrase) is None and (not roles or each.name in roles)]


def typed(phrase: SpokenPhrase) -> tuple[str | None, str]:
    """The type that a phrase says before or beside its name, and the name: `SYS Hotel`, `actor Anna`."""
    name = " ".join((phrase.name or phrase.text).split()).strip(_QUOTES)
    if phrase.type_word and (node_type := node_type_of(phrase.type_word)):
        return node_type, _without(name, phrase.type_word)
    words = name.split(" ")
    while len(words) > 1 and fold(words[0]) in small_words():
        words.pop(0)
    for count in range(min(LONGEST_TYPE_WORD, len(words)), 0, -1):
        node_type = node_type_of(" ".join(words[:count]))
        if node_type == "SYS" and count < len(words) and _COMPLEMENT.match(words[count]):
            return node_type, " ".join(words).strip(_QUOTES)  # `système d'arrosage`: without its type it is no name
        if node_type is not None:
            return node_type, " ".join(words[count:]).strip(_QUOTES)
    return None, name


def said_kind(phrase: SpokenPhrase, language: Language) -> str | None:
    """The type that the word says which a phrase is of: `the noise requirement`, `la fonction de lavage`."""
    words = (phrase.name or phrase.text).split()
    word = (words[0] if language == "fr" else words[-1]) if words else ""
    ends = [word, *(word[at:] for at in range(2, len(word) - 3))] if language == "de" else [word]
    return next((kind for each in ends if (kind := node_type_of(each)) is not None), None)


def _without(name: str, type_word: str) -> str:
    """A name without its type word, unless that is all of it."""
    words = name.split(" ")
    plain = [each for each in words if fold(each) not in {fold(part) for part in type_word.split()}]
    return " ".join(plain) if fold(words[0]) in map(fold, type_word.split()) else name


def is_said(words: frozenset[str], phrase: SpokenPhrase) -> bool:
    """Is the name or the head of a phrase one of these folded words?"""
    return fold(phrase.head) in words or fold(phrase.name) in words


def _named(phrase: SpokenPhrase, reference: SpokenReference) -> SpokenPhrase:
    return replace(
        phrase,
        text=reference.name,
        name=reference.name,
        head=reference.name.split(" ")[-1],
        refers_to=None,
        quoted=True,
    )


def is_circumstance(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause only say when another one holds: `as soon as the wind exceeds 25 m/s`, `solange ...`?"""
    when = vocabulary(sentence.language).phrases["when"]
    return clause.kind == "condition" or any(
        # Of `is kneaded until it is smooth` the clause that comes first is no state.
        each.source == clause.index
        and (each.kind in {"if", "unless", "while"} or (fold(each.word) in when and not _ends_with(each, sentence)))
        for each in sentence.links
    )


def _ends_with(link: ClauseLink, sentence: SentenceReading) -> bool:
    """Does a deed come to its end with a state, told behind it by `until`, `bis` or `jusqu'à ce que`?"""
    ends = next((each for each in sentence.clauses if each.index == link.target), None)
    if link.kind != "before" or link.source > link.target or ends is None or ends.verb is None:
        return False
    return not phrases(ends, "doer" if ends.verb.passive else "thing")


def ends_deed(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause only say until when something is done: `until the leak rate stays below the limit`?"""
    when = vocabulary(sentence.language).phrases["when"]
    ends = any(
        each.target == clause.index and each.kind == "before" and each.source < clause.index and fold(each.word) in when
        for each in sentence.links
    )
    return ends and clause.verb is not None and not clause.verb.passive and not phrases(clause, "thing")


def conditions(sentence: SentenceReading, clause: SpokenClause) -> list[SpokenClause]:
    """The clauses that say when or under which condition a clause holds."""
    wondered = vocabulary(sentence.language).phrases["whether"] - {"si"}
    sources = {
        each.source for each in sentence.links if each.target == clause.index and fold(each.word) not in wondered
    }
    ends = {each.target for each in sentence.links if each.source == clause.index}
    found = [
        each
        for each in sentence.clauses
        if (each.index in sources and is_circumstance(each, sentence))
        or (each.index in ends and ends_deed(each, sentence))
    ]
    return found or _opening_case(sentence, clause)


def _opening_case(sentence: SentenceReading, clause: SpokenClause) -> list[SpokenClause]:
    """The one case that a sentence begins with, which holds for all that is done then: `When A, X does B and C`."""
    cases = [each for each in sentence.clauses if each.kind == "condition"]
    first = sentence.clauses[0] if sentence.clauses else None
    is_led = first is not None and cases == [first] and clause.index > 1 and clause.kind == "main"
    is_led = is_led and any(each.source == 0 and each.target == 1 and each.kind == "if" for each in sentence.links)
    return cases if is_led and is_circumstance(cases[0], sentence) else []


def asked_behind(clause: SpokenClause, sentence: SentenceReading) -> SpokenClause | None:
    """The clause right behind a verb that says what is asked, decided or checked: `decides which letters go`."""
    verb, words = clause.verb, vocabulary(sentence.language)
    if verb is None or clause.mood == "question":
        return None
    checks = fold(verb.lemma) in words.relations["identify"] | words.relations["verify"]
    that = words.phrases["that"]
    alone = fold(verb.lemma) in words_of("alone")  # `the lamp blinks when the tank is empty` asks nothing
    asking = (words.phrases["asking"] | that) if checks else (words.phrases["asking"] - that)
    for each in sentence.clauses[clause.index + 1 : clause.index + 1 + _NEAR]:
        between = sentence.text[verb.end - sentence.start : max(each.start, verb.end) - sentence.start].strip(" ,")
        first = _FIRST_WORD.match(between or each.text)
        opened = first[0] if first and first[0] == (between or first[0]) else ""
        is_asked = (
            not alone and fold(opened) in asking and opened.lower() not in words.phrases["or"]
        )  # not every `ou` is `où`
        if each.start >= verb.end and each.kind in _ASKED and each.verb is not None and is_asked:
            return each
    return None


def is_wondered(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause only say what another asks or decides: `sees how many meals must be cooked`?"""
    before = sentence.clauses[max(clause.index - _NEAR, 0) : clause.index]
    return any(asked_behind(each, sentence) is clause for each in before)


def is_asked(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    """Is it no thing but what is asked or checked: `who is missing`?"""
    first = _FIRST_WORD.match(phrase.name)
    return (
        first is not None and fold(first[0]) in words.phrases["asking"] | words.phrases["that"] and " " in phrase.name
    )


def is_composed(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """`is made up of`, `est constitué de`, `setzt sich aus ... zusammen`."""
    verb = clause.verb
    return verb is not None and fold(verb.lemma) in words.relations["composed"] and bool(phrases(clause, "part"))


def is_yes_or_no(sentence: SentenceReading) -> bool:
    """Does a sentence end by asking `or not`, `oder nicht`, `ou pas`, whatever its order of words?"""
    said = " ".join(fold(sentence.text).rstrip(" .!?").split())
    return any(said.endswith(f" {each}") for each in vocabulary(sentence.language).phrases["orNot"])


def is_worded(clause: SpokenClause, words: frozenset[str]) -> bool:
    """Does one of these folded words stand in a clause?"""
    return bool(words & {fold(each.strip(".,;")) for each in clause.text.split()})


def is_infinitive(clause: SpokenClause) -> bool:
    """Does the verb of a clause stand as a dictionary has it: `Bescheid zustellen`, `rincer les plats`?"""
    return clause.verb is not None and fold(clause.verb.text) == fold(clause.verb.lemma)


def acted_on(clause: SpokenClause) -> SpokenClause:
    """A step without a subject: what stands before its infinitive is what it is done to, `Besucher anmelden`."""
    if not is_infinitive(clause) or phrases(clause, "thing"):
        return clause
    return replace(
        clause, roles=tuple(replace(each, name="thing") if each.name == "doer" else each for each in clause.roles)
    )


def is_told_behind(phrase: SpokenPhrase, clause: SpokenClause) -> bool:
    """Does it stand behind a named doer of its clause, so that a pronoun may mean what was named? `Whoever` is none."""
    doers = (each for each in phrases(clause, "doer") if each.determiner != "none" or each.plural)
    return any(each.end <= phrase.start for each in doers)
