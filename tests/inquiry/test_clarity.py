"""What requirements leave open: six kinds of ambiguity in three languages, each a question with answers to choose."""

from __future__ import annotations

import random

import pytest

from graphwright.inquiry.clarity import ClarifyingQuestion, RequirementQuestions, clarify
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId, SemanticId


def node(number: int, text: str, *, name: str = "", node_type: str = "REQ") -> Node:
    name = name or f"Need{number}"
    return Node(
        node_id=NodeId(f"n{number}"), semantic_id=SemanticId(f"{name}.{node_type}.{number:03}"), node_type=node_type,
        name=name, descr=text, attributes={}, created_revision=1, revision=1,
    )  # fmt: skip


def asked(*texts: str, others: tuple[Node, ...] = ()) -> list[ClarifyingQuestion]:
    nodes = [*others, *(node(number, text) for number, text in enumerate(texts, 1))]
    return [question for each in clarify(nodes, default="en") for question in each.questions]


@pytest.mark.requirement("B-81", "K-18")
@pytest.mark.parametrize(
    ("text", "kind", "about", "answers"),
    [
        ("The shop shall ship orders fast when it rains.", "vagueQuantifier", "fast",
         {"within 2 s": "The shop shall ship orders within 2 s when it rains.",
          "within 1 min": "The shop shall ship orders within 1 min when it rains."}),
        ("Das System muss einige Bestellungen nur prüfen.", "vagueQuantifier", "einige",
         {"mindestens 2": "Das System muss mindestens 2 Bestellungen nur prüfen.",
          "höchstens 10": "Das System muss höchstens 10 Bestellungen nur prüfen."}),
        ("Le logiciel doit être convivial si on le demande.", "vagueQuantifier", "convivial",
         {"dans au moins 99 % des cas":
          "Le logiciel doit être convivial (dans au moins 99 % des cas) si on le demande.",
          "selon la mesure d'un essai":
          "Le logiciel doit être convivial (selon la mesure d'un essai) si on le demande."}),
        ("The system shall store the order.", "missingConstraint", "",
         {"within 2 s": "The system shall store the order within 2 s.",
          "in at least 99 % of all cases": "The system shall store the order in at least 99 % of all cases."}),
        ("The system shall print and/or send each bill.", "unclearRelationship", "and/or",
         {"and": "The system shall print and send each bill.", "or": "The system shall print or send each bill."}),
        ("Das System muss jede Rechnung an die ZKB melden.", "undefinedTerm", "ZKB",
         {"wofür es steht": "Das System muss jede Rechnung an die ZKB (…) melden."}),
        ("The system shall keep bills for at least 10 years, TBD.", "incompleteSpecification", "TBD",
         {"leave it out": "The system shall keep bills for at least 10 years."}),
    ],
)  # fmt: skip
def test_what_is_left_open_is_asked_with_texts_that_close_it(text, kind, about, answers):
    (question,) = asked(text)
    assert (question.kind, question.about) == (kind, about)
    assert {each.words: each.text for each in question.suggestions} == answers


@pytest.mark.requirement("B-81")
@pytest.mark.parametrize(
    "text",
    [
        "The system shall confirm each order within 2 s.",
        "Das System muss jede Bestellung innerhalb von 2 s bestätigen.",
        "Le système doit confirmer chaque commande en moins de 2 s.",
        "The system shall send each bill as PDF over HTTP.",
        "The gateway (GW) shall refuse each request without a token; the GW shall log it.",
    ],
)
def test_a_text_that_leaves_nothing_open_is_not_asked_about(text):
    assert [question.about for question in asked(text)] == []


@pytest.mark.requirement("B-81")
def test_two_requirements_that_differ_in_a_number_only_contradict_each_other_and_others_do_not():
    found = clarify(
        [
            node(1, "The loaded bike shall stop within 5 m on each road."),
            node(2, "The loaded bike shall stop within 8 m on each road."),
            node(3, "The parking brake shall hold the bike on a slope of at most 10 % each night."),
            node(4, "The bell shall be heard at each corner within 5 m."),
        ],
        default="en",
    )

    assert [each.node_id for each in found] == ["n1", "n2"]
    ((first,), (second,)) = (each.questions for each in found)
    assert (first.kind, first.about, first.other, first.required) == ("conflictingStatement", "5 m", "n2", True)
    assert first.text == "Need2.REQ.002 says 8 m, this says 5 m. Which one holds?"
    assert [(each.words, each.text) for each in first.suggestions] == [
        ("8 m (Need2.REQ.002)", "The loaded bike shall stop within 8 m on each road."),
        ("this one; Need2.REQ.002 is to change", None),
    ]
    assert second.other == "n1"


@pytest.mark.requirement("B-81")
def test_the_model_offers_what_a_pronoun_means_and_what_a_short_form_stands_for():
    pump = node(8, "Moves water.", name="WaterPump", node_type="FUNC")
    door = node(9, "Opens.", name="Door", node_type="FUNC")

    (pronoun,) = asked("It shall move water when the water pump is on.", others=(door, pump))
    (short,) = asked("The tank shall be emptied by the WP each day.", others=(door, pump))

    assert [each.words for each in pronoun.suggestions] == ["WaterPump"]
    assert [each.text for each in short.suggestions] == ["The tank shall be emptied by the WP (WaterPump) each day."]


@pytest.mark.requirement("B-81")
def test_what_nobody_can_build_or_test_is_required_and_the_rest_is_not():
    questions = asked(
        "", "The system shall be fast.", "The system shall ship fast, and/or within 2 days, as the ZKB wants."
    )
    assert [(each.kind, each.required) for each in questions] == [
        ("incompleteSpecification", True), ("vagueQuantifier", True), ("missingConstraint", True),
        ("vagueQuantifier", False), ("unclearRelationship", False), ("undefinedTerm", True),
    ]  # fmt: skip


@pytest.mark.requirement("B-81", "R-40")
def test_no_text_whatever_makes_it_stumble_and_every_question_has_an_answer():
    chance = random.Random(7)
    alphabet = [
        "and/or",
        "TBD",
        "...",
        "12",
        "m",
        "§",
        "(",
        ")",
        "ÄÖÜ",
        "\n",
        "🙂",
        "it",
        "ABC",
        "fast",
        "shall",
        "-",
        "5 m",
        "within",
    ]
    nodes = [node(n, " ".join(chance.choices(alphabet, k=chance.randint(0, 40)))) for n in range(400)]

    found = clarify(nodes, default="en")

    assert len(found) > 300
    assert [each.semantic_id for each in found if not all(question.suggestions for question in each.questions)] == []


@pytest.mark.requirement("B-81")
def test_only_what_is_asked_of_is_looked_at_and_held_against_all():
    nodes = [node(1, "The bike shall stop within 5 m each time."), node(2, "The bike shall stop within 8 m each time.")]
    (only,) = clarify(nodes, only={NodeId("n2")}, default="en")
    assert isinstance(only, RequirementQuestions)
    assert (only.node_id, [each.other for each in only.questions]) == ("n2", ["n1"])


@pytest.mark.requirement("B-81", "R-43")
@pytest.mark.parametrize("filling", [" ", "(", "!"])
@pytest.mark.timeout(20)
def test_a_text_full_of_spaces_or_brackets_is_read_in_one_go(filling: str):
    text = f"The shop shall ship TBD {filling * 200_000} orders."

    kinds = {question.kind for question in asked(text)}

    assert kinds == {"incompleteSpecification", "missingConstraint"}
