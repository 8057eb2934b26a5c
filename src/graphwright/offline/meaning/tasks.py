"""Who has which task: `the blower is responsible for venting`, `the job of the crane is lifting the containers`."""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.grammar.english_forms import verb_base
from graphwright.grammar.records import SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.word_lists import word_lists
from graphwright.offline.meaning.casting import ACTING, PEOPLE, kind_of
from graphwright.offline.meaning.likely import names_deed
from graphwright.offline.meaning.nouns import is_task
from graphwright.offline.meaning.spoken import is_said, phrases, whole
from graphwright.offline.meaning.stated import Carrying
from graphwright.offline.meaning.vocabulary import MeaningVocabulary
from graphwright.text.folding import fold


def task_in(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Carrying | None:
    """The parts that a clause gives tasks to; people have use cases instead."""
    verb = clause.verb
    if verb is None or verb.negated:
        return None
    carriers, carried = phrases(clause, "doer", "thing"), phrases(clause, "about", "part", "receiver", "goal", "time")
    thing, falls = whole(clause, "thing"), fold(verb.lemma) in words.relations["falls"]
    if falls:
        carriers, carried = phrases(clause, "receiver"), phrases(clause, "doer")  # `le calcul incombe au module`
    elif thing is not None and thing.of is not None and is_said(words.phrases["care"], thing):
        carriers, carried = phrases(clause, "doer"), [_behind(thing)]  # `takes care of venting`
    elif verb.passive and fold(verb.lemma) in words.relations["doneBy"] and phrases(clause, "doer"):
        carriers, carried = phrases(clause, "doer"), phrases(clause, "thing")  # `cooling is done by the fan`
    elif (owners := _left_to(clause, words)) and not _cares(clause, words):
        carriers, carried = owners, phrases(clause, "doer")
    elif not _cares(clause, words):
        carried = _told(clause, words)
    is_meant = falls and all(kind_of(each, words.language) not in ACTING for each in carried)
    if not carriers or not carried or not (is_meant or all(_is_task(each, words) for each in carried)):
        return None  # `qui revient à sa base`: the robot is no task
    if any(kind_of(each, words.language) in PEOPLE for each in carriers):
        return None
    return Carrying(sentence, tuple(carriers), tuple(_in_base_form(each, words) for each in carried))


def with_owners(clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause:
    """A clause that speaks of who has a task instead of the task: `le rôle du bras est de saisir ...`."""
    verb = clause.verb
    is_told = verb is None or verb.copula or fold(verb.text.split()[-1]).endswith(("ing", fold(verb.lemma)))
    if not is_told and phrases(clause, "thing"):
        return clause  # `the role of the manager changes the budget`: the role itself does something
    return replace(
        clause,
        roles=tuple(
            replace(each, phrase=owner)
            if each.name == "doer" and (owner := _owner_of_task(each.phrase, words)) is not None
            else each
            for each in clause.roles
        ),
    )


def _owner_of_task(phrase: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase | None:
    return _owner(phrase) if is_said(words.phrases["task"], phrase) else None


def _owner(phrase: SpokenPhrase) -> SpokenPhrase | None:
    named, mark, _ = phrase.name.replace("\u2019", "'").partition("'s ")
    if mark:
        return replace(phrase, name=named, text=named, head=named.split(" ")[-1], of=None)
    owner = phrase.of
    # German puts an owner into the genitive: `die Aufgabe des Greifarms`.
    return owner if owner is None or " " in owner.name or not owner.head else replace(owner, name=owner.head)


def _cares(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    verb = clause.verb
    cares = verb is not None and fold(verb.lemma) in words.relations["care"]
    said = phrases(clause, "value", "kind")
    return cares or any(is_said(words.phrases["responsible"], each) for each in said)


def _told(clause: SpokenClause, words: MeaningVocabulary) -> list[SpokenPhrase]:
    """`The job of the gripper is the lifting of the parts`: said of whom the job is."""
    kinds = phrases(clause, "kind") if clause.verb is not None and clause.verb.copula else []
    return [each for each in kinds if each.determiner == "the" and _is_task(each, words)]


def _left_to(clause: SpokenClause, words: MeaningVocabulary) -> list[SpokenPhrase]:
    """Whose a deed is said to be: `cooling is up to the fan`, `das Öffnen ist Sache des Motors`."""
    if clause.verb is None or not clause.verb.copula:
        return []
    left = [each.phrase for each in clause.roles if fold(each.preposition) in words.phrases["leftTo"]]
    owners = (_owner(each) for each in phrases(clause, "kind") if is_said(words.phrases["affair"], each))
    return left or [each for each in owners if each is not None]


def _is_task(phrase: SpokenPhrase, words: MeaningVocabulary) -> bool:
    return is_task(phrase, words) or names_deed(phrase.head, words.language)


def _behind(phrase: SpokenPhrase) -> SpokenPhrase:
    """`Care of venting the mould`: what one takes care of."""
    name = phrase.name.split(" ", 2)[-1]
    return replace(phrase, name=name, text=name, head=name.split(" ", 1)[0], of=None)


def _in_base_form(phrase: SpokenPhrase, words: MeaningVocabulary) -> SpokenPhrase:
    """`Regulating the temperature` is called `Regulate temperature`; a gerund alone stays a noun."""
    first, _, rest = phrase.name.partition(" ")
    is_gerund = words.language == "en" and first.endswith("ing") and bool(rest) and not rest.startswith("of ")
    if not is_gerund:
        return phrase
    return replace(phrase, name=f"{verb_base(fold(first).removesuffix('ing'), word_lists('en'))} {rest}")
