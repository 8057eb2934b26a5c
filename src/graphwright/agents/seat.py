"""Where an agent sits: a seat, and the refused change sets that its corrections name."""

from __future__ import annotations

from graphwright.actions.seat import Seat
from graphwright.agents.refused_sets import RefusedSets


class AgentSeat(Seat, frozen=True, kw_only=True):
    """One agent at work."""

    refused_sets: RefusedSets
