"""How many there are of what the model has, one test for what two phrases say, and units among words not known."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import NodeCreate, NodeUpdate
from tests.offline.documented import model_of

HALL = """## Nodes
Hall|SYS|Hall.SY.001|
Lockers|MOD|Lockers.MD.001|
Casiers|MOD|Casiers.MD.002|
Spinde|MOD|Spinde.MD.003|
Noise of the fan|REQ|Noise.RQ.001|The fan shall not exceed 40 dB.
Lärm der Lüftung|REQ|Laerm.RQ.002|Die Lüftung darf 40 dB nicht überschreiten.
Bruit du ventilateur|REQ|Bruit.RQ.003|Le ventilateur ne doit pas dépasser 40 dB.

## Edges
Hall.SY.001 -cp-> Lockers.MD.001, Casiers.MD.002, Spinde.MD.003
"""


def said(text: str) -> Understood:
    graph = model_of(HALL)
    return understand(text, Situation(graph, NodeIndex(graph)))


@pytest.mark.requirement("U-723")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("There are 180 lockers.", "Lockers.MD.001"),
        ("We have 180 lockers.", "Lockers.MD.001"),
        ("Es gibt 180 Spinde.", "Spinde.MD.003"),
        ("Il y a 180 casiers.", "Casiers.MD.002"),
    ],
)
def test_how_many_there_are_of_a_part_is_kept(text, part):
    understood = said(text)

    assert isinstance(understood, Change)
    [update] = understood.operations
    assert isinstance(update, NodeUpdate)
    assert (update.ref, update.set.attributes) == (part, {"count": 180})


@pytest.mark.requirement("U-723")
@pytest.mark.parametrize("text", ["There are 3 problems.", "There are two cabinets."])
def test_of_what_the_model_has_not_nothing_is_made_because_there_are_some(text):
    understood = said(text)

    assert not isinstance(understood, Change) or not understood.operations


@pytest.mark.requirement("U-722")
@pytest.mark.parametrize(
    ("text", "demand"),
    [
        ("Write a test for the requirement on the noise of the fan.", "Noise of the fan"),
        ("Schreib einen Test für die Anforderung zum Lärm der Lüftung.", "Lärm der Lüftung"),
        ("Ajoute un test pour l'exigence sur le bruit du ventilateur.", "Bruit du ventilateur"),
    ],
)
def test_a_type_beside_the_name_of_one_is_no_second_one_that_a_test_is_for(text, demand):
    understood = said(text)

    assert isinstance(understood, Change)
    [made] = [each for each in understood.operations if isinstance(each, NodeCreate)]
    assert demand.casefold() in made.name.casefold()


@pytest.mark.requirement("U-724")
@pytest.mark.parametrize(
    "text",
    [
        "Change the frobnication to 0.5 mg/l.",
        "Ändere die Frobnikation auf 0,5 mg/l.",
        "Modifie la frobnication à 0,5 mg/l.",
    ],
)
def test_a_unit_is_no_word_that_is_not_known(text):
    told = [line for line in understood_text(text).splitlines() if text not in line]  # but for what was said itself

    assert [("robni" in line, "mg" in line) for line in told if "“" in line or "„" in line or "«" in line] == [
        (True, False)
    ]


@pytest.mark.requirement("U-725")
@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("Delete all modules that frobnicate the Lockers.", "Delete"),
        ("Lösche alle Module, die nicht zu Spinde gehören.", "Lösche"),
        ("Supprime tous les modules qui ne font pas partie de Casiers.", "Supprime"),
    ],
)
def test_where_all_of_something_is_to_go_the_one_that_is_named_is_not_offered_to_go(text, offer):
    understood = said(text)

    assert not any(each.startswith(offer) for each in getattr(understood, "suggestions", []))


def understood_text(text: str) -> str:
    understood = said(text)
    return getattr(understood, "text", "")
