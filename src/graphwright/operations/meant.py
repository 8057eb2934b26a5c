"""What a language model meant by its words: each ref made exact, and what is said twice or is there already left out.

A model calls a node by its name, in small letters, by its new name in the form of an id, by the short id it will have
(A-25..A-27). Where exactly one node can be meant, the ref is written as the plan knows it; everything else stays as it
is and becomes a named problem there. A node or an edge that stands in the model exactly as declared is no operation.
Every liberty is a note. Pure; only for change sets that a language model wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.identity import identifier, parse_semantic_id
from graphwright.graph.query import suggest
from graphwright.operations.refs import names_of
from graphwright.operations.values import stored
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.texts import Term
from graphwright.text.folding import name_key

_Addressed = TypeVar("_Addressed", bound=NodeUpdate | NodeDelete)
_Joining = TypeVar("_Joining", bound=EdgeCreate | EdgeUpdate | EdgeDelete)
_Names: TypeAlias = dict[str, str | None]
"""What a word stands for among the new nodes; `None`: for several."""

_LOOSE_ID: Final = re.compile(r"([^\W\d]\w*)\.([A-Za-z]{2})\.([0-9]{1,15})")
_LABEL: Final = re.compile(r"([A-Za-z]{2}[0-9]{1,15})\s*(?:=\s*|\(|\s)\s*([^()]+)\)?")
_NAMED: Final = re.compile(r"([^()]+?)\s*[(\[]\s*([A-Za-z]{2}[0-9]{1,15}|[^\W\d]\w*\.[A-Z]{2}\.[0-9]{3,15})\s*[)\]]")
_WRAPPING: Final = "`'\"*()<>[]{}“”„ "
_LOOKS: Final = 20
"""Refs that are looked for among all semantic ids; each look costs up to 20 ms in a large model."""


def as_meant(graph: Graph, operations: Sequence[Operation]) -> tuple[list[Operation], list[Term]]:
    """The operations as they were meant for this graph, and the liberties that were taken."""
    return _Meaning(graph, operations).read()


class _Meaning:
    """One change set."""

    def __init__(self, graph: Graph, operations: Sequence[Operation]) -> None:
        self._graph = graph
        self._operations = operations
        self._notes: list[Term] = []
        self._exact: set[str] = set()
        """The names that the change set gives to what it makes."""
        self._loose: _Names = {}
        self._existing: dict[str, str] = {}
        """Names of the change set for nodes that are there already."""
        self._renamed: dict[str, str] = {}
        self._left = _LOOKS
        self._doubles: set[OperationId] = set()

    def read(self) -> tuple[list[Operation], list[Term]]:
        made = {operation.id: self._named(operation) for operation in self._new_nodes()}
        for node in made.values():
            self._call(node)
        edges: set[tuple[str, str, str, str]] = set()
        kept: list[Operation] = []
        for operation in self._operations:
            if operation.id in self._doubles:
                continue
            meant = self._meant(made.get(operation.id, operation))
            if isinstance(meant, EdgeCreate) and self._is_there(meant, edges):
                self._doubles.add(operation.id)
                continue
            kept.append(meant)
        return [self._without_doubles(operation) for operation in kept], self._notes

    # nodes -------------------------------------------------------------------------------------------------------

    def _new_nodes(self) -> list[NodeCreate]:
        """The nodes that are really made; the others are only spoken of again."""
        made: dict[str, NodeCreate] = {}
        deleted = {operation.ref for operation in self._operations if isinstance(operation, NodeDelete)}
        for operation in self._operations:
            if not isinstance(operation, NodeCreate):
                continue
            there = None if deleted.intersection(names_of(operation)) else self._redeclared(operation)
            if there is not None:
                self._leave_out(operation, "there", f"{there.name} ({there.semantic_id})")
                self._existing.update(dict.fromkeys(names_of(operation), there.semantic_id))
                self._existing.setdefault(operation.name, there.semantic_id)
                continue
            key = next(iter(names_of(operation)), f"{operation.node_type}|{name_key(operation.name)}")
            before = made.get(key)
            if before is not None and _same_node(before, operation):
                if before != replace(operation, id=before.id):
                    self._notes.append(_note("twiceLater", what=operation.name))
                self._doubles.add(before.id)
            elif before is not None:
                continue  # two nodes of one name are a problem, which the plan reports
            made[key] = operation
        return list(made.values())

    def _named(self, operation: NodeCreate) -> NodeCreate:
        """With a name that edges of the change set may use, where it was given none."""
        return operation if names_of(operation) else replace(operation, temp_id=operation.name)

    def _redeclared(self, operation: NodeCreate) -> Node | None:
        """The node that is there exactly as this operation would make it."""
        node_type = self._graph.ontology.node_type(operation.node_type)
        if node_type is None:
            return None
        found = [self._graph.nodes[node_id] for name in names_of(operation) for node_id in self._graph.find(name)]
        if not found:
            named = list(self._graph.named(node_type.name, operation.name))
            found = [self._graph.nodes[node_id] for node_id in named] if len(named) == 1 else []
        given = stored(operation.attributes, node_type)
        alike = (node for node in found if node.node_type == node_type.name)
        same = (node for node in alike if _says_nothing_new(node, operation, given))
        return next(same, None)

    def _call(self, operation: NodeCreate) -> None:
        """Note every word that may mean this new node."""
        names = names_of(operation)
        self._exact.update(names)
        canonical = names[-1] if names else ""
        words = {name_key(operation.name), identifier(operation.name, type_word="").casefold()}
        words |= {name.casefold() for name in names}
        for parsed in (parse_semantic_id(name) for name in names):
            if parsed is not None:
                words |= {f"{parsed.abbreviation}{parsed.counter}".casefold(), parsed.identifier.casefold()}
        for word in filter(None, words):
            known = self._loose.get(word, canonical)
            self._loose[word] = canonical if canonical and known == canonical else None

    # refs --------------------------------------------------------------------------------------------------------

    def _meant(self, operation: Operation) -> Operation:
        if isinstance(operation, NodeUpdate | NodeDelete):
            return self._addressed(operation)
        return operation if isinstance(operation, NodeCreate) else self._joining(operation)

    def _addressed(self, operation: _Addressed) -> _Addressed:
        ref = self._ref(operation.ref)
        return operation if ref == operation.ref else replace(operation, ref=ref)

    def _joining(self, operation: _Joining) -> _Joining:
        source, target = operation.source, operation.target
        if source is None or target is None:
            return operation
        ends = self._ref(source), self._ref(target)
        return operation if ends == (source, target) else replace(operation, source=ends[0], target=ends[1])

    def _ref(self, ref: Ref) -> Ref:
        if ref in self._exact:
            return ref
        if ref in self._existing:
            return Ref(self._existing[ref])
        if self._graph.find(ref):
            return ref
        known = self._renamed.get(ref)
        if known is None:
            known = self._renamed[ref] = self._looked_up(ref) or ref
            if known != ref:
                self._notes.append(_note("readAs", ref=repr(ref), known=known))
        return Ref(known)

    def _looked_up(self, ref: str) -> str | None:
        """What one of the ways to call a node finds; `None` where none does, or several nodes may be meant."""
        ways: Iterable[Callable[[str], str | None]] = (
            self._among_new, self._by_id, self._by_name, self._by_label, self._by_identifier,
        )  # fmt: skip
        for word in dict.fromkeys((ref, ref.strip(_WRAPPING))):
            if word != ref and (word in self._exact or self._graph.find(word)):
                return word
            for way in ways:
                found = way(word)
                if found is not None:
                    return found
        return None

    def _among_new(self, word: str) -> str | None:
        return self._loose.get(word.casefold()) or self._loose.get(name_key(word))

    def _by_id(self, word: str) -> str | None:
        """An id in other letters, or with the name that its node has now (`Buyer.AC.001` for `Customer.AC.001`)."""
        parts = _LOOSE_ID.fullmatch(word)
        if parts is None:
            return None
        new = self._loose.get(f"{parts[1]}.{parts[2]}.{int(parts[3]):03d}".casefold())
        if new is not None:
            return new
        node_type = self._graph.ontology.by_abbreviation(parts[2].upper())
        abbreviation = parts[2].upper() if node_type is None else node_type.abbreviation
        called = parts[1].casefold()
        for node_id in self._graph.find(f"{abbreviation}{int(parts[3])}"):
            node = self._graph.nodes[node_id]
            if called in {_identifier(node), identifier(node.name, type_word="").casefold()}:
                return node.semantic_id
        return None

    def _by_name(self, word: str) -> str | None:
        types = self._graph.ontology.node_types
        found = [node_id for node_type in types for node_id in self._graph.named(node_type, word)]
        return self._graph.nodes[found[0]].semantic_id if len(found) == 1 else None

    def _by_label(self, word: str) -> str | None:
        """An id with the name beside it: `AC1=Customer`, `FN1 ValidateOrder`, `ValidateOrder (FN1)`."""
        label, named = _LABEL.fullmatch(word), _NAMED.fullmatch(word)
        if label is not None:
            short, name = label[1], label[2]
        elif named is not None:
            short, name = named[2], named[1]
        else:
            return None
        for node_id in self._graph.find(short):
            node = self._graph.nodes[node_id]
            if name_key(name) == name_key(node.name) or name.split()[0].casefold() == _identifier(node):
                return node.semantic_id
        return self._loose.get(short.casefold())

    def _by_identifier(self, word: str) -> str | None:
        """`ValidateOrder` for the node `Validate order`, where only one is called so."""
        wanted = identifier(word, type_word="").casefold()
        if not wanted or "." in word or self._left <= 0:
            return None
        self._left -= 1
        near = {found for found in suggest(self._graph, word) if found.partition(".")[0].casefold() == wanted}
        return near.pop() if len(near) == 1 else None

    # edges -------------------------------------------------------------------------------------------------------

    def _is_there(self, operation: EdgeCreate, edges: set[tuple[str, str, str, str]]) -> bool:
        """Whether the edge stands in the model, or in this change set, exactly so."""
        relation = self._graph.ontology.relation(operation.edge_type)
        if relation is None:
            return False
        key = relation.name, operation.source, operation.target, repr(sorted(operation.attributes.items()))
        if key in edges:
            self._leave_out(operation, "twice", f"{operation.source} -{relation.short}-> {operation.target}")
            return True
        edges.add(key)
        if self._exact.intersection((operation.source, operation.target)):
            return False
        ends = self._graph.find(operation.source), self._graph.find(operation.target)
        if any(len(end) != 1 for end in ends):
            return False
        (source,), (target,) = ends
        twins = self._graph.edges_between(relation.name, source, target)
        if not any(twin.attributes == operation.attributes for twin in twins):
            return False
        names = self._graph.nodes[source].name, self._graph.nodes[target].name
        self._leave_out(operation, "there", f"{names[0]} -{relation.short}-> {names[1]}")
        return True

    # shared ------------------------------------------------------------------------------------------------------

    def _leave_out(self, operation: Operation, why: str, what: str) -> None:
        self._doubles.add(operation.id)
        self._notes.append(_note(why, what=what))

    def _without_doubles(self, operation: Operation) -> Operation:
        """Nobody waits for an operation that is left out."""
        if self._doubles.isdisjoint(operation.depends_on):
            return operation
        return replace(operation, depends_on=[need for need in operation.depends_on if need not in self._doubles])


def _identifier(node: Node) -> str:
    parsed = parse_semantic_id(node.semantic_id)
    return "" if parsed is None else parsed.identifier.casefold()


def _same_node(one: NodeCreate, two: NodeCreate) -> bool:
    return one.node_type == two.node_type and name_key(one.name) == name_key(two.name)


def _note(name: str, **values: str) -> Term:
    return Term(key=f"notes.{name}", values={**values})


def _says_nothing_new(node: Node, operation: NodeCreate, given: dict[str, JsonValue]) -> bool:
    """Whether the operation gives nothing that the node does not have; what it leaves out is no wish."""
    same_name = name_key(operation.name) in {name_key(node.name), _identifier(node)}
    same_descr = not operation.descr.strip() or name_key(operation.descr).rstrip(".") == name_key(node.descr).rstrip(
        "."
    )
    return same_name and same_descr and all(node.attributes.get(key) == value for key, value in given.items())
