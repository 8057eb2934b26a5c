"""What people say of their work and of the model itself: where to something is brought, `in the model`, who it is for.

Three languages and worlds of our own; what comes of a message is looked at in the model that it leads to.
"""

from __future__ import annotations

from typing import Final

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of

_PARTS: Final = frozenset(("FCHAIN", "FLOW"))
"""Types of what is only made beside the elements that somebody tells of."""


def led_to(said: str, *lines: str) -> tuple[Change, Graph, Graph]:
    """The change that a message is, and the model before and after it."""
    graph = graph_of(*lines)
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    after = copy_of(graph)
    after.apply(plan_of(after, found.operations).changes, after.revision + 1)
    return found, graph, after


def made(said: str, *lines: str) -> set[str]:
    """What a message makes: types and names."""
    _, before, after = led_to(said, *lines)
    new = [node for node_id, node in after.nodes.items() if node_id not in before.nodes]
    return {f"{node.node_type} {node.name}" for node in new if node.node_type not in _PARTS}


def joined(graph: Graph) -> set[tuple[str, str, str]]:
    """Who is joined with whom; a flow is a way from who writes to who reads it."""
    found: set[tuple[str, str, str]] = set()
    for edge in graph.edges.values():
        one, other = graph.nodes[edge.source], graph.nodes[edge.target]
        found.add((one.name, edge.edge_type, other.name))
        if edge.edge_type == "io":
            found |= {(one.name, "then", each.name) for each in graph.targets(other.node_id, "io")}
    return found


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("said", "actor", "use_case"),
    [
        ('We also need a use case "Book night tour" for the visitor.', "Visitor", "Book night tour"),
        ('Lege einen Anwendungsfall "Führung absagen" für den Besucher an.', "Besucher", "Führung absagen"),
        ('Ajoute un cas d\'utilisation "Annuler la visite" pour le visiteur.', "Visiteur", "Annuler la visite"),
    ],
)
def test_who_a_new_use_case_is_for_takes_part_in_it(said: str, actor: str, use_case: str):
    found, _, after = led_to(said, f"{actor}:ACTOR", "Guide:ACTOR")

    [chain] = [node.name for node in after.nodes.values() if node.node_type == "FCHAIN"]
    assert not found.proposes
    assert {(use_case, "compose", chain), (chain, "compose", actor)} <= joined(after)


@pytest.mark.requirement("U-624")
def test_who_a_new_function_is_for_is_only_proposed():
    found, _, after = led_to('We need a function "Count visitors" for the guide.', "Guide:ACTOR", "Visitor:ACTOR")

    assert found.proposes
    assert ("Guide", "then", "Count visitors") in joined(after)


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("said", "new"),
    [
        ("Add an actor Cook to the model.", {"ACTOR Cook"}),
        ("There should be an actor Cook in the model.", {"ACTOR Cook"}),
        ("ich hätte gern noch zwei Akteure im Modell: den Vorführer und die Kassiererin", {"ACTOR Vorführer", "ACTOR Kassiererin"}),
        ("Im Modell fehlt noch der Akteur Koch.", {"ACTOR Koch"}),
        ('Ergänze im Modell die Funktion "Teig kneten".', {"FUNC Teig kneten"}),
        ("Il faut un acteur Cuisinier dans le modèle.", {"ACTOR Cuisinier"}),
        ("Ajoute un acteur Boulanger au modèle.", {"ACTOR Boulanger"}),
    ],
)  # fmt: skip
def test_the_model_itself_is_no_name_and_no_part_of_one(said: str, new: set[str]):
    found, _, _ = led_to(said)

    assert made(said) == new
    assert not found.proposes


