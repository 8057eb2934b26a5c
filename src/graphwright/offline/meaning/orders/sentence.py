"""The orders that a sentence gives on a model as it is in the middle of a message."""

from __future__ import annotations

from graphwright.grammar.records import SentenceReading
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.reading import Order, is_polite, orders_in
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import NodeCreate, NodeDelete


def orders_of(sentence: SentenceReading, draft: Draft, index: NodeIndex, focus: Node | None) -> list[Order]:
    """The orders of a sentence; a question only gives some where it is a polite one: `can you ...?`."""
    new = [
        draft.node(Ref(each.semantic_id))
        for each in draft.operations
        if isinstance(each, NodeCreate) and each.semantic_id
    ]
    gone = [each.ref for each in draft.operations if isinstance(each, NodeDelete)]
    pieces = pieces_of(sentence.text, index, new, gone)
    if sentence.text.rstrip().endswith("?") and not is_polite(pieces):
        return []
    return orders_in(sentence.text, pieces, sentence.language, spoken_of=focus is not None, empty=not draft.graph.nodes)
