"""Edges of other tools in the terms of our ontology: turned where only the direction differs, else kept (K-01, K-21).

Nothing is dropped: a pair that the ontology does not allow becomes a `relation` that remembers its original kind, and
an export gives kind and direction back.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from graphwright.graph.foreign import FOREIGN_TURNED
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.texts import Term

ORIGINAL_KIND: Final = "originalKind"
"""Attribute of a `relation` that stands for an edge our ontology has no place for."""
KEEPER: Final = "relation"


class FittedEdge(NamedTuple):
    """An edge as it will be made."""

    edge_type: str
    source: str
    target: str
    attributes: dict[str, JsonValue]


class EdgeFitter:
    """Fits edges one by one and counts what it had to do."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._turned: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()

    def fit(
        self,
        kind: str,
        source: str,
        target: str,
        *,
        source_type: str,
        target_type: str,
        attributes: dict[str, JsonValue],
    ) -> FittedEdge:
        """One edge between two nodes whose types are known."""
        relation = self._ontology.relation(kind)
        if relation is not None and self._ontology.allows(relation.name, source_type, target_type):
            return FittedEdge(relation.name, source, target, attributes)
        if relation is not None and self._ontology.should_turn(relation.name, source_type, target_type):
            self._turned[f"{relation.name} {source_type} -> {target_type}"] += 1
            return FittedEdge(relation.name, target, source, {**attributes, FOREIGN_TURNED: True})
        self._kept[f"{kind} {source_type} -> {target_type}"] += 1
        return FittedEdge(KEEPER, source, target, {**attributes, ORIGINAL_KIND: kind})

    def notes(self) -> list[Term]:
        """One text per kind of pair."""
        turned = [
            Term(key="notes.importTurned", values={"count": count, "pair": pair})
            for pair, count in sorted(self._turned.items())
        ]
        kept = [
            Term(
                key="notes.importKept",
                values={"count": count, "pair": pair, "keeper": KEEPER, "attribute": ORIGINAL_KIND},
            )
            for pair, count in sorted(self._kept.items())
        ]
        return turned + kept
