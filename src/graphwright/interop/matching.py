"""A second import of the same source: which elements are known, and what was added, changed or is gone since.

Elements of other tools are known by their foreign ids, those of our own forms by our ids. An element whose
file says of it what it said the last time is left as it is, whatever people made of it here. One whose place another
one took is that one: retyped it takes what is new in the file, merged it stays what people made of it.

Where a file says something new, fields that only people changed stay; where both changed one, the operation is
contested. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from graphwright.graph.document import Graph, former_ids
from graphwright.graph.foreign import (
    FOREIGN_DIGEST,
    FOREIGN_FIELDS,
    FOREIGN_ID,
    FOREIGN_SOURCE,
    FORMER_FOREIGN_IDS,
    FORMER_IDS,
    MADE_ID,
    foreign_names,
    is_foreign,
    is_told,
)
from graphwright.graph.identity import parse_semantic_id
from graphwright.graph.statement import TEXT, statement_of
from graphwright.interop.meanwhile import DESCR, NAME, is_changed_here, meanwhile, said_digest
from graphwright.interop.report import ImportedModel
from graphwright.operations.conflicts import conflict
from graphwright.operations.cures.rehanging import why_not
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
    Problem,
)

_HALF: Final = 0.5
"""Of the elements of a source, or of a file: where as many are known, it is the same source."""
_SHOWN: Final = 80
"""Characters of a value that a conflict quotes."""
Kept = TypeVar("Kept", Node, Edge)


class ModelDifferences(NamedTuple):
    """A file beside a graph."""

    operations: list[Operation]
    added: int
    changed: int
    gone: int
    contested: list[Problem] = []
    """Where an operation would overwrite what people changed here since: one problem for each such operation."""


def differences(imported: ImportedModel, graph: Graph, source: str) -> ModelDifferences:
    """The operations that bring the graph to what the file called `source` says.

    What was read is marked on the way, not copied: it is good for one comparison.
    """
    matching = _Matching(imported, graph, source)
    return matching.result()


class _Matching:
    def __init__(self, imported: ImportedModel, graph: Graph, source: str) -> None:
        self._graph = graph
        self._is_whole = imported.is_whole
        self._holds_edge_attributes = imported.holds_edge_attributes
        self._nodes = [each for each in imported.operations if isinstance(each, NodeCreate)]
        self._edges = [each for each in imported.operations if isinstance(each, EdgeCreate)]
        self._others = [each for each in imported.operations if not isinstance(each, NodeCreate | EdgeCreate)]
        self._merged: set[str] = set()
        """Names in the file of what is a part of something else by now."""
        self._moved: set[NodeId] = set()
        """Nodes that took the place of what the file names."""
        self._is_ours = False
        """Is the file plainly of this project?"""
        self._known = self._known_nodes()
        self._source, self._is_again = self._source_meant(source)
        self._source_mark: dict[str, JsonValue] = {FOREIGN_SOURCE: self._source} if self._is_whole else {}
        """What comes in one of our own forms stays as it is."""
        self._operations: list[Operation] = []
        self._counts: Counter[str] = Counter()
        self._contested: list[Problem] = []

    def result(self) -> ModelDifferences:
        """Nodes before edges, what goes last."""
        for node in self._nodes:
            self._node(node)
        seen = {edge_id for edge in self._edges if (edge_id := self._edge(edge)) is not None}
        if self._is_whole and self._is_again:
            self._gone(seen)
        operations, counts = [*self._operations, *self._others], self._counts
        return ModelDifferences(operations, counts["added"], counts["changed"], counts["gone"], self._contested)

    def _known_nodes(self) -> dict[str, Node]:
        """By what the file calls them; a node that has become another type is another one."""
        known = self._known_by_tool() if self._is_whole else self._known_by_us()
        found = {name: node for name, node in known.items() if node is not None}
        return found | self._successors(found)

    def _known_by_tool(self) -> dict[str, Node | None]:
        """By the tool's ids, or by ours where it had the element from here; an id that two nodes have tells neither."""
        here: dict[tuple[str, JsonValue], Node | None] = {}
        took: dict[str, Node] = {}
        for every in self._graph.nodes.values():
            if FORMER_FOREIGN_IDS in every.attributes:
                took |= dict.fromkeys(foreign_names(every.node_type, every.attributes), every)
            if (named := every.attributes.get(FOREIGN_ID)) is not None:
                key = every.node_type, named
                here[key] = None if key in here else every
        by_us = self._known_by_us()
        known: dict[str, Node | None] = {}
        for each in self._nodes:
            mark = str(each.attributes.get(FOREIGN_ID))
            node = here.get((each.node_type, mark)) or by_us.get(mark)
            node = node or self._graph.nodes.get(NodeId(mark.removeprefix(MADE_ID)))
            if each.temp_id is None:
                continue
            if node is not None and node.node_type == each.node_type:
                known[each.temp_id] = node
            elif (now := took.get(f"{each.node_type} {mark}")) is not None:
                known[each.temp_id] = now
                self._moved.add(now.node_id)
                if now.attributes.get(FOREIGN_ID) != mark:
                    self._merged.add(each.temp_id)
        return known

    def _known_by_us(self) -> dict[str, Node | None]:
        """By node id, or by semantic id where the file is plainly of this project: `Order.FL.001` is in many."""
        nodes = self._graph.nodes
        named: dict[tuple[str, str], Node] = {(each.node_type, each.semantic_id): each for each in nodes.values()}
        wanted = [(each.temp_id or each.semantic_id or "", each) for each in self._nodes]
        by_name = {ref: named.get((each.node_type, each.semantic_id or ref)) for ref, each in wanted}
        met = sum(by_name[ref] is not None or self._graph.successor(each.semantic_id or ref) is not None
                  for ref, each in wanted)  # fmt: skip
        self._is_ours = met > _HALF * len(wanted)
        return {ref: nodes.get(NodeId(ref), by_name[ref] if self._is_ours else None) for ref, _ in wanted}

    def _successors(self, known: Mapping[str, Node]) -> dict[str, Node]:
        """What took the place of elements that the file still has by an id of ours."""
        found: dict[str, Node] = {}
        taken = {node.node_id for node in known.values()}
        for each in self._nodes:
            ref = each.temp_id or each.semantic_id or ""
            if ref in known:
                continue
            for mark in self._our_ids(each):
                now = self._graph.successor(mark)
                if now is not None:
                    found[ref] = now
                    self._moved.add(now.node_id)
                    # It was retyped where it is the last one that ended so, and nothing else in the file is it.
                    is_retyped = now.node_type != each.node_type and mark in former_ids(now)[:2]
                    if not is_retyped or now.node_id in taken:
                        self._merged.add(ref)
                    taken.add(now.node_id)
                    break
        return found

    def _our_ids(self, wanted: NodeCreate) -> Iterator[str]:
        """The ids in a file that may be ours: a semantic id only where the file is plainly of this project."""
        if self._is_whole:
            yield str(wanted.attributes.get(FOREIGN_ID)).removeprefix(MADE_ID)
            return
        for each in (wanted.temp_id, wanted.semantic_id):
            if each is not None and (self._is_ours or parse_semantic_id(each) is None):
                yield each

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
        self._mark(wanted)
        here = self._known.get(wanted.temp_id or wanted.semantic_id or "")
        if here is None:
            self._counts["added"] += 1
            self._operations.append(wanted)
            return
        if (wanted.temp_id or wanted.semantic_id or "") in self._merged:
            return
        marked = wanted.attributes
        if _says_the_same(here, marked):
            return
        fields, gone = _differences(here.attributes, marked)
        name = wanted.name if wanted.name != here.name else None
        descr = None if _tells_it_already(here, wanted) else wanted.descr
        if name is None and descr is None and not gone and not any(map(is_told, fields)):
            return
        overwritten = [*fields, *gone, *([] if name is None else [NAME]), *([] if descr is None else [DESCR])]
        since = meanwhile(here, wanted, overwritten)
        name, descr = None if NAME in since.ours else name, None if DESCR in since.ours else descr
        fields = {key: value for key, value in fields.items() if key not in since.ours}
        if name is None and descr is None and not gone and not any(map(is_told, fields)):
            return
        self._contest(wanted.id, {NAME: here.name, DESCR: here.descr, **here.attributes}, since.both)
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
        # Most edges say nothing more than that they are: these share one mark.
        marked = self._mark(wanted) if wanted.attributes else self._source_mark
        source, target = self._known.get(wanted.source), self._known.get(wanted.target)
        here = None
        if source is not None and target is not None:
            twins = self._graph.twins(wanted.edge_type, source.node_id, target.node_id, wanted.attributes)
            here = twins[0] if twins else None
            if here is None and self._was_dropped(wanted.edge_type, source, target):
                return None
        if here is None:
            self._counts["added"] += 1
            ends = [Ref(end) if node is None else Ref(node.node_id)
                    for end, node in ((wanted.source, source), (wanted.target, target))]  # fmt: skip
            self._operations.append(replace(wanted, source=ends[0], target=ends[1], attributes=marked))
            return None
        fields, gone = _differences(here.attributes, marked)
        gone = gone if self._holds_edge_attributes else []
        if not _says_the_same(here, marked) and (gone or any(map(is_told, fields))):
            since = meanwhile(here, wanted, [*fields, *gone])
            fields = {key: value for key, value in fields.items() if key not in since.ours}
            self._contest(wanted.id, here.attributes, since.both)
            self._counts["changed"] += 1
            self._operations.append(
                EdgeUpdate(id=wanted.id, ref=Ref(here.edge_id), set=EdgeSet(attributes=fields), unset=gone)
            )
        return here.edge_id

    def _was_dropped(self, edge_type: str, source: Node, target: Node) -> bool:
        """Did it end when one of its ends took another's place, because it must not be there?"""
        arrives = target.node_id in self._moved
        is_moved = arrives or source.node_id in self._moved
        return is_moved and why_not(self._graph, edge_type, source, target, arrives=arrives) is not None

    def _contest(self, operation_id: OperationId, here: Mapping[str, JsonValue], fields: Iterable[str]) -> None:
        """Say which values of people an operation would overwrite."""
        values = ", ".join(repr(_short(here[key])) if key in here else f"-{key}" for key in fields)
        if values:
            self._contested.append(conflict(operation_id, operation_id, "changedHere", here=values))

    def _mark(self, wanted: NodeCreate | EdgeCreate) -> dict[str, JsonValue]:
        """Add source and digest to its attributes."""
        marked = wanted.attributes
        if not self._is_whole:
            return marked
        fields = [key for key in marked if not is_foreign(key)]
        if fields or isinstance(wanted, NodeCreate):
            marked[FOREIGN_DIGEST] = said_digest(wanted)
        if fields:
            marked[FOREIGN_FIELDS] = ",".join(fields)
        marked.update(self._source_mark)
        return marked

    def _gone(self, seen: set[EdgeId]) -> None:
        """What came from this source and is not in the file any more. Edges of a node go with it."""
        kept = {node.node_id for node in self._known.values()}
        lost = [
            node.node_id
            for node in self._of_source(self._graph.nodes.values())
            # What took the place of others stands for more than one file says.
            if node.node_id not in kept and FORMER_IDS not in node.attributes
        ]
        leaving: set[NodeId] = set(lost)
        edges = [
            edge.edge_id
            for edge in self._of_source(self._graph.edges.values())
            if edge.edge_id not in seen and not {edge.source, edge.target} & leaving
        ]
        self._counts["gone"] += len(lost) + len(edges)
        self._operations += [EdgeDelete(id=OperationId(f"g{at}"), ref=Ref(each)) for at, each in enumerate(edges, 1)]
        for at, each in enumerate(lost, len(edges) + 1):
            self._operations.append(NodeDelete(id=OperationId(f"g{at}"), ref=Ref(each)))
            here = self._graph.nodes[each]
            if is_changed_here(here, here.node_type):
                gone = OperationId(f"g{at}")
                self._contested.append(conflict(gone, gone, "changedHereGone", here=repr(_short(here.name))))

    def _of_source(self, elements: Iterable[Kept]) -> Iterable[Kept]:
        return (each for each in elements if each.attributes.get(FOREIGN_SOURCE) == self._source)


def _short(value: JsonValue) -> str:
    """As much of a value as tells which one it is."""
    text = " ".join((value if isinstance(value, str) else msgspec.json.encode(value).decode()).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _tells_it_already(here: Node, wanted: NodeCreate) -> bool:
    """Does an element say what a file says of it? A file without the attribute `text` may be written from that."""
    return wanted.descr == here.descr or (TEXT not in wanted.attributes and wanted.descr == statement_of(here))


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
    except (msgspec.DecodeError, RecursionError):
        return False
