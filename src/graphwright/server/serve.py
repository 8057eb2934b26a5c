"""Listens: on the network for browsers and programs, and on a Unix socket for other processes of the same user.

Who is on the network is decided in `reception`; whoever reaches the socket is the owner, because the socket belongs to
them alone (ADR-13). The loop, signals and printing are the caller's.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket as sockets
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import uvicorn
from starlette.types import ASGIApp

from graphwright.errors import GraphwrightError, InvalidCommand, StoreBusy
from graphwright.ports import in_thread, short_collections
from graphwright.rooms.session import FRAME_BYTES
from graphwright.server.assets import Assets
from graphwright.server.authentication import LOOPBACK, Authenticator
from graphwright.server.limits import BoundedHttp, PassingWebSocket
from graphwright.server.logs import log
from graphwright.server.reception import Pages, Reception
from graphwright.server.tickets import OWNER_LIFE
from graphwright.server.tls import ServerCertificate
from graphwright.server.warming import warming
from graphwright.settings import Settings
from graphwright.store.base import Store
from graphwright.webhooks.telling import telling
from graphwright.workbench import Workbench

if TYPE_CHECKING:
    from graphwright.server.server_state import RunCommand, ServerState

CONNECTIONS: Final = 2_000
"""At once; a hundred rooms of twenty people."""
BACKLOG: Final = 1_024
KEEP_ALIVE_S: Final = 30
GRACE_S: Final = 5
"""What is under way may take this long when the server stops; runs go on after the next start anyway."""
PING_S: Final = 20.0
UNHEARD_MS: Final = 40_000
"""What was sent may stay unacknowledged this long (Linux): as long as it takes to notice an unanswered ping."""
SWEEP_EVERY_S: Final = 5.0
"""Waits and deadlines are days and minutes; a log-out or an expired token ends its sockets at the latest then."""
MAIL_EVERY_S: Final = 10.0
"""What is mailed is gathered for minutes; this is what one head of each journal costs nothing at."""
_PROGRAM: Final = ("graphwright.server.server_state", "graphwright.server.http", "graphwright.opening")
"""Most of it, which is loaded while the first page is on its way."""
TIDY_EVERY_S: Final = 3_600.0
KEY_LIFE: Final = timedelta(days=7)
Housekeeping: TypeAlias = "Callable[[ServerState], Awaitable[object]]"
SOCKET_NAME: Final = "socket"
LONGEST_SOCKET: Final = 100
"""Bytes of its path; Linux takes 107."""


async def serve(
    workbench: Workbench,
    assets: Assets,
    *,
    host: str,
    port: int,
    stop: asyncio.Event,
    ready: Callable[[str, str | None], None],
    run_command: RunCommand | None = None,
) -> None:
    """Serve until `stop` is set. `ready` is told the address, and a one-time link while the owner has no password.

    The pages are there at that moment; the program, which is loaded meanwhile, a moment later. Raises `InvalidCommand`
    when the address cannot be listened on, or is open to others before there is a password.
    """
    settings = workbench.settings
    tell_standing(workbench.store)
    authenticator = Authenticator(workbench, host=settings.host, origins=settings.origins)
    link = await first_link(authenticator, settings, host)
    await authenticator.tokens.secret()
    certificate = await _certificate(settings)
    listener = listen_on(host, port)
    asked = asyncio.Event()
    outside, inside = Reception(asked, Pages(assets, authenticator)), Reception(asked)
    with unix_socket(settings.data) as path, short_collections():
        network = Listener(uvicorn_config(outside, certificate=certificate))
        local = Listener(uvicorn_config(inside, path))
        running = [
            asyncio.create_task(network.serve(sockets=[listener])),
            asyncio.create_task(local.serve()),
        ]
        try:
            await asyncio.gather(network.is_ready.wait(), local.is_ready.wait())
            path.chmod(0o600)
            workbench.listens_at(path)
            address = address_of(host, listener.getsockname()[1], is_secure=certificate is not None)
            ready(address, None if link is None else f"{address}#ticket={link}")
            server_state = await _state(workbench, authenticator, assets, run_command)
            async with _program(server_state, certificate, asked) as (outer, inner):
                outside.open(outer)
                inside.open(inner)
                await either(stop, running)
        finally:
            workbench.listens_at(None)
            network.should_exit = local.should_exit = True
            outside.close()
            inside.close()
            await asyncio.gather(*running, return_exceptions=True)


def _load() -> None:
    for name in _PROGRAM:
        import_module(name)


async def _state(
    workbench: Workbench, authenticator: Authenticator, assets: Assets, run_command: RunCommand | None
) -> ServerState:
    """Loaded beside the loop, so that the first page is given out meanwhile."""
    await in_thread(_load)
    from graphwright.server.server_state import open_server_state  # noqa: PLC0415  most of the program

    return open_server_state(workbench, authenticator, assets=assets, run_command=run_command)


@asynccontextmanager
async def _program(
    server_state: ServerState, certificate: ServerCertificate | None, asked: asyncio.Event
) -> AsyncGenerator[tuple[ASGIApp, ASGIApp]]:
    """What answers on the network and on the Unix socket, with all that happens by itself meanwhile."""
    from graphwright.server.http import network_app, socket_app  # noqa: PLC0415  as above

    workbench = server_state.workbench
    try:
        async with housekeeping(server_state, certificate):
            await take_up(server_state)
            async with warming(workbench, asked), telling(workbench.webhooks, workbench.deliverer, workbench.bus):
                yield network_app(server_state), socket_app(server_state)
    finally:
        server_state.rooms.close()


def tell_standing(store: Store) -> None:
    """Say in the log what a failover of the database could lose."""
    match store.standing.waits_for:
        case None:
            pass
        case "":
            log.info(
                "the database acknowledges a change before a standby has it (synchronous_standby_names is empty); "
                "a failover may lose the last ones, and people then read their projects anew"
            )
        case names:
            log.info("the database acknowledges a change when a standby has it (synchronous_standby_names: %s)", names)


async def take_up(server_state: ServerState) -> None:
    """Go on with what the server before has left: files of nobody, deletions of people half done, then runs."""
    await server_state.workbench.tidy_index_files()
    try:
        await server_state.deletions.resume()
    except GraphwrightError:
        # People are served all the same.
        log.exception("the deletion of a person could not go on; the next start tries it again")
    await server_state.workbench.resume_all()


class Listener(uvicorn.Server):
    """uvicorn without its own handling of signals, which would end the process before the store is closed."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_ready = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Signals belong to whoever started the program."""
        yield

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:  # noqa: TID251  its type
        """Begin to listen, and say so."""
        await super().startup(sockets=sockets)
        self.is_ready.set()


