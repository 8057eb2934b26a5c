"""The change set that a message grows into, sentence by sentence, and the graph as it would then be.

A draft only ever holds what may be: every edge is asked of the ontology, loops, doubles and two-way flows are refused
with a `CannotApply`. Sentences read the staged graph, so a second one builds on the first. Nothing is applied here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, assert_never

from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.identity import semantic_id
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NameKey, NodeIndex, closest, meaning_key
from graphwright.offline.meaning.naming import NAMES_OF_STYLE, is_pascal, pascal
from graphwright.offline.wording import Wording, wording
from graphwright.operations.cures.cure import Cure
from graphwright.operations.cures.relink import relink
from graphwright.operations.refs import renamed
from graphwright.operations.staged import StagedGraph
from graphwright.pauses import paced
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId, OperationId, Ref, SemanticId
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    NodeCreate,
    NodeDelete,
    NodeSet,
    NodeUpdate,
    Operation,
)
from graphwright.protocol.texts import Value
from graphwright.text.messages import hint_of, message_of, words_of

# What an AI may put into one change set.
MAX_OPERATIONS: Final = 1_000


class CannotApply(Exception):
    """The sentence was recognised, but cannot be done; the text says why, in the person's language.

    The text may be a function: a suggestion costs a walk over all names, and most doubts are never told.
    """

    def __init__(self, text: str | Callable[[], str]) -> None:
        super().__init__(text)
        self._text = text

    @property
    def text(self) -> str:
        """Why not."""
        return self._text if isinstance(self._text, str) else self._text()


class MustNotApply(CannotApply):
    """It may not be, or names what clearly is not there: no other reading of the sentence is tried."""


class PairNotAllowed(MustNotApply):
    """Two elements that the ontology does not join."""


class Draft:
    """Operations in the making, and the staged graph they lead to."""

    def __init__(self, graph: Graph, names: NodeIndex, language: Language) -> None:
        self._base = graph
        self._names = names
        self.language: Language = language
        """Of the answers."""
        self.operations: list[Operation] = []
        self.reasons: dict[OperationId, str] = {}
        """Why an operation follows, where the draft concluded it by itself: those wait for a person."""
        self.graph = StagedGraph(graph)
        self._named: dict[NameKey, list[NodeId]] = {}
        """The nodes that got a name in this draft, by what it means."""

    @property
    def base(self) -> Graph:
        """The model before anything was drafted."""
        return self._base

    @property
    def names(self) -> NodeIndex:
        """The names of the model before anything was drafted."""
        return self._names

    @property
    def say(self) -> Wording:
        """The sentences of the answer's language."""
        return wording(self.language)

    def rollback(self, count: int) -> None:
        """Forget all but the first operations: the rest belonged to a sentence that could not be done."""
        if count == len(self.operations):
            return
        kept = self.operations[:count]
        self.operations, self.graph, self._named = [], StagedGraph(self._base), {}
        for operation in kept:
            self._add(operation)
        self.reasons = {each.id: self.reasons[each.id] for each in kept if each.id in self.reasons}

    # reading -----------------------------------------------------------------------------------------------------

    def likely(self, found: Iterable[NodeId], fits: Callable[[Node], bool] = lambda _: True) -> list[Node]:
        """The nodes of an index of the model, and those that got their name here, which fit, in the model's order."""
        each_once = dict.fromkeys((*found, *chain.from_iterable(self._named.values())))
        standing = (self.graph.nodes.get(each) for each in paced(each_once))
        fitting = {node.node_id: node for node in standing if node is not None and fits(node)}
        if len(fitting) < 2:  # noqa: PLR2004
            return list(fitting.values())
        return [fitting[each] for each in paced(self.graph.nodes) if each in fitting]

    def find(self, name: str, types: Sequence[str] | None = None) -> list[Node]:
        """The nodes with a name of this meaning, in any language; those of the first type that has some."""
        key = meaning_key(name)
        candidates = (*self._names.having(key), *self._named.get(key, ()))
        found = dict.fromkeys(node_id for node_id in candidates if self._means(node_id, key))
        nodes = [self.graph.nodes[node_id] for node_id in found]
        if types is None:
            return closest(name, nodes)
        for node_type in types:
            of_type = [node for node in nodes if node.node_type == node_type]
            if of_type:
                return closest(name, of_type)
        return []

    def _means(self, node_id: NodeId, key: NameKey) -> bool:
        """Does the node still exist, under a name of this meaning?"""
        node = self.graph.nodes.get(node_id)
        return node is not None and meaning_key(node.name) == key

    def styled(self, name: str) -> str:
        """A new name in the style of the model: PascalCase where most of its names of several words are."""
        return self.style()(name) if pascal(name) != name else name

    def style(self) -> Callable[[str], str]:
        """What makes a name one in the style of the model; asked once for several names, as it looks at the model's."""
        return pascal if self._is_pascal() else str

    def free_name(self, node_type: str, name: str) -> str:
        """A name in the style of the model that no node of the type has; numbered when it is taken."""
        wanted, number, style = name, 2, self.style()
        while self.graph.named(node_type, style(wanted)):
            wanted, number = f"{name} {number}", number + 1
        return style(wanted)

    def _is_pascal(self) -> bool:
        """A model of many names has its style, whatever is drafted; that of a small one follows from all of them."""
        if len(self._base.nodes) < NAMES_OF_STYLE:
            return is_pascal(self.graph)
        return self._names.remembered("isPascal", lambda: is_pascal(self._base))

    def root(self) -> Node | None:
        """The system that everything belongs to: the only SYS without a parent, if there is exactly one."""
        roots = [node for node in self.graph.of_type("SYS") if self.graph.parent(node.node_id) is None]
        return roots[0] if len(roots) == 1 else None

    def justify(self, since: int, reason: str) -> None:
        """Give a reason to all operations but the first so many."""
        self.reasons |= dict.fromkeys((operation.id for operation in self.operations[since:]), reason)

    def has_room(self, operations: int) -> bool:
        """May this many operations be added?"""
        return len(self.operations) + operations <= MAX_OPERATIONS

    # changing ----------------------------------------------------------------------------------------------------

    def find_or_create(
        self, node_type: str, name: str, descr: str, attributes: dict[str, JsonValue] | None = None
    ) -> Node:
        """The node of this type and meaning, made if there is none."""
        found = self.find(name, [node_type])
        return found[0] if found else self.create(node_type, name, descr, attributes)

    def create(self, node_type: str, name: str, descr: str, attributes: dict[str, JsonValue] | None = None) -> Node:
        """A new node. Its semantic id is the next free one: an alias, as in any answer of a model (K-12)."""
        known = self.graph.ontology.node_types[node_type]
        counter = self.graph.counters.get(node_type, 0) + 1
        alias = semantic_id(name, type_word=node_type.capitalize(), abbreviation=known.abbreviation, counter=counter)
        self._append(
            NodeCreate(
                id=self._next_id(),
                node_type=node_type,
                name=name,
                descr=descr,
                semantic_id=alias,
                attributes=attributes or {},
            )
        )
        return self.node(Ref(alias))

    def update(
        self,
        node: Node,
        *,
        name: str | None = None,
        descr: str | None = None,
        attributes: dict[str, JsonValue] | None = None,
    ) -> None:
        """Set fields of a node."""
        fields = NodeSet(name=name, descr=descr, attributes=attributes or {})
        self._append(NodeUpdate(id=self._next_id(), ref=Ref(node.semantic_id), set=fields))

    def delete(self, node: Node) -> None:
        """Remove a node of the model, once. Raises `MustNotApply` for one that only this draft makes."""
        if node.node_id not in self._base.nodes:
            raise MustNotApply(self.say.not_yet.format(name=node.name))
        if node.node_id not in self.graph.nodes:
            return  # named twice in one sentence
        self._append(NodeDelete(id=self._next_id(), ref=Ref(node.semantic_id)))

    def link(self, edge_type: str, source: Node, target: Node) -> bool:
        """An edge, unless it is there already. Raises `CannotApply` for one that may not be."""
        if self.graph.edge_between(edge_type, source.node_id, target.node_id) is not None:
            return False
        self._check_link(edge_type, source, target)
        source_ref, target_ref = Ref(source.semantic_id), Ref(target.semantic_id)
        self._append(EdgeCreate(id=self._next_id(), edge_type=edge_type, source=source_ref, target=target_ref))
        return True

    def relink(self, edge: Edge, source: Node, target: Node) -> None:
        """An edge of the model with other ends; what it says is kept. Raises `CannotApply` for one that may not be."""
        self._check_link(edge.edge_type, source, target)
        if self.graph.edge_between(edge.edge_type, source.node_id, target.node_id) is None:
            self.take(relink(self.graph, edge, source=source, target=target))
        else:
            self.unlink(edge)

    def unlink(self, edge: Edge) -> None:
        """Remove an edge."""
        source, target = self.graph.nodes[edge.source], self.graph.nodes[edge.target]
        source_ref, target_ref = Ref(source.semantic_id), Ref(target.semantic_id)
        self._append(EdgeDelete(id=self._next_id(), edge_type=edge.edge_type, source=source_ref, target=target_ref))

    def take(self, cure: Cure) -> None:
        """The operations of a merge, retype or relink. Raises `MustNotApply` with what speaks against it."""
        if cure.problems:
            first = cure.problems[0]
            raise MustNotApply(f"{message_of(first, self.language)}. {hint_of(first, self.language)}".strip())
        names: dict[str, str] = {}
        for each in cure.operations:
            if isinstance(each, NodeDelete):
                self.delete(self.node(each.ref))
            elif isinstance(each, EdgeDelete):
                self.unlink(self.graph.edges[EdgeId(str(each.ref))])
            elif isinstance(each, NodeCreate):
                made = self.create(each.node_type, each.name, each.descr, each.attributes)
                names[str(each.temp_id)] = made.semantic_id
            else:
                self._append(renamed(replace(each, id=self._next_id(), depends_on=[]), names))

    def newest(self) -> Node:
        """The node that was made last."""
        made = next(each for each in reversed(self.operations) if isinstance(each, NodeCreate))
        return self.node(Ref(str(made.semantic_id)))

    def node(self, ref: Ref) -> Node:
        """The staged node of a ref of this draft."""
        return self.graph.nodes[self.graph.find(ref)[0]]

    def _check_link(self, edge_type: str, source: Node, target: Node) -> None:
        ontology = self.graph.ontology
        if source.node_id == target.node_id:
            raise MustNotApply(self.say.itself.format(name=source.name))
        if not ontology.allows(edge_type, source.node_type, target.node_type):
            hint = ontology.advice(edge_type, source.node_type, target.node_type)
            raise self.illegal(source, target, hint)
        if edge_type == "compose" and self._contains(target, source):
            raise MustNotApply(self.say.cycle.format(a=source.name, b=target.name))
        if edge_type == "io" and self.graph.edge_between("io", target.node_id, source.node_id) is not None:
            raise MustNotApply(self.say.two_way.format(a=source.name, b=target.name))

    def illegal(self, a: Node, b: Node, advice: Value) -> PairNotAllowed:
        """The refusal of a pair that the ontology does not have."""
        hint = words_of(advice, self.language)
        return PairNotAllowed(
            self.say.illegal.format(a=a.name, a_type=a.node_type, b=b.name, b_type=b.node_type, hint=hint).strip()
        )

    def _contains(self, outer: Node, inner: Node) -> bool:
        """Is `inner` somewhere inside `outer` by compose? Walks upwards, each node once."""
        seen: set[NodeId] = set()
        waiting = [inner.node_id]
        while waiting:
            node_id = waiting.pop()
            if node_id == outer.node_id:
                return True
            if node_id not in seen:
                seen.add(node_id)
                waiting += [edge.source for edge in self.graph.incoming(node_id, "compose")]
        return False

    # staging -----------------------------------------------------------------------------------------------------

    def _next_id(self) -> OperationId:
        return OperationId(f"op-{len(self.operations) + 1:03d}")

    def _append(self, operation: Operation) -> None:
        if not self.has_room(1):
            raise CannotApply(self.say.too_much.format(limit=MAX_OPERATIONS))
        self._add(operation)

    def _add(self, operation: Operation) -> None:
        self.operations.append(operation)
        match operation:
            case NodeCreate():
                self._put_new(operation)
            case NodeUpdate():
                self._put_changed(operation)
            case NodeDelete():
                self._drop(self.node(operation.ref))
            case EdgeCreate():
                self._put_edge(operation)
            case EdgeDelete():
                self._drop_edge(operation)
            case EdgeUpdate():
                edge = self.graph.edges[EdgeId(str(operation.ref))]
                self.graph.put_edge(replace(edge, attributes=edge.attributes | operation.set.attributes))
            case _:
                assert_never(operation)

    def _put_new(self, operation: NodeCreate) -> None:
        revision = self.graph.revision + 1
        node = Node(
            node_id=NodeId(f"draft:{operation.semantic_id}"),
            semantic_id=SemanticId(str(operation.semantic_id)),
            node_type=operation.node_type,
            name=operation.name,
            descr=operation.descr,
            attributes=operation.attributes,
            created_revision=revision,
            revision=revision,
        )
        self.graph.put_node(node)
        self._named.setdefault(meaning_key(node.name), []).append(node.node_id)

    def _put_changed(self, operation: NodeUpdate) -> None:
        node = self.node(operation.ref)
        fields = operation.set
        changed = replace(
            node,
            name=fields.name or node.name,
            descr=node.descr if fields.descr is None else fields.descr,
            attributes=node.attributes | fields.attributes,
        )
        self.graph.put_node(changed)
        self._named.setdefault(meaning_key(changed.name), []).append(node.node_id)

    def _put_edge(self, operation: EdgeCreate) -> None:
        self.graph.put_edge(
            Edge(
                edge_id=EdgeId(f"draft:{operation.id}"),
                edge_type=operation.edge_type,
                source=self.node(operation.source).node_id,
                target=self.node(operation.target).node_id,
                attributes=operation.attributes,
                revision=self.graph.revision + 1,
            )
        )

    def _drop(self, node: Node) -> None:
        for edge in [*self.graph.outgoing(node.node_id), *self.graph.incoming(node.node_id)]:
            self.graph.drop_edge(edge.edge_id)
        self.graph.drop_node(node.node_id)

    def _drop_edge(self, operation: EdgeDelete) -> None:
        source, target = self.node(Ref(str(operation.source))), self.node(Ref(str(operation.target)))
        edge = self.graph.edge_between(str(operation.edge_type), source.node_id, target.node_id)
        if edge is not None:
            self.graph.drop_edge(edge.edge_id)
