"""What is done first or next though it is only named: by a state, a noun or an infinitive; and headings that are clauses.

The world is a ropeway of our own.
"""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, UnclearMessage, Understood
from graphwright.protocol.operations import NodeCreate
from graphwright.text.messages import quoted
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str, *model: str) -> Meant:
    """What a message means for a model; an empty one unless it is given."""
    graph = graph_of(*model)
    return means(read(text), graph, NodeIndex(graph))


def heard(text: str, *model: str) -> Understood:
    graph = graph_of(*model)
    return understand(text, Situation(graph, NodeIndex(graph), suggests=False))


def leads(meant: Meant, source: str, target: str) -> bool:
    """Does a flow lead from one function to the other?"""
    _, edges = made(meant)
    written = {each.split(" -io-> ")[1] for each in edges if each.startswith(f"{source} -io-> ")}
    return any(f"{flow} -io-> {target}" in edges for flow in written)


@pytest.mark.requirement("U-384")
@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Once the rollers are greased, the mechanic starts the cable.", "Grease rollers", "Start cable"),
        ("As soon as the gate is locked, the mechanic starts the cable.", "Lock gate", "Start cable"),
        ("Sobald die Rollen geschmiert sind, startet der Mechaniker das Seil.", "Rollen schmieren", "Seil starten"),
        ("Une fois les galets graissés, le mécanicien démarre le câble.", "Graisser les galets", "Démarrer le câble"),
        ("Dès que les galets sont graissés, on démarre le câble.", "Graisser les galets", "Démarrer le câble"),
        ("After cleaning of the tank the pump fills the water in.", "Clean tank", "Fill in water"),
        ("Nach dem Schmieren der Rollen startet der Mechaniker das Seil.", "Schmieren der Rollen", "Seil starten"),
        ("Vor dem Schmieren der Rollen prüft sie der Mechaniker.", "Rollen prüfen", "Schmieren der Rollen"),
        ("The pilot starts the engine; before that the mechanic checks the oil.", "Check oil", "Start engine"),
        ("Der Pilot startet den Motor; davor prüft der Mechaniker das Öl.", "Öl prüfen", "Motor starten"),
        (
            "Le pilote démarre le moteur ; avant cela, le mécanicien contrôle l'huile.",
            "Contrôler l'huile",
            "Démarrer le moteur",
        ),
        ("Avant le graissage des galets, le mécanicien arrête le câble.", "Arrêter le câble", "Graissage des galets"),
    ],
)
def test_what_is_only_named_as_done_is_a_step_too(text: str, first: str, second: str) -> None:
    assert leads(told(text), first, second)


@pytest.mark.requirement("U-384")
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Before greasing the rollers the mechanic stops the cable and locks the gate.",
         ("Stop cable", "Lock gate", "Grease rollers")),
        ("Vor dem Schmieren der Rollen hält der Mechaniker das Seil an und sperrt das Tor.",
         ("Seil anhalten", "Tor sperren", "Schmieren der Rollen")),
        ("Avant de graisser les galets, le mécanicien arrête le câble et verrouille le portail.",
         ("Arrêter le câble", "Verrouiller le portail", "Graisser les galets")),
    ],
)  # fmt: skip
def test_all_that_is_done_before_comes_before(text: str, steps: tuple[str, ...]) -> None:
    meant = told(text)

    assert leads(meant, steps[0], steps[1])
    assert leads(meant, steps[1], steps[2])


@pytest.mark.requirement("U-384")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("Before the start of the ride the attendant checks the bars.", {"FUNC Check bars"}),
        ("Vor Beginn der Fahrt kontrolliert der Betreuer die Bügel.", {"FUNC Bügel kontrollieren"}),
        ("Nachdem die Gäste eingestiegen sind, schließt der Betreuer die Bügel.", {"FUNC Bügel schließen"}),
        ("Once the tank is filled above 4 l, the pump stops the inflow.", {"FUNC Stop inflow"}),
        ("When the gate is locked the controller starts the cable.", {"FUNC Start cable"}),
    ],
)
def test_a_moment_a_measured_state_and_what_people_do_with_themselves_are_no_steps(text, functions) -> None:
    nodes, _ = made(told(text))

    assert {each for each in nodes if each.startswith("FUNC ")} == functions


@pytest.mark.requirement("U-384")
def test_a_circumstance_without_a_mark_is_no_question() -> None:
    assert isinstance(heard("When the gate is locked the controller starts the cable."), Change)


@pytest.mark.requirement("U-385")
@pytest.mark.parametrize(
    ("text", "owner", "deeds"),
    [
        ("What the ropeway controller does:\n* measure wind\n* stop cable", "SYS Ropeway controller", ("Measure wind", "Stop cable")),
        ("What the mechanic has to do:\n- check rope\n- sign logbook", "ACTOR Mechanic", ("Check rope", "Sign logbook")),
        ("Was der Mechaniker tut:\n- Seil prüfen\n- Rollen schmieren", "ACTOR Mechaniker", ("Seil prüfen", "Rollen schmieren")),
        ("Das macht der Mechaniker:\n- Seil prüfen\n- Rollen schmieren", "ACTOR Mechaniker", ("Seil prüfen", "Rollen schmieren")),
        ("Ce que fait le mécanicien :\n* contrôler le câble\n* graisser les galets", "ACTOR Mécanicien",
         ("Contrôler le câble", "Graisser les galets")),
        ("The mechanic does the following: check the rope and sign the logbook.", "ACTOR Mechanic", ("Check rope", "Sign logbook")),
        ("Der Mechaniker macht Folgendes: Seil prüfen und Logbuch unterschreiben.", "ACTOR Mechaniker",
         ("Seil prüfen", "Logbuch unterschreiben")),
        ("Das macht der Mechaniker: Seil prüfen und Logbuch unterschreiben.", "ACTOR Mechaniker",
         ("Seil prüfen", "Logbuch unterschreiben")),
        ("Le mécanicien fait ceci : contrôler le câble et signer le registre.", "ACTOR Mécanicien",
         ("Contrôler le câble", "Signer le registre")),
    ],
)  # fmt: skip
def test_a_heading_that_says_who_does_what_follows_names_nobody_else(text, owner, deeds) -> None:
    found = heard(text)

    assert isinstance(found, Change), found
    created = {(each.node_type, each.name) for each in found.operations if hasattr(each, "node_type")}
    assert tuple(owner.split(" ", 1)) in created
    assert {("FUNC", each) for each in deeds} == {each for each in created if each[0] == "FUNC"}


