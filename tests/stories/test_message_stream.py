"""One stream for every message: what is told, what never is, and the one place where a message is completed."""

from __future__ import annotations

import ast

import pytest

from graphwright.llm.testing import ScriptedEnd, ScriptedModel
from graphwright.protocol.events import MessageCompleted, MessageDelta, ProposalGrowing
from graphwright.protocol.threads import text_digest, text_of
from tests.sources import MODULES, inside, nodes_of
from tests.stories.carport import inquiry
from tests.stories.stage import Stage, stage
from tests.stories.test_ask import ask_stage
from tests.stories.test_investigate import good, writes

BLOCK = "```format-e\n<operations>\n## Nodes\n+ {name}|FUNC|{name}.FN.001|It is there.\n</operations>\n```\n"


def heard(scene: Stage) -> str:
    """What a person read while the newest attempt streamed."""
    deltas = [event for event in scene.heard if isinstance(event, MessageDelta)]
    return "".join(delta.text for delta in deltas if delta.attempt == deltas[-1].attempt)


@pytest.mark.requirement("M-31")
@pytest.mark.parametrize("end", ["</think>", "</ thinking >"])
async def test_what_is_only_thought_is_neither_shown_nor_done(end: str):
    thought = f"<think>Perhaps so:\n{BLOCK.format(name='Wrong')}"
    scene = await stage(ScriptedModel([*thought, *end, "\n\nI add it.\n\n", BLOCK.format(name="Right")]))

    if end == "</think>":
        result = await scene.say("Add it")
        assert (result.outcome, result.answer) == ("applied", "I add it.")
        assert (scene.model(), heard(scene).strip()) == (["Right.FN.001"], "I add it.")
        grown = [event.operation for event in scene.heard if isinstance(event, ProposalGrowing)]
        assert len(grown) == 1, "a draft in a thought is no draft"
    else:  # no end that anybody writes: the thought lasts, and nothing is left
        state = await scene.open_project.engine.settled(await scene.begin("Add it"))
        assert (state.status, scene.model()) == ("failed", [])
        assert not any(isinstance(event, MessageDelta | ProposalGrowing) for event in scene.heard)


@pytest.mark.requirement("M-31", "E-27")
async def test_while_a_question_is_answered_nobody_reads_what_is_only_thought():
    said = "It ships what was paid [ShipOrder.FN.002]."
    place, _ = await ask_stage([*"<think>Perhaps it flies.</think>\n\n", *said])

    result = await place.result(await place.ask("What does ShipOrder do?"))

    assert (result.answer, heard(place)) == (said, said)


@pytest.mark.requirement("M-31", "E-27")
async def test_while_an_investigation_is_written_nobody_reads_what_is_only_thought():
    model = writes(lambda request: [*"<think>Perhaps it is forbidden.</think>\n\n", *good(request)])
    place = await inquiry(model)

    result = await place.result(await place.investigate())

    assert result.answer == good(model.requests[1])
    assert heard(place) == result.answer


@pytest.mark.requirement("M-31", "E-27")
async def test_a_thought_of_which_only_the_end_is_written_is_replaced_by_the_answer():
    place, _ = await ask_stage([*"Perhaps it flies.\n</think>\n\n", *"It ships [ShipOrder.FN.002]."])

    result = await place.result(await place.ask("What does ShipOrder do?"))

    assert result.answer == "It ships [ShipOrder.FN.002]."
    assert [text_of(message.parts) for message in await place.thread()] == ["What does ShipOrder do?", result.answer]


@pytest.mark.requirement("M-31", "E-26")
async def test_a_thought_that_is_cut_at_the_limit_goes_on_in_the_continuation():
    first = ["<think>I think about the order and then about ", ScriptedEnd("length")]
    scene = await stage(ScriptedModel(first, "what it needs.</think>It needs nothing."))

    result = await scene.say("What does it need?")

    assert (result.outcome, result.answer, heard(scene)) == ("answered", "It needs nothing.", "It needs nothing.")


@pytest.mark.requirement("H-31", "E-27")
async def test_every_completed_message_carries_the_digest_of_its_text():
    scene = await stage(ScriptedModel("Hello.", f"I add it.\n\n{BLOCK.format(name='Ship')}"))

    await scene.say("Hello")
    await scene.say("Add shipping")

    messages = [event for event in scene.heard if isinstance(event, MessageCompleted)]
    assert [message.author.kind for message in messages] == ["person", "assistant"] * 2
    assert [message.digest for message in messages] == [text_digest(text_of(message.parts)) for message in messages]


@pytest.mark.requirement("H-31")
def test_a_message_is_completed_in_one_place():
    made = {
        inside(module)
        for module in MODULES
        for call in nodes_of(module, ast.Call)
        if call.keywords and ast.unparse(call.func) == "MessageCompleted"
    }

    assert made == {"threads.py"}
