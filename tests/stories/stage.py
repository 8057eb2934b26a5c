"""A workbench with a scripted language model: say something, see what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from graphwright.llm.base import LanguageModel
from graphwright.ports import Ids, ManualClock
from graphwright.projects import DEFAULT_LIMITS, ProjectLimits
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import Event
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import RunId, ThreadId
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Step, WorkflowName
from graphwright.protocol.wire import decode, encode
from graphwright.runs.run_ending import RunState
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.threads import newest, posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import OpenProject, Workbench
from graphwright.workflows.build import BuildResult
from tests.places import ANA, START, seeded_ids


class Environment:
    """Settings of the operator, beside the defaults."""

    extra: ClassVar[dict[str, str]] = {}


ENVIRONMENT = Environment()


class Stage:
    """One project, one person, one script."""

    def __init__(self, workbench: Workbench, open_project: OpenProject) -> None:
        self.workbench = workbench
        self.open_project = open_project
        self.heard: list[Event] = []
        open_project.project.bus.subscribe(open_project.project.project_id, self.heard.append)

    async def begin(
        self,
        text: str,
        *,
        thread: ThreadId | None = None,
        policy: Policy | None = None,
        author: Author = ANA,
        workflow: WorkflowName = "build",
        options: dict[str, JsonValue] | None = None,
    ) -> RunId:
        """Say something and return when the run has begun."""
        store, project_id = self.workbench.store, self.open_project.project.project_id
        parent = None if thread is None else await newest(store, project_id, thread)
        question, events = posted(
            text, author=author, thread_id=thread, ids=self.workbench.ids, clock=self.workbench.clock, parent=parent
        )
        request = WorkflowRequest(
            text=text,
            message_id=question.message_id,
            thread_id=question.thread_id,
            policy=policy,
            options=options,
        )
        return await self.open_project.engine.start(
            workflow, request, author=author, question=text, thread_id=question.thread_id, before=events
        )

    async def say(self, text: str, *, thread: ThreadId | None = None, policy: Policy | None = None) -> BuildResult:
        """Say something and wait for the end."""
        state = await self.open_project.engine.settled(await self.begin(text, thread=thread, policy=policy))
        assert state.error is None, state.error
        return result_of(state)

    async def steps(self, run_id: RunId | None = None) -> list[Step]:
        """The steps of the newest run (or of one), in the order they began."""
        store, project_id = self.workbench.store, self.open_project.project.project_id
        if run_id is None:
            run_id = RunId((await store.documents(project_id, "run"))[-1].id)
        return [decode(document.body, Step) for document in await store.documents(project_id, "step", group=run_id)]

    def model(self) -> list[str]:
        """The graph as sorted semantic ids and edges."""
        graph = self.open_project.project.graph
        edges = [
            f"{graph.nodes[edge.source].semantic_id} -{edge.edge_type}-> {graph.nodes[edge.target].semantic_id}"
            for edge in graph.edges.values()
        ]
        return sorted(node.semantic_id for node in graph.nodes.values()) + sorted(edges)

    def told(self, *types: type) -> list[Event]:
        """The events of these types, in order."""
        return [event for event in self.heard if isinstance(event, types)]


def result_of(state: RunState) -> BuildResult:
    """What a finished run answered."""
    assert state.result is not None
    return decode(bytes(state.result), BuildResult)


async def stage(
    *models: LanguageModel,
    store: Store | None = None,
    name: str = "shop",
    seed: int = 1,
    limits: ProjectLimits = DEFAULT_LIMITS,
    **environment: str,
) -> Stage:
    """A stage on a store (in memory), whose chain of language models is given; `environment` as the operator sets it."""
    clock = ManualClock(START)
    ids: Ids = seeded_ids(clock, seed)
    settings = Settings.read({"GRAPHWRIGHT_DATA": str(Path("unused")), **ENVIRONMENT.extra, **environment})
    chain: Sequence[LanguageModel] = models
    workbench = Workbench(
        settings, Storage(store or MemoryStore(clock)), clock=clock, ids=ids, models=lambda _: chain, limits=limits
    )
    await workbench.store.set_record("account", "owner", encode(ANA))  # she may build because the folder is hers
    return Stage(workbench, await workbench.open_or_new_project(name))
