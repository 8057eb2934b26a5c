"""Requirements as StrictDoc documents: in the grammar, sections and order of the document that they came from.

What was made here stands at the end of its section. A document of our own has StrictDoc's own grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from graphwright.graph.document import Graph
from graphwright.graph.foreign import (
    FOREIGN_GRAMMAR,
    FOREIGN_KIND,
    FOREIGN_PLACE,
    FOREIGN_SOURCE,
    FOREIGN_TYPE,
    read_by_people,
)
from graphwright.graph.sections import SECTION
from graphwright.graph.statement import TEXT, statement_of
from graphwright.interop.foreign_view import foreign_id
from graphwright.interop.strictdoc.grammar import GUESSED, OWN, ElementGrammar, grammar_file, grammar_of, tag_for
from graphwright.interop.strictdoc.places import DocumentPosition, PlacedBlock, in_sections, place_of
from graphwright.protocol.graph import Edge, Node

_HEAD: Final = "[DOCUMENT]\n"
_LONG: Final = frozenset({"STATEMENT", "RATIONALE", "COMMENT"})
_UNKNOWN: Final = "TBD"
"""What a field holds that the grammar wants and nobody has filled; StrictDoc's own word."""
_UID: Final = re.compile(r"\w[\w()\-/.: ]*")
"""What StrictDoc takes for one."""
_IS_SECTION: Final = re.compile(r"\[\[?SECTION\]")
_OPENING: Final = re.compile(r"(\[\[?)([A-Z_]+)(\]\]?)")


class _Holder(NamedTuple):
    """A requirement that holds others: where it stands, and how it begins."""

    path: list[str]
    text: str


class WrittenDocument:
    """One document, and how many attributes it has no field and how many relations its grammar has no place for."""

    def __init__(self, graph: Graph, title: str, nodes: Sequence[Node]) -> None:
        self._graph = graph
        heads = (node.attributes.get(FOREIGN_TYPE) for node in nodes)
        head = next((each for each in heads if isinstance(each, str) and each.startswith(_HEAD)), "")
        beside = (node.attributes.get(FOREIGN_GRAMMAR) for node in nodes)
        said = next((each for each in beside if isinstance(each, str)), "")
        self.grammar_file = "" if said.startswith(GUESSED) else grammar_file(head)
        """The file that its head names, where that came along."""
        self.grammar = said
        """What stands there."""
        self._grammar = grammar_of(head, said)
        self._nodes = {node.node_id for node in nodes}
        self.attributes_left = 0
        self.edges_left = 0
        self._opened: dict[str, _Holder] = {}
        placed = in_sections([*self._placed(nodes)])
        opened = {key: each.text for key, each in self._opened.items()}
        blocks = [head or f"{_HEAD}TITLE: {title}", *_nested(placed, opened)]
        self.data = ("\n\n".join(blocks) + "\n").encode()

    def _placed(self, nodes: Sequence[Node]) -> Iterator[PlacedBlock]:
        placed = [(node, _document(node), place_of(node, has_field=self._has_section_field(node))) for node in nodes]
        self._opened = {
            place.opens: _Holder(place.path, self._requirement(node, place)) for node, _, place in placed if place.opens
        }
        outer = {document: place for _, document, place in placed if place.begin or place.end}
        first = {document: node for node, document, _ in reversed(placed)}
        last = {document: node for node, document, _ in placed}
        there: list[PlacedBlock] = []
        for node, document, place in placed:
            around = outer.get(document, place)
            if node is first[document]:
                yield from map(self._inside, around.begin)
            if place.before != there:
                yield from map(self._inside, place.before)
            if place.opens:
                yield self._inside(PlacedBlock([*place.path, place.opens]))
            else:
                yield self._inside(PlacedBlock(place.path, self._requirement(node, place)))
            yield from map(self._inside, place.after)
            there = place.after
            if node is last[document]:
                yield from map(self._inside, around.end)

    def _inside(self, block: PlacedBlock) -> PlacedBlock:
        """A block inside of the requirements that hold it, wherever these stand by now; a deleted one holds nothing."""
        path: list[str] = []
        for each in block.path:
            if each in self._opened:
                path = [*self._inside(PlacedBlock(self._opened[each].path)).path, each]
            elif _IS_SECTION.match(each):
                path.append(each)
        return PlacedBlock(path, block.text)

    def _requirement(self, node: Node, place: DocumentPosition) -> str:
        tag, element = self._element(node)
        values = self._values(node, place, element)
        lines = [f"[[{tag}]]" if place.opens else f"[{tag}]"]
        for field, is_needed in element.fields.items():
            text = values.get(field) or (_UNKNOWN if is_needed else "")
            several = place.repeated.get(field, [])
            is_as_it_came = bool(several) and "\n\n".join(several).strip() == text.strip()
            for value in several if is_as_it_came else filter(None, [text]):
                is_long = "\n" in value or (field in _LONG and field not in place.short)
                lines += _long(field, value) if is_long else [f"{field}: {value.strip()}"]
        relations = self._relations(node, place)
        return "\n".join([*lines, *(["RELATIONS:", *relations] if relations else [])])

    def _values(self, node: Node, place: DocumentPosition, element: ElementGrammar) -> dict[str, str]:
        """By field; the attributes that are in none are counted."""
        came = FOREIGN_KIND in node.attributes
        uid = _uid(node)
        # A field of that name in the grammar of others is one beside the statement.
        said = node.descr if TEXT.upper() in element.fields else statement_of(node)
        values = {
            "MID": place.mid,
            "UID": "" if uid == place.mid or (place.is_made and not self._is_named(node)) else uid,
            "TITLE": "" if came and node.name == foreign_id(node) else node.name,
            "STATEMENT": said or ("" if came else node.name),
        }
        self.attributes_left += bool(node.descr) and said != node.descr
        for key, value in read_by_people(node.attributes).items():
            field = key.upper()
            is_kept = (
                key == SECTION
                or (key == TEXT and value == said)
                or (key == "files" and any(each.get("TYPE") == "File" for each in place.others))
            )
            if not isinstance(value, str):
                self.attributes_left += 1
            elif key == field.lower() and field in element.fields and field not in values:
                values[field] = value if field in _LONG or came else " ".join(value.split())
            else:
                self.attributes_left += not is_kept
        return values

    def _is_named(self, node: Node) -> bool:
        """Does a relation in a document name it?"""
        edges = [*self._graph.incoming(node.node_id), *self._graph.outgoing(node.node_id)]
        return any(map(self._is_relation, edges))

    def _has_section_field(self, node: Node) -> bool:
        return SECTION.upper() in self._element(node)[1].fields

    def _element(self, node: Node) -> tuple[str, ElementGrammar]:
        """What a requirement is written as."""
        tag = tag_for(node.attributes.get(FOREIGN_KIND), self._grammar)
        return tag, self._grammar.get(tag, OWN["REQUIREMENT"])

    def _relations(self, node: Node, place: DocumentPosition) -> list[str]:
        joined: list[dict[str, str]] = []
        for edge in self._graph.incoming(node.node_id):
            if not self._is_relation(edge):
                continue
            way = self._way(edge)
            if way is not None and way[0] == "Parent":
                joined.append(_relation(*way, self._graph.nodes[edge.source]))
            is_written = way is not None and bool(way[1]) and way[1] == edge.attributes.get("role")
            self.attributes_left += len(read_by_people(edge.attributes)) - is_written
            self.edges_left += way is None
        joined += [
            _relation(*way, self._graph.nodes[edge.target])
            for edge in self._graph.outgoing(node.node_id)
            if self._is_relation(edge) and (way := self._way(edge)) is not None and way[0] == "Child"
        ]
        known_ids = {each["VALUE"] for each in joined}
        others = [each for each in place.others if each.get("VALUE") not in known_ids]
        place_of_value = {value: at for at, value in enumerate(place.order)}
        found = sorted([*joined, *others], key=lambda each: place_of_value.get(each.get("VALUE", ""), len(place.order)))
        return ["\n".join(_related(each)) for each in found]

    def _is_relation(self, edge: Edge) -> bool:
        ends = self._graph.nodes[edge.source], self._graph.nodes[edge.target]
        return edge.edge_type == "satisfy" and all(end.node_type == "REQ" for end in ends)

    def _way(self, edge: Edge) -> tuple[str, str] | None:
        """Type and role of a relation, as the grammar allows them: said by the child, else by its parent beside it."""
        said = edge.attributes.get("role")
        wanted = said if isinstance(said, str) else ""
        if edge.target not in self._nodes:
            return None
        for relation, end in (("Parent", edge.target), ("Child", edge.source)):
            if end in self._nodes:
                role = self._element(self._graph.nodes[end])[1].role_for(relation, wanted)
                if role is not None:
                    return relation, role
        return None


