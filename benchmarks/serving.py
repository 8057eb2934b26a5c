"""The server as people meet it: its first page, the memory it holds, a search while somebody types, and Stop.

Limit of the page: a bare Starlette app on the same settings of uvicorn that answers the same bytes. Both are processes
of their own and take turns. Search and Stop are judged by seconds. Stop counts from the command to the moment at which
a provider that would speak for ever sees its connection closed. Memory is read where Linux tells it.

Run: python -m benchmarks serving
"""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx2

from benchmarks import _systems
from benchmarks._endless import endless
from benchmarks._served import Served, owner_of, served
from benchmarks._table import Table
from benchmarks._turns import Samples, in_turn, p95, timed
from benchmarks.opening import import_all
from benchmarks.waits import rest
from graphwright.ports import Ids, SystemClock
from graphwright.search.embedder import local_is_installed
from tests.fleet import free_port

ROOT = Path(__file__).parents[1]
STOP_S = 0.2
SEARCH_S = 0.1
IDLE_MIB = 60


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    yield from first_pages(folder, seconds=0.1 if quick else 10.0)
    yield from starts(folder, rounds=1 if quick else 7)
    yield searches(folder / "large", nodes=200 if quick else 10_000, rounds=1 if quick else 40)
    yield stops(folder / "stopped", rounds=2 if quick else 30)


# the first page -----------------------------------------------------------------------------------------------------


def first_pages(folder: Path, *, seconds: float) -> Iterator[Table]:
    """Leaves our answers in the folder, for the bare server to repeat."""
    with served(folder / "data") as ours:
        host = urlsplit(ours.origin).netloc
        page = asked(host, "/")
        script = re.search(rb'<script[^>]* src="([^"]+)"', page)
        paths = {"page": "/", **({"script": script[1].decode()} if script else {})}
        for name, path in paths.items():
            answer = asked(host, path)
            (folder / name).write_bytes(answer)
            with bare(folder / name) as other, line(host) as to_ours, line(other.host) as to_other:
                least, taken = in_turn(partial(ask, to_other, path), partial(ask, to_ours, path), seconds=seconds)
            table = Table(f"the first {name}, {len(answer):,} bytes, over an open connection", what="request")
            table.limit("a bare Starlette app that answers the same", least)
            table.add("our server", taken, times=2.0)
            yield table


class Begun(NamedTuple):
    """A server after its first page."""

    seconds: float
    resident_mib: float
    own_mib: float
    """What no other process shares with it."""


class Opened(NamedTuple):
    """A server after its first page, of which more was asked."""

    seconds: float
    """Until it has answered from the program."""
    resident_mib: float
    """With a project, when it rests again."""


def starts(folder: Path, *, rounds: int) -> Iterator[Table]:
    least, ours, opened = [], [], []
    for number in range(rounds):
        begin = time.perf_counter()
        with bare(folder / "page") as other:
            least.append(begun(other.host, other.pid, begin))
        begin = time.perf_counter()
        with served(folder / "data") as place:
            ours.append(begun(urlsplit(place.origin).netloc, place.pid, begin))
        begin = time.perf_counter()
        with served(folder / f"opened{number}") as place:
            opened.append(entered(place, begin))
    table = Table("from the start of the process to its first page", what="start")
    table.limit("a bare Starlette app that answers the same", [each.seconds for each in least])
    table.add("our server, no project yet", [each.seconds for each in ours], times=2.0)
    table.add("the same, until it has answered who asks", [each.seconds for each in opened])
    yield table
    if sys.platform != "linux":
        return
    memory = Table("memory after the first page, idle", what="process", unit="MiB")
    memory.add("a bare Starlette app, resident", [each.resident_mib for each in least])
    memory.add("our server, resident", [each.resident_mib for each in ours], most=IDLE_MIB)
    memory.add("of this its own, shared with no other process", [each.own_mib for each in ours])
    meaning = "with" if local_is_installed() else "without"
    memory.add(
        "the same with somebody in its first project, resident",
        [each.resident_mib for each in opened],
        f"the assistant, readers and writers; {meaning} search by meaning",
    )
    yield memory


def begun(host: str, pid: int, begin: float) -> Begun:
    asked(host, "/")
    seconds = time.perf_counter() - begin
    asyncio.run(rest(pid))
    return Begun(seconds, *memory_of(pid))


def entered(place: Served, begin: float) -> Opened:
    asked(urlsplit(place.origin).netloc, "/")
    asked(urlsplit(place.origin).netloc, "/api/session")
    seconds = time.perf_counter() - begin
    with owner_of(place) as client:
        client.post("/api/projects", json={"name": "first"}).raise_for_status()
        asyncio.run(rest(place.pid))
    return Opened(seconds, memory_of(place.pid)[0])


