"""Questions that name a value, and elements of one name, on models as they come from other tools."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from tests.graph.build import graph_of


def imported() -> Graph:
    """Requirements with levels, states and owners, and two motors of which each is in another pump."""
    return graph_of(
        "Formatting:REQ | Text shall be formatted. [level=2.2; status=Active; foreign.id=REQ004; foreign.type=2 9]",
        "Assets:REQ | Assets shall be stored. [level=2.1; status=Draft; owner=Team North; foreign.id=REQ001]",
        "Identifiers:REQ | Two of 2 ids shall differ. [level=3.1; status=Active; foreign.id=REQ003]",
        "Feed pump:MOD", "Drain pump:MOD", "Motor:MOD", "motor:MOD", "Rotor:MOD", "Coil:MOD", "Lift:FUNC",
        "Feed pump -compose-> Motor", "Drain pump -compose-> motor",
        "Motor -compose-> Rotor", "motor -compose-> Coil",
    )  # fmt: skip


def said(text: str, language: Language = "en") -> str:
    graph = imported()
    found = answer(text, language, graph, NodeIndex(graph))
    return "" if found is None else found.text


@pytest.mark.requirement("U-520")
@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which requirements have level 2.2?", "en", "1 requirement with level 2.2: REQ004"),
        ("Which requirements are on level 2.1?", "en", "1 requirement with level 2.1: REQ001"),
        ("Which requirements are of status draft?", "en", "1 requirement with status Draft: REQ001"),
        ("Which requirements have the owner Team North?", "en", "1 requirement with owner Team North: REQ001"),
        ("How many requirements have status Active?", "en", "2 requirements with status Active: "),
        ("Welche Anforderungen haben Level 2.2?", "de", "1 Anforderung mit level 2.2: REQ004"),
        ("Welche Anforderungen haben den Status Draft?", "de", "1 Anforderung mit Status Draft: REQ001"),
        ("Quelles exigences ont le level 2.2 ?", "fr", "1 exigence avec level 2.2 : REQ004"),
        ("Quelles exigences ont le statut Draft ?", "fr", "1 exigence avec statut Draft : REQ001"),
    ],
)
def test_a_value_that_a_question_names_filters(question: str, language: Language, expected: str) -> None:
    assert said(question, language).startswith(expected)


@pytest.mark.requirement("U-520")
@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which requirements have level 9?", "en", "There are no requirements with level 9."),
        ("Which requirements have level 2?", "en", "There are no requirements with level 2."),
        ("Are there requirements with status obsolete?", "en", "No. There are no requirements with status obsolete."),
        ("Welche Anforderungen liegen auf Level 9.9?", "de", "Es gibt keine Anforderungen mit level 9.9."),
        ("Quelles exigences sont de level 9.9 ?", "fr", "Il n’y a pas d’exigences avec level 9.9."),
    ],
)
def test_a_value_that_nothing_has_is_said(question: str, language: Language, expected: str) -> None:
    assert said(question, language) == expected


@pytest.mark.requirement("U-520")
def test_a_number_that_is_left_over_lists_nothing() -> None:
    assert "with level:" not in said("Which requirements have level 2.1 or 2.2?")


@pytest.mark.requirement("U-521")
@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What does the motor consist of?", "en"),
        ("Woraus besteht der Motor?", "de"),
        ("De quoi est composé le motor ?", "fr"),
    ],
)
def test_elements_of_one_name_are_told_apart_by_what_they_are_part_of(question: str, language: Language) -> None:
    first, second = said(question, language).splitlines()

    assert "Feed pump" in first
    assert "Rotor.MD.005" in first
    assert "Coil" not in first
    assert "Drain pump" in second
    assert "Coil.MD.006" in second


@pytest.mark.requirement("U-521")
def test_what_something_is_made_of_are_its_parts_and_not_what_it_does() -> None:
    graph = graph_of("Rover:SYS", "Wheel:MOD", "Drive:UC", "Drive:FUNC", "Wheels up:FUNC",
                     "Rover -compose-> Wheel", "Rover -compose-> Drive:UC")  # fmt: skip
    found = answer("What is the rover made of?", "en", graph, NodeIndex(graph))

    assert found is not None
    assert "Wheel.MD.001" in found.text
    assert "Drive" not in found.text


@pytest.mark.requirement("U-523")
@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("Which use cases have no test?", "en", "There are no use cases in the model."),
        ("Are all use cases tested?", "en", "There are no use cases in the model."),
        ("Welche Use Cases haben keinen Test?", "de", "Es gibt keine Use Cases im Modell."),
        ("Quels cas d'utilisation n'ont pas de test ?", "fr", "Il n’y a pas de cas d'utilisation dans le modèle."),
    ],
)
def test_what_there_is_none_of_lacks_nothing(question: str, language: Language, expected: str) -> None:
    assert said(question, language) == expected


@pytest.mark.requirement("U-523")
@pytest.mark.parametrize(
    ("typed", "plain", "language"),
    [
        ("Which modules depend on Rotor?", "What depends on Rotor?", "en"),
        ("Which modules depend upon Rotor?", "What depends on Rotor?", "en"),
        ("Welche Module hängen von Rotor ab?", "Was hängt von Rotor ab?", "de"),
        ("Quels modules dépendent de Rotor ?", "Qu'est-ce qui dépend de Rotor ?", "fr"),
    ],
)
def test_what_depends_on_it_is_the_same_whatever_type_is_asked_for(typed: str, plain: str, language: Language) -> None:
    assert said(typed, language) == said(plain, language)
    assert "Motor.MD.003" in said(typed, language)


@pytest.mark.requirement("U-523")
def test_what_something_depends_on_is_still_asked_the_other_way() -> None:
    assert "uses no" in said("Which requirements does Rotor depend on?")
    assert not said("What does Rotor depend on?").startswith("No.")


@pytest.mark.requirement("U-521")
def test_an_attribute_without_a_value_is_said_to_have_none() -> None:
    graph = graph_of("Vehicle:MOD [mass=]")
    found = answer("What is the mass of the vehicle?", "en", graph, NodeIndex(graph))

    assert found is not None
    assert found.text == "Vehicle.MD.001 has no mass."
