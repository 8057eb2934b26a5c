"""An order behind its reason: `the gate has been replaced, so rename the gate`.

What is told before it is why; it is said to be left out, and never built while the order waits for an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from graphwright.grammar.records import SentenceReading
from graphwright.languages import Language
from graphwright.offline.meaning.orders.reading import Order
from graphwright.text.recognition import Recogniser

_CHANGES: Final = frozenset(
    ("rename", "correctName", "remove", "removeWith", "removeWhole", "merge", "split", "replace", "reverse", "retype")
)
"""Orders about what exists; nothing that a system does itself is told by them behind a reason."""


class OrderBehind(NamedTuple):
    """What is told, and what is ordered behind it, verbatim."""

    told: str
    order: str


def order_behind(sentence: SentenceReading) -> OrderBehind | None:
    """The part of a sentence that `so`, `therefore` or `please` parts from what is told before it."""
    reasons = {each.target for each in sentence.links if each.kind == "because"}
    for clause in sentence.clauses[1:]:
        at = clause.start - sentence.start
        told, behind = sentence.text[:at], sentence.text[at:]
        found = _therefore(sentence.language).match(behind)
        parted = None if found is not None else _parting(sentence.language).search(told)
        if found is None and parted is None and clause.index not in reasons:
            continue
        order = behind if found is None else f"{found['verb'] or ''}{behind[found.end() :]}"
        return OrderBehind((told if parted is None else told[: parted.start()]).rstrip(" ,;"), order)
    return None


def changes_only(orders: Sequence[Order]) -> bool:
    """Are there orders, all of them about what exists?"""
    return bool(orders) and all(each.kind in _CHANGES for each in orders)


@cache
def _therefore(language: Language) -> Recogniser:
    """The words between a reason and its order; German and French have the verb before them."""
    return Recogniser(
        r"^(?:(?:<framing.therefore>)[\s,]+)+(?=\w)|^(?P<verb>\w+\s+)(?:<framing.therefore>)\s+(?=\w)",
        language,
    )


@cache
def _parting(language: Language) -> Recogniser:
    """The same words where a clause begins behind them."""
    return Recogniser(r"\b(?:<framing.therefore>)[\s,]*$", language)
