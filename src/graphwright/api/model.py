"""The model at one moment: its nodes and edges, found by name, drawn as a table, handed on as rows.

It does not change when the project does; `project.model` is that of now, `project.at("v1")` that of a baseline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from graphwright.api.frames import NetworkxGraph, NodeEdgeTables, arrow_tables, networkx_graph, pandas_frames
from graphwright.api.pictures import ModelPicture, figure, pictures_of
from graphwright.errors import NeedsChoice, NotFound
from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.graph.query import suggest
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

SHOWN: Final = 50
"""Nodes that a notebook shows as a table; the others are counted."""


class SystemModel:
    """Nodes and edges at one revision."""

    def __init__(self, ontology: Ontology, revision: int, nodes: Iterable[Node], edges: Iterable[Edge]) -> None:
        self.revision = revision
        self.nodes: Sequence[Node] = tuple(nodes)
        """In the order they were made."""
        self.edges: Sequence[Edge] = tuple(edges)
        self._graph = Graph(ontology)
        self._graph.revision = revision
        for node in self.nodes:
            self._graph.put_node(node)
        for edge in self.edges:
            self._graph.put_edge(edge)

    def find(self, name: str, type: str | None = None) -> Node:
        """The node with this name or id: `find("Customer")`, `find("Customer", "ACTOR")`, `find("Customer.AC.001")`.

        `NotFound` names what is written alike; `NeedsChoice` the nodes that share the name.
        """
        node_type = None if type is None else self._node_type(type)
        types = list(self._graph.ontology.node_types) if node_type is None else [node_type]
        found = self._graph.find(name) or [each for one in types for each in self._graph.named(one, name)]
        named = [self._graph.nodes[each] for each in found if self._graph.nodes[each].node_type in types]
        if len(named) == 1:
            return named[0]
        if named:
            ids = [str(node.semantic_id) for node in named]
            message = f"{len(named)} nodes are called {name!r}: {', '.join(ids)}; say which"
            raise NeedsChoice(message, candidates=ids)
        near = suggest(self._graph, name)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        message = f"there is no {node_type or 'node'} {name!r}{hint}"
        raise NotFound(message, candidates=near)

    def of_type(self, type: str) -> list[Node]:
        """The nodes of a type, by its name or in words: `of_type("ACTOR")`, `of_type("use case")`."""
        return list(self._graph.of_type(self._node_type(type)))

    def targets(self, node: Node | str, relation: str) -> list[Node]:
        """The nodes that a relation leads to from a node."""
        return list(self._graph.targets(self._node(node).node_id, self._relation(relation)))

    def sources(self, node: Node | str, relation: str) -> list[Node]:
        """The nodes that a relation comes from to a node."""
        return list(self._graph.sources(self._node(node).node_id, self._relation(relation)))

    def node_rows(self) -> list[dict[str, JsonValue]]:
        """The nodes as rows: `id`, `type`, `name`, `descr`, and after them their attributes."""
        return [_row(_columns(node), node.attributes) for node in self.nodes]

    def edge_rows(self) -> list[dict[str, JsonValue]]:
        """The edges as rows: `source` and `target` by their semantic ids, `type`, and after them their attributes."""
        return [
            _row(
                {"source": self._id(edge.source), "type": edge.edge_type, "target": self._id(edge.target)},
                edge.attributes,
            )
            for edge in self.edges
        ]

    def to_networkx(self) -> NetworkxGraph:
        """The model as a `networkx.MultiDiGraph`: nodes by semantic id, edges by relation."""
        return networkx_graph(self.node_rows(), self.edge_rows())

    def to_pandas(self) -> NodeEdgeTables:
        """The model as two data frames of pandas: `nodes, edges = model.to_pandas()`."""
        return pandas_frames(self.node_rows(), self.edge_rows())

    def to_arrow(self) -> NodeEdgeTables:
        """The model as two Arrow tables: `nodes, edges = model.to_arrow()`."""
        return arrow_tables(self.node_rows(), self.edge_rows())

    def pictures(self, language: str = "en") -> list[ModelPicture]:
        """The model drawn: what it is composed of, and who passes what to whom; titles in a language."""
        return pictures_of(self._graph, language)

    def __repr__(self) -> str:
        counts = Counter(node.node_type for node in self.nodes)
        told = ", ".join(f"{counts[each]} {each}" for each in self._graph.ontology.node_types if counts[each])
        return f"<SystemModel at revision {self.revision}: {told or 'empty'}; {len(self.edges)} edges>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first picture, and the nodes as a table."""
        cells = ("semantic_id", "node_type", "name", "descr")
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(str(getattr(node, cell)))}</td>" for cell in cells) + "</tr>"
            for node in self.nodes[:SHOWN]
        )
        more = len(self.nodes) - SHOWN
        rest = f"<p>and {more:,} more</p>" if more > 0 else ""
        head = "<tr><th>id</th><th>type</th><th>name</th><th>description</th></tr>"
        drawn = "".join(map(figure, self.pictures()[:1]))
        return (
            f"<p>{escape(repr(self)[1:-1])}</p>{drawn}<table><thead>{head}</thead><tbody>{rows}</tbody></table>{rest}"
        )

    def _repr_svg_(self) -> str | None:
        """The first picture, for whoever shows pictures; None where there is nothing to draw."""
        return next((picture.svg for picture in self.pictures()), None)

    def _id(self, node_id: NodeId) -> str:
        return str(self._graph.nodes[node_id].semantic_id)

    def _node(self, node: Node | str) -> Node:
        return self.find(node) if isinstance(node, str) else node

    def _node_type(self, word: str) -> str:
        found = self._graph.ontology.node_type(word)
        if found is None:
            message = f"there is no node type {word!r}; there are {', '.join(self._graph.ontology.node_types)}"
            raise NotFound(message)
        return found.name

    def _relation(self, word: str) -> str:
        found = self._graph.ontology.relation(word)
        if found is None:
            message = f"there is no relation {word!r}; there are {', '.join(self._graph.ontology.relations)}"
            raise NotFound(message)
        return found.name


def _row(columns: dict[str, JsonValue], attributes: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """An attribute that is called as a column is not shown."""
    return columns | {name: value for name, value in attributes.items() if name not in columns}


def _columns(node: Node) -> dict[str, JsonValue]:
    return {"id": str(node.semantic_id), "type": node.node_type, "name": node.name, "descr": node.descr}
