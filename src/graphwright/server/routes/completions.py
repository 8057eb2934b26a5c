"""Chat completions: any client of OpenAI's protocol asks a project as if it were a language model.

Whoever hangs up before the answer is there stops its run. Errors have the form that these clients read.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final
from uuid import UUID

from graphwright.actions.seat import Seat
from graphwright.chats.completing import asking, pieces, used
from graphwright.chats.completions import (
    Annotation,
    ChatCompletion,
    ChunkChoice,
    CompletionChoice,
    CompletionChunk,
    CompletionError,
    CompletionErrorBody,
    CompletionMessage,
    CompletionPost,
    CompletionUsage,
    ModelEntry,
    ModelEntryList,
    error_type,
    text_of_message,
)
from graphwright.chats.hearing import RunHearing
from graphwright.chats.projects import chosen_project, model_names, visible_projects
from graphwright.errors import AccessDenied, GraphwrightError, NotFound
from graphwright.protocol.runs import StoredError
from graphwright.protocol.sent_events import STILL_HERE
from graphwright.protocol.wire import stored_error
from graphwright.server.endpoint import (
    EndpointCall,
    ErrorAnswer,
    HttpAnswer,
    NoBody,
    NoQuery,
    endpoint,
)
from graphwright.server.leaving import CLOSED, unless_left
from graphwright.server.talking import begun, event, seat_of

OWNER: Final = "graphwright"
_NO_SUCH_MODEL: Final = "model_not_found"


def told_error(error: StoredError, status: int) -> ErrorAnswer:
    """An error as these clients read it. They repeat what failed by themselves, and are told where that is no use."""
    code = _NO_SUCH_MODEL if error.code == NotFound.code else error.code
    path = error.fields.get("path")
    param = path.removeprefix("$.") if isinstance(path, str) else None
    body = CompletionErrorBody(
        error=CompletionError(message=error.message, type=error_type(status), code=code, param=param)
    )
    return ErrorAnswer(body, headers={"x-should-retry": "true" if error.retry == "later" else "false"})


_OTHERS: Final[Mapping[str, Any]] = {"error_answer": told_error, "error": CompletionErrorBody}
"""What is theirs of an endpoint."""


@endpoint("completionModels.get", "/v1/models", "person", **_OTHERS)
async def list_models(call: EndpointCall[NoQuery, NoBody]) -> ModelEntryList:
    """The projects that you may ask, as models of a chat client."""
    projects = await visible_projects(call.workbench, call.caller)
    return ModelEntryList(
        data=[
            ModelEntry(id=name, created=_second_of(project.project_id), owned_by=OWNER)
            for project in projects
            for name in model_names(project.name)
        ]
    )


@endpoint("completionModel.get", "/v1/models/{model}", "person", **_OTHERS)
async def read_model(call: EndpointCall[NoQuery, NoBody]) -> ModelEntry:
    """One project, as a model of a chat client."""
    chosen = await chosen_project(call.workbench, call.caller, call.path["model"])
    project_id = chosen.open_project.project.project_id
    return ModelEntry(id=call.path["model"], created=_second_of(project_id), owned_by=OWNER)


@endpoint("completions.post", "/v1/chat/completions", "person", answer=ChatCompletion, **_OTHERS)
async def post_completion(call: EndpointCall[NoQuery, CompletionPost]) -> HttpAnswer:
    """The answer of a project to the last message of a conversation."""
    chosen = await chosen_project(call.workbench, call.caller, call.body.model)
    seat = seat_of(call, chosen.open_project)
    answering = _Answering(call, seat, chosen.workflow)
    call.server_state.streams.check(call.person.person_id)
    if not call.body.stream:
        return await _whole(call, answering)
    return await begun(answering.chunks())


class _Answering:
    """One answer on its way."""

    def __init__(self, call: EndpointCall[NoQuery, CompletionPost], seat: Seat, workflow: str) -> None:
        self._call = call
        self._seat = seat
        self._workflow = workflow
        self._created = int(call.workbench.clock.now().timestamp())

    async def whole(self) -> ChatCompletion:
        """The answer when it is there."""
        post = self._call.body
        with self._call.server_state.streams.opened(self._call.person.person_id):
            async with await asking(self._seat, self._workflow, post) as hearing:
                said: list[CompletionMessage] = []
                async for piece in self._pieces(hearing):
                    if not await self._call.may_still(self._seat.project):
                        raise AccessDenied("you may not read this project any more")
                    said += [] if piece is None else [piece]
        annotations: list[Annotation] = [each for piece in said for each in piece.annotations]
        text = "".join(piece.content or "" for piece in said)
        message = CompletionMessage(role="assistant", content=text, annotations=annotations)
        return ChatCompletion(
            id=_id_of(hearing),
            created=self._created,
            model=post.model,
            choices=[CompletionChoice(message=message)],
            usage=await used(self._seat, hearing),
        )

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The answer while it is written. What is refused is raised before the first piece."""
        post = self._call.body
        with self._call.server_state.streams.opened(self._call.person.person_id):
            async with await asking(self._seat, self._workflow, post) as hearing:
                yield self._chunk(hearing, CompletionMessage(role="assistant", content=""))
                try:
                    async for piece in self._pieces(hearing):
                        if not await self._call.may_still(self._seat.project):
                            return
                        yield STILL_HERE if piece is None else self._chunk(hearing, piece)
                except GraphwrightError as error:
                    yield event(told_error(stored_error(error), error.status).body)
                    return
                yield self._chunk(hearing, CompletionMessage(), is_last=True)
                if post.includes_usage:
                    yield self._chunk(hearing, None, usage=await used(self._seat, hearing))
                yield b"data: [DONE]\n\n"

    def _pieces(self, hearing: RunHearing) -> AsyncGenerator[CompletionMessage | None]:
        return pieces(self._seat, hearing, text_of_message(self._call.body.messages[-1]))

    def _chunk(
        self,
        hearing: RunHearing,
        delta: CompletionMessage | None,
        *,
        is_last: bool = False,
        usage: CompletionUsage | None = None,
    ) -> bytes:
        choices = [] if delta is None else [ChunkChoice(delta=delta, finish_reason="stop" if is_last else None)]
        chunk = CompletionChunk(
            id=_id_of(hearing), created=self._created, model=self._call.body.model, choices=choices, usage=usage
        )
        return event(chunk)


async def _whole(call: EndpointCall[NoQuery, CompletionPost], answering: _Answering) -> HttpAnswer:
    """The whole answer, unless whoever asked hangs up before."""
    whole = await unless_left(call, answering.whole())
    return HttpAnswer(b"", status=CLOSED) if whole is None else HttpAnswer(whole)


def _id_of(hearing: RunHearing) -> str:
    return f"chatcmpl-{hearing.run_id}"


def _second_of(id_: str) -> int:
    """When something was made, by the time in its UUIDv7."""
    return (UUID(id_).int >> 80) // 1_000
