"""A project with its tools, and the smallest story around the tool loop: a question in, what the loop came to out."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import nullcontext

from graphwright.context.data_block import data_block
from graphwright.context.index import GraphIndex
from graphwright.context.retrieve import Retriever
from graphwright.graph.check import check_all
from graphwright.llm.base import ChatMessage, LanguageModel, ModelRequest, PromptBlock, ToolCall
from graphwright.llm.budget import budgets_of
from graphwright.llm.retry import Breakers
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.events import AccessChanged, Event, StepFinished
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import MessageId, ProposalId, RunId, ThreadId
from graphwright.protocol.operations import ChangeSet, Finding
from graphwright.protocol.projects import RIGHTS, Access, Right
from graphwright.protocol.wire import decode, decode_durable, encode
from graphwright.runs.engine import Engine
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope, StepScope
from graphwright.settings import Settings
from graphwright.store.base import Store
from graphwright.tools.answer import ToolAnswer
from graphwright.tools.operation_builder import DraftedOperations, with_proposed
from graphwright.tools.tool_context import DocumentSearch, FoundNode, ToolContext
from graphwright.tools.toolbox import Toolbox
from graphwright.turns.allowance import Allowance
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.tool_loop import ToolLoop, ToolLoopResult
from graphwright.turns.workflow import WorkflowRequest
from tests.places import ANA, Table, open_project

SHOP = """<operations>
## Nodes
+ Shop|SYS|Shop.SY.001|The web shop
+ Ordering|UC|Ordering.UC.001|Customers order goods
+ Customer|ACTOR|Customer.AC.001|Buys goods
+ HandleOrder|FCHAIN|HandleOrder.FC.001|From order to confirmation
+ ValidateOrder|FUNC|ValidateOrder.FN.001|Checks an order [volatility:low]
+ PayOrder|FUNC|PayOrder.FN.002|Takes the money
+ Order|FLOW|Order.FL.001|An order
+ OrdersAreChecked|REQ|OrdersAreChecked.RQ.001|Every order is checked
## Edges
+ Shop.SY.001 -cp-> Ordering.UC.001
+ Ordering.UC.001 -cp-> HandleOrder.FC.001
+ HandleOrder.FC.001 -cp-> ValidateOrder.FN.001, PayOrder.FN.002
+ Customer.AC.001 -io-> Order.FL.001
+ Order.FL.001 -io-> ValidateOrder.FN.001
+ ValidateOrder.FN.001 -st-> OrdersAreChecked.RQ.001
</operations>"""
NONCE = "0123456789abcdef"


def ground_of(project: Project, committer: Committer, *, documents: DocumentSearch | None = None) -> ToolContext:
    """What the tools of a project stand on."""
    retriever = Retriever(project, GraphIndex(project.graph))

    async def find(query: str, limit: int, node_types: Sequence[str] | None) -> list[FoundNode]:
        hits = await retriever.search(query, limit, node_types)
        return [FoundNode(node_id=hit.node_id, score=hit.score) for hit in hits]

    async def findings() -> list[Finding]:
        return check_all(project.graph)

    return ToolContext(project=project, committer=committer, search=find, findings=findings, documents=documents)


class Bench:
    """A toolbox on a table: call tools, look at what they answer."""

    def __init__(self, table: Table, toolbox: Toolbox) -> None:
        self.table = table
        self.project = table.project
        self.toolbox = toolbox
        self.drafted = DraftedOperations(base_revision=table.project.graph.revision)

    async def call(self, tool: str, /, rights: Collection[Right] = RIGHTS["editor"], **arguments: object) -> ToolAnswer:
        """One call; what it proposes is remembered for the next one, as in a turn."""
        return await self.raw(tool, json.dumps(arguments), rights)

    async def raw(self, name: str, arguments: str, rights: Collection[Right] = RIGHTS["editor"]) -> ToolAnswer:
        """The same with arguments as text."""
        call = ToolCall(tool_call_id="c1", name=name, arguments=arguments)
        answer = await self.toolbox.answer(call, rights, drafted=self.drafted, author=ANA)
        operations = with_proposed(self.drafted.operations, answer.operations)
        self.drafted = DraftedOperations(base_revision=self.drafted.base_revision, operations=operations)
        return answer

    async def read(self, tool: str, /, **arguments: object) -> dict:
        """What a call that succeeds says."""
        answer = await self.call(tool, **arguments)
        assert not answer.is_error, answer.content
        return json.loads(answer.content)

    async def propose(self, change: str, /, **fields: object) -> dict:
        """What proposing one change says."""
        return await self.read("propose_changes", changes=[{"change": change, **fields}], reason="r")

    async def refused(self, change: str, /, **fields: object) -> dict:
        """What proposing one change that does not hold says."""
        return await self.error("propose_changes", changes=[{"change": change, **fields}], reason="r")

    async def error(self, tool: str, /, **arguments: object) -> dict:
        """What a call that is refused says."""
        answer = await self.call(tool, **arguments)
        assert answer.is_error, answer.content
        assert answer.operations == []
        return json.loads(answer.content)


async def open_table(store: Store | None = None, *, seed: int = 1) -> Table:
    """A project with its committer."""
    return Table(await open_project(store, seed=seed))


async def bench(*, text: str = SHOP, documents: DocumentSearch | None = None, seed: int = 1) -> Bench:
    """A toolbox on the shop."""
    table = await open_table(seed=seed)
    if text:
        await table.apply(text)
    return Bench(table, Toolbox(ground_of(table.project, table.committer, documents=documents)))


class LoopPlace:
    """A project whose story *ask* is the tool loop and the opening of its proposal, and nothing else."""

    def __init__(self, table: Table, *models: LanguageModel, max_model_calls: int, read_only: bool) -> None:
        self.table = table
        self.project = project = table.project
        self.heard: list[Event] = []
        project.bus.subscribe(project.project_id, self.heard.append)
        settings = Settings.read({"GRAPHWRIGHT_DATA": "unused"})
        self.calls = ModelCalls(
            project,
            models,
            clock=project.clock,
            breakers=Breakers(project.clock),
            allowance=Allowance(budgets_of(settings, project.clock), project.store, lambda _: nullcontext()),
            jitter=lambda: 0.0,
        )
        self.toolbox = Toolbox(ground_of(project, table.committer))
        self.loop = ToolLoop(project, self.toolbox, max_model_calls=max_model_calls)
        self.proposals = Proposals(project, table.committer)
        self.read_only = read_only
        self.models = models
        self.engine = Engine(project, owner=project.ids.new())
        self.engine.register("ask", self.story, version=1)

    async def story(self, run: RunScope, request: WorkflowRequest) -> ToolLoopResult:
        """Ask with tools; what is proposed becomes one proposal."""
        turn_context, asked = await self.prepared(run, request)
        loop_result = await self.loop.run(run, self.calls, turn_context, asked, read_only=self.read_only)
        if loop_result.operations:
            await run.step("plan", self.open, turn_context, loop_result)
        return loop_result

    async def prepared(self, run: RunScope, request: WorkflowRequest) -> tuple[TurnContext, ModelRequest]:
        """What *ask* would prepare: the question, and the model as data."""
        turn_context = TurnContext(
            run_id=run.run_id,
            thread_id=request.thread_id,
            question_id=request.message_id,
            message_id=MessageId(f"answer-{run.run_id}"),
            proposal_id=ProposalId(f"proposal-{run.run_id}"),
            revision=run.revision,
            language="en",
            assistant="scripted",
        )
        message = ChatMessage(role="user", text=data_block("question", request.text, mark=NONCE))
        system = [PromptBlock(label="instructions", text="Answer questions about the model.")]
        return turn_context, ModelRequest(system=system, messages=[message])

    async def open(self, step: StepScope, turn_context: TurnContext, loop_result: ToolLoopResult) -> ProposalId:
        """One proposal for everything the turn proposes."""
        change_set = ChangeSet(
            base_revision=turn_context.revision, operations=loop_result.operations, reason=loop_result.reason
        )
        author = step.execution.run.author
        plan = self.table.committer.dry_run(Submission(change_set=change_set, author=author, origin="run", ai=True))
        opened = self.proposals.draft(
            plan,
            proposal_id=turn_context.proposal_id,
            author=author,
            origin="run",
            reason=loop_result.reason,
            run_id=turn_context.run_id,
            provenance=loop_result.provenance,
        )
        await step.durable()
        await step.record([opened, *step.finish(turn_context.proposal_id)])
        return turn_context.proposal_id

    async def begin(self, text: str = "What does PayOrder do?", *, author: Author = ANA) -> RunId:
        """Ask something."""
        ids = self.project.ids
        request = WorkflowRequest(text=text, message_id=MessageId(ids.new()), thread_id=ThreadId(ids.new()))
        return await self.engine.start("ask", request, author=author, question=text, thread_id=request.thread_id)

    async def ask(self, text: str = "What does PayOrder do?", *, author: Author = ANA) -> ToolLoopResult:
        """Ask and wait for the end."""
        return looped_of(await self.engine.settled(await self.begin(text, author=author)))

    async def share(self, person: Author, access: Access | None) -> None:
        """Give somebody access, or take it away."""
        await self.project.record([AccessChanged(person=person, access=access)])

    async def steps(self) -> list[tuple[str, str, str]]:
        """All steps of kind `tool_call`: key, label and verdict, in the order they ended."""
        journal = [decode_durable(stored.body) async for stored in self.project.store.read(self.project.project_id)]
        ended = [event for event in journal if isinstance(event, StepFinished) and event.kind == "tool_call"]
        return [(event.key, event.label, str(event.verdict)) for event in ended]


def looped_of(state: RunState) -> ToolLoopResult:
    """What a finished run answered."""
    assert state.error is None, state.error
    assert state.result is not None, state.status
    return decode(bytes(state.result), ToolLoopResult)


def proposes(change: str, tool_call_id: str = "c1", /, *, reason: str = "r", **fields: object) -> ToolCall:
    """A call of a scripted answer that proposes one change."""
    return call("propose_changes", tool_call_id, changes=[{"change": change, **fields}], reason=reason)


def call(tool: str, tool_call_id: str = "c1", /, **arguments: object) -> ToolCall:
    """A tool call of a scripted answer."""
    return ToolCall(tool_call_id=tool_call_id, name=tool, arguments=json.dumps(arguments))


async def loop_place(
    *models: LanguageModel,
    store: Store | None = None,
    text: str = SHOP,
    max_model_calls: int = 5,
    read_only: bool = False,
    seed: int = 1,
) -> LoopPlace:
    """A place that ANA owns, with a model in it."""
    table = await open_table(store, seed=seed)
    await table.project.store.set_record("account", "owner", encode(ANA))
    if text and not table.project.graph.nodes:
        await table.apply(text)
    return LoopPlace(table, *models, max_model_calls=max_model_calls, read_only=read_only)
