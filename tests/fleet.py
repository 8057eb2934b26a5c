"""Several servers on one PostgreSQL, each a process of its own that may be killed, stopped and woken."""

from __future__ import annotations

import ctypes
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import Signals
from typing import Any, Final, NamedTuple

from tests.postgres import Postgres
from tests.waiting import until_in_a_process

_DIE_WITH_PARENT: Final = 1
"""`PR_SET_PDEATHSIG` of `prctl` (Linux)."""
_libc: Final = ctypes.CDLL(None)
_DICE: Final = random.SystemRandom()
"""No test's own: two that seed the common one would be given the same ports."""
_PORTS: Final = [*range(20_000, 32_000)]
"""Below those of Linux's own (`ip_local_port_range`) that were not given out yet."""


def free_port() -> int:
    """A port that nobody listens on, another one each time.

    Of those that the system gives to nobody by itself: what it has just been asked for it gives out again before whoever
    asked has come to listen there.
    """
    while True:
        port = _DICE.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _PORTS.remove(port)
        return port


def run(database: str, data: Path, *arguments: str) -> str:
    """A command of the command line on the database, with no server there."""
    done = subprocess.run(
        [sys.executable, "-m", "graphwright", *arguments, "--data", str(data)],
        env=environment(database), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(database: str, **more: str) -> dict[str, str]:
    """What a process is told."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHWRIGHT_")}
    return kept | {"GRAPHWRIGHT_DATABASE": database, "GRAPHWRIGHT_EMBEDDINGS": "none"} | more


class Program(NamedTuple):
    """Which Graphwright a server runs."""

    begin: tuple[str, ...] = ("-m", "graphwright")
    source: Path | None = None
    """Where its package lies; that of these tests without it."""

    @property
    def environment(self) -> dict[str, str]:
        """What its process is told."""
        return {} if self.source is None else {"PYTHONPATH": str(self.source)}


class FleetProcess:
    """One server; it dies with whoever has started it, however that ends (Linux)."""

    def __init__(
        self, database: str, data: Path, port: int | None = None, program: Program | None = None, **more: str
    ) -> None:
        self.program = program or Program()
        """That it runs when it is started the next time."""
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.log = data.with_suffix(".log")
        data.mkdir(exist_ok=True)
        told = {"GRAPHWRIGHT_INTERNAL_ADDRESS": self.address, "GRAPHWRIGHT_PORT": str(self.port)} | more
        self._environment = environment(database, **told)
        self.start_again()

    def start_again(self) -> None:
        """A new process in its place."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program.begin, "serve", "--data", str(self.data)],
                env=self._environment | self.program.environment,
                stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                preexec_fn=lambda: _libc.prctl(_DIE_WITH_PARENT, Signals.SIGKILL),  # noqa: PLW1509  # a single system call
            )  # fmt: skip

    @property
    def is_ready(self) -> bool:
        """Whether it listens; an error when it has ended."""
        assert self.process.poll() is None, self.log.read_text()
        return "Graphwright is at" in self.log.read_text()

    def until_ready(self) -> None:
        """Wait until it listens."""
        until_in_a_process(lambda: self.is_ready, seconds=120)

    def processor_s(self) -> float:
        """Seconds for which a processor has worked for it (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited_s(self) -> float:
        """Seconds for which it could have worked and others had the processors (Linux)."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[1]) / 1e9

    def tell(self, number: Signals) -> None:
        """Kill, stop or wake it."""
        self.process.send_signal(number)

    def end(self, number: Signals = Signals.SIGTERM) -> int:
        """End it and wait; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.send_signal(Signals.SIGCONT)
        try:
            return self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise


@contextmanager
def running_fleet(
    postgres: Postgres, database: str, folder: Path, size: int, program: Program | None = None
) -> Iterator[list[FleetProcess]]:
    """So many servers, for as long as the block lasts; the list may be changed."""
    address = postgres.address(database)
    servers = [FleetProcess(address, folder / f"server{place}", program=program) for place in range(size)]
    try:
        for server in servers:
            server.until_ready()
        yield servers
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait(10)


def owner_of(postgres: Postgres, database: str, servers: list[FleetProcess], project: str = "") -> FleetProcess:
    """Who works on a project, or on what belongs to none; waits until somebody does."""
    sql = f"""
        SELECT address FROM graphwright.project_lease AS lease JOIN graphwright.server ON server.id = lease.server
        WHERE until > now() AND lease.project = coalesce(
            (SELECT id FROM graphwright.project WHERE name = '{project}'), '')
    """
    found: list[FleetProcess] = []

    def is_told() -> bool:
        told = postgres.sql(sql, database)
        found[:] = [server for server in servers if server.address == told]
        return bool(found)

    until_in_a_process(is_told, seconds=60)
    return found[0]


def token_of(database: str, data: Path, project: str, access: str = "admin") -> str:
    """A token for a new project."""
    run(database, data, "new", project)
    told: dict[str, Any] = json.loads(run(database, data, "token", project, "--access", access, "--json"))
    token: str = told["token"]
    return token
