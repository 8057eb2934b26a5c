"""Commands that open the workbench to others: serve, and demo, which makes the sample project first."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from graphwright.app import open_workbench
from graphwright.cli.output import Output
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.base import Record
from graphwright.server.assets import built_assets
from graphwright.server.logs import configure_logs
from graphwright.server.serve import serve as listen
from graphwright.server.traces import tracing
from graphwright.settings import Settings
from graphwright.storage import Storage, open_fleet
from graphwright.workbench import Workbench

if TYPE_CHECKING:
    from graphwright.fleet.domain import Domain
    from graphwright.fleet.reign import Succession
    from graphwright.protocol.commandline import CommandLine, PrintedPiece
    from graphwright.server.server_state import ServerState
    from graphwright.store.postgres.lease import Holding


class ReadyNotice(Record, frozen=True, kw_only=True):
    """The server listens."""

    address: str
    link: str | None
    """Lets the owner in once; absent when the owner has a password."""


async def serve(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    """Serve until somebody stops it; that is its normal end."""
    with tracing(os.environ):
        return await _served(settings, options, output)


async def _served(settings: Settings, options: argparse.Namespace, output: Output) -> int:
    if settings.internal_address is not None and options.command == "serve":
        return await _serve_in_fleet(settings, settings.internal_address, output)
    async with open_workbench(settings) as workbench:
        if workbench.contributions.plugins:
            from graphwright.cli.plugins import not_loaded

            for line in not_loaded(workbench.contributions.plugins):
                output.note(f"graphwright: {line}")
        if options.command == "demo":
            from graphwright.cli.demo import build_sample

            await build_sample(workbench, output)
        return await _serve(workbench, settings, output)


async def _serve(workbench: Workbench, settings: Settings, output: Output) -> int:
    stop = _stopping()
    assets = built_assets()
    if not assets.is_built:
        output.note("graphwright: the pages are not built; run `make web` in the source tree")
    await listen(
        workbench, assets, host=settings.host, port=settings.port, stop=stop, ready=partial(_tell_ready, output),
        run_command=partial(_typed, workbench),
    )  # fmt: skip
    return 0


async def _serve_in_fleet(settings: Settings, internal_address: str, output: Output) -> int:
    """The same as one of several servers: the program is opened anew whenever the others have given it up."""
    stop, clock = _stopping(), SystemClock()
    async with open_fleet(
        settings.database.reveal(), settings.data, clock, server=Ids(clock).new(), internal_address=internal_address
    ) as fleet:
        from graphwright.fleet.domain import Domain  # bring the driver
        from graphwright.fleet.exclusions import Exclusions
        from graphwright.fleet.serving import serve_in_fleet
        from graphwright.server.server_state import open_server_state

        @asynccontextmanager
        async def domain(succession: Succession, holding: Holding) -> AsyncGenerator[Domain]:
            exclusions = Exclusions(fleet.address, holding.server)
            async with fleet.opened(holding) as store:
                try:
                    yield Domain(succession, holding, store, exclusions.block)
                finally:
                    exclusions.close()

        @asynccontextmanager
        async def program(domain: Domain) -> AsyncGenerator[ServerState]:
            storage = Storage(domain.store, claim=domain.claim, alone=domain.alone)
            async with open_workbench(settings, storage=nullcontext(storage)) as workbench:
                yield open_server_state(workbench, run_command=partial(_typed, workbench))

        await serve_in_fleet(
            fleet.leases,
            domain,
            program,
            clock=clock,
            host=settings.host,
            port=settings.port,
            data=settings.data,
            stop=stop,
            ready=lambda address, link: _tell_ready(output, address, link),
            listens_at=fleet.listens_at,
        )
    return 0


def _typed(workbench: Workbench, line: CommandLine) -> AsyncGenerator[PrintedPiece]:
    from graphwright.cli.host_command import run_typed  # every command

    return run_typed(workbench, line)


def _stopping() -> asyncio.Event:
    configure_logs()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, _stop, stop)
    return stop


def _tell_ready(output: Output, address: str, link: str | None) -> None:
    told = f"Graphwright is at {address}"
    if link is not None:
        told += f"  Open this link to come in, it works once within 10 minutes: {link}"
    output.result(ReadyNotice(address=address, link=link), [told])


def _stop(stop: asyncio.Event) -> None:
    """The first signal ends the server in order, the second one at once."""
    if stop.is_set():
        os._exit(130)
    stop.set()
