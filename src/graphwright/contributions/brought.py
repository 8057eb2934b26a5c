"""What all plugins bring together. Most programs have none, so this loads nothing that brings anything (`loading`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from graphwright.contributions.conversation import PluginWorkflow
    from graphwright.contributions.plugin_state import PluginState
    from graphwright.graph.document import Graph
    from graphwright.interop.format import Format
    from graphwright.protocol.operations import Finding
    from graphwright.tools.registry import Tool


class Contributions:
    """What all plugins bring together."""

    def __init__(self) -> None:
        self.plugins: list[PluginState] = []
        self.formats: list[Format] = []
        self.tools: list[Tool] = []
        self.workflows: list[PluginWorkflow] = []
        self.profiles: dict[str, bytes] = {}
        self.findings: Callable[[Graph], Awaitable[list[Finding]]] = _none
        """What the rules of plugins find in a model."""

    @property
    def workflow_names(self) -> list[str]:
        """What the workflows of plugins are called."""
        return [each.full_name for each in self.workflows]

    def profile(self, name: str) -> str | bytes:
        """The file of a profile that a plugin brings, which the project keeps as its own; else the name."""
        return self.profiles.get(name, name)


async def _none(_graph: Graph) -> list[Finding]:
    return []
