"""Edges of other tools in the terms of our ontology: turned where only the direction differs, else kept (K-01, K-21).

Nothing is dropped: a pair that the ontology does not allow becomes a `relation` that remembers its original kind, and
an export gives kind and direction back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import Relation
from graphwright.interop.report import commonest
from graphwright.protocol.texts import Term

ORIGINAL_KIND: Final = "originalKind"
"""Attribute of a `relation` that stands for an edge our ontology has no place for."""
KEEPER: Final = "relation"
_CONTAINS: Final = "compose"
_ADVICES: Final = 3


class FittedPair:
    """What becomes of one kind of edge between two types of nodes, and how often that was met."""

    __slots__ = ("allowed", "count", "edge_type", "identity", "is_kept", "is_turned", "pair")

    def __init__(
        self,
        edge_type: str,
        pair: str,
        identity: Sequence[str],
        *,
        is_turned: bool = False,
        is_kept: bool = False,
        allowed: str = "",
    ) -> None:
        self.edge_type = edge_type
        self.pair = pair
        self.identity = identity
        """The attributes that tell two edges between the same nodes apart."""
        self.is_turned = is_turned
        self.is_kept = is_kept
        self.allowed = allowed
        """What a relation of this name may join, where it is one of the ontology that does not join these two types."""
        self.count = 0


class EdgeFitter:
    """Says what becomes of each edge and counts what it had to do. A model has many edges and few kinds of pairs."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._pairs: dict[tuple[str, str, str], FittedPair] = {}
        self._kept: dict[tuple[str, str, str], FittedPair] = {}

    def pair(self, kind: str, source_type: str, target_type: str, count: int = 1) -> FittedPair:
        """One more edge of a kind between nodes of two types, or so many."""
        key = kind, source_type, target_type
        fitted = self._pairs.get(key)
        if fitted is None:
            fitted = self._pairs[key] = self._fitted(kind, source_type, target_type)
        fitted.count += count
        return fitted

    def _fitted(self, kind: str, source_type: str, target_type: str) -> FittedPair:
        relation = self._ontology.relation(kind)
        if relation is not None:
            pair = _pair(relation.name, source_type, target_type)
            if self._ontology.allows(relation.name, source_type, target_type):
                return FittedPair(relation.name, pair, relation.identity)
            if self._ontology.should_turn(relation.name, source_type, target_type):
                return FittedPair(relation.name, pair, relation.identity, is_turned=True)
        refining = self._refining(source_type, target_type) if relation and relation.name == _CONTAINS else None
        if refining is not None:
            pair = _pair(kind, source_type, target_type)
            return FittedPair(refining.name, pair, refining.identity, is_kept=True)
        allowed = "" if relation is None else self._allowed(relation.name, source_type, target_type)
        return self._keeper(kind, source_type, target_type, allowed)

    def _allowed(self, relation: str, source_type: str, target_type: str) -> str:
        """What may do this to such a target; where nothing may, to what such a source may do it."""
        sources = [each for each in self._ontology.node_types if self._ontology.allows(relation, each, target_type)]
        targets = [target_type] if sources else self._ontology.targets_of(relation, source_type)
        return _pair(relation, ", ".join(sources or [source_type]), ", ".join(targets)) if targets else ""

    def _keeper(self, kind: str, source_type: str, target_type: str, allowed: str = "") -> FittedPair:
        keeper = self._ontology.relations.get(KEEPER)
        identity = keeper.identity if keeper else ()
        pair = _pair(kind, source_type, target_type)
        return FittedPair(KEEPER, pair, identity, is_kept=True, allowed=allowed)

    def _refining(self, source_type: str, target_type: str) -> Relation | None:
        """What joins a whole to its parts where they are all of a type that is not composed: requirements, tests.

        The tree of another tool is then one here, too, and is found in the views of requirements.
        """
        if source_type != target_type:
            return None
        specific = (each for each in self._ontology.relations.values() if each.name != KEEPER)
        return next((each for each in specific if self._ontology.allows(each.name, source_type, target_type)), None)

    def kept(self, kind: str, source_type: str, target_type: str) -> FittedPair:
        """An edge that is kept as what joins anything, because what it fitted joins the two already."""
        key = kind, source_type, target_type
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._keeper(*key)
        self._pairs[key].count -= 1
        kept.count += 1
        return kept

    def is_plain(self, kind: str, source_type: str | None, target_type: str | None) -> bool:
        """Is such an edge taken as it stands, and the only one between its ends?"""
        relation = self._ontology.relations.get(kind)
        if relation is None or source_type is None or target_type is None:
            return False
        return not relation.identity and self._ontology.allows(kind, source_type, target_type)

    def notes(self) -> list[Term]:
        """A text each for those that were turned, that refine, and that were kept, with the commonest pairs."""
        met = [each for each in (*self._pairs.values(), *self._kept.values()) if each.count]
        turned = [each for each in met if each.is_turned]
        kept = [each for each in met if each.is_kept and each.edge_type == KEEPER and not each.allowed]
        misfits = [each for each in met if each.allowed]
        refining = [each for each in met if each.is_kept and each.edge_type != KEEPER]
        notes: list[Term] = []
        if turned:
            count, pairs = _counted(turned)
            notes.append(Term(key="notes.importTurned", values={"count": count, "pairs": pairs}))
        for key, some in (("importRefining", refining), ("importKept", kept), ("importMisfits", misfits)):
            if some:
                count, pairs = _counted(some)
                keepers = ", ".join(sorted({each.edge_type for each in some}))
                values: dict[str, str | int | float | list[str]] = {
                    "count": count,
                    "pairs": pairs,
                    "keeper": keepers,
                }
                if some is misfits:
                    often = sorted(some, key=lambda each: -each.count)
                    values["allowed"] = [*dict.fromkeys(each.allowed for each in often)][:_ADVICES]
                notes.append(Term(key=f"notes.{key}", values=values))
        return notes


def _pair(kind: str, sources: str, targets: str) -> str:
    """What joins what, as a text that says types in the reader's words shows it."""
    return f"{kind} ({sources} → {targets})"


def _counted(pairs: list[FittedPair]) -> tuple[int, list[str]]:
    counts = Counter({each.pair: each.count for each in pairs})
    return counts.total(), commonest(counts)
