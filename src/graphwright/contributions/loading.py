"""Loads the plugins that the settings name: each is described by its own process, and what fits is kept.

A plugin that is missing, raises, hangs or hands over something else is named with its reason; nothing else suffers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.contributions.brought import Contributions
from graphwright.contributions.calling import each_answer
from graphwright.contributions.conversation import plugin_workflow
from graphwright.contributions.installed import InstalledPlugin, installed
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.plugin_state import ContributionState, PluginState
from graphwright.contributions.rules import PluginRule, PluginRules
from graphwright.contributions.tasks import (
    ContributionFailure,
    ContributionName,
    DescribeTask,
    FormatContribution,
    PluginAnswer,
    PluginTask,
    ProfileContribution,
    RuleContribution,
    ToolContribution,
    WorkflowContribution,
)
from graphwright.contributions.tools import plugin_tool
from graphwright.errors import InvalidCommand, RequestError
from graphwright.graph.load import load_profile, shipped_profiles
from graphwright.ports import ProcessPlaces
from graphwright.tools.registry import BY_NAME

BEGIN_SECONDS: Final = 20
"""Until a plugin has said what it is, whatever a call of it may take."""
_NO_LIMITS: Final = PluginLimits(BEGIN_SECONDS)


class _Described(Struct, frozen=True):
    """A plugin, with what came of each thing that it brings."""

    plugin: InstalledPlugin
    answers: list[PluginAnswer]


class _Loader:
    """Takes in one plugin after the other."""

    def __init__(self, limits: PluginLimits) -> None:
        self.contributions = Contributions()
        self._limits = limits
        self._rules: list[PluginRule] = []

    def take_in(self, described: _Described) -> None:
        """Keep what fits of a plugin, and say of the rest why not."""
        plugin = described.plugin
        twice = Counter(plugin.names)
        brings = [
            self._kept(plugin, named, answer, is_twice=twice[named] > 1)
            for named, answer in zip(plugin.names, described.answers, strict=True)
        ]
        self.contributions.plugins.append(PluginState(name=plugin.name, version=plugin.version, brings=brings))
        self.contributions.findings = PluginRules(self._rules, self._limits).findings

    def _kept(
        self, plugin: InstalledPlugin, named: ContributionName, answer: PluginAnswer, *, is_twice: bool
    ) -> ContributionState:
        state = ContributionState(kind=named.kind, name=named.name)
        try:
            if is_twice:
                raise InvalidCommand("two entry points of the plugin have this name")
            return replace(state, told=self._registered(plugin, named.name, answer))
        except RequestError as error:
            return replace(state, why_not=error.message)

    def _registered(self, plugin: InstalledPlugin, name: str, answer: PluginAnswer) -> str:
        """Register one thing; answers with what it is."""
        match answer:
            case RuleContribution():
                self._rules.append(PluginRule(plugin.name, plugin.version, name, answer))
                return answer.statement
            case FormatContribution():
                from graphwright.contributions.file_formats import plugin_format  # noqa: PLC0415  brings every reader

                form = plugin_format(plugin.name, plugin.version, name, answer, self._limits)
                if any(each.name == name for each in self.contributions.formats):
                    raise InvalidCommand(f"another plugin brings a format {name!r} already")
                self.contributions.formats.append(form)
                return answer.title
            case ToolContribution():
                tool = plugin_tool(plugin.name, plugin.version, name, answer, self._limits)
                if tool.name in BY_NAME:
                    raise InvalidCommand(f"a tool of graphwright is called {tool.name!r} already")
                if any(each.name == tool.name for each in self.contributions.tools):
                    raise InvalidCommand(f"another plugin brings a tool {tool.name!r} already")
                self.contributions.tools.append(tool)
                return f"{tool.name}: {answer.description}"
            case ProfileContribution(content):
                if name in self.contributions.profiles or name in shipped_profiles():
                    raise InvalidCommand(f"a profile is called {name!r} already")
                own = load_profile(content, source=f"{plugin.name}:{name}")
                if own.name != name:
                    raise InvalidCommand(f"the profile in it is called {own.name!r}, not {name!r}")
                self.contributions.profiles[name] = content
                return f"{', '.join(own.node_types)}; for new projects"
            case WorkflowContribution():
                workflow = plugin_workflow(plugin.name, plugin.version, name, answer, self._limits)
                self.contributions.workflows.append(workflow)
                return f"{workflow.full_name}: {answer.title}: {answer.statement}"
            case ContributionFailure(why):
                raise InvalidCommand(why)
            case _:
                raise InvalidCommand(f"it answered with a {type(answer).__name__}")


async def load_plugins(names: Sequence[str], limits: PluginLimits) -> Contributions:
    """What the plugins of these names bring; never raises for what is wrong with one of them."""
    loader = _Loader(limits)
    found: dict[str, InstalledPlugin | RequestError] = {name: _installed(name) for name in dict.fromkeys(names)}
    described = await asyncio.gather(*(_described(each, limits.places) for each in found.values()))
    for name, each in zip(found, described, strict=True):
        if isinstance(each, RequestError):
            loader.contributions.plugins.append(PluginState(name=name, why_not=each.message))
        else:
            loader.take_in(each)
    return loader.contributions


def _installed(name: str) -> InstalledPlugin | RequestError:
    try:
        return installed(name)
    except RequestError as error:
        return error


async def _described(plugin: InstalledPlugin | RequestError, places: ProcessPlaces) -> _Described | RequestError:
    if isinstance(plugin, RequestError):
        return plugin
    task = PluginTask(plugin.name, plugin.names, DescribeTask(), BEGIN_SECONDS, _NO_LIMITS.memory)
    return _Described(plugin, await each_answer(task, places))
