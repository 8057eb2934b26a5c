"""A stage that discusses: begin, wait, look at what was said."""

from __future__ import annotations

from pathlib import Path

from msgspec import to_builtins

from graphwright.discussion.turns import DiscussionTurn, RoundDone
from graphwright.llm.base import LanguageModel
from graphwright.offline.assistant import OfflineAssistant
from graphwright.ports import ManualClock
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import DiscussionSteered
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import PersonStance, SteerAction, Step
from graphwright.protocol.threads import Message, text_of
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import with_whole_result
from graphwright.runs.run_ending import RunState
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import Workbench
from graphwright.workflows.discuss import DiscussResult
from tests.places import ANA, START, seeded_ids
from tests.stories.stage import Stage, stage

TOPIC = "Should ValidateOrder be split into two functions?"


class Sitting:
    """One stage with its newest discussion."""

    def __init__(self, base: Stage) -> None:
        self.stage = base
        self.open_project = base.open_project
        self.run_id = RunId("")

    async def begin(self, text: str = TOPIC, **options: JsonValue) -> RunId:
        """Begin a discussion; `options` in the words of the wire."""
        base = self.stage
        question, events = posted(text, author=ANA, thread_id=None, ids=base.workbench.ids, clock=base.workbench.clock)
        request = WorkflowRequest(
            text=text, message_id=question.message_id, thread_id=question.thread_id, options=to_builtins(options)
        )
        self.run_id = await base.open_project.engine.start(
            "discuss", request, author=ANA, question=text, thread_id=question.thread_id, before=events
        )
        return self.run_id

    async def settled(self) -> RunState:
        """Where it stands when it ends or waits."""
        return await self.open_project.engine.settled(self.run_id)

    async def held(self, text: str = TOPIC, **options: JsonValue) -> DiscussResult:
        """Hold a whole discussion."""
        await self.begin(text, **options)
        return self.result_of(await self.settled())

    def result_of(self, state: RunState) -> DiscussResult:
        """What a finished discussion came to."""
        assert state.error is None, state.error
        assert state.result is not None, state
        return decode(bytes(state.result), DiscussResult)

    async def steer(
        self,
        action: SteerAction,
        text: str | None = None,
        *,
        persona: str | None = None,
        rounds: int | None = None,
        claim: str | None = None,
        stance: PersonStance | None = None,
        person: Author = ANA,
    ) -> None:
        """What `discussion.steer` makes durable."""
        event = DiscussionSteered(
            run_id=self.run_id,
            person=person,
            action=action,
            text=text,
            persona=persona,
            rounds=rounds,
            claim_id=claim,
            stance=stance,
        )
        await self.open_project.project.record([event])

    async def messages(self, run_id: RunId | None = None) -> list[Message]:
        """What personas said, in the order of the journal."""
        project = self.open_project.project
        documents = await project.store.documents(project.project_id, "message")
        found = [decode(document.body, Message) for document in documents]
        wanted = run_id or self.run_id
        return [message for message in found if message.author.kind == "persona" and message.run_id == wanted]

    async def message(self, message_id: str) -> Message:
        """One message as it is stored."""
        project = self.open_project.project
        document = await project.store.document(project.project_id, "message", message_id)
        assert document is not None, f"message {message_id} was lost"
        return decode(document.body, Message)

    async def kept_turns(self) -> list[DiscussionTurn]:
        """The turns that the finished rounds of the run keep."""
        project = self.open_project.project
        steps = [step for step in await project.read_all(Step, group=self.run_id) if step.kind == "round"]
        whole = [await with_whole_result(project, step) for step in steps]
        return [turn for step in whole for turn in decode(bytes(step.result or b""), RoundDone).turns]

    async def workbench_dies(self) -> None:
        """The process ends where it stands; the store is all that is left."""
        await self.stage.workbench.close()

    async def said(self) -> list[tuple[str, object, object, str]]:
        """Name, round, turn and text of every message of a persona."""
        return [(m.author.name, m.round, m.turn, text_of(m.parts)) for m in await self.messages()]


async def sitting(*models: LanguageModel, store: Store | None = None, seed: int = 1, **environment: str) -> Sitting:
    """A stage for discussions."""
    return Sitting(await stage(*models, store=store, seed=seed, **environment))


async def offline_sitting(store: Store | None = None) -> Sitting:
    """A stage without any language model: the offline assistant discusses."""
    clock = ManualClock(START)
    settings = Settings.read({"GRAPHWRIGHT_DATA": str(Path("unused"))})
    workbench = Workbench(
        settings,
        Storage(store or MemoryStore(clock)),
        clock=clock,
        ids=seeded_ids(clock),
        models=lambda project: [OfflineAssistant(lambda: project.graph, clock=clock)],
    )
    return Sitting(Stage(workbench, await workbench.open_or_new_project("shop")))
