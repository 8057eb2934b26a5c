"""However it is put: indirect, mistyped, as one word, by a value, by words that are no name; and about the method."""

from __future__ import annotations

import pytest

from graphwright.context.indirect import direct
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.questions.messages import question_words
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, Situation
from tests.offline.documented import model_of
from tests.offline.questions.bakery import bakery, reply, rows

SURGERY = """## Nodes
Reception desk|MOD|ReceptionDesk.MD.001|Where people report.
Card reader|MOD|CardReader.MD.002|Reads cards.
Label reader|MOD|LabelReader.MD.003|Reads labels.
Doctor|ACTOR|Doctor.AC.001|Examines. [subtype:HumanActor]
Laboratory|ACTOR|Laboratory.AC.002|Analyses blood. [subtype:ExternalSystem]
Quiet|REQ|Quiet.RQ.001|The card reader shall not be louder than 45 dB. [kind:quality, rationale:People sleep]
Fast|REQ|Fast.RQ.002|The card reader shall answer within 2 s. [kind:quality]
Signed|REQ|Signed.RQ.003|A finding shall be signed. [kind:functional]
Sound test|TEST|SoundTest.TS.001|Measures. [status:failed]
Sign test|TEST|SignTest.TS.002|Looks. [status:passed]

## Edges
Quiet.RQ.001 -vf-> SoundTest.TS.001
Signed.RQ.003 -vf-> SignTest.TS.002
"""


def surgery() -> Graph:
    return model_of(SURGERY)


@pytest.mark.requirement("U-86")
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I wonder which ovens nobody cleans.", "Which ovens nobody cleans?"),
        ("Can you tell me how many tests there are", "How many tests there are?"),
        ("Do you know if the oven is tested?", "The oven is tested?"),
        ("Sorry, newbie question: what is a flow?", "what is a flow?"),
        ("Weißt du zufällig, ob der Ofen getestet ist?", "Der Ofen getestet ist?"),
        ("Mich würde interessieren, wer den Teig knetet.", "Wer den Teig knetet?"),
        ("Je me demande qui nettoie le four.", "Qui nettoie le four?"),
        ("Pourriez-vous me dire combien de tests il y a ?", "Combien de tests il y a?"),
    ],
)
def test_an_indirect_question_is_made_direct(said: str, asked: str):
    assert direct(said) == asked


@pytest.mark.requirement("U-86")
@pytest.mark.parametrize(
    "said",
    [
        "Can you tell the driver what to do?",
        "The clerk wonders. Which oven is hot?",
        "Who carries MixDough.FN.001?",
        "The oven tells me its heat.",
        "Kannst du einen Test anlegen?",
        "Je me demande.",
    ],
)
def test_everything_else_stays_as_it_was(said: str):
    assert direct(said) == said


@pytest.mark.requirement("U-86")
@pytest.mark.parametrize(
    "question",
    [
        "wich requirments have no test",
        "weche Anforderungn haben keinen Test",
        "quelles exigenses n'ont pas de test",
        "I'd like to know which requirements have no test.",
        "Bei welchen Anforderungen fehlt noch ein Test?",
    ],
)
def test_a_question_with_slips_or_a_frame_asks_the_same(question: str):
    graph = bakery()

    found = understand(question, Situation(graph, NodeIndex(graph), findings_of=list))

    assert isinstance(found, ReadOnlyAnswer), found
    assert found.node_ids == [graph.find("LoafWeight.RQ.002")[0]]


@pytest.mark.requirement("U-86")
@pytest.mark.parametrize("said", ["Lisa bakes the bread.", "Whisk mixes the dough."])
def test_a_sentence_that_only_begins_nearly_like_a_question_is_built_from(said: str):
    graph = bakery()

    assert isinstance(understand(said, Situation(graph, NodeIndex(graph))), Change | OpenQuestion)


@pytest.mark.requirement("U-88")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which tests failed?", {"Sound test"}),
        ("Welche Tests sind durchgefallen?", {"Sound test"}),
        ("Quels tests ont échoué ?", {"Sound test"}),
        ("Which tests did not fail?", {"Sign test"}),
        ("List the quality requirements.", {"Quiet", "Fast"}),
        ("Nenne die Qualitätsanforderungen.", {"Quiet", "Fast"}),
        ("Liste les exigences de qualité.", {"Quiet", "Fast"}),
        ("Which requirements have no rationale?", {"Fast", "Signed"}),
        ("Welche Anforderungen haben eine Begründung?", {"Quiet"}),
        ("Quelles exigences n'ont pas de justification ?", {"Fast", "Signed"}),
        ("Which actors are people?", {"Doctor"}),
        ("Welche externen Systeme gibt es?", {"Laboratory"}),
        ("Which requirements have a failed test?", {"Quiet"}),
    ],
)
def test_elements_are_asked_for_by_what_their_attributes_say(question: str, expected: set[str]):
    graph = surgery()

    assert rows(reply(question, graph), graph) == expected


