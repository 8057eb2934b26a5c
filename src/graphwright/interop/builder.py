"""Puts together what a reader finds: nodes and edges of another tool become the operations that make them.

A reader only says what it sees and where. Whether an id stands twice, an end is missing, an edge must be turned or
cannot be kept is decided here, in one way for all formats; what was done is counted and told once for each kind.
"""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Self, cast

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_ID, FOREIGN_KIND, FOREIGN_TURNED
from graphwright.graph.ontology import Ontology
from graphwright.interop.made_names import NameGiver
from graphwright.interop.pairs import KEEPER, ORIGINAL_KIND, EdgeFitter, FittedPair
from graphwright.interop.progress import EVERY, have_read
from graphwright.interop.report import ImportedModel, Report
from graphwright.interop.tables.records import TableMapping
from graphwright.operations.values import DESCR_LENGTH, NAME_LENGTH, are_normal, is_seen, name_fault, normal
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from graphwright.protocol.texts import Term

_EXAMPLES: Final = 3
_NO_ATTRIBUTES: Final[Mapping[str, JsonValue]] = {}


class NodeColumns(NamedTuple):
    """Many nodes, field by field: what `ImportBuilder.node` is told of each."""

    ids: Sequence[str]
    types: Sequence[str]
    names: Sequence[str]
    descrs: Sequence[str]
    attributes: Sequence[Mapping[str, JsonValue]]
    kinds: Sequence[str]
    marks: Sequence[Mapping[str, JsonValue]]

    def part(self, begin: int) -> Self:
        """Some of them."""
        some = slice(begin, begin + EVERY)
        return self._replace(
            ids=self.ids[some], types=self.types[some], names=self.names[some], descrs=self.descrs[some],
            attributes=self.attributes[some], kinds=self.kinds[some], marks=self.marks[some],
        )  # fmt: skip


class EdgeColumns(NamedTuple):
    """Many edges of which nothing else is said, field by field."""

    kinds: Sequence[str]
    sources: Sequence[Ref]
    targets: Sequence[Ref]

    def part(self, begin: int) -> Self:
        """Some of them."""
        some = slice(begin, begin + EVERY)
        return self._replace(kinds=self.kinds[some], sources=self.sources[some], targets=self.targets[some])