async def _certificate(settings: Settings) -> ServerCertificate | None:
    """What the settings name for HTTPS. `InvalidCommand` when it cannot be used."""
    certificate, key = settings.tls_certificate, settings.tls_key
    return None if certificate is None or key is None else await in_thread(lambda: ServerCertificate(certificate, key))


def uvicorn_config(
    app: ASGIApp, path: Path | None = None, *, certificate: ServerCertificate | None = None
) -> uvicorn.Config:
    """What every listener has: its limits, and nothing that would write down who came."""
    config = uvicorn.Config(
        app,
        uds=None if path is None else str(path),
        interface="asgi3",
        loop="none",
        http=BoundedHttp,
        ws=PassingWebSocket,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,  # it would hold addresses and what stands in them
        proxy_headers=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )
    config.load()
    # Not by its own options: their context is nobody's to renew.
    config.ssl = None if certificate is None else certificate.context
    return config


def listen_on(host: str, port: int) -> sockets.socket:  # noqa: TID251  its type
    """Listen on the network. `InvalidCommand` when it cannot be."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    try:
        listener = sockets.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        message = f"{host}:{port} cannot be listened on ({error.strerror}); choose another with --host and --port"
        raise InvalidCommand(message) from None
    # Connections inherit it. A peer whose cable was pulled acknowledges nothing; the system would try for 15 minutes.
    if hasattr(sockets, "TCP_USER_TIMEOUT"):
        listener.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, UNHEARD_MS)
    return listener


def address_of(host: str, port: int, *, is_secure: bool = False) -> str:
    """Where people find it."""
    return f"{'https' if is_secure else 'http'}://{f'[{host}]' if ':' in host else host}:{port}/"


@contextmanager
def unix_socket(data: Path) -> Generator[Path]:
    """Where the Unix socket is: in a folder that only this user can enter, with a path that is short enough."""
    folder = data.absolute() / "run"
    is_long = len(os.fsencode(folder / SOCKET_NAME)) > LONGEST_SOCKET
    if is_long:
        folder = Path(tempfile.mkdtemp(prefix="graphwright-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    path = folder / SOCKET_NAME
    path.unlink(missing_ok=True)  # of a process that was killed; the lock says that it is gone
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
        if is_long:
            shutil.rmtree(folder, ignore_errors=True)


async def first_link(authenticator: Authenticator, settings: Settings, host: str) -> str | None:
    """The ticket of an owner who has no other way in. `InvalidCommand` for an open door without a password (R-54)."""
    account = await authenticator.accounts.owner()
    has_passwords = settings.passwords
    if account.password is not None and has_passwords:
        return None
    if (f"[{host}]" if ":" in host else host) not in LOOPBACK:
        if not has_passwords:
            return None  # the owner signs in with the identity provider, as everybody does
        message = (
            f"{host} can be reached by others, and the owner has no password yet; "
            "set one first with `graphwright password`"
        )
        raise InvalidCommand(message)
    return await authenticator.tickets.issue(account.person_id, OWNER_LIFE)


async def either(stop: asyncio.Event, running: list[asyncio.Task[None]]) -> None:
    """Wait until somebody wants to stop or a listener has ended by itself."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([stopping, *running], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()


