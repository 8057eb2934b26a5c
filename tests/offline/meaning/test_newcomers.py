"""Corrections that name somebody for the first time: they take over the deed, which stays the one it was."""

from __future__ import annotations

import pytest

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate
from tests.graph.build import graph_of

POOL = ("Pool:SYS", "Swim teacher:ACTOR", "Open flume:UC", "Pool -compose-> Open flume")
OFFICE = ("Archiv:SYS", "Azubi:ACTOR", "Akte siegeln:UC", "Archiv -compose-> Akte siegeln")
THEATRE = ("Théâtre:SYS", "Machiniste:ACTOR", "Lever le rideau:UC", "Théâtre -compose-> Lever le rideau")


def changed(order: str, graph: Graph, focus: str = "", focus_type: str = "UC") -> list[str]:
    """What comes of a sentence: new elements, and edges that come and go, by names."""
    spoken = Focus(elements=(FocusedElement(name=focus, type=focus_type),)) if focus else Focus()
    found = understand(order, Situation(graph, NodeIndex(graph), spoken, suggests=False))
    if not isinstance(found, Change):
        return []
    names = {str(node.semantic_id): node.name for node in graph.nodes.values()}
    lines: list[str] = []
    for each in found.operations:
        match each:
            case NodeCreate():
                names[str(each.semantic_id)] = each.name
                lines.append(f"+ {each.node_type} {each.name}")
            case EdgeCreate() | EdgeDelete():
                sign = "+" if isinstance(each, EdgeCreate) else "-"
                lines.append(f"{sign} {names[str(each.source)]} {each.edge_type} {names[str(each.target)]}")
            case _:
                lines.append(type(each).__name__)
    return sorted(lines)


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "said",
    [
        "No no, the lifeguard does that.",
        "No, that's done by the lifeguard.",
        "Wrong, the lifeguard opens the flume.",
        "Oh sorry, the lifeguard takes care of that.",
        "It's the lifeguard who opens the flume, not the swim teacher.",
        "Not the swim teacher but the lifeguard opens the flume.",
        "no wait, it isn't the swim teacher who opens the flume, it's the lifeguard",
        "The flume is opened by the lifeguard, not by the swim teacher.",
        "The lifeguard opens the flume instead of the swim teacher.",
        "No, the swim teacher doesn't open the flume, the lifeguard does.",
        "The lifeguard should take over opening the flume from the swim teacher.",
    ],
)
def test_who_is_new_takes_over_in_english(said: str):
    graph = graph_of(*POOL, "Swim teacher -relation-> Open flume")

    assert changed(said, graph, "Open flume") == [
        "+ ACTOR Lifeguard", "+ Lifeguard relation Open flume", "- Swim teacher relation Open flume",
    ]  # fmt: skip


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "said",
    [
        "Quatsch, das macht doch die Notarin!",
        "Nein, nicht der Azubi, sondern die Notarin siegelt die Akte.",
        "Das macht nicht der Azubi, sondern die Notarin.",
        "Nee, die Akte siegelt nicht der Azubi, das macht die Notarin.",
        "Statt des Azubis siegelt die Notarin die Akte.",
        "Die Akte wird von der Notarin gesiegelt, nicht vom Azubi.",
        "Stopp, das ist Aufgabe der Notarin.",
        "Moment, die Notarin siegelt, nicht der Azubi.",
        "Falsch: Es ist die Notarin, die die Akte siegelt, nicht der Azubi.",
        "Ach nein, darum kümmert sich die Notarin.",
        "Die Notarin soll das Siegeln der Akte vom Azubi übernehmen.",
    ],
)
def test_who_is_new_takes_over_in_german(said: str):
    graph = graph_of(*OFFICE, "Azubi -relation-> Akte siegeln")

    assert changed(said, graph, "Akte siegeln") == [
        "+ ACTOR Notarin", "+ Notarin relation Akte siegeln", "- Azubi relation Akte siegeln",
    ]  # fmt: skip


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "said",
    [
        "Mais non, c'est le régisseur qui fait ça.",
        "En fait non, c'est le régisseur qui lève le rideau et pas le machiniste.",
        "Non, ce n'est pas le machiniste qui lève le rideau mais le régisseur.",
        "ah non pardon, c'est le régisseur qui lève le rideau, pas le machiniste",
        "Non, ce n'est pas le machiniste, c'est le régisseur qui lève le rideau.",
        "Non, pas le machiniste : c'est le régisseur qui lève le rideau.",
        "C'est plutôt le régisseur qui lève le rideau.",
        "C'est le régisseur et non le machiniste qui lève le rideau.",
        "Erreur, le régisseur s'en charge.",
        "Le régisseur lève le rideau à la place du machiniste.",
        "Ce n'est plus le machiniste mais le régisseur qui lève le rideau.",
    ],
)
def test_who_is_new_takes_over_in_french(said: str):
    graph = graph_of(*THEATRE, "Machiniste -relation-> Lever le rideau")

    assert changed(said, graph, "Lever le rideau") == [
        "+ ACTOR Régisseur", "+ Régisseur relation Lever le rideau", "- Machiniste relation Lever le rideau",
    ]  # fmt: skip


@pytest.mark.requirement("U-180")
def test_a_part_takes_over_the_function_that_another_carried():
    graph = graph_of("Arm:MOD", "Zitzen reinigen:FUNC", "Arm -allocate-> Zitzen reinigen")

    assert changed("Nein, die Zitzen reinigt nicht der Arm, das macht die Bürste.", graph) == [
        "+ Bürste allocate Zitzen reinigen", "+ MOD Bürste", "- Arm allocate Zitzen reinigen",
    ]  # fmt: skip


@pytest.mark.requirement("U-180")
@pytest.mark.parametrize(
    "said",
    [
        "The lifeguard cleans the gate, not the swim teacher.",
        "No, the lifeguard sells tickets.",
        "The lifeguard is faster than the swim teacher.",
    ],
)
def test_another_deed_is_taken_over_by_nobody(said: str):
    graph = graph_of(*POOL, "Swim teacher -relation-> Open flume")

    assert "- Swim teacher relation Open flume" not in changed(said, graph)
