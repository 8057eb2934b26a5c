"""Rules that hold but for one case, and what only some may do: requirements word for word, that take nothing away."""

from __future__ import annotations

from typing import Final

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of

_ENGLISH: Final = "The lock keeper turns the crank and the gate blocks the channel."
_GERMAN: Final = "Der Schleusenwärter dreht die Kurbel und das Tor sperrt den Kanal."
_FRENCH: Final = "L'éclusier tourne la manivelle et la vanne ferme le canal."


def _told(graph: Graph, said: str) -> tuple[Change, Graph]:
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    after = copy_of(graph)
    after.apply(plan_of(after, found.operations).changes, after.revision + 1)
    return found, after


def _demanded(said: str, *before: str) -> list[str]:
    """The texts of the requirements that a message proposes; it makes nothing else, and takes nothing away."""
    graph = graph_of("Barrage:SYS")
    for each in before:
        _, graph = _told(graph, each)
    found, after = _told(graph, said)
    new = [node for node_id, node in after.nodes.items() if node_id not in graph.nodes]
    assert found.proposes
    assert set(graph.edges) <= set(after.edges), "taken away"
    assert {each.node_type for each in new} == {"REQ"}
    assert {each.attributes["kind"] for each in new} == {"constraint"}
    return [str(each.attributes["text"]) for each in new]


@pytest.mark.requirement("P-240")
@pytest.mark.parametrize(
    ("before", "said"),
    [
        (_ENGLISH, "The barrage must not empty between 22:00 and 05:00 unless a lock keeper is there."),
        (_ENGLISH, "The gate shall not rise unless the lock keeper is present."),
        (_ENGLISH, "The gate must not block the channel unless the lock keeper is present."),
        (_ENGLISH, "The gate must not block the channel without the lock keeper."),
        (_ENGLISH, "The lock keeper must not grease the crank for the gate."),
        (_GERMAN, "Das Barrage darf nicht leerlaufen, außer ein Schleusenwärter ist da."),
        (_GERMAN, "Das Tor darf nicht steigen, es sei denn, der Schleusenwärter ist anwesend."),
        (_GERMAN, "Das Tor darf den Kanal nicht sperren, wenn der Schleusenwärter fehlt."),
        (_GERMAN, "Das Tor darf ohne den Schleusenwärter nicht steigen."),
        (_FRENCH, "Le barrage ne doit pas se vider sauf si un éclusier est présent."),
        (_FRENCH, "La vanne ne doit pas monter sans éclusier."),
        (_FRENCH, "La vanne ne peut pas fermer le canal, à moins que l'éclusier ne soit présent."),
    ],
)
def test_a_rule_with_a_condition_takes_nothing_away(before: str, said: str):
    assert _demanded(said, before) == [said]


@pytest.mark.requirement("P-240")
def test_a_fact_with_a_condition_takes_nothing_away():
    graph = graph_of("Barrage:SYS")
    _, graph = _told(graph, _ENGLISH)

    found = understand(
        "The gate does not rise unless the lock keeper is present.", Situation(graph, NodeIndex(graph), suggests=False)
    )

    assert not isinstance(found, Change)


@pytest.mark.requirement("P-240")
@pytest.mark.parametrize(
    "said",
    [
        "The gate does not block the channel, the barrier does.",
        "The gate must not block the channel, the barrier should do that.",
        "The gate does not block the channel, but the barrier.",
        "Not the gate, the barrier blocks the channel.",
        "The gate should not block the channel, the barrier should.",
        "The gate doesn't block the channel, it's the barrier.",
        "Good morning! The gate does not block the channel, the barrier does.",
    ],
)
def test_who_does_it_instead_still_does(said: str):
    graph = graph_of("Barrage:SYS", "Barrier:MOD")
    _, graph = _told(graph, _ENGLISH)
    _, after = _told(graph, said)

    names = {each.node_id: each.name for each in after.nodes.values()}
    carried = [names[each.source] for each in after.edges.values() if names[each.target] == "Block channel"]
    assert "Barrier" in carried
    assert "Gate" not in carried


@pytest.mark.requirement("P-241")
@pytest.mark.parametrize(
    "said",
    [
        "Only the beekeeper may open the hive.",
        "Only a vaccinated nurse can change the dose.",
        "Nobody but the archivist may unlock the vault.",
        "No one except the archivist may unlock the vault.",
        "The vault is locked and only the archivist may open it.",
        "Nur der Imker darf den Bienenstock öffnen.",
        "Nur ausgebildete Taucher können den Senkkasten betreten.",
        "Ausschließlich die Ärztin darf die Dosis ändern.",
        "Niemand außer dem Archivar darf den Tresor öffnen.",
        "Seul l'apiculteur peut ouvrir la ruche.",
        "Seuls les plongeurs formés peuvent entrer dans le caisson.",
        "La ruche ne peut être ouverte que par l'apiculteur.",
        "Personne d'autre que l'apiculteur ne peut ouvrir la ruche.",
    ],
)
def test_who_alone_may_do_something_is_a_requirement(said: str):
    assert _demanded(said) == [said]


@pytest.mark.requirement("P-241")
@pytest.mark.parametrize(
    "said",
    ["Nur dann darf der Imker den Stock öffnen.", "Only after the smoke has gone the beekeeper may open the hive."],
)
def test_when_something_may_be_done_is_said_of_a_deed(said: str):
    _, after = _told(graph_of("Garden:SYS"), said)

    assert "ACTOR" in {each.node_type for each in after.nodes.values()}
    assert "REQ" not in {each.node_type for each in after.nodes.values()}
