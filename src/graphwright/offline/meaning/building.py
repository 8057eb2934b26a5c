"""What is done becomes use cases, functions and flows: first all functions, then what goes from one to the next.

An actor's deed is a use case; its own function answers it, unless the sentence goes on with what the system then does.
A part's deed is a function that the part carries. A person never carries a function, a pronoun never becomes a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import Language
from graphwright.offline.meaning.casting import Casting, Participant, is_nobody, is_the_system, kind_of
from graphwright.offline.meaning.conditioned import alternative_of
from graphwright.offline.meaning.deed_names import known_or_new_name
from graphwright.offline.meaning.deeds import DeedStep, have_same_thing
from graphwright.offline.meaning.following import follow, go_on, stand
from graphwright.offline.meaning.impersonal import is_impersonal
from graphwright.offline.meaning.likely import is_done, is_likely_part
from graphwright.offline.meaning.looping import lead_back
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import plain_key
from graphwright.offline.meaning.naming import name_of, object_of, patterned, uncapitalized
from graphwright.offline.meaning.spoken import members, phrases, said_kind, typed, unknown
from graphwright.offline.meaning.stated import Doing
from graphwright.offline.meaning.supposing import is_for_unknown, supposed_doer
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.meaning.written_down import without_written, write_down, written_in
from graphwright.pauses import pause
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_SYSTEMS: Final = frozenset(("MOD", "SYS"))
_DEEDS: Final = frozenset(("FUNC", "UC"))
_TOLD: Final = frozenset(("TEST", "REQ"))
"""Types of what does nothing itself."""


def step_of(doing: Doing, casting: Casting, make: Maker, said: str) -> DeedStep | None:
    """A deed with its participants cast; `None` when that must be asked first or nobody may be named."""
    language = doing.sentence.language
    if _joins_elements(doing):
        return None
    doing = _handing(doing, casting) if doing.hands_on else _turned(doing, casting)
    doers = [
        casting.participant(each, language)
        for each in doing.doers
        if not is_nobody(each, language)
        and not _is_nameless_system(each, casting, language)
        and not (_is_passive(doing) and _is_means(each, language))
    ]
    if not doers and doing.thing is None and not is_impersonal(doing.clause, language):
        return None
    relations = vocabulary(language).relations
    parted = fold(doing.verb)  # `vorbeikommen` comes; `emballer` and `installer` do not go
    walks = {each for each in relations["move"] | relations["still"] if _is_of_verb(parted, each, language)}
    if doing.thing is None and walks and all(each.node_type == "ACTOR" for each in doers):
        return None  # where people come and go is no use of a system
    if doing.thing is None and not doing.receivers and walks:
        doers = [each for each in doers if each.node_type is not None]
        if not doers:
            return None  # what comes or goes by itself needs no kind
    others = (token for each in unknown(doing.clause, "doer") for token in each.tokens)
    is_told = any("third" in each.features for each in others)  # `on démarre le câble`; where `we` go is no deed
    by_nobody = not doing.doers and not is_told
    if doing.thing is not None and by_nobody and not doing.hands_on and walks and not _is_passive(doing):
        return None
    if doing.thing is not None:
        # What is data acts only in words: `an alarm warns the technician` is a warning.
        doers = [each for each in doers if each.node_type or kind_of(each.phrase, language) != "document"]
    if fold(doing.verb) in relations["stative"] and not _is_wanted(doing):
        return None
    is_one = len(doers) == 1 and not (_is_passive(doing) and doers[0].phrase.determiner == "a")
    is_itself = is_one and doers[0].node_type is None and is_done(doers[0].phrase, language)
    if is_itself and not _is_only_dated(doing):
        return _doing_itself(doing, doers[0], casting, make, said)
    doers = [each if each.node_type else supposed_doer(each, doing, casting) for each in doers]
    if _are_open(doers, doing, casting) or is_for_unknown(doing, casting):
        return None
    doing = _placed(doing, doers, casting)
    written = written_in(doing, casting)
    doing = without_written(doing, written)
    # Where a part does it, only what it does it with carries it too.
    by_people = all(each.node_type == "ACTOR" for each in doers)
    things = list(members(doing.thing)) if doing.thing is not None else []
    single = casting.participant(things[0], language) if len(things) == 1 else None
    return DeedStep(
        doing=doing,
        words=vocabulary(language),
        make=make,
        name=known_or_new_name(doing, doers, lambda name: bool(make.draft.find(name, ("FUNC", "UC")))),
        said=said,
        doers=doers,
        things=things,
        thing=single if single is not None and single.node_type and not doing.hands_on else None,
        places=_used_first(
            [
                *_known(doing.places if by_people else doing.partners, casting, doing, _SYSTEMS),
                *(_letting(doing, casting) if by_people else ()),
            ],
            doing,
            make,
        ),
        receivers=_ends(doing.receivers, casting, doing),
        partners=_known(doing.partners, casting, doing, {"ACTOR"}),
        sources=_ends(doing.sources, casting, doing),
        written=[name_of(each) for each in written],
    )


def _is_means(phrase: SpokenPhrase, language: Language) -> bool:
    """Does a passive only say by which means or measure: `prévenu par SMS`, `graded by weight`, `triés par taille`?"""
    kind = kind_of(phrase, language)
    is_bare = phrase.determiner == "none" and not phrase.plural and phrase.text.islower() and not phrase.members
    return kind == "document" or (kind == "field" and is_bare)


def _are_open(doers: Sequence[Participant], doing: Doing, casting: Casting) -> bool:
    """Is it open what somebody is? That is asked, unless nothing can be made of it: `until the balloon bursts`."""
    language = doing.sentence.language
    opened = [each for each in doers if each.node_type is None]
    if doing.thing is not None or not all(is_likely_part(each.phrase, language) for each in opened):
        for each in opened:
            casting.asked(each, language)
    return bool(opened)


def _is_of_verb(verb: str, base: str, language: Language) -> bool:
    """Is it this verb, in German also behind a prefix?"""
    return verb == base or (language == "de" and verb.endswith(base))


def _joins_elements(doing: Doing) -> bool:
    """`The test Smoke checks the engine`, `meet the requirement "Dry feet"`: that joins elements, and is no deed."""
    told = _TOLD | _DEEDS if _is_passive(doing) else _TOLD
    done_to = members(doing.thing) if doing.thing is not None else ()
    named = [(typed(each), told) for each in doing.doers] + [(typed(each), _TOLD) for each in done_to]
    language = doing.sentence.language
    if _is_passive(doing) and fold(doing.verb) in vocabulary(language).relations["joining"]:
        kinds = {said_kind(each, language) for each in done_to}  # `The noise requirement is met by the pump`
        if kinds & (_TOLD | {"FUNC"}):
            return True
    return any(node_type in types and name[:1].isupper() for (node_type, name), types in named)


def _is_only_dated(doing: Doing) -> bool:
    """Does a clause by itself only tell when something is, or how long: `the session begins at ten`?

    A session may be an event of people, or what the system does; nothing of that is said.
    """
    if len(doing.sentence.clauses) > 1 or doing.thing is not None:
        return False
    others = [each for each in doing.clause.roles if each.name != "doer"]
    language = doing.sentence.language
    return bool(others) and all(
        (each.name == "time" or all(one.tag == "number" for one in each.phrase.tokens))
        and not is_done(each.phrase, language)  # `begins after the check` says in which order
        for each in others
    )


def _doing_itself(doing: Doing, doer: Participant, casting: Casting, make: Maker, said: str) -> DeedStep:
    """`Tracking passes the tracks on to the display`: what is done gives and takes by itself."""
    things = list(members(doing.thing)) if doing.thing is not None else []
    return DeedStep(
        doing=doing,
        words=vocabulary(make.language),
        make=make,
        name=doer.name,
        said=said,
        doers=[],
        things=things,
        thing=None,
        receivers=_ends(doing.receivers, casting, doing),
        sources=_ends(doing.sources, casting, doing),
    )


def build(steps: Sequence[DeedStep]) -> None:
    """Make what the deeds of a message say, in the order in which they happen."""
    loops = [(step, steps[:at]) for at, step in enumerate(steps) if step.repeats is not None]
    steps = [each for each in steps if each.repeats is None]
    for at, step in enumerate(steps):
        if not step.doing.hands_on:
            pause()
            _make_deed(step, steps[:at])
    for at, step in enumerate(steps):
        if step.doing.hands_on:
            pause()
            _pass_on(step, steps[at - 1] if at else None, steps[at + 1 :])
    for at, step in enumerate(steps):
        pause()
        _hand_on(step, steps[at + 1 :])
    if steps:
        go_on(steps[0])
    for at in range(len(steps)):
        pause()
        _go_on_from(steps, at)
    for step, before in loops:
        last = next((each for each in reversed(before) if each.function is not None), None)
        if last is not None:
            lead_back(step, last)
    for step in steps:
        pause()
        stand(step)
    for at, step in enumerate(steps):
        pause()
        _show(step, steps[:at])
        _open_ends(step)
        write_down(step)


def _go_on_from(steps: Sequence[DeedStep], at: int) -> None:
    """What leads to a step: from the one before it, or back from there where it was told already."""
    after = steps[at]
    if (first := alternative_of(steps, at)) is not None:
        after.after = steps[first].after
        at = first  # an alternative goes on from where the other does
    if at == 0:
        return
    after.repeats = _told_before(after, steps[: at - 1])
    if after.repeats is None:
        follow(steps[at - 1], after)
    else:
        lead_back(after, steps[at - 1])


def _told_before(step: DeedStep, earlier: Sequence[DeedStep]) -> DeedStep | None:
    """The step of its sentence that is the same: `planes the board, measures it and planes it again`."""
    own = (each for each in earlier if each.doing.sentence is step.doing.sentence)
    return next((each for each in own if step.function is not None and each.function is step.function), None)


def _is_wanted(doing: Doing) -> bool:
    return doing.clause.verb is not None and doing.clause.verb.modality != "none"


def _handing(doing: Doing, casting: Casting) -> Doing:
    """`The letter goes to the clerk`: the letter is what is handed on; `the guest goes to the clerk` is a deed."""
    language = doing.sentence.language
    acts = any(casting.participant(each, language).node_type is not None for each in doing.doers)
    if acts and not _was_acted_on(doing):
        return replace(doing, hands_on=False, receivers=())  # where somebody goes gets nothing
    thing = doing.doers[0] if doing.doers else None
    return replace(doing, doers=(), thing=thing, hands_on=thing is not None)


def _was_acted_on(doing: Doing) -> bool:
    """Was something done with it before in the sentence: `paints the door ..., it goes back to the painter`?"""
    earlier = [each for each in doing.sentence.clauses[: doing.clause.index] if each.mood != "wish"]
    things = {fold(each.name) for clause in earlier for each in phrases(clause, "thing")}
    return bool(doing.doers) and all(fold(each.name) in things for each in doing.doers)


def _turned(doing: Doing, casting: Casting) -> Doing:
    """`Payment approved`, `the milk flows`: what is no participant and acts on nothing is acted on."""
    language = doing.sentence.language
    if len(doing.doers) != 1 or doing.thing is not None or doing.receivers:
        return doing
    [doer] = doing.doers
    is_data = casting.participant(doer, language).node_type is None and kind_of(doer, language) == "document"
    return replace(doing, doers=(), thing=doer) if is_data else doing


def _placed(doing: Doing, doers: Sequence[Participant], casting: Casting) -> Doing:
    """`is weighed at the ramp`, `sends it from the desk`: a part that somebody uses is where it is done, no partner."""
    language = doing.sentence.language
    relations = vocabulary(language).relations
    verb = fold(doing.verb)
    by_actor = bool(doers) and all(each.node_type == "ACTOR" for each in doers)

    def is_part(phrase: SpokenPhrase) -> bool:
        return casting.participant(phrase, language).node_type in _SYSTEMS

    moved: list[SpokenPhrase] = []
    if by_actor:
        moved += [each for each in doing.sources if is_part(each)]
    if not doers and not any(verb in relations[each] for each in ("send", "get", "notify", "move")):
        moved += [each for each in doing.receivers if is_part(each)]
    return replace(
        doing,
        sources=tuple(each for each in doing.sources if each not in moved),
        receivers=tuple(each for each in doing.receivers if each not in moved),
        places=(*doing.places, *moved),
    )


def _is_passive(doing: Doing) -> bool:
    return doing.clause.verb is not None and doing.clause.verb.passive


def _is_nameless_system(phrase: SpokenPhrase, casting: Casting, language: Language) -> bool:
    """Just `the system`, of a model that has none: then a function stands by itself."""
    return is_the_system(phrase, language) and casting.participant(phrase, language).node is None


def _known(
    phrases: Sequence[SpokenPhrase], casting: Casting, doing: Doing, types: frozenset[str] | set[str]
) -> list[Participant]:
    """Those of which it is known what they are; a place or receiver that is neither is only part of the description."""
    cast = [casting.participant(each, doing.sentence.language) for each in phrases]
    return [each for each in cast if each.node_type in types]


def _letting(doing: Doing, casting: Casting) -> list[Participant]:
    """`The panel lets the nurse set the rate`: what lets them and no list knows is taken for a part."""
    if doing.clause.verb is None or doing.clause.verb.modality != "permission":
        return []
    language = doing.sentence.language
    by = [each for role in doing.clause.roles if role.name == "means" for each in members(role.phrase)]
    cast = [casting.participant(each, language) for each in by if is_likely_part(each, language)]
    return [casting.supposed(each, "MOD", language) for each in cast if each.node_type is None]


def _used_first(places: list[Participant], doing: Doing, make: Maker) -> list[Participant]:
    """`With the portal residents ...`: software that a sentence begins with is the system, where there is none."""
    begins = min((each.start for each in doing.doers), default=0)
    return [
        each._replace(node_type="SYS")
        if each.node is None
        and make.draft.root() is None
        and each.phrase.start < begins
        and kind_of(each.phrase, doing.sentence.language) in {"software", "system"}
        else each
        for each in places
    ]


def _ends(phrases: Sequence[SpokenPhrase], casting: Casting, doing: Doing) -> list[Participant]:
    """Who gives or gets: where something goes from one to the other, also one that no list knows."""
    language = doing.sentence.language
    relations = vocabulary(language).relations
    hands = any(fold(doing.verb) in relations[each] for each in ("send", "get", "pass", "show", "move"))
    found: list[Participant] = []
    for phrase in phrases:
        cast = casting.participant(phrase, language)
        is_theirs = phrase.determiner == "my"  # `shows the guests to their seats`
        if hands and cast.node_type is None and not is_theirs and is_likely_part(phrase, language):
            cast = casting.supposed(cast, "MOD", language)  # a proposal that says so (ADR-84)
        if cast.node_type is not None:
            found.append(cast)
    return found


def _make_deed(step: DeedStep, earlier: Sequence[DeedStep]) -> None:
    make = step.make
    for each in step.places:
        if each.node_type == "SYS":
            make.participant(each, step.said)  # what it is for is made below it
    nodes = [make.participant(each, step.said) for each in step.doers]
    step.actors = [node for node in nodes if node.node_type == "ACTOR"]
    gets = step.does("get") and step.handed() and not step.doing.allowed
    source = _made_before(step, earlier)
    if source is not None and ((step.is_by_actor and gets and step.does("receive")) or _only_passes_on(step, earlier)):
        step.function = source.function
    elif step.is_by_actor:
        step.chain = make.use_case(step.name, step.said, step.actors)
        # Who only gets something has it sent: the use case is theirs, the function is not.
        sent = make.called(make.names.send, _object(step)) if gets and step.does("receive") else step.name
        step.function = make.function(sent, step.said)
        make.link("compose", step.chain, step.function)
    else:
        step.function = make.function(step.name, step.said)
        for node in nodes:
            make.own(node, step.function)
    if step.function is None:
        return
    if step.under is not None:
        holder = make.chain(step.under) if step.under.node_type == "UC" else step.under
        for node in (*step.actors, step.function):
            make.link("compose", holder, node)
    owners = [make.participant(each, step.said) for each in step.places]
    for owner in owners:
        make.own(owner, step.function)
    root = make.draft.root()
    if root is not None and not owners and not any(node.node_type in _SYSTEMS for node in nodes):
        make.own(root, step.function)


def _pass_on(step: DeedStep, before: DeedStep | None, later: Sequence[DeedStep]) -> None:
    """`The letter goes to the clerk`: from the last deed, else from one that sends it."""
    make = step.make
    for name in step.handed():
        source = None if before is None else before.function
        if before is not None and before.sender is not None and not have_same_thing(before, step):
            source = before.sender  # `orders go to the kitchen and drinks to the bar`
        if source is None:
            source = make.function(
                make.called(make.names.send, uncapitalized(name) if make.language != "de" else name), step.said
            )
            for giver in step.sources:
                node = make.participant(giver, step.said)
                make.own(node, source)
                if node.node_type == "ACTOR":
                    make.flow(node, source, name)
        step.function = step.sender = source
        for receiver in step.receivers:
            taker = _taker(receiver, step, later)
            make.flow(source, taker, name)
            step.function = taker if taker.node_type == "FUNC" else source  # what then happens, happens there
        if not step.receivers:
            make.output(source, name)


def _object(step: DeedStep) -> str:
    return object_of(step.doing.thing, step.words.language) if step.doing.thing is not None else ""


def _made_before(step: DeedStep, earlier: Sequence[DeedStep]) -> DeedStep | None:
    """The last deed with the same thing and a function: who then gets the thing gets it from there."""
    return next((each for each in reversed(earlier) if each.function is not None and have_same_thing(each, step)), None)


def _only_passes_on(step: DeedStep, earlier: Sequence[DeedStep]) -> bool:
    """`computes the course and sends it to the helm`: sending is no function of its own."""
    if not earlier or step.is_by_actor or not step.does("pass") or not step.receivers:
        return False
    before = earlier[-1]
    return have_same_thing(before, step) and [each.name for each in before.doers] == [each.name for each in step.doers]


def _hand_on(step: DeedStep, later: Sequence[DeedStep]) -> None:
    """The flows of one deed: from whom it gets its things, to whom it gives them."""
    make, function = step.make, step.function
    if function is None or step.doing.hands_on:
        return
    for source in step.sources:
        giver = _giver(source, step)
        for name in step.handed() or [make.called(make.names.result, source.name)]:
            make.flow(giver, function, name)
    if step.is_by_actor:
        _exchange(step, function, later)
        for receiver in step.receivers:
            _reach(step, _taker(receiver, step, later))
    goals = [] if step.is_by_actor else [_taker(each, step, later) for each in step.receivers]
    turned_to = step.turns_to()
    if turned_to is not None and turned_to.node_type == "ACTOR" and step.does("identify"):
        # Who is counted or recognised tells something and is told nothing.
        make.flow(make.participant(turned_to, step.said), function, make.called(make.names.schema, turned_to.name))
    elif turned_to is not None:
        goals.append(_taker(turned_to, step, later))
    for goal in goals:
        if goal is function:
            continue
        names = step.handed() if step.does("send") or step.does("get") or not step.thing else []
        for name in names or [_message(step)]:
            make.flow(function, goal, name)
        if goal.node_type == "ACTOR" and step.chain is not None:
            make.link("compose", step.chain, goal)


def _exchange(step: DeedStep, function: Node, later: Sequence[DeedStep]) -> None:
    """What goes between actors and the function that answers them: what they give, or what they ask for and get."""
    make = step.make
    asked = make.called(make.names.request, step.name)
    makes = step.does("make") or any(have_same_thing(step, each) for each in later)
    for actor in step.actors:
        if step.does("get") and not step.doing.allowed:
            for name in step.handed():
                make.flow(function, actor, name)
        elif step.does("view"):
            make.flow(actor, function, asked)
        else:
            free = [name for name in step.handed() if not makes and not _is_read_by_another(name, function, make)]
            for name in free or [asked]:
                make.flow(actor, function, name)


def _look_at(name: str, function: Node, actor: Node, make: Maker) -> None:
    """What somebody looks at comes from the function; where others write it, the function reads it first."""
    flow = next(iter(make.draft.find(name, ["FLOW"])), None)
    written = [] if flow is None else [edge.source for edge in make.draft.graph.incoming(flow.node_id, "io")]
    if flow is not None and written and function.node_id not in written:
        make.link("io", flow, function)
        name = make.called(make.names.result, function.name)
    if not _is_read(name, function, make):
        make.flow(function, actor, name)


def _is_read_by_another(name: str, function: Node, make: Maker) -> bool:
    """Does another function read a flow of this name? What is handed over is for one deed."""
    flow = next(iter(make.draft.find(name, ["FLOW"])), None)
    readers = [] if flow is None else [edge.target for edge in make.draft.graph.outgoing(flow.node_id, "io")]
    return any(each != function.node_id for each in readers)


def _is_read(name: str, function: Node, make: Maker) -> bool:
    """Does a function take in a flow of this name already?"""
    flow = next(iter(make.draft.find(name, ["FLOW"])), None)
    return flow is not None and make.draft.graph.edge_between("io", flow.node_id, function.node_id) is not None


def _show(step: DeedStep, earlier: Sequence[DeedStep]) -> None:
    """With whom it is done; and what is shown to nobody in particular is shown to the one who acted before."""
    function = step.function
    if function is None:
        return
    for partner in step.partners:
        name = step.make.called(step.make.names.request, step.name)
        step.make.flow(function, step.make.participant(partner, step.said), name)
    if step.does("view") and step.is_by_actor:
        for actor in step.actors:
            for name in step.handed():
                _look_at(name, function, actor, step.make)
    if not step.does("show") or step.receivers or step.is_by_actor:
        return
    actors = next((each.actors for each in reversed(earlier) if each.actors), list[Node]())
    for actor in actors:
        for name in step.handed():
            step.make.flow(function, actor, name)


def _open_ends(step: DeedStep) -> None:
    """What a part sends to nobody who is known, or gets from nobody who is known, is a flow all the same."""
    function = step.function
    if function is None or step.is_by_actor or step.doing.hands_on:
        return
    if step.does("send"):
        for name in step.handed():
            step.make.output(function, name)
    elif step.does("get") and not step.sources:
        for name in step.handed():
            step.make.input(function, name)


def _reach(step: DeedStep, receiver: Node) -> None:
    """What one actor hands to another."""
    for actor in step.actors:
        for name in step.handed() or [patterned(step.make.names.message, receiver.name, keeps=True)]:
            step.make.flow(actor, receiver, name)
    if step.chain is not None:
        step.make.link("compose", step.chain, receiver)


def _message(step: DeedStep) -> str:
    """What somebody gets who is called, or a device that is driven."""
    names = step.make.names
    thing = step.thing.name if step.thing is not None else step.name
    if step.thing is not None and step.thing.node_type in _SYSTEMS:
        return step.make.called(names.command, thing)
    return patterned(names.message, thing, keeps=True)


def _giver(source: Participant, step: DeedStep) -> Node:
    """Who gives: an actor itself, of a part a function that sends it."""
    make = step.make
    node = make.participant(source, step.said)
    if node.node_type == "ACTOR":
        return node
    function = make.function(make.called(make.names.send, _object(step) or source.name), step.said)
    make.own(node, function)
    return function


def _taker(goal: Participant, step: DeedStep, later: Sequence[DeedStep]) -> Node:
    """Who gets it: an actor itself, of a part what it does next, else a function that receives it."""
    make = step.make
    node = make.participant(goal, step.said)
    if node.node_type == "ACTOR":
        return node
    for each in later:
        if each.function is not None and any(plain_key(doer.name) == plain_key(goal.name) for doer in each.doers):
            return each.function
    handed = step.handed()
    name = handed[0] if handed and not step.thing else _message(step)
    called = make.called(make.names.receive, name)
    if make.is_anothers(called, node):
        called = make.called(make.names.receive, f"{name} {goal.name}")
    function = make.function(called, step.said)
    make.own(node, function)
    return function
