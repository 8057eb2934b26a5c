"""The journal of a project by the Durable Streams Protocol; what its own suite cannot know of us stands here."""

from __future__ import annotations

import asyncio
import gc
import json
import random

import pytest

from graphwright.server import durable_stream
from graphwright.server.routes import stream
from graphwright.store.entries import entry_of
from tests.server.place import Place, create, error_of, uuid
from tests.server.test_following import Reader, nodes_moved, token_of
from tests.server.test_rest import shop

pytestmark = pytest.mark.requirement("G-132")
STREAM = "/api/projects/shop/stream"


async def longer(place: Place, entries: int) -> int:
    """The shop with so many entries more; its last sequence."""
    await shop(place)
    project = await place.project("shop")
    await project.record([nodes_moved(number) for number in range(entries)])
    return project.header.sequence


def pairs(body: bytes) -> list[tuple[list[int], dict[str, object]]]:
    """The whole events of a stream: the sequences of each, and what its control event says."""
    told, sequences = [], list[int]()
    for event in body.split(b"\n\n")[:-1]:
        kind, *lines = event.split(b"\n")
        data = b"".join(line.removeprefix(b"data:") for line in lines)
        if kind == b"event: data":
            sequences = [each["sequence"] for each in json.loads(data)]
        elif kind == b"event: control":
            told.append((sequences, json.loads(data)))
            sequences = []
    return told


async def test_a_message_is_an_entry_of_the_journal_as_it_is_told_elsewhere(place):
    client = await shop(place, *create(("ACTOR", "Clerk")))

    answer = await client.get(STREAM)

    journal = (await client.get("/api/projects/shop/journal?limit=1000")).json()
    told = answer.json()
    assert told
    assert told == journal["entries"][: len(told)]  # what is found in the model may have been told since
    last = told[-1]["sequence"]
    assert {name: answer.headers[name] for name in ("content-type", "stream-next-offset", "stream-up-to-date")} == {
        "content-type": "application/json",
        "stream-next-offset": f"{journal['epoch']}_{last:016d}",
        "stream-up-to-date": "true",
    }


async def test_a_long_journal_is_read_in_parts_that_join_without_a_gap(place, monkeypatch):
    monkeypatch.setattr(stream, "ENTRIES", 7)
    last = await longer(place, 40)
    client = await place.owner()
    parts, offset, is_up_to_date = list[list[int]](), "-1", False
    while not is_up_to_date:
        answer = await client.get(STREAM, params={"offset": offset})
        parts.append([entry["sequence"] for entry in answer.json()])
        offset, is_up_to_date = answer.headers["stream-next-offset"], "stream-up-to-date" in answer.headers
    assert [sequence for part in parts for sequence in part] == list(range(1, last + 1))
    assert {len(part) for part in parts[:-1]} == {7}


async def test_a_part_takes_no_more_entries_than_make_a_good_answer_but_one_at_least(place, monkeypatch):
    monkeypatch.setattr(stream, "ENOUGH", 1)
    await longer(place, 3)
    answer = await (await place.owner()).get(STREAM)
    assert [entry["sequence"] for entry in answer.json()] == [1]


async def test_who_asks_for_the_head_learns_where_the_stream_ends_and_is_sent_nothing(place):
    last = await longer(place, 3)
    answer = await (await place.owner()).head(STREAM, params={"live": "sse", "offset": "-1"})
    assert (answer.status_code, answer.content, answer.headers["cache-control"]) == (200, b"", "no-store")
    assert answer.headers["stream-next-offset"].endswith(f"_{last:016d}")


async def test_what_was_read_may_be_kept_but_is_asked_for_again_each_time(place):
    await longer(place, 3)
    client = await place.owner()
    first = await client.get(STREAM)
    again = await client.get(STREAM, headers={"if-none-match": f'"other", W/{first.headers["etag"]}'})
    assert first.headers["cache-control"] == "private, no-cache"
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])

    await (await place.project("shop")).record([nodes_moved(9)])

    changed = await client.get(STREAM, headers={"if-none-match": first.headers["etag"]})
    assert (changed.status_code, len(changed.json())) == (200, len(first.json()) + 1)


