"""What personas are shown: one beginning for all of them, every change and every vote, and no word too much."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphwright.context.dialogue import PersonaRequest, blocks_of, wanted_of
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer
from tests.discussion.place import Sitting, sitting
from tests.discussion.voices import argue, ballot, speakers

OFFER = "```format-e\n<operations>\n## Nodes\n+ StockCheck|FUNC|StockCheck.FN.001|Checks it\n</operations>\n```"


def offers(request: ModelRequest, wanted: PersonaRequest) -> Answer:
    """The Solver proposes a function in its first turn."""
    return f"{argue(request, wanted)}\n\n{OFFER if wanted.turn == 2 else ''}"


def objects(request: ModelRequest, wanted: PersonaRequest) -> Answer:
    """The Moderator has something against everything."""
    return ballot(request, "object" if wanted.persona == "Moderator" else "agree")


def sent(request: ModelRequest) -> str:
    """The request as one text, in the order in which a provider reads and caches it."""
    return "\n".join([*(block.text for block in request.system), *(message.text for message in request.messages)])


def shared(texts: list[str]) -> int:
    """Characters that all of them begin with."""
    return next((at for at, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)


async def held(**options: object) -> tuple[Sitting, list[tuple[PersonaRequest, ModelRequest]]]:
    """A discussion of two rounds, and what each persona was sent."""
    model = speakers(argue=offers, vote=objects)
    place = await sitting(model)
    await place.held(rounds=2, questions="leaveOpen", end={"allAgree": False}, **options)  # type: ignore[arg-type]
    return place, [(wanted, request) for request in model.requests if (wanted := wanted_of(request)) is not None]


@pytest.mark.requirement("M-65")
async def test_personas_share_all_but_the_end_of_what_they_are_sent():
    _, asked = await held()
    ballots = [sent(request) for wanted, request in asked if wanted.task == "vote" and wanted.round == 2]
    assert len(ballots) == 3
    assert shared(ballots) >= 0.8 * max(map(len, ballots))
    turns = [(wanted.persona, sent(request)) for wanted, request in asked if wanted.task == "argue"][:3]
    for (persona, before), (_, after) in pairwise(turns):
        assert after.startswith(before[: before.index(f"You are {persona}.")]), "it goes on where the last one ended"


@pytest.mark.requirement("M-64")
async def test_ballots_and_the_closing_carry_no_word_on_changes_or_tools():
    _, asked = await held()
    form, tools = "exactly one fenced block", "functions you are given"
    seen = {
        wanted.task: (form in sent(request), tools in sent(request)) for wanted, request in asked if wanted.turn > 4
    }
    assert seen["vote"] == seen["close"] == (False, False)
    argued = [(wanted.persona, form in sent(request)) for wanted, request in asked if wanted.task == "argue"]
    assert argued[:3] == [("Analyzer", False), ("Solver", True), ("Moderator", False)]
    schemas = {wanted.task: isinstance(request.response_schema, dict) for wanted, request in asked}
    assert schemas == {"argue": False, "vote": True, "close": True}


@pytest.mark.requirement("M-66")
async def test_changes_and_what_the_rules_find_about_them_stand_in_every_later_prompt():
    _, asked = await held()
    later = [dict(blocks_of(request))["turn 2 Solver"] for wanted, request in asked if wanted.turn > 2]
    assert len(later) > 6
    assert set(later) == {later[0]}, "word for word, whoever reads it"
    assert "+ StockCheck|FUNC|StockCheck.FN.001|Checks it" in later[0]
    assert "finding: function_requirements: " in later[0]


@pytest.mark.requirement("M-66")
async def test_changes_outlive_the_summary_of_their_round():
    _, asked = await held(summaryEvery=1)
    (blocks,) = [dict(blocks_of(request)) for wanted, request in asked if wanted.task == "argue" and wanted.turn == 6]
    assert "+ StockCheck|FUNC|StockCheck.FN.001|Checks it" in blocks["changes so far"]
    assert "1.1 (Analyzer): Analyzer holds point 1." in blocks["claims so far"]
    assert "Moderator: object, because of 1.1" in blocks["claims so far"]


@pytest.mark.requirement("M-66")
async def test_votes_of_earlier_rounds_are_shown_with_their_reasons():
    _, asked = await held()
    blocks = [dict(blocks_of(request)) for wanted, request in asked if wanted.round == 2 and wanted.task == "argue"]
    assert len(blocks) == 3
    assert {each["votes after round 1"] for each in blocks} == {blocks[0]["votes after round 1"]}
    assert blocks[0]["votes after round 1"].splitlines()[-1] == "3.1 Moderator: object, because of 3.1"
    assert all("votes after round 2" not in each for each in blocks)


@pytest.mark.requirement("M-67")
async def test_the_record_names_changes_as_people_read_them():
    place, _ = await held()
    result = place.result_of(await place.settled())
    assert [(change.turn, change.text) for change in result.record.changes] == [
        ("2", "+ StockCheck|FUNC|StockCheck.FN.001|Checks it")
    ]


@pytest.mark.requirement("M-67", "E-33")
async def test_every_word_of_people_stands_in_the_record_whatever_they_did_with_it():
    place = await sitting(speakers())
    await place.begin(rounds=1, questions="leaveOpen")
    await place.steer("speak", "Mind the budget.")
    await place.steer("addRounds", "One is too few.", rounds=1)
    result = place.result_of(await place.settled())
    assert [remark.text for remark in result.record.remarks] == ["Mind the budget.", "One is too few."]
    assert result.record.rounds <= 2
