"""What a project remembers of tables: how people want the columns under these headers to be read."""

from __future__ import annotations

from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author


class RememberedMapping(Record, frozen=True, kw_only=True):
    """What people said of a table, for the next one with the same headers."""

    mapping_id: str
    """Made of the name of the sheet and its headers: there is one for each such table."""
    sheet: str
    headers: list[str]
    corrections: dict[str, str]
    """What a column means, by its header, and what the rows are, under the empty one: `{"": "MOD", "Log": "-"}`."""
    file: str
    """The name of the file in which it was said last."""
    person: Author
    at: Time
