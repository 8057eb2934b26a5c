"""What is different between two models: every change and how many there are of each kind. Pure."""

from __future__ import annotations

from collections import Counter

from graphwright.baselines import Tally
from graphwright.graph.difference import Fate, differences
from graphwright.graph.document import Graph
from graphwright.interop.comparing.pairing import as_seen_from, for_people
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Change, NodeChange


class ModelComparison(Record, frozen=True, kw_only=True):
    """One model beside another."""

    before: str
    after: str
    """What was compared, as it was named."""
    nodes: Tally
    edges: Tally
    changes: list[Change]
    """Every element that is not the same. One that both have has the ids of the first."""


def compare_models(before: Graph, after: Graph, names: tuple[str, str]) -> tuple[ModelComparison, Graph, Graph]:
    """The comparison, and the two graphs in which elements that are the same have the same ids."""
    old, new = for_people(before), as_seen_from(before, after)
    nodes: Counter[Fate] = Counter()
    edges: Counter[Fate] = Counter()
    changes: list[Change] = []
    for fate, change in differences(old, new):
        (nodes if isinstance(change, NodeChange) else edges)[fate] += 1
        if fate != "unchanged":
            changes.append(change)
    return (
        ModelComparison(
            before=names[0],
            after=names[1],
            nodes=_tally(nodes),
            edges=_tally(edges),
            changes=changes,
        ),
        old,
        new,
    )


def _tally(fates: Counter[Fate]) -> Tally:
    return Tally(
        added=fates["added"], modified=fates["modified"], deleted=fates["deleted"], unchanged=fates["unchanged"]
    )
