"""The sentences of a message as they are best read for a model: without their frames, and what they stand beside.

Each keeps its place in the message, and what was taken out of it is kept beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from graphwright.grammar.records import MessageReading, SentenceReading
from graphwright.offline.meaning.anchors import AnchoredReading, anchored
from graphwright.offline.meaning.announced_steps import without_announcing
from graphwright.offline.meaning.framing import without_frame
from graphwright.offline.meaning.headings import with_rows
from graphwright.offline.meaning.introduced import without_introduction
from graphwright.offline.meaning.known_names import with_known_names
from graphwright.offline.meaning.letting import without_letting
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.pointing import told_before
from graphwright.offline.meaning.telegrams import without_telegram
from graphwright.pauses import paced
from graphwright.protocol.graph import Node


class ReadyReading(NamedTuple):
    """A message that is ready to be read; sentences are known by where they begin."""

    reading: MessageReading
    rows: tuple[SentenceReading, ...]
    """Its sentences, and the rows below its headings as sentences."""
    again: Mapping[int, SentenceReading]
    """Those that were read another time: rows as clauses, without what only says when."""
    places: Mapping[int, AnchoredReading]
    """Where they stand among the deeds of the model."""
    pointing: Mapping[int, SentenceReading]
    """Those with an order at their end that only points back, as they were said; they are read without it."""


def readied(reading: MessageReading, index: NodeIndex, last: Node | None) -> ReadyReading:
    """The message made ready. `last`: what was spoken of last."""
    framed = [without_announcing(without_frame(each)) for each in paced(reading.sentences, 1)]
    pointing = {each.start: (each, left) for each in framed if (left := told_before(each, index)) is not None}
    framed = [pointing[each.start][1] if each.start in pointing else each for each in framed]
    places = [place for each in paced(framed, 1) if (place := anchored(each, index, last)) is not None]
    placed = {each.sentence.start: each.sentence for each in places}
    told = [
        without_letting(without_introduction(without_telegram(placed.get(each.start, each))))
        for each in paced(framed, 1)
    ]
    told = [with_known_names(each, index) for each in told] if index.graph.nodes else told
    again = {each.start: each for each, said in zip(told, reading.sentences, strict=True) if each is not said}
    reading = replace(reading, sentences=tuple(told))
    rows = with_rows(reading).sentences
    at_start: dict[int, list[SentenceReading]] = {}
    for each in rows:
        at_start.setdefault(each.start, []).append(each)
    for each in reading.sentences:
        read = at_start.get(each.start, [])
        if len(read) == 1 and read != [each]:
            again[each.start] = read[0]
    wholes = {start: whole for start, (whole, _) in pointing.items()}
    return ReadyReading(reading, tuple(rows), again, {each.sentence.start: each for each in places}, wholes)