@pytest.mark.requirement("U-624")
def test_an_element_that_is_called_model_is_meant_by_its_name():
    found = made("Add a module Lamp to the model.", "Model:SYS")

    _, _, after = led_to("Add a module Lamp to the model.", "Model:SYS")
    assert found == {"MOD Lamp"}
    assert ("Model", "compose", "Lamp") in joined(after)


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Der Lagerist bringt die Kiste zum Tor.", "Kiste zum Tor bringen"),
        ("Die Helferin stellt die Gläser auf den Tisch.", "Gläser auf den Tisch stellen"),
        ("The porter takes the crate to the gate.", "Take crate to gate"),
        ("Le livreur porte le colis au dépôt.", "Porter le colis au dépôt"),
    ],
)
def test_a_verb_that_only_moves_something_is_named_with_where_to(said: str, name: str):
    assert f"UC {name}" in made(said)


@pytest.mark.requirement("U-199")
def test_a_deed_that_the_model_has_without_where_to_is_that_one():
    assert "FUNC Kiste zum Tor bringen" not in made("Der Lagerist bringt die Kiste zum Tor.", "Kiste bringen:FUNC")


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Le boulanger vend aussi des tartes.", "Vendre tartes"),
        ("Le client achète souvent de la farine.", "Acheter la farine"),
        ("La sage-femme fait également des visites.", "Faire visites"),
    ],
)
def test_some_of_a_thing_is_acted_on_behind_an_adverb_too(said: str, name: str):
    assert {f"UC {name}"} == {each for each in made(said) if each.startswith("UC")}


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Der Tierarzt macht außerdem Hausbesuche und berät Halter.", "Hausbesuche machen"),
        ("Der Tierarzt leitet Kurse und macht Ultraschall.", "Ultraschall machen"),
    ],
)
def test_what_an_actor_of_the_model_makes_changes_no_type(said: str, name: str):
    found, _, _ = led_to(said, "Tierarzt:ACTOR")

    assert f"UC {name}" in made(said, "Tierarzt:ACTOR")
    assert not found.proposes


@pytest.mark.requirement("U-482")
@pytest.mark.parametrize(
    ("said", "first", "then"),
    [
        ("Zuerst sägt der Tischler das Brett. Nach dem Sägen schleift der Geselle die Kanten.", "Brett sägen", "Kanten schleifen"),
        ("Der Prüfer misst die Welle. Nach dem Messen wird das Ergebnis eingetragen.", "Welle messen", "Ergebnis eintragen"),
        ("Die Köchin rührt den Teig. Vor dem Rühren wiegt der Lehrling das Mehl ab.", "Mehl abwiegen", "Teig rühren"),
        ("The clerk opens the counter. After opening it, the porter sweeps the hall.", "Open counter", "Sweep hall"),
        ("The cook peels the potatoes. After peeling, the assistant heats the pan.", "Peel potatoes", "Heat pan"),
        ("The baker shapes the loaves. Before shaping them, the apprentice weighs the flour.", "Weigh flour", "Shape loaves"),
        ("Le tanneur rince la peau. Après le rinçage, l'apprenti graisse les bords.", "Rincer la peau", "Graisser les bords"),
    ],
)  # fmt: skip
def test_a_step_is_ordered_by_one_that_was_told_before_it(said: str, first: str, then: str):
    _, _, after = led_to(said)

    functions = {node.name for node in after.nodes.values() if node.node_type == "FUNC"}
    assert functions == {first, then}
    assert (first, "then", then) in joined(after)
    assert (then, "then", first) not in joined(after)


@pytest.mark.requirement("U-482")
def test_a_deed_of_the_same_verb_on_another_thing_is_one_of_its_own():
    _, _, after = led_to("The nurse cleans the wound. After cleaning the floor, the porter locks the room.")

    assert ("Clean wound", "then", "Lock room") not in joined(after)
    assert "Clean floor" in {node.name for node in after.nodes.values()}


