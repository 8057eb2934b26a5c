"""Two steps that one order puts beside different ones are both read, in either order of what and where."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.dialogue.in_halves import in_halves
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import NodeCreate, Operation
from tests.graph.build import graph_of

POTTERY = ("Wedge clay:FUNC", "Throw bowl:FUNC", "Glaze bowl:FUNC")
BREWERY = ("Malz schroten:FUNC", "Würze kochen:FUNC", "Bier abfüllen:FUNC")
BINDERY = ("Plier les feuilles:FUNC", "Coudre le livre:FUNC", "Poser la couverture:FUNC")

SAID = [
    (POTTERY, "Put the step Dry bowl after Throw bowl and after Glaze bowl the step Fire bowl.", "Dry bowl", "Fire bowl"),
    (POTTERY, 'Put "Rest clay" after Wedge clay and after Glaze bowl the step Check bowl', "Rest clay", "Check bowl"),
    (POTTERY, "After Wedge clay comes the step Weigh clay and before Glaze bowl the step Sand bowl.", "Weigh clay", "Sand bowl"),
    (POTTERY, "Insert Rest clay after Wedge clay and Trim bowl after Throw bowl.", "Rest clay", "Trim bowl"),
    (BREWERY, "Füge nach Malz schroten den Schritt Maischen ein und nach Würze kochen den Schritt Würze kühlen.", "Maischen", "Würze kühlen"),
    (BREWERY, "Füge nach Malz schroten den Schritt Maischen und vor Bier abfüllen den Schritt Hefe zugeben ein.", "Maischen", "Hefe zugeben"),
    (BREWERY, "Nach Malz schroten kommt Maische rühren und nach Würze kochen Würze kühlen.", "Maische rühren", "Würze kühlen"),
    (BREWERY, "Setze „Malz wiegen“ vor Malz schroten und „Flaschen spülen“ vor Bier abfüllen.", "Malz wiegen", "Flaschen spülen"),
    (BINDERY, "Ajoute après Plier les feuilles l'étape Presser les feuilles et après Coudre le livre l'étape Coller le dos.", "Presser les feuilles", "Coller le dos"),
    (BINDERY, "Insère l'étape « Compter les feuilles » avant Plier les feuilles et l'étape « Rogner le livre » après Coudre le livre.", "Compter les feuilles", "Rogner le livre"),
    (BINDERY, "Après Plier les feuilles vient l'étape Percer les feuilles et après Coudre le livre l'étape Coller le dos.", "Percer les feuilles", "Coller le dos"),
    (BINDERY, "Mets l'étape Imprimer le titre après Poser la couverture et avant Coudre le livre l'étape Cirer le fil.", "Imprimer le titre", "Cirer le fil"),
]  # fmt: skip


def _row(*nodes: str) -> Graph:
    return graph_of(*nodes)


def _made(graph: Graph, said: str) -> list[Operation]:
    understood = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(understood, Change), understood
    return understood.operations


@pytest.mark.requirement("U-659")
@pytest.mark.parametrize(("nodes", "said", "first", "second"), SAID)
def test_both_halves_are_read(nodes: tuple[str, ...], said: str, first: str, second: str) -> None:
    made = [
        each.name for each in _made(_row(*nodes), said) if isinstance(each, NodeCreate) and each.node_type == "FUNC"
    ]

    assert made == [first, second]


@pytest.mark.requirement("U-659")
@pytest.mark.parametrize(
    "said",
    [
        "Put the step Dry bowl after Throw bowl.",
        "Add a potter and after Throw bowl the kiln is lit.",
        "The potter waits after Throw bowl and after Glaze bowl.",
        "After Throw bowl the potter dries the bowl and after Glaze bowl he fires it.",
        "Which step comes after Throw bowl and before Glaze bowl?",
        "Put the step Dry bowl after Throw bowl and before Glaze bowl.",
    ],
)
def test_what_is_no_order_for_two_steps_stays_as_it_was_said(said: str) -> None:
    graph = _row(*POTTERY)

    assert in_halves(said, NodeIndex(graph)) == said
