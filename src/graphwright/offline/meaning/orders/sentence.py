"""The orders that a sentence gives on a model as it is in the middle of a message."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from graphwright.grammar.records import SentenceReading
from graphwright.languages import LANGUAGES
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.pieces import OrderPiece
from graphwright.offline.meaning.orders.reading import Order, is_polite, only_repeats, orders_in
from graphwright.offline.meaning.orders.words import order_words
from graphwright.protocol.ids import Ref
from graphwright.protocol.operations import NodeCreate, NodeDelete


def orders_of(sentence: SentenceReading, draft: Draft, index: NodeIndex, *, spoken_of: bool) -> list[Order]:
    """The orders of a sentence; a question only gives some where it is a polite one: `can you ...?`.

    `spoken_of`: something was, that a pronoun may mean.
    """
    new = [
        draft.node(Ref(each.semantic_id))
        for each in draft.operations
        if isinstance(each, NodeCreate) and each.semantic_id
    ]
    gone = [each.ref for each in draft.operations if isinstance(each, NodeDelete)]
    pieces = pieces_of(sentence.text, index, new, gone)
    is_asked = is_only_asked(sentence, index)
    if is_asked and not any(each.folded in _modals() for each in pieces):
        return []  # see `_may_be_asked`
    orders = orders_in(sentence.text, pieces, sentence.language, spoken_of=spoken_of, empty=not draft.graph.nodes)
    return [] if is_asked and not all(_may_be_asked(each, pieces) for each in orders) else orders


def says_again(sentence: SentenceReading, index: NodeIndex, before: Sequence[Order]) -> bool:
    """Does a sentence only ask for what the orders of the sentence before it tell?"""
    return only_repeats(pieces_of(sentence.text, index), before)


def is_only_asked(sentence: SentenceReading, index: NodeIndex) -> bool:
    """Is it put as a question, and not as a polite request?"""
    return sentence.text.rstrip().endswith("?") and not is_polite(pieces_of(sentence.text, index))


@cache
def _modals() -> frozenset[str]:
    """The words of any language by which one asks whether something may be."""
    return frozenset[str]().union(*(order_words(each).words["shall"] for each in LANGUAGES))


def _may_be_asked(order: Order, pieces: Sequence[OrderPiece]) -> bool:
    """`Can the oven be called kiln?` asks for a name; whether something may go is a question."""
    modal = order.words.words["shall"]
    return order.kind == "rename" and order.known and any(each.folded in modal for each in pieces)
