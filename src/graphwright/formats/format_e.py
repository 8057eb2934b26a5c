"""Whole documents in Format E: writing a graph or a part of it, and reading one strictly.

    ## Nodes
    Name|TYPE|SemanticID|Descr [key:value]
    ## Edges
    Source -op-> Target, Target

Reading accepts both versions of node lines and the four arrow dialects (K-06, K-07); everything else that is wrong is
named with its line number and nothing is read. Changes have a form of their own: `diff`.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphwright.formats.assembly import Assembly, numbered_lines
from graphwright.formats.diff import LINE_CHARACTERS
from graphwright.formats.elements import read_edge, read_node
from graphwright.formats.encoding import FORMAT_E, document_lines
from graphwright.formats.loose_lines import section_of
from graphwright.formats.unreadable import UnreadableText, too_long
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import Operation


def write_format_e(
    graph: Graph,
    nodes: Iterable[Node] | None = None,
    edges: Iterable[Edge] | None = None,
    *,
    neighbours: Iterable[Node] = (),
) -> str:
    """A graph, or some of its nodes and edges with the neighbours outside that those edges lead to."""
    nodes = graph.nodes.values() if nodes is None else nodes
    edges = graph.edges.values() if edges is None else edges
    return "\n".join(document_lines(FORMAT_E, graph, nodes, edges, neighbours=neighbours)) + "\n"


def read_format_e(text: str, ontology: Ontology) -> list[Operation]:
    """A document as the operations that make it; its semantic ids are names, the plan gives the final ones (K-12).

    `Refused` with every problem and its line when anything cannot be read, an id comes twice, or an edge leads to a
    node that the document does not have.
    """
    assembly = Assembly(ontology)
    read_lines(numbered_lines(text), ontology, assembly)
    return assembly.operations()


def read_lines(lines: Iterable[tuple[int, str]], ontology: Ontology, assembly: Assembly) -> None:
    """Hand the lines of one document, with their numbers, to an assembly; it may take several documents."""
    section = None
    for number, line in lines:
        marker = section_of(line)
        if marker is not None:
            section = marker
        elif line and not line.startswith("#") and section not in ("messages", "view-context"):
            _read_line(line, number, section, ontology, assembly)


def _read_line(line: str, number: int, section: str | None, ontology: Ontology, assembly: Assembly) -> None:
    if len(line) > LINE_CHARACTERS:
        assembly.refuse(too_long(number, line, LINE_CHARACTERS))
        return
    if section is None:
        assembly.refuse(UnreadableText("section").problem(number, line))
        return
    try:
        edge = read_edge(line, ontology, strict=True)
        if section != "edges" and edge is None:
            node = read_node(line, ontology, strict=True)
            assembly.add_node(node, number, is_neighbour=section == "neighbours")
        elif section == "edges" and edge is not None and not edge.attributes.unset:
            assembly.add_edge(edge, number)
        else:
            assembly.refuse(UnreadableText("sectionLine", section=section).problem(number, line))
    except UnreadableText as error:
        assembly.refuse(error.problem(number, line))
