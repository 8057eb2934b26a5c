"""A second import of the same source: which elements are known, and what was added, changed or is gone since.

Elements of other tools are known by their foreign ids, those of our own forms by our ids. An element whose
file says of it what it said the last time is left as it is, whatever people made of it here. Pure.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.foreign import (
    FOREIGN_DIGEST,
    FOREIGN_FIELDS,
    FOREIGN_ID,
    FOREIGN_MAPPING,
    FOREIGN_SOURCE,
    MADE_ID,
    is_foreign,
)
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeSet,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)

_DIGEST: Final = 12
"""Characters of a digest: two states of one element meet by chance once in 10^14."""
_HALF: Final = 0.5
"""Of the elements of a source, or of a file: where as many are known, it is the same source."""
Kept = TypeVar("Kept", Node, Edge)


class ModelDifferences(NamedTuple):
    """A file beside a graph."""

    operations: list[Operation]
    added: int
    changed: int
    gone: int


def differences(imported: ImportedModel, graph: Graph, source: str) -> ModelDifferences:
    """The operations that bring the graph to what the file called `source` says."""
    matching = _Matching(imported, graph, source)
    return matching.result()


def remembered_mapping(graph: Graph, source: str) -> str:
    """What people said of the sheets and columns of a file when it came in; empty where they said nothing."""
    for node in graph.nodes.values():
        said = node.attributes.get(FOREIGN_MAPPING)
        if isinstance(said, str) and node.attributes.get(FOREIGN_SOURCE) == source:
            return said
    return ""


class _Matching:
    def __init__(self, imported: ImportedModel, graph: Graph, source: str) -> None:
        self._graph = graph
        self._is_whole = imported.is_whole
        self._holds_edge_attributes = imported.holds_edge_attributes
        self._nodes = [each for each in imported.operations if isinstance(each, NodeCreate)]
        self._edges = [each for each in imported.operations if isinstance(each, EdgeCreate)]
        self._others = [each for each in imported.operations if not isinstance(each, NodeCreate | EdgeCreate)]
        self._known = self._known_nodes()
        self._source, self._is_again = self._source_meant(source)
        self._operations: list[Operation] = []
        self._counts: Counter[str] = Counter()

    def result(self) -> ModelDifferences:
        """Nodes before edges, what goes last."""
        for node in self._nodes:
            self._node(node)
        seen = {edge_id for edge in self._edges if (edge_id := self._edge(edge)) is not None}
        if self._is_whole and self._is_again:
            self._gone(seen)
        return ModelDifferences(
            [*self._operations, *self._others], self._counts["added"], self._counts["changed"], self._counts["gone"]
        )

    def _known_nodes(self) -> dict[str, Node]:
        """By what the file calls them; a node that has become another type is another one."""
        known = self._known_by_tool() if self._is_whole else self._known_by_us()
        return {name: node for name, node in known.items() if node is not None}

    def _known_by_tool(self) -> dict[str, Node | None]:
        """By the tool's ids, or by ours where it had the element from here; an id that two nodes have tells neither."""
        here: dict[tuple[str, JsonValue], Node | None] = {}
        for every in self._graph.nodes.values():
            if (named := every.attributes.get(FOREIGN_ID)) is not None:
                key = every.node_type, named
                here[key] = None if key in here else every
        by_us = self._known_by_us()
        known: dict[str, Node | None] = {}
        for each in self._nodes:
            mark = str(each.attributes.get(FOREIGN_ID))
            node = here.get((each.node_type, mark)) or by_us.get(mark)
            node = node or self._graph.nodes.get(NodeId(mark.removeprefix(MADE_ID)))
            if each.temp_id is not None and node is not None and node.node_type == each.node_type:
                known[each.temp_id] = node
        return known

    def _known_by_us(self) -> dict[str, Node | None]:
        """By node id, or by semantic id where the file is plainly of this project: `Order.FL.001` is in many."""
        nodes = self._graph.nodes
        named: dict[tuple[str, str], Node] = {(each.node_type, each.semantic_id): each for each in nodes.values()}
        wanted = [(each.temp_id or each.semantic_id or "", each) for each in self._nodes]
        by_name = {ref: named.get((each.node_type, each.semantic_id or ref)) for ref, each in wanted}
        is_ours = sum(node is not None for node in by_name.values()) > _HALF * len(wanted)
        return {ref: nodes.get(NodeId(ref), by_name[ref] if is_ours else None) for ref, _ in wanted}

    def _source_meant(self, source: str) -> tuple[str, bool]:
        """The source that the file is a newer state of: a file may have another name by now."""
        of_source = Counter(str(node.attributes.get(FOREIGN_SOURCE, "")) for node in self._graph.nodes.values())
        met = Counter(str(node.attributes.get(FOREIGN_SOURCE, "")) for node in self._known.values())
        met.pop("", None)
        for name, count in met.most_common(1):
            if name == source or count >= _HALF * of_source[name]:
                return name, True
        return source, False

    def _node(self, wanted: NodeCreate) -> None:
        marked = self._marked(wanted, wanted.name, wanted.descr, wanted.node_type)
        here = self._known.get(wanted.temp_id or wanted.semantic_id or "")
        if here is None:
            self._counts["added"] += 1
            self._operations.append(replace(wanted, attributes=marked))
            return
        if _says_the_same(here, marked):
            return
        fields, gone = _differences(here.attributes, marked)
        name = wanted.name if wanted.name != here.name else None
        descr = wanted.descr if wanted.descr != here.descr else None
        if name is None and descr is None and not gone and not any(not is_foreign(key) for key in fields):
            return
        self._counts["changed"] += 1
        self._operations.append(
            NodeUpdate(
                id=wanted.id,
                ref=Ref(here.node_id),
                set=NodeSet(name=name, descr=descr, attributes=fields),
                unset=gone,
            )
        )

    def _edge(self, wanted: EdgeCreate) -> EdgeId | None:
        """Make or change an edge; the id of the one that is there already."""
        marked = self._marked(wanted, wanted.edge_type)
        source, target = self._known.get(wanted.source), self._known.get(wanted.target)
        here = None
        if source is not None and target is not None:
            twins = self._graph.twins(wanted.edge_type, source.node_id, target.node_id, wanted.attributes)
            here = next(twins, None)
        if here is None:
            self._counts["added"] += 1
            ends = [Ref(end) if node is None else Ref(node.node_id)
                    for end, node in ((wanted.source, source), (wanted.target, target))]  # fmt: skip
            self._operations.append(replace(wanted, source=ends[0], target=ends[1], attributes=marked))
            return None
        fields, gone = _differences(here.attributes, marked)
        gone = gone if self._holds_edge_attributes else []
        if not _says_the_same(here, marked) and (gone or any(not is_foreign(key) for key in fields)):
            self._counts["changed"] += 1
            self._operations.append(
                EdgeUpdate(id=wanted.id, ref=Ref(here.edge_id), set=EdgeSet(attributes=fields), unset=gone)
            )
        return here.edge_id

    def _marked(self, wanted: NodeCreate | EdgeCreate, *said: str) -> dict[str, JsonValue]:
        """Its attributes with source and digest; what comes in one of our own forms stays as it is."""
        if not self._is_whole:
            return wanted.attributes
        marked: dict[str, JsonValue] = {**wanted.attributes, FOREIGN_SOURCE: self._source}
        if fields := [key for key in wanted.attributes if not is_foreign(key)]:
            marked[FOREIGN_FIELDS] = ",".join(fields)
        if fields or isinstance(wanted, NodeCreate):
            marked[FOREIGN_DIGEST] = _digest([*said, wanted.attributes])
        return marked

    def _gone(self, seen: set[EdgeId]) -> None:
        """What came from this source and is not in the file any more. Edges of a node go with it."""
        kept = {node.node_id for node in self._known.values()}
        lost = [node.node_id for node in self._of_source(self._graph.nodes.values()) if node.node_id not in kept]
        leaving: set[NodeId] = set(lost)
        edges = [
            edge.edge_id
            for edge in self._of_source(self._graph.edges.values())
            if edge.edge_id not in seen and not {edge.source, edge.target} & leaving
        ]
        self._counts["gone"] += len(lost) + len(edges)
        self._operations += [EdgeDelete(id=OperationId(f"g{at}"), ref=Ref(each)) for at, each in enumerate(edges, 1)]
        self._operations += [
            NodeDelete(id=OperationId(f"g{at}"), ref=Ref(each)) for at, each in enumerate(lost, len(edges) + 1)
        ]

    def _of_source(self, elements: Iterable[Kept]) -> Iterable[Kept]:
        return (each for each in elements if each.attributes.get(FOREIGN_SOURCE) == self._source)


def _says_the_same(here: Node | Edge, marked: Mapping[str, JsonValue]) -> bool:
    digest = marked.get(FOREIGN_DIGEST)
    return digest is not None and here.attributes.get(FOREIGN_DIGEST) == digest


def _differences(
    here: Mapping[str, JsonValue], wanted: Mapping[str, JsonValue]
) -> tuple[dict[str, JsonValue], list[str]]:
    """Attributes to set, and those to take away: what the file said the last time and does not say now."""
    fields = {key: value for key, value in wanted.items() if not (key in here and _is_same(here[key], value))}
    before = str(here.get(FOREIGN_FIELDS, "")).split(",")
    return fields, [key for key in before if key in here and key not in wanted]


def _is_same(here: JsonValue, wanted: JsonValue) -> bool:
    """Is it the same value, or as much of it as a format keeps that knows only text?"""
    if here == wanted or not isinstance(wanted, str) or isinstance(here, str):
        return here == wanted
    try:
        return bool(here == msgspec.json.decode(wanted))
    except msgspec.DecodeError:
        return False


def _digest(said: list[JsonValue]) -> str:
    return hashlib.sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:_DIGEST]
