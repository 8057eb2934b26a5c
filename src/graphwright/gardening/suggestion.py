"""A suggestion of the gardener: operations that are decided together, with the reason; or only something to look at."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from graphwright.languages import load
from graphwright.protocol.base import Count, Record
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import Operation
from graphwright.protocol.texts import Value
from graphwright.text.messages import filled

Concern: TypeAlias = Literal["duplicates", "links", "evidence", "neglected"]
"""What the gardener looks after."""
CONCERNS: Final[tuple[Concern, ...]] = ("duplicates", "links", "evidence", "neglected")


class GardenSuggestion(Record, frozen=True, kw_only=True):
    """One thing that would do the model good."""

    concern: Concern
    reason: str
    operations: list[Operation] = []
    """None where only people can mend it."""
    node_ids: list[NodeId]
    """What it is about and what its operations speak of; the first is what people are shown."""
    ceasing: list[NodeId] = []
    """Of these, what it ends."""


class GardenSuggestions(Record, frozen=True, kw_only=True):
    """What was found for one concern, most certain first, as far as a step keeps it."""

    suggestions: list[GardenSuggestion]
    left: Count = 0
    """What was found beyond that."""
    is_cut: bool = False
    """Was it left off looking, so that there may be still more?"""


class NumberedSuggestion(Record, frozen=True, kw_only=True):
    """A suggestion whose operations have ids of their own among those of all."""

    suggestion: GardenSuggestion
    operation_ids: list[OperationId]


def named(node: Node) -> str:
    """An element as people are told it."""
    return f"{node.name} ({node.semantic_id})"


def said(case: str, language: str, **values: Value) -> str:
    """One text of the gardener."""
    return filled(load(language, "sentences", "gardener", dict[str, str])[case], values, language)
