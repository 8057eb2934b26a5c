"""What a question asks of the model: one record for type, connection, direction, count, negation, rank and more.

Which words lead to which query is for `readings.py`, what answers it for `evaluate.py`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from graphwright.languages import Language
from graphwright.offline.questions.links import End
from graphwright.protocol.base import Record
from graphwright.protocol.ids import NodeId

QueryKind: TypeAlias = Literal[
    "nodes", "linked", "link", "kindOf", "path", "impact", "describe", "compare", "common", "define", "missing",
    "attribute", "rank", "balance", "changed", "why", "status", "overview", "unnamed", "unjudged", "quoted", "measure",
    "method", "sizes",
]  # fmt: skip
QueryForm: TypeAlias = Literal["list", "count", "whether", "either"]
Bound: TypeAlias = Literal["more", "less", "atLeast", "atMost", "exactly"]


class Query(Record, frozen=True, kw_only=True):
    """What is asked. Empty fields ask for nothing."""

    kind: QueryKind
    language: Language = "en"
    """In whose words it was asked."""
    form: QueryForm = "list"
    types: tuple[str, ...] = ()
    """Node types that are asked for."""
    anchors: tuple[tuple[NodeId, ...], ...] = ()
    """What is named, in order; each may be several nodes of one name."""
    relation: str = ""
    """A connection of `links.py`; empty: whatever belongs to it."""
    asked: End = "thing"
    """Which end of the connection is asked for."""
    partner: str = ""
    """Node type at the other end, where nothing is named there: "without test"."""
    negated: bool = False
    every: bool = False
    """Whether it holds for all is asked; the rows are those for which it does not."""
    without: tuple[NodeId, ...] = ()
    """Left out of the answer: "who else than ..."."""
    within: tuple[NodeId, ...] = ()
    """Only of these: "which of them"."""
    words: tuple[str, ...] = ()
    """Words that a name or text has to hold."""
    attribute: str = ""
    value: str = ""
    bound: Bound | None = None
    number: float | None = None
    unit: str = ""
    most: bool = True
    """Of a rank: the first or the last."""
    term: str = ""
    """A name that no node has, or a word that is nobody's name."""
    rules: tuple[str, ...] = ()
    """Only what these rules find."""
