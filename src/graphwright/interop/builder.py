"""Puts together what a reader finds: nodes and edges of another tool become the operations that make them.

A reader only says what it sees and where. Whether an id stands twice, an end is missing, an edge must be turned or
cannot be kept is decided here, in one way for all formats; what was done is counted and told once for each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from graphwright.errors import InvalidCommand
from graphwright.graph.foreign import FOREIGN_ID, FOREIGN_KIND, FOREIGN_TURNED
from graphwright.graph.ontology import Ontology
from graphwright.interop.pairs import KEEPER, ORIGINAL_KIND, EdgeFitter, FittedPair
from graphwright.interop.progress import have_read
from graphwright.interop.report import ImportedModel, Report
from graphwright.interop.tables.records import TableMapping
from graphwright.operations.values import DESCR_LENGTH, NAME_LENGTH, normal
from graphwright.protocol.base import JsonValue
from graphwright.protocol.ids import OperationId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from graphwright.protocol.texts import Term

_EXAMPLES: Final = 3
_NO_ATTRIBUTES: Final[Mapping[str, JsonValue]] = {}


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
        self._fitter = EdgeFitter(ontology)
        self._notes: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}

    def __contains__(self, foreign_id: object) -> bool:
        """Is there a node with this id already?"""
        return foreign_id in self._types

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
        if foreign_id in self._types:
            message = f"{place}.id: {foreign_id!r} stands twice"
            raise InvalidCommand(message)
        self._types[foreign_id] = known
        have_read(len(self._types))
        kept: dict[str, JsonValue] = {**attributes, FOREIGN_ID: foreign_id}
        if kind:
            kept[FOREIGN_KIND] = kind
        if marks:
            kept |= marks
        self._nodes.append(
            NodeCreate(
                id=OperationId(f"n{len(self._types)}"),
                temp_id=foreign_id,
                node_type=known,
                name=self._trimmed(name, NAME_LENGTH) or known.capitalize(),
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
            kept[FOREIGN_TURNED] = True
        elif fitted.is_kept:
            kept[ORIGINAL_KIND] = kind
        if not self._is_new(fitted, source, target, kept):
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
            message = f"{place}.type: {word!r} is no node type; use one of {', '.join(self._ontology.node_types)}"
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

    def _trimmed(self, text: str, most: int) -> str:
        if text.isascii() and len(text) <= most and text.strip() == text:  # by far the most texts
            return text
        kept = normal(text)
        if len(kept) > most:
            self.note("importCut")
            return kept[: most - 1] + "…"
        if kept != text:
            self.note("importTrimmed")
        return kept
