"""What whole sentences come to, by phenomenon: read, meant and built on an empty model, with words that no list has."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str) -> Meant:
    """What a message means for an empty model."""
    model = graph_of()
    return means(read(text), model, NodeIndex(model))


def nodes(text: str) -> set[str]:
    """What a message makes, as `TYPE Name`, without flows and chains."""
    return {each for each in made(told(text))[0] if not each.startswith(("FLOW", "FCHAIN"))}


@pytest.mark.requirement("U-76")
@pytest.mark.parametrize(
    ("text", "somebody"),
    [
        ("The falconer unhoods the bird, then he signs the log.", "ACTOR Falconer"),
        ("The bellringer approves the rota.", "ACTOR Bellringer"),
        ("Der Köhler unterschreibt die Liste.", "ACTOR Köhler"),
        ("Die Glasbläserin heizt den Ofen an.", "ACTOR Glasbläserin"),
        ("Le vannier signe le bon.", "ACTOR Vannier"),
        ("L'ostréicultrice trie les huîtres.", "ACTOR Ostréicultrice"),
        ("The theodolite measures the angle.", "MOD Theodolite"),
        ("The beehive transmits its weight.", "MOD Beehive"),
        ("Der Echolotgeber misst die Tiefe.", "MOD Echolotgeber"),
        ("L'hydrophone mesure la pression.", "MOD Hydrophone"),
    ],
)
def test_a_noun_that_no_list_has_is_told_by_its_ending_or_by_what_it_does(text, somebody):
    assert somebody in nodes(text)


@pytest.mark.requirement("U-76")
@pytest.mark.parametrize(
    ("text", "somebody"),
    [
        ("The energy manager charges the battery.", "MOD Energy manager"),
        ("The shop manager approves the offer.", "ACTOR Shop manager"),
        ("As soon as the wind exceeds 25 m/s, the park manager stops the turbine.", "MOD Park manager"),
        ("Le contrôleur signe le procès-verbal.", "ACTOR Contrôleur"),
        ("Le contrôleur mesure le débit.", "MOD Contrôleur"),
        ("Le capteur envoie la température au contrôleur.", "MOD Contrôleur"),
    ],
)
def test_a_word_for_somebody_and_for_something_is_told_by_what_it_does(text, somebody):
    assert somebody in nodes(text)


@pytest.mark.requirement("U-76")
@pytest.mark.parametrize(
    ("text", "taken_for", "doubt"),
    [
        ("The wender moves the frobnel.", "ACTOR Wender", "supposed"),
        ("Der Zwirbler bewegt den Tand.", "ACTOR Zwirbler", "supposed"),
        ("Le zigouineur plie du carton.", "ACTOR Zigouineur", "supposed"),
        ("The frobnel moves the wender.", "MOD Frobnel", "supposedPart"),
        ("Das Zwirbel bewegt den Tand.", "MOD Zwirbel", "supposedPart"),
        ("Le zigouin plie du carton.", "MOD Zigouin", "supposedPart"),
    ],
)
def test_where_nothing_but_the_form_of_a_noun_tells_it_is_proposed(text, taken_for, doubt):
    meant = told(text)

    assert taken_for in nodes(text)
    assert [each.code for each in meant.doubts] == [doubt]
    assert meant.proposes


@pytest.mark.requirement("U-77")
@pytest.mark.parametrize(
    ("text", "made_of_it"),
    [
        (
            "As an angler I want to buy a day permit so that I can fish at once.",
            {"ACTOR Angler", "UC Buy day permit", "FUNC Buy day permit"},
        ),
        (
            "Als Winzerin will ich den Mostgrad sehen, um die Lese zu planen.",
            {"ACTOR Winzerin", "UC Mostgrad sehen", "FUNC Mostgrad sehen"},
        ),
        (
            "En tant qu'apprenti, je souhaite consulter le planning.",
            {"ACTOR Apprenti", "UC Consulter le planning", "FUNC Consulter le planning"},
        ),
    ],
)
def test_a_user_story_is_an_actor_with_a_use_case_and_a_requirement_in_its_words(text, made_of_it):
    meant = told(text)
    new = {each for each in made(meant)[0] if not each.startswith(("FLOW", "FCHAIN", "REQ"))}

    assert new == made_of_it
    assert [node.attributes["text"] for node in meant.draft.graph.of_type("REQ")] == [text]
    assert meant.proposes


@pytest.mark.requirement("U-78")
@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        (
            "The tide mill is made up of a sluice, a wheel and a millstone.",
            "Tide mill",
            ["Sluice", "Wheel", "Millstone"],
        ),
        ("Structure of the observatory: dome, mount, spectrograph.", "Observatory", ["Dome", "Mount", "Spectrograph"]),
        ("Der Webstuhl setzt sich aus Kettbaum, Warenbaum und Weblade zusammen.", "Webstuhl", ["Kettbaum", "Weblade"]),
        ("Bestandteile der Sonnenuhr: Zifferblatt, Polstab, Sockel", "Sonnenuhr", ["Polstab", "Sockel"]),
        ("Le métier est constitué d'un cadre, d'une navette et d'un peigne.", "Métier", ["Cadre", "Navette", "Peigne"]),
        ("Composition du kit : une pompe, un filtre, un tuyau", "Kit", ["Pompe", "Filtre", "Tuyau"]),
    ],
)
def test_a_whole_has_its_parts_in_every_wording(text, whole, parts):
    edges = made(told(text))[1]

    assert {f"{whole} -compose-> {part}" for part in parts} <= edges


@pytest.mark.requirement("U-78")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The logbook entry contains date, skipper, heading and remarks.", "Logbook entry"),
        ("An air waybill holds shipper, gross weight and number of pieces.", "Air waybill"),
        ("Der Frachtbrief enthält: Absender, Gewicht, Ziel und Datum.", "Frachtbrief"),
        ("Un bordereau contient la date, le tonnage et la signature.", "Bordereau"),
        ("The schema Ticket contains number, price and date.", "Ticket"),
    ],
)
def test_what_holds_fields_is_data(text, name):
    assert nodes(text) == {f"SCHEMA {name}"}


@pytest.mark.requirement("U-79")
@pytest.mark.parametrize(
    "text",
    [
        "Le port du gilet est obligatoire sur le ponton.",
        "Interdiction de plonger sous la passerelle.",
        "Wearing a harness is mandatory on the mast.",
        "Das Betreten der Wehrkrone ist verboten.",
        "Der Lift darf niemals öffnen, während die Kabine fährt.",
        "Der Kran darf keinesfalls drehen, solange sich Kinder im Hof aufhalten.",
        "The ferry may under no circumstances sail while the ramp is down.",
        "Le treuil ne doit jamais tourner tant que le capot est ouvert.",
        "at most 4 guests per sauna, then the door has to be locked",
    ],
)
def test_a_duty_in_any_wording_is_one_requirement_and_nothing_of_it_is_built(text):
    meant = told(text)

    assert [node.attributes["text"] for node in meant.draft.graph.of_type("REQ")] == [text]
    assert nodes(text) == {f"REQ {node.name}" for node in meant.draft.graph.of_type("REQ")}


@pytest.mark.requirement("U-79")
@pytest.mark.parametrize(
    ("text", "made_of_it"),
    [
        ("As soon as the anemometer reads more than 12 m/s, the crane parks its jib.", {"MOD Crane", "FUNC Park jib"}),
        (
            "Sobald der Pegel über 4 m steigt, schließt das Stellwerk die Tore.",
            {"MOD Stellwerk", "FUNC Tore schließen"},
        ),
        ("Dès que la turbine dépasse 3000 tr/min, la pompe arrose le frein.", {"MOD Pompe", "FUNC Arroser le frein"}),
    ],
)
def test_a_state_that_must_hold_first_is_no_deed(text, made_of_it):
    assert made_of_it <= nodes(text)
    assert not {each for each in nodes(text) if each.startswith(("FUNC", "REQ"))} - made_of_it


@pytest.mark.requirement("U-79")
@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("The landlord says that the pump lifts the beer.", "Lift beer"),
        ("Die Chefin meint, dass der Kühler die Maische kühlt.", "Maische kühlen"),
        ("La patronne dit que la pompe vide la cave.", "Vider la cave"),
    ],
)
def test_what_is_said_is_built_and_not_that_it_is_said(text, function):
    assert {each for each in nodes(text) if each.startswith(("FUNC", "UC", "ACTOR"))} == {f"FUNC {function}"}
    assert not told(text).left_out


@pytest.mark.requirement("U-79")
def test_steps_named_by_nouns_follow_each_other_and_are_carried_out_by_what_is_named() -> None:
    found, edges = made(
        told("Zunächst Sortierung der Rüben durch den Scanner, dann Reinigung durch die Waschmaschine.")
    )

    assert {"FUNC Sortierung der Rüben", "FUNC Reinigung", "MOD Scanner", "MOD Waschmaschine"} <= found
    assert {"Scanner -allocate-> Sortierung der Rüben", "Waschmaschine -allocate-> Reinigung"} <= edges
    assert "Sortierung der Rüben -io-> Ergebnis Sortierung der Rüben" in edges


@pytest.mark.requirement("U-79")
def test_a_chain_of_arrows_is_a_chain_of_steps_even_where_one_step_is_also_a_person() -> None:
    found, _ = made(told("Order -> cook -> serve"))

    assert not {each for each in found if each.startswith(("ACTOR", "UC"))}
    assert {"FUNC Order", "FUNC Cook", "FUNC Serve"} <= found


@pytest.mark.requirement("U-79")
@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("From the dive log: The winch must stop within 2 s.", ["The winch must stop within 2 s."]),
        ("R7 Der Melkstand muss jede Ziege erkennen.", ["Der Melkstand muss jede Ziege erkennen."]),
        (
            "Die Schleuse muss bei Sturm schließen; der Wärter darf sie nicht öffnen.",
            ["Die Schleuse muss bei Sturm schließen", "der Wärter darf sie nicht öffnen."],
        ),
        ("Weight: max. 3 g incl. battery", ["Weight: max. 3 g incl. battery"]),
    ],
)
def test_what_only_announces_a_duty_is_no_part_of_its_words(text, texts):
    assert [node.attributes["text"] for node in told(text).draft.graph.of_type("REQ")] == texts


@pytest.mark.requirement("U-78")
@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("The blower is responsible for venting the mould.", "Blower -allocate-> Vent mould"),
        ("Für das Entrauchen ist der Dachlüfter zuständig.", "Dachlüfter -allocate-> Entrauchen"),
        (
            "Le calcul de la marée incombe au module hydrographique.",
            "Module hydrographique -allocate-> Calcul de la marée",
        ),
        ("Im Gehäuse befinden sich ein Akku und ein Sender.", "Gehäuse -compose-> Sender"),
    ],
)
def test_who_has_a_task_carries_it_and_what_sits_in_something_is_a_part_of_it(text, edge):
    assert edge in made(told(text))[1]


@pytest.mark.requirement("U-79")
@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Die Küche bekommt die Bestellung vom Kellner.",
            {"Kellner -io-> Bestellung", "Bestellung -io-> Bestellung senden"},
        ),
        (
            "The registrar sends the couple a confirmation.",
            {"Registrar -io-> Confirmation", "Confirmation -io-> Couple"},
        ),
        ("Das Stellwerk meldet der Zentrale die Störung.", {"Störung melden -io-> Störung"}),
    ],
)
def test_what_is_given_goes_from_the_giver_to_the_taker(text, edges):
    assert edges <= made(told(text))[1]


@pytest.mark.requirement("U-79")
def test_where_somebody_goes_gets_nothing() -> None:
    found, _ = made(told("Wenn der Akku leer ist, fährt der Mähroboter zur Ladestation."))

    assert not {each for each in found if each.startswith("FLOW") or "Ladestation" in each}


@pytest.mark.requirement("U-80")
@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "Milking robot:\n- cleans the teats\n- attaches the cups",
            {"Milking robot -allocate-> Clean teats", "Milking robot -allocate-> Attach cups"},
        ),
        (
            "Pumpe:\n- Wasser ansaugen\n- Druck halten",
            {"Pumpe -allocate-> Wasser ansaugen", "Pumpe -allocate-> Druck halten"},
        ),
        ("Robot :\n- tondre la pelouse\n- vider le bac", {"Robot -allocate-> Tondre la pelouse"}),
    ],
)
def test_what_stands_in_rows_under_somebody_or_a_part_is_what_it_does(text, edges):
    assert edges <= made(told(text))[1]


@pytest.mark.requirement("U-80")
@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("Binding a book:\n1. fold the sheets\n2. sew the spine", "Fold sheets", "Sew spine"),
        (
            "Ablauf:\n1) Kunde unterschreibt Beleg\n2) Drucker druckt Quittung",
            "Beleg unterschreiben",
            "Quittung drucken",
        ),
        ("Reliure :\n1. plier les cahiers\n2. coudre le dos", "Plier les cahiers", "Coudre le dos"),
    ],
)
def test_numbered_rows_under_a_title_are_steps_that_follow_each_other(text, first, then):
    graph = told(text).draft.graph
    steps = {node.name: node.node_id for node in graph.of_type("FUNC")}

    assert {
        each.node_id for flow in graph.targets(steps[first], "io") for each in graph.targets(flow.node_id, "io")
    } == {steps[then]}


@pytest.mark.requirement("U-79")
def test_what_goes_from_somebody_to_nobody_who_is_known_is_a_flow_of_the_giver() -> None:
    found, edges = made(told("Claims go from the broker to the loss adjuster."))

    assert "FLOW Claims" in found
    assert "Broker -io-> Claims" in edges
