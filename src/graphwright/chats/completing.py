"""A question of a chat client becomes a run, and what the run says becomes its answer: whole, or piece by piece."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager

from graphwright.actions.seat import Seat
from graphwright.chats.closing import closing, source_of
from graphwright.chats.completions import (
    Annotation,
    CompletionMessage,
    CompletionPost,
    CompletionUsage,
    UrlCitation,
    check_answerable,
    text_of_message,
)
from graphwright.chats.conversation import SpokenTurn, continued
from graphwright.chats.hearing import RunHearing, asked
from graphwright.chats.transcript import Transcript
from graphwright.errors import Conflict, GraphwrightError, InvalidCommand
from graphwright.languages import supported
from graphwright.protocol.commands import MessageSend
from graphwright.protocol.runs import Run, WorkflowName
from graphwright.protocol.threads import CitationPart, text_of
from graphwright.runs.failures import error_of
from graphwright.runs.run_ending import RunState
from graphwright.text.language import language_of


async def asking(seat: Seat, workflow: WorkflowName, post: CompletionPost) -> AbstractAsyncContextManager[RunHearing]:
    """The last message of a conversation, ready to be sent. `InvalidCommand` where nothing is asked."""
    check_answerable(post)
    spoken = [
        SpokenTurn(message.role == "assistant", text_of_message(message))
        for message in post.messages
        if message.role in {"user", "assistant"}
    ]
    if not spoken or spoken[-1].is_assistant:
        raise InvalidCommand("the last message must be one of the user", path="$.messages")
    place = await continued(seat, spoken[:-1])
    command = MessageSend(
        command_id=seat.new_id(),
        text=spoken[-1].text,
        workflow=workflow,
        thread_id=None if place is None else place.thread_id,
        parent_message_id=None if place is None else place.message_id,
        policy="review",
    )
    return asked(seat, command)


async def pieces(seat: Seat, hearing: RunHearing, question: str) -> AsyncGenerator[CompletionMessage | None]:
    """The answer piece by piece, its sources and links last; None as a sign of life. Raises why there is none."""
    transcript = Transcript(language_of(question, supported(seat.project.header.language)))
    async for event in hearing.events():
        if event is None:
            yield None
        elif text := transcript.hear(event):
            yield CompletionMessage(content=text)
    if rest := transcript.rest():
        yield CompletionMessage(content=rest)
    state = hearing.state
    if state is None or state.status == "failed":
        error = None if state is None else state.error
        raise GraphwrightError("the run failed") if error is None else error_of(error)
    if state.status == "cancelled":
        raise Conflict("somebody stopped the run")
    yield await below(seat, state, transcript)


async def below(seat: Seat, state: RunState, transcript: Transcript) -> CompletionMessage:
    """Sources and links, for people as text and for programs with the characters that cite them."""
    cited: list[CitationPart] = []
    annotations: list[Annotation] = []
    at = 0
    for message in transcript.completed:
        text = text_of(message.parts)
        at = max(0, transcript.text.find(text, at))
        parts = [part for part in message.parts if isinstance(part, CitationPart)]
        annotations += [each for part in parts if (each := _annotation(seat, part, at)) is not None]
        cited += parts
    lines = await closing(seat, state, cited, transcript.language)
    return CompletionMessage(content=transcript.below(lines), annotations=annotations)


async def used(seat: Seat, hearing: RunHearing) -> CompletionUsage:
    """What the run has used."""
    run = await seat.project.find(Run, hearing.run_id)
    totals = None if run is None else run.totals
    prompt, completion = (0, 0) if totals is None else (totals.input_tokens, totals.output_tokens)
    return CompletionUsage(prompt_tokens=prompt, completion_tokens=completion, total_tokens=prompt + completion)


def _annotation(seat: Seat, part: CitationPart, at: int) -> Annotation | None:
    source = source_of(seat, part)
    if source is None or part.start is None or part.end is None:
        return None
    start, end = at + part.start, at + part.end
    return Annotation(url_citation=UrlCitation(url=source.url, title=source.title, start_index=start, end_index=end))
