"""`mermaid`: the graph as a flowchart, and its requirements as a requirement diagram. For reading only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import id_of_readers
from graphwright.graph.statement import statement_of
from graphwright.interop.format import Format, text_writer
from graphwright.protocol.graph import Node

_SIGN: Final = re.compile(r"[^\w .,()/-]")
_KINDS: Final = {
    "functional": "functionalRequirement",
    "quality": "performanceRequirement",
    "constraint": "designConstraint",
}
_RELATIONS: Final = {"satisfy": "satisfies", "verify": "verifies", "compose": "contains", "relation": "traces"}


def write_flowchart(graph: Graph) -> str:
    """Every node as a box, every edge as an arrow with its relation."""
    return "\n".join(_flowchart(graph)) + "\n"


def write_requirement_diagram(graph: Graph) -> str:
    """The requirements and what is joined with them."""
    return "\n".join(_requirement_diagram(graph)) + "\n"


def _escaped(words: str) -> str:
    """Signs as Mermaid's number codes, so that none of them is read as an arrow, a tag or an end."""
    return _SIGN.sub(lambda sign: f"#{ord(sign[0])};", words.replace("\n", " "))


def _flowchart(graph: Graph) -> Iterator[str]:
    names = {node_id: f"n{number}" for number, node_id in enumerate(graph.nodes, 1)}
    yield "flowchart LR"
    for node in graph.nodes.values():
        yield f'  {names[node.node_id]}["{_escaped(node.name)}"]:::{node.node_type}'
    for edge in graph.edges.values():
        yield f'  {names[edge.source]} -->|"{_escaped(edge.edge_type)}"| {names[edge.target]}'
    for node_type in graph.ontology.node_types.values():
        if graph.count(node_type.name):
            yield f"  classDef {node_type.name} fill:{node_type.fill},stroke:{node_type.stroke}"


def _requirement_diagram(graph: Graph) -> Iterator[str]:
    edges = [
        edge
        for edge in graph.edges.values()
        if "REQ" in {graph.nodes[edge.source].node_type, graph.nodes[edge.target].node_type}
    ]
    met = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
    shown = [node for node in graph.nodes.values() if node.node_type == "REQ" or node.node_id in met]
    names = {node.node_id: f"e{number}" for number, node in enumerate(shown, 1)}
    yield "requirementDiagram"
    for node in shown:
        yield from _element(node, names[node.node_id])
    for edge in edges:
        source, target = names[edge.source], names[edge.target]
        if edge.edge_type == "verify":  # a test verifies, in the words of Mermaid
            source, target = target, source
        elif edge.edge_type == "satisfy" and graph.nodes[edge.source].node_type == "REQ":
            yield f"  {target} - refines -> {source}"
            continue
        yield f"  {source} - {_RELATIONS.get(edge.edge_type, 'traces')} -> {target}"


def _element(node: Node, name: str) -> Iterator[str]:
    label = f"{id_of_readers(node)} {node.name}"
    if node.node_type == "REQ":
        yield f"  {_KINDS.get(str(node.attributes.get('kind')), 'requirement')} {name} {{"
        yield f'    id: "{_escaped(label)}"'
        yield f'    text: "{_escaped(statement_of(node) or node.name)}"'
    else:
        yield f"  element {name} {{"
        yield f'    type: "{node.node_type}"'
        yield f'    docref: "{_escaped(label)}"'
    yield "  }"


_format = partial(Format, endings=("mmd", "mermaid"), media="text/plain")
MERMAID: Final = _format(name="mermaid", title="Mermaid flowchart", write=text_writer(write_flowchart, "onlyPicture"))
MERMAID_REQUIREMENTS: Final = _format(
    name="mermaid-requirements",
    title="Mermaid requirement diagram",
    write=text_writer(write_requirement_diagram, "onlyRequirements"),
)
