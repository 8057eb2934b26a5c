"""The events of a project over plain HTTP: followed with a number, cut anywhere, and resumed without a gap."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from typing import Any

import pytest

from graphwright.protocol.events import LayoutChanged
from graphwright.server.open_streams import STREAMS
from graphwright.server.routes import events
from tests.server.place import BASE, Place, create, error_of, uuid
from tests.server.test_rest import shop

pytestmark = pytest.mark.requirement("C-75", "G-04")


class Reader:
    """A client that reads an answer piece by piece, and hangs up when it has enough bytes."""

    def __init__(self, place: Place, token: str, path: str, **headers: str) -> None:
        self.status = 0
        self.body = b""
        self.most = sys.maxsize
        """Bytes after which it takes nothing more, so that the server waits for it."""
        path, _, query = path.partition("?")
        named = {"host": BASE.removeprefix("http://"), "authorization": f"Bearer {token}", **headers}
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "method": "GET",
            "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in named.items()],
            "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 0), "state": {}, "extensions": {},
        }  # fmt: skip
        self._grown = asyncio.Event()
        self._is_asked = False
        self.answering = asyncio.ensure_future(place.network(scope, self._receive, self._send))

    async def until(self, enough: Any) -> bytes:
        """What was read when it is enough; the answer is left then."""
        try:
            async with asyncio.timeout(20):
                while not enough(self.body) and not self.answering.done():
                    self._grown.clear()
                    await asyncio.wait(
                        [asyncio.ensure_future(self._grown.wait()), self.answering],
                        return_when=asyncio.FIRST_COMPLETED,
                    )
        finally:
            self.answering.cancel()
            await asyncio.gather(self.answering, return_exceptions=True)
        return self.body

    async def _receive(self) -> dict[str, Any]:
        if self._is_asked:
            await asyncio.get_running_loop().create_future()
        self._is_asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")
        self._grown.set()
        if len(self.body) >= self.most:
            await asyncio.get_running_loop().create_future()


async def token_of(place: Place, access: Any = "viewer") -> str:
    issued = await place.server_state.authenticator.tokens.issue(await place.workbench.open_project("shop"), access)
    return issued.token


def sequences(body: bytes) -> list[int]:
    """The sequences of the whole lines of an answer."""
    return [json.loads(line)["sequence"] for line in body.split(b"\n")[:-1] if line]


async def test_events_of_the_past_and_those_to_come_are_lines(place):
    client = await shop(place, *create(("ACTOR", "Clerk")))
    reader = Reader(place, await token_of(place), "/api/projects/shop/events?wait=60")
    following = asyncio.create_task(reader.until(lambda body: b"Receipt" in body and body.endswith(b"\n")))
    change = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("FLOW", "Receipt"))}
    assert (await client.post("/api/projects/shop/changes", json=change)).status_code == 201

    body = await following

    journal = (await client.get("/api/projects/shop/journal?limit=1000")).json()["entries"]
    read = [json.loads(line) for line in body.split(b"\n") if line]
    assert read == journal[: len(read)]
    assert [each["type"] for each in read].count("commit.applied") == 2  # findings may follow each


async def test_an_event_source_goes_on_where_it_stopped(place):
    client = await shop(place, *create(("ACTOR", "Clerk")))
    token = await token_of(place)
    wants = {"accept": "text/event-stream"}
    first = await Reader(place, token, "/api/projects/shop/events", **wants).until(lambda body: b"\n\n" in body)
    event_id = first.split(b"\n")[0].removeprefix(b"id: ").decode()

    resumed = Reader(place, token, "/api/projects/shop/events?wait=0", **wants, **{"last-event-id": event_id})
    rest = await resumed.until(lambda _: False)

    known = int(event_id.rpartition(".")[2])
    journal = (await client.get(f"/api/projects/shop/journal?after={known}")).json()
    assert [piece.split("\n") for piece in rest.decode().split("\n\n") if piece] == [
        [
            f"id: {journal['epoch']}.{entry['sequence']}",
            f"event: {entry['type']}",
            "data: " + json.dumps(entry, separators=(",", ":"), ensure_ascii=False),
        ]
        for entry in journal["entries"]
    ]


@pytest.mark.requirement("G-05")
async def test_a_reader_that_is_cut_at_any_byte_resumes_with_exactly_the_rest(place):
    client = await shop(place)
    project = await place.project("shop")
    for number in range(300):
        await project.record([nodes_moved(number)])
    token, dice, read, after = await token_of(place), random.Random(7), list[int](), 0
    while after < project.header.sequence:
        cut = dice.randrange(1, 4_000)
        reader = Reader(place, token, f"/api/projects/shop/events?after={after}&wait=0")
        body = (await reader.until(lambda body, cut=cut: len(body) >= cut))[:cut]
        read += sequences(body)
        after = read[-1] if read else 0
    assert read == list(range(1, project.header.sequence + 1))
    assert (await client.get(f"/api/projects/shop/events?after={after}&wait=0")).content.strip() == b""


@pytest.mark.slow
@pytest.mark.requirement("G-38")
async def test_sent_events_of_10_000_are_resumed_after_1_000_cuts_with_exactly_the_rest(place, monkeypatch):
    """The answer is cut at a random byte; whoever resumes says the last id that came whole, as browsers do."""
    monkeypatch.setattr(events, "BATCH", 20)  # cuts fall on borders of batches too
    await shop(place)
    project = await place.project("shop")
    for first in range(0, 10_000, 500):
        await project.record([nodes_moved(number) for number in range(first, first + 500)])
    token, dice = await token_of(place), random.Random(11)
    wants, last = {"accept": "text/event-stream"}, project.header.sequence
    read, cuts = list[int](), 0
    while not read or read[-1] < last:
        known = {"last-event-id": f"{project.header.epoch}.{read[-1]}"} if read else {}
        cut = dice.randrange(200, 1_500)
        reader = Reader(place, token, "/api/projects/shop/events?wait=0", **wants, **known)
        reader.most = cut
        body = (await reader.until(lambda body, cut=cut: len(body) >= cut))[:cut]
        whole = body.split(b"\n\n")[:-1]
        read += [int(event.split(b"\n")[0].rpartition(b".")[2]) for event in whole]
        cuts += 1
    assert read == list(range(1, last + 1))
    assert cuts >= 1_000


@pytest.mark.requirement("G-132")
@pytest.mark.parametrize(
    ("query", "headers"),
    [("?wait=60", {}), ("", {"accept": "text/event-stream"})],
    ids=["lines", "sent events"],
)
async def test_one_person_follows_so_many_at_once_and_no_more_whatever_the_form(place, query, headers):
    await shop(place)
    token = await token_of(place)
    path = "/api/projects/shop/events"
    readers = [Reader(place, token, f"{path}{query}", **headers) for _ in range(STREAMS)]
    async with asyncio.timeout(20):
        while place.server_state.streams.count < STREAMS:
            await asyncio.sleep(0)
    client = place.anybody(authorization=f"Bearer {token}")
    refused = [f"{path}?wait=60", "/api/projects/shop/stream?offset=now&live=long-poll"]
    assert [error_of(await client.get(each)) for each in refused] == [(429, "limitExceeded")] * 2
    assert (await client.get(path)).status_code == 200
    for reader in readers:
        reader.answering.cancel()
    await asyncio.gather(*(reader.answering for reader in readers), return_exceptions=True)
    assert place.server_state.streams.count == 0


def nodes_moved(number: int) -> Any:
    return LayoutChanged(view="flow" if number % 2 else f"view{number}", positions={})


async def test_who_may_not_read_any_more_is_left_at_once(place):
    await shop(place)
    token = await token_of(place)
    reader = Reader(place, token, "/api/projects/shop/events?wait=60")
    await asyncio.wait_for(reader._grown.wait(), 20)
    tokens = place.server_state.authenticator.tokens
    assert await tokens.revoke((await tokens.read(token)).person.person_id)
    project = await place.project("shop")
    await project.record([nodes_moved(0)])

    body = await reader.until(lambda _: False)

    assert max(sequences(body)) < project.header.sequence


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("?after=99999", {}, (400, "invalidCommand")),
        ("?after=-1", {}, (400, "invalidCommand")),
        ("?wait=90000", {}, (400, "invalidCommand")),
        ("", {"last-event-id": "nonsense"}, (400, "invalidCommand")),
        ("", {"last-event-id": "another-epoch.3"}, (409, "conflict")),
    ],
)
async def test_a_place_that_never_was_is_refused(place, path, headers, expected):
    client = await shop(place)
    answer = await client.get(f"/api/projects/shop/events{path}", headers=headers)
    assert error_of(answer) == expected
