"""What one call of a plugin may take."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from graphwright.ports import ProcessPlaces

MEMORY: Final = 2 * 1024 * 1024 * 1024
"""Room for a model of 100,000 elements as Python has it, several times."""

AT_ONCE: Final = 2
"""Processes: what one machine has to spare beside its server."""
WORKFLOWS: Final = 4
"""Processes of workflows: most of the time they wait for the language model, so they have places of their own."""


class PluginLimits(Struct, frozen=True):
    """For each process that runs a plugin, and how many of them there are."""

    seconds: int
    """For each thing that it is asked."""
    memory: int = MEMORY
    places: ProcessPlaces = field(default_factory=lambda: ProcessPlaces(AT_ONCE))
    """Of the processes that answer for rules and tools, together."""
    workflow_places: ProcessPlaces = field(default_factory=lambda: ProcessPlaces(WORKFLOWS))
    """Of the processes of workflows, each from its begin to its end."""
