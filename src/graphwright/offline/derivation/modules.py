"""Modules follow from functions that none carries: what exchanges flows goes together, what changes often apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.offline.derivation.conclusions import CERTAIN, GUESSED, LIKELY, PLAUSIBLE, Conclusions
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node

_CARRIED: Final = 9
"""Functions of one module: more than a person holds in mind (rule `millers_law`)."""


def carrying(function: Node, found: Conclusions) -> None:
    """A function goes where its whole, its partners or its chain are carried, else into a module of its own."""
    graph, say = found.graph, found.say
    if any(graph.sources(function.node_id, "allocate", "MOD")):
        return
    partners = list(_partners(function, graph))
    if _is_volatile(function):
        _own_module(function, say.volatile, LIKELY, found)
    elif module := _most_used(graph.sources(function.node_id, "compose", "FUNC"), graph):
        _allocate(module, function, say.part, CERTAIN, found)
    elif module := _most_used(partners, graph):
        _allocate(module, function, say.exchanges, LIKELY, found)
    elif module := _most_used(_chained(function, graph), graph):
        _allocate(module, function, say.same_chain, PLAUSIBLE, found)
    elif partners:
        _own_module(function, say.first_of_many, PLAUSIBLE, found)
    else:
        _own_module(function, say.alone, GUESSED, found)


def module_for(function: Node, graph: Graph) -> Node | None:
    """The module where a function would go; `None` where nothing speaks for one."""
    whole = graph.sources(function.node_id, "compose", "FUNC")
    others = (whole, _partners(function, graph), _chained(function, graph))
    return next((module for each in others if (module := _most_used(each, graph)) is not None), None)


def _allocate(module: Node, function: Node, why: str, percent: int, found: Conclusions) -> None:
    found.draft.link("allocate", module, function)
    found.because(why, percent)


def _own_module(function: Node, why: str, percent: int, found: Conclusions) -> None:
    draft = found.draft
    pattern = f"{{}} {vocabulary(draft.language).type_word('MOD')}"
    name = draft.free_name("MOD", patterned(pattern, function.name))
    module = draft.create("MOD", name, draft.say.module_descr.format(name=function.name))
    _allocate(module, function, why, percent, found)


def _most_used(functions: Iterable[Node], graph: Graph) -> Node | None:
    """The module that carries most of these functions, of those that have room and hold nothing volatile."""
    carrying = (module for each in functions for module in graph.sources(each.node_id, "allocate", "MOD"))
    counted = Counter(module.node_id for module in carrying)
    open_ones = (graph.nodes[node_id] for node_id, _ in counted.most_common() if _is_open(graph.nodes[node_id], graph))
    return next(open_ones, None)


def _is_open(module: Node, graph: Graph) -> bool:
    carried = list(graph.targets(module.node_id, "allocate", "FUNC"))
    return len(carried) < _CARRIED and not any(map(_is_volatile, carried))


def _is_volatile(function: Node) -> bool:
    return function.attributes.get("volatility") == "high"


def _partners(function: Node, graph: Graph) -> Iterator[Node]:
    """The functions that it exchanges a flow with."""
    for flow in graph.targets(function.node_id, "io", "FLOW"):
        yield from graph.targets(flow.node_id, "io", "FUNC")
    for flow in graph.sources(function.node_id, "io", "FLOW"):
        yield from graph.sources(flow.node_id, "io", "FUNC")


def _chained(function: Node, graph: Graph) -> Iterator[Node]:
    for chain in graph.sources(function.node_id, "compose", "FCHAIN"):
        yield from graph.targets(chain.node_id, "compose", "FUNC")