class ImportBuilder:
    """A model of another tool in the making."""

    def __init__(self, format_name: str, ontology: Ontology) -> None:
        self._format = format_name
        self._ontology = ontology
        self._nodes: list[NodeCreate] = []
        self._edges: list[EdgeCreate] = []
        self._types: dict[str, str] = {}
        self._type_words: dict[str, str] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._refined: dict[tuple[str, str, str], str] = {}
        """Steps of a tree that are kept as an edge of another kind, and what they were called."""
        self._fitter = EdgeFitter(ontology)
        self._notes: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}
        self._made = NameGiver()

    def __contains__(self, foreign_id: object) -> bool:
        """Is there a node with this id already?"""
        return foreign_id in self._types

    def made_name(self, descr: str, otherwise: str) -> str:
        """The name of what has none in its file, by what it says; `otherwise` where it says nothing."""
        return self._made.of(descr, otherwise)

    def node(
        self,
        foreign_id: str,
        node_type: str,
        name: str,
        *,
        descr: str = "",
        attributes: Mapping[str, JsonValue] = _NO_ATTRIBUTES,
        kind: str = "",
        marks: Mapping[str, JsonValue] = _NO_ATTRIBUTES,
        place: str = "",
    ) -> None:
        """A node; `node_type` is one of the ontology or a word for it, `kind` what the other tool calls it.

        `marks` are further attributes for machines.

        `InvalidCommand` with the place where the type is unknown or the id stands twice.
        """
        known = self._type_words.get(node_type) or self._type_named(node_type, place)
        types = self._types
        if foreign_id in types:
            message = f"{place}.id: {foreign_id!r} stands twice"
            raise InvalidCommand(message)
        types[foreign_id] = known
        count = len(types)
        if count % EVERY == 0:
            have_read(count)
        kept: dict[str, JsonValue] = {**attributes, FOREIGN_ID: foreign_id}
        if kind:
            kept[FOREIGN_KIND] = kind
        if marks:
            kept |= marks
        self._nodes.append(
            NodeCreate(
                id=OperationId(f"n{count}"),
                temp_id=foreign_id,
                node_type=known,
                name=_named(self._trimmed(name, NAME_LENGTH), foreign_id, known),
                descr=self._trimmed(descr, DESCR_LENGTH),
                attributes=kept,
            )
        )

    def edge(
        self,
        kind: str,
        source: str,
        target: str,
        *,
        foreign_id: str = "",
        attributes: Mapping[str, JsonValue] = _NO_ATTRIBUTES,
        marks: Mapping[str, JsonValue] = _NO_ATTRIBUTES,
        place: str = "",
    ) -> None:
        """An edge between nodes that are there already, called what the other tool calls it.

        `InvalidCommand` with the place where an end is missing. A second one of the same, and one from a node to
        itself, are left out and counted.
        """
        source_type, target_type = self._types.get(source), self._types.get(target)
        if source_type is None or target_type is None:
            field, end = ("source", source) if source_type is None else ("target", target)
            message = f"{place}.{field}: no node has the id {end!r}"
            raise InvalidCommand(message)
        if source == target:
            self.note("importLoops")
            return
        fitted = self._fitter.pair(kind, source_type, target_type)
        kept: dict[str, JsonValue] = {**attributes}
        if foreign_id:
            kept[FOREIGN_ID] = foreign_id
        if marks:
            kept |= marks
        if fitted.is_turned:
            source, target = target, source
            kept[FOREIGN_TURNED] = FOREIGN_TURNED not in kept
        elif fitted.is_kept:
            kept[ORIGINAL_KIND] = kind
        is_new = self._is_new(fitted, source, target, kept)
        refined = (fitted.edge_type, source, target)
        if is_new and fitted.is_kept and fitted.edge_type != KEEPER:
            self._refined[refined] = kind
        elif not is_new and (self._refined.get(refined, kind) != kind or self._is_by_tree(fitted, refined)):
            fitted = self._fitter.kept(kind, source_type, target_type)
            if kept.pop(FOREIGN_TURNED, None):
                source, target = target, source
            kept[ORIGINAL_KIND] = kind
            is_new = self._is_new(fitted, source, target, kept)
        if not is_new:
            # What is only kept has no direction of its own, so another kind between the same two may run the other way.
            source, target = target, source
            kept[FOREIGN_TURNED] = FOREIGN_TURNED not in kept
            if fitted.edge_type != KEEPER or not self._is_new(fitted, source, target, kept):
                self.note("importTwins")
                return
        self._edges.append(
            EdgeCreate(
                id=OperationId(f"e{len(self._edges) + 1}"),
                edge_type=fitted.edge_type,
                source=Ref(source),
                target=Ref(target),
                attributes=kept,
            )
        )

    def nodes(self, many: NodeColumns, place: Callable[[int], str]) -> None:
        """The same as `node` for each; which of them is wrong is asked of `place`."""
        for begin in range(0, len(many.ids), EVERY):
            some = many.part(begin)
            if self._took_nodes(some):
                continue
            for at, (foreign_id, node_type, name, descr, attributes, kind, marks) in enumerate(zip(*some, strict=True)):
                self.node(
                    foreign_id, node_type, name,
                    descr=descr, attributes=attributes, kind=kind, marks=marks, place=place(begin + at),
                )  # fmt: skip

    def edges(
        self, many: EdgeColumns, place: Callable[[int], str], *, marks: Mapping[str, JsonValue] = _NO_ATTRIBUTES
    ) -> None:
        """The same as `edge` for each, all with these marks; which of them is wrong is asked of `place`."""
        for begin in range(0, len(many.kinds), EVERY):
            some = many.part(begin)
            if self._took_edges(some, marks):
                continue
            for at, (kind, source, target) in enumerate(zip(*some, strict=True)):
                self.edge(kind, source, target, marks=marks, place=place(begin + at))

    def _took_nodes(self, some: NodeColumns) -> bool:
        """Take nodes of known types that all have ids of their own; else none of them."""
        types = self._types
        known = {word: self._ontology.node_type(word) for word in set(some.types)}
        if None in known.values():
            return False
        named = {word: each.name for word, each in known.items() if each is not None}
        first = len(types) + 1
        types.update(zip(some.ids, map(named.__getitem__, some.types), strict=True))
        if len(types) < first - 1 + len(some.ids):  # one of them stands twice: as before, and it is found one by one
            self._types = {each.temp_id or "": each.node_type for each in self._nodes}
            return False
        trimmed = some._replace(
            names=self._all_trimmed(some.names, NAME_LENGTH), descrs=self._all_trimmed(some.descrs, DESCR_LENGTH)
        )
        self._nodes += [
            NodeCreate(
                id=number,
                temp_id=foreign_id,
                node_type=named[word],
                name=_named(name, foreign_id, named[word]),
                descr=descr,
                attributes={**free, FOREIGN_ID: foreign_id, FOREIGN_KIND: kind, **marks}
                if kind
                else {**free, FOREIGN_ID: foreign_id, **marks},
            )
            for number, foreign_id, word, name, descr, free, kind, marks in zip(
                _numbered("n", first, len(some.ids)), *trimmed, strict=True
            )
        ]
        have_read(len(types), len(some.ids))
        return True

    def _took_edges(self, some: EdgeColumns, marks: Mapping[str, JsonValue]) -> bool:
        """Take edges that fit as they are and are there once; else none of them."""
        types, seen = self._types.get, self._seen
        # Of a plain kind nothing is told, so it is not counted how often each pair stands.
        pairs = {*zip(some.kinds, map(types, some.sources), map(types, some.targets), strict=True)}
        twins = {*zip(*some, strict=True)}
        if not all(itertools.starmap(self._fitter.is_plain, pairs)):
            return False
        if len(twins) < len(some.kinds) or not seen.isdisjoint(twins):
            return False
        if any(map(operator.eq, some.sources, some.targets)):
            return False
        seen |= twins
        names = {kind: self._ontology.relations[kind].name for kind, *_ in pairs}  # one text each, not one per edge
        numbers = _numbered("e", len(self._edges) + 1, len(some.kinds))
        if not marks:
            self._edges += [
                EdgeCreate(id=number, edge_type=names[kind], source=source, target=target)
                for number, kind, source, target in zip(numbers, *some, strict=True)
            ]
            return True
        self._edges += [
            EdgeCreate(id=number, edge_type=names[kind], source=source, target=target, attributes={**marks})
            for number, kind, source, target in zip(numbers, *some, strict=True)
        ]
        return True

    def _is_by_tree(self, fitted: FittedPair, twin: tuple[str, str, str]) -> bool:
        """Does the tree say of two what something else says of them, too? Then it is another statement."""
        return fitted.is_kept and fitted.edge_type != KEEPER and twin not in self._refined

    def _is_new(self, fitted: FittedPair, source: str, target: str, attributes: Mapping[str, JsonValue]) -> bool:
        """Is there no such edge yet? From now on there is."""
        twin: tuple[object, ...] = (fitted.edge_type, source, target)
        if fitted.identity:
            twin += tuple(str(attributes.get(name)) for name in fitted.identity)
        known = len(self._seen)
        self._seen.add(twin)
        return len(self._seen) > known

    def _type_named(self, word: str, place: str) -> str:
        known = self._ontology.node_type(word)
        if known is None:
            message = f"{place}.type: {word!r} is no element type; use one of {', '.join(self._ontology.node_types)}"
            raise InvalidCommand(message)
        self._type_words[word] = known.name
        return known.name

    def note(self, name: str, count: int = 1, *, example: str = "") -> None:
        """Something was left behind or changed: the name of a note in `languages/*/findings.toml` that has a count.

        A note with examples names the first of them.
        """
        self._notes[name] += count
        examples = self._examples.setdefault(name, []) if example else []
        if example and example not in examples and len(examples) < _EXAMPLES:
            examples.append(example)

    def finish(self, tables: Sequence[TableMapping] = (), *, holds_edge_attributes: bool = True) -> ImportedModel:
        """Everything, and the report."""
        notes = [
            Term(key=f"notes.{name}", values={"count": count, **self._first(name)})
            for name, count in sorted(self._notes.items())
        ]
        return ImportedModel(
            operations=[*self._nodes, *self._edges],
            report=Report(
                format=self._format,
                nodes=len(self._nodes),
                edges=len(self._edges),
                tables=[*tables],
                notes=[*self._fitter.notes(), *notes],
            ),
            is_whole=True,
            holds_edge_attributes=holds_edge_attributes,
        )

    def _first(self, name: str) -> dict[str, list[str]]:
        return {"examples": self._examples[name]} if name in self._examples else {}

    def _all_trimmed(self, texts: Sequence[str], most: int) -> Sequence[str]:
        """The same for each. By far the most texts are kept as they are, which is seen of all of them at once."""
        if max(map(len, texts)) <= most and are_normal(texts):
            return texts
        return [self._trimmed(text, most) for text in texts]

    def _trimmed(self, text: str, most: int) -> str:
        kept = normal(text)
        if len(kept) > most:
            self.note("importCut")
            return kept[: most - 1] + "…"
        if kept != text:
            self.note("importTrimmed")
        return kept


def _named(name: str, foreign_id: str, node_type: str) -> str:
    """Many without a name can be told apart by the ids that they have in their file."""
    if is_seen(name):
        return name
    known_as = normal(foreign_id)
    return known_as if name_fault(known_as) is None else node_type.capitalize()


def _numbered(letter: str, first: int, count: int) -> list[OperationId]:
    return cast("list[OperationId]", [f"{letter}{number}" for number in range(first, first + count)])
