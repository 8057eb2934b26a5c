"""What is known of a plugin that the settings name: its version, what it brings, and why something is not loaded."""

from __future__ import annotations

from graphwright.contributions.tasks import ContributionKind
from graphwright.protocol.base import Record


class ContributionState(Record, frozen=True, kw_only=True):
    """One thing that a plugin brings."""

    kind: ContributionKind
    name: str
    told: str = ""
    """What it is, in its author's words."""
    why_not: str = ""
    """Why it is not loaded; empty: it is."""


class PluginState(Record, frozen=True, kw_only=True):
    """One plugin."""

    name: str
    version: str = ""
    """Empty: it is not installed."""
    why_not: str = ""
    """Why nothing of it is loaded; empty: see what it brings."""
    brings: list[ContributionState] = []
