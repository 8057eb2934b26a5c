"""What the sheets and columns of a file mean, as people see and correct it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, Record

Meaning: TypeAlias = Literal["id", "name", "descr", "type", "attribute", "relation", "left out"]


class TableColumn(Record, frozen=True, kw_only=True):
    """One column and what it means."""

    at: Count
    header: str
    meaning: Meaning
    relation: str = ""
    """Of a column of ids: what the relation is called."""


class TableMapping(Record, frozen=True, kw_only=True):
    """What a sheet means."""

    sheet: str
    node_type: str
    """Of its rows; empty where the sheet is left out."""
    is_guessed: bool
    """Nothing said so: people should look."""
    columns: list[TableColumn]
    has_header: bool
    rows: Count

    def column(self, meaning: Meaning) -> int | None:
        """Where the one column of this meaning is."""
        return next((each.at for each in self.columns if each.meaning == meaning), None)
