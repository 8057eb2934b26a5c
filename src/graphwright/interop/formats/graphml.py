"""`graphml`: GraphML, as yEd, Gephi, networkx and graphology read it. What is no text stands as JSON in one key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.carried import FIELDS, CarriedModel, joined, split
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.interop.xml_text import attribute, local_name, parse_xml, text
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

_NAMESPACE: Final = "http://graphml.graphdrawing.org/xmlns"
_NAMES: Final = ("name", "label", "Label", "title")
"""Where tools put the name of a node."""
_TYPES: Final = ("type", "kind", "class", "category")
_KEEPER: Final = "relation"
_OPTIONAL: Final = ("descr", "json")
"""Left out where they are empty; an attribute that is empty is there."""


# writing ----------------------------------------------------------------------------------------------------------


def _write(request: ExportRequest) -> WrittenModel:
    graph = request.graph
    notes = [Term(key="notes.withoutEdgeIds")] if graph.edges else []
    return WrittenModel(("\n".join(_lines(graph)) + "\n").encode(), notes)


def _lines(graph: Graph) -> Iterator[str]:
    nodes = {node.node_id: split(node.attributes) for node in graph.nodes.values()}
    edges = {edge.edge_id: split(edge.attributes) for edge in graph.edges.values()}
    keys: dict[tuple[str, str], str] = {}
    for kind, names in (
        (
            "node",
            ["type", "semanticId", "name", "descr", "json", *(name for plain, _ in nodes.values() for name in plain)],
        ),
        ("edge", ["type", "json", *(name for plain, _ in edges.values() for name in plain)]),
    ):
        for name in names:
            keys.setdefault((kind, name), f"{kind[0]}{len(keys)}")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<graphml xmlns="{_NAMESPACE}">'
    for (kind, name), key in keys.items():
        yield f'  <key id="{key}" for="{kind}" attr.name={attribute(name)} attr.type="string"/>'
    yield '  <graph id="graphwright" edgedefault="directed">'
    for node in graph.nodes.values():
        plain, others = nodes[node.node_id]
        fields = {"type": node.node_type, "semanticId": node.semantic_id, "name": node.name, "descr": node.descr}
        yield f"    <node id={attribute(node.node_id)}>"
        yield from _data(keys, "node", {**fields, **plain, "json": others})
        yield "    </node>"
    for edge in graph.edges.values():
        plain, others = edges[edge.edge_id]
        ends = f"source={attribute(edge.source)} target={attribute(edge.target)}"
        yield f"    <edge id={attribute(edge.edge_id)} {ends}>"
        yield from _data(keys, "edge", {"type": edge.edge_type, **plain, "json": others})
        yield "    </edge>"
    yield "  </graph>"
    yield "</graphml>"


def _data(keys: dict[tuple[str, str], str], kind: str, values: dict[str, str]) -> Iterator[str]:
    for name, value in values.items():
        if value or name not in _OPTIONAL:
            yield f'      <data key="{keys[kind, name]}">{text(value).replace(chr(13), "&#13;")}</data>'


# reading ----------------------------------------------------------------------------------------------------------


def _recognise(file: ForeignFile) -> bool:
    return file.root == "graphml"


def _read(file: ForeignFile, ontology: Ontology) -> ImportedModel:
    root = parse_xml(file)
    names = {each.get("id", ""): each.get("attr.name", "") for each in root if local_name(each) == "key"}
    graphs = [each for each in root if local_name(each) == "graph"]
    if not graphs:
        raise InvalidCommand("the GraphML holds no graph")
    inside = list(graphs[0].iter())
    nodes = [(each, _fields(each, names)) for each in inside if local_name(each) == "node"]
    edges = [(each, _fields(each, names)) for each in inside if local_name(each) == "edge"]
    if nodes and all("semanticId" in fields and fields.get("type") in ontology.node_types for _, fields in nodes):
        return _own(nodes, edges)
    return _foreign(nodes, edges, ontology)


def _fields(element: Element, names: dict[str, str]) -> dict[str, str]:
    data = [each for each in element if local_name(each) == "data"]
    return {names.get(each.get("key", "")) or each.get("key") or "": "".join(each.itertext()) for each in data}


def _own(nodes: list[tuple[Element, dict[str, str]]], edges: list[tuple[Element, dict[str, str]]]) -> ImportedModel:
    """A graph that we wrote."""
    model = CarriedModel("graphml")
    for position, (element, fields) in enumerate(nodes):
        place = f"node {position + 1}"
        model.node(
            element.get("id", ""),
            fields["type"],
            fields.get("name", ""),
            descr=fields.get("descr", ""),
            semantic_id=fields["semanticId"],
            attributes=joined(_free(fields), fields.get("json", ""), place),
            place=place,
        )
    for position, (element, fields) in enumerate(edges):
        place = f"edge {position + 1}"
        attributes = joined(_free(fields), fields.get("json", ""), place)
        ends = element.get("source", ""), element.get("target", "")
        model.edge(fields.get("type", _KEEPER), *ends, attributes, place)
    return model.finish()


def _foreign(
    nodes: list[tuple[Element, dict[str, str]]], edges: list[tuple[Element, dict[str, str]]], ontology: Ontology
) -> ImportedModel:
    """A graph of another tool: a node without a type of ours becomes the most general one, and is counted."""
    builder = ImportBuilder("graphml", ontology)
    fallback = "MOD" if "MOD" in ontology.node_types else next(iter(ontology.node_types))
    kinds: Counter[str] = Counter()
    for position, (element, fields) in enumerate(nodes):
        kind = next((fields[name] for name in _TYPES if fields.get(name)), "")
        known = ontology.node_type(kind) if kind else None
        if known is None:
            kinds[kind] += 1
        node_id = element.get("id", "")
        builder.node(
            node_id,
            fallback if known is None else known.name,
            next((fields[name] for name in _NAMES if fields.get(name)), node_id),
            descr=fields.get("descr", fields.get("description", "")),
            attributes=_free({key: value for key, value in fields.items() if key not in _NAMES}),
            kind=kind,
            place=f"node {position + 1}",
        )
    for position, (element, fields) in enumerate(edges):
        kind = next((fields[name] for name in (*_TYPES, "label") if fields.get(name)), _KEEPER)
        ends = element.get("source", ""), element.get("target", "")
        builder.edge(
            kind, *ends, foreign_id=element.get("id", ""), attributes=_free(fields), place=f"edge {position + 1}"
        )
    if kinds:
        builder.note("importUntyped", kinds.total())
    return builder.finish()


def _free(fields: dict[str, str]) -> dict[str, JsonValue]:
    return {key: value for key, value in fields.items() if key and key not in FIELDS}


GRAPHML: Final = Format(
    name="graphml",
    title="GraphML",
    endings=("graphml", "xml"),
    media="application/xml",
    recognise=_recognise,
    read=_read,
    write=_write,
)
