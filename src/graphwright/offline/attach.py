"""Connecting two nodes in the one way the ontology has for their types, by a detour where it asks for one.

The detours are the ontology's own: a use case holds functions, actors and flows through a function chain (K-03, K-04),
and what is tested is a requirement, so the test of a function verifies the requirement that the function satisfies.
"""

from __future__ import annotations

from typing import Final

from graphwright.graph.ontology import Ontology
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node

THROUGH_CHAIN: Final = frozenset({"FUNC", "ACTOR", "FLOW"})
"""What a use case holds by its function chain."""
_TESTED_BY_REQUIREMENT: Final = frozenset({"SYS", "UC", "FUNC"})


def own_relation(ontology: Ontology, source: str, target: str) -> str | None:
    """The relation that is meant for a pair of types; those that join anything do not count (WF-18)."""
    return next((name for name, each in ontology.relations.items() if (source, target) in each.pairs), None)


def attach(draft: Draft, host: Node, node: Node) -> list[tuple[Node, str, Node]]:
    """Connect a node to its host; the edges that are new. Raises `CannotApply` when there is no way."""
    if host.node_type == "UC" and node.node_type in THROUGH_CHAIN:
        chain = chain_of(draft, host)
        return _linked(draft, [(host, "compose", chain), (chain, "compose", node)])
    if host.node_type in _TESTED_BY_REQUIREMENT and node.node_type == "TEST":
        return _linked(draft, [(each, "verify", node) for each in _requirements_to_test(draft, host)])
    ontology = draft.graph.ontology
    relation = own_relation(ontology, host.node_type, node.node_type)
    if relation is not None:
        return _linked(draft, [(host, relation, node)])
    relation = own_relation(ontology, node.node_type, host.node_type)
    if relation is not None:
        return _linked(draft, [(node, relation, host)])
    raise draft.illegal(host, node, ontology.advice("io", host.node_type, node.node_type))


def chain_of(draft: Draft, use_case: Node) -> Node:
    """The function chain of a use case, made if there is none."""
    existing = next(draft.graph.targets(use_case.node_id, "compose", "FCHAIN"), None)
    if existing is not None:
        return existing
    descr = draft.say.chain_descr.format(use_case=use_case.name)
    name = free_name(draft, "FCHAIN", use_case.name, vocabulary(draft.language).names.chain_of(use_case.name))
    chain = draft.create("FCHAIN", name, descr)
    draft.link("compose", use_case, chain)
    return chain


def requirement_of(draft: Draft, node: Node) -> Node:
    """A new requirement that a node satisfies."""
    name = free_name(draft, "REQ", node.name, vocabulary(draft.language).names.requirement)
    descr = draft.say.requirement_descr.format(name=node.name)
    requirement = draft.create("REQ", name, descr, {"kind": "functional"})
    draft.link("satisfy", node, requirement)
    return requirement


def _requirements_to_test(draft: Draft, host: Node) -> list[Node]:
    graph = draft.graph
    requirements = list(graph.targets(host.node_id, "satisfy", "REQ")) or [requirement_of(draft, host)]
    untested = [each for each in requirements if next(graph.outgoing(each.node_id, "verify"), None) is None]
    return untested or requirements


def free_name(draft: Draft, node_type: str, stem: str, pattern: str) -> str:
    """A name such as `Place order requirement` that no node of the type has; numbered when it is taken."""
    base = draft.styled(patterned(pattern, stem))
    name, number = base, 2
    while draft.graph.named(node_type, name):
        name, number = f"{base} {number}" if " " in base else f"{base}{number}", number + 1
    return name


def _linked(draft: Draft, edges: list[tuple[Node, str, Node]]) -> list[tuple[Node, str, Node]]:
    return [(source, relation, target) for source, relation, target in edges if draft.link(relation, source, target)]
