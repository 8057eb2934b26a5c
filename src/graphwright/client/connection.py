"""One client of one project: keeps a line open, a replica true, and every command until it is answered.

A command keeps its id and is sent again after the line comes back; the server answers a known id with what it answered
first, so nothing is done twice (ADR-04). There are two ways back in: the events that were missed, or the state (R-46).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, Protocol, Self, TypeAlias, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Raw, Struct

from graphwright.client.canvases import CanvasUpdates
from graphwright.client.doors import Door, FileAnswer, Line, LineLost
from graphwright.client.replica import Replica
from graphwright.errors import GraphwrightError
from graphwright.ports import Clock, Ids, SystemClock
from graphwright.protocol.base import Command
from graphwright.protocol.commands import CanvasUpdate, PresenceUpdate, SessionOpen
from graphwright.protocol.events import CommitAnnounced, ErrorEvent, Event, Heard, Reply, SessionOpened
from graphwright.protocol.ids import CommandId
from graphwright.protocol.runs import StoredError
from graphwright.protocol.state import State
from graphwright.protocol.wire import PROTOCOL_VERSION, decode, encode
from graphwright.runs.failures import error_of

T = TypeVar("T")

FIRST_WAIT_S: Final = 0.25
LONGEST_WAIT_S: Final = 8.0
"""Between two attempts to come back; nobody wants to wait longer after the server is there again."""
FINAL: Final = frozenset({4400, 4401, 4403, 4404, 4413, 4426})
"""Close codes after which coming back would end the same way."""

_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_announced_decoder: msgspec.json.Decoder[CommitAnnounced] = msgspec.json.Decoder(CommitAnnounced)
_frame_decoder: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[Event])

Hear: TypeAlias = Callable[[Heard, CanvasUpdates], None]
"""Called with every event, after the replica has taken it in."""


class WritingCommand(Protocol):
    """A command that writes: it has an id."""

    @property
    def command_id(self) -> CommandId: ...


class _Waiting(Struct):
    command: WritingCommand
    answer: asyncio.Future[Reply]


class ClientConnection:
    """Use it as `async with Connection(door, "shop") as shop:`."""

    def __init__(
        self,
        door: Door,
        project: str,
        *,
        hear: Hear = lambda _event, _updates: None,
        ticket: str | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
    ) -> None:
        self.replica = Replica()
        self.opened: SessionOpened | None = None
        """What the server said when the line was opened last."""
        self.reconnects = 0
        self._door = door
        self._project = project
        self._hear = hear
        self._ticket = ticket
        self._clock = clock or SystemClock()
        self._ids = ids or Ids(self._clock)
        self._line: Line | None = None
        self._is_open = False
        self._wait_s = FIRST_WAIT_S
        self._over: Exception | None = None
        self._waiting: dict[str, _Waiting] = {}
        self._held: list[Heard] | None = None
        self._changed = asyncio.Event()
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._running: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Connected, and the replica holds the project's state."""
        self._running = asyncio.create_task(self._run())
        try:
            await asyncio.shield(self._ready)
        except BaseException:  # nobody comes in, so nobody will leave
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        await self.close()

    async def close(self) -> None:
        """Leave for good; commands that were not answered fail with `LineLost`."""
        for task in (self._running, self._loading):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
        self._end(LineLost(1000, "closed"))

    # asking ------------------------------------------------------------------------------------------------------

    def new_id(self) -> CommandId:
        """An id for a command."""
        return CommandId(self._ids.new())

    async def send(self, command: WritingCommand) -> Raw:
        """Send a command and wait for its result, however often the line is lost meanwhile.

        Raises what the server refused it with, or `LineLost` when the connection has ended for good.
        """
        return (await self._answered(command)).result

    async def see_done(self, command: WritingCommand) -> Raw:
        """Send a command and wait until the replica knows what it did, too, whatever others have done since."""
        reply = await self._answered(command)
        await self.until(lambda replica: replica.sequence >= reply.sequence and not replica.needs_state)
        return reply.result

    async def _answered(self, command: WritingCommand) -> Reply:
        if self._over is not None:
            raise self._over
        waiting = _Waiting(command, asyncio.get_running_loop().create_future())
        self._waiting[command.command_id] = waiting
        try:
            await self._hand_over(command)
            return await waiting.answer
        finally:
            self._waiting.pop(command.command_id, None)

    async def tell(self, command: CanvasUpdate | PresenceUpdate) -> None:
        """Say what I see or where I am; of no importance when nobody hears it."""
        await self._hand_over(command)

    async def until(self, holds: Callable[[Replica], bool]) -> None:
        """Wait until something is true of the replica. Raises what ended the connection."""
        while not holds(self.replica):
            if self._over is not None:
                raise self._over
            self._changed.clear()
            await self._changed.wait()

    async def get(self, path: str, answer: type[T]) -> T:
        """Read something of the project over REST, such as `/threads`."""
        return decode(await self._door.get(f"/api/projects/{quote(self._project, safe='')}{path}"), answer)

    async def fetch(self, path: str, wanted: Command) -> FileAnswer:
        """A file of the project over REST, such as `/exports/reqif`."""
        return await self._door.fetch(f"/api/projects/{quote(self._project, safe='')}{path}", encode(wanted))

    # the line ----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                try:
                    await self._listen(await self._door.dial())
                except LineLost as lost:
                    if lost.code in FINAL:
                        raise
                self._is_open = False
                self.reconnects += 1
                await self._clock.sleep(self._wait_s)
                self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
        except Exception as error:  # noqa: BLE001  whoever waits is told, whatever ended it
            self._end(error)

    async def _listen(self, line: Line) -> None:
        self._line = line
        opening = SessionOpen(
            protocol_version=PROTOCOL_VERSION,
            project_id=self._project,
            ticket=self._ticket,
            since=self.replica.since,
        )
        await line.send(encode(opening).decode())
        while True:
            for event in events_of(await line.receive()):
                await self._heard(event)
            self._changed.set()

    async def _hand_over(self, command: WritingCommand | CanvasUpdate | PresenceUpdate) -> None:
        if self._line is None or not self._is_open:
            return
        with contextlib.suppress(LineLost):  # a command that waits is sent again when the line is back
            await self._line.send(encode(command).decode())

    # hearing -----------------------------------------------------------------------------------------------------

    async def _heard(self, event: Heard) -> None:
        match event:
            case SessionOpened():
                await self._opened(event)
            case Reply():
                if (waiting := self._waiting.get(event.reply_to)) is not None and not waiting.answer.done():
                    waiting.answer.set_result(event)
            case ErrorEvent():
                self._refused(event)
            case _:
                self._take(event)

    async def _opened(self, event: SessionOpened) -> None:
        self.opened = event
        self._is_open = True
        self._wait_s = FIRST_WAIT_S
        self.replica.hear(event)
        self._held = None
        if self.replica.needs_state:
            self._reload()
        for waiting in tuple(self._waiting.values()):
            await self._hand_over(waiting.command)

    def _refused(self, event: ErrorEvent) -> None:
        reply_to = event.reply_to or ""
        waiting = self._waiting.get(reply_to)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_exception(
                error_of(StoredError(code=event.code, message=event.message, retry=event.retry, fields=event.fields))
            )

    def _take(self, event: Heard) -> None:
        if self._held is not None:
            self._held.append(event)
            return
        self._hear(event, self.replica.hear(event))
        if self.replica.needs_state:
            self._reload()

    def _reload(self) -> None:
        """Read the state; what is heard meanwhile comes after it."""
        if self._loading is not None:
            self._loading.cancel()
        self._held = []
        self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        try:
            state = await self.get("/state", State)
        except LineLost:
            if self._line is not None:
                await self._line.close()  # the next opening reads the state
            return
        except GraphwrightError as error:
            self._end(error)
            return
        self.replica.load(state)
        self._loading = None
        held, self._held = self._held or [], None
        for event in held:
            self._take(event)
        self._changed.set()
        if not self._ready.done():
            self._ready.set_result(None)

    def _end(self, error: Exception) -> None:
        """Tell everybody who waits that nothing will come any more."""
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
        if not self._ready.done():
            self._ready.set_exception(error)
        self._over = error
        self._changed.set()


def events_of(frame: str) -> list[Heard]:
    """The events of a frame; those of a newer server that are unknown here are passed over (ADR-12)."""
    try:
        return [*_frame_decoder.decode(frame)] if frame.startswith("[") else [_event_decoder.decode(frame)]
    except msgspec.ValidationError:
        raw = msgspec.json.decode(frame, type=list[Raw]) if frame.startswith("[") else [Raw(frame.encode())]
        return [event for each in raw for event in _known(each)]


def _known(raw: Raw) -> list[Heard]:
    with contextlib.suppress(msgspec.ValidationError):
        return [_event_decoder.decode(raw)]
    with contextlib.suppress(msgspec.ValidationError):
        return [_announced_decoder.decode(raw)]
    return []
