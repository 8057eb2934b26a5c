"""The commands that work on an open workbench, by their names; each is imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.cli import arguments
from graphwright.cli.output import Output
from graphwright.workbench import Workbench

Command: TypeAlias = Callable[[Workbench, argparse.Namespace, Output], Awaitable[int]]
"""Answers with the exit code."""


def _lazily(place: str) -> Command:
    async def command(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
        module, _, name = place.partition(":")
        loaded: Command = getattr(import_module(f"graphwright.cli.{module}"), name)
        return await loaded(workbench, options, output)

    return command


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {each.name: _lazily(each.function) for each in arguments.COMMANDS if each.function}
)
