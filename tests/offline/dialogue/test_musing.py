"""What is only mused about is shown as a form, in three languages, and done when somebody agrees."""

from __future__ import annotations

import pytest

from graphwright.context.request_text import answer_line
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation
from tests.offline.documented import example_model

MUSED = [
    ("Maybe we should add a test for OrderFast.", "add a test for OrderFast"),
    ("I'm not sure, should we add a test for OrderFast?", "add a test for OrderFast"),
    ("Vielleicht sollten wir einen Test für OrderFast anlegen.", "einen Test für OrderFast anlegen"),
    ("Sollen wir nicht einen Test für OrderFast anlegen?", "einen Test für OrderFast anlegen"),
    ("On pourrait peut-être ajouter un test pour OrderFast.", "ajouter un test pour OrderFast"),
    ("Faudrait-il ajouter un test pour OrderFast ?", "ajouter un test pour OrderFast"),
]


@pytest.mark.requirement("U-116")
@pytest.mark.parametrize(("said", "order"), MUSED)
def test_a_change_that_is_mused_about_is_asked_first_and_is_the_order_when_agreed_to(said: str, order: str):
    graph = example_model()
    situation = Situation(graph, NodeIndex(graph))

    asked = understand(said, situation)
    assert isinstance(asked, OpenQuestion)
    [line] = asked.lines
    agreed = understand(said, Situation(graph, NodeIndex(graph), answered=[answer_line(line.label, line.options[0])]))
    ordered = understand(order, situation)

    assert isinstance(agreed, Change)
    assert isinstance(ordered, Change)
    assert [type(each) for each in agreed.operations] == [type(each) for each in ordered.operations]
    assert agreed.text == ordered.text


@pytest.mark.requirement("U-116")
@pytest.mark.parametrize("said", [each for each, _ in MUSED])
def test_nothing_is_done_where_nobody_agrees(said: str):
    graph = example_model()
    asked = understand(said, Situation(graph, NodeIndex(graph)))
    assert isinstance(asked, OpenQuestion)

    refused = understand(
        said,
        Situation(graph, NodeIndex(graph), answered=[answer_line(asked.lines[0].label, asked.lines[0].options[-1])]),
    )

    assert not isinstance(refused, Change) or refused.operations == []


@pytest.mark.requirement("U-116")
def test_what_should_be_so_is_a_demand_and_no_musing():
    graph = example_model()

    demanded = understand("The system should record the temperature.", Situation(graph, NodeIndex(graph)))

    assert isinstance(demanded, Change)
    assert demanded.proposes


@pytest.mark.requirement("U-116")
def test_what_we_should_do_may_be_advice_and_is_asked_about():
    graph = example_model()

    asked = understand("We should record the temperature.", Situation(graph, NodeIndex(graph)))

    assert isinstance(asked, OpenQuestion)
    assert "Keep it as a requirement, word for word" in asked.lines[0].options