@asynccontextmanager
async def housekeeping(
    server_state: ServerState,
    certificate: ServerCertificate | None = None,
    *,
    tidies: Callable[[], bool] = lambda: True,
) -> AsyncGenerator[None]:
    """What happens by itself, for as long as the block lasts; of several servers one tidies up."""

    async def if_tidying(work: Housekeeping, server_state: ServerState) -> None:
        if tidies():
            await work(server_state)

    # Each by itself: where one fails, a log-out still ends its sockets, and what is too old is still forgotten.
    works: list[tuple[float, Housekeeping]] = [(SWEEP_EVERY_S, work) for work in _SWEEPING]
    works += [(TIDY_EVERY_S, partial(if_tidying, work)) for work in _TIDYING]
    if certificate is not None:
        works.append((SWEEP_EVERY_S, partial(_renew, certificate)))
    tasks = [asyncio.create_task(again(server_state, every_s, work)) for every_s, work in works]
    tasks.append(asyncio.create_task(server_state.telemetry.measure_lag()))
    if (postman := server_state.postman) is not None:
        tell = partial(if_tidying, lambda _: postman.go_round())
        # What is said from the start on counts, also before anybody has ever looked.
        tasks.append(asyncio.create_task(again(server_state, MAIL_EVERY_S, tell, at_once=True)))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _renew(certificate: ServerCertificate, _: ServerState) -> None:
    try:
        if await certificate.renew():
            log.info("the certificate was read anew")
    except InvalidCommand:
        log.error("the new certificate cannot be used with its key; the one so far stays")  # no fault of ours


async def again(server_state: ServerState, every_s: float, work: Housekeeping, *, at_once: bool = False) -> None:
    """Do it over and over; the next round may do better (R-48). That the data is away is said once, and its return."""
    waits = False
    while True:
        if not at_once:
            await server_state.workbench.clock.sleep(every_s)
        at_once = False
        try:
            await work(server_state)
        except StoreBusy:
            if not waits:
                log.warning("the database is away or somebody else has the data; housekeeping waits, /readyz says why")
            waits = True
        except Exception:  # noqa: BLE001
            log.exception("housekeeping failed")
        else:
            if waits:
                log.warning("the data is back; housekeeping goes on")
            waits = False


_SWEEPING: Final[tuple[Housekeeping, ...]] = (
    lambda state: state.workbench.sweep(state.workbench.clock.now()),
    lambda state: state.socket.recheck(),
    lambda state: state.starter.start_due(),
)
"""What every server does for its own projects and sockets."""
_TIDYING: Final[tuple[Housekeeping, ...]] = (
    lambda state: state.authenticator.sessions.forget_old(),
    lambda state: state.authenticator.company.forget_old(),
    lambda state: state.authenticator.tokens.end_expired(),
    lambda state: state.authenticator.directory.refresh(),
    lambda state: state.retention.sweep_daily(),
    lambda state: state.workbench.store.forget_keys(state.workbench.clock.now() - KEY_LIFE),
    lambda state: state.compaction.sweep_weekly(),
)
"""What one of several servers does for all."""
