"""Whole documents in the compact encoding: each name and type once, short ids, edges grouped by source (T-03).

    # FUNC [layer:LA]
    FN12 Validate order: Checks an order [volatility:low]
    # edges
    FN12 st RQ1 RQ2

A node whose semantic id its name does not give is written `FN12=OldName New name: ...`; where two nodes share a counter
the whole semantic id stands in place of the short id. The layer of nodes is said in their heading. Nothing is lost but
node and edge ids, and the attributes that only machines read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from graphwright.formats.assembly import Assembly, numbered_lines
from graphwright.formats.attributes import read_attributes
from graphwright.formats.diff import LINE_CHARACTERS
from graphwright.formats.elements import EdgeLine, NodeLine, node_type_word, relation_word
from graphwright.formats.encoding import COMPACT, Attributes, document_lines
from graphwright.formats.escape import positions, unescape
from graphwright.formats.unreadable import UnreadableText, too_long
from graphwright.graph.document import Graph
from graphwright.graph.foreign import read_by_people
from graphwright.graph.identity import parse_semantic_id, semantic_id
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import Operation

_SHORT_ID: Final = re.compile(r"([A-Z]{2})([0-9]{1,15})(?:=([A-Z][A-Za-z0-9]{0,24}))?")
_HEADING: Final = re.compile(r"# (edges|neighbours|[A-Z][A-Z0-9_]{0,31})( \[.*\])?")


def write_compact(
    graph: Graph,
    nodes: Iterable[Node] | None = None,
    edges: Iterable[Edge] | None = None,
    *,
    neighbours: Iterable[Node] = (),
) -> str:
    """A graph, or some of its nodes and edges with the neighbours outside that those edges lead to."""
    nodes = graph.nodes.values() if nodes is None else nodes
    edges = graph.edges.values() if edges is None else edges
    lines = document_lines(COMPACT, graph, nodes, edges, neighbours=neighbours, attributes_of=_shown)
    return "\n".join(lines) + "\n"


def read_compact(text: str, ontology: Ontology) -> list[Operation]:
    """A document as the operations that make it. `Refused` with every problem and its line, as in `read_format_e`."""
    assembly = Assembly(ontology)
    section = ""
    shared: dict[str, JsonValue] = {}
    for number, line in numbered_lines(text):
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            section, shared = heading[1], _read_shared(heading[2], number, assembly)
        elif line and not line.startswith("# "):
            _read_line(line, number, section, shared, ontology=ontology, assembly=assembly)
    return assembly.operations()


def _shown(element: Node | Edge) -> Attributes:
    return read_by_people(element.attributes)


def _read_shared(text: str | None, number: int, assembly: Assembly) -> dict[str, JsonValue]:
    """What a heading says of all nodes under it."""
    try:
        return {} if text is None else read_attributes(text, strict=True, of_node=False)[1].values
    except UnreadableText as error:
        assembly.refuse(error.problem(number, text or ""))
        return {}


def _read_line(
    line: str, number: int, section: str, shared: dict[str, JsonValue], *, ontology: Ontology, assembly: Assembly
) -> None:
    if len(line) > LINE_CHARACTERS:
        assembly.refuse(too_long(number, line, LINE_CHARACTERS))
        return
    if not section:
        assembly.refuse(UnreadableText("heading").problem(number, line))
        return
    try:
        if section == "edges":
            assembly.add_edge(_read_edge(line, ontology), number)
        elif section == "neighbours":
            assembly.add_node(_read_node(line, None, ontology), number, is_neighbour=True)
        else:
            node = _read_node(line, section, ontology)
            assembly.add_node(replace(node, attributes={**shared, **node.attributes}), number)
    except UnreadableText as error:
        assembly.refuse(error.problem(number, line))


def _read_node(line: str, section: str | None, ontology: Ontology) -> NodeLine:
    label, _, rest = line.partition(" ")
    body, attributes = read_attributes(rest, strict=True, of_node=False)
    if not body or attributes.unset:
        raise UnreadableText("compactNode")
    colons = positions(body, ":")
    cut = colons[0] if colons else len(body)
    name = unescape(body[:cut].strip(), strict=True)
    ref, abbreviation = _semantic_id(label, name, section, ontology)
    return NodeLine(
        name=name,
        node_type=section or node_type_word(abbreviation, ontology),
        ref=ref,
        descr=unescape(body[cut + 1 :].strip(), strict=True),
        attributes=attributes.values,
    )


def _semantic_id(label: str, name: str, section: str | None, ontology: Ontology) -> tuple[str, str]:
    """The semantic id that a label stands for, and its abbreviation."""
    parsed = parse_semantic_id(label)
    if parsed is not None:
        return label, parsed.abbreviation
    short = _SHORT_ID.fullmatch(label)
    if short is None:
        raise UnreadableText("compactId", label=repr(label))
    abbreviation, counter, explicit = short[1], int(short[2]), short[3]
    if explicit:
        return f"{explicit}.{abbreviation}.{counter:03d}", abbreviation
    type_word = (section or node_type_word(abbreviation, ontology)).capitalize()
    return semantic_id(name, type_word=type_word, abbreviation=abbreviation, counter=counter), abbreviation


def _read_edge(line: str, ontology: Ontology) -> EdgeLine:
    body, attributes = read_attributes(line, strict=True, of_node=False)
    words = body.split()
    if len(words) < 3 or attributes.unset:  # noqa: PLR2004 - source, relation, one target
        raise UnreadableText("compactEdge")
    source, short, *targets = words
    if attributes.values and len(targets) > 1:
        raise UnreadableText("edgeTargets")
    return EdgeLine(source, relation_word(short, ontology), targets, attributes)
