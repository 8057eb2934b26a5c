"""Where what is done belongs: among the deeds of the model, and under the heading of its list; in three languages."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning import anchors
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str, *model: str) -> Meant:
    """What a message means for a small model."""
    graph = graph_of(*model)
    return means(read(text), graph, NodeIndex(graph))


def leads(edges: set[str], source: str, target: str) -> bool:
    """Does a flow lead from one deed to the other?"""
    written = {each.split(" -io-> ")[1] for each in edges if each.startswith(f"{source} -io-> ")}
    return any(f"{flow} -io-> {target}" in edges for flow in written)


@pytest.mark.requirement("U-170")
@pytest.mark.parametrize(
    ("text", "model", "ways"),
    [
        ("After fulling the fleece the jenny prints a slip.", ["Full fleece"], [("Full fleece", "Print slip")]),
        ("Nach der Walkung druckt das Rauwerk einen Zettel.", ["Walkung"], [("Walkung", "Zettel drucken")]),
        ("Après le foulage, le flourbin imprime un bon.", ["Fouler"], [("Fouler", "Imprimer un bon")]),
        ("Before the fleece check the jenny prints a slip.", ["Check fleece"], [("Print slip", "Check fleece")]),
        ("Vor dem Walken druckt das Rauwerk einen Zettel.", ["Walken"], [("Zettel drucken", "Walken")]),
        ("Avant de fouler, le flourbin imprime un bon.", ["Fouler"], [("Imprimer un bon", "Fouler")]),
        (
            "Between Full fleece and Nap fleece the jenny prints a slip.",
            ["Full fleece", "Nap fleece"],
            [("Full fleece", "Print slip"), ("Print slip", "Nap fleece")],
        ),
        (
            "Zwischen Vlies walken und Vlies rauen druckt das Rauwerk einen Zettel.",
            ["Vlies walken", "Vlies rauen"],
            [("Vlies walken", "Zettel drucken"), ("Zettel drucken", "Vlies rauen")],
        ),
        (
            "Entre Fouler et Lainer, le flourbin imprime un bon.",
            ["Fouler", "Lainer"],
            [("Fouler", "Imprimer un bon"), ("Imprimer un bon", "Lainer")],
        ),
        ("Then the jenny prints a slip.", ["Full fleece"], [("Full fleece", "Print slip")]),
        ("Danach druckt das Rauwerk einen Zettel.", ["Walken"], [("Walken", "Zettel drucken")]),
        ("Ensuite, le flourbin imprime un bon.", ["Fouler"], [("Fouler", "Imprimer un bon")]),
    ],
)
def test_what_is_done_after_before_or_between_deeds_of_the_model_is_joined_to_them(text, model, ways):
    _, edges = made(told(text, *(f"{each}:FUNC" for each in model)))

    assert [way for way in ways if not leads(edges, *way)] == []


@pytest.mark.requirement("U-170")
@pytest.mark.parametrize(
    "text",
    ["After the harvest the jenny prints a slip.", "Then the jenny prints a slip."],
)
def test_what_names_no_deed_of_the_model_joins_nothing(text):
    _, edges = made(told(text, "Full fleece:FUNC", "Nap fleece:FUNC"))

    assert not any("fleece" in each for each in edges)


@pytest.mark.requirement("U-170")
@pytest.mark.parametrize(
    "text",
    [
        "After it rains, the gardener closes the window.",
        "Once it is full, the tank closes the valve.",
        "Before this week the clerk checks the invoice.",
        "Sobald es brennt, meldet der Sensor den Alarm.",
        "Bevor es dunkel wird, schaltet der Hausmeister das Licht ein.",
        "Après le pain, le client mange le fromage.",
        "Après la pause, le client mange le fromage.",
        "After the bread the baker bakes the cake.",
    ],
)
def test_a_pronoun_or_article_that_only_begins_a_clause_points_at_no_deed(text):
    _, edges = made(told(text, "Bake bread:FUNC"))

    assert [each for each in edges if "Bake bread" in each] == []


@pytest.mark.requirement("U-170")
@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("After baking bread, the baker sells the loaf.", ("Bake bread", "Sell loaf")),
        ("After baking bread the baker sells the loaf.", ("Bake bread", "Sell loaf")),
        ("Before it does that, the clerk weighs the flour.", ("Weigh flour", "Bake bread")),
        ("The clerk weighs the flour once this is done.", ("Bake bread", "Weigh flour")),
        ("Après cela, le client mange le fromage.", ("Bake bread", "Manger le fromage")),
    ],
)
def test_an_anchor_ends_with_its_clause_and_leaves_who_does_the_rest(text, way):
    nodes, edges = made(told(text, "Bake bread:FUNC"))

    assert leads(edges, *way)
    assert "ACTOR" in {each.split()[0] for each in nodes}


@pytest.mark.requirement("U-170")
def test_a_sentence_of_many_anchors_takes_no_more_steps_than_its_words():
    def steps(count: int) -> int:
        text = "The clerk walks " + "between bread and milk and " * count + "sells the cake."
        graph = graph_of("Bread:FUNC", "Milk:FUNC", "Stir milk:FUNC")
        sentence, counted = read(text).sentences[0], [0]

        def step(frame: FrameType, event: str, _: object) -> None:
            counted[0] += event == "call" and frame.f_code.co_filename == anchors.__file__

        sys.setprofile(step)
        try:
            anchors.anchored(sentence, NodeIndex(graph), None)
        finally:
            sys.setprofile(None)
        return counted[0]

    assert steps(80) < 5 * steps(20)


@pytest.mark.requirement("U-171")
@pytest.mark.parametrize(
    ("text", "use_case", "steps"),
    [
        ("Steps of Rent loom: weigh the deposit, print the slip.", "Rent loom", ["Weigh deposit", "Print slip"]),
        (
            "Ablauf Webstuhl mieten: Pfand wiegen, Zettel drucken.",
            "Webstuhl mieten",
            ["Pfand wiegen", "Zettel drucken"],
        ),
        ("Étapes de « Louer » : pesée du gage, remise du bon.", "Louer", ["Pesée du gage", "Remise du bon"]),
    ],
)
def test_the_steps_of_a_use_case_of_the_model_stand_in_its_chain_in_their_order(text, use_case, steps):
    _, edges = made(told(text, f"{use_case}:UC"))

    chain = next(each.split(" -compose-> ")[1] for each in edges if each.startswith(f"{use_case} -compose-> "))
    assert all(f"{chain} -compose-> {each}" in edges for each in steps)
    assert leads(edges, *steps)


@pytest.mark.requirement("U-171")
@pytest.mark.parametrize(
    ("text", "owner", "deeds"),
    [
        ("Tasks of the loom robot:\n- fold the napkin\n- print the slip", "Loom robot", ["Fold napkin", "Print slip"]),
        ("Aufgaben des Pröbels:\n- Zettel drucken\n- Vlies falten", "Pröbel", ["Zettel drucken", "Vlies falten"]),
        (
            "Fonctions du flourbin :\n- imprimer un bon\n- plier un drap",
            "Flourbin",
            ["Imprimer un bon", "Plier un drap"],
        ),
    ],
)
def test_the_tasks_of_something_are_its_functions(text, owner, deeds):
    nodes, edges = made(told(text))

    assert f"SYS {owner}" in nodes
    assert all(f"{owner} -compose-> {each}" in edges for each in deeds)


@pytest.mark.requirement("U-171")
@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("Yarn making: carding of the wool, spinning.", "Yarn making", ["Carding of the wool", "Spinning"]),
        ("Garnherstellung: Kämmen der Wolle, Verspinnung.", "Garnherstellung", ["Kämmen der Wolle", "Verspinnung"]),
        ("Finition du drap : foulage de la laine, lainage.", "Finition du drap", ["Foulage de la laine", "Lainage"]),
    ],
)
def test_deeds_under_the_name_of_a_deed_are_its_parts(text, whole, parts):
    nodes, edges = made(told(text))

    assert nodes == {f"FUNC {each}" for each in (whole, *parts)}
    assert edges == {f"{whole} -compose-> {each}" for each in parts}


@pytest.mark.requirement("U-171")
@pytest.mark.parametrize(
    ("text", "owner"),
    [
        ("Process engineer:\n- weigh grain\n- print slip", "ACTOR Process engineer"),
        ("Workflow engine:\n- weigh grain\n- print slip", "MOD Workflow engine"),
        ("Tâches de l'infirmière:\n- compter les bons\n- plier un drap", "ACTOR Infirmière"),
        ("Tasks:\n- weigh grain\n- print slip", None),
        ("Aufgaben:\n- Korn mahlen\n- Zettel drucken", None),
        ("Tâches:\n- peser le grain\n- imprimer le bon", None),
    ],
)
def test_only_a_head_says_what_rows_are_and_a_word_for_tasks_is_nobody(text, owner):
    nodes, edges = made(told(text))

    assert {each for each in nodes if each.split()[0] in {"ACTOR", "MOD", "SYS"}} == ({owner} if owner else set())
    assert not any("result" in each.lower() for each in edges)
