"""A run in the events of AG-UI 1.0, for front ends of other people: its text, its steps, what it waits for, its end.

One message grows (`transcript`); its sources and what the run is called here come as custom events. What a run waits
for ends the answer as an interrupt, and the next request brings the answers as `resume`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from graphwright.actions.page_links import page_link
from graphwright.actions.runs import run_of
from graphwright.actions.seat import Seat
from graphwright.agents.runs import AT_VERSION, answer_waits, question_of, wait_key
from graphwright.chats.completing import below
from graphwright.chats.completions import TextContent
from graphwright.chats.conversation import SpokenTurn, continued
from graphwright.chats.hearing import Beginning, RunHearing, asked, heard
from graphwright.chats.transcript import Transcript
from graphwright.errors import GraphwrightError, InvalidCommand
from graphwright.languages import supported
from graphwright.mcp.wire import JsonObject
from graphwright.protocol.base import JsonValue, Record
from graphwright.protocol.commands import MessageSend
from graphwright.protocol.events import Event, StepFinished, StepStarted
from graphwright.protocol.ids import RunId, StepId, ThreadId
from graphwright.protocol.runs import Step, Wait
from graphwright.protocol.threads import Thread
from graphwright.protocol.wire import stored_error
from graphwright.runs.run_ending import RunState
from graphwright.text.language import language_of

VERSION: Final = "1.0"
MESSAGES: Final = 2_000
"""Of one conversation."""
ANSWERS: Final = 100
"""Brought at once."""


class FrontEndMessage(Record, frozen=True, kw_only=True):
    """One entry of the conversation as the front end keeps it; only people's and the assistant's text is read."""

    role: str
    content: str | list[TextContent] | dict[str, JsonValue] | None = None


class InterruptAnswer(Record, frozen=True, kw_only=True):
    """What a person said to something that a run waits for."""

    interrupt_id: str
    status: Literal["resolved", "cancelled"]
    payload: JsonValue = None


class AgentRunPost(Record, frozen=True, kw_only=True):
    """A conversation whose last message wants an answer, or the answers to what a run waits for.

    State, tools and context of the front end are not read.
    """

    thread_id: Annotated[str, Meta(min_length=1, max_length=200)]
    run_id: Annotated[str, Meta(min_length=1, max_length=200)]
    messages: Annotated[list[FrontEndMessage], Meta(max_length=MESSAGES)]
    resume: Annotated[list[InterruptAnswer], Meta(max_length=ANSWERS)] | None = None


async def answering(seat: Seat, post: AgentRunPost) -> AbstractAsyncContextManager[RunHearing]:
    """The run that a request begins, or takes up with the answers that it waits for. `InvalidCommand`, `NotFound`."""
    spoken = _spoken(post)  # before answers are handed on: what is wrong with a message is refused with nothing done
    if post.resume:
        return heard(seat, await _resumed(seat, post.resume))
    if not spoken or spoken[-1].is_assistant:
        raise InvalidCommand("the last message must be one of the user", path="$.messages")
    known = await seat.project.find(Thread, post.thread_id)
    place = None if known is not None else await continued(seat, spoken[:-1])
    thread_id = ThreadId(post.thread_id) if known is not None else None
    command = MessageSend(
        command_id=seat.new_id(),
        text=spoken[-1].text,
        thread_id=thread_id if place is None else place.thread_id,
        parent_message_id=None if place is None else place.message_id,
        policy="review",
    )
    return asked(seat, command)


async def events_of(seat: Seat, hearing: RunHearing, post: AgentRunPost) -> AsyncGenerator[JsonObject | None]:
    """The run as events, from its beginning to its end, which may be an error; None as a sign of life."""
    names: JsonObject = {"threadId": post.thread_id, "runId": post.run_id}
    yield {"type": "RUN_STARTED", **names, "protocolVersion": VERSION}
    parts = _OpenParts()
    try:
        async for told in _answer(seat, hearing, post, parts):
            yield told
        ending = await _end(seat, names, hearing.state)
    except Exception as error:  # the answer has begun: a front end hears of an error only as an event
        for told in parts.closed():
            yield told
        yield run_error(error)
        if not isinstance(error, GraphwrightError):
            raise
        return
    yield ending


def run_error(error: Exception) -> JsonObject:
    """The last event of a run that cannot be heard to its end."""
    stored = stored_error(error)
    return {"type": "RUN_ERROR", "code": stored.code, "message": stored.message}


async def _answer(
    seat: Seat, hearing: RunHearing, post: AgentRunPost, parts: _OpenParts
) -> AsyncGenerator[JsonObject | None]:
    """What is between the first event and the last."""
    yield _custom("run", await _here(seat, hearing.run_id))
    question = next((turn.text for turn in reversed(_spoken(post)) if not turn.is_assistant), "")
    transcript = Transcript(language_of(question, supported(seat.project.header.language)))
    message: JsonObject = {"messageId": hearing.run_id}
    yield parts.message_begins(hearing.run_id)
    async for event in hearing.events():
        if event is None:
            yield None
        elif (told := parts.told(event)) is not None:
            yield told
        elif text := transcript.hear(event):
            yield {"type": "TEXT_MESSAGE_CONTENT", **message, "delta": text}
    state = hearing.state
    last = None if state is None else await below(seat, state, transcript)
    text = transcript.rest() + ("" if last is None else last.content or "")
    yield {"type": "TEXT_MESSAGE_CONTENT", **message, "delta": text}
    for each in parts.closed():
        yield each
    if last is not None and last.annotations:
        yield _custom("citations", [msgspec.to_builtins(each.url_citation) for each in last.annotations])


async def _end(seat: Seat, names: JsonObject, state: RunState | None) -> JsonObject:
    if state is None or state.status == "failed":
        error = None if state is None else state.error
        code, message = ("internal", "the run failed") if error is None else (error.code, error.message)
        return {"type": "RUN_ERROR", "code": code, "message": message}
    outcome: JsonObject = {"type": "cancelled" if state.status == "cancelled" else "success"}
    if state.waits:
        outcome = {
            "type": "interrupt",
            "interrupts": [await _interrupt(seat, wait) for wait in state.waits],
        }
    result: JsonObject = {"outcome": state.outcome}
    return {"type": "RUN_FINISHED", **names, "outcome": outcome, **({"result": result} if state.outcome else {})}


async def _interrupt(seat: Seat, wait: Wait) -> JsonObject:
    asked_of = (await question_of(seat, wait))["params"]
    told: JsonObject = {"id": await wait_key(seat, wait), "reason": "form" if wait.form is not None else "proposal"}
    if isinstance(asked_of, dict):
        told |= {"message": asked_of["message"], "responseSchema": asked_of["requestedSchema"]}
    return told if wait.expires_at is None else {**told, "expiresAt": wait.expires_at.isoformat()}


async def _resumed(seat: Seat, answers: list[InterruptAnswer]) -> Beginning:
    """What hands the answers on to the one run that they are for."""
    for answer in answers:
        if answer.status == "resolved" and not isinstance(answer.payload, dict):
            message = "what resolves an interrupt is an object with the fields of its responseSchema"
            raise InvalidCommand(message, path="$.resume")
    waiting = {answer.interrupt_id.partition(AT_VERSION)[0] for answer in answers}
    steps = [await seat.project.find(Step, step_id) for step_id in waiting]
    runs = {step.run_id for step in steps if step is not None}
    if len(runs) != 1 or None in steps:
        raise InvalidCommand("these interrupts are not those of one run of this project", path="$.resume")
    run = await run_of(seat.project, runs.pop())
    inputs: JsonObject = {
        answer.interrupt_id: {
            "action": "accept" if answer.status == "resolved" else "decline",
            "content": answer.payload,
        }
        for answer in answers
    }

    async def begun() -> RunId:
        await answer_waits(seat, run, inputs)
        return run.run_id

    return begun


class _OpenParts:
    """What has begun and not ended: the message, and steps under names that no other has, by which AG-UI knows them."""

    def __init__(self) -> None:
        self._message_id: str | None = None
        self._names: dict[StepId, str] = {}

    def message_begins(self, message_id: str) -> JsonObject:
        """The one message begins."""
        self._message_id = message_id
        return {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"}

    def told(self, event: Event) -> JsonObject | None:
        """A step that begins or ends; the root, which is the run itself, is not told."""
        if isinstance(event, StepStarted) and event.parent_id is not None and event.step_id not in self._names:
            name = event.label
            number = 1
            while name in self._names.values():
                number += 1
                name = f"{event.label} ({number})"
            self._names[event.step_id] = name
            return {"type": "STEP_STARTED", "stepName": name}
        if isinstance(event, StepFinished) and event.step_id in self._names:
            return {"type": "STEP_FINISHED", "stepName": self._names.pop(event.step_id)}
        return None

    def closed(self) -> list[JsonObject]:
        """The ends of what is still open."""
        ends: list[JsonObject] = [
            {"type": "STEP_FINISHED", "stepName": name} for name in reversed(self._names.values())
        ]
        if self._message_id is not None:
            ends.insert(0, {"type": "TEXT_MESSAGE_END", "messageId": self._message_id})
        self._message_id, self._names = None, {}
        return ends


def _spoken(post: AgentRunPost) -> list[SpokenTurn]:
    return [
        SpokenTurn(message.role == "assistant", _text_of(message))
        for message in post.messages
        if message.role in {"user", "assistant"}
    ]


def _text_of(message: FrontEndMessage) -> str:
    if isinstance(message.content, str):
        return message.content
    if not isinstance(message.content, list):
        return ""
    if any(part.type != "text" for part in message.content):
        raise InvalidCommand("a message of text is read; add files as documents of the project", path="$.messages")
    return "\n".join(part.text for part in message.content)


async def _here(seat: Seat, run_id: RunId) -> JsonObject:
    """What the run is called here, and where people see it."""
    run = await run_of(seat.project, run_id)
    link = page_link(seat.address, seat.project.header.name, "run", run_id)
    return {"runId": run_id, "threadId": run.thread_id, "workflow": run.workflow, **({"url": link} if link else {})}


def _custom(name: str, value: JsonValue) -> JsonObject:
    return {"type": "CUSTOM", "name": f"graphwright.{name}", "value": value}
