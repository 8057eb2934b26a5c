"""By which tests a requirement is proved, in three languages and in any order."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of

DEMANDS = (
    "Closing force:REQ <Force.RQ.001>",
    "Schließkraft:REQ <Kraft.RQ.002>",
    "Force de fermeture:REQ <Fermer.RQ.003>",
)


def _proved(text: str) -> tuple[set[str], set[str]]:
    """The new elements, and which relations lead from where."""
    graph = graph_of(*DEMANDS)
    operations = means(read(text), graph, NodeIndex(graph)).draft.operations
    made = {f"{each.node_type} {each.name}" for each in operations if isinstance(each, NodeCreate)}
    return made, {f"{each.source} {each.edge_type}" for each in operations if isinstance(each, EdgeCreate)}


@pytest.mark.requirement("U-414")
@pytest.mark.parametrize(
    ("text", "demand", "tests"),
    [
        ("we prove the closing force with a pull test and with a drop test", "Force.RQ.001", {"Pull test", "Drop test"}),
        ("for the closing force we need two tests, a pull test and a drop test", "Force.RQ.001",
         {"Pull test", "Drop test"}),
        ("add two tests for the closing force: pull test and drop test", "Force.RQ.001", {"Pull test", "Drop test"}),
        ("für die Schließkraft brauchen wir zwei Tests, einen Zugversuch und einen Falltest", "Kraft.RQ.002",
         {"Zugversuch", "Falltest"}),
        ("die Schließkraft weisen wir mit einem Zugversuch nach", "Kraft.RQ.002", {"Zugversuch"}),
        ("zur Schließkraft fehlen ein Zugversuch und ein Falltest", "Kraft.RQ.002", {"Zugversuch", "Falltest"}),
        ("pour prouver la force de fermeture on prévoit un essai à vide et un essai en charge", "Fermer.RQ.003",
         {"Essai à vide", "Essai en charge"}),
        ("la force de fermeture est prouvée par un essai de chute", "Fermer.RQ.003", {"Essai de chute"}),
    ],
)  # fmt: skip
def test_the_tests_by_which_a_requirement_is_proved_verify_it(text: str, demand: str, tests: set[str]) -> None:
    assert _proved(text) == ({f"TEST {each}" for each in tests}, {f"{demand} verify"})


@pytest.mark.requirement("U-414")
@pytest.mark.parametrize(
    "text",
    [
        "we do not prove the closing force with a pull test",
        "the clerk proves the closing force with a pull test and files the report",
        "die Schließkraft prüfen wir nicht mit einem Zugversuch",
        "on ne prouve pas la force de fermeture avec un essai de chute",
    ],
)
def test_what_says_more_than_that_or_denies_it_makes_no_test(text: str) -> None:
    assert not any(each.startswith("TEST") for each in _proved(text)[0])
