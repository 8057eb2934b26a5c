"""The whole server in this process: from its data folder to its doors, on a disk and a clock of its own.

It is what `graphwright serve` runs, but for uvicorn: who listens, how bytes become ASGI, signals and the Unix socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import apsw

from graphwright.app import open_workbench
from graphwright.client.in_process import Application
from graphwright.offline import first_words
from graphwright.ports import Clock, Ids
from graphwright.server.assets import Assets
from graphwright.server.http import network_app
from graphwright.server.serve import first_link, housekeeping, take_up
from graphwright.server.server_state import ServerState, open_server_state
from graphwright.server.warming import warming
from graphwright.settings import Settings
from graphwright.storage import LOCK_WAIT_S, Storage
from graphwright.store.folder import Folder
from graphwright.store.sqlite import SqliteStore
from graphwright.webhooks.telling import telling
from tests.cluster.network import Network
from tests.store.simulated import Disk, image

Changed = Callable[[SqliteStore], None]
"""Makes a store wrong, to see that it is found."""


class Dead(apsw.IOError):
    """What the disk answers a server that is not there any more."""


class Server:
    """One life of the server, from its start to its end."""

    def __init__(
        self,
        number: int,
        files: dict[str, bytes],
        *,
        folder: Path,
        network: Network,
        clock: Clock,
        seed: int,
        changed: Changed,
    ) -> None:
        self.place = f"server{number}"
        self.application: Application | None = None
        """What answers; None before it does and from its end on."""
        self.state: ServerState | None = None
        self.stop = asyncio.Event()
        """Set to end it in order."""
        self.ended = asyncio.Event()
        self.left: dict[str, bytes] = {}
        """What its disk holds after its end."""
        self._disk = Disk()
        self._disk.before = self._operation
        self._fails: type[apsw.Error] | None = None
        self._left_to_do: int | None = None
        self._is_power_cut = False
        self._folder = image(files, folder / self.place)
        self._network = network
        self._clock = clock
        self._random = Random(f"{seed} {self.place}")
        self._ids = Ids(clock, Random(f"{seed} ids {self.place}").randbytes)
        self._changed = changed
        self._host: Any = asyncio.get_running_loop().net.host(self.place)  # type: ignore[attr-defined]  # of simloop
        first_words._are_read = False  # as in a new process
        self.task(self._run())

    def task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that it does, and that ends when it is killed."""
        task: asyncio.Task[Any] = self._host.create_task(work)
        return task

    # its end ---------------------------------------------------------------------------------------------------------

    def kill(self, *, is_power_cut: bool) -> None:
        """It is gone without a word; with the power goes what was written and not synced."""
        if self.ended.is_set():
            return
        self.left = self._disk.power_off(self._random) if is_power_cut else self._written()
        self.application = None
        self._network.die(self.place)
        self.ended.set()
        self._host.crash()

    def kill_at(self, operation: int, *, is_power_cut: bool) -> None:
        """The same just before so many more operations of the disk."""
        self._left_to_do, self._is_power_cut = operation, is_power_cut

    def fail_with(self, error: type[apsw.Error] | None) -> None:
        """Let every write and sync fail from now on, or none any more."""
        self._fails = error

    def _operation(self, operation: str, path: Path) -> None:
        if self._left_to_do is not None:
            self._left_to_do -= 1
            if self._left_to_do <= 0:
                self.kill(is_power_cut=self._is_power_cut)
        if self.ended.is_set():
            raise Dead(f"{operation} of {path.name}: nobody is there")
        if self._fails is not None:
            raise self._fails(f"{operation} of {path.name}: made to fail")

    def _written(self) -> dict[str, bytes]:
        """What was written, whether it was synced or not: the machine goes on."""
        there = [path for path in self._disk.files if path.exists() and not path.name.endswith(".new")]
        return {path.name: path.read_bytes() for path in there}

    def forget(self) -> None:
        """It is not looked at any more: SQLite knows a file system until it is told otherwise."""
        self._disk.unregister()
        self._disk.files.clear()
        self.left = {}

    # its life --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        settings = Settings.read({"GRAPHWRIGHT_DATA": str(self._folder)})
        with suppress(Exception):  # the disk fails, or it is dead: the next one begins with what is there
            async with open_workbench(
                settings, lasting=False, storage=self._storage(), clock=self._clock, ids=self._ids
            ) as workbench:
                state = open_server_state(workbench, assets=Assets({}))
                await first_link(state.authenticator, settings, "127.0.0.1")
                await state.authenticator.tokens.secret()
                async with housekeeping(state):
                    await take_up(state)
                    self.state, self.application = state, network_app(state)
                    try:
                        async with warming(workbench), telling(workbench.webhooks, workbench.deliverer, workbench.bus):
                            await self.stop.wait()
                    finally:
                        state.rooms.close()
                        await asyncio.sleep(0.01)  # the lines hear of it
        if not self.ended.is_set():
            self.application = None
            self._network.die(self.place)
            self.left = self._written()
            self.ended.set()

    @asynccontextmanager
    async def _storage(self) -> AsyncGenerator[Storage]:
        opener = partial(SqliteStore.open, vfs=self._disk.name)
        async with await Folder.open(self._folder, self._clock, wait_s=LOCK_WAIT_S, open_store=opener) as owned:
            assert isinstance(owned.store, SqliteStore)
            self._changed(owned.store)
            yield Storage(owned.store, listens_at=owned.listens_at)
