"""What a person reads of a model call: the exact text, who of it took how many tokens, the cache, the cost, the tools.

Nothing is computed when a call is made; tokens are counted when somebody looks. A message of several blocks of data is
shown block by block, because that is where the tokens are.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from graphwright.context.tokens import Tokenizer, estimator, tokenizer
from graphwright.errors import NotFound
from graphwright.llm.base import FinishReason, ModelRequest, ToolCall, ToolSpec
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record, given
from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.runs import Step, StepStatus, StoredError, Usage
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import whole_result, with_whole_result
from graphwright.store.base import Sha256
from graphwright.turns.model_calls import CallAttempt
from graphwright.turns.sent_requests import Piece, PieceHead, SentRequest, pieces_of

LARGE: Final = 50_000
"""Characters; longer texts are counted in a thread, so that nobody waits."""
_BLOCK: Final = re.compile(r'<data-(?P<mark>\w+) label="(?P<label>[^"\n]*)">\n.*?</data-(?P=mark)>\s*', re.DOTALL)
_CALLS: Final = frozenset({"llm_call", "model_call"})


class InspectedSection(PieceHead, frozen=True, kw_only=True):
    """A part of what was sent: a block, or a stretch of a message (under the hash of the whole), with its text."""

    text: str
    tokens: Count
    share: float
    """Of the tokens of all sections, 0 to 1."""


class InspectedCall(Record, frozen=True, kw_only=True):
    """One model call, as it was."""

    run_id: RunId
    step_id: StepId
    model: str
    attempt: Count
    status: StepStatus
    sections: list[InspectedSection]
    tokens: Count
    """Of all sections."""
    token_method: str
    tools: list[ToolSpec]
    max_output_tokens: Count
    usage: Usage | None = None
    """As the provider counted, with what it had cached, and what that cost."""
    cached_share: float | None = None
    """Of the input tokens, 0 to 1."""
    finish_reason: FinishReason | None = None
    answer: str | None = None
    tool_calls: list[ToolCall] = []
    error: StoredError | None = None


class _Context(Record, frozen=True, kw_only=True):
    """What a `context` step prepared, as far as it is needed here."""

    request: ModelRequest


async def inspect(project: Project, run_id: RunId, step: Step) -> InspectedCall:
    """What this model call (or its newest try) sent and got. `NotFound` for a step that is none."""
    if step.kind not in _CALLS:
        message = f"the step {step.label[:80]!r} is no model call; those are steps of kind {', '.join(sorted(_CALLS))}"
        raise NotFound(message)
    steps = await project.read_all(Step, group=run_id)
    call = step if step.kind == "llm_call" else _newest_try(step, steps)
    if given(call.result) is None:
        return await _without_result(project, call, steps)
    tried = decode(bytes(await whole_result(project, call)), CallAttempt)
    if tried.sent is None:
        return await _without_result(project, call, steps)
    sent = decode(await project.store.get_blob(Sha256(tried.sent)), SentRequest)
    texts = [await _text(project, piece) for piece in sent.pieces]
    read = await _read(call, sent, texts)
    usage, response = tried.attempt.usage, tried.response
    cached = None if usage is None or not usage.input_tokens else usage.cached_tokens / usage.input_tokens
    read = replace(read, model=tried.attempt.model, usage=usage, cached_share=cached, error=tried.attempt.error)
    if response is None:
        return read
    return replace(read, answer=response.text, tool_calls=response.tool_calls, finish_reason=response.finish_reason)


def _newest_try(step: Step, steps: list[Step]) -> Step:
    tries = [each for each in steps if each.parent_id == step.step_id and each.kind == "llm_call"]
    if not tries:
        raise NotFound("this model call has not been tried yet")
    return tries[-1]


async def _without_result(project: Project, call: Step, steps: list[Step]) -> InspectedCall:
    """A call that is under way or was stopped: what the run's context prepared, where this is its first call."""
    first = next((each for each in steps if each.kind == "llm_call"), None)
    context = next((each for each in steps if each.kind == "context" and each.status == "completed"), None)
    if context is None or first is None or first.step_id != call.step_id:
        message = f"the call {call.label[:80]!r} is {call.status}; what it sends can be read when it has ended"
        raise NotFound(message)
    whole = await with_whole_result(project, context)
    request = decode(bytes(whole.result or b""), _Context).request
    texts = [*(block.text for block in request.system), *(message.text for message in request.messages)]
    return await _read(
        call, SentRequest(pieces=pieces_of(request, {}), tools=[], max_output_tokens=request.max_output_tokens), texts
    )


async def _read(call: Step, sent: SentRequest, texts: list[str]) -> InspectedCall:
    counter = estimator() if call.label == "offline" else tokenizer()
    sections = [
        await _counted(section, counter)
        for piece, text in zip(sent.pieces, texts, strict=True)
        for section in _sections(piece, text)
    ]
    # The newest words of a person are the request itself; before them stand earlier messages.
    newest = max((at for at, each in enumerate(sections) if not each.label and each.role == "user"), default=-1)
    total = sum(section.tokens for section in sections)
    return InspectedCall(
        run_id=call.run_id,
        step_id=call.step_id,
        model=call.label,
        attempt=call.attempt,
        status=call.status,
        sections=[
            replace(
                each,
                label=each.label or _label(each, is_newest=at == newest),
                share=each.tokens / total if total else 0.0,
            )
            for at, each in enumerate(sections)
        ],
        tokens=total,
        token_method=counter.method,
        tools=sent.tools,
        max_output_tokens=sent.max_output_tokens,
    )


def _label(section: InspectedSection, *, is_newest: bool) -> str:
    if section.role == "tool":
        return "toolResult"
    return "request" if is_newest else "history"


def _sections(piece: Piece, text: str) -> Iterator[InspectedSection]:
    """A block is one section; a message one for each block of data in it and one for the rest."""
    if piece.role == "system":
        yield _section(piece, piece.label, text)
        return
    end = 0
    for block in _BLOCK.finditer(text):
        if before := text[end : block.start()].strip():
            yield _section(piece, "", before)
        yield _section(piece, block["label"], block[0].rstrip())
        end = block.end()
    if (rest := text[end:]) or not end or piece.tool_calls:
        yield replace(_section(piece, "", rest), tool_calls=piece.tool_calls, tool_call_id=piece.tool_call_id)


def _section(piece: Piece, label: str, text: str) -> InspectedSection:
    return InspectedSection(
        role=piece.role,
        label=label,
        sha256=piece.sha256,
        characters=len(text),
        is_cached=piece.is_cached,
        text=text,
        tokens=0,
        share=0.0,
    )


async def _counted(section: InspectedSection, counter: Tokenizer) -> InspectedSection:
    if section.characters <= LARGE:
        return replace(section, tokens=_count(counter, section.text))
    loop = asyncio.get_running_loop()
    return replace(section, tokens=await loop.run_in_executor(None, _count, counter, section.text))


# Instructions, ontology and graph are the same in call after call.
@lru_cache(maxsize=64)
def _count(counter: Tokenizer, text: str) -> int:
    return counter.count(text)


async def _text(project: Project, piece: Piece) -> str:
    if piece.text is not None:
        return piece.text
    return (await project.store.get_blob(Sha256(piece.sha256))).decode()
