"""The orders that a sentence gives, whether it names what they are about, tells it by deeds, or wishes for a step."""

from __future__ import annotations

from msgspec.structs import replace

from graphwright.grammar.records import SentenceReading
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.anchors import between_named
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.cutting import pieces_of
from graphwright.offline.meaning.orders.pointing import taken_away
from graphwright.offline.meaning.orders.reading import Order, is_polite
from graphwright.offline.meaning.orders.sentence import orders_of
from graphwright.offline.meaning.wanted_steps import WordedOrders, orders_by_words
from graphwright.offline.meaning.wished_steps import called_step, order_for_steps


def orders_given(sentence: SentenceReading, draft: Draft, index: NodeIndex, *, spoken_of: bool) -> WordedOrders:
    """The orders of a sentence on a model. `spoken_of`: something was, that a pronoun may mean."""
    given = _orders_told(sentence, draft, index, spoken_of=spoken_of)
    before, colon, _ = sentence.text.partition(":")
    if given.orders or not colon or not index.graph.nodes:
        return given
    # `swap A and B: B comes first, ...`: what stands behind only says once more how it then is
    turned = _orders_told(replace(sentence, text=before.rstrip()), draft, index, spoken_of=spoken_of)
    is_turned = [(each.kind, each.known) for each in turned.orders] == [("reverse", True)]
    return WordedOrders(turned.orders, proposes=True) if is_turned else given


def _orders_told(sentence: SentenceReading, draft: Draft, index: NodeIndex, *, spoken_of: bool) -> WordedOrders:
    """The orders of a sentence that says nothing beside them."""
    if (wished := order_for_steps(sentence, index)) is not None:
        return WordedOrders(
            orders_of(replace(sentence, text=wished), draft, index, spoken_of=spoken_of), proposes=False
        )
    if (named := between_named(sentence, index)) is not None:
        inserting = orders_of(replace(sentence, text=named), draft, index, spoken_of=spoken_of)
        if [each.kind for each in inserting] == ["insert"] and inserting[0].known:
            return WordedOrders(inserting, proposes=False)
    found = orders_of(sentence, draft, index, spoken_of=spoken_of)
    if not found and index.graph.nodes and (gone := taken_away(sentence, index)) is not None:
        found = [Order("remove", sentence.language, sentence.text, {"X": (gone,)}, known=True, leads=True)]
    is_open = not found or not all(each.known for each in found) or [each.kind for each in found] == ["create"]
    by_word = orders_by_words(sentence, draft, index) if is_open and index.graph.nodes else None
    if by_word is None or (found and [each.kind for each in by_word.orders] == ["remove"]):
        return WordedOrders(found, proposes=False)
    return by_word


def orders_politely(sentence: SentenceReading, draft: Draft, index: NodeIndex, *, spoken_of: bool) -> bool:
    """Does a question only ask for an order, or for a step that is called by its name?"""
    if called_step(sentence, index):
        return True
    if orders_of(sentence, draft, index, spoken_of=spoken_of):
        return True
    polite = is_polite(pieces_of(sentence.text, index))
    return polite and bool(orders_given(sentence, draft, index, spoken_of=spoken_of).orders)
