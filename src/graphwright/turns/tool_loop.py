"""The tool loop: the language model asks for tools, gets answers, and asks again, until it has an answer (D-63, D-64).

model call -> its calls as steps, reads side by side, writes one after the other -> results back, in the order of the
calls -> next model call. After `max_model_calls` a person is asked whether it may go on; at the end there is a last
answer without tools. Writes only collect operations, which the workflow makes one proposal of.

Every call is answered, whatever is wrong with it (WD-10, WD-11). A call that was made before is answered from memory,
and a model that asks for nothing new twice in a row has to answer. What the loop decides follows from recorded steps
alone, so it can be taken up after any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final, Literal

from msgspec.structs import replace

from graphwright.access import rights_of
from graphwright.context.passages import NamedPassage, last_number
from graphwright.formats.suggestions import split_suggestions
from graphwright.llm.base import ChatMessage, ModelRequest, ReasoningState, ToolCall, ToolSpec
from graphwright.llm.prices import added
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.events import ProposalGrowing
from graphwright.protocol.ids import NodeId, OperationId, PassageId
from graphwright.protocol.operations import Operation
from graphwright.protocol.projects import Right
from graphwright.protocol.runs import Form, FormField, Usage
from graphwright.runs.scope import Scope, StepScope
from graphwright.runs.step_call import StepCall
from graphwright.tools.answer import ToolAnswer, json_text, with_names
from graphwright.tools.operation_builder import DraftedOperations, with_proposed
from graphwright.tools.toolbox import Toolbox
from graphwright.turns.message_stream import MessageStream, assistant_head, joined
from graphwright.turns.messages import message_text
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.tool_calls import CALLS, ToolCalls, call_identity, ids_in, with_unique_ids

MODEL_CALLS: Final = 5
"""With tools, before a person is asked; once more as many after that (D-63)."""
ANSWERS_BYTES: Final = 256 * 1024
"""Of all tool answers of one turn: about 64,000 tokens; then the model has to answer."""
STUCK: Final = 2
"""Model calls in a row that asked for nothing new."""
GO_ON: Final = "goOn"


class ToolCallRecord(Record, frozen=True, kw_only=True):
    """A tool call of the turn, for whoever wants to know how the answer came about."""

    tool_call_id: str
    name: str
    is_error: bool
    repeated: bool


class ToolLoopResult(Record, frozen=True, kw_only=True):
    """What a turn with tools came to."""

    text: str
    operations: list[Operation]
    """What it proposes, as the model asked for it; to be planned as one change set."""
    provenance: dict[OperationId, str]
    """Of each operation: the model's reason, and the tool call."""
    reason: str
    """All reasons, for the proposal."""
    node_ids: list[NodeId]
    """Nodes that tools showed to the model."""
    passages: list[NamedPassage]
    """Those that were given with the question, and those that tools showed: what it may cite."""
    usage: Usage
    model: str
    model_calls: int
    called: list[ToolCallRecord]
    suggestions: list[str] = []
    """What the person may say next."""
    is_silent: bool = False
    """The model said no word; `text` says so in its place."""
    ended: Literal["answered", "limit", "stuck"]
    """By itself, out of model calls, or because it asked for the same again or for more than it may be told."""


class ModelAnswer(Record, frozen=True, kw_only=True):
    """One answer of the language model."""

    text: str
    calls: ToolCalls
    usage: Usage
    model: str
    reasoning: ReasoningState | None = None
    """Goes back to the language model with the answers to its calls."""


