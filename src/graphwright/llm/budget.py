"""Budgets: what a run, a person and a project may use up, checked before each model call (R-62).

The most that a call can cost is reserved before it is sent and settled with what it did cost, so calls that run side
by side cannot overspend together. What is reserved counts as spent until it is settled. Only seconds cannot be known
before: they are checked, not reserved, and can be overspent by the calls that are under way. Keeping the figures
between starts and among servers is the caller's (`turns/allowance.py`): see `reserved` and `settled`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Self, TypeAlias

import msgspec

from graphwright.errors import BudgetExceeded
from graphwright.llm.base import ModelRequest
from graphwright.llm.capabilities import Capabilities, capabilities_of
from graphwright.llm.prices import NOTHING_USED, TokenCounts, cost_micros
from graphwright.ports import Clock
from graphwright.protocol.base import Count, Record
from graphwright.protocol.runs import Usage
from graphwright.setting_kinds import PriceOverride
from graphwright.settings import BudgetLimits, Settings

ScopeKind: TypeAlias = Literal["run", "person", "project"]


NO_PARTS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType({})


class BudgetScope(NamedTuple):
    """Whose budget it is. Budgets of persons and projects start anew with each day (UTC)."""

    kind: ScopeKind
    id: str
    part: str = ""
    """`WORKFLOW` or `WORKFLOW.PERSONA`, which may have limits of its own."""


class Spent(Record, frozen=True, kw_only=True):
    """What has been used up, calls that are under way with the most that they can cost."""

    calls: Count = 0
    tokens: Count = 0
    milliseconds: Count = 0
    cost_micros: Count = 0
    day: str = ""
    """The day it was used up on, `2026-11-21`; empty for a run."""


class CallCeiling(NamedTuple):
    """The most that one call can use up."""

    tokens: int
    cost_micros: int | None
    """None: nobody knows the price."""
    model: str = ""


MAX_SCOPES: Final = 10_000
"""Remembered at once; whoever was idle longest is forgotten first, which is a run that has ended long since."""
# Fewer than the usual four: short names and numbers make more tokens, and a reservation should rather be too large.
_BYTES_PER_TOKEN = 3


def most(request: ModelRequest, capabilities: Capabilities) -> CallCeiling:
    """An upper estimate of a call before it is made: the whole request as input, the longest thoughts and answer."""
    input_tokens = len(msgspec.json.encode(request)) // _BYTES_PER_TOKEN + 1
    output_tokens = capabilities.room(request.max_output_tokens, request.effort)
    price = capabilities.price
    if price is None:
        return CallCeiling(input_tokens + output_tokens, None, capabilities.model)
    # Nothing is known to be cached yet, and everything might be written to the cache.
    tokens = TokenCounts(
        input=input_tokens,
        cached=0,
        written=input_tokens,
        kept=input_tokens if capabilities.long_cache else 0,
        output=output_tokens,
    )
    return CallCeiling(input_tokens + output_tokens, cost_micros(tokens, price), capabilities.model)


class Reservation:
    """A call's place in its budgets; settle it or give it back, once. As a context manager it is given back."""

    def __init__(self, budgets: Budgets, scopes: Sequence[BudgetScope], most: CallCeiling) -> None:
        self.most = most
        self.day = budgets.today
        """On which it was made."""
        self.used: Spent | None = None
        """What the call came to; nothing before it is known."""
        self._budgets = budgets
        self._scopes = scopes

    def settle(self, usage: Usage | None, *, duration_s: float) -> None:
        """The call was made and used up this much. Without a usage it cost nothing but the call itself."""
        used = usage or NOTHING_USED
        self._close(_spent(used.input_tokens + used.output_tokens, used.cost_micros, duration_s))

    def settle_at_most(self, *, duration_s: float) -> None:
        """The call was cut off and nobody knows what it cost: count all that was reserved."""
        self._close(_spent_at_most(self.most, duration_s))

    def release(self) -> None:
        """The call was never made. Does nothing after `settle`."""
        self._close(Spent())

    def _close(self, used: Spent) -> None:
        if self.used is None:
            self.used = used
            self._budgets.close(self._scopes, self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class Budgets:
    """All budgets of one server. Synchronous, so that checking and reserving cannot be interleaved."""

    def __init__(
        self,
        limits: Mapping[ScopeKind, BudgetLimits],
        clock: Clock,
        prices: tuple[PriceOverride, ...] = (),
        parts: Mapping[str, Mapping[str, int]] = NO_PARTS,
    ) -> None:
        self._limits = limits
        self._parts = parts
        self._clock = clock
        self._prices = prices
        self._spent: OrderedDict[BudgetScope, Spent] = OrderedDict()

    def has_own(self, part: str) -> bool:
        """Has this workflow or persona limits of its own?"""
        return part in self._parts

    def _limits_of(self, scope: BudgetScope) -> BudgetLimits:
        own = self._parts.get(scope.part)
        limits = self._limits.get(scope.kind, BudgetLimits())
        return limits if own is None else replace(limits, **own)

    @property
    def today(self) -> str:
        """The day (UTC) that budgets of persons and projects are of now."""
        return self._clock.now().date().isoformat()

    def spent(self, scope: BudgetScope) -> Spent:
        """What the scope has used up: in the run, or today."""
        return self.of_today(scope, self._spent.get(scope, Spent()))

    def of_today(self, scope: BudgetScope, kept: Spent) -> Spent:
        """What counts of figures that were kept: nothing of an earlier day, but of a run all."""
        day = "" if scope.kind == "run" else self.today
        return kept if kept.day == day else Spent(day=day)

    def load(self, scope: BudgetScope, spent: Spent) -> None:
        """Go on with figures that were kept elsewhere, for example after a restart."""
        self._spent[scope] = spent
        self._spent.move_to_end(scope)
        if len(self._spent) > MAX_SCOPES:
            self._spent.popitem(last=False)

    def most(self, model: str, request: ModelRequest) -> CallCeiling:
        """An upper estimate of this call, at the operator's prices; `model` is a name like `openai:gpt-5`."""
        return most(request, capabilities_of(model, self._prices))

    def reserve(self, scopes: Sequence[BudgetScope], most: CallCeiling) -> Reservation:
        """Make room for a call in all scopes or in none. `BudgetExceeded`, as `reserved` says."""
        every = [(scope, self.reserved(scope, self.spent(scope), most)) for scope in scopes]
        for scope, spent in every:
            self.load(scope, spent)
        return Reservation(self, tuple(scopes), most)

    def reserved(self, scope: BudgetScope, kept: Spent, most: CallCeiling) -> Spent:
        """Figures with room for a call. Pure, as its neighbour: whoever keeps figures elsewhere changes them there.

        Raises:
            BudgetExceeded: a budget would be exceeded; `fields` say whose, of what, how much is left and the setting.
        """
        used = self.of_today(scope, kept)
        self._check(scope, used, most)
        return _plus(used, _spent_at_most(most))

    def settled(self, scope: BudgetScope, kept: Spent, reservation: Reservation) -> Spent:
        """Figures with what a call really used up in place of what was reserved for it."""
        spent = self.of_today(scope, kept)
        if spent.day in {"", reservation.day}:  # nothing of it is in the figures of a later day
            spent = _plus(spent, _spent_at_most(reservation.most), -1)
        return _plus(spent, reservation.used or Spent())

    def close(self, scopes: Sequence[BudgetScope], reservation: Reservation) -> None:
        """A call has ended."""
        for scope in scopes:
            self.load(scope, self.settled(scope, self.spent(scope), reservation))

    def _check(self, scope: BudgetScope, used: Spent, most: CallCeiling) -> None:
        limits = self._limits_of(scope)
        if limits.money is not None and most.cost_micros is None:
            raise BudgetExceeded(
                f"the budget of this {scope.kind} is in money, and nobody knows what {most.model!r} costs; tell it as"
                f" GRAPHWRIGHT_PRICES={most.model}=INPUT/CACHED/OUTPUT, or set budgets in calls and tokens",
                scope=scope.kind,
                what="money",
                setting="prices",
            )
        # One more than what is used must fit of seconds, because the call's own are not known.
        needs = (
            ("calls", "", limits.calls, used.calls, 1),
            ("tokens", "", limits.tokens, used.tokens, most.tokens),
            ("seconds", "", limits.seconds, -(-used.milliseconds // 1000), 1),
            ("money", " micros", limits.money, used.cost_micros, most.cost_micros or 0),
        )
        for what, unit, limit, use, need in needs:
            if limit is not None and use + need > limit:
                is_own = what in self._parts.get(scope.part, {})
                setting = "workflow_budgets" if is_own else f"budget_{scope.kind}_{what}"
                raise BudgetExceeded(
                    f"the budget of this {scope.kind} does not allow another model call: of {limit:,}{unit} {what}"
                    f" {use:,} are used or reserved and {need:,} more may be needed; see GRAPHWRIGHT_{setting.upper()}",
                    scope=scope.kind,
                    what=what,
                    limit=limit,
                    used=use,
                    needed=need,
                    setting=setting,
                )


def budgets_of(settings: Settings, clock: Clock) -> Budgets:
    """The budgets that the operator set."""
    limits: dict[ScopeKind, BudgetLimits] = {
        "run": settings.run_budget,
        "person": settings.person_budget,
        "project": settings.project_budget,
    }
    parts: dict[str, dict[str, int]] = {}
    for each in settings.workflow_budgets:
        parts.setdefault(part_name(each.workflow, each.persona), {})[each.what] = each.most
    return Budgets(MappingProxyType(limits), clock, settings.prices, parts)


def part_name(workflow: str, persona: str = "") -> str:
    """How budgets call a workflow, or one persona in it."""
    return f"{workflow}.{persona}" if persona else workflow


def _spent(tokens: int, cost_micros: int, duration_s: float) -> Spent:
    return Spent(calls=1, tokens=tokens, cost_micros=cost_micros, milliseconds=max(0, round(duration_s * 1000)))


def _spent_at_most(most: CallCeiling, duration_s: float = 0) -> Spent:
    return _spent(most.tokens, most.cost_micros or 0, duration_s)


def _plus(left: Spent, right: Spent, times: int = 1) -> Spent:
    return Spent(
        calls=max(0, left.calls + times * right.calls),  # never below nothing, where the figures were set back
        tokens=max(0, left.tokens + times * right.tokens),
        milliseconds=max(0, left.milliseconds + times * right.milliseconds),
        cost_micros=max(0, left.cost_micros + times * right.cost_micros),
        day=left.day,
    )
