"""Runs one of several servers: listens all the time, and works on the projects whenever it has the lease."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Final, TypeAlias

import httpx2

from graphwright.errors import GraphwrightError, InvalidCommand, StoreError
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, sealed
from graphwright.fleet.front import HELLO, FleetFront, FleetMember, Site
from graphwright.fleet.reign import Succession
from graphwright.ports import Clock
from graphwright.protocol.wire import decode
from graphwright.server.logs import log
from graphwright.server.serve import (
    CONNECTIONS,
    GRACE_S,
    Listener,
    address_of,
    either,
    first_link,
    housekeeping,
    listen_on,
    take_up,
    unix_socket,
    uvicorn_config,
)
from graphwright.server.server_state import ServerState
from graphwright.server.warming import warming
from graphwright.store.postgres.lease import RENEW_S, DatabaseLease, Holding
from graphwright.webhooks.telling import telling

HELLO_S: Final = 5.0
"""How long a server may take to answer itself at its internal address."""
END_S: Final = 20.0
"""How long the program may take to end when the lease is gone; after that the process ends."""

OpenedProgram: TypeAlias = tuple[ServerState, Callable[[], str | None]]
"""The program, and what says why its store writes no more."""
ProgramOpener: TypeAlias = Callable[[Holding], AbstractAsyncContextManager[OpenedProgram]]


async def serve_in_fleet(
    lease: DatabaseLease,
    open_program: ProgramOpener,
    *,
    clock: Clock,
    host: str,
    port: int,
    data: Path,
    stop: asyncio.Event,
    ready: Callable[[str, str | None], None],
    listens_at: Callable[[Path | None], None],
) -> None:
    """Serve until `stop` is set. `ready` is told the address, and later perhaps a one-time link of the owner.

    Raises `InvalidCommand` when the address cannot be listened on, or the internal address does not lead here.
    """
    limits = httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=64, keepalive_expiry=5.0)
    succession = Succession(lease, clock)
    listener = listen_on(host, port)
    async with httpx2.AsyncHTTPTransport(trust_env=False, limits=limits) as transport:
        front = FleetFront(succession, transport)
        with unix_socket(data) as path:
            network = Listener(uvicorn_config(front.network))
            local = Listener(uvicorn_config(front.owner_socket, path))
            running = [
                asyncio.create_task(network.serve(sockets=[listener])),
                asyncio.create_task(local.serve()),
                following := asyncio.create_task(succession.follow()),
            ]
            working: asyncio.Task[None] | None = None
            try:
                await asyncio.gather(network.is_ready.wait(), local.is_ready.wait())
                path.chmod(0o600)
                await check_reached(lease, transport)
                address = address_of(host, listener.getsockname()[1])
                ready(address, None)
                listens_at(path)
                turns = _Turns(front, succession, open_program, lambda link: ready(address, f"{address}#ticket={link}"))
                working = asyncio.create_task(turns.work(host))
                await either(stop, [*running, working])
                for task in (*running, working):
                    if task.done():  # by itself, so something is wrong
                        task.result()
            finally:
                listens_at(None)
                succession.is_leaving = True
                if working is not None:
                    working.cancel()
                    await asyncio.gather(working, return_exceptions=True)
                with suppress(StoreError):
                    await lease.give_back()
                network.should_exit = local.should_exit = True
                following.cancel()
                await asyncio.gather(*running, return_exceptions=True)


class _Turns:
    """The times in which this server works on the projects."""

    def __init__(
        self,
        front: FleetFront,
        succession: Succession,
        open_program: ProgramOpener,
        told_link: Callable[[str], None],
    ) -> None:
        self._front, self._succession, self._open_program = front, succession, open_program
        self._told_link = told_link

    async def work(self, host: str) -> None:
        """Take one turn after the other, until cancelled."""
        while True:
            holding = await self._succession.held()
            try:
                await self._turn(holding, host)
            except InvalidCommand:
                raise
            except GraphwrightError as error:
                log.warning("the projects could not be opened or left in order (%s); trying again", error.code)
                await self._give_back()

    async def _turn(self, holding: Holding, host: str) -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as ending, self._open_program(holding) as (server_state, failure_of):
            workbench = server_state.workbench
            site = Site(server_state, holding, failure_of)
            link = await first_link(server_state, host)
            await server_state.authenticator.tokens.secret()
            async with housekeeping(server_state):
                await take_up(server_state)
                log.info("this server works on the projects now")
                self._front.answers_with(site)
                if link is not None:
                    self._told_link(link)
                try:
                    async with warming(workbench), telling(workbench.webhooks, workbench.deliverer, workbench.bus):
                        await self._over(site, holding)
                finally:
                    ending.reschedule(loop.time() + END_S)
                    self._front.answers_with(None)
                    server_state.rooms.close()
                    await _emptied(site)
        if holding.lease.holds(holding.fence):  # its store has failed: whoever can write is to have it
            await self._give_back()

    async def _over(self, site: Site, holding: Holding) -> None:
        while site.is_good or (holding.lease.holding is None and self._is_still(holding)):
            await self._succession.change(RENEW_S / 2)
        log.warning("this server does not work on the projects any more")

    def _is_still(self, holding: Holding) -> bool:
        """Whether nobody has taken the lease since it ran out: then it may be renewed, and nothing has happened."""
        holder = holding.lease.holder
        return holder is not None and (holder.server, holder.fence) == (holding.lease.server, holding.fence)

    async def _give_back(self) -> None:
        with suppress(StoreError):
            await self._succession.lease.give_back()
        await self._succession.clock.sleep(RENEW_S)


async def _emptied(site: Site) -> None:
    """Let requests end that are under way, as long as what they say is true."""
    if site.is_good and site.requests:
        await asyncio.wait(site.requests, timeout=GRACE_S)
    for task in tuple(site.requests):
        task.cancel()
    if site.requests:
        await asyncio.wait(site.requests, timeout=GRACE_S)


async def check_reached(lease: DatabaseLease, transport: httpx2.AsyncBaseTransport) -> None:
    """Ask ourselves at the address that the others are told. `InvalidCommand` when somebody else or nobody answers."""
    envelope = Envelope(to=lease.server, at=lease.database_time(), method="GET", target=HELLO, host="", address="local")
    request = httpx2.Request(
        "GET", lease.address + HELLO, headers={ENVELOPE_HEADER: sealed(envelope, lease.secret)},
        extensions={"timeout": dict.fromkeys(("connect", "pool", "read", "write"), HELLO_S)},
    )  # fmt: skip
    try:
        response = await transport.handle_async_request(request)
        body = await response.aread()
        await response.aclose()
        told = decode(body, FleetMember).server
    except (httpx2.TransportError, OSError):
        told = None
    except InvalidCommand:
        told = ""
    if told != lease.server:
        who = "nobody answers there" if told is None else "somebody else answers there"
        message = (
            f"GRAPHWRIGHT_INTERNAL_ADDRESS is {lease.address}, and {who}; set it to where the other servers reach this "
            "one, such as http://10.0.0.5:8426, and let it listen there with --host"
        )
        raise InvalidCommand(message, setting="internal_address")
