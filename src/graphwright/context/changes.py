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
from graphwright.protocol.ids import NodeId, Ref, SemanticId
from graphwright.protocol.operations import (
    EdgeCreate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)

MOST: Final = 200
"""Changes that are told beside the graph."""
NEWS_CHARACTERS: Final = 8_000
"""Of them together, about 2,000 tokens; the newest are kept."""
FENCE: Final = "format-e"
MARKED: Final = 20
"""Named one by one as no longer so."""


def squash(changes: Iterable[Change]) -> list[Change]:
    """Several changes of one element as one, by age; what was made and removed again, or put back, is left out."""
    merged: dict[str, Change] = {}
    for change in changes:
        element = change.before or change.after
        if element is None:
            continue
        key = f"n{element.node_id}" if isinstance(element, Node) else f"e{element.edge_id}"
        first = merged.pop(key, None)
        merged[key] = change if first is None else _joined(first, change)
    return [change for change in merged.values() if _differs(change)]


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
    kept_edges = {edge.edge_id for edge in edges}
    kept = [change for change in squashed if _is_kept(change, nodes, kept_edges)]
    text = _diff(graph, kept, revision, _gone(squashed))
    stubs = [FORMAT_E.stub(node, node.semantic_id) for node in neighbours]
    return escape_roles("\n".join([text, *(["## Neighbours", *stubs] if stubs else [])]))


def _gone(changes: Iterable[Change]) -> dict[NodeId, SemanticId]:
    """The names that nodes had before: lines about edges may still lead to them."""
    nodes = (change.before for change in changes if isinstance(change, NodeChange))
    return {node.node_id: node.semantic_id for node in nodes if node is not None}


def _diff(graph: Graph, changes: Iterable[Change], revision: int, gone: Mapping[NodeId, SemanticId]) -> str:
    def name(node_id: NodeId) -> SemanticId:
        node = graph.nodes.get(node_id)
        return gone[node_id] if node is None else node.semantic_id

    shown = shown_attributes(graph.ontology)
    operations = operations_of((_disclosed(change, shown) for change in changes), name)
    return write_diff(operations, graph.ontology, base=f"@v{revision}")


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
    # Of all of them: a node's removal may be left out where that of its edges is told.
    gone = _gone(squashed)
    told = squashed[-MOST:]
    text = escape_roles(_diff(graph, told, revision, gone))
    while len(text) > NEWS_CHARACTERS and len(told) > 1:
        told = told[len(told) // 2 :]
        text = escape_roles(_diff(graph, told, revision, gone))
    return text if len(told) == len(squashed) else f"{len(squashed) - len(told)} earlier changes are left out\n{text}"


def _joined(first: Change, then: Change) -> Change:
    """Two changes of one element as one."""
    if isinstance(first, NodeChange) and isinstance(then, NodeChange):
        return NodeChange(before=first.before, after=then.after)
    if isinstance(first, EdgeChange) and isinstance(then, EdgeChange):
        return EdgeChange(before=first.before, after=then.after)
    return then


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
