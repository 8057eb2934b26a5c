"""Which part of a model is written: all of it, what a view shows, or chosen elements with what they hold. Pure.

Every door hands over the same `ExportScope`; the part is a graph of its own, so no format knows of scopes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final, NamedTuple, TypeAlias

from msgspec import Meta

from graphwright.baselines import NAME_LENGTH
from graphwright.errors import InvalidCommand, NotFound
from graphwright.graph.document import Graph
from graphwright.graph.query import suggest
from graphwright.graph.views import VIEW_NAMES, ViewContent, content_of
from graphwright.protocol.base import Command
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import NodeId
from graphwright.protocol.texts import Term

_FLOW: Final = "FLOW"
_IO: Final = "io"
_ONE_END: Final = 1
_BOTH_ENDS: Final = 2
_NAMED: Final = 3
"""Chosen elements that a title page names."""
ViewName: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": [*VIEW_NAMES]})]


class ExportScope(Command, frozen=True, kw_only=True):
    """What is to be written; several conditions must all hold, and none at all is the whole model."""

    view: ViewName | None = None
    """What this view of the graph shows, boxes that are folded into others among it."""
    focus: str | None = None
    """The element that a view such as `fchain` is about; unset = the first there is."""
    elements: list[str] = []
    """These, by any id, with everything they are composed of and the flows between."""
    node_types: list[str] = []
    """Only elements of these types; empty = of all."""
    relation_types: list[str] = []
    """Only relations of these types; empty = of all."""
    show_flows: bool = True
    """Flows and their relations are written, too."""
    hidden: list[str] = []
    """Elements that were put out of sight, by any id."""


WHOLE: Final = ExportScope()


class ExportPost(Command, frozen=True, kw_only=True):
    """An export as a body, where an address has no room for what is chosen."""

    revision: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH + 1)] | None = None
    """A number, or the name of a baseline; unset = as the model stands."""
    scope: ExportScope = WHOLE


class GraphPart(NamedTuple):
    """A part of a graph as a graph, and what was left out of it."""

    graph: Graph
    notes: list[Term]


def part_of(graph: Graph, scope: ExportScope) -> GraphPart:
    """The part that is to be written. `InvalidCommand` where nothing is in it, `NotFound` for an unknown element."""
    if scope == WHOLE:
        return GraphPart(graph, [])
    _check_names(graph, scope)
    shown = _shown(graph, scope)
    nodes = _nodes(graph, scope, shown.nodes)
    if not nodes:
        message = "nothing of the model is in what was chosen; choose another view, other elements or fewer filters"
        raise InvalidCommand(message)
    ends = Counter((each.source in nodes) + (each.target in nodes) for each in graph.edges.values())
    edges = [each for each in shown.edges if each.source in nodes and each.target in nodes and _passes(each, scope)]
    counts = {
        "scopeNodes": len(graph.nodes) - len(nodes),
        "scopeEdges": ends[_ONE_END],
        "scopeUndrawn": ends[_BOTH_ENDS] - len(edges),
    }
    notes = [Term(key=f"notes.{name}", values={"count": count}) for name, count in counts.items() if count]
    return GraphPart(_made(graph, nodes, edges), notes)


def _check_names(graph: Graph, scope: ExportScope) -> None:
    for what, named, known in (
        ("type of element", scope.node_types, graph.ontology.node_types),
        ("relation", scope.relation_types, graph.ontology.relations),
    ):
        if unknown := [each for each in named if each not in known]:
            message = f"{unknown[0][:80]!r} is no {what} of this project; there are {', '.join(known)}"
            raise InvalidCommand(message)


def words_of(part: Graph, scope: ExportScope) -> str:
    """What was chosen, in a few words for a title page; empty = everything."""
    chosen = [*([scope.focus] if scope.focus else []), *scope.elements]
    named = [part.nodes[each].name for ref in chosen for each in part.find(ref)]
    is_more = len(named) > _NAMED or scope.relation_types or scope.hidden or not scope.show_flows
    view = [scope.view] if scope.view else []
    return ", ".join([*view, *named[:_NAMED], *scope.node_types, *(["…"] if is_more else [])])


def _shown(graph: Graph, scope: ExportScope) -> ViewContent:
    if scope.view is not None:
        return content_of(graph, scope.view, None if scope.focus is None else _found(graph, scope.focus))
    if scope.focus is not None:
        raise InvalidCommand("a focus belongs to a view; name the view, too")
    return ViewContent(dict.fromkeys(graph.nodes), [*graph.edges.values()])


def _nodes(graph: Graph, scope: ExportScope, shown: Iterable[NodeId]) -> dict[NodeId, None]:
    held = _held(graph, (_found(graph, ref) for ref in scope.elements)) if scope.elements else graph.nodes.keys()
    hidden = {each for ref in scope.hidden for each in graph.find(ref)}
    types = frozenset(scope.node_types) or frozenset(graph.ontology.node_types)
    if not scope.show_flows:
        types -= {_FLOW}
    return {
        each: None for each in shown if each in held and each not in hidden and graph.nodes[each].node_type in types
    }


def _passes(edge: Edge, scope: ExportScope) -> bool:
    if scope.relation_types and edge.edge_type not in scope.relation_types:
        return False
    return scope.show_flows or edge.edge_type != _IO


def _held(graph: Graph, chosen: Iterable[NodeId]) -> set[NodeId]:
    """The chosen elements, all that they are composed of, and flows that join only these."""
    held = {*chosen}
    waiting = [*held]
    while waiting:
        below = {child.node_id for child in graph.children(waiting.pop())} - held
        held |= below
        waiting += below
    flows = (each.node_id for each in graph.of_type(_FLOW))
    return held | {flow for flow in flows if (ends := _ends(graph, flow)) and ends <= held}


def _ends(graph: Graph, flow: NodeId) -> set[NodeId]:
    """Between what a flow passes."""
    leaving = {each.target for each in graph.outgoing(flow, _IO)}
    return leaving | {each.source for each in graph.incoming(flow, _IO)}


def _found(graph: Graph, ref: str) -> NodeId:
    found = graph.find(ref)
    if len(found) == 1:
        return found[0]
    near = [graph.nodes[each].semantic_id for each in found] or suggest(graph, ref)
    hint = f"; did you mean {' or '.join(near[:3])}?" if near else ""
    message = f"{ref[:80]!r} is {'several elements' if found else 'no element'} of this model{hint}"
    raise NotFound(message)


def _made(graph: Graph, nodes: Iterable[NodeId], edges: Iterable[Edge]) -> Graph:
    part = Graph(graph.ontology)
    for node_id in nodes:
        part.put_node(graph.nodes[node_id])
    for edge in edges:
        part.put_edge(edge)
    part.counters = dict(graph.counters)
    part.revision = graph.revision
    return part
