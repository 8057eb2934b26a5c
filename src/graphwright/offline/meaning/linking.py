"""Connecting two nodes in the one way the ontology has for their types, by a detour where it asks for one.

The detours are the ontology's own: a use case holds functions, actors and flows through a function chain (K-03, K-04);
what is tested is a requirement, so the test of a function verifies the requirement that the function satisfies.
"""

from __future__ import annotations

from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.graph.statement import statement_of
from graphwright.offline.meaning.making import Maker
from graphwright.protocol.graph import Edge, Node

_THROUGH_CHAIN: Final = frozenset({"FUNC", "ACTOR", "FLOW"})
_TESTED_BY_REQUIREMENT: Final = frozenset({"SYS", "UC", "FUNC"})
_EXCHANGING: Final[frozenset[str]] = frozenset({"ACTOR", "FUNC"})


def connect(first: Node, second: Node, make: Maker) -> bool:
    """Connect two nodes as their types want it; `False` where the ontology has no way."""
    for host, part in ((first, second), (second, first)):
        if host.node_type == "UC" and part.node_type in _THROUGH_CHAIN:
            make.link("compose", make.chain(host), part)
            return True
        if host.node_type in _TESTED_BY_REQUIREMENT and part.node_type == "TEST":
            for requirement in _requirements(host, make):
                make.link("verify", requirement, part)
            return True
    if (
        first.node_type in _EXCHANGING
        and second.node_type in _EXCHANGING
        and first.node_type == second.node_type == "FUNC"
    ):
        make.flow(first, second, make.called(make.names.result, first.name))
        return True
    if frozenset((first.node_type, second.node_type)) == _EXCHANGING:
        make.flow(
            first, second, make.called(make.names.request, (second if second.node_type == "FUNC" else first).name)
        )
        return True
    ontology = make.draft.graph.ontology
    for source, target in ((first, second), (second, first)):
        relation = own_relation(ontology, source.node_type, target.node_type)
        if relation is not None:
            make.link(relation, source, target)
            return True
    if first.node_type == second.node_type == "MOD":
        make.link("relation", first, second)
        return True
    return False


def can_connect(first: Node, second: Node, graph: Graph) -> bool:
    """Has the ontology a way from one to the other, in either direction?"""
    types = frozenset((first.node_type, second.node_type))
    if types in {frozenset({"UC", each}) for each in _THROUGH_CHAIN} or types == frozenset({"MOD"}):
        return True
    if "TEST" in types and types & _TESTED_BY_REQUIREMENT:
        return True
    return types <= _EXCHANGING or any(
        own_relation(graph.ontology, one.node_type, other.node_type)
        for one, other in ((first, second), (second, first))
    )


def between(one: Node, other: Node, graph: Graph) -> list[Edge]:
    """The edges that join two nodes, in either direction."""
    found = [*graph.outgoing(one.node_id), *graph.incoming(one.node_id)]
    return [edge for edge in found if other.node_id in {edge.source, edge.target} and one.node_id != other.node_id]


def own_relation(ontology: Ontology, source: str, target: str) -> str | None:
    """The relation that is meant for a pair of types; those that join anything do not count (WF-18)."""
    return next((name for name, each in ontology.relations.items() if (source, target) in each.pairs), None)


def holders(node: Node, make: Maker) -> list[Edge]:
    """The edges by which others hold a node: its whole, and the modules that carry it."""
    graph = make.draft.graph
    return [*graph.incoming(node.node_id, "compose"), *graph.incoming(node.node_id, "allocate")]


def _requirements(host: Node, make: Maker) -> list[Node]:
    """The requirements of a node that no test verifies; a new one where it has none."""
    graph = make.draft.graph
    found = list(graph.targets(host.node_id, "satisfy", "REQ"))
    if not found:
        name = make.draft.free_name("REQ", make.called(make.names.requirement, host.name))
        found = [make.new("REQ", name, statement_of(host) or host.name, {"kind": "functional"})]
        make.link("satisfy", host, found[0])
    return [each for each in found if next(graph.outgoing(each.node_id, "verify"), None) is None] or found
