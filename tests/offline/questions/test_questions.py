"""One grammar of questions: every kind of question in three languages, answered with the elements that it rests on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.questions.marks import LONGEST, marked
from graphwright.text.language import language_of
from tests.offline.questions.bakery import bakery, reply, rows

FUNCTIONS = {"Mix dough", "Shape loaves", "Bake loaves", "Count loaves"}


@pytest.mark.requirement("U-36", "U-37")
@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        (["List all functions.", "Zeig mir alle Funktionen", "Quelles sont les fonctions ?"], FUNCTIONS),
        (
            [
                "Which element has the most connections?",
                "Welches Element hat die meisten Verbindungen?",
                "Quel élément a le plus de liaisons ?",
            ],
            {"Kneading", "Oven", "Shape loaves", "Bake loaves", "Raw loaf"},
        ),
        (
            ["Is Dough used by anything?", "Wird Dough gebraucht?", "Est-ce que Dough est utilisé quelque part ?"],
            {"Shape loaves"},
        ),
        (
            [
                "Which requirements mention 500 g?",
                "Welche Anforderungen nennen 500 g?",
                "Quelles exigences mentionnent 500 g ?",
            ],
            {"Loaf weight"},
        ),
        (
            ["Which functions does Kneading carry?", "Welche Funktionen trägt Kneading?", "Que porte Kneading ?"],
            {"Mix dough", "Shape loaves"},
        ),
        (
            ["Which module carries Mix dough?", "Wer führt Mix dough aus?", "Quel module porte Mix dough ?"],
            {"Kneading"},
        ),
        (
            ["What is Burner part of?", "Zu welchem Modul gehört Burner?", "De quoi Burner fait-il partie ?"],
            {"Oven"},
        ),
        (
            ["Which parts does the Oven have?", "Woraus besteht der Oven?", "De quoi se compose Oven ?"],
            {"Burner"},
        ),
        (
            ["Who sends the raw loaf?", "Woher kommt Raw loaf?", "D'où vient Raw loaf ?"],
            {"Shape loaves"},
        ),
        (
            ["Where does the raw loaf go?", "Wer braucht Raw loaf?", "Qui reçoit Raw loaf ?"],
            {"Bake loaves"},
        ),
        (
            ["What does Shape loaves receive?", "Was bekommt Shape loaves?", "Que reçoit Shape loaves ?"],
            {"Dough"},
        ),
        (
            ["What are the outputs of Shape loaves?", "Was liefert Shape loaves?", "Que produit Shape loaves ?"],
            {"Raw loaf"},
        ),
        (
            [
                "Which functions send something to Bake loaves?",
                "Welche Funktionen senden an Bake loaves?",
                "Quelles fonctions envoient à Bake loaves ?",
            ],
            {"Shape loaves"},
        ),
        (
            ["Which test verifies Oven heat?", "Welcher Test prüft Oven heat?", "Quel test vérifie Oven heat ?"],
            {"Heat test"},
        ),
        (
            ["Which functions have no module?", "Funktionen ohne Modul?", "Quelles fonctions n'ont aucun module ?"],
            {"Count loaves"},
        ),
        (
            [
                "Which requirements does nobody satisfy?",
                "Welche Anforderungen erfüllt niemand?",
                "Quelles exigences ne sont pas satisfaites ?",
            ],
            {"Loaf weight"},
        ),
        (
            [
                "untested requirements?",
                "Welche Anforderungen sind ungetestet?",
                "Quelles exigences ne sont pas testées ?",
            ],
            {"Loaf weight"},
        ),
        (
            ["Which functions have no input?", "Welche Funktionen haben keine Eingabe?", "Fonctions sans entrée ?"],
            {"Mix dough", "Count loaves"},
        ),
        (
            [
                "Which module has the most functions?",
                "Welches Modul trägt die meisten Funktionen?",
                "Quel module a le plus de fonctions ?",
            ],
            {"Kneading"},
        ),
        (
            [
                "How does the dough get from Mix dough to Bake loaves?",
                "Welchen Weg nimmt der Teig von Mix dough bis Bake loaves?",
                "Par où passe la pâte de Mix dough à Bake loaves ?",
            ],
            {"Dough", "Shape loaves", "Raw loaf"},
        ),
        (
            [
                "Which requirements are about weight?",
                "Welche Anforderungen erwähnen weight?",
                "Quelles exigences parlent de weight ?",
            ],
            {"Loaf weight"},
        ),
        (
            [
                "Which requirements are above 300 g?",
                "Welche Anforderungen liegen über 300 g?",
                "Quelles exigences dépassent 300 g ?",
            ],
            {"Loaf weight"},
        ),
        (
            [
                "Which modules carry more than one function?",
                "Welche Module tragen mindestens 2 Funktionen?",
                "Quels modules portent plus d'une fonction ?",
            ],
            {"Kneading"},
        ),
        (
            ["What comes before Bake loaves?", "Was kommt vor Bake loaves?", "Qu'est-ce qui précède Bake loaves ?"],
            {"Shape loaves"},
        ),
        (
            ["What comes after Mix dough?", "Was folgt auf Mix dough?", "Qu'est-ce qui vient après Mix dough ?"],
            {"Shape loaves"},
        ),
        (
            ["Which elements are isolated?", "Welche Elemente sind isoliert?", "Quels éléments sont isolés ?"],
            {"Driver", "Clean oven", "Count loaves", "Loaf weight"},
        ),
        (
            ["Who takes part in Bake bread?", "Wer ist an Bake bread beteiligt?", "Qui participe à Bake bread ?"],
            {"Baker"},
        ),
    ],
)
def test_a_question_is_answered_by_the_same_elements_in_three_languages(questions: list[str], expected: set[str]):
    graph = bakery()

    for question in questions:
        found = reply(question, graph)
        assert rows(found, graph) >= expected, (question, found.text)
        assert rows(found, graph) - expected == set() or found.query.kind == "path", (question, found.text)
        for node in found.nodes:
            if node.name in expected:
                assert node.semantic_id in found.text


@pytest.mark.requirement("U-36")
@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many functions are there?", "4 functions"),
        ("How many functions are in the model?", "4 functions"),
        ("Wie viele Module hat das Modell?", "3 Module"),
        ("Combien d'exigences avons-nous ?", "2 exigences"),
        ("How many functions does Kneading carry?", "2 functions"),
        ("Wie viele Eingaben hat Count loaves?", "keine Flüsse"),
        ("Combien de fonctions n'ont pas de module ?", "1 fonction"),
    ],
)
def test_a_number_is_counted_and_said(question: str, number: str):
    assert number in reply(question, bakery()).text


@pytest.mark.requirement("U-39")
@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Is Oven heat tested?", "Yes. Oven heat (OvenHeat.RQ.001) is verified by 1 test"),
        ("Is Oven heat covered by a test?", "Yes. Oven heat (OvenHeat.RQ.001) is verified by 1 test"),
        ("Ist Oven heat durch einen Test abgedeckt?", "Ja. Oven heat (OvenHeat.RQ.001) wird geprüft durch 1 Test"),
        ("Oven heat est-elle couverte par un test ?", "Oui. Oven heat (OvenHeat.RQ.001) est vérifié par 1 test"),
        ("Is Loaf weight tested?", "No. Loaf weight"),
        ("Is Count loaves allocated anywhere?", "No. Count loaves"),
        ("Does the Oven contain the Burner?", "Yes. Oven.MD.002 contains"),
        ("Is Mix dough allocated to the Oven?", "No. Mix dough (MixDough.FN.001) is carried by"),
        ("Are there functions without module?", "Yes. 1 function without module: Count loaves"),
        ("Are all functions allocated?", "No. 1 function without module: Count loaves"),
        ("Ist jede Anforderung getestet?", "Nein. 1 Anforderung ohne Test: Loaf weight"),
        ("Toutes les fonctions sont-elles allouées ?", "Non. 1 fonction sans module"),
        ("Is the burner part of the oven?", "Yes. Burner.MD.003 is part of"),
        ("Ist der Burner Teil vom Oven?", "Ja. Burner.MD.003 ist Teil von"),
        ("Burner fait-il partie de Oven ?", "Oui. Burner.MD.003 fait partie de"),
        ("Is the Oven a module?", "Yes. Oven.MD.002 is a module"),
        ("Do we have more modules than functions?", "No. 3 modules, 4 functions"),
        ("Ist Loaf weight schon getestet?", "Nein. Loaf weight"),
        ("Gibt es Anforderungen, die noch keiner erfüllt?", "Ja. 1 Anforderung"),
        ("Est-ce que Oven heat est vérifiée ?", "Oui. Oven heat"),
        ("Y a-t-il des modules sans fonction ?", "Oui. 1 module sans fonction"),
    ],
)
def test_yes_or_no_comes_first_and_then_the_evidence(question: str, begins: str):
    assert reply(question, bakery()).text.startswith(begins)


@pytest.mark.requirement("U-38")
@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ('Who uses "Proofing cabinet"?', "Nothing in the model is called “Proofing cabinet”."),
        ("Is there a supplier in the model?", "Nothing in the model is called “supplier”."),
        ("Gibt es einen Lieferanten?", "Nichts im Modell heißt „Lieferanten“."),
        ("Y a-t-il un fournisseur dans le modèle ?", "Le modèle n’a pas d’élément nommé «\u00a0fournisseur\u00a0»."),
        ('Is there a module called "Ovn"?', "Nothing in the model is called “Ovn”."),
        ('Where is "Kneadin"?', "Did you mean Kneading?"),
        ("What is Kneadin?", "Nothing in the model is called “Kneadin”. Did you mean Kneading?"),
        ("Wer benutzt Kneadin?", "Nichts im Modell heißt „Kneadin“. Ist Kneading gemeint?"),
        ("Qui utilise Kneadin ?", "Le modèle n’a pas d’élément nommé «\u00a0Kneadin\u00a0». S’agit-il de Kneading ?"),
    ],
)
def test_only_a_whole_name_that_was_said_is_denied_and_near_names_are_offered(question: str, denied: str):
    assert denied in reply(question, bakery()).text


@pytest.mark.requirement("U-38")
@pytest.mark.parametrize(
    "question",
    [
        "How many croissants can we sell on Sunday?",
        "Which functions cost more than we can afford this year?",
        "Combien d'impôts je vais payer cette année ?",
        "Wie wird morgen das Wetter in Ulm?",
        "Which modules dance at night?",
        "How many functions would a competitor in Lyon sell?",
        "",
        "?",
        "what",
        "the the the of of of",
    ],
)
def test_a_question_with_words_that_mean_nothing_here_is_left_to_others(question: str):
    graph = bakery()

    assert answer(question, language_of(question), graph, NodeIndex(graph)) is None


@pytest.mark.requirement("U-38")
@pytest.mark.parametrize(
    "words",
    [
        'The function "Mix dough" must complete within 20 seconds.',
        "Rename the oven to furnace.",
        "Connect the oven.",
        "Die Funktion Mix dough wird von Kneading getragen.",
        "Supprime Oven, il n'intervient plus.",
        "Dough goes from Mix dough to Bake loaves.",
    ],
)
def test_what_is_no_question_is_not_answered(words: str):
    graph = bakery()

    assert answer(words, language_of(words), graph, NodeIndex(graph)) is None


PIECES = [
    "which",
    "welche",
    "quelle",
    "how",
    "many",
    "functions",
    "Funktionen",
    "fonctions",
    "does",
    "the",
    "oven",
    "Oven",
    "carry",
    "trägt",
    "porte",
    '"',
    "?",
    "'",
    "»",
    "of",
    "them",
    "davon",
    "is",
    "ist",
    "est-ce",
    "que",
    "no",
    "kein",
    "aucun",
    "input",
    "Eingabe",
    "from",
    "von",
    "de",
    "to",
    "Dough",
    "more",
    "than",
    "mehr",
    "als",
    "2",
    "x.FN.001",
    "🙂",
    "ни",
    "口",
    ".",
]


@pytest.mark.requirement("U-36")
@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_no_words_raise_and_an_answer_rests_on_elements_that_are_there(words: list[str]):
    graph = bakery()
    found = answer(" ".join(words), "en", graph, NodeIndex(graph), before=["Which functions does Oven carry?"])

    if found is not None:
        assert found.text
        assert all(node.node_id in graph.nodes for node in found.nodes)


@pytest.mark.requirement("U-36")
def test_a_question_of_ten_thousand_words_is_cut_and_costs_no_more_than_a_long_one():
    graph = bakery()
    index = NodeIndex(graph)
    visits = [len(marked("Which oven carries functions " * times, "en", graph, index).words) for times in (30, 3_000)]

    assert visits == [LONGEST, LONGEST]
