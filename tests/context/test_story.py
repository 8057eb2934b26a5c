"""A question is asked, a wish is built: the same words and rights always lead to the same story."""

from __future__ import annotations

import pytest

from graphwright.context.workflow_choice import WorkflowChoice, asks_only
from graphwright.offline.understand import Change, ReadOnlyAnswer
from graphwright.workflows.registry import choose_workflow
from tests.offline.documented import SENTENCES, example_model, heard

WISHES = """\
A customer places an order.
Könntest du bitte eine Funktion Versand anlegen?
Peux-tu ajouter une fonction Livraison ?
Can you add a function Ship?
Delete Report
The system validates orders
Füge einen Test hinzu. Was fehlt sonst noch?
Describe Ship: it ships things
Name the buyer Customer and delete the report
Was heißt MOD, und wie arbeitet man damit: leg bitte gleich ein Modul für die Anzeige an.
Erkläre nicht viel: die Reinigung soll höchstens 20 Minuten dauern.
Nenn das Personal Reinigungskraft und lösche alles, was nur für den Techniker da ist.
Décris le système et ajoute un acteur Client
ValidateOrder satisfies OrderReq"""
QUESTIONS = """\
Was macht ValidateOrder?
Que fait le node fetch-api ?
What does ValidateOrder touch
Can I delete Report?
Kann ich Report löschen?
Can you explain what Ship does?
Explain the flow
Tell me which functions add data and change flows
Show me the functions and explain the changes
Vergleiche Miete und Zahlung: Aufgaben, Schnittstellen, Anforderungen
Zeig mir, was die Tests prüfen und ändern
Zeige mir alle Tests
What if we add a cache?
Qu'est-ce qui utilise OrderRequest
Ist Customer mit Order verbunden?
ما هي الوظائف؟
?
x
Danke"""


@pytest.mark.requirement("D-23")
@pytest.mark.parametrize("text", WISHES.splitlines())
def test_a_wish_is_built(text):
    assert choose_workflow(text, may_build=True) == WorkflowChoice(workflow="build", chosen_by="wish")


@pytest.mark.requirement("D-23")
@pytest.mark.parametrize("text", QUESTIONS.splitlines())
def test_a_question_is_asked(text):
    assert choose_workflow(text, may_build=True) == WorkflowChoice(workflow="ask", chosen_by="question")


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    "text",
    [
        "Untersuche, ob mein Carport eine Genehmigung braucht.",
        "Könntest du bitte untersuchen, wer zuständig ist?",
        "Prüfe, welche Fristen gelten",
        "Please investigate whether my carport needs a permit",
        "Look into the deadlines of the brake tests",
        "Peux-tu examiner si un permis est exigé ?",
        "Vérifiez si le plan local le permet",
    ],
)
@pytest.mark.parametrize("may_build", [True, False])
def test_who_wants_something_looked_into_gets_an_investigation(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="investigate", chosen_by="verb")


@pytest.mark.requirement("K-18")
@pytest.mark.parametrize(
    "text",
    [
        "Discuss whether payment should be a module of its own",
        "Let's debate the three options.",
        "Diskutiere bitte, ob die Zahlung ein eigenes Modul wird",
        "Discutez si le paiement doit être un module",
    ],
)
@pytest.mark.parametrize("may_build", [True, False])
def test_who_wants_something_talked_over_gets_a_discussion(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="discuss", chosen_by="verb")


@pytest.mark.requirement("B-80", "K-18")
@pytest.mark.parametrize(
    "text", ["Derive tests", "Bitte leite die Module ab", "Kannst du Flüsse ableiten?", "Déduis les tests pour FN1"]
)
@pytest.mark.parametrize("may_build", [True, False])
def test_what_follows_from_the_model_is_asked_for_and_never_built(text, may_build):
    assert choose_workflow(text, may_build=may_build) == WorkflowChoice(workflow="ask", chosen_by="verb")


@pytest.mark.requirement("D-22", "T-11")
def test_whoever_may_not_build_is_answered_by_ask():
    assert choose_workflow("Delete Report", may_build=False) == WorkflowChoice(workflow="ask", chosen_by="rights")


@pytest.mark.requirement("K-18")
def test_every_sentence_of_the_controlled_language_comes_to_its_story():
    graph = example_model()
    wrong: list[str] = []
    for sentence in (each for group in SENTENCES.values() for each in group):
        understood, story = heard(sentence, graph), choose_workflow(sentence, may_build=True).workflow
        # What a wish finds done already is an answer too; it was a wish all the same.
        wanted = "ask" if isinstance(understood, Change) and understood.reasons else "build"
        if isinstance(understood, Change) and story != wanted:
            wrong.append(sentence)
        if isinstance(understood, ReadOnlyAnswer) and sentence.endswith("?") and story != "ask":
            wrong.append(sentence)
    assert wrong == []


@pytest.mark.requirement("WD-20")
def test_a_message_of_any_length_is_judged_by_its_beginning():
    assert choose_workflow("What? " + "a" * 1_000_000, may_build=True).workflow == "ask"


@pytest.mark.requirement("M-57", "D-23")
@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("What does ValidateOrder touch?", True),
        ("Explain the flow", True),
        ("Now work out renting: which functions does it need?", False),
        ("Which functions are there? Add one more.", False),
    ],
)
def test_what_may_be_meant_to_change_something_does_not_plainly_ask(text, plainly):
    assert asks_only(text) is plainly
