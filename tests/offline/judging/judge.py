"""The verdict on one sentence: understood, partly, wrong or declined, and why.

Generous with naming, strict with meaning; see README.md. Nothing of the assistant's own matching is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from graphwright.protocol.ids import NodeId
from tests.offline.judging import absences, links, replies, requiring
from tests.offline.judging.entries import Element, Entry
from tests.offline.judging.givens import Stage
from tests.offline.judging.hearing import Outcome, hear
from tests.offline.judging.names import likeness, plain, same

Verdict: TypeAlias = Literal["understood", "partly", "wrong", "declined"]
VERDICTS: tuple[Verdict, ...] = ("understood", "partly", "wrong", "declined")

_THINGS = frozenset({"ACTOR", "MOD", "SYS", "TEST"})
"""Types that one may not take for another; the others share their names by nature, or are found by their text."""


class Judgement(NamedTuple):
    """What was found of one sentence."""

    entry: Entry
    stage: Stage
    outcome: Outcome
    verdict: Verdict
    wrong: list[str]
    missing: list[str]


def judge(entry: Entry, *, agrees: bool = False) -> Judgement:
    """Say the sentence of an entry and compare what came; `agrees`: when a reading is shown, it is agreed to."""
    stage = Stage(entry)
    outcome = hear(stage, entry.say, agrees=agrees)
    match entry.expect.kind:
        case "build" | "require" | "change":
            verdict, wrong, missing = _changed(entry, stage, outcome)
        case "ask":
            verdict, wrong, missing = replies.answered(entry, stage, outcome)
        case _:
            verdict, wrong, missing = replies.replied(entry, stage, outcome, lambda: _changed(entry, stage, outcome))
    return Judgement(entry, stage, outcome, verdict, wrong, missing)


def _changed(entry: Entry, stage: Stage, outcome: Outcome) -> tuple[Verdict, list[str], list[str]]:
    """The verdict on a sentence that changes the model."""
    if not outcome.changes:
        return "declined", [], [] if outcome.how == "said" else ["the change was refused by the plan"]
    chosen = [_candidates(entry, element, stage, outcome) for element in entry.expect.elements]
    named = [
        (element, ids)
        for element, ids in zip(entry.expect.elements, chosen, strict=True)
        if element.type != "REQ" or ids
    ]
    given = {each.name for each in entry.given}
    handles = {name: ids for element, ids in named for name in element.name_any[1:] if name not in given}
    handles |= {name: ids for element, ids in named for name in element.name_any[:1]}
    missing = [
        f"no {element}" for element, ids in zip(map(_said, entry.expect.elements), chosen, strict=True) if not ids
    ]
    missing += _lacking_relations(entry, outcome, handles)
    total = len(entry.expect.elements) + len(entry.expect.relations)
    if entry.expect.kind == "require":
        told = requiring.lacking(entry, outcome)
        missing += told
        total += len(entry.expect.texts)
    wrong = [
        *absences.present(entry, stage, outcome),
        *absences.lost(entry, stage, outcome, handles),
        *_mistaken(entry, stage, outcome, chosen),
        *_turned_round(entry, outcome, handles),
        *requiring.wrong(entry, stage, outcome),
    ]
    if not wrong and total == len(missing) > 0:
        wrong = ["nothing of it was built, but something else"]
    if wrong:
        return "wrong", wrong, missing
    return ("understood" if not missing else "partly"), wrong, missing


def _said(element: Element) -> str:
    return f"{'/'.join(sorted(element.types))} {element.name_any[0]}"


def _candidates(entry: Entry, element: Element, stage: Stage, outcome: Outcome) -> list[NodeId]:
    """The nodes that an expected element may be: those whose name is most alike."""
    nodes = [node for node in outcome.graph.nodes.values() if node.node_type in element.types]
    if element.type == "REQ":
        return [
            node.node_id
            for node in nodes
            if (node.node_id in stage.graph.nodes and any(same(node.name, each) for each in element.name_any))
            or (node.node_id not in stage.graph.nodes and requiring.says_one(entry, node))
        ]
    sentence = " ".join([entry.say, *(each.name for each in entry.given)])
    liked = [(likeness(node.name, element.name_any, sentence), node) for node in nodes]
    best = max((like for like, _ in liked), default=0)
    found = [node for like, node in liked if like == best > 0]
    if element.fields:
        found = [node for node in found if absences.fields_of(node) == absences.folded(element.fields)]
    return [node.node_id for node in found]


def _lacking_relations(entry: Entry, outcome: Outcome, handles: dict[str, list[NodeId]]) -> Iterator[str]:
    for source, relation, target in entry.expect.relations:
        ends = (_ids(outcome, handles, source), _ids(outcome, handles, target))
        taken = {each for ids in handles.values() for each in ids} - {each for end in ends for each in end}
        if not links.stands(outcome.graph, ends[0], relation, ends[1], between=taken):
            yield f"no {source} -{relation}-> {target}"


def _ids(outcome: Outcome, handles: dict[str, list[NodeId]], name: str) -> list[NodeId]:
    """The nodes behind a handle: an element that is expected, or one that was given."""
    if handles.get(name):
        return handles[name]
    return [node.node_id for node in outcome.graph.nodes.values() if same(node.name, name)]


def _turned_round(entry: Entry, outcome: Outcome, handles: dict[str, list[NodeId]]) -> Iterator[str]:
    """Flows that go the other way than they must, and not the right way."""
    for source, relation, target in entry.expect.relations:
        if relation in {"relation", "verify"} or (target, relation, source) in entry.expect.relations:
            continue
        sources, targets = _ids(outcome, handles, source), _ids(outcome, handles, target)
        back = any(
            outcome.graph.edge_between(relation, one, other) for one in targets for other in sources if one != other
        )
        if back and not links.stands(outcome.graph, sources, relation, targets):
            yield f"{target} -{relation}-> {source} is the wrong way round"


def _mistaken(entry: Entry, stage: Stage, outcome: Outcome, chosen: list[list[NodeId]]) -> Iterator[str]:
    """New elements that no sentence supports: twins of what was there, wrong types, words out of nowhere."""
    wanted = {node_id for ids in chosen for node_id in ids}
    for node in outcome.graph.nodes.values():
        if node.node_id in stage.graph.nodes or node.node_id in wanted:
            continue
        twin = next((each for each in stage.graph.nodes.values() if same(each.name, node.name)), None)
        if twin is not None and twin.node_id in outcome.graph.nodes and _may_be_taken(twin.node_type, node.node_type):
            yield f"{node.node_type} {node.name} is a twin of the {twin.node_type}"
        like = [
            each
            for each in entry.expect.elements
            if any(same(node.name, name) for name in each.name_any)
            # A new flow `Visite` is another thing than the `Visiteur`, though their stems are the same.
            and not (node.node_type == "FLOW" and _is_met(each, outcome))
        ]
        is_thing = node.node_type in _THINGS or all(each.types <= _THINGS for each in like)
        if like and is_thing and not any(node.node_type in each.types for each in like):
            yield f"{node.name} is no {node.node_type}"
        if absences.is_unsupported(node, entry):
            yield f"{node.node_type} {node.name} is nothing that was said"


def _is_met(element: Element, outcome: Outcome) -> bool:
    """Is there an element by the very name that is expected?"""
    names = {plain(each) for each in element.name_any}
    return any(plain(node.name) in names and node.node_type in element.types for node in outcome.graph.nodes.values())


def _may_be_taken(one: str, other: str) -> bool:
    """Whether two elements of one name are one and the same thing, told twice."""
    return one == other or {one, other} <= _THINGS
