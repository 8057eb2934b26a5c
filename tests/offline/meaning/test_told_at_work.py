"""How people tell of their work: what is done first and until when, at once, through which parts, and into what."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.offline.documented import model_of

NOTHING = "## Nodes\n\n## Edges\n"
FIBRE = """## Nodes
Draw fibre|FUNC|DrawFibre.FN.001|c
Wind fibre|FUNC|WindFibre.FN.002|c

## Edges
"""


def changed(text: str, graph: Graph) -> Change:
    found = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))
    assert isinstance(found, Change), found
    return found


def made(text: str, model: str = NOTHING) -> set[tuple[str, str]]:
    """Types and names of what is made, without chains."""
    new = [each for each in changed(text, model_of(model)).operations if isinstance(each, NodeCreate)]
    return {(each.node_type, each.name) for each in new if each.node_type != "FCHAIN"}


@pytest.mark.requirement("U-531")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("If the cell sees more than the limit the hoist stops and the operator gets an alarm.", "Stop hoist"),
        ("The press closes the mould, and once the part has cooled the ejector kicks it out.", "Kick out mould"),
        ("The surveyor has set up the tripod before he reads the staff.", "Set up tripod"),
        ("The clerk folds the shirts, which the packer lays in padded boxes.", "Lay shirts"),
        ("The scans are sorted by the archivist and X-rayed by the restorer.", "X-ray scans"),
        ("A user reports a fault.", "Report fault"),
    ],
)
def test_a_verb_is_found_where_no_comma_or_dictionary_shows_it(said: str, deed: str):
    assert ("FUNC", deed) in made(said)


@pytest.mark.requirement("U-531")
def test_two_nouns_behind_a_verb_of_giving_stay_one_thing():
    assert ("FUNC", "Hand ticket stubs") in made("The picker hands the clerk the ticket stubs.")


@pytest.mark.requirement("U-532")
@pytest.mark.parametrize(
    ("said", "absent"),
    [
        ("The smith heats the bar until the tip glows.", "Glow tip"),
        ("The cleaner removes driftwood before the water reaches the turbine.", "Reach turbine"),
    ],
)
def test_what_only_ends_a_deed_is_none(said: str, absent: str):
    deeds = {name for node_type, name in made(said) if node_type == "FUNC"}

    assert len(deeds) == 1
    assert absent not in deeds


@pytest.mark.requirement("U-532")
@pytest.mark.parametrize(
    "said",
    [
        "The herdsman milks the cows while the cheesemaker heats the copper vat.",
        "Der Senn melkt die Kühe, während die Käserin den Kessel heizt.",
        "Le berger trait les vaches pendant que le fromager chauffe la cuve.",
    ],
)
def test_what_is_done_at_once_has_no_order(said: str):
    operations = changed(said, model_of(NOTHING)).operations
    functions = {
        str(each.semantic_id) for each in operations if isinstance(each, NodeCreate) and each.node_type == "FUNC"
    }
    edges = [each for each in operations if isinstance(each, EdgeCreate) and each.edge_type == "io"]
    written = {str(each.target) for each in edges if str(each.source) in functions}

    assert len(functions) == 2
    assert not any(str(each.target) in functions and str(each.source) in written for each in edges)


@pytest.mark.requirement("U-532")
def test_a_pronoun_behind_a_time_of_the_model_means_what_the_time_names():
    new = made("Before the fibre is wound, the applicator roller coats it with sizing.", FIBRE)

    assert ("FUNC", "Coat fibre") in new


@pytest.mark.requirement("U-533")
@pytest.mark.parametrize(
    ("said", "stations"),
    [
        ("The letters pass through the facer, the canceller and the sorter.", {"Facer", "Canceller", "Sorter"}),
        ("Das Wasser fließt durch den Sandfilter und den Enthärter.", {"Sandfilter", "Enthärter"}),
        ("L'eau passe par le filtre et l'adoucisseur.", {"Filtre", "Adoucisseur"}),
    ],
)
def test_what_something_goes_through_is_parts_in_turn(said: str, stations: set[str]):
    assert {name for node_type, name in made(said) if node_type == "MOD"} == stations


@pytest.mark.requirement("U-533")
def test_people_who_walk_through_rooms_make_no_parts_of_them():
    assert not {node_type for node_type, _ in made("The visitors walk through the hall and the garden.")} & {"MOD"}


@pytest.mark.requirement("U-534")
@pytest.mark.parametrize(
    ("said", "record"),
    [
        ("The captain logs the position in the logbook every hour.", "Logbook"),
        ("All treatments are recorded in the medication register.", "Medication register"),
        ("Der Monteur trägt die Messwerte in das Prüfbuch ein.", "Prüfbuch"),
        ("L'infirmière note la température dans le carnet de suivi.", "Carnet de suivi"),
    ],
)
def test_what_is_written_goes_into_the_record_that_is_named(said: str, record: str):
    assert ("FLOW", record) in made(said)


@pytest.mark.requirement("U-535")
@pytest.mark.parametrize(
    ("said", "deed"),
    [
        ("Let's add that the vet nurse weighs the animal.", "Weigh animal"),
        ("Note que le vétérinaire pèse le cheval.", "Peser le cheval"),
        ("It would be great if the keeper could close the sluice remotely.", "Close sluice"),
        ("The paramedic, I mean the winch operator, lowers the stretcher.", "Lower stretcher"),
    ],
)
def test_words_around_a_deed_hold_nothing_up(said: str, deed: str):
    assert ("FUNC", deed) in made(said)


@pytest.mark.requirement("U-535")
def test_several_things_that_are_wanted_are_parts_of_none_of_them():
    operations = changed("We also need a condenser and a pump.", model_of(NOTHING)).operations

    assert {each.node_type for each in operations if isinstance(each, NodeCreate)} == {"MOD"}
    assert not any(isinstance(each, EdgeCreate) for each in operations)


@pytest.mark.requirement("U-535")
@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("We also need a condenser and a gauge as parts of the boiler.", "Boiler"),
        ("Wir brauchen noch einen Kondensator und ein Ventil als Teile des Kessels.", "Kessel"),
    ],
)
def test_what_is_wanted_as_parts_belongs_to_its_whole(said: str, whole: str):
    operations = changed(said, model_of(NOTHING)).operations
    [outer] = [each for each in operations if isinstance(each, NodeCreate) and each.name == whole]

    composed = [each for each in operations if isinstance(each, EdgeCreate) and each.edge_type == "compose"]
    assert [str(each.source) for each in composed] == [str(outer.semantic_id)] * 2
