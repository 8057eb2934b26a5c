"""What changed since a thread last saw the graph, as a diff with removals (B-21, B-39, WB-06)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from graphwright.context.data_block import escape_roles
from graphwright.context.disclosure import shown_attributes
from graphwright.context.history import whole_lines
from graphwright.context.naming import Names
from graphwright.formats.diff_text import operations_of, write_diff
from graphwright.formats.encoding import FORMAT_E, AttributesOf
from graphwright.graph.document import Graph
from graphwright.protocol.graph import Change, Edge, EdgeChange, Node, NodeChange
from graphwright.protocol.ids import NodeId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)

MOST: Final = 200
"""Changes that are told beside the graph."""
FENCE: Final = "format-e"
MARKED: Final = 20
"""Named one by one as no longer so."""


def squash(changes: Iterable[Change]) -> list[Change]:
    """Several changes of one element as one; what was made and removed again, or put back, is left out."""
    nodes: dict[str, NodeChange] = {}
    edges: dict[str, EdgeChange] = {}
    for change in changes:
        if isinstance(change, NodeChange):
            _merge_node(nodes, change)
        else:
            _merge_edge(edges, change)
    merged: list[Change] = [change for change in nodes.values() if _differs(change)]
    merged += [change for change in edges.values() if _differs(change)]
    return merged


def changed_lines(
    graph: Graph,
    changes: Iterable[Change],
    revision: int,
    *,
    nodes: Mapping[NodeId, Node],
    edges: Collection[Edge],
    neighbours: Iterable[Node],
) -> str:
    """The diff since a revision, of the nodes and edges that the capture kept and of everything removed."""
    squashed = squash(changes)
    names = {node_id: node.semantic_id for node_id, node in graph.nodes.items()}
    for change in squashed:
        if isinstance(change, NodeChange) and change.before is not None:
            names.setdefault(change.before.node_id, change.before.semantic_id)
    kept_edges = {edge.edge_id for edge in edges}
    kept = [change for change in squashed if _is_kept(change, nodes, kept_edges)]
    shown = shown_attributes(graph.ontology)
    operations = operations_of((_disclosed(change, shown) for change in kept), names.__getitem__)
    text = write_diff(operations, graph.ontology, base=f"@v{revision}")
    stubs = [FORMAT_E.stub(node, node.semantic_id) for node in neighbours]
    return escape_roles("\n".join([text, *(["## Neighbours", *stubs] if stubs else [])]))


def written(names: Names, operations: Iterable[Operation] = (), *, most: int) -> str:
    """Operations as lines of the diff form, by the ids of now; at most so many characters of them.

    An edge of which nobody can name an end any more is left out.
    """
    told = [named for each in operations if (named := _with_names(each, names)) is not None]
    if not told:
        return ""
    first, *lines, last = write_diff(told, names.graph.ontology).splitlines()
    # Fenced, as an answer is asked for: what stands in the history is an example, too.
    return escape_roles("\n".join([f"```{FENCE}", first, *whole_lines(lines, most), last, "```"]))


def applied(names: Names, changes: Iterable[Change], *, most: int) -> str:
    """What was changed, in the same form, and what of it is no longer so."""
    graph, shown = names.graph, shown_attributes(names.graph.ontology)
    squashed = squash(changes)
    lines = written(names, operations_of((_disclosed(change, shown) for change in squashed), names.of), most=most)
    later = [
        _mark("removed since", dict.fromkeys(_no_more(squashed, names))),
        _mark("changed since", _other(squashed, graph)),
    ]
    return "\n".join([*([lines] if lines else []), *filter(None, later)])


def _no_more(changes: Iterable[Change], names: Names) -> Iterator[str]:
    """What was made or kept by changes and is not there now."""
    graph = names.graph
    for change in changes:
        after = change.after
        if isinstance(after, Node) and after.node_id not in graph.nodes:
            yield after.semantic_id
        elif isinstance(after, Edge) and after.edge_id not in graph.edges:
            gone = [end for end in (after.source, after.target) if end not in graph.nodes]
            yield from (names.of(end) for end in gone)
            if not gone:
                relation = graph.ontology.relations[after.edge_type]
                yield f"{names.of(after.source)} -{relation.short}-> {names.of(after.target)}"


def _other(changes: Iterable[Change], graph: Graph) -> list[str]:
    """The nodes that somebody has changed after these changes."""
    made = [change.after for change in changes if isinstance(change.after, Node)]
    now = [(node, graph.nodes[node.node_id]) for node in made if node.node_id in graph.nodes]
    return [graph.short_id(new) for old, new in now if replace(new, revision=0) != replace(old, revision=0)]


def _mark(what: str, named: Collection[str]) -> str:
    """One line about several."""
    told = list(named)[:MARKED]
    more = f" and {len(named) - MARKED} more" if len(named) > MARKED else ""
    return f"[{what}: {', '.join(told)}{more}]" if told else ""


def _with_names(operation: Operation, names: Names) -> Operation | None:
    """The operation with names for ids; `None` where the ends of an edge are not known any more."""
    if isinstance(operation, NodeCreate):
        return operation
    if isinstance(operation, NodeUpdate | NodeDelete):
        return replace(operation, ref=Ref(names.of(operation.ref)))
    ends = names.ends(operation)
    if ends is None or not (names.knows(ends[0]) and names.knows(ends[2])):
        return None
    source, edge_type, target = Ref(names.of(ends[0])), ends[1], Ref(names.of(ends[2]))
    if isinstance(operation, EdgeCreate):
        return replace(operation, edge_type=edge_type, source=source, target=target)
    return replace(operation, ref=None, edge_type=edge_type, source=source, target=target)


def news(graph: Graph, changes: Iterable[Change], revision: int) -> str:
    """What has changed since a revision, told beside the graph; of very much only the newest is told one by one."""
    squashed = squash(changes)
    told = squashed[-MOST:]
    nodes = {change.after.node_id: change.after for change in told if isinstance(change.after, Node)}
    edges = [change.after for change in told if isinstance(change.after, Edge)]
    text = changed_lines(graph, told, revision, nodes=nodes, edges=edges, neighbours=())
    return text if len(told) == len(squashed) else f"{len(squashed) - len(told)} earlier changes are left out\n{text}"


def _merge_node(merged: dict[str, NodeChange], change: NodeChange) -> None:
    node = change.before or change.after
    if node is not None:
        first = merged.get(node.node_id)
        merged[node.node_id] = change if first is None else NodeChange(before=first.before, after=change.after)


def _merge_edge(merged: dict[str, EdgeChange], change: EdgeChange) -> None:
    edge = change.before or change.after
    if edge is not None:
        first = merged.get(edge.edge_id)
        merged[edge.edge_id] = change if first is None else EdgeChange(before=first.before, after=change.after)


def _differs(change: Change) -> bool:
    """Whether more than the revision is different."""
    if change.before is None or change.after is None:
        return change.before is not change.after
    return replace(change.before, revision=0) != replace(change.after, revision=0)


def _is_kept(change: Change, nodes: Mapping[NodeId, Node], edges: Collection[str]) -> bool:
    after = change.after
    if after is None:
        return True
    return after.node_id in nodes if isinstance(after, Node) else after.edge_id in edges


def _disclosed(change: Change, shown: AttributesOf) -> Change:
    """The change with the attributes that a capture may show."""
    if isinstance(change, NodeChange):
        before, after = change.before, change.after
        return NodeChange(
            before=before and replace(before, attributes=dict(shown(before))),
            after=after and replace(after, attributes=dict(shown(after))),
        )
    edge_before, edge_after = change.before, change.after
    return EdgeChange(
        before=edge_before and replace(edge_before, attributes=dict(shown(edge_before))),
        after=edge_after and replace(edge_after, attributes=dict(shown(edge_after))),
    )
