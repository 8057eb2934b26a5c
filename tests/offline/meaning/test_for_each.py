"""Something new for what was named a moment ago: in the same sentence, and with `for each` in front of the order."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of

SATISFIED, VERIFIED = "satisfy", "verify"


def changed(text: str, graph: Graph) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The types and names of what is made, and its edges by the names of their ends."""
    found = understand(text, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    made = [each for each in found.operations if isinstance(each, NodeCreate)]
    names = {str(each.semantic_id): each.name for each in made}
    names |= {str(node.semantic_id): node.name for node in graph.nodes.values()}
    names |= {str(node.node_id): node.name for node in graph.nodes.values()}
    edges = [
        (names[each.source], each.edge_type, names[each.target])
        for each in found.operations
        if isinstance(each, EdgeCreate)
    ]
    return sorted(f"{each.node_type} {each.name}" for each in made), sorted(edges)


@pytest.mark.requirement("U-331")
@pytest.mark.parametrize(
    ("text", "names", "requirement"),
    [
        ("Add the functions Weave and Spin and a requirement for each.", ("Weave", "Spin"), "{} requirement"),
        ("Add the functions Weave and Spin. For each of them, add a requirement.", ("Weave", "Spin"), "{} requirement"),
        ("Füge die Funktionen Weben und Spinnen hinzu und eine Anforderung für jede.", ("Weben", "Spinnen"), "Anforderung {}"),
        ("Füge die Funktionen Weben und Spinnen hinzu. Für jede füge eine Anforderung hinzu.", ("Weben", "Spinnen"), "Anforderung {}"),
        ("Ajoute les fonctions Tisser et Filer et une exigence pour chacune.", ("Tisser", "Filer"), "Exigence {}"),
        ("Ajoute les fonctions Tisser et Filer. Pour chacune, ajoute une exigence.", ("Tisser", "Filer"), "Exigence {}"),
    ],
)  # fmt: skip
def test_each_of_what_was_named_gets_its_own(text, names, requirement):
    fold = str.lower if requirement.startswith("Exigence") or requirement.endswith("requirement") else str
    wanted = {each: requirement.format(fold(each)) for each in names}
    wanted = {each: name[:1].upper() + name[1:] if name[0] != "{" else name for each, name in wanted.items()}

    nodes, edges = changed(text, graph_of())

    assert [each.lower() for each in nodes] == sorted(
        f"{kind} {name}".lower() for each, name in wanted.items() for kind, name in (("FUNC", each), ("REQ", name))
    )
    assert sorted((one, how) for one, how, _ in edges) == sorted((each, SATISFIED) for each in names)


@pytest.mark.requirement("U-331")
@pytest.mark.parametrize(
    "text",
    [
        "Add the requirement Quietness and a test for it.",
        "Füge die Anforderung Stille hinzu und einen Test dafür.",
        "Ajoute l'exigence Silence et un test pour elle.",
    ],
)
def test_a_pronoun_means_what_the_same_sentence_has_just_named(text):
    nodes, edges = changed(text, graph_of("Loom:FUNC"))

    assert [each.split(" ")[0] for each in nodes] == ["REQ", "TEST"]
    assert [how for _, how, _ in edges] == [VERIFIED]


@pytest.mark.requirement("U-331")
@pytest.mark.parametrize(
    "text",
    ["For each function, add a requirement.", "Für jede Funktion füge eine Anforderung hinzu.", "Pour chaque fonction, ajoute une exigence."],
)  # fmt: skip
def test_each_of_a_type_may_be_said_first(text):
    _, edges = changed(text, graph_of("Weave:FUNC", "Spin:FUNC", "Loom:MOD"))

    assert [(one, how) for one, how, _ in edges] == [("Spin", SATISFIED), ("Weave", SATISFIED)]


@pytest.mark.requirement("U-331")
def test_what_has_a_host_by_name_is_not_joined_to_what_stands_beside_it():
    _, edges = changed("Add the requirement Quietness and a test for Strength.", graph_of("Strength:REQ"))

    assert all("Quietness" not in each for each in edges)