def _relation(relation: str, role: str, other: Node) -> dict[str, str]:
    return {"TYPE": relation, "VALUE": _uid(other), **({"ROLE": role} if role else {})}


def _document(node: Node) -> tuple[object, object]:
    """Where it came from."""
    return node.attributes.get(FOREIGN_SOURCE), node.attributes.get(FOREIGN_PLACE)


def _uid(node: Node) -> str:
    """What names it in a document: an id that only we gave it, or that cannot be written there, is one of ours."""
    known = "" if place_of(node).is_made else foreign_id(node)
    return known if _UID.fullmatch(known) else node.semantic_id


def _related(relation: dict[str, str]) -> Iterator[str]:
    yield f"- TYPE: {relation['TYPE']}"
    yield from (f"  {key}: {value}" for key, value in relation.items() if key != "TYPE")


def _long(field: str, text: str) -> list[str]:
    """A text of several lines; one that would end it is moved in."""
    inside = "\n".join(f" {line}" if line.rstrip() in {"<<<", ">>>"} else line for line in text.strip().split("\n"))
    return [f"{field}: >>>", inside, "<<<"]


def _nested(blocks: Sequence[PlacedBlock], opened: Mapping[str, str]) -> Iterator[str]:
    """The blocks with the sections around them opened and closed; `opened` are requirements that hold others."""
    path: list[str] = []
    for block in [*blocks, PlacedBlock()]:
        common = 0
        while common < min(len(path), len(block.path)) and path[common] == block.path[common]:
            common += 1
        yield from map(_closing, (opened.get(each, each) for each in reversed(path[common:])))
        yield from (opened.get(each, each) for each in block.path[common:])
        path = block.path
        if block.text:
            yield block.text


def _closing(section: str) -> str:
    opened = _OPENING.match(section)
    return "[[/SECTION]]" if opened is None else f"{opened[1]}/{opened[2]}{opened[3]}"
