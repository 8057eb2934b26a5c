"""The views over a graph, as data: which types each shows, which relations it draws, what counts as its content. Pure.

The page draws from the same table (`scripts/generate_protocol.py`); how a view is arranged is the page's own matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import NodeId

_FLOW: Final = "FLOW"
_IO: Final = "io"
_COMPOSE: Final = "compose"


class ViewLanes(Struct, frozen=True, rename="camel"):
    """Each node of `types` is a lane; what stands in none of them is in that of the nearest `rest` above the focus."""

    types: tuple[str, ...]
    rest: str


class GraphView(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What one view shows of a graph."""

    name: str
    node_types: tuple[str, ...] | None
    """`None`: every type. A FLOW is a box only where `flows` says so."""
    relations: tuple[str, ...] | None
    """Drawn as lines; `None`: all that are not drawn as containment."""
    containers: tuple[tuple[str, str], ...]
    """Relation and source type: such a source is drawn around its targets. The first that applies wins."""
    flows: Literal["hidden", "port", "label", "box"]
    """How a FLOW appears: never, as a port of the boxes it joins, as the label of a line, or as a box of its own."""
    focus_type: str | None = None
    """Shows one node and what it composes."""
    lanes: ViewLanes | None = None


VIEWS: Final[Mapping[str, GraphView]] = MappingProxyType(
    {
        view.name: view
        for view in (
            # The origin nests and draws no lines; a tree of boxes side by side cannot be read without its branches.
            GraphView(name="hierarchy", node_types=None, relations=("compose",), containers=(), flows="hidden"),
            GraphView(
                name="functional-flow",
                node_types=("UC", "FCHAIN", "FUNC", "ACTOR"),
                relations=("io",),
                containers=(("compose", "FUNC"), ("compose", "FCHAIN"), ("compose", "UC")),
                flows="port",
            ),
            GraphView(
                name="functional-network", node_types=("FUNC", "ACTOR"), relations=("io",), containers=(), flows="label"
            ),
            GraphView(
                name="requirements",
                node_types=("SYS", "UC", "FUNC", "REQ", "TEST"),
                relations=("satisfy", "verify"),
                containers=(),
                flows="hidden",
            ),
            GraphView(
                name="allocation",
                node_types=("MOD", "FUNC"),
                relations=(),
                containers=(("allocate", "MOD"), ("compose", "MOD")),
                flows="hidden",
            ),
            GraphView(
                name="architecture",
                node_types=("SYS", "MOD", "UC", "FCHAIN", "FUNC"),
                relations=("io",),
                containers=(
                    ("compose", "MOD"),
                    ("compose", "FUNC"),
                    ("compose", "FCHAIN"),
                    ("compose", "UC"),
                    ("compose", "SYS"),
                ),
                flows="label",
            ),
            GraphView(
                name="use-case-diagram",
                node_types=("SYS", "UC", "ACTOR"),
                relations=("relation",),
                containers=(("compose", "SYS"),),
                flows="hidden",
            ),
            GraphView(
                name="fchain",
                node_types=("FUNC", "ACTOR"),
                relations=("io",),
                containers=(),
                flows="label",
                focus_type="FCHAIN",
                lanes=ViewLanes(types=("ACTOR",), rest="SYS"),
            ),
            GraphView(
                name="workflow",
                node_types=("SHEET", "STARTER", "ENTRY_TYPE", "STEP", "HTML", "RETURN"),
                relations=("link",),
                containers=(("compose", "SHEET"),),
                flows="hidden",
            ),
            GraphView(
                name="procedure",
                node_types=("PROCESS", "STEP", "ROLE", "AUTHORITY"),
                relations=("precedes",),
                containers=(),
                flows="hidden",
                focus_type="PROCESS",
                lanes=ViewLanes(types=("ROLE", "AUTHORITY"), rest="PROCESS"),
            ),
            GraphView(name="model", node_types=None, relations=None, containers=(), flows="box"),
        )
    }
)
VIEW_NAMES: Final = tuple(VIEWS)


