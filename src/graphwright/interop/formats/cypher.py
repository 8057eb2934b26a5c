"""`cypher`: the graph as an openCypher script, for Neo4j and its kin. What no property can hold stands as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from graphwright.graph.document import Graph
from graphwright.interop.carried import split
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.protocol.texts import Term


def _write(request: ExportRequest) -> WrittenModel:
    notes = [Term(key="notes.withoutEdgeIds")] if request.graph.edges else []
    return WrittenModel(("\n".join(_statements(request.graph)) + "\n").encode(), notes)


def _statements(graph: Graph) -> Iterator[str]:
    """One statement a line; nodes are found again by their id."""
    for node in graph.nodes.values():
        plain, others = split(node.attributes)
        fields = {"id": node.node_id, "semanticId": node.semantic_id, "name": node.name}
        free = {**_given("descr", node.descr), **_given("json", others)}
        yield f"CREATE (:Element:{_name(node.node_type)} {_properties({**plain, **fields, **free})});"
    for edge in graph.edges.values():
        plain, others = split(edge.attributes)
        ends = f"MATCH (a:Element {{id: {_text(edge.source)}}}), (b:Element {{id: {_text(edge.target)}}})"
        yield f"{ends} CREATE (a)-[:{_name(edge.edge_type)} {_properties({**plain, **_given('json', others)})}]->(b);"


def _given(name: str, value: str) -> dict[str, str]:
    """A field of ours, left out where it is empty; an attribute that is empty is there."""
    return {name: value} if value else {}


def _properties(values: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{_name(key)}: {_text(value)}" for key, value in values.items()) + "}"


def _name(name: str) -> str:
    return name if name.isascii() and name.isidentifier() else "`" + name.replace("`", "``") + "`"


def _text(value: str) -> str:
    """As JSON has it, which is how openCypher has it, too."""
    return json.dumps(value)


CYPHER: Final = Format(name="cypher", title="openCypher", endings=("cypher", "cql"), media="text/plain", write=_write)
