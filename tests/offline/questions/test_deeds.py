"""Questions that tell a deed in their own sentence: conjugated, in the passive, in two pieces, in the plural."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.text.language import language_of
from tests.offline.documented import model_of

DAIRY = """## Nodes
Cellar hand|ACTOR|CellarHand.AC.001|c
Buyer|ACTOR|Buyer.AC.002|c
Press|MOD|Press.MD.001|c
Salt curd|FUNC|SaltCurd.FN.001|c
Turn wheel|FUNC|TurnWheel.FN.002|c
Wash rind|FUNC|WashRind.FN.003|c
Firm rind|REQ|FirmRind.RQ.001|c [text:"The rind shall hold 40 N."]
Curd|FLOW|Curd.FL.001|c
Wheels|FLOW|Wheels.FL.002|c

## Edges
CellarHand.AC.001 -rl-> TurnWheel.FN.002
Press.MD.001 -al-> SaltCurd.FN.001
SaltCurd.FN.001 -io-> Curd.FL.001
Curd.FL.001 -io-> TurnWheel.FN.002
TurnWheel.FN.002 -io-> Wheels.FL.002
Wheels.FL.002 -io-> WashRind.FN.003
WashRind.FN.003 -sat-> FirmRind.RQ.001
"""
GLASHUETTE = """## Nodes
Schmelzer|ACTOR|Schmelzer.AC.001|c
Prüferin|ACTOR|Prueferin.AC.002|c
Kühlofen|MOD|Kuehlofen.MD.001|c
Krug ausblasen|FUNC|KrugAusblasen.FN.001|c
Topf glasieren|FUNC|TopfGlasieren.FN.002|c
Los abnehmen|FUNC|LosAbnehmen.FN.003|c
Krüge|FLOW|Kruege.FL.001|c
Töpfe|FLOW|Toepfe.FL.002|c

## Edges
Schmelzer.AC.001 -rl-> KrugAusblasen.FN.001
Prueferin.AC.002 -rl-> LosAbnehmen.FN.003
Kuehlofen.MD.001 -al-> TopfGlasieren.FN.002
KrugAusblasen.FN.001 -io-> Kruege.FL.001
Kruege.FL.001 -io-> TopfGlasieren.FN.002
TopfGlasieren.FN.002 -io-> Toepfe.FL.002
Toepfe.FL.002 -io-> LosAbnehmen.FN.003
"""


def told(question: str, model: str = DAIRY) -> str | None:
    graph = model_of(model)
    found = answer(question, language_of(question), graph, NodeIndex(graph), findings_of=list)
    return None if found is None else found.text


@pytest.mark.requirement("U-392")
@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("who is it that turns all those wheels?", "Cellar hand", "Press"),
        ("in which part does the curd get salted?", "Press", "Cellar hand"),
        ("what happens to the curd once it has been salted?", "Turn wheel", "Wash rind"),
        ("what comes right before the rinds are washed?", "Turn wheel", "Salt curd"),
        ("what has to be done before the rinds are washed?", "Salt curd", "Press"),
        ("is there a requirement behind washing those rinds?", "Firm rind", "Nothing"),
    ],
)
def test_a_deed_is_known_in_whatever_form_it_is_told(question: str, said: str, unsaid: str):
    answered = told(question)
    assert answered is not None
    assert (said in answered, unsaid in answered) == (True, False), answered


@pytest.mark.requirement("U-392")
@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("wer bläst denn die Krüge aus?", "Schmelzer", "Prüferin"),
        ("wer nimmt eigentlich die Lose ab?", "Prüferin", "Schmelzer"),
        ("Was muss passiert sein, bevor die Töpfe glasiert werden?", "Krug ausblasen", "Los abnehmen"),
        ("was kommt, nachdem die Krüge ausgeblasen wurden?", "Topf glasieren", "Los abnehmen"),
    ],
)
def test_a_german_verb_in_two_pieces_and_a_plural_with_other_vowels_are_the_same_deed(
    question: str, said: str, unsaid: str
):
    answered = told(question, GLASHUETTE)
    assert answered is not None
    assert (said in answered, unsaid in answered) == (True, False), answered


@pytest.mark.requirement("U-392")
@pytest.mark.parametrize(
    ("question", "model", "expected"),
    [
        ("Welche Funktionen wohnen noch in keinem Modul?", GLASHUETTE, {"Krug ausblasen", "Los abnehmen"}),
        ("which functions sit on no module?", DAIRY, {"Turn wheel", "Wash rind"}),
        ("Quelles fonctions n'ont aucune exigence derrière elles ?", DAIRY, {"Salt curd", "Turn wheel"}),
    ],
)
def test_a_verb_of_place_between_two_types_says_no_more_than_that_they_belong_together(
    question: str, model: str, expected: set[str]
):
    graph = model_of(model)
    found = answer(question, language_of(question), graph, NodeIndex(graph), findings_of=list)
    assert found is not None
    assert {node.name for node in found.nodes} == expected


@pytest.mark.requirement("U-393")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("who feeds the goats?", "Nothing in the model is called “goats”."),
        ("Wer macht bei uns die Buchhaltung?", "Nichts im Modell heißt „Buchhaltung“."),
        ("qui s'occupe du pressoir chez nous ?", "Le modèle n’a pas d’élément nommé «\u00a0pressoir\u00a0»."),
    ],
)
def test_of_what_nothing_is_called_nobody_is_told(question: str, said: str):
    assert told(question) == said


@pytest.mark.requirement("U-393")
@pytest.mark.parametrize(
    "question",
    ["who sells the wheel?", "who cleans the old press room?", "who was it?", "wer kauft das Rad der Prüferin?"],
)
def test_what_something_is_called_by_is_never_denied(question: str):
    assert "Nothing" not in (told(question) or "")
    assert "Nichts" not in (told(question) or "")


@pytest.mark.requirement("U-393")
@pytest.mark.parametrize(
    "statement", ["the clerk who checks the invoice", "The nurse who washes the patients sends a note."]
)
def test_a_relative_clause_asks_nothing(statement: str):
    assert told(statement) is None
