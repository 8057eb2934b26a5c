"""What was read rightly and held up all the same, or read as a deed: parts that are got, rows of participles, links."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate
from tests.graph.build import graph_of

BOAT = graph_of("Barge:SYS", "Mast:MOD", "Barge -compose-> Mast")
WOOL = graph_of(
    "Wash wool:FUNC", "Dry wool:FUNC", "Wool:FLOW", "Wash wool -io-> Wool", "Wool -io-> Dry wool", "Carder:ACTOR"
)
TOWER = graph_of("Clocher:SYS", "Grosse cloche:MOD", "Petite cloche:MOD")


def heard(said: str, graph: Graph) -> object:
    return understand(said, Situation(graph, NodeIndex(graph), findings_of=list))


def made(said: str, graph: Graph) -> set[tuple[str, str]]:
    """Types and names of what is made."""
    found = heard(said, graph)
    assert isinstance(found, Change), found
    return {(each.node_type, each.name) for each in found.operations if isinstance(each, NodeCreate)}


@pytest.mark.requirement("U-600")
@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("The barge gets a winch and an anchor.", {"Winch", "Anchor"}),
        ("The mast is fitted with a lamp and a radar.", {"Lamp", "Radar"}),
        ("Der Mast bekommt noch eine Winde und einen Anker.", {"Winde", "Anker"}),
        ("Le mast est muni d'une lampe et d'un radar.", {"Lampe", "Radar"}),
    ],
)
def test_what_is_built_and_got_by_a_part_of_the_model_belongs_to_it(said: str, parts: set[str]):
    found = heard(said, BOAT)
    assert isinstance(found, Change)

    assert {name for _, name in made(said, BOAT)} == parts
    assert {each.edge_type for each in found.operations if isinstance(each, EdgeCreate)} == {"compose"}


@pytest.mark.requirement("U-600")
def test_data_that_a_part_gets_is_none_of_its_parts():
    assert "MOD" not in {node_type for node_type, _ in made("The mast gets a signal.", BOAT)}


@pytest.mark.requirement("U-600")
@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("Danach wird der Teig geknetet, geformt und gebacken.", {"Teig kneten", "Teig formen", "Teig backen"}),
        ("Der Wächter beobachtet das Tor vom Turm aus.", {"Tor vom Turm beobachten"}),
        ("Der Zeuge sagt vor dem Richter aus.", {"Aussagen"}),
    ],
)
def test_german_rows_of_participles_and_what_ends_a_place(said: str, deeds: set[str]):
    assert {name for node_type, name in made(said, graph_of()) if node_type == "FUNC"} == deeds


@pytest.mark.requirement("U-600")
def test_a_condition_behind_and_belongs_to_what_follows_it():
    said = "The driller sinks the holes, and once the guards have cleared the area the blaster fires the shot."
    found = heard(said, graph_of())
    assert isinstance(found, Change)

    names = [each.name for each in found.operations if isinstance(each, NodeCreate) and each.node_type == "FUNC"]
    assert names == ["Sink holes", "Clear area", "Fire shot"]


@pytest.mark.requirement("U-601")
@pytest.mark.parametrize(
    "said",
    [
        "I spoke to the workshop yesterday. The dyer dries the wool.",
        "J'ai parlé avec l'atelier hier. Le teinturier trempe la laine.",
        "Ich habe heute mit der Werkstatt gesprochen. Der Koch rührt die Suppe.",
        "Le technicien ouvre les micros et règle les niveaux.",
        "The crew checks the mast; then it signs the sheet.",
    ],
)
def test_who_tells_and_what_somebody_goes_on_with_hold_nothing_up(said: str):
    assert isinstance(heard(said, WOOL), Change)


@pytest.mark.requirement("U-601")
def test_what_whoever_writes_did_with_things_is_still_asked():
    assert isinstance(heard("We inspected the boiler.", WOOL), OpenQuestion)


@pytest.mark.requirement("U-602")
@pytest.mark.parametrize(
    "said", ['Put "Comb wool" in right before "Dry wool".', 'Schieb unmittelbar vor "Dry wool" noch "Comb wool" ein.']
)
def test_a_step_is_put_in_before_another(said: str):
    assert ("FUNC", "Comb wool") in made(said, WOOL)


@pytest.mark.requirement("U-602")
def test_a_type_that_is_taken_back_stands_behind_the_one_that_is_wanted():
    assert made('Make "Dry wool" a use case instead of a function.', WOOL) == {("UC", "Dry wool")}


@pytest.mark.requirement("U-602")
def test_a_link_through_a_flow_is_cut_where_the_flow_is_read():
    found = heard('Remove the link between "Wash wool" and "Dry wool".', WOOL)
    assert isinstance(found, Change)

    [operation] = found.operations
    assert isinstance(operation, EdgeDelete)


@pytest.mark.requirement("U-602")
def test_a_word_that_stands_in_several_names_is_no_other_name_of_its_stem():
    assert isinstance(heard("Renomme la cloche en « Marie ».", TOWER), OpenQuestion)
