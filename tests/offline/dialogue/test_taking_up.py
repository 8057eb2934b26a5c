"""What is said about the turn before: another number, what was meant instead. Sentences written before the rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, UnclearMessage
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import NodeCreate, NodeUpdate
from tests.graph.build import graph_of

PROPERTIES = [
    ("The tank weighs 2 kg.", "Tank", "mass", "2 kg"),
    ("The drawer is 60 cm wide.", "Drawer", "width", "60 cm"),
    ("The beehive costs 40 euros.", "Beehive", "cost", "40 euros"),
    ("The mast has a height of 12 m.", "Mast", "height", "12 m"),
    ("The mass of the telescope is 3 kg.", "Telescope", "mass", "3 kg"),
    ("The oven's power is 2 kW.", "Oven", "power", "2 kW"),
    ("The bandwidth of the modem is 20 MHz.", "Modem", "bandwidth", "20 MHz"),
    ("Die Kabine wiegt 500 kg.", "Kabine", "Masse", "500 kg"),
    ("Der Mast ist 12 m hoch.", "Mast", "Höhe", "12 m"),
    ("Das Regal kostet 40 Euro.", "Regal", "Kosten", "40 Euro"),
    ("Die Masse der Batterie beträgt 3 kg.", "Batterie", "Masse", "3 kg"),
    ("Der Ofen hat eine Leistung von 2 kW.", "Ofen", "Leistung", "2 kW"),
    ("Die Bandbreite des Modems ist 20 MHz.", "Modem", "Bandbreite", "20 MHz"),
    ("La batterie pèse 2 kg.", "Batterie", "masse", "2 kg"),
    ("Le mât fait 12 m de haut.", "Mât", "hauteur", "12 m"),
    ("L'étagère coûte 40 euros.", "Étagère", "coût", "40 euros"),
    ("La masse de la batterie est de 3 kg.", "Batterie", "masse", "3 kg"),
    ("Le kayak est long de 4,2 m.", "Kayak", "longueur", "4,2 m"),
    ("Le réservoir a un volume de 200 litres.", "Réservoir", "volume", "200 litres"),
]


def _said(
    text: str, graph: Graph, *, focus: Focus | None = None, before: Graph | None = None, earlier: str = ""
) -> Change:
    said = understand(
        text,
        Situation(graph, NodeIndex(graph), focus or Focus(), before=before, earlier=(earlier,) if earlier else ()),
    )
    assert isinstance(said, Change), said
    return said


@pytest.mark.requirement("U-510")
@pytest.mark.parametrize(("text", "name", "attribute", "value"), PROPERTIES)
def test_a_measured_property_is_an_attribute(text: str, name: str, attribute: str, value: str) -> None:
    change = _said(text, graph_of())
    made = [each.name for each in change.operations if isinstance(each, NodeCreate)]
    told = [each.set.attributes for each in change.operations if isinstance(each, NodeUpdate)]
    assert (made, told, change.proposes) == ([name], [{attribute: value}], True)


@pytest.mark.requirement("U-510")
def test_of_what_is_there_nothing_is_made() -> None:
    change = _said("It weighs 2 kg.", graph_of("Tank:MOD"), focus=Focus((FocusedElement("Tank", "MOD"),)))
    assert [type(each) for each in change.operations] == [NodeUpdate]


@pytest.mark.requirement("U-510")
@pytest.mark.parametrize(
    "text", ["The scale weighs the parcel.", "Die Waage wiegt das Paket.", "La balance pèse le colis."]
)
def test_weighing_something_stays_a_deed(text: str) -> None:
    assert any(isinstance(each, NodeCreate) and each.node_type == "FUNC" for each in _said(text, graph_of()).operations)


@pytest.mark.requirement("U-511")
@pytest.mark.parametrize(
    ("text", "part", "count"),
    [
        ("The drive unit has four wheels.", "Wheels", 4),
        ("The rig consists of six legs.", "Legs", 6),
        ("Die Drohne hat zwei Sensoren.", "Sensoren", 2),
        ("Der Roboter besteht aus drei Kameras und einem Greifer.", "Kameras", 3),
        ("Le drone a trois capteurs.", "Capteurs", 3),
        ("Le chariot comporte quatre roues.", "Roues", 4),
    ],
)
def test_how_many_parts_there_are_is_kept(text: str, part: str, count: int) -> None:
    made = {each.name: each.attributes for each in _said(text, graph_of()).operations if isinstance(each, NodeCreate)}
    assert made[part] == {"count": count}


@pytest.mark.requirement("U-511")
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("No, six wheels.", 6),
        ("No, six.", 6),
        ("No, it has six wheels.", 6),
        ("Six wheels, not four.", 6),
        ("Sorry, 8 wheels", 8),
        ("Nein, sechs.", 6),
        ("Nein, es sind sechs.", 6),
        ("Nein, drei, nicht vier.", 3),
        ("Non, six.", 6),
        ("Non, il y en a six.", 6),
        ("Pardon, trois.", 3),
    ],
)
def test_the_number_said_last_is_corrected(text: str, count: int) -> None:
    graph = graph_of("Drive unit:MOD", "Wheels:MOD [count=4]", "Drive unit -compose-> Wheels")
    focus = Focus((FocusedElement("Drive unit", "MOD"), FocusedElement("Wheels", "MOD")))
    told = [each.set.attributes for each in _said(text, graph, focus=focus).operations if isinstance(each, NodeUpdate)]
    assert told == [{"count": count}]


@pytest.mark.requirement("U-511")
@pytest.mark.parametrize(
    "text", ["No, 3 kg.", "Nein, 3 kg.", "Non, 3 kg.", "No, it weighs 3 kg.", "Nein, er wiegt 3 kg."]
)
def test_a_measure_said_last_is_corrected(text: str) -> None:
    graph, focus = graph_of("Tank:MOD [mass=2 kg; Masse=2 t]"), Focus((FocusedElement("Tank", "MOD"),))
    told = [each.set.attributes for each in _said(text, graph, focus=focus).operations if isinstance(each, NodeUpdate)]
    assert told in ([{"mass": "3 kg"}], [{"Masse": "3 kg"}])


MEANT = [
    ("Delete the pump.", "I meant the valve, not the pump.", "Valve"),
    ("Delete the pump.", "No, I meant the valve.", "Valve"),
    ("Delete the pump.", "Sorry, I meant the valve instead of the pump.", "Valve"),
    ("Lösche die Pumpe.", "Ich meinte nicht die Pumpe, sondern das Ventil.", "Ventil"),
    ("Lösche die Pumpe.", "Ich meinte das Ventil, nicht die Pumpe.", "Ventil"),
    ("Supprime la pompe.", "Je voulais dire la vanne, pas la pompe.", "Vanne"),
]


@pytest.mark.requirement("U-512")
@pytest.mark.parametrize(("order", "text", "name"), MEANT)
def test_the_order_is_done_with_what_was_meant(order: str, text: str, name: str) -> None:
    other = {"Valve": "Pump", "Ventil": "Pumpe", "Vanne": "Pompe"}[name]
    graph = graph_of(f"{name}:MOD", f"{other}:MOD")
    assert [each.ref for each in _said(text, graph, earlier=order).operations] == [
        each.ref for each in _said(order.lower().replace(other.lower(), name), graph).operations
    ]


@pytest.mark.requirement("U-512")
def test_what_was_done_with_the_other_is_taken_back() -> None:
    before = graph_of("Battery:MOD", "Battery pack:MOD")
    now = graph_of("Cell:MOD", "Battery pack:MOD")
    now.put_node(replace(before.nodes[NodeId("Battery:MOD")], name="Cell"))
    now.drop_node(NodeId("Cell:MOD"))
    change = _said(
        "I meant the battery pack, not the battery.", now, before=before, earlier="Rename the battery to Cell."
    )
    names = [each.set.name for each in change.operations if isinstance(each, NodeUpdate)]
    assert (names, change.proposes) == (["Battery", "Cell"], True)


@pytest.mark.requirement("U-512")
@pytest.mark.parametrize(
    "text",
    ["I meant the water tank, not the tank.", "Ich meinte den Ofen.", "Je voulais dire la pompe, pas le moteur."],
)
def test_it_is_asked_where_nobody_knows_what_for(text: str) -> None:
    graph = graph_of("Water tank:MOD", "Ofen:MOD", "Pompe:MOD")
    assert isinstance(understand(text, Situation(graph, NodeIndex(graph))), UnclearMessage)


@pytest.mark.requirement("U-511")
def test_the_number_of_a_requirement_is_corrected_in_its_text() -> None:
    graph = graph_of("Gain:REQ [text=The antenna gain must be at least 30 dB.]")
    change = _said("Make it 40 dB instead of 30.", graph, focus=Focus((FocusedElement("Gain", "REQ"),)))
    told = [each.set.attributes for each in change.operations if isinstance(each, NodeUpdate)]
    assert told == [{"text": "The antenna gain must be at least 40 dB."}]
