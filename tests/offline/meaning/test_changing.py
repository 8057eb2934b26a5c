"""What exists is changed by its names, whatever the shape of the sentence; what is not spoken of stays."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of

QUAY = (
    "Harbour:SYS",
    "Quay:MOD",
    "Crane:MOD",
    "Ferryman:ACTOR",
    "Boatman:ACTOR",
    "Load cargo:FUNC",
    "Weigh and stow:FUNC",
    "Cargo list:FLOW",
    "Moor:UC",
    "Moor chain:FCHAIN",
    "Mooring time:REQ | The ferry shall moor within 40 s. [text=The ferry shall moor within 40 s.]",
    "Harbour -compose-> Quay",
    "Harbour -compose-> Crane",
    "Harbour -compose-> Weigh and stow",
    "Quay -allocate-> Load cargo",
    "Ferryman -io-> Cargo list",
    "Cargo list -io-> Load cargo",
    "Moor -compose-> Moor chain",
    "Moor chain -compose-> Ferryman",
)


def told(text: str, *lines: str, focus: str = "", choices: dict[tuple[str, str], str] | None = None) -> Meant:
    """What a text means for the harbour, or for a model of its own."""
    graph = graph_of(*(lines or QUAY))
    spoken = Focus((FocusedElement(focus),)) if focus else Focus()
    return means(read(text, focus=spoken), graph, NodeIndex(graph), focus=spoken, choices=choices or {})


def lines_of(graph: Graph) -> set[str]:
    """Nodes and edges by name."""
    edges = {
        f"{graph.nodes[each.source].name} -{each.edge_type}-> {graph.nodes[each.target].name}"
        for each in graph.edges.values()
    }
    return {f"{node.name}:{node.node_type}" for node in graph.nodes.values()} | edges


def changed(meant: Meant) -> tuple[set[str], set[str]]:
    """What is gone, and what is new."""
    before, after = lines_of(meant.draft.base), lines_of(meant.draft.graph)
    return before - after, after - before


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Rename the ferryman to Skipper.",
        'The ferryman is now called "Skipper".',
        "Benenne Ferryman in Skipper um.",
        "Renomme Ferryman en Skipper.",
        "Ferryman s'appelle désormais Skipper.",
    ],
)
def test_a_rename_keeps_every_edge(text: str) -> None:
    assert changed(told(text)) == (
        {"Ferryman:ACTOR", "Ferryman -io-> Cargo list", "Moor chain -compose-> Ferryman"},
        {"Skipper:ACTOR", "Skipper -io-> Cargo list", "Moor chain -compose-> Skipper"},
    )


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        'Move "Load cargo" from the quay to the crane.',
        "Verschiebe Load cargo auf Crane.",
        "Déplace « Load cargo » vers Crane.",
        "Allocate Load cargo to the crane.",
    ],
)
def test_a_move_takes_something_out_of_what_holds_it(text: str) -> None:
    assert changed(told(text)) == ({"Quay -allocate-> Load cargo"}, {"Crane -allocate-> Load cargo"})


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Merge Ferryman and Boatman and keep Boatman.",
        "Ferryman und Boatman zusammenlegen, bleiben soll Boatman.",
        "Fusionne Ferryman et Boatman, on garde Boatman.",
    ],
)
def test_a_merge_carries_the_edges_over_and_is_proposed(text: str) -> None:
    meant = told(text)

    assert meant.proposes
    assert changed(meant) == (
        {"Ferryman:ACTOR", "Ferryman -io-> Cargo list", "Moor chain -compose-> Ferryman"},
        {"Boatman -io-> Cargo list", "Moor chain -compose-> Boatman"},
    )


@pytest.mark.requirement("U-28")
def test_a_split_gives_both_parts_the_same_place() -> None:
    assert changed(told('Split "Weigh and stow" into two functions.')) == (
        {"Weigh and stow:FUNC", "Harbour -compose-> Weigh and stow"},
        {"Weigh:FUNC", "Stow:FUNC", "Harbour -compose-> Weigh", "Harbour -compose-> Stow"},
    )


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text", ["Delete the crane.", "Lösche Crane.", "Supprime Crane.", 'Remove the module "Crane", please.']
)
def test_a_delete_is_proposed_and_takes_only_what_is_named(text: str) -> None:
    meant = told(text)

    assert meant.proposes
    assert changed(meant) == ({"Crane:MOD", "Harbour -compose-> Crane"}, set())


@pytest.mark.requirement("U-28")
def test_what_is_named_twice_is_deleted_once() -> None:
    graph = graph_of(*QUAY)
    draft = Draft(graph, NodeIndex(graph), "en")
    [crane] = [node for node in graph.nodes.values() if node.name == "Crane"]

    draft.delete(crane)
    draft.delete(crane)

    assert len(draft.operations) == 1


@pytest.mark.requirement("U-29")
def test_a_delete_of_a_name_that_others_share_is_asked_and_done_with_the_answer() -> None:
    model = ("Pump:MOD", "Pump house:MOD", "Start pump:FUNC")
    asked = told("Delete the pump.", *model)
    [doubt] = asked.doubts

    assert (asked.draft.operations, doubt.code, doubt.weight) == ([], "which", "asks")
    assert set(doubt.alternatives) == {"Pump.MD.001", "PumpHouse.MD.002"}, "who says the pump means no deed"
    answered = told("Delete the pump.", *model, choices={(doubt.code, doubt.text): "PumpHouse.MD.002"})
    assert changed(answered) == ({"Pump house:MOD"}, set())


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "The crane is not a module but an external system.",
        "Crane ist kein Modul, sondern ein externes System.",
        "Crane n'est pas un module, c'est un acteur externe.",
    ],
)
def test_another_type_keeps_the_edges_that_it_may_have(text: str) -> None:
    model = ("Crane:MOD", "Signal:FLOW", "Lift:FUNC", "Lift -io-> Signal")
    meant = told(text, *model)

    assert meant.proposes
    assert changed(meant) == ({"Crane:MOD"}, {"Crane:ACTOR"})


@pytest.mark.requirement("U-28", "U-26")
@pytest.mark.parametrize(
    "text",
    [
        "Actually it's 35 s, not 40 s, for the mooring time requirement.",
        "Die 40 Sekunden bei Mooring time bitte auf 35 ändern.",
        "En fait c'est 35 s et pas 40 pour Mooring time.",
    ],
)
def test_a_corrected_number_is_changed_inside_the_text_of_its_requirement(text: str) -> None:
    [operation] = told(text).draft.operations

    assert operation.set.attributes == {"text": "The ferry shall moor within 35 s."}  # type: ignore[union-attr]


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    ("requirement", "description"),
    [
        ("Tide:REQ | Moor at any tide. [text=Moor at any tide.]", "Moor at ebb."),
        ("Tide:REQ | Moor at any tide.", "Moor at ebb."),
        ("Tide:REQ | Asked for by the harbour master. [text=Moor at any tide.]", "Asked for by the harbour master."),
    ],
    ids=["the same", "no text yet", "another one"],
)
def test_the_description_of_a_requirement_follows_its_text_while_both_are_the_same(
    requirement: str, description: str
) -> None:
    [node] = told('Set the text of Tide to "Moor at ebb.".', "Harbour:SYS", requirement).draft.graph.of_type("REQ")

    assert (node.attributes["text"], node.descr) == ("Moor at ebb.", description)


@pytest.mark.requirement("U-28")
def test_a_flow_is_turned_around() -> None:
    assert changed(told("Reverse the flow Cargo list.")) == (
        {"Ferryman -io-> Cargo list", "Cargo list -io-> Load cargo"},
        {"Load cargo -io-> Cargo list", "Cargo list -io-> Ferryman"},
    )


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize("text", ["I meant boatswain, not boatman.", "Nein, doch nicht Boatman sondern Boatswain."])
def test_what_was_meant_instead_is_a_rename(text: str) -> None:
    assert changed(told(text)) == ({"Boatman:ACTOR"}, {"Boatswain:ACTOR"})


@pytest.mark.requirement("U-25")
@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Load cargo satisfies Mooring time.", {"Load cargo -satisfy-> Mooring time"}),
        ("The crane is part of the quay.", {"Quay -compose-> Crane"}),
        ("Crane ist Teil von Quay.", {"Quay -compose-> Crane"}),
        ("Crane fait partie de Quay.", {"Quay -compose-> Crane"}),
        ("Add a test for Mooring time.", {"Test mooring time:TEST", "Mooring time -verify-> Test mooring time"}),
    ],
)
def test_elements_are_related_by_their_names(text: str, new: set[str]) -> None:
    assert changed(told(text))[1] == new


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    "text",
    [
        "Set the volatility of Load cargo to high.",
        "Setze die Volatilität von Load cargo auf hoch.",
        "Règle la volatilité de Load cargo sur élevée.",
    ],
)
def test_an_attribute_is_set_to_a_value_in_the_words_of_the_language(text: str) -> None:
    [operation] = told(text).draft.operations

    assert operation.set.attributes == {"volatility": "high"}  # type: ignore[union-attr]


@pytest.mark.requirement("U-25")
def test_a_test_for_it_is_for_what_was_spoken_of_last() -> None:
    for text in ("Add a test for it.", "Ajoute-lui un test."):
        assert "Mooring time -verify-> " in str(changed(told(text, focus="Mooring time"))[1])


@pytest.mark.requirement("U-28")
@pytest.mark.parametrize(
    ("text", "element", "new"),
    [
        ("The oven is wrong, it should be hot.", "Oven", "Oven:REQ"),
        ("We have no valve.", "Valve", None),
        ("On n'a plus de vanne.", "Vanne", None),
        ("Statt des Ofens nehmen wir den Herd.", "Ofen", "Herd:MOD"),
        ("Instead of the oven we use the stove.", "Oven", "Stove:MOD"),
        ("À la place du four on prend la poêle.", "Four", "Poêle:MOD"),
    ],
)
def test_no_element_is_called_by_what_tells_something(text, element, new) -> None:
    meant = told(text, f"{element}:MOD")

    assert {each for each in changed(meant)[1] if " -" not in each} == ({new} if new is not None else set())
    assert meant.proposes


@pytest.mark.requirement("U-23")
@pytest.mark.parametrize(
    ("text", "doer", "thing", "deed"),
    [
        ("The baker checks the oven.", "Baker:ACTOR", "Oven:MOD", "Check oven"),
        ("Der Bäcker prüft den Ofen.", "Bäcker:ACTOR", "Ofen:MOD", "Ofen prüfen"),
        ("Le boulanger vérifie le four.", "Boulanger:ACTOR", "Four:MOD", "Vérifier le four"),
        ("The baker uses the oven.", "Baker:ACTOR", "Oven:MOD", "Use oven"),
        ("The stove uses the valve.", "Stove:MOD", "Valve:MOD", "Use valve"),
    ],
)
def test_what_somebody_does_with_an_element_is_no_order_that_the_ontology_refuses(text, doer, thing, deed) -> None:
    meant = told(text, doer, thing)

    assert (f"{deed}:FUNC" in changed(meant)[1], list(meant.doubts)) == (True, [])
