"""A network of named places whose messages take a while, are late, or wait until a split is over.

What is sent arrives, in order on its line, unless one of its ends has died or the line was cut: then nobody knows. The
chance is seeded, so a run can be had again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from random import Random
from typing import Any, TypeVar

from graphwright.client.doors import LineLost, refusal
from graphwright.client.in_process import Message

T = TypeVar("T")

USUAL_S = (0.0002, 0.004)
LATE_S = (0.1, 1.5)
LATE = 0.01
"""The share of messages that are late."""
PING_S = 20.0


class Gone(OSError):
    """One end is not there, or the way between them was reset: nobody knows what arrived."""


class Network:
    """The ways between places."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.dead: set[str] = set()
        """Places that will never be there again."""
        self._split: list[frozenset[str]] = []
        self._changed = asyncio.Event()
        self._under_way: set[asyncio.Task[Any]] = set()

    # what happens to it ----------------------------------------------------------------------------------------------

    def split(self, *places: str) -> None:
        """Nothing goes between these places and all others, until `heal`."""
        self._split.append(frozenset(places))

    def heal(self) -> None:
        """All splits are over, and what waited arrives."""
        self._split.clear()
        self._news()

    def die(self, place: str) -> None:
        """A place is gone for good, without a word."""
        self.dead.add(place)
        self._news()

    def _news(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # going -----------------------------------------------------------------------------------------------------------

    async def way(self, here: str, there: str) -> None:
        """One message goes, and arrives also when who sent it has died meanwhile. `Gone`."""
        if here in self.dead:
            raise Gone(f"from {here}")
        is_late = self.random.random() < LATE
        await asyncio.sleep(self.random.uniform(*(LATE_S if is_late else USUAL_S)))
        waited = False
        while self._is_cut(here, there):
            waited = True
            await self._changed.wait()
        if there in self.dead or (waited and self.random.random() < 0.5):
            raise Gone(f"from {here} to {there}")

    def _is_cut(self, here: str, there: str) -> bool:
        return there not in self.dead and any((here in part) != (there in part) for part in self._split)

    async def asked(self, here: str, there: str, answer: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """A question and its answer. It arrives also when whoever asks does not wait any more. `Gone`."""
        return await asyncio.shield(self.later(self._asked(here, there, answer)))

    def later(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Go on with something that nobody need wait for, and that does not end with the server that began it."""
        task: asyncio.Task[T] = Context().run(asyncio.get_running_loop().create_task, work)
        self._under_way.add(task)
        task.add_done_callback(self._over)
        return task

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or is gone

    async def _asked(self, here: str, there: str, answer: Callable[[], Coroutine[Any, Any, T]]) -> T:
        await self.way(here, there)
        try:
            return await answer()
        finally:
            await self.way(there, here)


class Pipe:
    """One direction of a line: in order, each as late as the way takes."""

    def __init__(self, network: Network, here: str, there: str, on_gone: Callable[[], None]) -> None:
        self._network, self._here, self._there, self._on_gone = network, here, there, on_gone
        self._sent: deque[Message] = deque()
        self._arrived: asyncio.Queue[Message] = asyncio.Queue()
        self._pumping: asyncio.Task[None] | None = None

    def put(self, message: Message) -> None:
        """Send one."""
        self._sent.append(message)
        if self._pumping is None or self._pumping.done():
            self._pumping = self._network.later(self._pump())

    def deliver(self, message: Message) -> None:
        """Let something arrive at once: that the line is over."""
        self._sent.clear()
        self._arrived.put_nowait(message)

    async def get(self) -> Message:
        """The next that has arrived."""
        return await self._arrived.get()

    async def _pump(self) -> None:
        while self._sent:
            try:
                await self._network.way(self._here, self._there)
            except Gone:
                self._sent.clear()
                self._on_gone()
                return
            if self._sent:
                self._arrived.put_nowait(self._sent.popleft())


class FarLine:
    """A WebSocket from one place to an application at another."""

    def __init__(self, network: Network, here: str, there: str) -> None:
        self._network, self._here, self._there = network, here, there
        self._to_server = Pipe(network, here, there, self.cut)
        self._to_client = Pipe(network, there, here, self.cut)
        self._lost: LineLost | None = None

    async def receive_there(self) -> Message:
        """As the application receives."""
        return await self._to_server.get()

    async def send_there(self, message: Message) -> None:
        """As the application sends. `Gone` when the client is."""
        if self._lost is not None or self._there in self._network.dead:
            raise Gone("the client is gone")
        self._to_client.put(message)
        if message["type"] == "websocket.close":
            self._to_server.deliver({"type": "websocket.disconnect", "code": message.get("code", 1000)})

    async def open(self, within_s: float) -> None:
        """The handshake. `GraphwrightError` when it is refused, `LineLost` when nobody answers in time."""
        self._to_server.put({"type": "websocket.connect"})
        try:
            async with asyncio.timeout(within_s):
                answer = await self._to_client.get()
                if answer["type"] == "websocket.http.response.start":
                    body = await self._to_client.get()
                    raise answered(answer["status"], body.get("body", b""))
        except TimeoutError:
            self.cut()
            raise LineLost(reason="nobody answers") from None
        if answer["type"] != "websocket.accept":
            raise LineLost(answer.get("code", 1006))

    async def send(self, text: str) -> None:
        """Send a frame."""
        if self._lost is not None:
            raise self._lost
        self._to_server.put({"type": "websocket.receive", "text": text})

    async def receive(self) -> str:
        """The next frame."""
        if self._lost is not None:
            raise self._lost
        message = await self._next()
        if message["type"] == "websocket.send":
            text: str = message["text"]
            return text
        self._lost = LineLost(message["code"], message.get("reason") or "")
        raise self._lost

    async def _next(self) -> Message:
        """As a WebSocket does that asks whether the other end is there when nothing has come for a while."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    return await self._to_client.get()
            if self._there in self._network.dead:
                self.cut()

    async def close(self) -> None:
        """End it."""
        self._end(1000)

    def cut(self) -> None:
        """It is reset."""
        self._end(1006)

    def _end(self, code: int) -> None:
        if self._lost is not None:
            return
        self._lost = LineLost(code)
        self._to_client.deliver({"type": "lost", "code": code})
        if self._there not in self._network.dead:
            self._network.later(self._told_there(code))

    async def _told_there(self, code: int) -> None:
        with suppress(Gone):
            await self._network.way(self._here, self._there)
        self._to_server.deliver({"type": "websocket.disconnect", "code": code})


def answered(status: int, body: bytes) -> Exception:
    """As the door over a network: a server that is about to stop is as good as none."""
    error = refusal(status, body)
    return LineLost(reason=error.message) if error.retry == "later" or status >= 500 else error
