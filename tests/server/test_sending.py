"""A client that has nothing to hear is told that somebody is there, so that it sees when a line has died."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message

from graphwright.rooms.outbox import EncodedEvent, Outbox
from graphwright.server.sending import THERE, Sending

pytestmark = pytest.mark.requirement("R-136")

SOON_S = 0.005
EVENT = EncodedEvent('{"type":"x"}', 12)


class Line:
    """What was sent, and how often."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.changed = asyncio.Event()
        self.takes = asyncio.Event()
        self.takes.set()

    async def send(self, message: Message) -> None:
        await self.takes.wait()
        self.frames.append(message["text"])
        self.changed.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(30):
            while len(self.frames) < count:
                self.changed.clear()
                await self.changed.wait()


def begun(line: Line, beat_s: float | None) -> tuple[Sending, Outbox]:
    outbox = Outbox()
    return Sending(outbox, line.send, lambda error: pytest.fail(str(error)), beat_s=beat_s), outbox


async def as_long_as_ten_beats() -> None:
    """Somebody else is told ten times meanwhile."""
    line = Line()
    sending, _ = begun(line, SOON_S)
    await line.until(10)
    sending.stop()


async def test_whoever_hears_nothing_is_told_over_and_over_that_somebody_is_there_until_the_end() -> None:
    line = Line()
    sending, _ = begun(line, SOON_S)

    await line.until(3)
    sending.stop()
    told = len(line.frames)
    await as_long_as_ten_beats()

    assert line.frames == [THERE] * told


async def test_it_is_not_said_while_a_frame_waits_and_comes_between_no_two() -> None:
    line = Line()
    line.takes.clear()
    sending, outbox = begun(line, SOON_S)
    outbox.put(EVENT)
    sending.go_on()
    await as_long_as_ten_beats()
    line.takes.set()
    await line.until(2)
    sending.stop()

    assert (line.frames[0], set(line.frames[1:])) == ('{"type":"x"}', {THERE})


async def test_a_line_between_servers_says_only_what_it_is_told() -> None:
    line = Line()
    sending, outbox = begun(line, None)
    outbox.put(EVENT)
    sending.go_on()
    await as_long_as_ten_beats()
    sending.stop()

    assert line.frames == ['{"type":"x"}']
