"""Runs one of several servers: listens all the time, and works on projects for as long as the others see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from pathlib import Path
from typing import Final, TypeAlias

import httpx2

from graphwright.errors import GraphwrightError, InvalidCommand, StoreError
from graphwright.fleet.domain import Domain
from graphwright.fleet.envelopes import ENVELOPE_HEADER, Envelope, sealed
from graphwright.fleet.front import HELLO, FleetFront, FleetMember, Site
from graphwright.fleet.reign import Succession
from graphwright.ports import Clock
from graphwright.protocol.wire import decode
from graphwright.server.logs import log
from graphwright.server.serve import (
    CONNECTIONS,
    Listener,
    address_of,
    either,
    first_link,
    housekeeping,
    listen_on,
    tell_standing,
    unix_socket,
    uvicorn_config,
)
from graphwright.server.server_state import ServerState
from graphwright.server.warming import warming
from graphwright.store.postgres.lease import NO_PROJECT, RENEW_S, Holding, Leases
from graphwright.webhooks.telling import telling

HELLO_S: Final = 5.0
"""How long a server may take to answer itself at its internal address."""
END_S: Final = 20.0
"""How long the program may take to end when this server was fenced; after that the process ends."""

ProgramOpener: TypeAlias = Callable[[Domain], AbstractAsyncContextManager[ServerState]]
DomainOpener: TypeAlias = Callable[[Succession, Holding], AbstractAsyncContextManager[Domain]]


async def serve_in_fleet(
    leases: Leases,
    open_domain: DomainOpener,
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
    succession = Succession(leases, clock)
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
                await check_reached(leases, transport)
                address = address_of(host, listener.getsockname()[1])
                ready(address, None)
                listens_at(path)
                lives = Lives(front, succession, open_domain, open_program, host)
                lives.told_link = lambda link: ready(address, f"{address}#ticket={link}")
                working = asyncio.create_task(lives.work())
                await either(stop, [*running, working])
                for task in (*running, working):
                    if task.done():  # by itself, so something is wrong
                        task.result()
            finally:
                listens_at(None)
                succession.is_leaving = True
                await drained(front)
                if working is not None:
                    working.cancel()
                    await asyncio.gather(working, return_exceptions=True)
                with suppress(StoreError):
                    await leases.give_back()
                network.should_exit = local.should_exit = True
                following.cancel()
                await asyncio.gather(*running, return_exceptions=True)


class Lives:
    """The program of a server, opened anew whenever it was fenced or its store has failed."""

    def __init__(
        self,
        front: FleetFront,
        succession: Succession,
        open_domain: DomainOpener,
        open_program: ProgramOpener,
        host: str,
    ) -> None:
        self.told_link: Callable[[str], None] = lambda _link: None
        self._front, self._succession, self._host = front, succession, host
        self._open_domain, self._open_program = open_domain, open_program

    async def work(self) -> None:
        """One life after the other, until cancelled."""
        while True:
            holding = await self._succession.living()
            try:
                await self._life(holding)
            except InvalidCommand:
                raise
            except GraphwrightError as error:
                log.warning("the program could not be opened or left in order (%s); trying again", error.code)
            await self._give_back()

    async def _life(self, holding: Holding) -> None:
        loop = asyncio.get_running_loop()
        async with (
            asyncio.timeout(None) as ending,
            self._open_domain(self._succession, holding) as domain,
            self._open_program(domain) as server_state,
        ):
            domain.use(server_state)
            tell_standing(server_state.workbench.store)
            await server_state.workbench.tidy_index_files()
            workbench, site = server_state.workbench, Site(server_state, domain)
            async with domain.alone("beginning"):  # the first of all makes what the others find
                await server_state.authenticator.accounts.owner()
                await server_state.authenticator.tokens.secret()
            async with AsyncExitStack() as running:
                await running.enter_async_context(housekeeping(server_state, tidies=lambda: domain.owns(NO_PROJECT)))
                await running.enter_async_context(warming(workbench))
                await running.enter_async_context(telling(workbench.webhooks, workbench.deliverer, workbench.bus))
                log.info("this server takes projects now")
                self._front.answers_with(site)
                firsts: set[asyncio.Task[None]] = set()

                def has_first() -> None:
                    task = asyncio.create_task(self._begin_first(server_state))
                    firsts.add(task)
                    task.add_done_callback(firsts.discard)

                try:
                    await domain.keep_up(server_state, has_first)
                finally:
                    ending.reschedule(loop.time() + END_S)
                    self._front.answers_with(None)
                    for task in firsts:
                        task.cancel()
                    server_state.rooms.close()
                    await domain.emptied()

    async def _begin_first(self, server_state: ServerState) -> None:
        """What one server alone does when it gets what belongs to no project."""
        log.info("this server works on what belongs to no project now")
        try:
            link = await first_link(server_state.authenticator, server_state.workbench.settings, self._host)
            if link is not None:
                self.told_link(link)
            await server_state.deletions.resume()
        except GraphwrightError:
            log.exception("what one server does at its beginning could not be done; the next one tries it again")

    async def _give_back(self) -> None:
        with suppress(StoreError):
            await self._succession.leases.give_back()
        await self._succession.clock.sleep(RENEW_S / 2)


async def drained(front: FleetFront) -> None:
    """Give all projects to the others, while what has not left yet is still answered here."""
    if front.site is not None and front.site.domain.is_good:
        with suppress(GraphwrightError, TimeoutError):
            async with asyncio.timeout(END_S):
                await front.site.domain.drain()


async def check_reached(leases: Leases, transport: httpx2.AsyncBaseTransport) -> None:
    """Ask ourselves at the address that the others are told. `InvalidCommand` when somebody else or nobody answers."""
    server, told = "", None
    while server != leases.server:  # asked again where it was fenced while it waited
        server, told = leases.server, await _who_answers(leases, transport)
        if told == server:
            return
    who = "nobody answers there" if told is None else "somebody else answers there"
    message = (
        f"GRAPHWRIGHT_INTERNAL_ADDRESS is {leases.address}, and {who}; set it to where the other servers reach "
        "this one, such as http://10.0.0.5:8426, and let it listen there with --host"
    )
    raise InvalidCommand(message, setting="internal_address")


async def _who_answers(leases: Leases, transport: httpx2.AsyncBaseTransport) -> str | None:
    """What the server at our address calls itself, empty for one that is none of ours; nothing when nobody answers."""
    envelope = Envelope(
        to=leases.server, project=NO_PROJECT, at=leases.database_time(), method="GET", target=HELLO, host="",
        address="local",
    )  # fmt: skip
    request = httpx2.Request(
        "GET", leases.address + HELLO, headers={ENVELOPE_HEADER: sealed(envelope, leases.secret)},
        extensions={"timeout": dict.fromkeys(("connect", "pool", "read", "write"), HELLO_S)},
    )  # fmt: skip
    try:
        response = await transport.handle_async_request(request)
        body = await response.aread()
        await response.aclose()
        return decode(body, FleetMember).server
    except (httpx2.TransportError, OSError):
        return None
    except InvalidCommand:
        return ""
