"""Questions as people say and type them: without an apostrophe, as a choice, as an overview, behind a condition."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation, UnclearMessage, Understood
from graphwright.text.language import language_of
from tests.offline.questions.bakery import bakery, reply, rows


def said(text: str) -> Understood:
    graph = bakery()
    return understand(text, Situation(graph, NodeIndex(graph), findings_of=list))


def answered_rows(text: str) -> set[str]:
    """The names that the answer to a message rests on."""
    graph = bakery()
    found = said(text)
    assert isinstance(found, ReadOnlyAnswer), found
    return {graph.nodes[each].name for each in found.node_ids}


@pytest.mark.requirement("U-360")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what functions dont have any module", {"Count loaves"}),
        ("which requirements havent got a test", {"Loaf weight"}),
        ("which functions havnt any module", {"Count loaves"}),
        ("Welche Funktion hat gar kein Modul?", {"Count loaves"}),
        ("Welches Modul trägt überhaupt keine Funktion?", {"Burner"}),
        ("Welche Anforderung hat denn gar keinen Test?", {"Loaf weight"}),
        ("quelles fonctions nont pas de module", {"Count loaves"}),
        ("quelles exigences ont aucun test", {"Loaf weight"}),
        ("Quelles exigences n'ont pas du tout de test ?", {"Loaf weight"}),
    ],
)
def test_a_denial_is_understood_however_it_is_typed(question: str, expected: set[str]):
    assert answered_rows(question) == expected


@pytest.mark.requirement("U-360")
@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Isn't there a test for Oven heat?", "Yes."),
        ("isnt there a test for Loaf weight?", "No."),
        ("Isn't Oven heat tested?", "Yes."),
        ("Is there no test for Loaf weight?", "Yes."),
    ],
)
def test_a_question_that_opens_with_a_denial_asks_whether_it_is_so(question: str, begins: str):
    assert reply(question, bakery()).text.startswith(begins)


@pytest.mark.requirement("U-361")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Do we have more functions or more modules?", "4 functions, 3 modules."),
        ("What is there more of, tests or requirements?", "1 test, 2 requirements."),
        ("Gibt es mehr Tests oder mehr Anforderungen?", "1 Test, 2 Anforderungen."),
        ("Haben wir weniger Akteure oder weniger Module?", "2 Akteure, 3 Module."),
        ("Y a-t-il plus de fonctions ou de modules ?", "4 fonctions, 3 modules."),
        ("Avons-nous moins de tests ou moins d'exigences ?", "1 test, 2 exigences."),
    ],
)
def test_a_choice_between_two_types_tells_both_numbers_and_no_yes(question: str, text: str):
    assert reply(question, bakery()).text == text


@pytest.mark.requirement("U-361")
def test_a_comparison_with_than_still_says_yes_or_no():
    assert reply("Are there more modules than functions?", bakery()).text == "No. 3 modules, 4 functions."


@pytest.mark.requirement("U-362")
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("give me an overview of the parts of the Oven", {"Oven", "Burner", "Bake loaves"}),
        ("Give me a summary of the functions of Kneading", {"Kneading", "Mix dough", "Shape loaves"}),
        ("Gib mir eine Übersicht der Tests", {"Heat test"}),
        ("Gib mir einen Überblick über die Funktionen von Kneading", {"Kneading", "Mix dough", "Shape loaves"}),
        ("Donne-moi un aperçu des parties de Oven", {"Oven", "Burner"}),
        ("fais-moi un résumé des modules", {"Kneading", "Oven", "Burner"}),
    ],
)
def test_an_overview_of_something_is_told_and_nothing_is_made_of_it(order: str, expected: set[str]):
    assert answered_rows(order) == expected


@pytest.mark.requirement("U-362")
@pytest.mark.parametrize("order", ["Give me a module Pump", "Gib mir ein Modul Pumpe", "Donne-moi un module Pompe"])
def test_an_order_for_an_element_still_makes_it(order: str):
    assert isinstance(said(order), Change)


@pytest.mark.requirement("U-363")
@pytest.mark.parametrize(
    "question",
    [
        "If the requirement Oven heat changes, what do I have to look at?",
        "If Oven heat is replaced, what else must I check?",
        "Wenn sich die Anforderung Oven heat ändert, was muss ich dann alles anschauen?",
        "Was muss ich noch prüfen, falls Oven heat geändert wird?",
        "Si l'exigence Oven heat change, qu'est-ce que je dois revoir ?",
        "Si Oven heat est modifiée, que dois-je vérifier ?",
    ],
)
def test_what_to_look_at_behind_a_condition_is_what_the_change_reaches(question: str):
    graph = bakery()
    found = reply(question, graph)

    assert (found.query.kind, rows(found, graph)) == ("impact", {"Bake loaves", "Heat test"})


@pytest.mark.requirement("U-364")
@pytest.mark.parametrize(
    "question",
    [
        "Is the driver involved in the frobbing?",
        "Does the oven carry the frobnicator?",
        "Ist der Driver am Ausliefern beteiligt?",
        "Hängt Oven mit dem Schornstein zusammen?",
        "Le Driver participe-t-il à la livraison ?",
    ],
)
def test_nothing_is_affirmed_or_denied_of_something_unknown(question: str):
    graph = bakery()

    assert answer(question, language_of(question), graph, NodeIndex(graph)) is None
    assert isinstance(said(question), UnclearMessage)


@pytest.mark.requirement("U-366")
@pytest.mark.parametrize(
    "question",
    [
        "who isn't involved in any use case?",
        "Who does not take part in any use case?",
        "Wer ist an keinem Use Case beteiligt?",
        "Welcher Akteur nimmt an keinem Anwendungsfall teil?",
        "Wer wirkt bei keinem Use Case mit?",
        "Qui ne participe à aucun cas d'utilisation ?",
        "Quel acteur ne participe à aucun cas d'utilisation ?",
    ],
)
def test_who_takes_part_in_nothing_is_a_person_and_no_use_case(question: str):
    graph = bakery()

    assert rows(reply(question, graph), graph) == {"Driver"}


@pytest.mark.requirement("U-366")
@pytest.mark.parametrize(
    "question",
    [
        "Is there a way from Mix dough to Bake loaves, and if so over which steps?",
        "Gibt es einen Weg von Mix dough zu Bake loaves, und wenn ja über welche Schritte?",
        "Kommt man von Mix dough zu Bake loaves?",
        "Y a-t-il un chemin de Mix dough à Bake loaves, et par quelles étapes ?",
    ],
)
def test_whether_there_is_a_way_is_told_with_its_steps(question: str):
    graph = bakery()
    found = reply(question, graph)

    assert (found.query.kind, rows(found, graph)) == ("path", {"Dough", "Shape loaves", "Raw loaf"})


@pytest.mark.requirement("U-367")
@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        ("What is Shape loaves?", "and what comes before?", {"Mix dough"}),
        ("What is Shape loaves?", "What happens next?", {"Bake loaves"}),
        ("Was ist Shape loaves?", "und was kommt davor?", {"Mix dough"}),
        ("Was ist Shape loaves?", "Und danach?", {"Bake loaves"}),
        ("Qu'est-ce que Shape loaves ?", "et qu'est-ce qui vient avant ?", {"Mix dough"}),
        ("Qu'est-ce que Shape loaves ?", "Que se passe-t-il ensuite ?", {"Bake loaves"}),
    ],
)
def test_what_comes_before_or_after_is_asked_of_what_was_spoken_of(before: str, question: str, expected: set[str]):
    graph = bakery()
    found = answer(question, language_of(before), graph, NodeIndex(graph), before=[before])

    assert found is not None
    assert rows(found, graph) == expected


@pytest.mark.requirement("U-361")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does Kneading have more functions than Oven?", "Yes. Kneading.MD.001: 2 functions. Oven.MD.002: 1 function."),
        ("Hat Kneading mehr Teile als Oven?", "Nein. Kneading.MD.001: 0 Elemente. Oven.MD.002: 1 Element."),
        ("Trägt Oven weniger Funktionen als Kneading?", "Ja. Oven.MD.002: 1 Funktion. Kneading.MD.001: 2 Funktionen."),
        (
            "Kneading a-t-il plus de fonctions que Oven ?",
            "Oui. Kneading.MD.001 : 2 fonctions. Oven.MD.002 : 1 fonction.",
        ),
        ("Which has more functions, Kneading or Oven?", "Kneading.MD.001: 2 functions. Oven.MD.002: 1 function."),
    ],
)
def test_of_two_that_are_named_it_is_counted_what_each_has(question: str, text: str):
    assert reply(question, bakery()).text == text


@pytest.mark.requirement("U-367")
@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("What happens if Oven fails? Which functions are gone then?", {"Bake loaves"}),
        ("Was passiert, wenn Oven ausfällt? Welche Funktionen sind dann weg?", {"Bake loaves"}),
        ("Que se passe-t-il si Oven tombe en panne ? Quelles fonctions sont alors touchées ?", {"Bake loaves"}),
    ],
)
def test_a_second_question_of_a_message_leans_on_the_first(message: str, expected: set[str]):
    graph = bakery()
    found = said(message)

    assert isinstance(found, ReadOnlyAnswer)
    assert {each for each in expected if each in found.text.splitlines()[1]} == expected
    assert all(
        node.name not in found.text.splitlines()[1] for node in graph.of_type("FUNC") if node.name not in expected
    )


@pytest.mark.requirement("U-369")
@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            "Which tests are there? Which frobs glimmer?",
            "Left out, because I did not understand it: Which frobs glimmer?",
        ),
        (
            "Welche Tests gibt es? Welche Frobs glimmen?",
            "Weggelassen, weil ich es nicht verstanden habe: Welche Frobs glimmen?",
        ),
        (
            "Quels tests existent ? Quels frobs brillent ?",
            "Laissé de côté, car je ne l'ai pas compris : Quels frobs brillent ?",
        ),
    ],
)
def test_a_question_that_has_no_answer_beside_others_is_said_to_be_left_out(message: str, line: str):
    found = said(message)

    assert isinstance(found, ReadOnlyAnswer)
    assert found.text.splitlines()[-1] == line
