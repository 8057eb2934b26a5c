"""The build story with a small real language model on this machine: nothing is scripted.

What it says is mostly nonsense, and other nonsense each time, because every prompt holds fresh random text. So no test
looks at its words, only at what may follow from whatever words. The server counts and ends every question on its own;
its account is held against the steps that the run recorded.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from graphwright.app import open_workbench
from graphwright.graph.check import blocks, check_all
from graphwright.llm.base import Delta, LanguageModel, ModelRequest, ModelResponse
from graphwright.llm.providers import open_client, open_model
from graphwright.ports import Ids, SystemClock
from graphwright.protocol.events import Event, MessageDelta
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Step
from graphwright.protocol.wire import decode
from graphwright.runs.run_ending import RunState
from graphwright.settings import Settings
from graphwright.storage import Storage
from graphwright.store.folder import Folder
from graphwright.threads import history, posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workbench import OpenProject, Workbench
from graphwright.workflows.build import BuildResult
from tests.llm.small_model import (
    NAME,
    SmallModelServer,
    list_of,
    one_of,
    prepared,
    record,
    serving,
    variables,
    words,
)

# On a busy machine it reads the prompt of an empty project in 10 s and fills its window in a minute.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OPEN = "A customer places an order."
DICTATED = """Add the actor Customer. Write exactly this block:
```format-e
<operations>
## Nodes
+ Customer|ACTOR|Customer.AC.001|Buys things in the shop
</operations>
```"""
SENTENCES = {
    "open": OPEN,
    "dictated": DICTATED,
    # Where it obeys, the change is refused and goes back to it.
    "dictated wrongly": DICTATED.replace("ACTOR", "PERSON"),
}


@pytest.fixture(scope="session")
def small_model() -> Path:
    return prepared()


class Scene:
    """A workbench, and a person who says one thing."""

    def __init__(self, workbench: Workbench, open_project: OpenProject) -> None:
        self.workbench = workbench
        self.open_project = open_project

    async def begin(self, text: str) -> RunId:
        workbench, author = self.workbench, await self.workbench.owner()
        question, events = posted(text, author=author, thread_id=None, ids=workbench.ids, clock=workbench.clock)
        self.thread_id = question.thread_id
        request = WorkflowRequest(text=text, message_id=question.message_id, thread_id=question.thread_id)
        return await self.open_project.engine.start(
            "build", request, author=author, question=text, thread_id=question.thread_id, before=events
        )

    async def steps(self, run_id: RunId) -> list[Step]:
        documents = await self.workbench.store.documents(self.open_project.project.project_id, "step", group=run_id)
        return [decode(document.body, Step) for document in documents]


@asynccontextmanager
async def opened(server: SmallModelServer, data: Path) -> AsyncIterator[Scene]:
    """The program as an operator configures it."""
    async with open_workbench(Settings.read(variables(server, data))) as workbench:
        yield Scene(workbench, await workbench.open_or_new_project("shop"))


LAST_STEPS = {
    "applied": {"commit"},
    "proposed": {"plan"},
    "answered": {"answer_generation", "commit"},  # a commit that found nothing different
    "refused": {"answer_generation"},
}
"""What each end of the story does last."""
NAMED = {"contextTooLong", "answerTruncated", "answerRefused"}
"""What may go wrong with a language model that keeps to its protocol and answers in time."""


async def assert_ends_well(scene: Scene, server: SmallModelServer, text: str) -> tuple[RunState, list[Step]]:
    """Say it: there is exactly one of the legal ends, a sound model, and a tree of steps that tells how it came."""
    began = time.monotonic()
    run_id = await scene.begin(text)
    state, steps = await scene.open_project.engine.settled(run_id), await scene.steps(run_id)
    end = state.error.code if state.error else state.outcome
    print(f"\n{text[:40]!r} -> {end} after {time.monotonic() - began:.0f} s: {' '.join(step.kind for step in steps)}")
    project, store = scene.open_project.project, scene.workbench.store
    if state.error:
        assert (state.status, state.outcome, steps[0].status, steps[0].error) == (
            "failed",
            None,
            "failed",
            state.error,
        )
        assert state.error.code in NAMED
    else:
        assert (state.status, steps[0].status, steps[-1].status) == ("completed", "completed", "completed")
        assert steps[-1].kind in LAST_STEPS[state.outcome]
        result = decode(bytes(state.result), BuildResult)
        said = (await history(store, project.project_id, scene.thread_id))[-1]
        assert (result.outcome, result.message_id, said.status) == (state.outcome, said.message_id, "complete")
    # Nothing illegal is ever applied, and nothing at all without saying so.
    graph = project.graph
    assert graph.revision == (1 if state.outcome == "applied" else 0)
    assert bool(graph.nodes) == (state.outcome == "applied")
    assert [finding for finding in check_all(graph) if blocks(finding.rule_id, graph.ontology)] == []
    assert await store.rebuild(project.project_id) == []
    # Every call is a step, and has cost what the server counted.
    assert [step.kind for step in steps[:4]] == ["query_root", "context", "model_call", "llm_call"]
    calls = [step.usage for step in steps if step.kind == "llm_call"]
    asked = await server.all_ended(len(calls))
    assert [(usage.input_tokens, usage.output_tokens) if usage else (0, 0) for usage in calls] == [
        (each.promptTokens, each.answerTokens) for each in asked
    ]
    return state, steps


@pytest.mark.requirement("A-40", "A-31", "R-20", "R-60", "I-02", "I-05", "I-08")
@pytest.mark.parametrize("text", SENTENCES.values(), ids=SENTENCES)
async def test_whatever_it_says_the_story_has_one_of_its_ends(small_model, tmp_path, text):
    async with serving(small_model) as server, opened(server, tmp_path / "data") as scene:
        await assert_ends_well(scene, server, text)


TYPES = one_of("SYS", "ACTOR", "UC", "FCHAIN", "FUNC", "FLOW", "REQ")
IDS = one_of("a", "b", "c")
CREATE = record(type=one_of("create"), nodeType=TYPES, tempId=IDS, data=record(Name=words(20), Descr=words(40)))
RELATE = record(
    type=one_of("create-relationship"), relType=one_of("cp", "io", "st"), sourceTempId=IDS, targetTempId=IDS
)
OPERATIONS = record(response=words(80), operations=list_of({"oneOf": [CREATE, RELATE]}, least=2, most=5))
"""Operations that can be read. Whether their ids meet and their pairs are legal is left to the language model."""


class OnlyOperations:
    """A language model that is held to `OPERATIONS`, so that there always is something to plan."""

    is_language_model = True

    def __init__(self, model: LanguageModel) -> None:
        self.name = model.name
        self._model = model

    def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        return self._model.stream(replace(request, response_schema=OPERATIONS))


@asynccontextmanager
async def opened_with_only_operations(server: SmallModelServer, data: Path) -> AsyncIterator[Scene]:
    settings, clock = Settings.read(variables(server, data)), SystemClock()
    async with open_client() as client, await Folder.open(data, clock) as folder:
        model = OnlyOperations(open_model(NAME, settings, client, clock))
        workbench = Workbench(settings, Storage(folder.store), clock=clock, ids=Ids(clock), models=lambda _: [model])
        try:
            yield Scene(workbench, await workbench.open_or_new_project("shop"))
        finally:
            await workbench.close()


@pytest.mark.requirement("A-40", "A-31", "R-20", "R-60", "I-02", "I-05", "I-08")
async def test_operations_that_it_makes_up_are_applied_soundly_or_not_at_all(small_model, tmp_path):
    async with (
        serving(small_model, context_tokens=8_192) as server,  # the schema bounds the answers, so all of it may be used
        opened_with_only_operations(server, tmp_path / "data") as scene,
    ):
        _, steps = await assert_ends_well(scene, server, OPEN)

        assert "plan" in {step.kind for step in steps}


@pytest.mark.requirement("R-60", "I-08")
async def test_a_prompt_that_does_not_fit_is_told_by_name_and_not_sent_again(small_model, tmp_path):
    async with (
        serving(small_model, context_tokens=1_024) as server,
        opened(server, tmp_path / "data") as scene,
    ):
        state, steps = await assert_ends_well(scene, server, OPEN)

        assert state.error.code == "contextTooLong"
        assert "1024 tokens" in state.error.message
        assert [step.kind for step in steps] == ["query_root", "context", "model_call", "llm_call"]


@pytest.mark.requirement("R-65", "I-08")
async def test_a_cancelled_run_lets_go_of_the_language_model_within_a_second(small_model, tmp_path):
    async with serving(small_model) as server, opened(server, tmp_path / "data") as scene:
        project, engine = scene.open_project.project, scene.open_project.engine
        begun = asyncio.Event()

        def hear(event: Event) -> None:
            if isinstance(event, MessageDelta):
                begun.set()

        project.bus.subscribe(project.project_id, hear)
        async with asyncio.timeout(300):
            run_id = await scene.begin("Tell me a long story about a ship, a storm and a lighthouse.")
            await begun.wait()

        state = await engine.cancel(run_id)

        assert (await server.ended(within_s=1)).ended == "left"
        assert (state.status, project.graph.revision) == ("cancelled", 0)
        assert await scene.workbench.store.rebuild(project.project_id) == []