class ToolLoop:
    """The tool loop of one project."""

    def __init__(
        self, project: Project, toolbox: Toolbox, *, max_model_calls: int = MODEL_CALLS, is_lean: bool = False
    ) -> None:
        """`is_lean`: the language model has room only for the few tools that it cannot do without."""
        self.project = project
        self.toolbox = toolbox
        self.is_lean = is_lean
        self._limit = max_model_calls

    async def run(
        self,
        scope: Scope,
        calls: ModelCalls,
        turn_context: TurnContext,
        request: ModelRequest,
        *,
        passages: Sequence[NamedPassage] = (),
        read_only: bool = False,
        writes: bool = True,
        stream: MessageStream | None = None,
        at_most: int | None = None,
    ) -> ToolLoopResult:
        """Answer a request with tools. `passages` stand in it; `read_only`: nothing is proposed, whoever asks.

        `writes`: whether the tool that proposes is offered. `stream` is the message that it grows into, where that is
        not the assistant's; `at_most` how many model calls with tools there may be: then nobody is asked for more.
        """
        stream = stream or MessageStream(assistant_head(turn_context))
        turn = _Turn(self, calls, stream, turn_context, request=request, passages=passages, read_only=read_only)
        tools = await scope.step("context", turn.offer, read_only, writes, key="tools", label="tools")
        turn.request = replace(request, tools=tools)
        limit, number = self._limit if at_most is None else at_most, 0
        while True:
            number += 1
            is_last = number > limit or turn.is_stuck
            asked = replace(turn.request, tool_choice="none") if is_last else turn.request
            heard = await scope.step("model_call", turn.ask, asked, turn.text, number, key=str(number))
            turn.hear(heard)
            if is_last or not heard.calls.wanted:
                return turn.result("answered" if not is_last else "stuck" if turn.is_stuck else "limit")
            await turn.carry_out(scope, number, heard.calls)
            may_ask = at_most is None and number == self._limit and not turn.is_stuck
            if may_ask and await self._may_go_on(scope, turn_context):
                limit = self._limit * 2

    async def _may_go_on(self, scope: Scope, turn_context: TurnContext) -> bool:
        """A person decides whether the loop may take as many model calls again; nobody's answer is a no (D-63)."""
        label = message_text("goOn", turn_context.language).format(calls=self._limit)
        field = FormField(key=GO_ON, label=label, type="boolean", required=True, default=False)
        form = Form(
            fields=[field], who_may_answer="ask", assumption_on_skip=message_text("goOnSkipped", turn_context.language)
        )
        answer = await scope.form(form, key="go on", label="go on")
        return answer.outcome == "answered" and answer.values.get(GO_ON) is True