class ViewContent(NamedTuple):
    """The elements that a view shows, in the order of the graph, folded ones among them."""

    nodes: dict[NodeId, None]
    edges: list[Edge]


def content_of(graph: Graph, name: str, focus: NodeId | None = None) -> ViewContent:
    """What a view shows; of a focused one around `focus`, or around the first node that it may be about.

    `InvalidCommand` for a view that there is not, and for a focus that it cannot be about.
    """
    view = VIEWS.get(name)
    if view is None:
        message = f"there is no view {name[:80]!r}; use one of {', '.join(VIEWS)}"
        raise InvalidCommand(message)
    reader = _ViewReader(graph, view, focus)
    return ViewContent(reader.nodes, [edge for edge in graph.edges.values() if reader.draws(edge)])


class _ViewReader:
    def __init__(self, graph: Graph, view: GraphView, focus: NodeId | None) -> None:
        self._graph = graph
        self._view = view
        self._focus = self._focused(focus)
        drawn = {*(view.relations or ()), *(relation for relation, _ in view.containers)}
        if view.flows != "hidden":
            drawn.add(_IO)
        if self._focus is not None:
            drawn.add(_COMPOSE)
        self._drawn = frozenset(drawn)
        boxes = {*self._boxes()}
        flows = {*self._flows(boxes)}
        self.nodes = dict.fromkeys(each for each in graph.nodes if each in boxes or each in flows)

    def draws(self, edge: Edge) -> bool:
        """Is the relation a line, a box inside a box, or what puts a box into a lane?"""
        if edge.source not in self.nodes or edge.target not in self.nodes:
            return False
        is_drawn = self._view.relations is None or edge.edge_type in self._drawn
        return is_drawn or (self._view.lanes is not None and (self._is_lane(edge.source) or self._is_lane(edge.target)))

    def _focused(self, focus: NodeId | None) -> NodeId | None:
        wanted = self._view.focus_type
        if focus is not None and wanted is None:
            raise InvalidCommand(f"the view {self._view.name} is about no single element; leave the focus out")
        if focus is not None and self._graph.nodes[focus].node_type != wanted:
            named = self._graph.nodes[focus].semantic_id
            raise InvalidCommand(f"the view {self._view.name} is about one {wanted}, and {named} is none")
        if wanted is None or focus is not None:
            return focus
        return next((node.node_id for node in self._graph.of_type(wanted)), None)

    def _boxes(self) -> Iterator[NodeId]:
        view, nodes = self._view, self._graph.nodes
        wanted: Iterable[NodeId]
        if view.focus_type is None:
            wanted = nodes
        elif self._focus is None:
            return
        else:
            yield self._focus
            wanted = self._members(self._focus)
        for node_id in wanted:
            node_type = nodes[node_id].node_type
            if node_type == _FLOW:
                if view.flows == "box":
                    yield node_id
            elif view.node_types is None or node_type in view.node_types:
                yield node_id

    def _members(self, focus: NodeId) -> Iterator[NodeId]:
        """What the focus composes, and the lanes that stand around it."""
        for node in self._graph.children(focus):
            yield node.node_id
            for other, edge_id in self._graph.around(node.node_id):
                if self._is_lane(other) and self._graph.edges[edge_id].edge_type != _COMPOSE:
                    yield other

    def _flows(self, boxes: set[NodeId]) -> Iterator[NodeId]:
        """Flows that are a port or a label of a box."""
        if self._view.flows in {"port", "label"}:
            for flow in self._graph.of_type(_FLOW):
                if any(other in boxes for other in self._graph.neighbours(flow.node_id)):
                    yield flow.node_id

    def _is_lane(self, node_id: NodeId) -> bool:
        lanes = self._view.lanes
        return lanes is not None and self._graph.nodes[node_id].node_type in lanes.types
