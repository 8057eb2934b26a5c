"""How one element becomes one line in a text for a language model, and the order and sections the lines stand in.

Two encodings share everything but the look of a line: Format E, and the compact one, which says
name and type once and calls nodes by their short ids. Lines are made one by one so that `context.line_cache` may keep
them; the same graph gives the same bytes, however it came about (T-06).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

from graphwright.formats.attributes import write_attributes
from graphwright.formats.elements import write_edge, write_node
from graphwright.formats.escape import escape, escape_in_list
from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.graph.layers import LAYER
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

NOTHING: Final[Mapping[str, JsonValue]] = MappingProxyType({})
EncodingName: TypeAlias = Literal["format-e", "compact"]
Attributes: TypeAlias = Mapping[str, JsonValue]
AttributesOf: TypeAlias = Callable[[Node | Edge], Attributes]
"""Which attributes of an element are shown."""
NodeKey: TypeAlias = tuple[float, str, int, str]
"""Place of a node: order and name of its type, counter, semantic id."""
EdgesKey: TypeAlias = tuple[NodeKey, str]
"""Place of the edges that one relation leads from one node: the node's place, the relation's short form."""


class Encoding(Protocol):
    """The look of lines and sections."""

    @property
    def name(self) -> EncodingName: ...

    def ref(self, node: Node, graph: Graph) -> str:
        """How edges call a node."""
        ...

    def node(self, node: Node, ref: str, attributes: Attributes) -> str:
        """A node's line."""
        ...

    def edge(self, source: str, short: str, targets: Sequence[str], attributes: Attributes) -> str:
        """An edge's line; several targets only without attributes."""
        ...

    def stub(self, node: Node, ref: str) -> str:
        """A node that is only mentioned: id, type and name."""
        ...

    def heading(self, section: str, shared: Attributes = NOTHING) -> str:
        """The line that opens a section: a node type, with what its nodes have in common; `edges` or `neighbours`."""
        ...

    def shared(self, attributes: Attributes) -> Attributes:
        """The attributes that are said once for nodes that follow one another, in their heading."""
        ...


class FormatEEncoding:
    """The usual look: `Name|TYPE|SemanticID|Descr [attributes]` and `Source -op-> Target, Target`."""

    name: EncodingName = "format-e"

    def ref(self, node: Node, graph: Graph) -> str:
        """The whole semantic id."""
        return node.semantic_id

    def node(self, node: Node, ref: str, attributes: Attributes) -> str:
        """`Name|TYPE|SemanticID|Descr [attributes]`."""
        return write_node(node.name, node.node_type, node.semantic_id, node.descr, attributes)

    def edge(self, source: str, short: str, targets: Sequence[str], attributes: Attributes) -> str:
        """`Source -op-> Target, Target [attributes]`."""
        return write_edge(source, short, targets, attributes)

    def stub(self, node: Node, ref: str) -> str:
        """`Name|TYPE|SemanticID`."""
        return write_node(node.name, node.node_type, node.semantic_id, "", {}).removesuffix("|")

    def heading(self, section: str, shared: Attributes = NOTHING) -> str:
        """`## Nodes`, which nodes of all types share, or `## Edges`."""
        return {"edges": "\n## Edges", "neighbours": "\n## Neighbours"}.get(section, "## Nodes")

    def shared(self, attributes: Attributes) -> Attributes:
        """None: every line stands by itself."""
        return NOTHING


class CompactEncoding:
    """`FN12 Name: Descr [attributes]` under `# FUNC`, and `FN12 st RQ1 RQ2` under `# edges`."""

    name: EncodingName = "compact"

    def ref(self, node: Node, graph: Graph) -> str:
        """The short id."""
        return graph.short_id(node)

    def node(self, node: Node, ref: str, attributes: Attributes) -> str:
        """`FN12 Name: Descr [attributes]`."""
        line = f"{_label(node, ref)} {escape_in_list(node.name)}"
        if node.descr:
            line += f": {escape(node.descr)}"
        return f"{line} {write_attributes(attributes)}" if attributes else line

    def edge(self, source: str, short: str, targets: Sequence[str], attributes: Attributes) -> str:
        """`FN12 st RQ1 RQ2 [attributes]`."""
        line = f"{source} {short} {' '.join(targets)}"
        return f"{line} {write_attributes(attributes)}" if attributes else line

    def stub(self, node: Node, ref: str) -> str:
        """`FN12 Name`; the abbreviation in the id tells the type."""
        return f"{_label(node, ref)} {escape_in_list(node.name)}"

    def heading(self, section: str, shared: Attributes = NOTHING) -> str:
        """`# FUNC`, `# FUNC [layer:LA]` or `# edges`."""
        return f"# {section} {write_attributes(shared)}" if shared else f"# {section}"

    def shared(self, attributes: Attributes) -> Attributes:
        """The layer, which a layered model would otherwise say in each line."""
        return {LAYER: attributes[LAYER]} if LAYER in attributes else NOTHING


FORMAT_E = FormatEEncoding()
COMPACT = CompactEncoding()
ENCODINGS: Mapping[EncodingName, Encoding] = {"format-e": FORMAT_E, "compact": COMPACT}


