"""The commands about plugins: which are loaded and what each brings, and a new one to begin with."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from graphwright.cli.output import Output
from graphwright.contributions.plugin_state import PluginState
from graphwright.errors import InvalidCommand
from graphwright.plugin.template import write_plugin
from graphwright.ports import in_thread
from graphwright.settings import Settings
from graphwright.workbench import Workbench


async def list_plugins(workbench: Workbench, _options: argparse.Namespace, output: Output) -> int:
    """Tell of each plugin that the settings name what it brings, or why it does not; 6 where something is amiss."""
    states = workbench.contributions.plugins
    none = "no plugin is named in the settings: GRAPHWRIGHT_PLUGINS=NAME,..."
    output.result({"plugins": states}, [line for state in states for line in _lines(state)] or [none])
    amiss = any(state.why_not or any(each.why_not for each in state.brings) for state in states)
    return 6 if amiss else 0


async def new_plugin(_settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Write a plugin to begin with."""
    if options.name is None:
        raise InvalidCommand("say what the plugin is called: graphwright plugin new NAME")
    folder = Path(options.folder or options.name)
    made = await in_thread(lambda: write_plugin(options.name, folder))
    told = [str(path) for path in made]
    output.result({"files": told}, [*told, f"pip install -e {folder}", f"GRAPHWRIGHT_PLUGINS={options.name}"])
    return 0


def not_loaded(states: Iterable[PluginState]) -> Iterator[str]:
    """What of the plugins does not work, for whoever starts the program; the rest runs without it."""
    for state in states:
        name = f"plugin {state.name} {state.version}".rstrip()
        if state.why_not:
            yield f"{name} is not loaded: {state.why_not}"
        yield from (
            f"{name}: {each.kind} {each.name} is not loaded: {each.why_not}" for each in state.brings if each.why_not
        )


def _lines(state: PluginState) -> Iterator[str]:
    yield f"{state.name} {state.version}".rstrip() + (f": not loaded: {state.why_not}" if state.why_not else "")
    for each in state.brings:
        told = f"not loaded: {each.why_not}" if each.why_not else each.told
        yield f"  {each.kind} {each.name}: {told}"
