"""Flows follow from functions that read or write nothing: a loose end of their chain, or an exchange with its actor."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.offline.derivation.conclusions import LIKELY, PLAUSIBLE, Conclusions
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node
from graphwright.text.words import words_of_name


def reading_and_writing(function: Node, found: Conclusions) -> None:
    """A function gets the side that it lacks; one that stands in no chain gets none, for nothing says from whom."""
    if not any(found.graph.sources(function.node_id, "io", "FLOW")):
        _read(function, found)
    if not any(found.graph.targets(function.node_id, "io", "FLOW")):
        _write(function, found)


def _read(function: Node, found: Conclusions) -> None:
    draft, graph, say = found.draft, found.graph, found.say
    written = (flow for each in _partners(function, found) for flow in graph.targets(each.node_id, "io", "FLOW"))
    loose = next((flow for flow in written if not any(graph.outgoing(flow.node_id, "io"))), None)
    if loose is not None:
        draft.link("io", loose, function)
        found.because(say.unread, LIKELY)
    elif actors := _actors(function, found):
        phrase = " ".join(words_of_name(function.name)).lower()
        descr = draft.say.request_descr.format(actor=actors[0].name, phrase=phrase)
        flow = _flow(function, vocabulary(draft.language).names.request, descr, draft)
        draft.link("io", actors[0], flow)
        draft.link("io", flow, function)
        _because_of(actors, found)


def _write(function: Node, found: Conclusions) -> None:
    draft, graph, say = found.draft, found.graph, found.say
    read = (flow for each in _partners(function, found) for flow in graph.sources(each.node_id, "io", "FLOW"))
    loose = next((flow for flow in read if not any(graph.incoming(flow.node_id, "io"))), None)
    if loose is not None:
        draft.link("io", function, loose)
        found.because(say.unwritten, LIKELY)
    elif actors := _actors(function, found):
        descr = draft.say.answer_descr.format(actor=actors[0].name, use_case=function.name)
        flow = _flow(function, vocabulary(draft.language).names.result, descr, draft)
        draft.link("io", function, flow)
        draft.link("io", flow, actors[0])
        _because_of(actors, found)


def _flow(function: Node, pattern: str, descr: str, draft: Draft) -> Node:
    return draft.create("FLOW", draft.free_name("FLOW", patterned(pattern, function.name)), descr)


def _because_of(actors: list[Node], found: Conclusions) -> None:
    say = found.say
    found.because(*((say.one_actor, LIKELY) if len(actors) == 1 else (say.first_actor, PLAUSIBLE)))


def _actors(function: Node, found: Conclusions) -> list[Node]:
    return [each for each in _partners(function, found) if each.node_type == "ACTOR"]


def _partners(function: Node, found: Conclusions) -> Iterator[Node]:
    """The actors and the other functions of its chains, each once."""
    graph = found.graph
    seen = {function.node_id}
    for chain in graph.sources(function.node_id, "compose", "FCHAIN"):
        for each in graph.targets(chain.node_id, "compose"):
            if each.node_type in {"ACTOR", "FUNC"} and each.node_id not in seen:
                seen.add(each.node_id)
                yield each
