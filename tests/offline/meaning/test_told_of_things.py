"""What was moved, wholes told by their parts, relative clauses, gapped participles and duties, as they are told."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.offline.understand import understand
from graphwright.offline.understood import ReadOnlyAnswer, Situation
from graphwright.protocol.operations import EdgeCreate, EdgeDelete, NodeCreate, NodeUpdate
from tests.graph.build import graph_of

BOAT = (
    "Boat:SYS", "Hull:MOD", "Cabin:MOD", "Radio:MOD",
    "Boat -compose-> Hull", "Boat -compose-> Cabin", "Hull -compose-> Radio",
)  # fmt: skip
KAHN = (
    "Kahn:SYS", "Rumpf:MOD", "Kabine:MOD", "Funkgerät:MOD",
    "Kahn -compose-> Rumpf", "Kahn -compose-> Kabine", "Rumpf -compose-> Funkgerät",
)  # fmt: skip
BATEAU = (
    "Bateau:SYS", "Coque:MOD", "Cabine:MOD", "Radio:MOD",
    "Bateau -compose-> Coque", "Bateau -compose-> Cabine", "Coque -compose-> Radio",
)  # fmt: skip


def _meant(text: str, *lines: str) -> Meant:
    graph = graph_of(*lines)
    return means(read(text), graph, NodeIndex(graph))


def _made(text: str, *lines: str) -> set[str]:
    operations = _meant(text, *lines).draft.operations
    made = {f"{each.node_type} {each.name}" for each in operations if isinstance(each, NodeCreate)}
    return {each for each in made if each.split()[0] not in {"FLOW", "FCHAIN", "UC"}}


def _linked(text: str, relation: str) -> set[tuple[str, str]]:
    graph = _meant(text).draft.graph
    edges = (each for each in graph.edges.values() if each.edge_type == relation)
    return {(graph.nodes[each.source].name, graph.nodes[each.target].name) for each in edges}


@pytest.mark.requirement("U-475")
@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("The radio has been moved from the hull to the cabin.", BOAT),
        ("The radio is mounted in the cabin and not in the hull.", BOAT),
        ("Das Funkgerät wurde vom Rumpf in die Kabine verlegt.", KAHN),
        ("Das Funkgerät ist in der Kabine eingebaut und nicht im Rumpf.", KAHN),
        ("La radio a été déplacée de la coque vers la cabine.", BATEAU),
        ("La radio est installée dans la cabine et non dans la coque.", BATEAU),
    ],
)
def test_what_was_moved_has_another_place_and_is_no_new_step(text: str, model: tuple[str, ...]) -> None:
    kinds = {type(each) for each in _meant(text, *model).draft.operations}

    assert kinds == {EdgeCreate, EdgeDelete}


@pytest.mark.requirement("U-475")
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("The main parts of a mill are the sail and the cap.", {"SYS Mill", "MOD Sail", "MOD Cap"}),
        ("Die Hauptteile einer Mühle sind der Flügel und die Haube.", {"SYS Mühle", "MOD Flügel", "MOD Haube"}),
        ("Les principaux éléments d'un moulin sont l'aile et la meule.", {"SYS Moulin", "MOD Aile", "MOD Meule"}),
    ],
)
def test_a_whole_is_told_by_its_parts(text: str, made: set[str]) -> None:
    assert _made(text) == made


@pytest.mark.requirement("U-476")
@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Call the caterer and ask whether the cake is ready.", "Caterer"),
        ("Call the plumber to move the appointment on Friday.", "Plumber"),
        ("Appelle le plombier pour décaler la visite de mardi.", "Plombier"),
    ],
)
def test_calling_somebody_renames_nobody(text: str, who: str) -> None:
    operations = _meant(text, f"{who}:ACTOR").draft.operations

    assert not [each for each in operations if isinstance(each, NodeUpdate)]


@pytest.mark.requirement("U-476")
@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Name the tasks of the cook.", "Cook"),
        ("Nenne mir die Aufgaben des Kochs.", "Koch"),
        ("Nomme-moi les tâches du cuisinier.", "Cuisinier"),
    ],
)
def test_who_is_to_name_tasks_is_told_them(text: str, who: str) -> None:
    graph = graph_of(f"{who}:ACTOR", "Menu:FUNC", f"{who} -relation-> Menu")
    answer = understand(text, Situation(graph, NodeIndex(graph), findings_of=list))

    assert isinstance(answer, ReadOnlyAnswer)
    assert "Menu" in answer.text


@pytest.mark.requirement("U-475")
@pytest.mark.parametrize(
    ("text", "kept", "gone"),
    [
        ('"Register guest" duplicates "Sign in guest"; please merge the two.', "Sign in guest", "Register guest"),
        ("„Gast eintragen“ ist eine Dublette von „Gast anmelden“, leg die beiden zusammen.",
         "Gast anmelden", "Gast eintragen"),
        ("« Noter le client » fait doublon avec « Inscrire le client », fusionne les deux.",
         "Inscrire le client", "Noter le client"),
    ],
)  # fmt: skip
def test_what_duplicates_something_is_merged_into_that(text: str, kept: str, gone: str) -> None:
    graph = _meant(text, f"{kept}:FUNC", f"{gone}:FUNC").draft.graph

    assert [each.name for each in graph.of_type("FUNC")] == [kept]


@pytest.mark.requirement("U-477")
@pytest.mark.parametrize(
    ("text", "who", "deeds"),
    [
        ("The crusher breaks the stones, which a driver then loads before weighing them.",
         "Driver", {"Load stones", "Weigh stones"}),
        ("La machine lave les pommes, qu'un ouvrier trie ensuite avant de les emballer.",
         "Ouvrier", {"Trier les pommes", "Emballer les pommes"}),
    ],
)  # fmt: skip
def test_a_relative_behind_a_comma_tells_who_does_what_with_it(text: str, who: str, deeds: set[str]) -> None:
    graph = _meant(text).draft.graph
    chains = {each.source for each in graph.edges.values() if graph.nodes[each.target].name == who}
    held = [graph.nodes[each.target] for each in graph.edges.values() if each.source in chains]

    assert {each.name for each in held if each.node_type == "FUNC"} == deeds


@pytest.mark.requirement("U-477")
@pytest.mark.parametrize(
    ("text", "part", "deed"),
    [
        ("The alarm system includes a sensor that watches the hall and, if it moves, starts the siren.",
         "Sensor", "Start siren"),
        ("Zur Alarmanlage gehört ein Sensor, der den Flur überwacht und, wenn sich jemand bewegt, die Sirene auslöst.",
         "Sensor", "Sirene auslösen"),
        ("Le système d'alarme comprend un capteur qui surveille le hall et, si quelqu'un bouge, déclenche la sirène.",
         "Capteur", "Déclencher la sirène"),
    ],
)  # fmt: skip
def test_a_relative_goes_on_behind_a_condition(text: str, part: str, deed: str) -> None:
    assert (part, deed) in _linked(text, "allocate")


@pytest.mark.requirement("U-478")
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("Das Mehl wird in der Mühle gemahlen und der Teig in der Knetmaschine geknetet.",
         {"Mehl mahlen", "Teig kneten"}),
        ("Das Paket wird vom Fahrer gescannt und der Kundin an der Tür übergeben.",
         {"Paket scannen", "Paket übergeben"}),
        ("Gefüllt und mit Marzipan eingedeckt werden die Torten von der Bäckerin.",
         {"Torten füllen", "Torten eindecken"}),
    ],
)  # fmt: skip
def test_participles_are_done_with_what_stands_beside_them(text: str, deeds: set[str]) -> None:
    assert {each for each in _made(text) if each.startswith("FUNC")} == {f"FUNC {each}" for each in deeds}


@pytest.mark.requirement("U-479")
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Besides the cook there is a caretaker, whose duties are to check the heating and to empty the bins.",
         {"ACTOR Caretaker", "FUNC Check heating", "FUNC Empty bins"}),
        ("Neben der Köchin gibt es einen Hausmeister, dessen Aufgaben es sind, die Heizung zu prüfen und den Hof zu fegen.",
         {"ACTOR Hausmeister", "FUNC Heizung prüfen", "FUNC Hof fegen"}),
        ("Il y a un gardien, dont les tâches sont de fermer le portail et de vérifier les alarmes.",
         {"ACTOR Gardien", "FUNC Fermer le portail", "FUNC Vérifier les alarmes"}),
        ("Die Angestellte scannt den Brief.", {"ACTOR Angestellte", "FUNC Brief scannen"}),
        ("Der Brief wird von der Auszubildenden gescannt.", {"ACTOR Auszubildenden", "FUNC Brief scannen"}),
    ],
)  # fmt: skip
def test_whoever_is_told_beside_others_does_all_of_their_duties(text: str, made: set[str]) -> None:
    assert _made(text) == made


@pytest.mark.requirement("U-475")
def test_what_has_been_done_names_no_part() -> None:
    assert _made("The song has been recorded.", "Record song:FUNC", "Mix song:FUNC") == set()


@pytest.mark.requirement("U-475")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Please note for drying: the air must not exceed 60 %.", "the air must not exceed 60 %."),
        ("Bitte beachten beim Trocknen: Die Feuchte darf 60 % nicht überschreiten.",
         "Die Feuchte darf 60 % nicht überschreiten."),
        ("Interdiction de pulvériser à moins de 20 m d'un étang, même par vent nul : la buse doit se couper seule.",
         "Interdiction de pulvériser à moins de 20 m d'un étang, même par vent nul : la buse doit se couper seule."),
    ],
)  # fmt: skip
def test_a_requirement_goes_without_what_only_announces_it(text: str, kept: str) -> None:
    operations = _meant(text).draft.operations
    texts = [each.attributes["text"] for each in operations if isinstance(each, NodeCreate) and each.node_type == "REQ"]

    assert texts == [kept]
