"""An answer tells each element once, from its own side, in the grammar and the words of its language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphwright.graph.document import Graph
from graphwright.protocol.graph import Node
from tests.offline.dialogue.test_suggestions_work import REAL
from tests.offline.judging.conversations import Talk, order_system
from tests.offline.judging.hearing import hear

ASKED = {
    "en": ["What is {}?", "Tell me about {}", "What is missing?"],
    "de": ["Was ist {}?", "Erzähl mir von {}", "Was fehlt?"],
    "fr": ["Qu'est-ce que {} ?", "Parle-moi de {}", "Que manque-t-il ?"],
}
_ID = re.compile(r"[\w-]+\.[A-Z]{2}\.\d{3,}")


def _reply(graph: Graph, said: str) -> str:
    return hear(Talk(graph, []), said).text


def _best_joined(graph: Graph) -> list[Node]:
    """Some nodes that are joined with many others, each of another type and with a name of its own."""
    names = [node.name for node in graph.nodes.values()]
    ranked = sorted(graph.nodes.values(), key=lambda node: -graph.degree(node.node_id))
    alone = [node for node in ranked if names.count(node.name) == 1 and " " not in node.name]
    return list({node.node_type: node for node in reversed(alone)}.values())[:6]


@pytest.mark.requirement("U-660")
@pytest.mark.parametrize("language", ASKED)
@pytest.mark.parametrize("name", ["sample", "eole", "drone"])
def test_what_is_told_of_an_element_names_each_once(name: str, language: str, shared_data: Path) -> None:
    graph = order_system() if name == "sample" else REAL[name](shared_data)
    for node in _best_joined(graph):
        for asked in ASKED[language][:2]:
            told = _reply(graph, asked.format(node.name))
            lines = [line for line in told.splitlines() if node.semantic_id in line]
            assert lines, (asked, told)
            for part in (part for line in lines for part in line.split("; ")[1:]):
                assert node.semantic_id not in part
                assert len(_ID.findall(part)) == len(set(_ID.findall(part))), part


@pytest.mark.requirement("U-660")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("What does the Customer do?", "is part of PlaceOrderChain.FC.001, CancelOrderChain.FC.002 and ShipOrderChain"),
        ("Was macht der Customer?", "ist Teil von PlaceOrderChain.FC.001, CancelOrderChain.FC.002 und ShipOrderChain"),
        ("Que fait le Customer ?", "fait partie de PlaceOrderChain.FC.001, CancelOrderChain.FC.002 et ShipOrderChain"),
        ("Was ist PlaceOrder?", "Ziel: The order is accepted"),
        ("Qu'est-ce que PlaceOrder ?", "but : The order is accepted"),
        ("Was passiert nach AcceptOrder?", "AcceptOrder.FN.001 wird gefolgt von 1 Funktion: CheckStock.FN.002."),
        ("Was ist AnswerTime?", "AnswerTime (AnswerTime.RQ.002, Anforderung)"),
        ("What is TestStock?", "verifies StockTruth.RQ.005"),
        ("What is AcceptedOrder?", "comes from AcceptOrder.FN.001"),
        ("Fasse das Modell zusammen", "Das Modell hat 1 System"),
        ("Qu'est-ce qu'une exigence ?", "Exigence (REQ) : "),
        ("Que manque-t-il ?", "pour chaque fonction : Fonction TrackOrder.FN.008 n’est portée"),
    ],
)
def test_it_is_told_in_the_grammar_of_the_language(said: str, told: str) -> None:
    assert told in _reply(order_system(), said)


@pytest.mark.requirement("U-660")
@pytest.mark.parametrize("language", ASKED)
def test_a_finding_names_its_element_once(language: str) -> None:
    told = _reply(order_system(), ASKED[language][2])
    lines = [line for line in told.splitlines() if line.startswith("- ")]

    assert len(lines) > 3
    for line in lines:
        named = [each.partition(".")[0] for each in _ID.findall(line)]
        assert [line.count(each) for each in named] == [1] * len(named), line


@pytest.mark.requirement("U-660")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The tank weighs 3 kg.", "New: Tank (module)."),
        ("Le réservoir pèse 3 kg.", "Nouveau : Réservoir (module)."),
        ("Create a module Pump and rename it to Fan.", "New: Fan (module)."),
    ],
)
def test_what_is_new_is_not_told_as_changed_besides(said: str, told: str) -> None:
    text = _reply(Graph(order_system().ontology), said)

    assert told in text
    assert "Changed" not in text
    assert "Modifié" not in text


@pytest.mark.requirement("U-660")
def test_a_word_that_is_strange_twice_is_told_once() -> None:
    assert _reply(Graph(order_system().ontology), "Ersetze die Frobnis durch 4 Frobnis").count("„Frobnis“") == 1


@pytest.mark.requirement("U-660")
def test_of_several_that_have_none_each_has_a_sentence(shared_data: Path) -> None:
    told = _reply(REAL["drone"](shared_data), "What satisfies power?")

    assert [line.split(" is satisfied by no ")[0] for line in told.splitlines()] == [
        "power (Power.RQ.003)",
        "Power.RQ.014",
    ]