def memory_of(pid: int) -> tuple[float, float]:
    """Resident, and its own."""
    told = Path(f"/proc/{pid}/smaps_rollup")
    rows = told.read_text("utf-8").splitlines()[1:] if told.exists() else []
    kib = Counter({name: int(rest.split()[0]) for name, _, rest in (row.partition(":") for row in rows)})
    return kib["Rss"] / 2**10, (kib["Private_Clean"] + kib["Private_Dirty"]) / 2**10


class Bare(NamedTuple):
    host: str
    pid: int


@contextmanager
def bare(answer: Path) -> Iterator[Bare]:
    host = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "benchmarks._bare", host.partition(":")[2], str(answer)]
    with subprocess.Popen(command, cwd=ROOT) as server:
        try:
            while not listens(host):
                time.sleep(0.001)
            yield Bare(host, server.pid)
        finally:
            server.terminate()


def listens(host: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(place_of(host)) == 0


def place_of(host: str) -> tuple[str, int]:
    name, _, port = host.rpartition(":")
    return name, int(port)


@contextmanager
def line(host: str) -> Iterator[socket.socket]:
    with socket.create_connection(place_of(host)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield connection


def asked(host: str, path: str) -> bytes:
    with line(host) as connection:
        return ask(connection, path)


def ask(connection: socket.socket, path: str) -> bytes:
    """The whole answer, head and body. No client library: it would take longer than the server."""
    host, port = connection.getpeername()
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
    answer = b""
    while True:
        answer += connection.recv(2**18)
        head, found, body = answer.partition(b"\r\n\r\n")
        if found and len(body) == int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]):
            return answer


# search -------------------------------------------------------------------------------------------------------------


def searches(folder: Path, *, nodes: int, rounds: int) -> Table:
    operations = _systems.operations(nodes)
    _, nodes = asyncio.run(import_all(folder, operations))
    table = Table(f"search over HTTP in a project of {nodes:,} nodes", what="search")
    cold: Samples = []
    for _ in range(0 if rounds == 1 else 2):
        with served(folder) as place, owner_of(place) as client:
            cold.append(timed(lambda: found(client, "vehicle")))
    with served(folder) as place, owner_of(place) as client:
        cold.append(timed(lambda: found(client, "vehicle")))
        table.add("the first after a start: the project is opened, its words are indexed", cold)
        shapes = shapes_of(found(client, "ValidateOrder")[0]["node"])
        taken: dict[str, Samples] = {shape: [] for shape in shapes}
        for _ in range(rounds):
            for shape, words in shapes.items():
                taken[shape].append(timed(partial(found, client, words)))
    for shape, samples in taken.items():
        table.add(f"{shape}: `{shapes[shape]}`", samples)
    table.add("all of them, p95", [p95([each for samples in taken.values() for each in samples])], most=SEARCH_S)
    return table


def shapes_of(node: dict[str, str]) -> dict[str, str]:
    name = node["name"]
    return {
        "a name": name,
        "an id": node["semanticId"],
        "half a name": name[: len(name) // 2],
        "a name with two letters exchanged": name[:3] + name[4] + name[3] + name[5:],
        "a word that half of all nodes hold": "system",
        "several words": "vehicle with capacity before dispatch",
        "one letter": "v",
        "nothing like it": "xylophone",
    }


def found(client: httpx2.Client, words: str) -> list[dict[str, Any]]:
    answer = client.get("/api/projects/large/search", params={"q": words})
    hits: list[dict[str, Any]] = answer.raise_for_status().json()["hits"]
    return hits


# Stop ---------------------------------------------------------------------------------------------------------------


def stops(data: Path, *, rounds: int) -> Table:
    taken: Samples = []
    kept = 0
    with ExitStack() as opened:
        provider = opened.enter_context(endless())
        client = opened.enter_context(owner_of(opened.enter_context(served(data, **provider.settings))))
        client.post("/api/projects", json={"name": "stopped"}).raise_for_status()
        for _ in range(rounds):
            said = command(client, type="message.send", text="What does Order do?", workflow="ask")
            provider.heard("speaking")
            begin = time.time()
            command(client, type="run.cancel", runId=said["runId"])
            taken.append(provider.heard("left") - begin)
            kept += "word0 word1 " in last_text(client, said["threadId"])
    table = Table("from the command to stop to the provider's closed connection", what="stop")
    table.add("over REST", taken, f"{kept} of {rounds} answers kept what was said")
    table.add("the same, p95", [p95(taken)], most=STOP_S)
    return table


def command(client: httpx2.Client, **fields: str) -> dict[str, Any]:
    answer = client.post("/api/projects/stopped/commands", json={"commandId": Ids(SystemClock()).new(), **fields})
    done: dict[str, Any] = answer.raise_for_status().json()
    return done


def last_text(client: httpx2.Client, thread_id: str) -> str:
    """What the newest message of a thread says."""
    thread = client.get(f"/api/projects/stopped/threads/{thread_id}").raise_for_status().json()
    return "".join(part.get("text", "") for part in thread["messages"][-1]["parts"])
