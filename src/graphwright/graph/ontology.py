"""Which kinds of nodes and edges a project may have, and which edges may join what: the profile's data, as answers.

Everything here is a lookup; the data comes from a profile file (`profile.py`, ADR-17) and never changes while it is
used. All tables are derived from the one list of pairs (K-25). Whether a graph *keeps* to its ontology is for `rules/`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import to_builtins

from graphwright.graph.profile import Attribute, Gate, NodeType, Profile, Relation, RuleSetting
from graphwright.protocol.texts import Phrases, Term, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Attribute", "Gate", "NodeType", "Ontology", "Relation", "RuleSetting"]


class Ontology:
    """A profile in the form that questions are asked of. Immutable."""

    def __init__(self, profile: Profile) -> None:
        self.name = profile.name
        self.profile = profile
        ordered = sorted(profile.node_types, key=lambda node_type: node_type.order)
        self.node_types: Mapping[str, NodeType] = MappingProxyType({each.name: each for each in ordered})
        self.relations: Mapping[str, Relation] = MappingProxyType({each.name: each for each in profile.relations})
        self.rules: Mapping[str, RuleSetting] = MappingProxyType({each.id: each for each in profile.rules})
        self.gates: Mapping[str, Gate] = MappingProxyType({each.name: each for each in profile.gates})
        self._node_words = {
            word.casefold(): each for each in ordered for word in (*each.aliases, each.abbreviation, each.name)
        }
        # People and models also say a type in words of their language: `Use case`, `Funktion`.
        for each in ordered:
            for title in (each.title.en, each.title.de, each.title.fr, *each.also_called):
                self._node_words.setdefault(_squeezed(title), each)
        self._relation_words = {
            word.casefold(): each for each in profile.relations for word in (*each.aliases, each.short, each.name)
        }
        self._by_abbreviation = {each.abbreviation: each for each in ordered}
        self._pairs = {each.name: frozenset(each.pairs) for each in profile.relations}

    def node_type(self, word: str) -> NodeType | None:
        """The node type that a name, abbreviation, alias or title stands for, in any case (K-07)."""
        return self._node_words.get(word.casefold()) or self._node_words.get(_squeezed(word))

    def by_abbreviation(self, abbreviation: str) -> NodeType | None:
        """The node type of the middle part of a semantic id; aliases count, so `TC` is TEST."""
        return self._by_abbreviation.get(abbreviation) or self._node_words.get(abbreviation.casefold())

    def relation(self, word: str) -> Relation | None:
        """The relation that a long name, short form or alias stands for, in any case (K-06)."""
        return self._relation_words.get(word.casefold())

    def allows(self, relation: str, source: str, target: str) -> bool:
        """Whether this relation may lead from a node of one type to a node of another."""
        pairs = self._pairs.get(relation, frozenset())
        return (source, target) in pairs or (
            ("*", "*") in pairs and source in self.node_types and target in self.node_types
        )

    def targets_of(self, relation: str, source: str) -> list[str]:
        """The node types this relation may lead to from a type, in the ontology's order."""
        return [target for target in self.node_types if self.allows(relation, source, target)]

    def should_turn(self, relation: str, source: str, target: str) -> bool:
        """Whether an edge was given the wrong way round and its relation says that it is to be turned (K-01, K-02)."""
        known = self.relations.get(relation)
        if known is None or not known.turn:
            return False
        return self.allows(relation, target, source) and not self.allows(relation, source, target)

    def advice(self, relation: str, source: str, target: str) -> Value:
        """How to say an illegal edge legally, in words a person or a language model can act on (K-03, K-05)."""
        known = self.relations.get(relation)
        if known is None:
            return Term(key="terms.useRelation", values={"relations": [*self.relations]})
        for hint in known.hints:
            if hint.source in {source, "*"} and hint.target in {target, "*"}:
                return hint.hint if isinstance(hint.hint, str) else Phrases(texts=to_builtins(hint.hint))
        return self._suggestions(relation, source, target)

    def _suggestions(self, relation: str, source: str, target: str) -> list[str | Term]:
        suggestions: list[str | Term] = []
        if self.allows(relation, target, source):
            suggestions.append(_term("turnRound", relation, source=source, target=target))
        between = [middle for middle in self.targets_of(relation, source) if self.allows(relation, middle, target)]
        if between and source != target:
            suggestions.append(_term("putBetween", relation, source=source, between=between[0], target=target))
        # Not the relations that join anything: they would be the easy way out of every mistake.
        others = [other for other in self.relations if other != relation and (source, target) in self._pairs[other]]
        if others:
            values: dict[str, str | list[str]] = {"source": source, "target": target, "relations": others}
            suggestions.append(Term(key="terms.otherRelations", values={**values}))
        targets = self.targets_of(relation, source)
        if targets:
            suggestions.append(
                Term(key="terms.otherTargets", values={"source": source, "relation": relation, "targets": [*targets]})
            )
        else:
            suggestions.append(_term("noStart", relation, source=source))
        return suggestions


def _term(name: str, relation: str, **ends: str) -> Term:
    return Term(key=f"terms.{name}", values={"relation": relation, **ends})


def _squeezed(title: str) -> str:
    """A title as a single word: `Use case`, `use-case` and `UseCase` are the same."""
    return "".join(letter for letter in title.casefold() if letter.isalnum())
