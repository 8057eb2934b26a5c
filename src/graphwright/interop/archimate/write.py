"""A graph as an ArchiMate exchange file. What ArchiMate has no field for is a property of the element."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from graphwright.graph.document import Graph
from graphwright.graph.foreign import FOREIGN_KIND, MADE_ID
from graphwright.interop.archimate.mapping import (
    DEFAULT_ELEMENT,
    ELEMENTS,
    KIND,
    NAMESPACE,
    NODES,
    OTHERS,
    OTHERWISE,
    PROFILE,
    RELATION,
    RELATIONSHIPS,
    SEMANTIC_ID,
    TURNED,
    TYPE,
    WORDS,
)
from graphwright.interop.carried import split
from graphwright.interop.foreign_view import foreign_id
from graphwright.interop.xml_text import attribute, text
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

_IDENTIFIER: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SCHEMA: Final = f"{NAMESPACE} http://www.opengroup.org/xsd/archimate/3.1/archimate3_Diagram.xsd"


def write_archimate(graph: Graph, title: str) -> str:
    """The whole file."""
    return "\n".join(_ExchangeBuilder(graph, title).lines()) + "\n"


class _ExchangeBuilder:
    def __init__(self, graph: Graph, title: str) -> None:
        self._graph = graph
        self._title = title
        self._taken: set[str] = set()
        self._ids: dict[NodeId, str] = {
            node.node_id: self._claim(foreign_id(node), node.node_id) for node in graph.nodes.values()
        }
        self._properties: dict[str, str] = {}
        """Ids of the definitions of properties, by name."""

    def lines(self) -> Iterator[str]:
        """Definitions stand last, when it is known which are needed."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield (
            f'<model xmlns="{NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
            f'xsi:schemaLocation="{_SCHEMA}" identifier="_model">'
        )
        yield f"  <name>{text(self._title)}</name>"
        yield from self._property_lines({PROFILE: self._graph.ontology.name}, "  ")
        if self._graph.nodes:
            yield "  <elements>"
            for node in self._graph.nodes.values():
                yield from self._element(node)
            yield "  </elements>"
        if self._graph.edges:
            yield "  <relationships>"
            for edge in self._graph.edges.values():
                yield from self._relationship(edge)
            yield "  </relationships>"
        yield "  <propertyDefinitions>"
        for name, known in self._properties.items():
            yield f'    <propertyDefinition identifier="{known}" type="string">'
            yield f"      <name>{text(name)}</name>"
            yield "    </propertyDefinition>"
        yield "  </propertyDefinitions>"
        yield "</model>"

    def _claim(self, wanted: str, otherwise: str) -> str:
        """An id that XML allows and that nobody has yet; one that is only a UUID is told by some readers anew."""
        wanted = f"id-{wanted}" if _UUID.fullmatch(wanted) else wanted
        is_free = bool(_IDENTIFIER.fullmatch(wanted)) and wanted not in self._taken and not wanted.startswith(MADE_ID)
        chosen = wanted if is_free else f"{MADE_ID}{otherwise}"
        self._taken.add(chosen)
        return chosen

    def _element(self, node: Node) -> Iterator[str]:
        kind = _kind(node)
        named = kind if kind in NODES else ELEMENTS.get(node.node_type, DEFAULT_ELEMENT)
        yield f'    <element identifier={attribute(self._ids[node.node_id])} xsi:type="{named}">'
        yield f"      <name>{text(node.name)}</name>"
        if node.descr:
            yield f"      <documentation>{text(node.descr)}</documentation>"
        plain, others = split(node.attributes, frozenset({TYPE, SEMANTIC_ID, OTHERS}))
        own = {TYPE: node.node_type, SEMANTIC_ID: node.semantic_id, **({OTHERS: others} if others else {})}
        yield from self._property_lines({**own, **plain}, "      ")
        yield "    </element>"

    def _relationship(self, edge: Edge) -> Iterator[str]:
        types = self._graph.nodes[edge.source].node_type, self._graph.nodes[edge.target].node_type
        kind = _kind(edge)
        named = kind if kind in WORDS else RELATIONSHIPS.get((edge.edge_type, *types), OTHERWISE)
        is_turned = named == "Access" and types[0] == "FLOW"
        source, target = (edge.target, edge.source) if is_turned else (edge.source, edge.target)
        access = f' accessType="{"Read" if is_turned else "Write"}"' if named == "Access" else ""
        made = self._claim(foreign_id(edge), edge.edge_id)
        yield (
            f"    <relationship identifier={attribute(made)} source={attribute(self._ids[source])} "
            f'target={attribute(self._ids[target])} xsi:type="{named}"{access}>'
        )
        label = edge.attributes.get("label")
        name = label if isinstance(label, str) else edge.edge_type if named == OTHERWISE else ""
        if name and name != WORDS[named]:
            yield f"      <name>{text(name)}</name>"
        plain, others = split(edge.attributes, frozenset({RELATION, TURNED, OTHERS}))
        own = {RELATION: edge.edge_type, **({TURNED: "true"} if is_turned else {})}
        yield from self._property_lines({**own, **({OTHERS: others} if others else {}), **plain}, "      ")
        yield "    </relationship>"

    def _property_lines(self, values: Mapping[str, str], indent: str) -> Iterator[str]:
        yield f"{indent}<properties>"
        for name, value in values.items():
            known = self._properties.setdefault(name, f"property-{len(self._properties) + 1}")
            yield f'{indent}  <property propertyDefinitionRef="{known}"><value>{text(value)}</value></property>'
        yield f"{indent}</properties>"


def _kind(element: Node | Edge) -> str:
    """The kind that an element of ArchiMate came with; empty for any other."""
    kind = element.attributes.get(FOREIGN_KIND)
    return kind.removeprefix(KIND) if isinstance(kind, str) and kind.startswith(KIND) else ""
