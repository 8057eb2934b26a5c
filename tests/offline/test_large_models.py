"""A message to a large model: what is looked up by names and words is not walked for, however many elements there are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.held import HeldAttributes
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.resolving import holding
from graphwright.offline.understand import understand
from graphwright.offline.understood import Situation
from graphwright.protocol.graph import Node
from graphwright.text.words import content, contents
from tests.graph.build import graph_of
from tests.offline.counting import calls_of

SLACK = 1.25
"""What a sentence may cost more on a model of four times the size."""


def of_size(elements: int) -> tuple[Graph, NodeIndex]:
    """A model of so many functions and parts, none called like another in its first words."""
    lines = [
        line
        for number in range(elements // 2)
        for line in (f"{letters(number)} step:FUNC", f"{letters(number, 'qwxz')} part:MOD")
    ]
    graph = graph_of(*lines)
    return graph, NodeIndex(graph)


def letters(number: int, alphabet: str = "bdfglmnprstv") -> str:
    """A made-up word for a number."""
    word = ""
    for _ in range(6):
        number, at = divmod(number, len(alphabet))
        word += f"{alphabet[at]}o"
    return word.capitalize()


@pytest.mark.requirement("U-374")
@pytest.mark.parametrize(
    "text",
    [
        "The clerk weighs the parcel.",
        "Delete the mixer.",
        "Rename the gizmo to gadget.",
        "Before the weighing the clerk opens the gate.",
        "After weighing, the clerk opens the gate.",
        "Add a test for the frobnicator.",
        "What is Bodobo?",
    ],
)
def test_a_sentence_costs_no_more_on_a_larger_model(text: str):
    def work(graph: Graph, index: NodeIndex) -> int:
        situation = Situation(graph, index, findings_of=list, suggests=False)
        understand(text, situation)  # the words of the languages are known from here on
        return calls_of(lambda: understand(text, situation))

    assert work(*of_size(1_600)) <= SLACK * work(*of_size(400))


def held(graph: Graph) -> HeldAttributes:
    """The attributes of a graph, counted anew."""
    counted = HeldAttributes()
    for node in graph.nodes.values():
        counted.take(node)
    return counted


@pytest.mark.requirement("U-374")
def test_what_elements_have_stays_counted_when_they_change_and_go():
    graph = graph_of("Pump:MOD", "Valve:MOD", "Trial:TEST")
    pump, valve, trial = graph.nodes.values()
    index = NodeIndex(graph)

    def put(node: Node, **attributes: str) -> None:
        graph.put_node(replace(node, attributes=attributes))
        graph.revision += 1
        for _ in index.fill():
            pass

    put(pump, colour="Red", note="two words")
    put(valve, colour="red")
    put(trial, status="failed")
    assert set(index.held.keys) == {"colour", "note", "status"}
    assert set(index.held.called("red")) == {("colour", "Red"), ("colour", "red")}
    assert set(index.held.called("two words")) == {("note", "two words")}
    assert set(index.held.values("colour")) == {"Red", "red"}

    put(pump, colour="blue")
    put(trial)
    assert set(index.held.keys) == {"colour"}
    assert set(index.held.called("red")) == {("colour", "red")}
    assert set(index.held.called("failed")) == set()
    assert vars(index.held) == vars(held(graph))


@pytest.mark.requirement("U-374")
def test_what_holds_a_word_is_found_as_it_is_called_by_now():
    graph = graph_of("Sand filter:MOD", "Filter press:MOD", "Oil sump:MOD")
    index = NodeIndex(graph)
    draft = Draft(graph, index, "en")
    sand, press, _ = graph.nodes.values()

    assert holding(["filter"], draft) == [sand, press]

    draft.update(sand, name="Sand trap")
    made = draft.create("MOD", "Air filter", "Cleans air.")
    assert [node.name for node in holding(["filter"], draft)] == ["Filter press", "Air filter"]
    assert holding(["filter"], draft)[-1] == made


@pytest.mark.requirement("U-374")
def test_many_texts_together_speak_of_what_each_speaks_of():
    texts = ["The oven shall reach 240 °C.", "Der Ofen prüft die Teiglinge.", "OrderFast and placeOrder", "", "x 7"]

    assert contents(texts) == frozenset[str]().union(*map(content, texts))
