"""In which order deeds happen: one after the other in a sentence, and after or before what the model has."""

from __future__ import annotations

from typing import Final

from graphwright.offline.meaning.deeds import DeedStep, have_same_thing
from graphwright.offline.meaning.matching import plain_key
from graphwright.offline.meaning.naming import cleaned
from graphwright.offline.meaning.spoken import phrases
from graphwright.pauses import paced
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_SYSTEMS: Final = frozenset(("MOD", "SYS"))


def go_on(step: DeedStep) -> None:
    """`Then it weighs the suitcase`: goes on from the one function that leads to nothing yet, its doer's own first."""
    if step.function is None or not _goes_on(step):
        return
    graph = step.make.draft.base
    owner = step.doers[0].node if len(step.doers) == 1 else None
    own: list[Node] = []
    if owner is not None and owner.node_type in _SYSTEMS and owner.node_id in graph.nodes:
        relation = "compose" if owner.node_type == "SYS" else "allocate"
        own = list(graph.targets(owner.node_id, relation, "FUNC"))
    for found in (own, list(graph.of_type("FUNC"))):
        last = [
            each
            for each in paced(found)
            if not any(graph.outgoing(each.node_id, "io")) and each.node_id != step.function.node_id
        ]
        if len(last) == 1:
            step.make.flow(last[0], step.function, step.make.called(step.make.names.result, last[0].name))
            return


def _goes_on(step: DeedStep) -> bool:
    """Does its sentence begin with `then` or the like?"""
    words = step.words.phrases
    first = fold(step.doing.sentence.text.split(" ", 1)[0].strip(","))
    # `après le pain`: it goes on from what is named, not from what was said last
    return first in words["sequence"] - words["opening"] - words["after"]


def stand(step: DeedStep) -> None:
    """Where the sentence says that a deed stands among those of the model."""
    if step.function is None:
        return
    behind, ahead_of = ([] if each is None else [each.function] for each in (step.behind, step.ahead_of))
    orders = [(each, step.function) for each in (*step.after, *behind) if each is not None]
    orders += [(step.function, each) for each in (*step.before, *ahead_of) if each is not None]
    for first, second in orders:
        source, target = step.make.function_of(first), step.make.function_of(second)
        if not step.make.joined(source, target) and not step.make.joined(target, source):
            step.make.flow(source, target, step.make.called(step.make.names.result, source.name))


def follow(before: DeedStep, after: DeedStep) -> None:
    """What leads from one deed to the next."""
    make = after.make
    if not _is_ordered(before, after) or after.function is None:
        return
    if before.function is None or (before.does("view") and before.is_by_actor and after.is_by_actor):
        return  # what somebody looks at hands nothing on
    verb = before.doing.clause.verb
    gives_on = not before.does("view") and not before.does("get") and not (verb is not None and verb.passive)
    if before.is_by_actor and not after.is_by_actor and gives_on:
        for actor in before.actors:
            for name in before.handed():
                make.flow(actor, after.function, name)
    if before.function is after.function or make.joined(before.function, after.function):
        return
    if make.joined(after.function, before.function):
        return
    shared = [name for name in before.handed() if have_same_thing(before, after)]
    gives = before.is_by_actor and not before.does("view")
    handed = shared if gives or before.does("make") or before.does("get") else []
    if not before.is_by_actor and (before.does("yield") or (before.does("send") and not before.receivers)):
        handed = before.handed()
    if after.does("view") and after.is_by_actor and not before.does("view") and not handed:
        handed = after.handed()
    done = before.function.name if before.doing.hands_on else before.name
    for name in handed or [make.called(make.names.result, done)]:
        make.flow(before.function, after.function, name)


def _is_ordered(before: DeedStep, after: DeedStep) -> bool:
    """Does the second follow the first? In one sentence, or where it goes on with the same thing."""
    if _is_told_after(before, after):
        return True
    if before.doing.allowed or after.doing.allowed or after.doing.apart or after.ahead_of is not None:
        return False
    if before.doing.sentence is after.doing.sentence:
        return not _at_once(before, after)
    if before.doing.apart:
        return False  # `er scannt sie nur. Heben tut sie der Fahrer`
    return _shares(before, after) or _goes_on(after) or _waits(before, after)


def _at_once(before: DeedStep, after: DeedStep) -> bool:
    """Are two done at the same time: `milks the cows while the cheesemaker heats the vat`?"""
    two, words = {before.doing.clause.index, after.doing.clause.index}, before.words.phrases["alongside"]
    links = before.doing.sentence.links
    return any(
        each.kind == "while" and {each.source, each.target} == two and fold(each.word) in words for each in links
    )


def _is_told_after(before: DeedStep, after: DeedStep) -> bool:
    """Is it said when it may be done, in so many words: `could be corrected after they have been timed`?"""
    first, then = before.doing, after.doing
    return first.sentence is then.sentence and any(
        each.source == first.clause.index
        and each.target == then.clause.index
        and fold(each.word) in after.words.phrases["after"]
        for each in first.sentence.links
        if each.kind == "then" and each.word
    )


def _waits(before: DeedStep, after: DeedStep) -> bool:
    """Is the second done once something is the case with what the first acts on: `as soon as it has cooled down`?"""
    sentence = after.doing.sentence
    states = {each.source for each in sentence.links if each.kind == "then" and each.target == after.doing.clause.index}
    waiting = (each for clause in sentence.clauses if clause.index in states for each in phrases(clause, "doer"))
    earlier = {plain_key(cleaned(each.head or each.name)) for each in before.things}
    return any(plain_key(cleaned(each.head or each.name)) in earlier for each in waiting)


def _shares(before: DeedStep, after: DeedStep) -> bool:
    earlier = {plain_key(cleaned(each.head or each.name)) for each in before.things}
    known = [each for each in after.things if each.determiner != "a"]  # `an order` is another one
    later = {plain_key(cleaned(each.head or each.name)) for each in known}
    got = {plain_key(each.name) for each in before.receivers}
    return bool(earlier & later) or bool(got & {plain_key(each.name) for each in after.doers})
