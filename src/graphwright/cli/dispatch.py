"""Runs one command in an event loop: here, in the server that owns the folder, or as that server."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final

from graphwright.app import open_workbench
from graphwright.cli.guard import guarded
from graphwright.cli.output import Output, in_utf8
from graphwright.cli.socket_client import send, socket_of
from graphwright.cli.words import language_of_reader, said
from graphwright.errors import InvalidCommand, StoreBusy
from graphwright.ports import SystemClock
from graphwright.settings import Settings

if TYPE_CHECKING:
    from graphwright.cli.commands import Command

OWNER_S: Final = 20
"""How long to wait for a process that has the folder: a server begins to listen some seconds after it has opened it."""
_LOOK_AGAIN_S: Final = 0.1


def run(options: argparse.Namespace) -> int:
    """Run the command; answers with its exit code."""
    output = Output(as_json=getattr(options, "json", False))
    in_utf8()
    if _serves(options):
        with asyncio.Runner(loop_factory=_fast_loop()) as runner:
            return runner.run(guarded(lambda: _run(options, output), output))
    return asyncio.run(guarded(lambda: _run(options, output), output))


async def _run(options: argparse.Namespace, output: Output) -> int:
    settings = Settings.read(os.environ, _given(options))
    output.language = language_of_reader(settings.language)
    if _serves(options):
        from graphwright.cli.serve import serve  # the server's libraries, when one is started

        return await serve(settings, options, output)
    if options.command == "demo":
        from graphwright.cli.demo import demo  # the sample

        return await demo(settings, output)
    if options.command == "mcp":
        from graphwright.cli.mcp import mcp  # the protocol, when somebody speaks it

        return await mcp(settings, options)
    if options.command in ("restore", "migrate"):
        from graphwright.cli import storing

        storing_command = storing.restore if options.command == "restore" else storing.migrate
        return await storing_command(settings, options, output)
    from graphwright.cli.commands import COMMANDS, outside_command  # all of them, and a server needs none

    outside = outside_command(options)
    if outside is not None:
        return await outside(settings, options, output)
    command = COMMANDS.get(options.command)
    if command is None:
        message = f"there is no command {options.command!r}"
        raise InvalidCommand(message)
    return await _where_the_folder_is(settings, options, output, command)


async def _where_the_folder_is(
    settings: Settings, options: argparse.Namespace, output: Output, command: Command
) -> int:
    """In the server that owns the folder, else here. An owner that listens nowhere is about to, or to leave: wait."""
    clock = SystemClock()
    until, is_told = clock.monotonic() + OWNER_S, False
    while True:
        socket = socket_of(settings.data)
        code = None if socket is None else await send(socket, options, output.language)
        if code is not None:
            return code
        async with AsyncExitStack() as opened:
            try:
                workbench = await opened.enter_async_context(open_workbench(settings, lasting=False))
            except StoreBusy as busy:
                if "pid" not in busy.fields or clock.monotonic() >= until:
                    raise
                owner = busy.fields["pid"]
            else:
                return await command(workbench, options, output)
        if not is_told:
            output.note(said("waitsForOwner", output.language, pid=str(owner or "?"), seconds=str(OWNER_S)))
        is_told = True
        await clock.sleep(_LOOK_AGAIN_S)


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of the extra `fast`; without it asyncio's own serves the same, with fewer frames a second."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _serves(options: argparse.Namespace) -> bool:
    return options.command == "serve" or (options.command == "demo" and not options.print)


def _given(options: argparse.Namespace) -> dict[str, str]:
    """Settings among the options. A key is refused there, because others see it in the list of processes."""
    names = ("data", "api_key", "host", "port")
    return {name: value for name in names if (value := getattr(options, name, None)) is not None}
