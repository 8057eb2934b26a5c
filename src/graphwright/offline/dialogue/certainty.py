"""How sure a reading is: doubts whether a sentence was read as it was meant. They decide and change nothing.

Each is found in what was read and in what was made of it, has a reason that is told to people, and stays only while it
pays: it must catch more readings that are wrong than it holds up right ones (docs/offline-language.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from graphwright.grammar.completing import is_none
from graphwright.grammar.records import Doubt, MessageReading, RoleName, SpokenClause, SpokenPhrase
from graphwright.grammar.rules import rules_of
from graphwright.offline.dialogue.misplaced import (
    cut_by_comma,
    disagreeing,
    either_does,
    glued_names,
    half_a_deed,
    people_as_things,
)
from graphwright.offline.dialogue.results import clause_names, made_texts, untouched
from graphwright.offline.dialogue.stories import happened_once, hardly_had, is_known_part, tells_of_had
from graphwright.offline.dialogue.strange import nearly_named, unread
from graphwright.offline.dialogue.told import SentenceResult, words_in
from graphwright.offline.meaning.casting import ACTING, is_nobody, kind_of
from graphwright.offline.meaning.duties import is_bound
from graphwright.offline.meaning.means import Meant
from graphwright.offline.meaning.naming import cleaned, name_of
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.meaning.reserved import is_reserved
from graphwright.offline.meaning.spoken import ends_deed, is_said, is_wondered, meant, members, phrases, whole
from graphwright.offline.meaning.stated import (
    Carrying,
    Chaining,
    Composing,
    Doing,
)
from graphwright.offline.meaning.vocabulary import node_type_of
from graphwright.offline.meaning.wished_people import wished_people
from graphwright.pauses import paced
from graphwright.protocol.operations import NodeCreate
from graphwright.text.folding import fold

_HALF: Final = 2
"""Of so many words one must be kept."""
_GERUND: Final = re.compile(r"\w+ing (?:the|an?|its|their|his|her|your|my)\b", re.IGNORECASE)
"""An English deed with its object."""
_DETERMINED: Final = frozenset({"article", "possessive", "demonstrative", "quantifier", "number", "name"})
_PARTICIPANTS: Final = frozenset({"ACTOR", "MOD", "SYS"})
_DATA: Final = frozenset({"document", "field"})
_DUTIES: Final = frozenset({"demand", "recommendation", "intention"})
_ALLOWING: Final = frozenset({"permission", "ability"})
_CHANGES: Final = ("rename", "remove", "merge", "split", "replace", "reverse", "undo", "detach", "retype")
"""Orders that are about what exists; the others may as well be deeds of somebody: create, move, assign."""
_OF_MODELS: Final = ("call", "keep", "merge", "split", "connect", "detach", "allocate", "describe")
"""More verbs that order something of whoever keeps a model."""
_NEVER_DEEDS: Final = ("rename", "retype")
"""Orders that no system carries out itself."""


def misreadings(reading: MessageReading, meant: Meant) -> list[Doubt]:
    """Why sentences of a message may have been misread; each doubt has the place of its sentence and the words."""
    made = made_texts(meant.draft).words()
    told = (SentenceResult(sentence, meant, made) for sentence in paced(reading.sentences, 1))
    return [doubt for each in told if not each.is_process() and not each.is_called() for doubt in _doubts_of(each)]


# the doubts ---------------------------------------------------------------------------------------------------------


def _unsure(told: SentenceResult) -> Iterator[str]:
    """The person is not sure: `or the other way round`."""
    spoken = f" {' '.join(words_in(told.sentence.text))} "
    yield from sorted((each for each in told.words.phrases["unsure"] if f" {each} " in spoken), key=spoken.find)


def _two_things(told: SentenceResult) -> Iterator[str]:
    """Two things of one verb that are no list: a verb has one, so another verb or preposition was missed."""
    for doing in told.doings:
        things = [each.phrase for each in doing.clause.roles if each.name == "thing" and not each.taken_over]
        names = {fold(each.name): each.name for each in things if not is_nobody(each, told.sentence.language)}
        found = [told.draft.find(name_of(each)) for each in things]
        # `meldet der Leitung die Menge`: one of them gets the other; French says so by a preposition.
        is_given = told.sentence.language != "fr" and any(
            node.node_type in _PARTICIPANTS for nodes in found for node in nodes
        )
        if len(names) > 1 and not (is_given and all(found)):
            yield " / ".join(names.values())


def _wrong_pronoun(told: SentenceResult) -> Iterator[str]:
    """A pronoun was taken for what it cannot mean: `brings him` for who brings, `it` for a person."""
    for doing in told.doings:
        doers = {fold(each.name) for each in doing.doers}
        for role in doing.clause.roles:
            said, found = fold(role.phrase.text).strip("-'\u2019"), meant(role.phrase)
            if role.phrase.refers_to is None or found is None or said in told.words.phrases["reflexive"]:
                continue
            is_doer = role.name in {"thing", "receiver"} and fold(found.name) in doers
            is_person = (
                said in told.words.phrases["thingPronoun"]
                and kind_of(found, told.sentence.language) == "person"
                and not is_said(told.words.phrases["team"], found)  # `the crew inspects the mast; then it signs`
            )
            if is_doer or is_person:
                yield f"{role.phrase.text} = {found.name}"


def _bare_list(told: SentenceResult) -> Iterator[str]:
    """Doers with commas and no `and` between them: `the translator drafts, the editor polishes` has a verb in each."""
    for doing in told.doings:
        for role in doing.clause.roles:
            phrase = role.phrase
            is_list = role.name == "doer" and len(phrase.members) > 1 and phrase.joined != "nor"
            if not is_list or doing.denied or any(each.negated for each in phrase.members):
                continue
            # No `and`, `sowie` or `&`: nothing but the members stands there.
            listed = set(words_in(" ".join(each.text for each in phrase.members)))
            if set(words_in(phrase.text)) <= listed and "&" not in phrase.text:
                yield phrase.text


def _lost_part(told: SentenceResult) -> Iterator[str]:
    """Who does it, what is acted on, or a step of a chain stands in nothing that was made."""
    for said in told.statements:
        if isinstance(said, Chaining):
            yield from (each.name for each in said.members if not told.is_kept(each))
    is_record = any(isinstance(each, Composing) and each.wholes[0].type_word == "SCHEMA" for each in told.statements)
    for clause in told.clauses() if told.builds else ():
        if told.moves(clause) or told.says(clause) or told.needs(clause) or clause.text in told.left_out:
            continue  # what is left out as a whole is told, and the rest only proposed
        if ends_deed(clause, told.sentence) or _only_frames(clause, told):
            continue  # until when it is done stands in its words
        if is_record and any(each.name == "doer" and each.phrase.determiner == "every" for each in clause.roles):
            continue  # `each visit produces a report with ...`: of each there is a record
        roles = [each.phrase for each in clause.roles if each.name == "thing" or _is_doer(each.name, each.preposition)]
        yield from (
            part.name
            for phrase in roles
            for part in members(phrase)
            if not told.is_kept(part) and not told.is_heading(part)
        )


def _only_frames(clause: SpokenClause, told: SentenceResult) -> bool:
    """Does a clause only say what something is, or until when the rest is done? It is told beside the rest."""
    verb, language = clause.verb, told.sentence.language
    if verb is None or verb.passive or all(each.clause.index == clause.index for each in told.doings):
        return False
    is_until = any(each.target == clause.index and each.kind == "before" for each in told.sentence.links)
    is_being = verb.lemma in rules_of(language).verbs["be"] and not clause.uncovered
    says_what = is_being and any(each.name in {"kind", "value"} for each in clause.roles)
    return says_what or (is_until and all(kind_of(each, language) not in ACTING for each in phrases(clause, "doer")))


def _deed_as_doer(told: SentenceResult) -> Iterator[str]:
    """What is done was read as who does it: `pressing the button`; a French noun without article: `envoi, contrôle`."""
    carried = {part.start for each in told.statements if isinstance(each, Carrying) for part in each.carried}
    for clause in told.clauses() if told.builds else ():
        for role in clause.roles:
            phrase = role.phrase
            is_named = (
                phrase.start in carried
                or phrase.quoted
                or phrase.members
                or phrase.refers_to
                or phrase.determiner != "none"
            )
            if not _is_doer(role.name, role.preposition) or role.taken_over or is_named:
                continue
            is_bare = told.sentence.language == "fr" and not _DETERMINED & {each.tag for each in phrase.tokens}
            if is_bare or _GERUND.match(phrase.text):
                yield phrase.name


def _belonging_as_deed(told: SentenceResult) -> Iterator[str]:
    """A verb that only says what belongs to what became something that is done."""
    belongs = told.words.relations["contain"] | told.words.relations["belong"]
    for doing in told.doings:
        language = told.sentence.language
        # `The nurse holds the card to the reader`: a person, or what goes somewhere, does something.
        person = any(kind_of(each, language) == "person" for each in doing.doers)
        acts = whole(doing.clause, "thing") and (person or whole(doing.clause, "goal"))
        if (
            fold(doing.verb) in belongs
            and not doing.denied
            and not acts
            and not ends_deed(doing.clause, doing.sentence)
            and (doing.thing is not None or not doing.clause.measures)  # it is told as a property
            and not (whole(doing.clause, "place") and whole(doing.clause, "time"))  # `is held in brine for a day`
            and not tells_of_had(doing, told.doings, told.draft)
        ):
            yield doing.clause.text


def _speaker_as_doer(told: SentenceResult) -> Iterator[str]:
    """`We met the growers`: who speaks tells a story as often as they describe a system, and nobody knows who it is."""
    for doing in told.doings:
        for role in doing.clause.roles:
            reference = role.phrase.refers_to
            is_nameless = reference is None or not (reference.phrase or reference.name)
            if role.name != "doer" or not is_nameless or fold(role.phrase.name) not in told.words.phrases["speaker"]:
                continue
            if not told.is_among_others(doing) and not told.is_step(doing):
                yield doing.clause.text


def _unproven_verb(told: SentenceResult) -> Iterator[str]:
    """A verb only by its ending, and nothing it acts on: no dictionary, helper or object proves that it is one."""
    for doing in told.doings:
        verb = doing.clause.verb
        if verb is None or verb.known or verb.passive or doing.thing is not None or told.says(doing.clause):
            continue
        found = [node for each in doing.doers for node in told.draft.find(name_of(each))]
        if " " not in verb.text and all(node.node_type == "ACTOR" for node in found):
            yield verb.text


def _data_as_part(told: SentenceResult) -> Iterator[str]:
    """What is data became a module: a record has fields, a machine has parts."""
    modules = {
        fold(each.name) for each in told.draft.operations if isinstance(each, NodeCreate) and each.node_type == "MOD"
    }
    for said in told.statements:
        if isinstance(said, Composing):
            data = [each for each in said.parts if kind_of(each, told.sentence.language) in _DATA]
            if len(data) * _HALF >= len(said.parts):  # `three manuals, a pedalboard and a stop panel` are parts
                yield from (each.name for each in data if fold(name_of(each)) in modules)


def _kind_as_name(told: SentenceResult) -> Iterator[str]:
    """A word for parts, or for another type, became the name of an element: `four parts`, `a requirement`."""
    parts, said = told.words.phrases["part"], set(words_in(told.sentence.text))
    for each in told.draft.operations:
        if not isinstance(each, NodeCreate) or each.node_type == "FLOW" or fold(each.name) not in said:
            continue  # `measures its activity`: what goes through may well be called so
        is_another = node_type_of(each.name) not in {None, each.node_type}
        if is_another or (fold(each.name) in parts and node_type_of(each.name) is None):
            yield each.name


def _no_duty(told: SentenceResult) -> Iterator[str]:
    """It became a requirement for a number in it, and beside the number somebody just does something."""
    if not told.demands or any(_is_duty(clause, told) for clause in told.sentence.clauses if clause.kind == "main"):
        return
    for clause in told.clauses():
        acts = clause.verb is not None and not clause.verb.copula
        measured = any(each.unit or each.bound != "exactly" for each in clause.measures)  # `auf Stütze 4` is a name
        if acts and not measured and whole(clause, "thing") and whole(clause, "doer"):
            yield clause.text


def _soft_demand(told: SentenceResult) -> Iterator[str]:
    """`I should go`, `it must be done first`, `the clerk should file it`: talk, a deed, or about the model, as often.

    A limit in numbers or a noun of its own that must do something leaves no such doubt.
    """
    if not told.demands or told.doings or is_bound(told.sentence):
        return
    if any(clause.measures for clause in told.sentence.clauses):
        return
    bound = (each for each in told.sentence.clauses if each.verb is not None and each.verb.modality in _DUTIES)
    clause = next((each for each in bound if each.kind == "main"), None)
    if clause is None:
        return
    doers = [each.phrase for each in clause.roles if each.name == "doer" and not is_none(each.phrase)]
    nameless = [each for each in doers if each.refers_to is not None]
    is_advice = clause.verb is not None and clause.verb.modality == "recommendation" and not clause.verb.negated
    is_deed = any(kind_of(each, told.sentence.language) == "person" for each in doers)
    if (doers and len(nameless) == len(doers)) or (is_advice and (is_deed or told.speaks_of_known())):
        yield clause.text


def _lost_duty(told: SentenceResult) -> Iterator[str]:
    """Something must or may be, and nothing was made of it, but of what stands beside it."""
    built = [each.clause.index for each in told.doings if told.is_made(fold(each.verb))]
    is_wish = bool(wished_people(told.sentence))
    for clause in told.clauses() if told.builds and not is_wish else ():
        binds = clause.verb is not None and clause.verb.modality in {"demand", "recommendation", "permission"}
        is_denied = bool(told.words.phrases["denial"] & set(words_in(clause.text)))
        is_own = clause.kind == "main" and not is_wondered(clause, told.sentence)
        if binds and not is_denied and is_own and clause.index not in built:
            yield clause.text


def _type_as_demand(told: SentenceResult) -> Iterator[str]:
    """`The tally should be a flow`: what is demanded is a type, so it is about the model, not about the system."""
    for clause in told.sentence.clauses if told.demands else ():
        kind = whole(clause, "kind")
        if kind is not None and node_type_of(kind.head or kind.name) is not None:
            yield clause.text


def _order_as_deed(told: SentenceResult) -> Iterator[str]:
    """Changing what exists, or the model, became what the system does or must do: `remove the horn`.

    Who already acts in the model has deeds of their own: `a customer cancels an order`.
    """
    yield from _order_as_demand(told)
    yield from _order_of_nobody(told)
    yield from _going_nowhere(told)
    for doing in told.doings:
        is_of_model = told.speaks_of_model()
        changes = any(fold(doing.verb) in told.words.orders[each] for each in _CHANGES)
        is_theirs = any(_acts(told, each) for each in doing.doers)
        named = [doing.thing] if doing.thing is not None and not is_theirs else []
        # `pump please rename to ...`; but a vet makes home visits.
        never = _NEVER_DEEDS[:1] if is_theirs else _NEVER_DEEDS
        if any(fold(doing.verb) in told.words.orders[each] for each in never):
            named += doing.doers
        exists = any(told.exists(each) for each in named)
        if changes and (is_of_model or exists):
            yield doing.clause.text


def _order_of_nobody(told: SentenceResult) -> Iterator[str]:
    """Nobody is said to do it, its verb orders changes, and what exists is spoken of: `the pump is old, delete`."""
    is_known = told.speaks_of_known()
    never = frozenset[str]().union(*(told.words.orders[each] for each in _NEVER_DEEDS))
    verbs = order_words(told.sentence.language).verbs
    ordering = frozenset[str]().union(*told.words.orders.values(), *(verbs[each] for each in _OF_MODELS))
    for clause in told.sentence.clauses if told.builds else ():
        verb = "" if clause.verb is None or clause.mood != "order" else fold(clause.verb.lemma)
        if verb in never or (is_known and verb in ordering and clause.text in told.left_out):
            yield clause.text  # it was not carried out, and what stands beside it was
    for doing in told.doings if is_known else ():
        said = [each for each in doing.clause.roles if not each.taken_over]
        done = doing.clause.verb
        is_nobodys = done is not None and not done.passive and not any(each.name == "doer" for each in said)
        if any(_goes_on(told, each, doing) for each in doing.doers):
            continue
        if is_nobodys and fold(doing.verb) in ordering:
            yield doing.clause.text


def _goes_on(told: SentenceResult, doer: SpokenPhrase, doing: Doing) -> bool:
    """Does somebody who did something before in the sentence do this, too: `the baker opens the oven and sets it`?"""
    if kind_of(doer, told.sentence.language) != "person" and not _acts(told, doer):
        return False
    before = [each for each in told.doings if each.clause.index < doing.clause.index]
    own = (role for each in before for role in each.clause.roles if role.name == "doer" and not role.taken_over)
    return any(
        fold(doer.name) == fold(found.name) for role in own for found in members(meant(role.phrase) or role.phrase)
    )


def _going_nowhere(told: SentenceResult) -> Iterator[str]:
    """Where a part of the model is became what it does: `the extractor sits in the store room`."""
    for doing in told.doings:
        stands = [each.phrase for each in doing.clause.roles if each.name in {"place", "goal", "source", "receiver"}]
        parts = [
            part for phrase in (*doing.doers, *stands) for part in members(phrase) if is_known_part(part, told.draft)
        ]
        if doing.thing is None and told.moves(doing.clause) and len(parts) > 1:
            yield doing.clause.text


def _order_as_demand(told: SentenceResult) -> Iterator[str]:
    """How elements of the model belong together became a requirement: `the feeder should sit under the barn`."""
    if not told.demands or any(clause.measures for clause in told.sentence.clauses):
        return
    relating = told.words.relations["contain"] | told.words.relations["belong"] | told.words.relations["located"]
    ordering = frozenset[str]().union(*(told.words.orders[each] for each in (*_CHANGES, "connect", "move", "allocate")))
    for clause in told.sentence.clauses:
        named = [phrase for role in clause.roles for phrase in members(role.phrase) if told.exists(phrase)]
        verb = "" if clause.verb is None else fold(clause.verb.lemma)
        calling = order_words(told.sentence.language).verbs["call"] | told.words.orders["rename"]
        names_anew = verb in calling and bool(told.draft.base.nodes)
        if names_anew or (verb in relating | ordering and len(named) > 1):
            yield clause.text


def _other_of_name(told: SentenceResult) -> Iterator[str]:
    """What is made has the name of an element of the model that is something else: a deed is no part."""
    deeds, parts = {"FUNC", "UC"}, _PARTICIPANTS
    for each in told.draft.operations if told.builds else ():
        if not isinstance(each, NodeCreate) or each.node_type not in deeds | parts:
            continue
        others = parts if each.node_type in deeds else deeds
        if any(fold(node.name) == fold(each.name) for node in told.draft.names.find(each.name, others)):
            yield each.name


def _objection(told: SentenceResult) -> Iterator[str]:
    """`No, ...` takes something back; nothing was taken back, but more was made."""
    first = words_in(told.sentence.text)[:2]
    if told.builds and len(first) > 1 and told.words.phrases["objection"] & set(first):
        yield told.sentence.text


def _clause_as_name(told: SentenceResult) -> Iterator[str]:
    """The name of a thing holds a clause: `Harbour master does that`."""
    yield from clause_names(told.sentence.text, told.sentence.language, told.draft)
    if told.builds and told.doings:
        made = ((each.node_type, each.name) for each in told.draft.operations if isinstance(each, NodeCreate))
        yield from glued_names(made, told.sentence.language)


def _untouched(told: SentenceResult) -> Iterator[str]:
    """A deed, demand, test or record of the model is named, and what is made has nothing to do with it."""
    if told.statements:
        yield from untouched(told.sentence.text, told.draft)


_DOUBTS: Final[Mapping[str, Callable[[SentenceResult], Iterator[str]]]] = MappingProxyType(
    {
        "unsure": _unsure,
        "objection": _objection,
        "orderAsDeed": _order_as_deed,
        "otherOfName": _other_of_name,
        "noDuty": _no_duty,
        "softDemand": _soft_demand,
        "lostDuty": _lost_duty,
        "typeAsDemand": _type_as_demand,
        "twoThings": _two_things,
        "wrongPronoun": _wrong_pronoun,
        "bareList": _bare_list,
        "lostPart": _lost_part,
        "deedAsDoer": _deed_as_doer,
        "speakerAsDoer": _speaker_as_doer,
        "unprovenVerb": _unproven_verb,
        "belongingAsDeed": _belonging_as_deed,
        "dataAsPart": _data_as_part,
        "kindAsName": _kind_as_name,
        "clauseAsName": _clause_as_name,
        "untouched": _untouched,
        "happenedOnce": lambda told: happened_once(told.sentence) if told.doings and told.builds else iter(()),
        "nearlyNamed": lambda told: nearly_named(told.statements, told.draft),
        "unread": lambda told: unread(told.sentence.text) if told.builds else iter(()),
        "cutByComma": lambda told: cut_by_comma(told.doings) if told.builds else iter(()),
        "disagreeing": lambda told: disagreeing(told.doings) if told.builds else iter(()),
        "halfADeed": lambda told: half_a_deed(told.doings) if told.builds else iter(()),
        "eitherDoes": lambda told: either_does(told.doings) if told.builds else iter(()),
        "peopleAsThings": lambda told: people_as_things(told.sentence) if told.builds else iter(()),
        "hardlyHad": lambda told: hardly_had(told.sentence, told.statements, told.draft),
    }
)
"""By the key of the reason in `[doubts]`."""


# pieces ------------------------------------------------------------------------------------------------------------


def _doubts_of(told: SentenceResult) -> Iterator[Doubt]:
    for code, found in paced(_DOUBTS.items(), 1):
        if (text := next(found(told), None)) is not None:
            yield Doubt(code, told.sentence.start, told.sentence.end, cleaned(text), weight="shows")


def _is_doer(role: RoleName, preposition: str) -> bool:
    """Is it who does it, said as the subject? `by SMS` is a means as often as somebody."""
    return role == "doer" and not preposition


def _is_duty(clause: SpokenClause, told: SentenceResult) -> bool:
    """Does a clause demand: in words, by what is forbidden, or by a limit to what is allowed?"""
    verb = clause.verb
    if verb is None or verb.modality in _DUTIES:
        return verb is not None
    is_limited = verb.negated or bool(clause.measures) or bool(told.words.phrases["only"] & set(words_in(clause.text)))
    is_limited = is_limited or is_reserved(clause, told.sentence)
    return verb.modality in _ALLOWING and is_limited


def _acts(told: SentenceResult, phrase: SpokenPhrase) -> bool:
    """Is it an actor of the model already?"""
    known = told.draft.base.nodes
    return any(node.node_type == "ACTOR" and node.node_id in known for node in told.draft.find(name_of(phrase)))