@pytest.mark.requirement("U-482")
@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("Nach dem Roden wird der Boden gelockert.", "Boden lockern"),
        ("Nach dem Roden werden die Stämme entrindet.", "Stämme entrinden"),
    ],
)
def test_what_is_done_behind_a_known_step_loses_no_word_to_it(said: str, then: str):
    _, _, after = led_to(said, "Bäume auswählen:FUNC", "Bäume roden:FUNC")

    assert ("Bäume roden", "then", then) in joined(after)


@pytest.mark.requirement("U-620")
@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("Den Heizer gibt es bei uns seit Jahren nicht mehr, bitte aus dem Modell löschen.", "Heizer:ACTOR"),
        ("Den Kran haben wir verkauft, bitte löschen.", "Kran:MOD"),
        ("Der Kran steht schon lange nicht mehr, nimm ihn bitte aus dem Modell.", "Kran:MOD"),
        ("We sold the crane last year, please delete.", "Crane:MOD"),
        ("La grue a été vendue l'an dernier, à supprimer du modèle.", "Grue:MOD"),
    ],
)
def test_the_one_element_that_a_remark_names_is_what_is_asked_to_go(said: str, gone: str):
    found, before, after = led_to(said, gone, "Lamp:MOD", "Cook:ACTOR")

    [lost] = [node for node_id, node in before.nodes.items() if node_id not in after.nodes]
    assert f"{lost.name}:{lost.node_type}" == gone
    assert found.proposes
    assert len(after.nodes) == len(before.nodes) - 1


@pytest.mark.requirement("U-620")
@pytest.mark.parametrize(
    "said",
    [
        "Supprime la lampe, la grue ne s'en sert plus.",
        "Supprime la lampe, le magasin ne s'en sert plus depuis longtemps.",
        "Remove the lampe, the grue does not need it any more.",
    ],
)
def test_who_does_without_what_is_ordered_to_go_stays(said: str):
    found, before, after = led_to(said, "Magasin de pierres:SYS", "Grue:MOD", "Lampe:MOD")

    assert [node.name for node_id, node in before.nodes.items() if node_id not in after.nodes] == ["Lampe"]
    assert found.proposes


@pytest.mark.requirement("U-620")
def test_a_remark_about_a_whole_does_not_ask_it_to_go():
    graph = graph_of("Workshop:SYS", "Crane:MOD", "Workshop -cp-> Crane")
    said = "The workshop has no press any more, please delete."

    assert isinstance(understand(said, Situation(graph, NodeIndex(graph), suggests=False)), OpenQuestion)


@pytest.mark.requirement("U-620")
def test_what_somebody_takes_away_is_no_order():
    _, before, after = led_to("The clerk opens the box and removes the lid.", "Clerk:ACTOR")

    assert set(before.nodes) <= set(after.nodes)


@pytest.mark.requirement("U-482")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("workshop note: the weaver draws the card", "Draw card"),
        ("note de terrain : l'apiculteur ouvre la ruche", "Ouvrir la ruche"),
    ],
)
def test_where_a_note_comes_from_takes_no_part_in_it(said: str, deed: str):
    assert {f"UC {deed}"} == {each for each in made(said) if each.startswith("UC")}


@pytest.mark.requirement("U-144")
@pytest.mark.parametrize(
    "said", ["Den Teich fischt nicht der Lehrling ab, sondern der Meister.", "Den Teich fischt der Meister ab und nicht der Lehrling."]
)  # fmt: skip
def test_who_does_one_deed_instead_takes_over_no_other_that_shares_a_word(said: str):
    _, _, after = led_to(
        said, "Lehrling:ACTOR", "Meister:ACTOR", "Teich abfischen:FUNC", "Fische sortieren:FUNC",
        "Lehrling -relation-> Teich abfischen", "Lehrling -relation-> Fische sortieren",
    )  # fmt: skip

    told = {each for each in joined(after) if each[1] == "relation"}
    assert told == {("Meister", "relation", "Teich abfischen"), ("Lehrling", "relation", "Fische sortieren")}
