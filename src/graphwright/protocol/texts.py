"""What texts for people are made of: a key and values cross the wire and are kept, the words are made for each reader.

The words stand in `languages/*/findings.toml`; `text.messages` and the page put them together.
"""

from __future__ import annotations

from typing import TypeAlias

from graphwright.protocol.base import Record


class Term(Record, frozen=True, kw_only=True, tag_field="kind", tag="term"):
    """A text inside another one, in the reader's language as well: `no input` of `A has no input`."""

    key: str
    """Table and name, such as `terms.noInput`."""
    values: dict[str, str | int | float | list[str]] = {}


class Phrases(Record, frozen=True, kw_only=True, tag_field="kind", tag="phrases"):
    """Words that a profile brings in several languages."""

    texts: dict[str, str]


Value: TypeAlias = str | int | float | list[str | Term] | Term | Phrases
Values: TypeAlias = dict[str, Value]
"""What the places of a text are filled with. Names and ids are plain text; a list is joined as the text says."""
