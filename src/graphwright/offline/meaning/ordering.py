"""Carries out the orders of a sentence on a draft: by kind, each by the function that knows how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning import amounts, changing, creating, fields, relating, removing, setting
from graphwright.offline.meaning.orders.reading import Order
from graphwright.offline.meaning.orders.resolving import Resolver

_CarryOut: TypeAlias = Callable[[Order, Resolver], None]
_KINDS: Final[Mapping[str, _CarryOut]] = MappingProxyType(
    {
        "fieldRename": fields.rename_field,
        "fieldAdd": fields.add_fields,
        "fieldSwap": fields.add_fields,
        "fieldRemove": fields.remove_fields,
        "rename": changing.rename,
        "correctName": changing.rename,
        "retype": changing.retype,
        "moved": relating.instead,
        "move": changing.move,
        "merge": changing.merge,
        "split": changing.split,
        "replace": changing.replace,
        "reverse": changing.reverse,
        "remove": removing.remove,
        "removeWith": removing.remove_with,
        "removeEvery": removing.remove_every,
        "removeWhole": removing.remove_whole,
        "unlink": removing.unlink,
        "set": setting.set_attribute,
        "reword": setting.reword,
        "quantity": setting.set_quantity,
        "amount": amounts.set_amount,
        "status": setting.set_value,
        "said": creating.said_before,
        "create": creating.create,
        "createEvery": creating.create_every,
        "satisfy": relating.satisfy,
        "verify": relating.verify,
        "carry": relating.carry,
        "host": relating.host,
        "contain": relating.contain,
        "exchange": relating.exchange,
        "connect": relating.link,
        "concern": relating.concern,
        "insert": relating.insert,
        "insertBeside": relating.insert,
        "sequence": relating.follow,
        "depend": relating.depend,
        "keep": relating.stay,
    }
)
KINDS: Final = frozenset(_KINDS)
"""The kinds of orders; each has frames in every language."""


def carry_out(order: Order, model: Resolver) -> None:
    """One order. Raises `MustAsk`, `CannotApply` with why not, and `NoOrder` where it tells something else."""
    if order.condition:
        raise MustNotApply(model.make.say.conditional.format(condition=order.condition))
    _KINDS[order.kind](order, model)