@pytest.mark.requirement("U-386")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ('The requirement "Rope is inspected" is satisfied by the function "Inspect rope" and verified with the test "Rope check".',
         {"REQ Rope is inspected", "FUNC Inspect rope", "TEST Rope check"}),
        ('Die Anforderung "Seil ist geprüft" wird von der Funktion "Seil prüfen" erfüllt und durch den Test "Seilprobe" nachgewiesen.',
         {"REQ Seil ist geprüft", "FUNC Seil prüfen", "TEST Seilprobe"}),
        ("L'exigence « Corde sûre » est satisfaite par la fonction « Contrôler corde » et vérifiée par le test « Essai de corde ».",
         {"REQ Corde sûre", "FUNC Contrôler corde", "TEST Essai de corde"}),
    ],
)  # fmt: skip
def test_a_second_participle_shares_the_helper_of_the_first(text: str, nodes: set[str]) -> None:
    found, edges = made(told(text))

    assert (set(found), {each.split(" -")[1].split("-")[0] for each in edges}) == (nodes, {"satisfy", "verify"})


@pytest.mark.requirement("U-386")
@pytest.mark.parametrize(
    "text",
    [
        "The requirement Rope is safe is satisfied by the function Inspect rope and verified by the test Rope check.",
        'The test "Rope check" verifies the requirement "Safe", which is satisfied by the function "Inspect rope".',
    ],
)
def test_what_is_called_a_function_is_never_taken_for_a_part(text: str) -> None:
    assert isinstance(heard(text), UnclearMessage)


@pytest.mark.requirement("U-387")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("Gäste, die aus dem Ausland kommen, buchen und bezahlen ein Zimmer.", {"ACTOR Gäste", "FUNC Zimmer buchen", "FUNC Zimmer bezahlen"}),
        ("Als Gast möchte ich meine Fahrt bis zehn Minuten vor der Abfahrt stornieren können.", {"FUNC Fahrt stornieren"}),
        ("Le bac, lui, comprend un filtre et un robinet.", {"SYS Bac", "MOD Filtre", "MOD Robinet"}),
        ("dann lädt der fahrer den wagen", {"ACTOR Fahrer", "FUNC Wagen laden"}),
        ("Der Roboter hebt die Kisten nicht, er zählt sie nur. Heben tut sie der Staplerfahrer.",
         {"MOD Roboter", "FUNC Kisten zählen", "ACTOR Staplerfahrer", "FUNC Kisten heben"}),
        ("À la fin l'argile est façonnée par l'apprentie.", {"ACTOR Apprentie", "FUNC Façonner l'argile"}),
        ("Das Bedienpult erlaubt es der Pilotin, die Höhe zu ändern.", {"MOD Bedienpult", "ACTOR Pilotin", "FUNC Höhe ändern"}),
    ],
)  # fmt: skip
def test_clauses_that_were_misread(text: str, nodes: set[str]) -> None:
    found, _ = made(told(text))

    assert nodes <= set(found)
    assert not any(each.startswith("REQ ") for each in found) or text.startswith("Als ")


@pytest.mark.requirement("U-387")
def test_a_contrast_is_no_order_of_steps() -> None:
    meant = told("Der Roboter hebt die Kisten nicht, er zählt sie nur. Heben tut sie der Staplerfahrer.")

    assert not leads(meant, "Kisten zählen", "Kisten heben")


@pytest.mark.requirement("U-387")
@pytest.mark.parametrize("text", ["Set the band saw to 30 kW.", "band saw: power 30 kW"])
def test_a_verb_in_the_name_of_a_thing_is_no_deed(text: str) -> None:
    assert isinstance(heard(text, "Sawmill:SYS", "Band saw:MOD"), UnclearMessage)


@pytest.mark.requirement("U-387")
def test_a_story_is_named_by_what_is_wanted() -> None:
    nodes, _ = made(told("As a season ticket holder, I'd like to extend my ticket online so that I need not queue."))

    assert {"ACTOR Season ticket holder", "UC Extend ticket", "REQ Extend ticket"} <= set(nodes)


@pytest.mark.requirement("U-387")
def test_a_then_that_compares_is_a_than() -> None:
    nodes, _ = made(told("The pump must not run dry for more then 40 seconds."))

    assert [each for each in nodes if each.startswith("REQ ")] == ["REQ Pump running time"]


@pytest.mark.requirement("U-390")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The sensor sends the pressure to the skoobel.", "Skoobel"),
        ("Der Sensor sendet den Druck an das Pröbel.", "Pröbel"),
        ("Le capteur envoie la pression au flourbin.", "Flourbin"),
        ("There is a skoobel at the gate.", "Skoobel"),
    ],
)
def test_what_no_list_knows_and_gets_something_or_is_there_is_a_part_once_people_agree(text: str, part: str) -> None:
    found = heard(text)

    assert isinstance(found, Change), found
    assert found.proposes
    assert quoted(part, found.language) in found.text
    assert ("MOD", part) in {(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)}
