"""What merging, retyping or relinking does to the elements around it: told before it happens, and with its result."""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.texts import Term

Fate: TypeAlias = Literal["moved", "joined", "dropped"]
"""`joined`: there is such an edge already, which takes over what this one has more."""


class EdgeFate(Record, frozen=True, kw_only=True):
    """What becomes of one edge. Ends are semantic ids; that of a node still to be made is the one it would get now."""

    edge_id: EdgeId
    edge_type: str
    source: str
    target: str
    fate: Fate
    now_type: str | None = None
    now_source: str | None = None
    now_target: str | None = None
    why: Term | None = None
    """Of what is dropped."""


class FieldFate(Record, frozen=True, kw_only=True):
    """What becomes of one field of an element that ceases: its name, description or an attribute."""

    semantic_id: str
    """Of the element that ceases."""
    field: str
    fate: Literal["taken", "lost"]
    """`taken`: the element that stays had none. What both say alike is not listed."""
    value: JsonValue
    kept: JsonValue = None
    """What stands instead of a lost value."""


class CeasedId(Record, frozen=True, kw_only=True):
    """An id that ends, and what it leads to from then on."""

    node_id: NodeId
    semantic_id: str
    now: str
    """The semantic id of the element that is found by it."""


class TextMention(Record, frozen=True, kw_only=True):
    """A text that names an id which ceases."""

    semantic_id: str
    """Of the element whose text it is."""
    field: str
    ceased: str
    is_rewritten: bool
    """The text names the new id afterwards; else it stays, and its id still leads to the element."""


class CureReport(Record, frozen=True, kw_only=True):
    """Everything that a cure moves, keeps, loses and ends."""

    edges: list[EdgeFate] = []
    fields: list[FieldFate] = []
    ceased: list[CeasedId] = []
    mentions: list[TextMention] = []
    passages: Count = 0
    """Passages of documents that are linked to what ceases, and to what stays from then on."""
