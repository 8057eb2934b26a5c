"""Reads of the graph: the whole at a glance, search, neighbourhood, one node, its edges (D-70 to D-73, D-76)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from graphwright.context.parts import parts_of
from graphwright.errors import InvalidCommand, NotFound
from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_SOURCE, read_by_people
from graphwright.graph.kinds import handles_of, kind_of
from graphwright.graph.main_parts import MainPart
from graphwright.graph.query import histogram, neighbourhood
from graphwright.graph.sections import is_in_section
from graphwright.pauses import paced
from graphwright.ports import in_slices
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.tools.answer import ANSWER_BYTES, TEXT_CHARACTERS, ToolAnswer, answered, cut, json_text, listed
from graphwright.tools.look import (
    SUMMARY,
    NodeWord,
    Offset,
    PartWord,
    brief,
    edge_row,
    find_node,
    id_of,
    known_as,
    label_of,
    name_of,
    shortened,
)
from graphwright.tools.schema import EdgeTypeWord, NodeTypeWord, ToolArguments
from graphwright.tools.tool_context import ToolContext

SLICE: Final = 2_000
"""Elements counted between two pauses (ADR-18)."""
PAUSE_S: Final = 0.001
MAX_NODES: Final = 200
"""Of a neighbourhood; more is no neighbourhood but the model."""
RANKED: Final = 2_000
"""Hits that are looked through when only the parts of one node are wanted."""
_ROOTS: Final = 20
_WHOLES: Final = 5
_ATTRIBUTES: Final = 6_000

Direction: TypeAlias = Annotated[
    Literal["out", "in", "both"], Meta(description="`out`: edges that start at the node, `in`: edges that end there")
]


class ReadGraphOverview(ToolArguments, frozen=True, kw_only=True):
    """The whole model at a glance: how many nodes and edges of which type, its main parts, how many findings."""


async def read_graph_overview(context: ToolContext, _arguments: ReadGraphOverview) -> ToolAnswer:
    """D-70."""
    project = context.project
    graph, header = context.graph, project.header
    relations: Counter[str] = Counter()
    edges = list(graph.edges.values())
    for start in range(0, len(edges), SLICE):
        relations.update(edge.edge_type for edge in edges[start : start + SLICE])
        if start + SLICE < len(edges):
            await project.clock.sleep(PAUSE_S)
    tops = await _tops(context)
    findings = Counter(finding.severity for finding in await context.findings())
    found = await parts_of(graph, project.clock)
    head: dict[str, JsonValue] = {
        "name": header.name,
        "profile": header.profile,
        "phase": header.phase,
        "revision": graph.revision,
        "nodes": {"all": len(graph.nodes), **histogram(graph)},
        "edges": {"all": len(edges), **relations},
        "findings": {severity: findings[severity] for severity in ("error", "warning", "info")},
        "main_parts": [_part(graph, each) for each in found.parts],
    }
    if found.smaller:
        head["smaller_sections"] = {**found.smaller}
    shown = tops[:_ROOTS]
    rows: Iterator[tuple[NodeId | None, JsonValue]] = (
        (node.node_id, {**brief(graph, node), "parts": sum(1 for _ in graph.children(node.node_id))}) for node in shown
    )
    answer = listed(
        head, "top_nodes", rows, total=len(tops), rest="find them with search_nodes or explore_neighborhood"
    )
    named = (node.node_id for part in found.parts for node in part.shown)
    return ToolAnswer(content=answer.content, node_ids=[*dict.fromkeys([*answer.node_ids, *named])])


def _part(graph: Graph, part: MainPart) -> dict[str, JsonValue]:
    """What a main part holds, its most connected elements, and how many relations lead to which other parts."""
    told: dict[str, JsonValue] = {}
    if part.head is None:
        told["section"] = part.name[:SUMMARY]
    else:
        told |= {"id": id_of(graph, part.head), "name": part.name[:SUMMARY]}
    if part.made_of:
        more = [f"{part.more} more"] if part.more else []
        told["made_of"] = [*(label_of(graph, each)[:SUMMARY] for each in part.made_of), *more]
    told["holds"] = {**part.holds}
    told["most_connected"] = [label_of(graph, each)[:SUMMARY] for each in part.central]
    told["related_to"] = {name_of(graph, NodeId(other)): count for other, count in part.tied.items()}
    return told


async def _tops(context: ToolContext) -> list[Node]:
    """Nodes that have parts and are part of nothing."""
    graph = context.graph
    tops: list[Node] = []
    node_ids = list(graph.nodes)
    for start in range(0, len(node_ids), SLICE):
        for node_id in node_ids[start : start + SLICE]:
            node = graph.nodes.get(node_id)
            if (
                node is not None
                and any(graph.outgoing(node_id, "compose"))
                and not any(graph.incoming(node_id, "compose"))
            ):
                tops.append(node)
        if start + SLICE < len(node_ids):
            await context.project.clock.sleep(PAUSE_S)
    return tops


class SearchNodes(ToolArguments, frozen=True, kw_only=True):
    """Finds nodes by an id, a name, or words of their name and description; best first."""

    query: Annotated[str, Meta(min_length=1, max_length=1_000)]
    node_type: NodeTypeWord | None = None
    inside: PartWord | None = None
    max_results: Annotated[int, Meta(ge=1, le=50)] = 10


async def search_nodes(context: ToolContext, arguments: SearchNodes) -> ToolAnswer:
    """D-71; the type filters before the limit (WD-18), and no match is said (WD-17)."""
    graph = context.graph
    node_types = None if arguments.node_type is None else [type_named(graph, arguments.node_type)]
    part = arguments.inside
    found = await context.search(arguments.query, arguments.max_results if part is None else RANKED, node_types)
    belongs = is_of_part(graph, part)
    known = [(graph.nodes[hit.node_id], hit.score) for hit in found if hit.node_id in graph.nodes]
    hits = [(node, score) for node, score in known if belongs(node)][: arguments.max_results]
    if part is not None and not hits:
        await _check_part(context, part)
    head: dict[str, JsonValue] = {"revision": graph.revision, "found": len(hits)}
    if not hits:
        said: JsonValue = "nothing in this model matches; try other words, or look at read_graph_overview"
        return answered({**head, "notice": said})
    rows: Iterator[tuple[NodeId | None, JsonValue]] = (
        (node.node_id, {**brief(graph, node), "score": round(score, 3)}) for node, score in hits
    )
    return listed(head, "nodes", rows, total=len(hits), rest="search with more words or a node_type")


async def _check_part(context: ToolContext, part: str) -> None:
    """`NotFound` where neither a node nor a section is called so."""
    nodes = list(context.graph.nodes.values())
    try:
        find_node(context.graph, part)
    except NotFound:
        is_section = partial(any, (is_in_section(each, part) for each in paced(nodes)))
        if not await in_slices(is_section, context.project.clock):
            raise


def is_of_part(graph: Graph, part: str | None) -> Callable[[Node], bool]:
    """Is a node a part of the node, or in the section, that is called so? Every node is, of none."""
    if part is None:
        return lambda _: True
    try:
        whole = find_node(graph, part).node_id
    except NotFound:
        return lambda node: is_in_section(node, part)
    return lambda node: _is_inside(graph, node.node_id, whole) or is_in_section(node, part)


def _is_inside(graph: Graph, node_id: NodeId, whole: NodeId) -> bool:
    """Is a node a part of another, directly or through its own wholes? A circle of parts ends the walk."""
    seen, ahead = {node_id}, [node_id]
    while ahead:
        for over in graph.sources(ahead.pop(), "compose"):
            if over.node_id == whole:
                return True
            if over.node_id not in seen:
                seen.add(over.node_id)
                ahead.append(over.node_id)
    return False


class ExploreNeighborhood(ToolArguments, frozen=True, kw_only=True):
    """What lies around a node: the nodes within some hops, nearest first, and the edges between them."""

    node: NodeWord
    max_depth: Annotated[int, Meta(ge=1, le=3, description="hops")] = 2
    direction: Direction = "both"
    edge_types: Annotated[list[EdgeTypeWord], Meta(max_length=20, description="only over these")] | None = None


async def explore_neighborhood(context: ToolContext, arguments: ExploreNeighborhood) -> ToolAnswer:
    """D-72."""
    graph = context.graph
    start = find_node(graph, arguments.node)
    words = arguments.edge_types
    relations = None if words is None else frozenset(relation_named(graph, word) for word in words)
    found = neighbourhood(
        graph,
        [start.node_id],
        depth=arguments.max_depth,
        relations=relations,
        direction=arguments.direction,
        most=MAX_NODES,
    )
    narrower = "ask with a smaller max_depth, fewer edge_types, one direction, or from a nearer node"
    nodes = listed(
        {"revision": graph.revision, "start": id_of(graph, start), "cut": found.is_cut},
        "nodes",
        ((node_id, {**brief(graph, graph.nodes[node_id]), "hops": hops}) for node_id, hops in found.distances.items()),
        total=len(found.distances),
        rest=narrower,
        budget=ANSWER_BYTES * 2 // 3,
    )
    edges = listed(
        {},
        "edges",
        ((None, edge_row(graph, graph.edges[edge_id])) for edge_id in found.edges),
        total=len(found.edges),
        rest=narrower,
        more="more_edges",
        budget=ANSWER_BYTES - len(nodes.content.encode()),
    )
    return ToolAnswer(content=f"{nodes.content[:-1]},{edges.content[1:]}", node_ids=nodes.node_ids)


class ReadNodeDetail(ToolArguments, frozen=True, kw_only=True):
    """One node whole: description, attributes, where it belongs, how many edges of which type.

    For a long text give `field` (descr, or an attribute's name) and `offset`.
    """

    node: NodeWord
    field: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    offset: Offset = 0


async def read_node_detail(context: ToolContext, arguments: ReadNodeDetail) -> ToolAnswer:
    """D-73."""
    graph = context.graph
    node = find_node(graph, arguments.node)
    if arguments.field is not None:
        return _long_text(graph, node, arguments.field, arguments.offset)
    wholes = list(graph.sources(node.node_id, "compose"))
    on = f"read_node_detail with node={id_of(graph, node)}, field={{name}}, offset={{offset}}"
    out = Counter(edge.edge_type for edge in graph.outgoing(node.node_id))
    into = Counter(edge.edge_type for edge in graph.incoming(node.node_id))
    detail: dict[str, JsonValue] = {
        "id": id_of(graph, node),
        "type": node.node_type,
        "name": node.name,
        **known_as(node),
        **_origin(node),
        **_kind(graph, node),
        "descr": cut(node.descr, on.replace("{name}", "descr")),
        "attributes": shortened(read_by_people(node.attributes), on, each=TEXT_CHARACTERS, most=_ATTRIBUTES),
        "part_of": [label_of(graph, whole) for whole in wholes[:_WHOLES]],
        "edges": {"out": dict(out), "in": dict(into)},
        "created_revision": node.created_revision,
        "changed_revision": node.revision,
    }
    return answered(detail, node_ids=[node.node_id, *(whole.node_id for whole in wholes[:_WHOLES])])


def _origin(node: Node) -> dict[str, JsonValue]:
    """The file that a node came in with."""
    source = node.attributes.get(FOREIGN_SOURCE)
    return {"came_from": source[:SUMMARY]} if isinstance(source, str) else {}


def _kind(graph: Graph, node: Node) -> dict[str, JsonValue]:
    """The team's own type of a node and where its edges may end, in projects that have such."""
    kind, handles = kind_of(graph, node), handles_of(graph, node)
    shown: dict[str, JsonValue] = {} if kind.node_id is None else {"kind": kind.key}
    if handles:
        shown["handles"] = [{"id": end.id, "side": end.side, "label": end.label[:SUMMARY]} for end in handles]
    return shown


def _long_text(graph: Graph, node: Node, field: str, offset: int) -> ToolAnswer:
    """A description or attribute from some character on."""
    if field != "descr" and field not in node.attributes:
        known = ", ".join(["descr", *islice(read_by_people(node.attributes), 50)])
        raise InvalidCommand(f"{node.semantic_id} has no text {field[:100]!r}; it has {known}")
    value = node.descr if field == "descr" else node.attributes[field]
    text = value if isinstance(value, str) else json_text(value)
    how = "go on with offset={offset}"
    # A character has up to four bytes, and JSON may write one as six.
    shown = cut(text, how, start=offset, most=(ANSWER_BYTES - 1_000) // 6)
    return answered(
        {"id": id_of(graph, node), "field": field, "offset": offset, "text": shown}, node_ids=[node.node_id]
    )


class ListNodeEdges(ToolArguments, frozen=True, kw_only=True):
    """The edges of a node, with the nodes at their other ends."""

    node: NodeWord
    direction: Direction = "both"
    edge_type: EdgeTypeWord | None = None
    offset: Offset = 0


async def list_node_edges(context: ToolContext, arguments: ListNodeEdges) -> ToolAnswer:
    """D-76."""
    graph = context.graph
    node = find_node(graph, arguments.node)
    edge_type = None if arguments.edge_type is None else relation_named(graph, arguments.edge_type)
    out = graph.outgoing(node.node_id, edge_type) if arguments.direction != "in" else iter(())
    into = graph.incoming(node.node_id, edge_type) if arguments.direction != "out" else iter(())
    edges = list(chain(out, into))
    alike = Counter(_ends(edge) for edge in edges)
    head: dict[str, JsonValue] = {"id": id_of(graph, node), "name": node.name, "edges_in_all": len(edges)}
    answer = listed(
        head,
        "edges",
        (_edge_with_ends(graph, node, edge, is_one=alike[_ends(edge)] == 1) for edge in edges[arguments.offset :]),
        total=len(edges),
        start=min(arguments.offset, len(edges)),
        rest="go on with offset={offset}, or give edge_type or direction",
    )
    return ToolAnswer(content=answer.content, node_ids=[node.node_id, *dict.fromkeys(answer.node_ids)])


def _ends(edge: Edge) -> tuple[NodeId, str, NodeId]:
    return edge.source, edge.edge_type, edge.target


def _edge_with_ends(graph: Graph, node: Node, edge: Edge, *, is_one: bool) -> tuple[NodeId, JsonValue]:
    """An edge, and the name and type of its other end; its id only where ends do not tell it from others."""
    other_id = edge.target if edge.source == node.node_id else edge.source
    other = graph.nodes.get(other_id)
    row = edge_row(graph, edge, with_id=not is_one)
    if other is not None:
        row |= {"other": {"id": name_of(graph, other_id), "type": other.node_type, "name": other.name}}
    return other_id, row


def type_named(graph: Graph, word: str) -> str:
    """The node type a word stands for. `InvalidCommand` lists all."""
    found = graph.ontology.node_type(word)
    if found is None:
        raise InvalidCommand(f"{word[:100]!r} is no node type; there are {', '.join(graph.ontology.node_types)}")
    return found.name


def relation_named(graph: Graph, word: str) -> str:
    """The relation a word stands for. `InvalidCommand` lists all."""
    found = graph.ontology.relation(word)
    if found is None:
        raise InvalidCommand(f"{word[:100]!r} is no edge type; there are {', '.join(graph.ontology.relations)}")
    return found.name
