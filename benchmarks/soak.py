"""What a server gains in memory while people work for an hour: 500 sockets, a change a second, questions, and a search.

What they do leaves the model as large as it was, so that whatever is gained is kept for nothing. What they say is new
each time, in words that were used before: a word that nobody has met costs 0.2 KiB, until some ten thousands are
remembered. Somebody leaves and somebody else comes all the time. Before the clock runs, the same is done without pauses
until what is remembered has reached its limits and everybody who came first has left; then the first quarter of the
time is not counted either. Of the rest the straight line that comes nearest to what it holds is told (least squares):
its anonymous memory, as Linux tells it, because pages of Python's own files count as its own or not with whatever other
Pythons run. At the end elements are made, one with each change: what they keep belongs to the model and is told beside.

Run: python -m benchmarks soak
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import linear_regression
from typing import Final, cast
from urllib.parse import urlsplit

import httpx2

from benchmarks._served import owner_of, served, told
from benchmarks._table import Table
from benchmarks.fanout import Client, Crowd
from benchmarks.waits import QUESTION, sample
from graphwright.cli.demo import PROJECT
from graphwright.ports import Ids, SystemClock

SOCKETS: Final = 500
SECONDS: Final = 3_600.0
WARM: Final = 0.25
"""Share of the time that is not counted."""
WARM_CHANGES: Final = 3 * SOCKETS
"""Before: with every third of them somebody goes."""
MADE: Final = 500
"""Elements, at the end."""
GAINED_KIB: Final = 1_024.0
"""An hour."""
TOLD: Final = 60
"""Figures of each end, a second apart."""
CHANGE_S: Final = 1.0
QUESTION_EACH: Final = 20
"""Changes between two questions; as many questions to a conversation."""
SEARCH_EACH: Final = 7
ELEMENT_KIB: Final = 16.0
"""An element that is made: its node, where it stands in the indexes, and its findings."""
COME_EACH: Final = 3
WORDS: Final = (
    *("amber", "birch", "cedar", "clay", "copper", "cotton", "felt", "flint", "glass", "granite", "gravel", "hemp"),
    *("iron", "ivory", "jute", "larch", "leather", "linen", "maple", "marble", "paper", "pewter", "pine", "resin"),
    *("rubber", "sand", "silk", "slate", "steel", "velvet", "walnut", "wool"),
)
WHERE: Final = f"/api/projects/{PROJECT}"
NODE: Final = "AcceptOrder.FN.001"


class Onlooker(Client):
    """Hears of every change."""

    MARK = b"commit.applied"
    PROJECT = PROJECT.encode()


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    size = {"sockets": 5, "seconds": 3.0, "before": 6, "made": 3} if quick else {}
    yield from asyncio.run(measure(folder / "data", **size))


async def measure(
    data: Path, *, sockets: int = SOCKETS, seconds: float = SECONDS, before: int = WARM_CHANGES, made: int = MADE
) -> tuple[Table, Table]:
    await sample(data)
    with served(data) as place:
        with owner_of(place) as owner:
            body = {"project": PROJECT, "access": "editor", "days": 1}
            token = cast("dict[str, str]", told(owner.post("/api/tokens", json=body)))["token"]
        everybody = Everybody(urlsplit(place.origin).port or 0, token)
        for _ in range(sockets):
            await everybody.come()
        bearer = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(base_url=place.origin, headers=bearer) as client:
            worker = Worker(client)
            for _ in range(before):
                await worker.go_on(everybody)
            held = await work(worker, everybody, place.pid, seconds)
            begun = own_kib(place.pid)
            for number in range(made):
                await worker.make(number)
            grown = (own_kib(place.pid) - begun) / made
        everybody.leave()
    warm = [(moment / 3_600, kib) for moment, kib in held if moment >= WARM * seconds]
    slope = linear_regression(*zip(*warm, strict=True)).slope
    title = f"anonymous memory of a server with {sockets:,} sockets, {seconds / 60:.0f} minutes"
    table = Table(title, what="process", unit="KiB")
    table.add("when it was warm", [kib for _, kib in warm[:TOLD]])
    table.add("at the end", [kib for _, kib in warm[-TOLD:]])
    note = f"{len(held):,} changes, {everybody.crowd.have:,} events were heard, {everybody.came:,} people came"
    table.add("gained in an hour", [max(0.0, slope)], note, most=GAINED_KIB)
    model = Table("anonymous memory of a server whose model grows", what="element", unit="KiB")
    model.add("gained with an element", [max(0.0, grown)], f"{made:,} elements, one with each change", most=ELEMENT_KIB)
    return table, model


def phrase(number: int) -> str:
    """Three words that no other of 32,768 numbers has in this order."""
    count = len(WORDS)
    places = (number // count**2 % count, number // count % count, number % count)
    return " ".join(WORDS[at] for at in places)


def own_kib(pid: int) -> float:
    """What lies in no file."""
    told = Path(f"/proc/{pid}/smaps_rollup")
    rows = told.read_text("utf-8").splitlines() if told.exists() else []
    return sum(float(row.split()[1]) for row in rows if row.startswith("Anonymous:"))


async def work(worker: Worker, everybody: Everybody, pid: int, seconds: float) -> Sequence[tuple[float, float]]:
    """When, in seconds, and KiB, once for each change."""
    held: list[tuple[float, float]] = []
    begun = time.monotonic()
    while (moment := time.monotonic() - begun) < seconds:
        await worker.go_on(everybody)
        held.append((moment, own_kib(pid)))
        await asyncio.sleep(CHANGE_S)
    return held


class Everybody:
    """Those who look on."""

    def __init__(self, port: int, token: str) -> None:
        self.crowd = Crowd(0)
        self.came = 0
        self._port, self._token = port, token
        self._people: deque[Onlooker] = deque()

    async def come(self) -> None:
        """One more."""
        _, onlooker = await asyncio.get_running_loop().create_connection(
            lambda: Onlooker(self.crowd, self._port, self._token), "127.0.0.1", self._port
        )
        await asyncio.wait_for(onlooker.ready, 30)
        self._people.append(onlooker)
        self.came += 1

    def go(self) -> None:
        """Whoever has been there longest leaves without a word."""
        self._people.popleft().transport.abort()

    def leave(self) -> None:
        """Everybody goes."""
        while self._people:
            self.go()


class Worker:
    """Somebody who works on the project."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self._client = client
        self._ids = Ids(SystemClock())
        self._thread_id: str | None = None
        self._number = 0

    async def go_on(self, everybody: Everybody) -> None:
        """A change; every few changes somebody leaves and somebody comes, something is sought or asked."""
        self._number += 1
        await self.change(self._number)
        if self._number % COME_EACH == 0:
            everybody.go()
            await everybody.come()
        if self._number % SEARCH_EACH == 0:
            await self.search()
        if self._number % QUESTION_EACH == 0:
            await self.ask(begins=self._number % QUESTION_EACH**2 == 0)

    async def change(self, number: int) -> None:
        """Say something else of one element."""
        said = f"Takes requests for {phrase(number)} and keeps each as an order."
        await self._submit({"op": "node.update", "id": "op-1", "ref": NODE, "set": {"descr": said}})

    async def make(self, number: int) -> None:
        """Make an element."""
        said = f"Keeps the number {number:06} of a parcel."
        await self._submit(
            {"op": "node.create", "id": "op-1", "nodeType": "FUNC", "name": f"KeepParcel{number}", "descr": said}
        )

    async def _submit(self, operation: dict[str, object]) -> None:
        revision = cast("dict[str, int]", told(await self._client.get(WHERE)))["revision"]
        await self._command("changes.submit", baseRevision=revision, operations=[operation])

    async def search(self) -> None:
        """Look for something."""
        told(await self._client.get(f"{WHERE}/search", params={"q": "order"}))

    async def ask(self, *, begins: bool) -> None:
        """Ask the offline assistant, in the same conversation or a new one."""
        thread = {} if begins or self._thread_id is None else {"threadId": self._thread_id}
        self._thread_id = (await self._command("message.send", text=QUESTION, workflow="ask", **thread))["threadId"]

    async def _command(self, command: str, **fields: object) -> dict[str, str]:
        body = {"type": command, "commandId": self._ids.new(), **fields}
        return cast("dict[str, str]", told(await self._client.post(f"{WHERE}/commands", json=body)))