@pytest.mark.requirement("U-88")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Did Sound test pass?", "No. status of SoundTest.TS.001: failed."),
        ("Ist Quiet eine Qualitätsanforderung?", "Ja. Art von Quiet.RQ.001: quality."),
        ("What is the rationale of Quiet?", "rationale of Quiet.RQ.001: People sleep."),
        ("How loud may the card reader be?", "Quiet.RQ.001: “The card reader shall not be louder than 45 dB.”"),
        ("Wie schnell muss Card reader sein?", "Fast.RQ.002: „The card reader shall answer within 2 s.“"),
    ],
)
def test_an_attribute_or_a_size_of_something_named_is_told(question: str, text: str):
    assert text.replace("SoundTest.TS.001", "Sound test (SoundTest.TS.001)") in reply(question, surgery()).text


@pytest.mark.requirement("U-89")
@pytest.mark.parametrize(
    "question",
    [
        "How many readers are there?",
        "Welche Module haben „reader“ im Namen?",
        'Quels modules ont "reader" dans leur nom ?',
        "Is there a reader?",
    ],
)
def test_words_that_are_no_name_are_looked_for_in_names(question: str):
    graph = surgery()

    assert rows(reply(question, graph), graph) == {"Card reader", "Label reader"}


@pytest.mark.requirement("U-89")
def test_what_nothing_is_called_by_is_told_so():
    assert reply("Is there a printer?", surgery()).text == "No. Nothing in the model is called “printer”."


@pytest.mark.requirement("U-90")
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When is something a use case and when is it just a function?", ["Use case (UC)", "Function (FUNC)"]),
        ("How do I write a requirement?", ["Requirement (REQ)", "shall"]),
        ("Wie halte ich fest, dass ein Modul eine Funktion ausführt?", ["Modul trägt Funktion", "allocate"]),
        ("Wozu braucht man Tests?", ["Test (TEST)", "Anforderung wird geprüft durch Test"]),
        ("À quoi sert un flux ?", ["Flux (FLOW)", "Fonction transmet à Flux"]),
    ],
)
def test_a_question_about_the_method_is_answered_from_the_ontology(question: str, words: list[str]):
    text = reply(question, bakery()).text

    assert [each for each in words if each not in text] == []


@pytest.mark.requirement("U-90")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_an_answer_about_the_method_gives_may_be_said(language):
    graph = model_of(
        "## Nodes\nOven reach|REQ|OvenReach.RQ.001|x\nOfen erreichen|REQ|O.RQ.002|x\nFour atteindre|REQ|F.RQ.003|x"
    )
    understood = {
        sentence: understand(sentence, Situation(graph, NodeIndex(graph), findings_of=list))
        for sentence in question_words(language).samples.values()
    }

    assert [each for each, came in understood.items() if not isinstance(came, Change | OpenQuestion)] == []


@pytest.mark.requirement("U-87")
@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (["Which requirements have no test?", "And which have one?"], {"Quiet", "Signed"}),
        (["Welche Anforderungen haben einen Test?", "welche davon sind fehlgeschlagen?"], {"Quiet"}),
        (["Quelles exigences n'ont pas de test ?", "et lesquelles en ont un ?"], {"Quiet", "Signed"}),
        (["How many tests are there?", "Which ones?"], {"Sound test", "Sign test"}),
        (["Which tests verify Quiet?", "And the other tests?"], {"Sign test"}),
        (["Does Quiet have a test?", "Did it pass?", "And the others?"], {"Sign test"}),
    ],
)
def test_a_question_leans_on_all_of_the_talk_before_it(talk: list[str], expected: set[str]):
    graph = surgery()

    *before, last = talk
    found = answer(last, "en", graph, NodeIndex(graph), before=before[::-1])

    assert found is not None
    assert {node.name for node in found.nodes} == expected


@pytest.mark.requirement("U-87")
def test_the_last_rows_are_counted_where_only_a_number_is_asked_for():
    graph = surgery()

    found = answer("and how many is that?", "en", graph, NodeIndex(graph), before=["Which tests failed?"])

    assert found is not None
    assert found.text.startswith("1 test")


PARTS = """## Nodes
Rover|SYS|Rover.SY.001|Drives.
Arm|MOD|Arm.MD.001|Reaches.
Mast|MOD|Mast.MD.002|Sees.
Drive|FUNC|Drive.FN.001|Drives on.
Cart|SYS|Cart.SY.002|Rolls.
Axle|MOD|Axle.MD.003|Turns.

## Edges
Rover.SY.001 -cp-> Arm.MD.001
Rover.SY.001 -cp-> Mast.MD.002
Rover.SY.001 -cp-> Drive.FN.001
Cart.SY.002 -cp-> Axle.MD.003
"""


@pytest.mark.requirement("U-506")
@pytest.mark.parametrize(
    ("question", "counted"),
    [
        ("Woraus besteht der Rover?", "besteht aus 2 Modulen:"),
        ("Woraus besteht der Cart?", "besteht aus 1 Modul:"),
        ("What does the rover consist of?", "consists of 2 modules:"),
    ],
)
def test_what_is_counted_stands_in_the_case_that_the_words_before_it_want(question, counted):
    assert counted in reply(question, model_of(PARTS)).text
