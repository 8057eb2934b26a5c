"""Commands that open the workbench to others: serve, and demo, which makes the sample project first."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal

from graphwright.app import open_workbench
from graphwright.cli.demo import build_sample
from graphwright.cli.host_command import run_typed
from graphwright.cli.output import Output
from graphwright.cli.plugins import not_loaded
from graphwright.protocol.base import Record
from graphwright.server.logs import configure_logs
from graphwright.server.serve import serve as listen
from graphwright.server.server_state import open_server_state
from graphwright.settings import Settings
from graphwright.workbench import Workbench


class ReadyNotice(Record, frozen=True, kw_only=True):
    """The server listens."""

    address: str
    link: str | None
    """Lets the owner in once; absent when the owner has a password."""


async def serve(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Serve until somebody stops it; that is its normal end."""
    async with open_workbench(settings) as workbench:
        for line in not_loaded(workbench.contributions.plugins):
            output.note(f"graphwright: {line}")
        if options.command == "demo":
            await build_sample(workbench, output)
        return await _serve(workbench, settings, output)


async def _serve(workbench: Workbench, settings: Settings, output: Output) -> int:
    configure_logs()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, stop)
    server_state = open_server_state(workbench, run_command=lambda line: run_typed(workbench, line))

    def ready(address: str, link: str | None) -> None:
        told = f"Graphwright is at {address}"
        if link is not None:
            told += f"  Open this link to come in, it works once within 10 minutes: {link}"
        if not server_state.assets.is_built:
            output.note("graphwright: the pages are not built; run `make web` in the source tree")
        output.result(ReadyNotice(address=address, link=link), [told])

    await listen(server_state, host=settings.host, port=settings.port, stop=stop, ready=ready)
    return 0


def _stop(stop: asyncio.Event) -> None:
    """The first signal ends the server in order, the second one at once."""
    if stop.is_set():
        os._exit(130)
    stop.set()
