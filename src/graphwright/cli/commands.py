"""The commands by their names, those on an open workbench and those on files alone; each is imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.cli import arguments
from graphwright.cli.model_folders import is_model_folder, is_on_disk
from graphwright.cli.output import Output
from graphwright.settings import Settings
from graphwright.workbench import Workbench

Command: TypeAlias = Callable[[Workbench, argparse.Namespace, Output], Awaitable[int]]
"""Answers with the exit code."""


OutsideCommand: TypeAlias = Callable[[Settings, argparse.Namespace, Output], Awaitable[int]]
"""One that needs no workbench: what it works on is in files."""


def outside_command(options: argparse.Namespace) -> OutsideCommand | None:
    """What carries out a command without a workbench; `None` where it needs one."""
    if options.command == "check" and is_model_folder(options.project):
        return _outside("checking:check_folder")
    if options.command == "diff" and is_on_disk(options.before) and is_on_disk(options.after):
        return _outside("differing:diff_outside")
    if options.command == "plugin" and options.action == "new":
        return _outside("plugins:new_plugin")
    return None


def _outside(place: str) -> OutsideCommand:
    module, _, name = place.partition(":")
    loaded: OutsideCommand = getattr(import_module(f"graphwright.cli.{module}"), name)
    return loaded


def _lazily(place: str) -> Command:
    async def command(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
        module, _, name = place.partition(":")
        loaded: Command = getattr(import_module(f"graphwright.cli.{module}"), name)
        return await loaded(workbench, options, output)

    return command


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {each.name: _lazily(each.function) for each in arguments.COMMANDS if each.function}
)
