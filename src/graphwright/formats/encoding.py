"""How one element becomes one line in a text for a language model, and the order and sections the lines stand in.

Two encodings share everything but the look of a line: Format E, the seeds' dialect, and the compact one, which says
name and type once and calls nodes by their short ids. Lines are made one by one so that `context.lines` may keep them;
the same graph gives the same bytes, however it came about (T-06).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, Protocol, TypeAlias

from graphwright.formats.elements import write_attributes, write_edge, write_node
from graphwright.formats.escape import escape, escape_in_list
from graphwright.graph.document import Graph
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node

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

    def heading(self, section: str) -> str:
        """The line that opens a section: a node type, `edges` or `neighbours`."""
        ...


class FormatE:
    """The seeds' dialect: `Name|TYPE|SemanticID|Descr [attributes]` and `Source -op-> Target, Target`."""

    name: EncodingName = "format-e"

    def ref(self, node: Node, graph: Graph) -> str:
        """See `Encoding.ref`."""
        return node.semantic_id

    def node(self, node: Node, ref: str, attributes: Attributes) -> str:
        """See `Encoding.node`."""
        return write_node(node.name, node.node_type, node.semantic_id, node.descr, attributes)

    def edge(self, source: str, short: str, targets: Sequence[str], attributes: Attributes) -> str:
        """See `Encoding.edge`."""
        return write_edge(source, short, targets, attributes)

    def stub(self, node: Node, ref: str) -> str:
        """See `Encoding.stub`."""
        return write_node(node.name, node.node_type, node.semantic_id, "", {}).removesuffix("|")

    def heading(self, section: str) -> str:
        """See `Encoding.heading`; nodes of all types share one section."""
        return {"edges": "\n## Edges", "neighbours": "\n## Neighbours"}.get(section, "## Nodes")


class Compact:
    """`FN12 Name: Descr [attributes]` under `# FUNC`, and `FN12 st RQ1 RQ2` under `# edges`."""

    name: EncodingName = "compact"

    def ref(self, node: Node, graph: Graph) -> str:
        """See `Encoding.ref`."""
        return graph.short_id(node)

    def node(self, node: Node, ref: str, attributes: Attributes) -> str:
        """See `Encoding.node`."""
        line = f"{_label(node, ref)} {escape_in_list(node.name)}"
        if node.descr:
            line += f": {escape(node.descr)}"
        return f"{line} {write_attributes(attributes)}" if attributes else line

    def edge(self, source: str, short: str, targets: Sequence[str], attributes: Attributes) -> str:
        """See `Encoding.edge`."""
        line = f"{source} {short} {' '.join(targets)}"
        return f"{line} {write_attributes(attributes)}" if attributes else line

    def stub(self, node: Node, ref: str) -> str:
        """See `Encoding.stub`; the abbreviation in the id tells the type."""
        return f"{_label(node, ref)} {escape_in_list(node.name)}"

    def heading(self, section: str) -> str:
        """See `Encoding.heading`."""
        return f"# {section}"


FORMAT_E = FormatE()
COMPACT = Compact()
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


def edge_lines(encoding: Encoding, graph: Graph, edges: Iterable[Edge], attributes_of: AttributesOf) -> list[str]:
    """The lines of what one relation leads to from one node: one for the plain edges, one for each with attributes."""
    plain: list[Node] = []
    special: list[tuple[Node, Attributes]] = []
    source = short = ""
    for edge in edges:
        if not source:
            source = encoding.ref(graph.nodes[edge.source], graph)
            short = short_relation(edge.edge_type, graph)
        attributes = attributes_of(edge)
        target = graph.nodes[edge.target]
        if attributes:
            special.append((target, attributes))
        else:
            plain.append(target)

    def refs(nodes: Iterable[Node]) -> list[str]:
        return [encoding.ref(node, graph) for node in sorted(nodes, key=lambda node: node_key(node, graph))]

    lines = [encoding.edge(source, short, refs(plain), {})] if plain else []
    special.sort(key=lambda pair: node_key(pair[0], graph))
    return [*lines, *(encoding.edge(source, short, refs([node]), attributes) for node, attributes in special)]


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

    def place(node: Node) -> NodeKey:
        return node_key(node, graph)

    previous = ""
    for node in sorted(nodes, key=place):
        heading = encoding.heading(node.node_type)
        if heading != previous:
            yield heading
            previous = heading
        yield encoding.node(node, encoding.ref(node, graph), attributes_of(node))
    yield from _section(encoding, "edges", _all_edge_lines(encoding, graph, edges, attributes_of))
    stubs = (encoding.stub(node, encoding.ref(node, graph)) for node in sorted(neighbours, key=place))
    yield from _section(encoding, "neighbours", stubs)


def _all_edge_lines(
    encoding: Encoding, graph: Graph, edges: Iterable[Edge], attributes_of: AttributesOf
) -> Iterator[str]:
    def place(edge: Edge) -> EdgesKey:
        return node_key(graph.nodes[edge.source], graph), short_relation(edge.edge_type, graph)

    for _, group in groupby(sorted(edges, key=place), key=place):
        yield from edge_lines(encoding, graph, group, attributes_of)


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
