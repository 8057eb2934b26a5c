"""What the clauses of a sentence state: somebody does something, a whole has parts, something is demanded.

A statement still speaks in phrases; what they are in the model is for others. Questions, small talk and what is only
mused about state nothing and are left to the dialogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as _replaced
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import RoleName, SentenceReading, SpokenClause, SpokenPhrase
from graphwright.grammar.references import is_quantity
from graphwright.grammar.rules import words_of
from graphwright.offline.meaning.apposed import apposed
from graphwright.offline.meaning.casting import PEOPLE, kind_of
from graphwright.offline.meaning.clause_words import is_past
from graphwright.offline.meaning.commanded import commanded
from graphwright.offline.meaning.doings import doing_of
from graphwright.offline.meaning.done_by import steps_done_by
from graphwright.offline.meaning.duties import is_demanding
from graphwright.offline.meaning.existing import belonging, existing, lying_in, may_hold
from graphwright.offline.meaning.explaining import only_explains
from graphwright.offline.meaning.fronted import either_may_do
from graphwright.offline.meaning.impersonal import with_impersonal
from graphwright.offline.meaning.layouts import fragments, laid_out, listed_by, typed_list
from graphwright.offline.meaning.likely import names_deed
from graphwright.offline.meaning.naming import deed_name, object_of
from graphwright.offline.meaning.needed import typed_needs
from graphwright.offline.meaning.nouns import is_activity, is_deed_word, is_nominal
from graphwright.offline.meaning.passing import passing_in
from graphwright.offline.meaning.processes import followed, process_in
from graphwright.offline.meaning.recipes import recipe_in
from graphwright.offline.meaning.recorded import recorded
from graphwright.offline.meaning.retelling import retold
from graphwright.offline.meaning.sharing import with_shared_doers
from graphwright.offline.meaning.spoken import (
    acted_on,
    is_composed,
    is_said,
    is_wondered,
    is_worded,
    phrases,
    typed,
    unknown,
    whole,
)
from graphwright.offline.meaning.stated import (
    Carrying,
    Composing,
    Demanding,
    Ordering,
    Proceeding,
    Statement,
    Typing,
    Using,
)
from graphwright.offline.meaning.stories import role_of, wish_in
from graphwright.offline.meaning.succession import happens, in_order
from graphwright.offline.meaning.tasks import task_in, with_owners
from graphwright.offline.meaning.titles import is_timed
from graphwright.offline.meaning.vocabulary import (
    MeaningVocabulary,
    node_type_of,
    vocabulary,
)
from graphwright.offline.meaning.wished_people import wished_people
from graphwright.text.folding import fold

# A list of infinitives has more members than an order has verbs.
_MIN_STEPS: Final = 3


def statements_of(sentence: SentenceReading, *, demands: bool | None = None) -> list[Statement]:
    """What a sentence states, clause by clause. `demands`: whether it is a requirement, where somebody said so."""
    if sentence.text.rstrip().endswith("?"):
        return []
    if demands:
        return [Demanding(sentence)]
    if demands is None and (wanted := _wanted(sentence)):
        return wanted
    if listed := typed_list(sentence):
        return [listed]
    if records := recorded(sentence):
        return records
    if by := steps_done_by(sentence):
        return [by]
    if sentence.layout is not None and (found := laid_out(sentence, sentence.layout)):
        return found
    if rows := commanded(sentence):
        return [rows]
    if process := process_in(sentence):
        return process
    words = vocabulary(sentence.language)
    stated, later = list[Statement](), list[Statement]()
    wishes = _Wishes(sentence)
    clauses = _announced([_wished(each, wishes) for each in in_order(sentence)], sentence)
    clauses = with_shared_doers(with_impersonal(clauses, sentence.language), sentence.language)
    passed = passing_in(clauses, sentence, words)
    for at, clause in enumerate(clauses):
        if clause.index in passed or not _states(clause, sentence):
            stated += passed.get(clause.index, [])
            continue
        following = clauses[at + 1] if at + 1 < len(clauses) else None
        stated += named_deeds(sentence, clause, "after", words)
        later += named_deeds(sentence, clause, "before", words)
        listed = listed_by(sentence, clause, following, words)
        spoken = with_owners(_wondering(sentence, _completed(at, clauses, words), words), words)
        stated += apposed(sentence, clause, words)
        stated += [listed] if listed is not None else _stated(sentence, spoken, words)
    return retold([*stated, *later], sentence) or fragments(sentence)


def _wanted(sentence: SentenceReading) -> list[Statement]:
    """What is needed, wished for or demanded, and how something must be done; none of a plain statement."""
    if (needs := typed_needs(sentence)) is not None:
        return [needs]
    if (role := role_of(sentence)) is not None:
        return _told(sentence, role)
    if steps := recipe_in(sentence):
        return steps
    return (wished_people(sentence) or [Demanding(sentence)]) if is_demanding(sentence) else []


def _told(sentence: SentenceReading, role: SpokenPhrase) -> list[Statement]:
    """A user story: kept in its words, and what is wanted as a deed of whom it speaks."""
    wanted = wish_in(sentence, role)
    if wanted is None:
        return [Demanding(sentence)]
    doing = doing_of(sentence, wanted, vocabulary(sentence.language))
    thing = object_of(doing.thing, sentence.language) if doing.thing is not None else ""
    named = deed_name(doing.verb, thing, sentence.language)
    return [_replaced(doing, doers=(role,), allowed=True), Demanding(sentence, named=named)]


def _completed(at: int, clauses: Sequence[SpokenClause], words: MeaningVocabulary) -> SpokenClause:
    """A clause with what its neighbours say for it: `checks, signs and files the form`, `only the boss does`."""
    clause = _turned(_unfronted(_with_its_thing(clauses[at]), words), words)
    verb = clause.verb
    if verb is None or phrases(clause, "thing") or unknown(clause):
        return clause
    before = clauses[at - 1] if at else None
    if fold(verb.lemma) in words.phrases["pro"] and before is not None and before.verb is not None:
        shared = [each for each in before.roles if each.name != "doer"]
        spoken = replace(before.verb, modality=verb.modality, negated=verb.negated)
        return replace(clause, verb=spoken, roles=(*clause.roles, *shared))
    if (
        verb.passive
        or any(each.name != "doer" for each in clause.roles)
        or fold(verb.lemma) in words.relations["still"]
    ):
        return clause
    for after in clauses[at + 1 :]:
        if after.verb is None or after.verb.passive or not _takes_over(after, "doer"):
            break
        things = [each for each in after.roles if each.name == "thing"]
        if things:
            return replace(clause, roles=(*clause.roles, *things))
        if len(after.roles) > 1:
            break
    return clause


def _with_its_thing(clause: SpokenClause) -> SpokenClause:
    """English `after cleaning of the tank`: what stands behind `of` is what is done something with, by nobody named."""
    verb = clause.verb
    behind = [each for each in clause.roles if each.preposition == "of"]
    if verb is None or not verb.text.endswith("ing") or len(behind) != 1 or phrases(clause, "thing"):
        return clause
    others = (each for each in clause.roles if each not in behind and not each.taken_over)
    return replace(clause, roles=(*others, replace(behind[0], name="thing", preposition="")))


def _unfronted(clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause:
    """German `Anheben tut sie der Fahrer`: what is done stands in front, and `tun` in its place."""
    verb, first = clause.verb, next((each for each in clause.roles if each.name == "thing"), None)
    others = [each for each in clause.roles if each is not first]
    is_done = verb is not None and words.language == "de" and fold(verb.lemma) == "tun"
    if verb is None or first is None or not is_done or first.phrase.start > verb.start or not others:
        return clause
    if not is_nominal(first.phrase, "de") or first.phrase.determiner != "none" or first.phrase.of is not None:
        return clause
    return replace(clause, verb=replace(verb, lemma=first.phrase.head.lower()), roles=tuple(others))


def _turned(clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause:
    """German `die Feuchte misst eine Sonde`: what is measured stands in front, where cases tell nothing."""
    if words.language != "de" or clause.verb is None or fold(clause.verb.lemma) not in words.relations["measures"]:
        return clause
    if (pair := either_may_do(clause)) is None:
        return clause
    first, behind = pair
    others = tuple(each for each in clause.roles if each not in pair)
    return replace(clause, roles=(replace(behind, name="doer"), replace(first, name="thing"), *others))


def _wondering(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> SpokenClause:
    """`checks whether the gate is shut`: what is checked is the gate; what is decided is all of it."""
    if phrases(clause, "thing") or clause.verb is None or fold(clause.verb.lemma) in words_of("deciding"):
        return clause  # of what is decided the thing alone says nothing
    for link in sentence.links:
        asked = next((each for each in sentence.clauses if each.index == link.source), None)
        if link.target != clause.index or asked is None or asked.start < clause.verb.end:
            continue
        if fold(link.word) in words.phrases["whether"]:
            subject = [replace(each, name="thing") for each in asked.roles if each.name in {"doer", "thing"}][:1]
            return replace(clause, roles=(*clause.roles, *subject))
    return clause


def _takes_over(clause: SpokenClause, role: RoleName) -> bool:
    return any(each.name == role and each.taken_over for each in clause.roles)


def _states(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does a clause state something by itself?"""
    if clause.verb is None or clause.mood in {"question", "talk"} or clause.hedged or _is_frame(clause, sentence):
        return False
    if is_wondered(clause, sentence):
        return False
    speakers = vocabulary(sentence.language).phrases["speaker"]
    if _announces(clause, sentence) or _only_reports(clause, sentence):
        return False
    if clause.verb.past and any(fold(each.name) in speakers for each in phrases(clause, "doer")):
        return False  # `we met the growers`: told, not modelled
    if _tells_of_talk(clause, sentence):
        return False
    if clause.kind == "content":
        return _is_quoted(clause, sentence)
    if only_explains(clause, sentence):
        return False
    if clause.kind == "purpose":
        return _is_errand(clause, sentence)
    return clause.kind in {"main", "relative"} or (clause.kind == "condition" and happens(clause, sentence))


