"""Short clauses with a subject each, states that nobody makes, and words that only tell which ones."""

from __future__ import annotations

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def made(said: str) -> set[tuple[str, str]]:
    """What is new by type and name, in a model of one system."""
    graph = graph_of("Plant:SYS")
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))
    assert isinstance(found, Change), found
    return {(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)}


@pytest.mark.requirement("U-640")
@pytest.mark.parametrize(
    ("said", "parts", "deeds"),
    [
        ("The motor stops and the alarm rings.", {"Motor", "Alarm"}, {"Stop motor", "Ring alarm"}),
        ("The pump starts and the lamp blinks when the tank is empty.", {"Pump", "Lamp"}, {"Start pump", "Blink lamp"}),
        ("The tower drops a charge and the siren sounds.", {"Tower", "Siren"}, {"Drop charge", "Sound siren"}),
        ("The robot picks a part and the belt stops.", {"Robot", "Belt"}, {"Pick part", "Stop belt"}),
        ("The siren howls and the gate opens.", {"Siren", "Gate"}, {"Howl", "Open gate"}),
        (
            "La pompe démarre et la lampe clignote quand le réservoir est vide.",
            {"Pompe", "Lampe"},
            {"Démarrer la pompe", "Clignoter la lampe"},
        ),
        ("Der Motor stoppt und die Sirene heult.", {"Motor", "Sirene"}, {"Motor stoppen", "Heulen"}),
    ],
)
def test_two_short_clauses_have_a_subject_each(said: str, parts: set[str], deeds: set[str]) -> None:
    new = made(said)

    assert {name for node_type, name in new if node_type == "MOD"} == parts
    assert {name for node_type, name in new if node_type == "FUNC"} == deeds


@pytest.mark.requirement("U-640")
def test_a_plural_behind_and_stays_a_thing() -> None:
    assert ("FUNC", "Sell rings, stops") in made("The shop sells rings and stops.")


@pytest.mark.requirement("U-641")
@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("Sobald der Filter verschmutzt ist, meldet die Steuerung das dem Wärter.", {"Filter verschmutzt melden"}),
        ("Wenn der Akku leer ist, meldet der Sensor das dem Wächter.", {"Akku leer melden"}),
        ("When the filter is clogged, the controller reports this to the guard.", {"Report filter clogged"}),
        ("Quand le filtre est bouché, la commande le signale au gardien.", {"Signaler filtre bouché"}),
        ("The lid opens when the button is pressed.", {"Open lid"}),
    ],
)
def test_a_state_is_no_deed_and_is_what_is_reported(said: str, deeds: set[str]) -> None:
    assert {name for node_type, name in made(said) if node_type == "FUNC"} == deeds


@pytest.mark.requirement("U-642")
@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("The camera films every fish that swims through the basin.", {"Film fish"}),
        ("Der Melker sieht jede Kuh, die durchs Tor geht.", {"Kuh sehen"}),
        ("La caméra filme chaque poisson qui passe par le bassin.", {"Filmer poisson"}),
    ],
)
def test_which_ones_are_meant_is_no_step(said: str, deeds: set[str]) -> None:
    assert {name for node_type, name in made(said) if node_type == "FUNC"} == deeds


@pytest.mark.requirement("U-643")
@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("Der Fischpass besteht aus einem Einlauf und einem Zählbecken.", {"Fischpass", "Einlauf", "Zählbecken"}),
        ("Der Reisepass besteht aus einem Chip und einem Umschlag.", {"Reisepass", "Chip", "Umschlag"}),
        ("Die Uhr besteht aus Zeigern und Zahnrädern.", {"Uhr", "Zeiger", "Zahnräder"}),
        ("Die Waage besteht aus Federn und Kurbeln.", {"Waage", "Federn", "Kurbeln"}),
    ],
)
def test_german_parts_are_called_as_they_are_alone(said: str, parts: set[str]) -> None:
    assert {name for node_type, name in made(said) if node_type in {"MOD", "SYS"}} == parts


@pytest.mark.requirement("U-643")
def test_a_pass_of_fields_stays_data() -> None:
    assert ("SCHEMA", "Reisepass") in made("Der Reisepass besteht aus Name, Nummer und Datum.")


@pytest.mark.requirement("U-644")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("The commission decides whether the slope gets closed.", "Decide whether the slope gets closed"),
        ("La commission décide si la piste est fermée.", "Décider si la piste est fermée"),
        ("The guard checks whether the gate is shut.", "Check gate"),
        ("The lift carries up to eight persons.", "Carry persons"),
        ("Der Aufzug befördert bis zu acht Personen.", "Personen befördern"),
        ("L'ascenseur transporte jusqu'à huit personnes.", "Transporter personnes"),
        ("Der Hausmeister kümmert sich um die Heizung.", "Um Heizung kümmern"),
        ("Die Flasche wird gespült, dann füllt sie mein Kollege.", "Flasche füllen"),
    ],
)
def test_what_is_decided_carried_or_cared_for_is_kept(said: str, deed: str) -> None:
    assert ("FUNC", deed) in made(said)


@pytest.mark.requirement("U-644")
def test_who_rings_first_rings_nothing_that_is_handed_over_later() -> None:
    assert not {name for _, name in made("Le facteur sonne, remet le colis et repart.") if "onner le colis" in name}


@pytest.mark.requirement("U-645")
@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Une meule fendue ne doit jamais être vendue.", "Meule fendue jamais vendue"),
        ("A cracked stone must never be sold.", "Cracked stone never sold"),
        ("Le phare doit être visible à 20 milles.", "Phare visible"),
    ],
)
def test_the_name_of_a_requirement_keeps_what_denies_and_no_half_number(said: str, name: str) -> None:
    assert ("REQ", name) in made(said)
