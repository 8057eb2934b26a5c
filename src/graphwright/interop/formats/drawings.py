"""`dot` and `plantuml`: the graph for Graphviz and PlantUML. For reading only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.interop.format import Format, text_writer

_UNSAFE: Final = re.compile(r'[<>"\\\[\]{}|~_*/#&%$\x00-\x1f\x7f]')
_SHAPES: Final = {
    "ACTOR": "actor", "UC": "usecase", "FUNC": "action", "FCHAIN": "process", "FLOW": "queue",
    "REQ": "card", "TEST": "hexagon", "MOD": "component", "SYS": "node", "SCHEMA": "file",
}  # fmt: skip


def write_dot(graph: Graph) -> str:
    """A directed graph: nodes by their ids, with type and name."""
    return "\n".join(_dot(graph)) + "\n"


def write_plantuml(graph: Graph) -> str:
    """A component diagram: every type in the shape that PlantUML has for it."""
    return "\n".join(_plantuml(graph)) + "\n"


def _quoted(words: str) -> str:
    """Text in quotes; a backslash at the end would swallow the quote."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _dot(graph: Graph) -> Iterator[str]:
    yield "digraph model {"
    yield "  rankdir=LR; node [shape=box, style=filled];"
    for node in graph.nodes.values():
        kind = graph.ontology.node_types.get(node.node_type)
        colours = "" if kind is None else f', fillcolor="{kind.fill}", color="{kind.stroke}"'
        label = _quoted(node.name)
        yield f"  {_quoted(node.semantic_id)} [label={label}, class={_quoted(node.node_type)}{colours}];"
    for edge in graph.edges.values():
        ends = [_quoted(graph.nodes[end].semantic_id) for end in (edge.source, edge.target)]
        yield f"  {ends[0]} -> {ends[1]} [label={_quoted(edge.edge_type)}];"
    yield "}"


def _plantuml(graph: Graph) -> Iterator[str]:
    names = {node_id: f"n{number}" for number, node_id in enumerate(graph.nodes, 1)}
    yield "@startuml"
    for node in graph.nodes.values():
        # Creole and tags are markup in a name, and there is one escape for all of it.
        label = _UNSAFE.sub(lambda sign: f"&#{ord(sign[0])};" if sign[0].isprintable() else " ", node.name)
        yield f'{_SHAPES.get(node.node_type, "rectangle")} "{label}" as {names[node.node_id]} <<{node.node_type}>>'
    for edge in graph.edges.values():
        yield f"{names[edge.source]} --> {names[edge.target]} : {edge.edge_type}"
    yield "@enduml"


DOT: Final = Format(
    name="dot", title="Graphviz DOT", endings=("dot", "gv"), media="text/vnd.graphviz",
    write=text_writer(write_dot, "onlyPictureWithIds"),
)  # fmt: skip
PLANTUML: Final = Format(
    name="plantuml", title="PlantUML", endings=("puml",), media="text/plain",
    write=text_writer(write_plantuml, "onlyPicture"),
)  # fmt: skip
