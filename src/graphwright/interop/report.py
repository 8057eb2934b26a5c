"""What an import or export did with what it was given: counts, and every liberty it took (K-21)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from graphwright.interop.tables.records import TableMapping
from graphwright.protocol.base import Record
from graphwright.protocol.operations import Operation
from graphwright.protocol.texts import Term

_NAMED: Final = 10
"""Kinds that a note names; a report is read, and all of them are counted."""


def commonest(counts: Counter[str]) -> list[str]:
    """`57 definedBy`, the most frequent first; `…` where there are more than a person reads."""
    named = [f"{count:,} {kind}" for kind, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
    return [*named[:_NAMED], "…"] if len(named) > _NAMED else named


class Report(Record, frozen=True, kw_only=True):
    """Shown to people after every import and export."""

    format: str
    nodes: int
    edges: int
    tables: list[TableMapping] = []
    """Of a file of tables: what each sheet and column was taken for."""
    notes: list[Term]
    """One text per kind of liberty, with its count; empty = nothing was lost or changed."""


class ImportedModel(Record, frozen=True, kw_only=True):
    """The operations that make what a file holds, and the report."""

    operations: list[Operation]
    report: Report
    is_whole: bool = False
    """The file is everything that its source has to say: what it no longer holds is gone."""
    holds_edge_attributes: bool = True
    """The form has room for attributes of edges, so that one it does not have is gone."""