async def test_what_was_the_end_is_told_anew_when_it_is_none_any_more(place, monkeypatch):
    monkeypatch.setattr(stream, "ENTRIES", 3)
    await shop(place)
    project = await place.project("shop")
    await project.record([nodes_moved(number) for number in range(3 - project.header.sequence)])
    client = await place.owner()
    first = await client.get(STREAM)
    await project.record([nodes_moved(9)])
    again = await client.get(STREAM, headers={"if-none-match": first.headers["etag"]})
    assert ("stream-up-to-date" in first.headers, again.status_code) == (True, 200)
    assert (again.json(), "stream-up-to-date" in again.headers) == (first.json(), False)


async def test_an_answer_is_held_back_until_something_comes(place):
    last = await longer(place, 1)
    client = await place.owner()
    asked = asyncio.create_task(client.get(STREAM, params={"offset": "now", "live": "long-poll"}))
    project = await place.project("shop")
    streams = place.server_state.streams
    async with asyncio.timeout(20):
        while not streams.count:
            await asyncio.sleep(0)
    await project.record([nodes_moved(9)])
    answer = await asked
    assert ([entry["sequence"] for entry in answer.json()], streams.count) == ([last + 1], 0)


class Leaving(Reader):
    """A reader that hangs up as soon as its request is sent."""

    async def _receive(self) -> dict[str, object]:
        if self._is_asked:
            return {"type": "http.disconnect"}
        return await super()._receive()


async def test_an_answer_that_nobody_waits_for_any_more_is_given_up(place):
    await longer(place, 1)
    reader = Leaving(place, await token_of(place), f"{STREAM}?offset=now&live=long-poll")
    async with asyncio.timeout(durable_stream.LONG_POLL_S / 2):
        await reader.answering
    assert (reader.status, place.server_state.streams.count) == (499, 0)


async def test_an_answer_that_nothing_came_for_says_where_to_go_on(place, monkeypatch):
    monkeypatch.setattr(durable_stream, "LONG_POLL_S", 0.01)
    last = await longer(place, 1)
    answer = await (await place.owner()).get(STREAM, params={"offset": "now", "live": "long-poll"})
    assert (answer.status_code, answer.content, answer.headers["stream-up-to-date"]) == (204, b"", "true")
    assert answer.headers["stream-next-offset"].endswith(f"_{last:016d}")
    assert answer.headers["stream-cursor"].isdigit()


async def test_a_cursor_never_stands_still(place, monkeypatch):
    monkeypatch.setattr(durable_stream, "LONG_POLL_S", 0.0)
    await longer(place, 1)
    client = await place.owner()
    cursors = [0]
    for _ in range(5):
        query = {"offset": "now", "live": "long-poll", "cursor": str(cursors[-1])}
        cursors.append(int((await client.get(STREAM, params=query)).headers["stream-cursor"]))
    assert cursors == sorted(set(cursors))


@pytest.mark.requirement("R-05")
@pytest.mark.parametrize("live", ["long-poll", "sse"])
async def test_who_may_not_read_any_more_is_told_nothing_more(place, live):
    await longer(place, 1)
    token = await token_of(place)
    last = (await place.project("shop")).header.sequence
    reader = Reader(place, token, f"{STREAM}?offset=now&live={live}")
    async with asyncio.timeout(20):
        while not place.server_state.streams.count:
            await asyncio.sleep(0)
    tokens = place.server_state.authenticator.tokens
    await tokens.revoke((await tokens.read(token)).person.person_id)
    await (await place.project("shop")).record([nodes_moved(7)])

    body = await reader.until(lambda _: False)

    assert f"{last + 1:016d}".encode() not in body
    assert b'"sequence"' not in body
    assert reader.status == {"long-poll": 403, "sse": 200}[live]


async def test_sent_events_end_after_a_while_so_that_readers_come_back(place, monkeypatch):
    monkeypatch.setattr(durable_stream, "CONNECTION_S", 0.0)
    await longer(place, 2)
    token = await token_of(place)
    last = (await place.project("shop")).header.sequence
    body = await Reader(place, token, f"{STREAM}?offset=-1&live=sse").until(lambda _: False)
    ((sequences, control),) = pairs(body)
    assert (sequences, control["upToDate"]) == (list(range(1, last + 1)), True)
    assert str(control["streamNextOffset"]).endswith(f"_{last:016d}")


