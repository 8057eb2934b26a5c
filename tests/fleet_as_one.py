"""Three servers on one PostgreSQL that are started like one: what starts `graphwright serve --json` may start this.

Somebody who comes in reaches another of them with each connection, as behind a balancer. `FLEET_POSTGRES` is the folder
of a running PostgreSQL; the data folder names the database. `tests/e2e/test_browser.py` tells stories of the browser on it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from signal import Signals
from typing import Final

import asyncpg

from tests.fleet import FleetProcess, free_port
from tests.waiting import until

SIZE: Final = 3
POSTGRES: Final = "FLEET_POSTGRES"


class Balancer:
    """Passes each connection on to the next server that takes it."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = cycle(ports)
        self._count = len(ports)

    async def pass_on(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        for _ in range(self._count):
            try:
                further, back = await asyncio.open_connection("127.0.0.1", next(self._ports))
            except OSError:
                continue
            await asyncio.gather(_copy(reading, back), _copy(further, writing))
            return
        writing.close()


async def _copy(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
    try:
        while piece := await reading.read(65_536):
            writing.write(piece)
            await writing.drain()
    except OSError:
        pass  # whoever hangs up in the middle
    finally:
        writing.close()


def _told() -> dict[str, str]:
    """What whoever started this has said to the one server, but where it lies and listens."""
    own = {"GRAPHWRIGHT_DATA", "GRAPHWRIGHT_PORT"}
    return {name: value for name, value in os.environ.items() if name.startswith("GRAPHWRIGHT_") and name not in own}


def _database(data: Path) -> str:
    return re.sub(r"\W", "_", data.name.lower())


def _address(data: Path) -> str:
    return f"postgresql://test@/{_database(data)}?host={os.environ[POSTGRES]}"


async def _has_database(data: Path) -> bool:
    """Whether it was there; it is now."""
    connection = await asyncpg.connect(f"postgresql://test@/postgres?host={os.environ[POSTGRES]}")
    try:
        await connection.execute(f'CREATE DATABASE "{_database(data)}"')
    except asyncpg.DuplicateDatabaseError:
        return True
    else:
        return False
    finally:
        await connection.close()


async def serve(command: str, data: Path) -> int:
    """All of them, until somebody stops them; says where they are as one server does."""
    is_known = await _has_database(data)
    first = data / "server0"
    taken = _taken(int(os.environ.get("GRAPHWRIGHT_PORT", "0")) or free_port())
    port = taken.getsockname()[1]
    if command == "demo" and not is_known:
        first.mkdir(exist_ok=True)
        told = _told() | {"GRAPHWRIGHT_DATABASE": _address(data), "GRAPHWRIGHT_DATA": str(first)}
        typed = [sys.executable, "-m", "graphwright", "demo", "--print"]
        made = await asyncio.to_thread(subprocess.run, typed, env=os.environ | told, stdout=sys.stderr, check=False)
        if made.returncode not in {0, 4}:
            return made.returncode
    origins = f"http://127.0.0.1:{port},http://localhost:{port}"
    servers = [
        FleetProcess(_address(data), data / f"server{place}", **_told() | {"GRAPHWRIGHT_ORIGINS": origins})
        for place in range(SIZE)
    ]
    try:
        await until(lambda: all(server.is_ready for server in servers), seconds=120)
        links: list[str] = []

        def has_link() -> bool:
            for server in servers:
                links.extend(re.findall(r"#ticket=\S+", server.log.read_text(encoding="utf-8")))
            return bool(links)

        if not is_known:  # whoever comes again knows the way
            await until(has_link, seconds=60)
        balancer = Balancer([server.port for server in servers])
        async with await asyncio.start_server(balancer.pass_on, sock=taken):
            address = f"http://127.0.0.1:{port}"
            link = f"{address}/{links[-1]}" if links else None
            print(json.dumps({"address": f"{address}/", "link": link}), flush=True)
            await _stopped()
    finally:
        codes = [server.end(Signals.SIGTERM) for server in servers]
    return max(codes)


def _taken(port: int) -> socket.socket:
    """Kept from others until all servers are there, who take long to come; nobody is let in yet."""
    taken = socket.socket()
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # after a restart old connections are still ending
    taken.bind(("127.0.0.1", port))
    return taken


async def _stopped() -> None:
    stop = asyncio.Event()
    for number in (Signals.SIGINT, Signals.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()


def type_at(data: Path, words: Sequence[str]) -> int:
    """A command, at the machine whose server has what belongs to no project."""
    done: subprocess.CompletedProcess[str] | None = None
    for place in range(SIZE):
        told = _told() | {"GRAPHWRIGHT_DATABASE": _address(data), "GRAPHWRIGHT_DATA": str(data / f"server{place}")}
        typed = [sys.executable, "-m", "graphwright", *words]
        done = subprocess.run(typed, env=os.environ | told, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            break
    assert done is not None
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


def main(words: Sequence[str]) -> int:
    """As the command line, of which this is a part."""
    data = Path(os.environ["GRAPHWRIGHT_DATA"])
    if words[0] in {"serve", "demo"}:
        return asyncio.run(serve(words[0], data))
    return type_at(data, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
