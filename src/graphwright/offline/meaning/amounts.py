"""Another amount for a requirement that is named: `change PN-2 to 60 lux`, `setze PN-2 auf 60 Lux`.

The number in its sentence changes where one amount of this unit stands there; of several it is asked which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.graph.statement import statement_of
from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import NoOrder, Resolver
from graphwright.offline.meaning.setting import write_text
from graphwright.offline.wording import enumerated
from graphwright.text.quantities import quantities

WHICH: Final = "whichAmount"
"""The doubt which of several amounts is meant."""
_NEGATIVE: Final = re.compile(r"(?<![\w)])[-−]$")
_RANGE: Final = re.compile(r"\d[\d.,]*\s?(?:-|–|…|\.\.\.?|±|to|and|bis|und|à|et)\s?$", re.IGNORECASE)
"""What stands before the upper end of a range or a tolerance: another number there would not be what was said."""
_DIGITS: Final = re.compile(r"\d(?:[\d.,'\u00a0\u202f ]*\d)?")
_BESIDE: Final = re.compile(r"(?:\S+\s+){0,3}\S*$")
"""Words before an amount, by which a person tells it from another."""


class WrittenAmount(NamedTuple):
    """An amount in a sentence."""

    start: int
    end: int
    digits: str
    """Its number, as it is written."""
    unit: str
    """However it is written: `lux` is `lx`."""
    written: str
    """Its unit as it is written, with the blank before it."""
    value: float
    whole: int
    """Where the range begins of which it is the end, or what it is the tolerance of; else where it begins itself."""

    @property
    def is_end(self) -> bool:
        """Is another number told with it?"""
        return self.whole < self.start


def set_amount(order: Order, model: Resolver) -> None:
    """Put another amount in the place of the one that a requirement has."""
    node = model.one_in(order, "X", lambda each: each.node_type == "REQ")
    pieces = order.places["C"]
    said = amounts_in(order.text[pieces[0].start : pieces[-1].end])
    if node.node_type != "REQ" or len(said) != 1 or said[0].is_end:
        raise NoOrder
    [wanted] = said
    text = statement_of(node)
    held = amounts_in(text)
    likely = [each for each in held if each.unit == wanted.unit and not each.is_end]
    if not likely:
        template = model.make.say.other_amounts if held else model.make.say.no_amount
        told = enumerated([text[each.whole : each.end] for each in held], model.make.draft.say)
        raise MustNotApply(template.format(name=node.name, unit=wanted.written.strip(), held=told))
    meant = likely[0] if len(likely) == 1 else _chosen(likely, text, node.name, model)
    # `1 meter` and `2 meters`: where one of the numbers is one, the unit is taken as it was said.
    unit = wanted.written if 1 in {wanted.value, meant.value} else meant.written
    write_text(node, f"{text[: meant.start]}{wanted.digits}{unit}{text[meant.end :]}", model)
    model.proposes = True


def amounts_in(text: str) -> list[WrittenAmount]:
    """The amounts of a sentence that have a unit, in order."""
    found: list[WrittenAmount] = []
    for each in quantities(text):
        digits = _DIGITS.match(text, each.start, each.end)
        if digits is None:
            continue
        sign = _NEGATIVE.search(text[: each.start])
        start = each.start if sign is None else sign.start()
        other = _RANGE.search(text[:start])
        value = each.value if sign is None else -each.value
        found.append(
            WrittenAmount(
                start=start,
                end=each.end,
                digits=text[start : digits.end()],
                unit=each.unit,
                written=text[digits.end() : each.end],
                value=value,
                whole=start if other is None else other.start(),
            )
        )
    return found


def _chosen(likely: Sequence[WrittenAmount], text: str, name: str, model: Resolver) -> WrittenAmount:
    """The one that somebody chose, by the words before it."""
    by_words = dict(zip(_with_words(likely, text), likely, strict=True))
    chosen = by_words.get(model.choices.get((WHICH, name), ""))
    if chosen is None:
        raise model.ask(WHICH, name, list(by_words))
    return chosen


def _with_words(amounts: Sequence[WrittenAmount], text: str) -> list[str]:
    """Amounts with the words before them, which tell one from another of the same number."""
    said: list[str] = []
    for before, each in zip((None, *amounts), amounts, strict=False):
        beside = _BESIDE.search(text, 0 if before is None else before.end, each.start)
        said.append(text[each.start if beside is None else beside.start() : each.end])
    return said