async def test_a_reader_of_sent_events_that_is_cut_at_any_byte_resumes_with_exactly_the_rest(place, monkeypatch):
    monkeypatch.setattr(stream, "ENTRIES", 5)
    monkeypatch.setattr(durable_stream, "CONNECTION_S", 0.0)
    await longer(place, 300)
    token, dice, read, offset, cuts = await token_of(place), random.Random(13), list[int](), "-1", 0
    last, most = (await place.project("shop")).header.sequence, 3_000
    while not read or read[-1] < last:
        cut = dice.randrange(200, most)
        reader = Reader(place, token, f"{STREAM}?offset={offset}&live=sse")
        reader.most = cut
        body = (await reader.until(lambda body, cut=cut: len(body) >= cut))[:cut]
        assert reader.status == 200, body
        whole = pairs(body)
        most = 3_000 if whole else most * 2  # what was found in the model may make a part longer than that
        for sequences, control in whole:
            read += sequences
            offset = str(control["streamNextOffset"])
        cuts += 1
    assert read[:last] == list(range(1, last + 1))
    assert cuts > 20


async def test_who_leaves_while_it_is_sent_something_holds_no_stream_any_more(place):
    await longer(place, 20)
    reader = Reader(place, await token_of(place), f"{STREAM}?offset=-1&live=sse")
    reader.most = 100
    gc.disable()  # nobody else may have to find out
    try:
        await reader.until(lambda body: len(body) >= 100)
        assert (reader.status, place.server_state.streams.count) == (200, 0)
    finally:
        gc.enable()


async def test_one_person_reads_so_many_streams_live_at_once_and_no_more(place, monkeypatch):
    await longer(place, 1)
    token = await token_of(place)
    readers = [Reader(place, token, f"{STREAM}?offset=now&live=sse") for _ in range(32)]
    async with asyncio.timeout(20):
        while place.server_state.streams.count < 32:
            await asyncio.sleep(0)
    client = place.anybody(authorization=f"Bearer {token}")
    assert error_of(await client.get(f"{STREAM}?offset=now&live=long-poll")) == (429, "limitExceeded")
    assert (await client.get(STREAM)).status_code == 200
    for reader in readers:
        reader.answering.cancel()
    await asyncio.gather(*(reader.answering for reader in readers), return_exceptions=True)
    assert place.server_state.streams.count == 0


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("offset=", (400, "invalidCommand")),
        ("offset=0", (400, "invalidCommand")),
        ("offset={epoch}_1", (400, "invalidCommand")),
        ("offset={epoch}_0000000000099999", (400, "invalidCommand")),
        ("offset=01900000-0000-7000-8000-000000000000_0000000000000001", (410, "staleOffset")),
        ("offset=-1&offset=now", (400, "invalidCommand")),
        ("live=sse", (400, "invalidCommand")),
        ("live=always&offset=-1", (400, "invalidCommand")),
        ("live=sse&offset=-1&cursor=soon", (400, "invalidCommand")),
    ],
)
async def test_a_place_that_is_none_is_refused_with_what_to_do(place, query, expected):
    client = await shop(place)
    epoch = (await place.project("shop")).header.epoch
    assert error_of(await client.get(f"{STREAM}?{query.format(epoch=epoch)}")) == expected


async def test_what_is_unknown_in_an_address_is_passed_over(place):
    client = await shop(place)
    assert (await client.get(f"{STREAM}?offset=-1&handle=x")).json() == (await client.get(STREAM)).json()


async def test_a_stream_cannot_be_written_to(place):
    client = await shop(place)
    answer = await client.post(STREAM, json={"commandId": uuid(1)})
    assert error_of(answer) == (405, "invalidCommand")


async def test_what_is_stored_but_not_told_yet_is_not_read_yet_so_every_offset_is_taken_again(place):
    last = await longer(place, 3)
    project = await place.project("shop")
    await project.store.append(project.project_id, [entry_of(nodes_moved(9), project.clock)])
    client = await place.owner()
    read = await client.get(STREAM)
    again = await client.get(STREAM, params={"offset": read.headers["stream-next-offset"]})
    assert [entry["sequence"] for entry in read.json()] == list(range(1, last + 1))
    assert (again.status_code, again.json()) == (200, [])
