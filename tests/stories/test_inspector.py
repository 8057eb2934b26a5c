"""The inspector: what a model call was sent, to the letter, and who of it took the tokens."""

from __future__ import annotations

import hashlib

import pytest

from graphwright.actions.inspector import InspectedCall, inspect
from graphwright.errors import NotFound, ProviderUnavailable
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import ScriptedEnd, ScriptedModel, Stall
from graphwright.protocol.runs import Step, Usage
from graphwright.store.memory import MemoryStore
from tests.places import Table
from tests.stories.stage import Stage, stage
from tests.stories.test_build import ILLEGAL, SHIP

USAGE = Usage(
    input_tokens=1_000, cached_tokens=750, output_tokens=40, cost_micros=123, currency="USD", estimated=False
)  # fmt: skip


async def inspected(scene: Stage, step: Step) -> InspectedCall:
    return await inspect(scene.open_project.project, step.run_id, step)


async def calls(scene: Stage, kind: str = "llm_call") -> list[Step]:
    return [step for step in await scene.steps() if step.kind == kind]


def sent_text(request: ModelRequest) -> str:
    parts = [*(block.text for block in request.system), *(message.text for message in request.messages)]
    return "".join("".join(parts).split())


@pytest.mark.requirement("B-36", "C-27")
async def test_every_call_shows_exactly_what_was_sent_in_sections_that_add_up():
    model = ScriptedModel([ILLEGAL, ScriptedEnd("stop", usage=USAGE)], [SHIP, ScriptedEnd("stop", usage=USAGE)])
    scene = await stage(model)
    await Table(scene.open_project.project).apply(
        "<operations>\n## Nodes\n+ Shop|SYS|Shop.SY.001|Sells.\n</operations>"
    )
    await scene.say("Ship an order, please")

    tries = await calls(scene)
    shown = [await inspected(scene, step) for step in tries]

    assert len(shown) == len(model.requests) == 2
    for one, request in zip(shown, model.requests, strict=True):
        assert "".join("".join(section.text for section in one.sections).split()) == sent_text(request)
        assert sum(section.share for section in one.sections) == pytest.approx(1)
        assert sum(section.tokens for section in one.sections) == one.tokens
        assert (one.usage, one.cached_share, one.finish_reason) == (USAGE, 0.75, "stop")
        assert one.tools == []
    labels = [section.label for section in shown[0].sections]
    assert labels[:3] == ["frame", "ontology", "graph"]
    assert labels[-1] == "request"
    assert "Ship an order, please" in shown[0].sections[-1].text
    assert [section.label for section in shown[1].sections][-3:] == ["history", "history", "request"]
    assert shown[0].answer == ILLEGAL
    assert await inspected(scene, (await calls(scene, "model_call"))[1]) == shown[1]


@pytest.mark.requirement("B-35")
async def test_blocks_that_calls_share_are_stored_once():
    class Counting(MemoryStore):
        put: list[bytes] = []

        async def put_blob(self, data: bytes):  # type: ignore[no-untyped-def]  # as the base class has it
            self.put.append(data)
            return await super().put_blob(data)

    scene = await stage(ScriptedModel("One.", "Two.", "Three."), store=Counting(_clock()))
    for text in ("First?", "Second?", "Third?"):
        await scene.say(text)

    run_ids = {
        document.id for document in await scene.workbench.store.documents(scene.open_project.project.project_id, "run")
    }
    hashes = [hashlib.sha256(data).hexdigest() for data in Counting.put]
    ontology = next(data for data in Counting.put if b"SYS" in data and b"## " in data)
    assert len(run_ids) == 3
    assert Counting.put.count(ontology) == 1
    assert len(hashes) == len(set(hashes))


@pytest.mark.requirement("C-06")
async def test_a_failed_call_shows_what_was_sent_and_why_it_failed():
    scene = await stage(ScriptedModel(ProviderUnavailable("no answer", retry="never"), "Fine."))
    run_id = await scene.begin("Hello?")
    await scene.open_project.engine.settled(run_id)

    (failed, *_) = await calls(scene)
    shown = await inspected(scene, failed)

    assert "Hello?" in shown.sections[-1].text
    assert shown.error.code == "providerUnavailable"


@pytest.mark.requirement("T-12")
async def test_a_call_that_was_stopped_still_shows_what_it_was_sent():
    gate = Stall()
    model = ScriptedModel(["Half an ", gate, "answer."])
    scene = await stage(model)
    run_id = await scene.begin("Hello?")
    await gate.reached.wait()
    under_way = await inspected(scene, (await calls(scene))[0])
    await scene.open_project.engine.cancel(run_id)
    await scene.open_project.streams.settled()

    shown = await inspected(scene, (await calls(scene))[0])

    assert (under_way.status, shown.status) == ("running", "cancelled")
    assert "".join("".join(section.text for section in shown.sections).split()) == sent_text(model.requests[0])
    assert [section.text for section in under_way.sections] == [section.text for section in shown.sections]


async def test_a_step_that_is_no_model_call_has_nothing_to_show():
    scene = await stage(ScriptedModel("Fine."))
    await scene.say("Hello?")

    with pytest.raises(NotFound, match="no model call"):
        await inspected(scene, (await calls(scene, "context"))[0])


def _clock():
    from graphwright.ports import ManualClock
    from tests.places import START

    return ManualClock(START)
