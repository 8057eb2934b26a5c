"""A graph as SysML v2 text: elements nested as they are composed, relations in the words that SysML has for them.

What SysML has no home for is kept beside it: the node type, id and attributes as metadata, what metadata cannot hold as
a textual representation in JSON. So nothing is lost on the way back, and other tools see what they know.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from graphwright.graph.document import Graph
from graphwright.interop.sysml.comments import read_comment, write_comment
from graphwright.interop.sysml.mapping import MARK, NESTING, NODE_ID, RELATION, RELATION_KIND, keyword_of
from graphwright.interop.sysml.names import is_basic, quoted, semantic_id_of, short_name, writable
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId

_STRING: Final = "ScalarValues::String"
_DEEPEST: Final = 30
"""Levels that are nested: what lies deeper stands at the top again and is referred to."""
_INHERITED: Final = frozenset({"self", "that", "this", "start", "done", "ScalarValues", MARK, RELATION})
"""Names that every element has already, or that the text itself uses."""
_PLAIN_VALUE: Final = re.compile(r'[^"\\\x00-\x1f]*')


def write_sysml(graph: Graph, title: str) -> str:
    """The whole package."""
    return "\n".join(_Package(graph, title).lines()) + "\n"


class _Package:
    """A package in the making."""

    def __init__(self, graph: Graph, title: str) -> None:
        self._graph = graph
        self._title = writable(title) or "model"
        self._owner: dict[NodeId, NodeId] = {}
        self._parts: defaultdict[NodeId | None, list[Node]] = defaultdict(list)
        self._path: dict[NodeId, str] = {}
        self._arrange()
        self._shorts = {node_id: short_name(node.semantic_id) for node_id, node in graph.nodes.items()}
        self._taken = {*_INHERITED, self._title, *graph.ontology.node_types, *self._shorts.values()}
        self._outside: dict[NodeId, list[Edge]] = defaultdict(list)
        self._apart: list[Edge] = []
        self._within: dict[NodeId, Edge] = {}
        self._sort_edges()

    def lines(self) -> Iterator[str]:
        yield f"package {quoted(self._title)} {{"
        yield f"    doc /* Written by Graphwright from revision {self._graph.revision}. */"
        yield f"    metadata def {MARK} {{ attribute profile : {_STRING}; }}"
        yield f'    @{MARK} {{ profile = "{self._graph.ontology.name}"; }}'
        yield from self._definitions()
        yield from self._elements()
        for number, edge in enumerate(self._apart, 1):
            yield from self._relation(edge, f"relation_{number}")
        yield "}"

    # which element stands in which --------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Every node under the first that it is part of. Circles are cut and deep trees begin again at the top."""
        graph = self._graph
        parents = {node_id: parent.node_id for node_id in graph.nodes if (parent := graph.parent(node_id)) is not None}
        children: defaultdict[NodeId | None, list[NodeId]] = defaultdict(list)
        for node_id in graph.nodes:
            children[parents.get(node_id)].append(node_id)
        waiting: list[tuple[NodeId, int, str]] = [(node_id, 0, "") for node_id in reversed(children[None])]
        left = dict.fromkeys(graph.nodes)
        while waiting or left:
            if not waiting:
                waiting.append((next(iter(left)), 0, ""))
            node_id, depth, above = waiting.pop()
            if node_id not in left:
                continue
            del left[node_id]
            node = graph.nodes[node_id]
            if depth:
                self._owner[node_id] = parents[node_id]
            self._parts[parents[node_id] if depth else None].append(node)
            path = above + quoted(short_name(node.semantic_id))
            self._path[node_id] = path
            level, prefix = (depth + 1, path + "::") if depth < _DEEPEST else (0, "")
            waiting += [(child, level, prefix) for child in reversed(children[node_id])]

    def _sort_edges(self) -> None:
        """Edges that are told inside an element, those that stand apart, and those that nesting tells."""
        for edge in self._graph.edges.values():
            if edge.edge_type == "compose" and self._owner.get(edge.target) == edge.source:
                self._within[edge.target] = edge
                continue
            inside = self._told_in(edge)
            if inside is None:
                self._apart.append(edge)
            else:
                self._outside[inside].append(edge)

    def _told_in(self, edge: Edge) -> NodeId | None:
        source, target = (keyword_of(self._graph.nodes[end].node_type) for end in (edge.source, edge.target))
        match edge.edge_type:
            case "compose" if not target.endswith("def"):
                return edge.source
            case "io" if "def" not in source + target and (source == "item") != (target == "item"):
                return edge.target if source == "item" else edge.source
            case "verify" if (source, target) == ("requirement", "verification"):
                return edge.target
            case _:
                return None

    # lines --------------------------------------------------------------------------------------------------------

    def _definitions(self) -> Iterator[str]:
        """The metadata that elements carry: one definition for each type, with the attributes that are used."""
        names: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for node in self._graph.nodes.values():
            names[node.node_type] |= dict.fromkeys(_simple(node.attributes))
        yield f"    metadata def {RELATION} {{ attribute {RELATION_KIND} : {_STRING}; }}"
        for node_type, attributes in names.items():
            declared = "".join(f" attribute {name} : {_STRING};" for name in (NODE_ID, *attributes))
            yield f"    metadata def {node_type} {{{declared} }}"

    def _elements(self) -> Iterator[str]:
        taken: list[set[str]] = [set()]
        waiting: list[Node | None] = list(reversed(self._parts[None]))
        while waiting:
            node = waiting.pop()
            if node is None:
                taken.pop()
                yield "    " * len(taken) + "}"
                continue
            indent = "    " * len(taken)
            name = self._free(node, taken[-1])
            head = f"{keyword_of(node.node_type)} <{quoted(self._shorts[node.node_id])}> {quoted(name)}"
            yield f"{indent}{head} {{"
            taken.append(set())
            yield from self._body(node, name, indent + "    ", taken[-1])
            waiting.append(None)
            waiting += reversed(self._parts[node.node_id])

    def _free(self, node: Node, taken: set[str]) -> str:
        """Its name, or with its semantic id and a number where the namespace has one of the same."""
        name, number = writable(node.name), 1
        while name in taken or name in self._taken:
            name = f"{writable(node.name)} ({self._shorts[node.node_id]}{f', {number}' if number > 1 else ''})"
            number += 1
        taken.add(name)
        return name

    def _body(self, node: Node, name: str, indent: str, taken: set[str]) -> Iterator[str]:
        exact: dict[str, JsonValue] = {}
        if name != node.name:
            exact["name"] = node.name
        if semantic_id_of(self._shorts[node.node_id]) != node.semantic_id:
            exact["semanticId"] = node.semantic_id
        if node.descr:
            comment = write_comment(node.descr, indent)
            yield f"{indent}doc {comment}"
            if read_comment(comment) != node.descr:
                exact["descr"] = node.descr
        simple = _simple(node.attributes)
        values = "".join(f' {name} = "{value}";' for name, value in {NODE_ID: node.node_id, **simple}.items())
        yield f"{indent}@{node.node_type} {{{values} }}"
        others = {key: value for key, value in node.attributes.items() if key not in simple}
        if others:
            exact["attributes"] = others
        nesting = self._within.get(node.node_id)
        if nesting is not None and nesting.attributes:
            exact[NESTING] = nesting.attributes
        if exact:
            yield indent + _representation(exact)
        yield from self._inside(node, indent, taken)

    def _inside(self, node: Node, indent: str, taken: set[str]) -> Iterator[str]:
        shown: list[Edge] = []
        for edge in self._outside.get(node.node_id, ()):
            if edge.edge_type == "verify":
                shown.append(edge)
                continue
            other = self._graph.nodes[edge.target if edge.source == node.node_id else edge.source]
            word = "ref" if edge.edge_type == "compose" else "out" if edge.source == node.node_id else "in"
            name = quoted(self._free(other, taken))
            yield (
                f"{indent}{word} {keyword_of(other.node_type)} {name} references {self._path[other.node_id]}"
                + _ending(edge)
            )
        if shown:
            yield f"{indent}objective {{"
            yield from (f"{indent}    verify {self._path[edge.source]}{_ending(edge)}" for edge in shown)
            yield f"{indent}}}"

    def _relation(self, edge: Edge, name: str) -> Iterator[str]:
        source, target = self._path[edge.source], self._path[edge.target]
        kinds = [keyword_of(self._graph.nodes[end].node_type) for end in (edge.source, edge.target)]
        match edge.edge_type, kinds:
            case "satisfy", [kind, "requirement"] if kind != "requirement" and not kind.endswith("def"):
                yield f"    assert satisfy {target} by {source}{_ending(edge)}"
            case "allocate", [_, "action"]:
                yield f"    allocation {name} allocate {target} to {source}{_ending(edge)}"
            case _:
                kind = (
                    "" if edge.edge_type == "relation" else f' @{RELATION} {{ {RELATION_KIND} = "{edge.edge_type}"; }}'
                )
                yield f"    dependency {name} from {source} to {target}{_ending(edge, kind)}"


def _simple(attributes: dict[str, JsonValue]) -> dict[str, str]:
    """The attributes that metadata can hold: texts without signs that need an escape, under names without quotes."""
    return {
        key: value
        for key, value in attributes.items()
        if isinstance(value, str) and is_basic(key) and key != NODE_ID and _PLAIN_VALUE.fullmatch(value)
    }


def _representation(exact: dict[str, JsonValue]) -> str:
    """What only JSON can say; nothing in it ends the comment."""
    text = json.dumps(exact, ensure_ascii=False).replace("*/", "*\\u002f").replace("\x7f", "\\u007f")
    return f'rep language "json" /* {text} */'


def _ending(edge: Edge, kind: str = "") -> str:
    parts: Iterable[str] = (kind, " " + _representation({"attributes": edge.attributes}) if edge.attributes else "")
    inside = "".join(parts)
    return f" {{{inside} }}" if inside else ";"
