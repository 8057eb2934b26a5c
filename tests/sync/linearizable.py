"""Whether what clients were answered can be put into one order in which each answer is right: linearizability.

After Wing and Gong ("Testing and verifying concurrent objects", 1993): depth first over the calls that may come next, each
set of calls that are done with the state they lead to looked at once (Lowe, 2017). A call comes before another one if it
was answered before the other was begun. One without an answer may have happened at any time after its begin, or never.
Knows no project and no network; what a call does is handed to it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Call:
    """What one client asked, when by its own clock, and what it was answered; no answer is None, at `NEVER`."""

    begun: float
    ended: float
    asked: tuple
    answer: Hashable = None


def first_impossible(history: Sequence[Call], start: State, step: Callable[[State, Call], State | None]) -> Call | None:
    """The call at which every order fails, the latest one that any order comes to; None where there is an order.

    `step`: the state after a call, None where its answer would be wrong in this state.
    """
    calls = sorted(history, key=lambda call: call.begun)
    answered = sum(1 << at for at, call in enumerate(calls) if call.ended != NEVER)
    waiting: list[tuple[int, State]] = [(0, start)]
    seen = set(waiting)
    furthest, stuck = -1, None
    while waiting:
        done, state = waiting.pop()
        if done & answered == answered:
            return None
        soonest = NEVER
        possible: list[int] = []
        for at, call in enumerate(calls):
            if call.begun > soonest:
                break
            if not done >> at & 1:
                possible.append(at)
                soonest = min(soonest, call.ended)
        for at in possible:
            if calls[at].begun > soonest:
                continue
            after = step(state, calls[at])
            if after is not None and (found := (done | 1 << at, after)) not in seen:
                seen.add(found)
                waiting.append(found)
        if done.bit_count() > furthest:
            furthest = done.bit_count()
            stuck = min((calls[at] for at in possible), key=lambda call: call.ended)
    return stuck
