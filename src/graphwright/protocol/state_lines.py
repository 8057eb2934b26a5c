"""A state in lines, for a page that draws before it has all: what a diagram is made of comes first, texts after it.

Elements come as columns, in the order of the state: a field is named once for thousands, an end of an edge is the place
of its node, and of an id is sent what no other tells. All lines are of one moment; together they say what `State` says,
no more and no less.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.protocol.base import Count, JsonValue, Record
from graphwright.protocol.operations import Finding
from graphwright.protocol.state import State

Mark: TypeAlias = Literal["outlined", "whole"]


class IdColumn(Record, frozen=True, kw_only=True):
    """Ids that begin with a time, as ours do, or the ids as they are."""

    plain: list[str] | None = None
    times: list[int] | None = None
    """The first twelve hexadecimal digits of each, less those of the one before in this line; before the first: 0."""
    tails: str | None = None
    """The other twenty, ten bytes each, in base64."""


class NodeNames(Record, frozen=True, kw_only=True):
    """What a box shows of the next nodes."""

    node_ids: IdColumn
    semantic_ids: list[str]
    """What follows the name, where one begins with it, else `=` and all of it."""
    node_types: list[str]
    names: list[str]


class EdgeEnds(Record, frozen=True, kw_only=True):
    """What a line shows of the next edges; ends are places of nodes, from 0, told by how far they are from others."""

    edge_types: list[str]
    sources: list[int]
    """From the source of the edge before in this line; before the first: 0."""
    targets: list[int]
    """From the source of the same edge."""


class NodeTexts(Record, frozen=True, kw_only=True):
    """What else there is to the next nodes."""

    descrs: list[str]
    attributes: list[dict[str, JsonValue]]
    created_revisions: list[Count]
    revisions: list[Count]


class EdgeRest(Record, frozen=True, kw_only=True):
    """What else there is to the next edges."""

    edge_ids: IdColumn
    attributes: list[dict[str, JsonValue]]
    revisions: list[Count]


class StateLine(Record, frozen=True, kw_only=True):
    """One line of `GET .../state/lines`: one of these, in this order, all but the head and the marks more than once."""

    head: State | None = None
    """The state without elements and findings."""
    nodes: NodeNames | None = None
    edges: EdgeEnds | None = None
    texts: NodeTexts | None = None
    rest: EdgeRest | None = None
    findings: list[Finding] | None = None
    mark: Mark | None = None
    """`outlined` before the texts, `whole` at the end: without it something is missing."""
