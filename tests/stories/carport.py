"""A workbench with the documents of `examples/carport`, where somebody has a question looked into."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from graphwright.llm.base import LanguageModel, ModelRequest
from graphwright.ports import ManualClock
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import Form, Step, Wait
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import with_whole_result
from graphwright.runs.run_ending import RunState
from graphwright.store.base import Store
from graphwright.store.memory import MemoryStore
from graphwright.threads import posted
from graphwright.turns.workflow import WorkflowRequest
from graphwright.workflows.investigate import InvestigateResult
from tests.places import ANA, START
from tests.stories.stage import Stage, stage

DOCUMENTS = Path(__file__).parents[2] / "examples" / "carport" / "documents"
QUESTION = "Ist für meinen Carport eine Baugenehmigung nötig?"
GIVEN: dict[str, JsonValue] = {
    "land": "Nordland",
    "lage_des_grundstuecks": "Im Innenbereich ohne Bebauungsplan",
    "brutto_grundflaeche": 25,
    "mittlere_wandhoehe": 2.5,
    "laenge_an_der_grenze": 6,
}
"""Answers the whole form about `QUESTION`."""
_FILLED: list[MemoryStore] = []


async def filled() -> MemoryStore:
    """A store of its own that holds the documents; they are read once for all tests."""
    if not _FILLED:
        store = MemoryStore(ManualClock(START))
        place = await stage(store=store, seed=9)
        for file in sorted(DOCUMENTS.iterdir()):
            await place.open_project.library.add(file.name, file.read_bytes(), ANA)
        await place.workbench.close()
        _FILLED.append(store)
    return copy.deepcopy(_FILLED[0])


class Inquiry(Stage):
    """Questions that are looked into, and the people who are asked back."""

    async def investigate(self, question: str = QUESTION, options: Mapping[str, object] | None = None) -> RunId:
        """Begin, and wait until the run ends or waits."""
        workbench = self.workbench
        message, events = posted(question, author=ANA, thread_id=None, ids=workbench.ids, clock=workbench.clock)
        request = WorkflowRequest(
            text=question,
            message_id=message.message_id,
            thread_id=message.thread_id,
            options=options,
        )
        run_id = await self.open_project.engine.start(
            "investigate", request, author=ANA, question=question, thread_id=message.thread_id, before=events
        )
        await self.open_project.engine.settled(run_id)
        return run_id

    async def wait(self) -> Wait:
        """The one open wait."""
        (document,) = await self.workbench.store.documents(self.open_project.project.project_id, "wait")
        return decode(document.body, Wait)

    async def form(self) -> Form:
        """The one open form."""
        form = (await self.wait()).form
        assert isinstance(form, Form)
        return form

    async def answer(
        self, run_id: RunId, values: Mapping[str, JsonValue] | None, *, person: Author = ANA
    ) -> InvestigateResult:
        """Answer the form (`None`: skip it) and wait for the end."""
        await self.open_project.engine.answer(run_id, (await self.wait()).step_id, values, person)
        return await self.result(run_id)

    async def state(self, run_id: RunId) -> RunState:
        """Where a run stands once nothing moves any more."""
        return await self.open_project.engine.settled(run_id)

    async def result(self, run_id: RunId) -> InvestigateResult:
        """What a finished run answered."""
        state = await self.state(run_id)
        assert state.status == "completed", (state.status, state.error)
        return decode(bytes(state.result or b""), InvestigateResult)

    async def kinds(self) -> list[str]:
        """The kinds of the newest run's steps, in the order they began, without those that only prepare."""
        return [step.kind for step in await self.steps() if step.kind not in {"context", "llm_call"}]

    async def of_kind(self, kind: str) -> list[Step]:
        """The steps of one kind of the newest run."""
        return [
            await with_whole_result(self.open_project.project, step) for step in await self.steps() if step.kind == kind
        ]


async def inquiry(*models: LanguageModel, store: Store | None = None, seed: int = 1) -> Inquiry:
    """A place where questions are looked into; without a model by rules."""
    made = await stage(*models, store=store or await filled(), seed=seed)
    return Inquiry(made.workbench, made.open_project)


def hypothesis(criteria: Sequence[str] = ("Carport", "Baugenehmigung"), **changed: object) -> str:
    """A hypothesis as a language model writes it."""
    said: dict[str, object] = {
        "required_criteria": list(criteria),
        "missing_information": [],
        "confidence_estimate": 0.6,
        "suggested_structure": {"base_framework": "legalQuestion", "sections": []},
        "recommended_token_budget": 2000,
    }
    return json.dumps(said | changed)


def sent(request: ModelRequest) -> str:
    """All messages of a request as one text."""
    return "\n".join(message.text for message in request.messages)


def is_hypothesis(request: ModelRequest) -> bool:
    """Is a request one for a hypothesis? Else it asks for the answer."""
    return "required_criteria" in request.system[0].text


def label_of(request: ModelRequest, words: str) -> str:
    """The short name of the source that says these words."""
    before = sent(request).split(words, maxsplit=1)[0]
    return before[before.rindex("[P") + 1 :].split("]", maxsplit=1)[0]
