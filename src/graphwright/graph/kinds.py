"""What kinds of nodes a project has: those of its profile, and those its people made themselves (D-47, D-74).

A profile may have a node type for kinds (`TYPE` in profile `workflow`): such a node describes a kind, and nodes that a
`typed` edge leads from are of that kind. So a custom kind is part of the model: proposed, reviewed and undone like it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from graphwright.graph.profile import Handle, NodeType
from graphwright.protocol.ids import NodeId

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.protocol.graph import Node

KIND: Final = "TYPE"
"""The node type whose nodes describe kinds."""
TYPED: Final = "typed"
"""Leads from a node to its kind."""
HANDLES: Final = 64
"""Of one node; more than any editor draws."""


class Kind(Struct, frozen=True):
    """One kind of node."""

    key: str
    """What the kind is called in tool calls: the node type, or the semantic id of the node that describes it."""
    name: str
    descr: str
    category: str
    icon: str
    handles: tuple[Handle, ...]
    process: str
    """Code that nodes of this kind run unless they bring their own."""
    node_id: NodeId | None
    """The node that describes it; `None` for a kind of the profile."""


def kinds(graph: Graph) -> Iterator[Kind]:
    """All kinds: those of the profile in its order, then those people made."""
    for node_type in graph.ontology.node_types.values():
        yield _of_profile(node_type)
    for node in graph.of_type(KIND) if TYPED in graph.ontology.relations else ():
        yield _made(node)


def kind_of(graph: Graph, node: Node) -> Kind:
    """The kind of a node: the one it is typed as, else its node type."""
    described = next(graph.targets(node.node_id, TYPED), None)
    if described is not None:
        return _made(described)
    node_type = graph.ontology.node_types.get(node.node_type)
    if node_type is None:  # kept from before the project had this profile
        return Kind(node.node_type, node.node_type, "", "", "", (), "", None)
    return _of_profile(node_type)


def handles_of(graph: Graph, node: Node) -> tuple[Handle, ...]:
    """Where edges may end on a node: its own handles, else those of its kind; none = anywhere."""
    return _read(node) or kind_of(graph, node).handles


def _of_profile(node_type: NodeType) -> Kind:
    return Kind(
        key=node_type.name,
        name=node_type.title.en,
        descr=node_type.meaning.en,
        category=node_type.category,
        icon=node_type.symbol,
        handles=tuple(node_type.handles),
        process="",
        node_id=None,
    )


def _made(node: Node) -> Kind:
    return Kind(
        key=node.semantic_id,
        name=node.name,
        descr=node.descr,
        category=str(node.attributes.get("category", "")),
        icon=str(node.attributes.get("icon", "")),
        handles=_read(node),
        process=str(node.attributes.get("process", "")),
        node_id=node.node_id,
    )


def _read(node: Node) -> tuple[Handle, ...]:
    """The attribute `handles`; what cannot be read counts as none, and a rule says so."""
    text = node.attributes.get("handles")
    try:
        return tuple(msgspec.convert(json.loads(text), list[Handle])[:HANDLES]) if isinstance(text, str) else ()
    except (ValueError, RecursionError, msgspec.ValidationError):
        return ()
