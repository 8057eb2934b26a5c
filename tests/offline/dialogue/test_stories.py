"""What happened once, and what somebody only has, is shown before anything is made of it."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.graph.build import graph_of


def _codes(text: str, *lines: str) -> set[str]:
    graph = graph_of(*lines)
    reading = read(text)
    return {each.code for each in misreadings(reading, means(reading, graph, NodeIndex(graph)))}


@pytest.mark.requirement("U-324")
@pytest.mark.parametrize(
    ("once", "always"),
    [
        ("The technician restarted the server yesterday.", "The technician restarts the server."),
        ("Gestern hat der Techniker den Server gestartet.", "Der Techniker startet den Server."),
        ("Hier le technicien a redémarré le serveur.", "Le technicien redémarre le serveur."),
    ],
)
def test_what_happened_on_a_past_day_is_doubtful(once: str, always: str) -> None:
    assert "happenedOnce" in _codes(once)
    assert _codes(always) == set()


@pytest.mark.requirement("U-324")
@pytest.mark.parametrize(
    ("hardly", "parts"),
    [
        ("The headline has the last word.", "The crane has a motor."),
        ("Der Sonntag hat seinen Reiz.", "Der Kran hat einen Motor."),
        ("Le dimanche a son charme.", "La grue a un moteur."),
    ],
)
def test_to_have_something_makes_parts_only_of_what_is_built(hardly: str, parts: str) -> None:
    assert "hardlyHad" in _codes(hardly)
    assert "hardlyHad" not in _codes(parts)


@pytest.mark.requirement("U-324")
@pytest.mark.parametrize(
    "text",
    ["The lab is next to the kitchen.", "Le chef est en vacances.", "We have two nurses and a doctor on duty.",
     "Der Hausmeister hat Urlaub."],
)  # fmt: skip
def test_where_people_are_and_who_is_there_makes_nothing(text: str) -> None:
    reading, graph = read(text), graph_of()

    assert means(reading, graph, NodeIndex(graph)).draft.operations == []


@pytest.mark.requirement("U-324")
@pytest.mark.parametrize(
    ("acts", "hardly"),
    [
        ("The system has a supplier who sends offers.", "The system has a supplier."),
        ("Das System hat einen Lieferanten, der Bestellungen aufgibt.", "Das System hat einen Lieferanten."),
        ("Le système a un fournisseur qui envoie des offres.", "Le système a un fournisseur."),
    ],
)
def test_that_a_system_has_somebody_who_does_something_is_no_doubt(acts: str, hardly: str) -> None:
    assert _codes(acts) == set()
    assert "belongingAsDeed" in _codes(hardly)
