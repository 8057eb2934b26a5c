"""What an investigation gets of a model: the nodes that a criterion needs, every edge of them, and a second try that knows why."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from graphwright.cli.output import Output
from graphwright.cli.talking import Telling
from graphwright.errors import ProviderUnavailable
from graphwright.inquiry.checks import accuracy
from graphwright.inquiry.records import QualityCheck
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, FunctionModel
from graphwright.ports import ManualClock
from graphwright.protocol.wire import decode
from graphwright.store.memory import MemoryStore
from graphwright.turns.retrieval import RELATIONSHIPS
from tests.inquiry.sources import source
from tests.places import START, Table
from tests.stories.carport import Inquiry, hypothesis, inquiry, is_hypothesis, sent

MODEL = """<operations>
## Nodes
+ Rentals|SYS|Rentals.SY.001|Rents bikes
+ Rider|ACTOR|Rider.AC.001|Rents a bike and pays for it
+ RentBike|FUNC|RentBike.FN.001|Starts a rental for the rider
+ ComputeFare|FUNC|ComputeFare.FN.002|Computes the fare of a rental
+ ChargeCard|FUNC|ChargeCard.FN.003|Charges the card through the provider
+ SendReceipt|FUNC|SendReceipt.FN.004|Sends a receipt
+ FareByTariff|REQ|FareByTariff.RQ.001|The fare follows the tariff
+ ChargeOnce|REQ|ChargeOnce.RQ.002|A rental is charged exactly once
+ TestFare|TEST|TestFare.TS.001|Rents for ten minutes and compares
+ ParkTidily|REQ|ParkTidily.RQ.003|Bikes are parked tidily
## Edges
+ ComputeFare.FN.002 -st-> FareByTariff.RQ.001
+ ChargeCard.FN.003 -st-> ChargeOnce.RQ.002
+ FareByTariff.RQ.001 -vf-> TestFare.TS.001
</operations>"""
QUESTION = "Investigate whether everything about the money of a rider is covered by requirements and tests."
CRITERIA = ["how the fare is computed", "that a rental is charged once", "that a receipt is sent"]


async def place_with(*models: FunctionModel) -> Inquiry:
    """A model about money, without any document."""
    place = await inquiry(*models, store=MemoryStore(ManualClock(START)))
    await Table(place.open_project.project).apply(MODEL)
    return place


def model(*answers: Answer | Callable[[ModelRequest], Answer], supposes: Answer | None = None) -> FunctionModel:
    """Supposes the criteria, then answers; the last answer is repeated."""
    given = list(answers)

    def answer(request: ModelRequest) -> Answer:
        if is_hypothesis(request):
            return hypothesis(CRITERIA) if supposes is None else supposes
        said = given.pop(0) if len(given) > 1 else given[0]
        return said(request) if callable(said) else said

    return FunctionModel(answer, name="scripted")


GOOD = (
    "## What is required\nThe fare follows the tariff [FareByTariff.RQ.001], as the function demands "
    "[ComputeFare.FN.002 -satisfy-> FareByTariff.RQ.001]. A rental is charged exactly once [ChargeOnce.RQ.002]. "
    "ComputeFare computes the fare of a rental [ComputeFare.FN.002].\n"
    "## What is missing\nThe sources do not say which test verifies that a rental is charged once. "
    "There is no requirement that a receipt is sent."
)


@pytest.mark.requirement("M-68", "C-25", "C-55")
async def test_whether_the_model_covers_a_thing_is_asked_with_its_requirements_its_tests_and_all_their_edges():
    asked = model(GOOD)
    place = await place_with(asked)

    await place.result(await place.investigate(QUESTION))

    answer = next(request for request in asked.requests if not is_hypothesis(request))
    shown = set(re.findall(r"^\[(\w+\.[A-Z]{2}\.\d{3})\]", sent(answer), re.MULTILINE))
    assert shown >= {
        "ComputeFare.FN.002", "ChargeCard.FN.003", "SendReceipt.FN.004",
        "FareByTariff.RQ.001", "ChargeOnce.RQ.002", "TestFare.TS.001",
    }  # fmt: skip
    assert "ParkTidily.RQ.003" not in shown, "what bears on nothing stays away"
    edges = set(re.findall(r"^  \[(.* -\w+-> .*)\]$", sent(answer), re.MULTILINE))
    assert edges == {
        "ComputeFare.FN.002 -satisfy-> FareByTariff.RQ.001",
        "ChargeCard.FN.003 -satisfy-> ChargeOnce.RQ.002",
        "FareByTariff.RQ.001 -verify-> TestFare.TS.001",
    }
    assert re.findall(r'label="([^"]*)"', sent(answer)) == ["sources", "an answer speaks of", "evidence"]
    assert "how the fare is computed: [" in sent(answer).split('label="evidence"')[1]


@pytest.mark.requirement("M-68", "C-25")
async def test_an_answer_cites_edges_and_those_that_are_not_there_are_marked():
    place = await place_with(model(f"{GOOD} [ChargeOnce.RQ.002 -verify-> TestFare.TS.001]"))

    result = await place.result(await place.investigate(QUESTION, {"attempts": 1}))

    edges = [(each.label, each.status, each.edge_id is None) for each in result.citations if "->" in str(each.label)]
    assert edges == [
        ("ComputeFare.FN.002 -satisfy-> FareByTariff.RQ.001", "given", False),
        ("ChargeOnce.RQ.002 -verify-> TestFare.TS.001", "unknown", True),
    ]


@pytest.mark.requirement("M-69", "C-35", "C-37")
async def test_the_second_attempt_is_shown_the_first_with_every_sentence_that_is_doubted():
    bad = "## What is required\nEvery rental costs 7 euros and is paid in advance [FareByTariff.RQ.001]."
    asked = model(bad, GOOD)
    place = await place_with(asked)

    result = await place.result(await place.investigate(QUESTION))

    first, second = [request for request in asked.requests if not is_hypothesis(request)]
    assert second.messages[0].text.split("\n", 1)[1] != "", first
    assert second.messages[1].text == bad
    wrong = second.messages[2].text.splitlines()
    assert "- 7 is not in the source: Every rental costs 7 euros and is paid in advance ." in wrong
    assert "say that the sources do not say it" in second.messages[2].text, "the mend is offered"
    assert result.answer == GOOD


@pytest.mark.requirement("M-69", "C-35")
@pytest.mark.parametrize(
    "sentence",
    [
        "The sources do not say what a second charge would cost.",
        "They do not tell whether the receipt is kept.",
        "Whether it was paid cannot be told from the model.",
        "Was danach gilt, sagen die Quellen nicht.",
        "Ob eine Ausnahme möglich ist, regeln die Auszüge nicht.",
        "Die Quellen nennen keine Frist.",
        "Les sources ne disent pas ce qui arrive ensuite.",
    ],
)
def test_that_the_sources_do_not_say_something_needs_no_source(sentence: str):
    check = accuracy(sentence, [], {"P1": source("P1", "Fees are due in May.")})
    assert (check.score, check.passed, check.details) == (1.0, True, [])


@pytest.mark.requirement("M-63", "C-71")
async def test_a_provider_that_refuses_the_hypothesis_ends_nothing():
    refused = ProviderUnavailable("temperature is not supported with this model", retry="never")
    asked = model(GOOD, supposes=[refused])
    place = await place_with(asked)

    result = await place.result(await place.investigate(QUESTION, {"askPeople": False}))

    assert result.answer == GOOD
    (step,) = await place.of_kind("hypothesis_generation")
    assert b'"method":"rules"' in bytes(step.result or b"")
    assert b"temperature is not supported" in bytes(step.result or b"")


@pytest.mark.requirement("M-70")
async def test_what_people_do_not_know_stands_among_what_they_said():
    gap = {"key": "refunds", "description": "Do refunds belong to it?", "options": ["yes", "no"]}
    asked = model(GOOD, supposes=hypothesis(CRITERIA, missing_information=[gap]))
    place = await place_with(asked)

    run_id = await place.investigate(QUESTION)
    await place.answer(run_id, {"refunds": "I don't know"})

    answer = next(request for request in asked.requests if not is_hypothesis(request))
    said = sent(answer).split('label="what people said about the case"')[1].split("</data")[0]
    assert "Do refunds belong to it?: I don't know" in said


CITED_EDGE = "It is a part of what the tariff is there for [ComputeFare.FN.002 -satisfy-> FareByTariff.RQ.001]."


@pytest.mark.requirement("M-121", "C-35")
async def test_an_answer_of_edges_and_of_what_is_missing_beside_a_node_is_accurate_at_its_first_attempt():
    place = await place_with(model(f"{CITED_EDGE} Verification of it has no place at all [ChargeOnce.RQ.002]."))

    await place.result(await place.investigate(QUESTION, {"attempts": 1}))

    (accuracy_step,) = [step for step in await place.of_kind("quality_check") if step.label == "accuracy"]
    check = decode(bytes(accuracy_step.result or b""), QualityCheck)
    assert (check.score, check.passed, check.details) == (1.0, True, [])


async def place_with_hub(edges: int) -> tuple[Inquiry, FunctionModel]:
    """A function that satisfies so many requirements."""
    asked = model(GOOD)
    place = await place_with(asked)
    lines = [f"+ Fare{n}|REQ|Fare{n}.RQ.{n:03}|Rule {n} of the fare" for n in range(100, 100 + edges - 1)]
    joined = [f"+ ComputeFare.FN.002 -st-> Fare{n}.RQ.{n:03}" for n in range(100, 100 + edges - 1)]
    change = "\n".join(["<operations>", "## Nodes", *lines, "## Edges", *joined, "</operations>"])
    await Table(place.open_project.project).apply(change)
    return place, asked


@pytest.mark.requirement("M-123", "M-68")
@pytest.mark.parametrize(
    ("edges", "left"),
    [(RELATIONSHIPS, []), (RELATIONSHIPS + 1, ["... and 1 more edge"]), (RELATIONSHIPS + 6, ["... and 6 more edges"])],
)
async def test_a_node_is_shown_with_all_its_edges_or_says_how_many_are_left(edges: int, left: list[str]):
    place, asked = await place_with_hub(edges)

    await place.result(await place.investigate(QUESTION, {"attempts": 1}))

    answer = next(request for request in asked.requests if not is_hypothesis(request))
    (hub,) = re.findall(r"^\[ComputeFare\.FN\.002\] .*\n.*\n((?:  .*\n)+)", sent(answer), re.MULTILINE)
    lines = [line.strip() for line in hub.splitlines()]
    assert (len(lines[:RELATIONSHIPS]), lines[RELATIONSHIPS:]) == (RELATIONSHIPS, left)
    assert all(line.startswith("[ComputeFare.FN.002 -satisfy-> ") for line in lines[:RELATIONSHIPS])
    assert 'Only where a list ends in "... and 6 more edges" it is cut' in answer.system[0].text


DOUBTED = """## Was verlangt ist
Der Preis folgt dem Tarif und wird berechnet, jede Miete wird einmal belastet, ein Beleg wird verschickt.
Die Karte wird im Voraus geprüft und die Fahrt danach vom Betreiber versichert."""
WITHDRAWN = "(Was oben steht, ist zurückgezogen und wird neu geschrieben:)"
EMPTY = "Das alles ist noch unklar und nicht zu sagen, es wird vom Betreiber entschieden und danach geprüft."


@pytest.mark.requirement("M-124", "M-122", "WC-10")
@pytest.mark.parametrize(
    ("second", "ends"),
    [
        (GOOD, [DOUBTED, WITHDRAWN, GOOD]),
        (
            EMPTY,
            [DOUBTED, WITHDRAWN, EMPTY, "(Es gilt dieser Text:)", DOUBTED],
        ),
    ],
)
async def test_the_terminal_says_which_text_is_withdrawn_and_which_one_counts(second: str, ends: list[str]):
    criteria = ["Preis nach Tarif", "Miete einmal belastet", "Beleg verschickt"]
    supposes = hypothesis(CRITERIA if second == GOOD else criteria)
    place = await place_with(model(DOUBTED, second, supposes=supposes))
    project, told = place.open_project.project, io.StringIO()
    telling = Telling(Output(as_json=False, to=told), project.header.language)
    stop = project.bus.subscribe(project.project_id, telling.hear)

    result = await place.result(await place.investigate(QUESTION))
    stop()

    assert told.getvalue() + telling.rest_of(result.answer) == "\n\n".join(ends)
