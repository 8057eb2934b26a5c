"""What the model holds for and against a topic: facts with the ids they rest on, other facts for another wish."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.arguing import Wish, argued, unheard, wish_of
from graphwright.offline.meaning.matching import NodeIndex
from tests.graph.build import graph_of
from tests.offline.judging.conversations import order_system
from tests.offline.questions.bakery import bakery


def told(topic: str, *refs: str, graph: Graph | None = None, language: Language = "en") -> list[tuple[str, str]]:
    graph = graph or order_system()
    nodes = [graph.nodes[graph.find(ref)[0]] for ref in refs]
    return [(each.side, each.text) for each in argued(topic, nodes, graph, language)]


@pytest.mark.requirement("U-141")
@pytest.mark.parametrize(
    ("topic", "wish"),
    [
        ("Should PaymentService be a system of its own?", "divide"),
        ("Sollen wir das Lager vom Versand trennen?", "divide"),
        ("Faut-il séparer le paiement ?", "divide"),
        ("Should Oven and Burner be merged?", "join"),
        ("Sollen wir Ofen und Brenner zusammenlegen?", "join"),
        ("Faut-il fusionner le four et le brûleur ?", "join"),
        ("Can we do without CheckStock?", "remove"),
        ("Sollen wir auf CheckStock verzichten?", "remove"),
        ("Faut-il supprimer CheckStock ?", "remove"),
        ("Should we replace Oven?", "replace"),
        ("Sollen wir Oven ersetzen?", "replace"),
        ("Faut-il remplacer Oven ?", "replace"),
        ("Should AnswerTime be relaxed?", "change"),
        ("Sollen wir AnswerTime verkürzen?", "change"),
        ("Faut-il assouplir AnswerTime ?", "change"),
        ("Is 240 °C hot enough?", "look"),
        ("Ist der Ofen gut getestet?", "look"),
        ("Le four est-il bien spécifié ?", "look"),
    ],
)
def test_what_a_topic_wants_is_told_by_its_words(topic: str, wish: Wish):
    assert wish_of(topic) == wish


@pytest.mark.requirement("U-141")
def test_for_dividing_speaks_what_falls_into_parts_and_against_it_what_joins_them():
    assert told("Should PaymentService be split?", "PaymentService.MD.002") == [
        (
            "for",
            (
                "the 2 functions of PaymentService.MD.002 fall into 2 groups that share no flow: "
                "AuthorisePayment.FN.003; RefundPayment.FN.006"
            ),
        ),
        (
            "against",
            "RefundTime.RQ.004, demanded of PaymentService.MD.002, has no test: nobody would notice if it broke",
        ),
    ]
    assert told("Should Kneading be split?", "Kneading.MD.001", graph=bakery()) == [
        (
            "against",
            (
                "the 2 functions of Kneading.MD.001 are joined by flows: MixDough.FN.001, ShapeLoaves.FN.002; "
                "a cut goes through them"
            ),
        ),
    ]


@pytest.mark.requirement("U-141")
def test_the_same_fact_speaks_for_joining_and_against_dividing():
    flow = (
        "between MixDough.FN.001 and ShapeLoaves.FN.002 go Dough.FL.001; "
        "each of them becomes an interface between the two if they are apart"
    )
    pair = ("MixDough.FN.001", "ShapeLoaves.FN.002")

    assert ("for", flow) in told("Should they be merged?", *pair, graph=bakery())
    assert ("against", flow) in told("Should they be separated?", *pair, graph=bakery())


@pytest.mark.requirement("U-141")
def test_against_removing_speaks_first_what_nothing_else_does():
    assert told("Can we drop CheckStock?", "CheckStock.FN.002") == [
        ("against", "only CheckStock.FN.002 satisfies StockTruth.RQ.005; without it nothing does"),
        (
            "against",
            (
                "at CheckStock.FN.002 hang at once: ReservedOrder.FL.003, StockTruth.RQ.005, PlaceOrderChain.FC.001, "
                "AcceptedOrder.FL.002, Warehouse.MD.004"
            ),
        ),
        ("for", "what is demanded of CheckStock.FN.002 is tested by TestStock.TS.003: a change can be checked"),
    ]


@pytest.mark.requirement("U-141")
def test_a_demand_is_argued_by_who_satisfies_it_and_by_the_state_of_its_tests():
    assert told("Should AnswerTime be 1 s shorter for the customer?", "Customer.AC.001", "AnswerTime.RQ.002") == [
        ("against", "TestAnswerTime.TS.002 fails today: what is demanded of AnswerTime.RQ.002 does not hold as it is"),
        ("against", "AnswerTime.RQ.002 is satisfied by OrderSystem.SY.001, ConfirmOrder.FN.004: these change with it"),
    ]


@pytest.mark.requirement("U-141")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_topic_has_arguments_with_ids_in_every_language(language: Language):
    topics = ["split", "merge", "remove", "replace", "change", "look at"]
    refs = ("AuthorisePayment.FN.003", "RefundPayment.FN.006", "AnswerTime.RQ.002")

    for topic in topics:
        found = told(f"{topic} it", *refs, language=language)
        assert found, topic
        assert all("{" not in text for _, text in found)
        assert all(".FN." in text or ".RQ." in text for _, text in found)


@pytest.mark.requirement("U-141")
@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("Should PaymentService move to the cloud before the refund?", ["cloud"]),
        ("Sollen wir PaymentService in die Cloud verlagern?", ["Cloud", "verlagern"]),
        ("Faut-il remplacer PaymentService par un satellite ?", ["satellite"]),
        ("Should PaymentService be split?", []),
    ],
)
def test_what_the_model_holds_nothing_of_is_named_as_it_was_said(topic: str, words: list[str]):
    graph = order_system()

    assert unheard(topic, graph, NodeIndex(graph)) == words


@pytest.mark.requirement("U-336")
@pytest.mark.parametrize(
    ("topic", "language"),
    [
        ("Is Warehouse well tested?", "en"),
        ("Ist Warehouse gut getestet?", "de"),
        ("Warehouse est-il bien testé ?", "fr"),
    ],
)
def test_whoever_asks_about_tests_is_told_of_tests_first(topic: str, language: Language):
    first, *others = told(topic, "Warehouse.MD.004", language=language)

    assert "TestStock.TS.003" in first[1]
    assert others
    assert "TestStock.TS.003" not in told("Is Warehouse fine?", "Warehouse.MD.004")[0][1]


def plainly_joined() -> Graph:
    """What an imported model draws as a plain relation, and does not say more of."""
    return graph_of(
        "Steer:FUNC | Steers.", "Turning:REQ | The ship shall turn within 40 s.", "Turning -relation-> Steer"
    )


@pytest.mark.requirement("U-695")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plain_relation_of_a_requirement_is_no_satisfaction_in_an_argument(language: Language):
    said = {"en": "relates to", "de": "hängt mit", "fr": "est en relation avec"}
    graph = plainly_joined()

    texts = [text for _, text in told("Should Turning change?", "Turning.RQ.001", graph=graph, language=language)]

    assert [text for text in texts if "Steer.FN.001" in text and said[language] in text]
    assert not [text for text in texts if "is satisfied by" in text or "wird von" in text or "est satisfaite" in text]


@pytest.mark.requirement("U-695")
def test_nobody_argues_that_a_plain_relation_is_the_only_way():
    texts = [text for _, text in told("Can we drop Steer?", "Steer.FN.001", graph=plainly_joined())]

    assert "at Steer.FN.001 hang at once: Turning.RQ.001" in texts
    assert not [text for text in texts if text.startswith("only")]