def all_attributes(element: Node | Edge) -> Attributes:
    """Everything: for exports. Captures show less."""
    return element.attributes


def node_key(node: Node, graph: Graph) -> NodeKey:
    """Where a node stands: by type as the ontology orders them, then by counter."""
    node_type = graph.ontology.node_types.get(node.node_type)
    parsed = parse_semantic_id(node.semantic_id)
    order = float("inf") if node_type is None else node_type.order
    return order, node.node_type, 0 if parsed is None else parsed.counter, node.semantic_id


def short_relation(edge_type: str, graph: Graph) -> str:
    """What an arrow calls a relation; an unknown one as it is."""
    relation = graph.ontology.relations.get(edge_type)
    return edge_type if relation is None else relation.short


class Places:
    """What edges call each node and where it stands, worked out once for each."""

    def __init__(self, encoding: Encoding, graph: Graph) -> None:
        self.encoding = encoding
        self.graph = graph
        self._refs: dict[NodeId, str] = {}
        self._keys: dict[NodeId, NodeKey] = {}

    def ref(self, node_id: NodeId) -> str:
        """The short id."""
        ref = self._refs.get(node_id)
        if ref is None:
            ref = self._refs[node_id] = self.encoding.ref(self.graph.nodes[node_id], self.graph)
        return ref

    def key(self, node_id: NodeId) -> NodeKey:
        """See `node_key`. The key of a node never changes."""
        key = self._keys.get(node_id)
        if key is None:
            key = self._keys[node_id] = node_key(self.graph.nodes[node_id], self.graph)
        return key

    def forget_ref(self, node_id: NodeId) -> None:
        """The short id may have become ambiguous, or stopped being so."""
        self._refs.pop(node_id, None)

    def forget(self, node_id: NodeId) -> None:
        """The node is gone."""
        self._refs.pop(node_id, None)
        self._keys.pop(node_id, None)


def edge_lines(places: Places, edges: Sequence[Edge], attributes_of: AttributesOf) -> list[str]:
    """The lines of what one relation leads to from one node: one for the plain edges, one for each with attributes."""
    encoding = places.encoding
    source, short = places.ref(edges[0].source), short_relation(edges[0].edge_type, places.graph)
    if len(edges) > 1:
        edges = sorted(edges, key=lambda edge: places.key(edge.target))
    plain: list[str] = []
    special: list[str] = []
    for edge in edges:
        attributes = attributes_of(edge)
        if attributes:
            special.append(encoding.edge(source, short, [places.ref(edge.target)], attributes))
        else:
            plain.append(places.ref(edge.target))
    return [encoding.edge(source, short, plain, {}), *special] if plain else special


def document_lines(
    encoding: Encoding,
    graph: Graph,
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    *,
    neighbours: Iterable[Node] = (),
    attributes_of: AttributesOf = all_attributes,
) -> Iterator[str]:
    """A whole document: nodes by type, edges by source, and the neighbours that edges lead to."""
    places = Places(encoding, graph)

    def place(node: Node) -> NodeKey:
        return places.key(node.node_id)

    previous = ""
    for node in sorted(nodes, key=place):
        attributes = attributes_of(node)
        shared = encoding.shared(attributes)
        heading = encoding.heading(node.node_type, shared)
        if heading != previous:
            yield heading
            previous = heading
        own = {key: value for key, value in attributes.items() if key not in shared} if shared else attributes
        yield encoding.node(node, places.ref(node.node_id), own)
    yield from _section(encoding, "edges", _all_edge_lines(places, edges, attributes_of))
    stubs = (encoding.stub(node, places.ref(node.node_id)) for node in sorted(neighbours, key=place))
    yield from _section(encoding, "neighbours", stubs)


def _all_edge_lines(places: Places, edges: Iterable[Edge], attributes_of: AttributesOf) -> Iterator[str]:
    def place(edge: Edge) -> EdgesKey:
        return places.key(edge.source), short_relation(edge.edge_type, places.graph)

    for _, fan in groupby(sorted(edges, key=place), key=place):
        yield from edge_lines(places, list(fan), attributes_of)


def _section(encoding: Encoding, section: str, lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number == 0:
            yield encoding.heading(section)
        yield line


def _label(node: Node, ref: str) -> str:
    """The short id, with the identifier of the semantic id where the name does not give it (after a rename)."""
    # By far the most names are their identifiers, and deriving one costs more than all the rest of a line.
    if node.semantic_id == f"{node.name}.{ref[:2]}.{ref[2:].zfill(3)}":
        return ref
    parsed = parse_semantic_id(node.semantic_id)
    if parsed is None or ref == node.semantic_id:
        return node.semantic_id
    derived = semantic_id(
        node.name,
        type_word=node.node_type.capitalize(),
        abbreviation=parsed.abbreviation,
        counter=parsed.counter,
    )
    if derived == node.semantic_id:
        return ref
    padded = f"{parsed.identifier}.{parsed.abbreviation}.{parsed.counter:03d}" == node.semantic_id
    return f"{ref}={parsed.identifier}" if padded else node.semantic_id
