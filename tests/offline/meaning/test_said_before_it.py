"""What a pronoun means was said before it, and who or what belongs to something new is made with it."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of

BICYCLE = ("Fan unit:SYS", "Housing:MOD", "Fan unit -compose-> Housing")


def made(said: str) -> tuple[Change, set[tuple[str, str]]]:
    """The change that a message is, and what is new by type and name."""
    graph = graph_of(*BICYCLE)
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    return found, {(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)}


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("When a lamp fails, the electrician replaces it before the opening of the hall.", "Replace lamp"),
        ("Fällt eine Lampe aus, ersetzt sie der Elektriker vor der Öffnung des Saals.", "Lampe ersetzen"),
        ("Si une lampe ne s'allume pas, l'électricien la remplace avant l'ouverture de la salle.", "Remplacer une lampe"),
    ],
)  # fmt: skip
def test_a_pronoun_means_nothing_that_is_said_behind_it(said: str, deed: str) -> None:
    _, new = made(said)

    assert ("FUNC", deed) in new


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("said", "use_case", "person"),
    [
        ('I need a use case "Cancel visit" for the patient.', "Cancel visit", "Patient"),
        ("Ich brauche noch einen Anwendungsfall „Termin absagen“ für den Patienten.", "Termin absagen", "Patient"),
        ("Je voudrais un cas d'utilisation « Annuler visite » pour le patient.", "Annuler visite", "Patient"),
    ],
)
def test_whom_a_new_use_case_is_for_takes_part_in_it(said: str, use_case: str, person: str) -> None:
    found, new = made(said)

    assert {("UC", use_case), ("ACTOR", person)} <= new
    assert found.proposes


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("Add two bearings, a motor and the grille to the fan unit.", {"Bearings", "Motor", "Grille"}),
        ("Füge zur Fan unit zwei Lager, einen Motor und das Gitter hinzu.", {"Lager", "Motor", "Gitter"}),
        ("ajoute au fan unit deux paliers, un moteur et la grille", {"Paliers", "Moteur", "Grille"}),
    ],
)
def test_several_nouns_that_are_added_to_a_part_are_parts_of_it(said: str, parts: set[str]) -> None:
    found, new = made(said)

    assert {name for node_type, name in new if node_type == "MOD"} == parts
    assert found.proposes


@pytest.mark.requirement("U-624")
def test_german_am_begins_no_question() -> None:
    _, new = made("Am Montag wischt der Hausmeister die Treppe.")

    assert {("ACTOR", "Hausmeister"), ("FUNC", "Treppe wischen")} <= new