class _Turn:
    """What has been said, seen and proposed so far: follows from recorded steps, and is made anew on every pass."""

    def __init__(
        self,
        loop: ToolLoop,
        calls: ModelCalls,
        stream: MessageStream,
        turn_context: TurnContext,
        *,
        request: ModelRequest,
        passages: Sequence[NamedPassage],
        read_only: bool,
    ) -> None:
        self._loop = loop
        self._calls = calls
        self._stream = stream
        self._turn_context = turn_context
        self._read_only = read_only
        self.request = request
        self.text = ""
        self.suggestions: list[str] = []
        self._drafted = DraftedOperations(base_revision=turn_context.revision)
        self._provenance: dict[OperationId, str] = {}
        self._reasons: dict[str, None] = {}
        self._nodes: dict[NodeId, None] = {}
        self._passages = {each.passage_id: each for each in passages}
        self._first_name = last_number(request.messages) + 1
        self._called: list[ToolCallRecord] = []
        self._known: dict[str, ToolAnswer] = {}
        self._heard: list[ModelAnswer] = []
        self._bytes = 0
        self._nothing_new = 0

    @property
    def is_stuck(self) -> bool:
        """Does the model only repeat itself, or is there no more room for answers?"""
        return self._nothing_new >= STUCK or self._bytes > ANSWERS_BYTES

    def hear(self, heard: ModelAnswer) -> None:
        """The model has answered."""
        self._heard.append(heard)
        text, self.suggestions = split_suggestions(heard.text)
        self.text = joined(self.text, text)

    async def carry_out(self, scope: Scope, number: int, calls: ToolCalls) -> None:
        """Answer every call: what was asked before from memory, reads side by side, writes one after the other."""
        fresh: dict[str, ToolCall] = {}
        for call in calls.wanted[:CALLS]:
            if call_identity(call) not in self._known:
                fresh.setdefault(call_identity(call), call)
        answers: dict[str, ToolAnswer] = {}
        reads = [call for call in fresh.values() if not self._is_write(call)]
        if reads:
            steps = (self._step(scope, number, call, _NO_DRAFT) for call in reads)
            results = await scope.parallel(*steps)
            answers.update(zip((call.tool_call_id for call in reads), results, strict=True))
        for call in fresh.values():
            if self._is_write(call):
                answer = await self._step(scope, number, call, self._drafted)
                self._draft(call, answer)
                answers[call.tool_call_id] = answer
        self._take_in(calls, answers)

    def _step(self, scope: Scope, number: int, call: ToolCall, drafted: DraftedOperations) -> StepCall[ToolAnswer]:
        key = f"{number}.{call.tool_call_id}"
        return scope.step("tool_call", self.answer, call, drafted, key=key, label=self._label(call))

    def _is_write(self, call: ToolCall) -> bool:
        tool = self._loop.toolbox.tool(call.name)
        return tool is not None and tool.is_write

    def _label(self, call: ToolCall) -> str:
        """The name of a tool; what a model made up is not shown as one."""
        return "unknown tool" if self._loop.toolbox.tool(call.name) is None else call.name

    # the steps ---------------------------------------------------------------------------------------------------

    async def offer(self, step: StepScope, read_only: bool, writes: bool) -> list[ToolSpec]:  # noqa: FBT001 - arguments of a step have no names
        """The tools of this turn: those the asking person may use now (WD-07)."""
        rights = await self._rights(step, read_only=read_only)
        return await self._loop.toolbox.specs(rights, writes=writes, lean=self._loop.is_lean)

    async def ask(self, step: StepScope, asked: ModelRequest, said: str, number: int) -> ModelAnswer:
        """One model call; `said` is the text of those before it."""
        self._stream.next_call(number, said)
        response = await self._calls.ask(step, asked, self._stream)
        return ModelAnswer(
            text=response.text,
            calls=with_unique_ids(response.tool_calls, ids_in(asked.messages), prefix=f"call-{number}"),
            usage=response.usage,
            model=response.model,
            reasoning=response.reasoning,
        )

    async def answer(self, step: StepScope, call: ToolCall, drafted: DraftedOperations) -> ToolAnswer:
        """One tool call, with the rights of this moment; what it proposes is shown at once, as a ghost."""
        turn_context = self._turn_context
        rights = await self._rights(step, read_only=self._read_only)
        answer = await self._loop.toolbox.answer(
            call, rights, drafted=drafted, author=step.execution.run.author, revision=turn_context.past
        )
        step.verdict("failed" if answer.is_error else "passed")
        if answer.operations:
            await step.durable()
        for operation in answer.operations:
            step.publish(
                ProposalGrowing(
                    proposal_id=turn_context.proposal_id, run_id=step.run_id, attempt=1, operation=operation
                )
            )
        return answer

    async def _rights(self, step: StepScope, *, read_only: bool) -> frozenset[Right]:
        """What the tools may do now for the person who asked."""
        rights = await rights_of(self._loop.project, step.execution.run.author.person_id)
        return rights - {"build"} if read_only else rights

    # what follows from them --------------------------------------------------------------------------------------

    def _draft(self, call: ToolCall, answer: ToolAnswer) -> None:
        operations = with_proposed(self._drafted.operations, answer.operations)
        self._drafted = replace(self._drafted, operations=operations)
        for operation in answer.operations:
            self._provenance[operation.id] = f"{answer.reason} ({call.name} {call.tool_call_id})"
            self._reasons[answer.reason] = None

    def _take_in(self, calls: ToolCalls, answers: dict[str, ToolAnswer]) -> None:
        """The calls and their answers go into the conversation, in the order of the calls."""
        results: list[ChatMessage] = []
        for position, call in enumerate(calls.wanted):
            answer, repeated = self._answer_of(position, call, calls.dropped, answers)
            self._nodes.update(dict.fromkeys(answer.node_ids))
            told = self._with_names(answer)
            self._bytes += len(told.encode())
            content = told if self._bytes <= ANSWERS_BYTES else _NO_ROOM
            results.append(ChatMessage(role="tool", text=content, tool_call_id=call.tool_call_id))
            self._called.append(
                ToolCallRecord(
                    tool_call_id=call.tool_call_id, name=self._label(call), is_error=answer.is_error, repeated=repeated
                )
            )
        self._nothing_new = 0 if answers else self._nothing_new + 1
        # A write that did not hold may hold when more has been proposed.
        for call in calls.wanted:
            if call.tool_call_id in answers and answers[call.tool_call_id].is_error and self._is_write(call):
                self._known.pop(call_identity(call), None)
        heard = self._heard[-1]
        said = ChatMessage(role="assistant", text=heard.text, tool_calls=calls.said, reasoning=heard.reasoning)
        self.request = replace(self.request, messages=[*self.request.messages, said, *results])

    def _answer_of(
        self, position: int, call: ToolCall, dropped: int, answers: dict[str, ToolAnswer]
    ) -> tuple[ToolAnswer, bool]:
        """The answer to one call, and whether it had been given before."""
        if position >= CALLS:
            return _too_many(position, dropped), False
        answer, same = answers.get(call.tool_call_id), call_identity(call)
        if answer is None:
            # It stands in the conversation already and is not sent twice.
            return ToolAnswer(content=_again(self._known[same]), is_error=self._known[same].is_error), True
        self._known[same] = answer
        return answer, False

    def _with_names(self, answer: ToolAnswer) -> str:
        """The answer with short names for its passages: searches that ran side by side never give the same one."""
        names: dict[PassageId, str] = {}
        for shown in answer.passages:
            known = self._passages.get(shown.passage_id)
            if known is None:
                label = f"P{self._first_name + len(self._passages)}"
                known = NamedPassage(label=label, passage_id=shown.passage_id, quote=shown.quote)
                self._passages[shown.passage_id] = known
            names[shown.passage_id] = known.label
        return with_names(answer.content, names)

    def result(self, ended: Literal["answered", "limit", "stuck"]) -> ToolLoopResult:
        """What the turn came to."""
        return ToolLoopResult(
            text=self.text or message_text("noWords", self._turn_context.language),
            operations=self._drafted.operations,
            provenance={each.id: self._provenance[each.id] for each in self._drafted.operations},
            reason="\n".join(self._reasons),
            node_ids=list(self._nodes),
            passages=list(self._passages.values()),
            usage=reduce(added, (heard.usage for heard in self._heard)),
            model=self._heard[-1].model,
            model_calls=len(self._heard),
            called=self._called,
            suggestions=self.suggestions,
            is_silent=not self.text,
            ended=ended,
        )


_NO_DRAFT: Final = DraftedOperations(base_revision=0)
"""Reads look at the model, not at what is proposed."""
_REMINDER: Final = 300
"""Characters of an answer that is given again."""
_NO_ROOM: Final = '{"error":{"code":"limitExceeded","message":"the tools answered enough; now answer in words"}}'


def _too_many(position: int, dropped: int) -> ToolAnswer:
    """A call above the limit: refused in one line, the last one with the number of those that are left out."""
    message = f"at most {CALLS} calls in one answer are carried out; this was call {position + 1}"
    if dropped:
        message += f", and {dropped} more were left out"
    return ToolAnswer(content=json_text({"error": {"code": "limitExceeded", "message": message}}), is_error=True)


def _again(known: ToolAnswer) -> str:
    """What is said to a call that was answered before."""
    notice = "you asked for exactly this before and the answer stands above; ask for something else, or answer"
    return json_text({"notice": notice, "it_began": known.content[:_REMINDER]})
