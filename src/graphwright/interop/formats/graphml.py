"""`graphml`: GraphML, as yEd, Gephi, networkx and graphology read it. What is no text stands as JSON in one key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.interop.carried import FIELDS, CarriedModel, joined, split
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel, commonest
from graphwright.interop.xml_text import attribute, local_name, text, xml_events
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

_NAMESPACE: Final = "http://graphml.graphdrawing.org/xmlns"
_NAMES: Final = ("name", "label", "Label", "title")
"""Where tools put the name of a node."""
_TYPES: Final = ("type", "kind", "class", "category")
_KEEPER: Final = "relation"
_OPTIONAL: Final = ("descr", "json")
"""Left out where they are empty; an attribute that is empty is there."""
_ITEMS: Final = {"node": ("id",), "edge": ("id", "source", "target")}
"""What is read of a graph, with the attributes that each has."""
_LEFT: Final = frozenset({"hyperedge", "port"})


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
    reader = _GraphmlReader()
    for event, element in xml_events(file):
        if event == "start":
            reader.begin(element)
        else:
            reader.end(element)
    if not reader.graphs:
        raise InvalidCommand("the GraphML holds no graph")
    nodes = reader.nodes
    if nodes and all("semanticId" in each.fields and each.fields.get("type") in ontology.node_types for each in nodes):
        return _own(reader)
    return _foreign(reader, ontology)


class _Item(NamedTuple):
    """A node or an edge as it stands in the file."""

    ids: tuple[str, ...]
    """Its id, and of an edge those of its ends."""
    fields: dict[str, str]


class _GraphmlReader:
    """What has been read so far. The XML of what has ended is forgotten: it takes ten times the room of the file."""

    def __init__(self) -> None:
        self.nodes: list[_Item] = []
        self.edges: list[_Item] = []
        self.graphs = 0
        """Graphs that stand in no other one; only the first is read."""
        self.left: Counter[str] = Counter()
        """Nodes and edges of the others, and what else has no place here."""
        self._keys: dict[str, str] = {}
        self._parents: list[Element] = []
        self._open: list[_Item] = []

    def begin(self, element: Element) -> None:
        name = local_name(element)
        self.graphs += name == "graph" and len(self._parents) == 1
        if name in _ITEMS:
            item = _Item(tuple([element.get(each, "") for each in _ITEMS[name]]), {})
            self._open.append(item)
            if self.graphs > 1:
                self.left[f"{name} of another graph"] += 1
            else:
                (self.nodes if name == "node" else self.edges).append(item)
        elif name in _LEFT:
            self.left[name] += 1
        self._parents.append(element)

    def end(self, element: Element) -> None:
        self._parents.pop()
        name = local_name(element)
        if name == "key":
            self._keys[element.get("id", "")] = element.get("attr.name", "")
        elif name in _ITEMS:
            self._open.pop()
        elif name == "data" and self._parents and local_name(self._parents[-1]) in _ITEMS:
            key = element.get("key") or ""
            self._open[-1].fields[self._keys.get(key) or key] = "".join(element.itertext())
        elif name != "graph":
            return
        if self._parents:
            self._parents[-1].remove(element)


def _forgetting(items: list[_Item]) -> Iterator[_Item]:
    """Each in its turn, and then no more: what is made of it takes its room."""
    items.reverse()
    while items:
        yield items.pop()


def _own(reader: _GraphmlReader) -> ImportedModel:
    """A graph that we wrote."""
    model = CarriedModel("graphml")
    for position, ((node_id,), fields) in enumerate(_forgetting(reader.nodes), 1):
        place = f"node {position}"
        model.node(
            node_id,
            fields["type"],
            fields.get("name", ""),
            descr=fields.get("descr", ""),
            semantic_id=fields["semanticId"],
            attributes=joined(_free(fields), fields.get("json", ""), place),
            place=place,
        )
    for position, ((_, source, target), fields) in enumerate(_forgetting(reader.edges), 1):
        place = f"edge {position}"
        attributes = joined(_free(fields), fields.get("json", ""), place)
        model.edge(fields.get("type", _KEEPER), source, target, attributes, place)
    return model.finish()


def _foreign(reader: _GraphmlReader, ontology: Ontology) -> ImportedModel:
    """A graph of another tool: a node without a type of ours becomes the most general one, and is counted."""
    builder = ImportBuilder("graphml", ontology)
    fallback = "MOD" if "MOD" in ontology.node_types else next(iter(ontology.node_types))
    untyped = 0
    for position, ((node_id,), fields) in enumerate(_forgetting(reader.nodes), 1):
        kind = next((fields[name] for name in _TYPES if fields.get(name)), "")
        known = ontology.node_type(kind) if kind else None
        untyped += known is None
        builder.node(
            node_id,
            fallback if known is None else known.name,
            next((fields[name] for name in _NAMES if fields.get(name)), node_id),
            descr=fields.get("descr", fields.get("description", "")),
            attributes=_free({key: value for key, value in fields.items() if key not in _NAMES}),
            kind=kind,
            place=f"node {position}",
        )
    for position, ((edge_id, source, target), fields) in enumerate(_forgetting(reader.edges), 1):
        kind = next((fields[name] for name in (*_TYPES, "label") if fields.get(name)), _KEEPER)
        builder.edge(kind, source, target, foreign_id=edge_id, attributes=_free(fields), place=f"edge {position}")
    if untyped:
        builder.note("importUntyped", untyped)
    model = builder.finish()
    if reader.left:
        kinds = commonest(reader.left)
        model.report.notes.append(Term(key="notes.importLeft", values={"count": reader.left.total(), "kinds": kinds}))
    return model


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
