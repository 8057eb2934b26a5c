"""Clauses that tell no step: why something is done, or which ones it is done to or by."""

from __future__ import annotations

from typing import Final

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import words_of
from graphwright.offline.meaning.casting import kind_of
from graphwright.offline.meaning.spoken import phrases
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.text.folding import fold

_BEING: Final = frozenset(("ist", "sind", "war", "waren"))


def only_explains(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does it only say why, or which people: `because bees die`, `the donors who are registered fill in a form`?"""
    verb = clause.verb
    if any(each.source == clause.index and each.kind == "because" for each in sentence.links):
        return not phrases(clause, "thing")  # with what it is done to, it is a deed all the same
    if verb is not None and _tells_of_sensed(clause, sentence):
        return True
    if clause.kind == "relative" and verb is not None and _tells_which(clause, sentence):
        return True
    if clause.kind != "relative" or verb is None or not verb.passive or phrases(clause, "doer"):
        return False
    described = phrases(clause, "thing")
    return bool(described) and all(kind_of(each, sentence.language) == "person" for each in described)


def _tells_which(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a relative only tell which ones something is done to: `visitors who have no badge are let in`?"""
    targets = [each.target for each in sentence.links if each.source == clause.index and each.kind == "relative"]
    around = next((each for each in sentence.clauses if each.index in targets), None)
    verb = clause.verb
    if verb is None or around is None or around.verb is None:
        return False
    if any(each.name == "doer" and _is_each_of(each.phrase, around) for each in clause.roles):
        return not phrases(clause, "thing") and not verb.passive
    if _befalls(clause, around):
        return True
    if not around.verb.passive:
        return False
    done_to = {fold(each.phrase.text) for each in around.roles if each.name == "thing"}
    subject: RoleName = "thing" if verb.passive else "doer"
    references = [each.phrase.refers_to for each in clause.roles if each.name == subject]
    named = [each for each in references if each is not None]
    if any(fold(each.text) in done_to for each in named):
        return True  # `wer eine Waffe trägt, wird abgewiesen`
    is_same = any(each.phrase is not None and fold(each.phrase.text) in done_to for each in named)
    stative = vocabulary(sentence.language).relations["stative"]
    is_state = verb.negated or fold(verb.lemma) in stative or (bool(clause.measures) and not verb.passive)
    return is_same and (is_state or _is_left_so(clause, sentence))


def _tells_of_sensed(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it said of what is sensed or counted, and no next step: `detects swimmers who drown`, `counts all who enter`?

    Where a person senses, or a comma parts it, who is sensed may act next: `the guard sees the guest, who signs ...`.
    """
    if sentence.language != "de" and _is_apart(clause, sentence):
        return False
    doers = [each.phrase for each in clause.roles if each.name == "doer"]
    if clause.kind != "relative":
        # German `, die ertrinken`: where nothing else stands in it, its verb is last and second at once.
        before = [each for each in sentence.clauses if each.index < clause.index]
        stands_for = sentence.language == "de" and all(fold(each.text) in words_of("subjects") for each in doers)
        if not stands_for or not before:
            return False
    meant = {_meant_at(each) for each in doers}
    return any(
        each.phrase.start in meant
        for around in sentence.clauses
        if around.index < clause.index and _senses(around, sentence)
        for each in around.roles
        if each.name == "thing"
    )


def _senses(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a device only sense or count what it is done to?"""
    if clause.verb is None or fold(clause.verb.lemma) not in words_of("sensing") | words_of("tallying"):
        return False
    return not any(kind_of(each, sentence.language) == "person" for each in phrases(clause, "doer"))


def _befalls(clause: SpokenClause, around: SpokenClause) -> bool:
    """Is it what befalls who acts, and so only when: `the guest who loses his key pays`?"""
    if clause.verb is None or fold(clause.verb.lemma) not in words_of("befalling"):
        return False
    doers = {each.phrase.start for each in around.roles if each.name == "doer"}
    return any(_meant_at(each.phrase) in doers for each in clause.roles if each.name == "doer")


def _meant_at(phrase: SpokenPhrase) -> int:
    """Where what a relative stands for was said; where it stands itself, if it is none."""
    meant = None if phrase.refers_to is None else phrase.refers_to.phrase
    return phrase.start if meant is None else meant.start


def _is_each_of(phrase: SpokenPhrase, around: SpokenClause) -> bool:
    """Does a relative stand for each of what somebody does something to: `films every fish that swims by`?"""
    reference = phrase.refers_to
    meant_by = None if reference is None else reference.phrase
    if meant_by is None or meant_by.determiner != "every":
        return False
    return any(each.name == "thing" and each.phrase.start == meant_by.start for each in around.roles)


def _is_left_so(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a passive only say in which state something is: `that are torn`, `die zerrissen sind`?

    By nobody, nowhere and with nothing; in German its helper is `sein`, elsewhere no comma parts it from its noun.
    """
    verb = clause.verb
    if verb is None or len(clause.roles) > 1 or verb.modality != "none":
        return False
    if sentence.language == "de":
        said = fold(verb.text).split()
        return not _BEING.isdisjoint(said) and "worden" not in said
    return verb.passive and not _is_apart(clause, sentence)


def _is_apart(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a comma part it from what it is said of?"""
    return sentence.text[: clause.start - sentence.start].rstrip().endswith(",")