def _tells_of_talk(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does it only tell how somebody came to know: `I spoke to the workshop`, `j'ai vu le chef`, `wir waren dort`?"""
    speakers, language = vocabulary(sentence.language).phrases["speaker"], sentence.language
    doers = [each.phrase for each in clause.roles if each.name == "doer"]
    if clause.verb is None or not doers or not is_past(clause.verb, language):
        return False
    met = phrases(clause, "thing")
    is_theirs = all(fold(each.head or each.name) in speakers for each in doers)
    return is_theirs and all(kind_of(each, language) in PEOPLE for each in met)


def _is_errand(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it what somebody comes or goes to do: `they come back at nine to collect the latex`? Going is none."""
    targets = [each.target for each in sentence.links if each.source == clause.index and each.kind == "purpose"]
    around = next((each for each in sentence.clauses if each.index in targets), None)
    if around is None or around.verb is None or around.verb.negated or phrases(around, "thing"):
        return False
    moves = vocabulary(sentence.language).relations["move"]
    return fold(around.verb.lemma) in moves and bool(phrases(clause, "thing")) and bool(phrases(clause, "doer"))


def _announced(clauses: list[SpokenClause], sentence: SentenceReading) -> list[SpokenClause]:
    """The clauses, those behind `the cook does the following:` with who does them."""
    at = next((at for at, each in enumerate(clauses) if _announces(each, sentence)), len(clauses))
    doers = [
        replace(role, taken_over=True) for each in clauses[at : at + 1] for role in each.roles if role.name == "doer"
    ]
    found = clauses[: at + 1]
    for clause in clauses[at + 1 :]:
        done = acted_on(clause)
        found.append(done if phrases(done, "doer") else replace(done, mood="statement", roles=(*doers, *done.roles)))
    return found


def _announces(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does it only say that what follows is done: `the mechanic does the following: ...`?"""
    words, verb = vocabulary(sentence.language), clause.verb
    said = [each.phrase for each in clause.roles if each.name == "thing"]
    return (
        verb is not None
        and fold(verb.lemma) in words.phrases["pro"]
        and bool(said)
        and all(is_said(words.phrases["things"], each) or fold(each.text) in words.phrases["things"] for each in said)
        and any(each.index > clause.index for each in sentence.clauses)
    )


def _only_reports(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does it only say who tells what follows: `Mr Hall reports: the clerk checks ...`?"""
    verb, at = clause.verb, sentence.start
    says = verb is not None and fold(verb.lemma) in vocabulary(sentence.language).relations["say"]
    behind = sentence.text[clause.end - at :].lstrip()
    following = any(each.start >= clause.end and each.verb is not None for each in sentence.clauses)
    return (
        says
        and following
        and (behind.startswith(":") or clause.text.rstrip().endswith(":"))
        and not phrases(clause, "thing")
    )


def named_deeds(
    sentence: SentenceReading, clause: SpokenClause, order: str, words: MeaningVocabulary
) -> list[Statement]:
    """What is named as done `after` or `before`: `after verification of the payment`, `vor dem Füttern der Lachse`.

    Only with what it is done to: `after the meeting` is when, and so is the beginning or the end of something.
    """
    language = sentence.language
    found = [
        each.phrase
        for each in clause.roles
        if each.name == "time"
        and fold(each.preposition) in words.phrases[order]
        and each.phrase.of is not None
        and kind_of(each.phrase.of, language) not in PEOPLE
        and fold(each.phrase.head) not in words.phrases["moment"]
        and (
            names_deed(each.phrase.head, language)
            or is_deed_word(each.phrase, words)
            or is_nominal(each.phrase, language)
        )
    ]
    return [Proceeding(sentence, tuple((each, ()) for each in found))] if found else []


def _is_frame(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Does it only say that what follows is wanted: `I want the nurse to ...`, `wir möchten, dass ...`?"""
    if clause.mood != "wish":
        return False
    words = vocabulary(sentence.language)
    wanted = {each.kind for each in sentence.links if each.target == clause.index}
    wishes_for = clause.verb is not None and fold(clause.verb.lemma) in words.relations["wish"]
    is_nameless = wishes_for and all(typed(each)[0] is not None for each in phrases(clause, "thing"))
    if "content" in wanted or ("relative" in wanted and is_nameless):
        return True  # `I need a system that counts the bees`: what it does is told by what describes it
    wishes = _Wishes(sentence)
    return "purpose" in wanted and any(_wished(each, wishes) is not each for each in sentence.clauses)


def _is_quoted(clause: SpokenClause, sentence: SentenceReading) -> bool:
    """Is it what somebody says or wants: `the brewer says that the pump lifts the beer`?"""
    words = vocabulary(sentence.language)
    told_that = {
        each.target for each in sentence.links if each.kind == "content" and fold(each.word) in words.phrases["that"]
    }
    frames = {
        each.target
        for each in sentence.links
        if each.kind == "content" and each.source == clause.index and (not each.word or each.target in told_that)
    } & told_that  # the second of two is told without the word
    told = [(each.verb, each.mood) for each in sentence.clauses if each.index in frames]
    adding = words.orders["create"]  # `let's add that the nurse weighs the animal`
    return any(
        verb is not None
        and not verb.negated
        and (
            mood == "wish"
            or (mood == "statement" and fold(verb.lemma) in words.relations["say"])
            or (mood == "order" and fold(verb.lemma) in adding | words.relations["noting"])
        )
        for verb, mood in told
    )


def _wished(clause: SpokenClause, wishes: _Wishes) -> SpokenClause:
    """`I want the nurse to scan the pills`: who is wanted to do it does it; what nobody wants is denied."""
    wish = wishes.of(clause)
    if wish is None or wish.verb is None or clause.verb is None:
        return clause
    said = [role for role in clause.roles if role.name == "doer" and not role.taken_over]
    doers = said or [replace(role, name="doer") for role in wish.roles if role.name == "thing"]
    others = [role for role in clause.roles if role.name != "doer"]
    verb = replace(clause.verb, negated=True) if wish.verb.negated else clause.verb
    return replace(clause, kind="main", verb=verb, roles=(*doers, *others)) if doers else clause


class _Wishes:
    """Which wish a clause depends on, be it behind another that is wanted: `... and the clerk to write`."""

    def __init__(self, sentence: SentenceReading) -> None:
        self._by_index = {each.index: each for each in sentence.clauses}
        self._above = {each.source: each.target for each in sentence.links if each.kind == "purpose" and not each.word}

    def of(self, clause: SpokenClause) -> SpokenClause | None:
        """The wish, if it has one."""
        at, met = clause.index, set[int]()
        while (next_up := self._above.get(at)) is not None and at not in met:
            found = self._by_index.get(next_up)
            if found is None or found.start >= clause.start:
                return None
            if found.mood == "wish":
                return found
            if not any(role.name == "doer" and not role.taken_over for role in clause.roles):
                return None  # `to open the gate to let the guests in` only says what for
            met.add(at)
            at = next_up
        return None


def _stated(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> list[Statement]:
    verb = clause.verb
    assert verb is not None  # noqa: S101 the caller looked
    lemma = fold(verb.lemma)
    told = belonging(sentence, clause, words) or lying_in(sentence, clause, words) or existing(sentence, clause, words)
    if told is not None:
        return [told]
    ordering = [each for each in sentence.clauses if each.mood == "order" and each.verb is not None]
    ours = [each for each in ordering if each.verb is not None and _order(fold(each.verb.lemma), words)]
    in_turn = any(each.kind == "then" and fold(each.word) in words.phrases["sequence"] for each in sentence.links)
    in_turn = in_turn and not any(_is_for_us(each, words) for each in ordering)
    least = _MIN_STEPS - in_turn  # `weigh the flour, add water, knead`, `first rinse the jar, then fill it`
    least = 1 if is_timed(sentence) else least
    are_steps = len(ordering) >= least and len(ours) * 2 < len(ordering)
    if clause.mood in {"order", "wish"} and not are_steps and (order := _order(lemma, words)):
        return [Ordering(sentence, clause, order)]
    if clause.mood == "order" and len(ordering) < least and not are_steps:
        return []  # one order that is none of ours is for somebody else; several are steps
    if (process := followed(sentence, clause, words)) is not None:
        return [process]
    if cared := task_in(sentence, clause, words):
        return [cared]
    if verb.copula:
        return _typed(sentence, clause)
    if lemma in words.relations["located"] and not verb.negated and (held := _held(sentence, clause)):
        return [held]
    contains = lemma in words.relations["contain"] or is_composed(clause, words)
    if contains and not verb.negated and (found := _composing(sentence, clause)):
        return [found]
    if lemma in words.relations["runs"] and not verb.negated and (ran := _running(sentence, clause)):
        return [ran]
    carries = lemma in words.relations["carry"] or lemma in words.phrases["pro"]  # `cooling is what the fan does`
    if carries and not verb.negated and (carried := _carrying(sentence, clause, words)):
        return [carried]
    if lemma in words.relations["use"] and not verb.negated and (used := _using(sentence, clause, words)):
        return [used]
    return [doing_of(sentence, clause, words)]


def _is_for_us(clause: SpokenClause, words: MeaningVocabulary) -> bool:
    """Is an order one for whoever answers: `tell me what is missing`, `list the risks`, `explain the model`?"""
    lemma = "" if clause.verb is None else fold(clause.verb.lemma)
    tells = any(lemma in words.relations[each] for each in ("say", "list", "show", "view", "verify"))
    return tells or is_worded(clause, words.phrases["model"] | words.phrases["speaker"])


def _order(lemma: str, words: MeaningVocabulary) -> str | None:
    return next((order for order, lemmas in words.orders.items() if lemma in lemmas), None)


def _typed(sentence: SentenceReading, clause: SpokenClause) -> list[Statement]:
    kind = whole(clause, "kind")
    node_type = node_type_of(kind.head or kind.name) if kind is not None else None
    subjects = tuple(phrases(clause, "doer", "thing"))
    if node_type is None or not subjects:
        return []
    is_denied = clause.verb is not None and clause.verb.negated
    owner = kind.of if kind is not None else None
    return [Typing(sentence, subjects, node_type, denied=is_denied, owner=owner)]


def _composing(sentence: SentenceReading, clause: SpokenClause) -> Composing | None:
    speakers = vocabulary(sentence.language).phrases["speaker"]
    wholes, parts = phrases(clause, "whole", "doer"), phrases(clause, "part", "thing")
    if not wholes or all(fold(each.name) in speakers for each in wholes):
        wholes = phrases(clause, "place", "about") if len(parts) > 1 else []
    parts = parts or phrases(clause, "source", "means")  # `besteht aus`
    passive = clause.verb is not None and clause.verb.passive
    if passive and not phrases(clause, "whole"):
        wholes, parts = phrases(clause, "thing"), phrases(clause, "part", "means", "source", "about")
    parts = [each for each in parts if not any(one.unit for one in each.measures)]  # `is held in brine for 24 hours`
    # `has four parts, namely ...`: the word says only what the others are.
    part_words = vocabulary(sentence.language).phrases["part"]
    parts = [each for each in parts if each.count is None or fold(each.head) not in part_words] or parts
    if any(kind_of(each, sentence.language) == "person" for each in wholes):
        return None  # people have things, but no parts
    if parts and all(kind_of(each, sentence.language) == "person" for each in parts):
        return None  # and they are none
    return Composing(sentence, tuple(wholes), tuple(parts)) if wholes and parts else None


def _held(sentence: SentenceReading, clause: SpokenClause) -> Composing | None:
    """`In the housing sit a lamp and a fuse`: what is in something is a part of it, unless it is somebody."""
    wholes, parts = phrases(clause, "place"), phrases(clause, "doer", "thing")
    if not may_hold(wholes, parts, sentence.language):
        return None
    return Composing(sentence, tuple(wholes[:1]), tuple(parts)) if wholes and len(parts) > 1 else None


def _running(sentence: SentenceReading, clause: SpokenClause) -> Carrying | None:
    carried, carriers = phrases(clause, "doer", "thing"), phrases(clause, "place", "means")
    if any(kind_of(each, sentence.language) == "person" for each in carried):
        return None
    tables = vocabulary(sentence.language).phrases
    if any(each.name == "place" and fold(each.preposition) in tables["between"] for each in clause.roles):
        return None  # `the shuttle runs between the hall and the gate` is what something does
    across = any(fold(each.preposition) in tables["across"] for each in clause.roles)
    if across and not all(is_activity(each, vocabulary(sentence.language)) for each in carried):
        return None  # so is `the cable runs through the duct`
    carriers = [each for each in carriers if not is_quantity(each)]  # `the fan runs at full speed`: that is how
    return Carrying(sentence, tuple(carriers), tuple(carried)) if carried and carriers else None


def _carrying(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Carrying | None:
    """`The mount takes over tracking`: of a thing that is done."""
    carriers, carried = phrases(clause, "doer"), phrases(clause, "thing")
    is_pro = clause.verb is not None and fold(clause.verb.lemma) in words.phrases["pro"]
    if is_pro and not all(is_activity(each, words) for each in carriers):
        return None
    if (
        carried
        and all(is_activity(each, words) for each in carriers)
        and not any(is_deed_word(each, words) for each in carried)
    ):
        carriers, carried = carried, carriers  # `Das Nachführen übernimmt die Montierung`: the part may stand last
    done = [each for each in carried if each.quoted or typed(each)[0] == "FUNC" or is_deed_word(each, words)]
    return (
        Carrying(sentence, tuple(carriers), tuple(carried))
        if carriers and carried and len(done) == len(carried)
        else None
    )


def _using(sentence: SentenceReading, clause: SpokenClause, words: MeaningVocabulary) -> Using | None:
    """`Dosing depends on the level`: of something that is done."""
    users = phrases(clause, "doer")
    inputs = phrases(clause, "thing", "part", "about", "source", "receiver", "place", "means")
    if not inputs or not users or not all(is_activity(each, words) for each in users):
        return None
    return Using(sentence, tuple(users), tuple(inputs))
