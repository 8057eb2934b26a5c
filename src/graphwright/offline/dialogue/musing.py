"""What somebody only thinks aloud about doing: "maybe we should add a test for X" is the order, asked about first.

Only where a change of the model is mused about: a verb of making, and a node type or an element of the model.
"We should record the temperature" is no musing but a demand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from graphwright.grammar.records import MessageReading
from graphwright.offline.dialogue.tasks import type_in
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.text.recognition import Recogniser

_LONGEST: Final = 300
"""Characters; what is longer is no thought in passing."""
_MUSED: Final = Recogniser(r"^[\W_]*(?:<workflow.musing>)\s+(?P<order>[^.!?\n]{3,280})[\s.!?]*$")
_MAKES: Final = Recogniser(r"\b(?:<workflow.making>)\b")


def order_in(text: str, index: NodeIndex) -> str | None:
    """The order that is mused about; `None` where nothing is."""
    found = _MUSED.match(text) if len(text) <= _LONGEST else None
    if found is None or _MAKES.search(found["order"]) is None:
        return None
    order = found["order"]
    return order if type_in(order) is not None or index.named_in(order) else None


def mused(read: Callable[[str], MessageReading], order: str) -> MessageReading:
    """The reading of such an order, with every clause only mused about."""
    reading = read(order)
    sentences = tuple(
        replace(each, clauses=tuple(replace(clause, hedged=True) for clause in each.clauses))
        for each in reading.sentences
    )
    return replace(reading, sentences=sentences)


def unhedged(reading: MessageReading) -> MessageReading:
    """The reading as if nothing in it were only mused about."""
    if not any(clause.hedged for each in reading.sentences for clause in each.clauses):
        return reading
    certain = (
        replace(each, clauses=tuple(replace(clause, hedged=False) for clause in each.clauses))
        for each in reading.sentences
    )
    return replace(reading, sentences=tuple(certain))
