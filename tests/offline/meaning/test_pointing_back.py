"""An order that only points back to what was told before it: `..., please insert that step`, `..., swap the two`.

Three worlds of our own, one for each language; what comes of a message is looked at in the model that it leads to.
"""

from __future__ import annotations

from typing import Final

import pytest

from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from tests.graph.build import graph_of
from tests.offline.judging.givens import copy_of, plan_of

WORLDS: Final[dict[Language, tuple[str, ...]]] = {
    "en": (
        "Baker:ACTOR", "Operator:ACTOR", "Knead dough:FUNC", "Bake loaf:FUNC", "Slice loaf:FUNC", "Blow air:FUNC", "Dry laundry:FUNC",
        "Dough:FLOW", "Loaf:FLOW", "Fan:MOD", "Drum:MOD", "Filter:MOD", "Quiet running:REQ | The fan must be quiet. [text=The fan must be quiet.]",
        "Knead dough -io-> Dough", "Dough -io-> Bake loaf", "Bake loaf -io-> Loaf", "Loaf -io-> Slice loaf",
        "Drum -compose-> Filter",
    ),
    "de": (
        "Brauer:ACTOR", "Bedienerin:ACTOR", "Malz maischen:FUNC", "Würze kochen:FUNC", "Würze kühlen:FUNC", "Luft fördern:FUNC",
        "Wäsche trocknen:FUNC", "Maische:FLOW", "Heiße Würze:FLOW", "Lüfter:MOD", "Trommel:MOD", "Sensor:MOD",
        "Leiser Lauf:REQ | Der Lüfter muss leise sein. [text=Der Lüfter muss leise sein.]",
        "Malz maischen -io-> Maische", "Maische -io-> Würze kochen", "Würze kochen -io-> Heiße Würze", "Heiße Würze -io-> Würze kühlen",
        "Trommel -compose-> Sensor",
    ),
    "fr": (
        "Cidrier:ACTOR", "Opératrice:ACTOR", "Broyer pommes:FUNC", "Presser pulpe:FUNC", "Filtrer jus:FUNC", "Souffler air:FUNC",
        "Sécher linge:FUNC", "Pulpe:FLOW", "Jus:FLOW", "Ventilateur:MOD", "Tambour:MOD", "Capteur:MOD",
        "Marche silencieuse:REQ | Le ventilateur doit être silencieux. [text=Le ventilateur doit être silencieux.]",
        "Broyer pommes -io-> Pulpe", "Pulpe -io-> Presser pulpe", "Presser pulpe -io-> Jus", "Jus -io-> Filtrer jus",
        "Tambour -compose-> Capteur",
    ),
}  # fmt: skip


def heard(language: Language, said: str) -> tuple[Understood, Graph]:
    graph = graph_of(*WORLDS[language])
    return understand(said, Situation(graph, NodeIndex(graph), suggests=False)), graph


def led_to(language: Language, said: str) -> tuple[Change, Graph]:
    """The change that a message is, and the model that it leads to."""
    found, graph = heard(language, said)
    assert isinstance(found, Change), found
    after = copy_of(graph)
    after.apply(plan_of(after, found.operations).changes, after.revision + 1)
    return found, after


def joined(graph: Graph) -> set[tuple[str, str, str]]:
    """Who is joined with whom; a flow is a way from who writes to who reads it."""
    found: set[tuple[str, str, str]] = set()
    for edge in graph.edges.values():
        one, other = graph.nodes[edge.source], graph.nodes[edge.target]
        found.add((one.name, edge.edge_type, other.name))
        found |= {
            (one.name, "then", each.name) for each in graph.targets(other.node_id, "io") if edge.edge_type == "io"
        }
    return found


@pytest.mark.requirement("U-620")
@pytest.mark.parametrize(
    ("language", "said", "new", "first", "last"),
    [
        ("en", "Between kneading and baking the baker weighs the dough, please insert that step.", "Weigh dough", "Knead dough", "Bake loaf"),
        ("en", "There's a step missing between Knead dough and Bake loaf: \"Proof dough\". Can you add it?", "Proof dough", "Knead dough", "Bake loaf"),
        ("de", "Zwischen dem Maischen und dem Kochen läutert der Brauer die Würze, füg diesen Schritt bitte ein.", "Würze läutern", "Malz maischen", "Würze kochen"),
        ("de", "Es fehlt noch der Schritt „Würze läutern“ zwischen dem Maischen und dem Kochen, kannst du ihn einfügen?", "Würze läutern", "Malz maischen", "Würze kochen"),
        ("de", "Zwischen Maischen und Kochen fehlt das Läutern: füge „Würze läutern“ an dieser Stelle ein.", "Würze läutern", "Malz maischen", "Würze kochen"),
        ("fr", "Entre le broyage et le pressage le cidrier pèse la pulpe, insère donc cette étape.", "Peser la pulpe", "Broyer pommes", "Presser pulpe"),
        ("fr", "Il manque l'étape « Cuver pulpe » entre le broyage des pommes et le pressage, tu peux l'ajouter ?", "Cuver pulpe", "Broyer pommes", "Presser pulpe"),
        ("fr", "Entre le pressage et le filtrage il manque le chauffage : ajoute « Chauffer jus » à cet endroit.", "Chauffer jus", "Presser pulpe", "Filtrer jus"),
    ],
)  # fmt: skip
def test_a_step_that_is_told_and_then_ordered_stands_between_two(
    language: Language, said: str, new: str, first: str, last: str
) -> None:
    found, after = led_to(language, said)
    ways = joined(after)

    assert {(first, "then", new), (new, "then", last)} <= ways
    assert (first, "then", last) not in ways
    assert found.proposes


@pytest.mark.requirement("U-620")
@pytest.mark.parametrize(
    ("language", "said", "made"),
    [
        ("en", "Drying takes place in the drum: allocate that function to it.", ("Drum", "allocate", "Dry laundry")),
        ("en", 'Blow air satisfies "Quiet running", put that in.', ("Blow air", "satisfy", "Quiet running")),
        ("en", "The filter sits on the fan, please change that.", ("Fan", "compose", "Filter")),
        ("de", "Das Trocknen läuft in der Trommel: ordne ihr diese Funktion zu.", ("Trommel", "allocate", "Wäsche trocknen")),
        ("de", "Luft fördern erfüllt „Leiser Lauf“, bitte so aufnehmen.", ("Luft fördern", "satisfy", "Leiser Lauf")),
        ("de", "Der Sensor sitzt nicht in der Trommel, sondern am Lüfter. Häng ihn bitte dort ein.", ("Lüfter", "compose", "Sensor")),
        ("fr", "Le séchage du linge se fait dans le tambour : affecte-lui cette fonction.", ("Tambour", "allocate", "Sécher linge")),
        ("fr", "« Souffler air » satisfait « Marche silencieuse », note-le.", ("Souffler air", "satisfy", "Marche silencieuse")),
    ],
)  # fmt: skip
def test_what_is_told_is_done_and_the_order_that_points_to_it_makes_nothing(
    language: Language, said: str, made: tuple[str, str, str]
) -> None:
    found, after = led_to(language, said)

    assert made in joined(after)
    assert {each.name for each in after.nodes.values()} == {
        each.name for each in graph_of(*WORLDS[language]).nodes.values()
    }
    assert found.operations


@pytest.mark.requirement("U-620")
def test_what_is_only_made_and_then_to_be_joined_is_not_done_by_half() -> None:
    found, _ = heard("fr", "Ajoute un acteur Coach et un cas d'utilisation Suivre un programme, relie-les.")

    assert not isinstance(found, Change)


@pytest.mark.requirement("U-621")
@pytest.mark.parametrize(
    ("language", "said", "first", "second", "before"),
    [
        ("en", "Slicing happens before baking, so swap these two steps.", "Slice loaf", "Bake loaf", "Knead dough"),
        ("en", "Bake loaf comes after Slice loaf, please reverse them.", "Slice loaf", "Bake loaf", "Knead dough"),
        ("en", "Bake loaf comes before Slice loaf, please reverse them.", "Slice loaf", "Bake loaf", "Knead dough"),
        ("de", "Das Kühlen kommt vor dem Kochen, vertausche die beiden.", "Würze kühlen", "Würze kochen", "Malz maischen"),
        ("de", "Das Kühlen kommt vor dem Kochen. Tausch die beiden bitte.", "Würze kühlen", "Würze kochen", "Malz maischen"),
        ("fr", "On filtre le jus avant de presser la pulpe, inverse ces deux étapes.", "Filtrer jus", "Presser pulpe", "Broyer pommes"),
        ("fr", "Le filtrage vient avant le pressage, échange-les s'il te plaît.", "Filtrer jus", "Presser pulpe", "Broyer pommes"),
    ],
)  # fmt: skip
def test_two_steps_change_places_once_however_their_order_is_told(
    language: Language, said: str, first: str, second: str, before: str
) -> None:
    found, after = led_to(language, said)
    ways = joined(after)

    assert {(before, "then", first), (first, "then", second)} <= ways
    assert not {(second, "then", first), (before, "then", second)} & ways
    assert found.proposes


@pytest.mark.requirement("U-622")
@pytest.mark.parametrize(
    ("language", "said", "made"),
    [
        ("en", 'The requirement "Quiet running" is met by the fan, please record that.', ("Fan", "relation", "Quiet running")),
        ("de", "Die Anforderung „Leiser Lauf“ wird vom Lüfter erfüllt, trag das so ein.", ("Lüfter", "relation", "Leiser Lauf")),
        ("fr", "L'exigence « Marche silencieuse » est satisfaite par le ventilateur, ajoute ce lien.", ("Ventilateur", "relation", "Marche silencieuse")),
        ("en", "Connect the operator with drying the laundry, she's the one who does it.", ("Operator", "then", "Dry laundry")),
        ("de", "Verbinde die Bedienerin mit dem Trocknen der Wäsche, sie ist dafür zuständig.", ("Bedienerin", "then", "Wäsche trocknen")),
        ("fr", "Relie l'opératrice au séchage du linge, c'est elle qui le fait.", ("Opératrice", "then", "Sécher linge")),
    ],
)  # fmt: skip
def test_what_the_types_join_in_one_way_only_is_proposed_so(
    language: Language, said: str, made: tuple[str, str, str]
) -> None:
    found, after = led_to(language, said)

    assert made in joined(after)
    assert found.proposes


@pytest.mark.requirement("U-622")
@pytest.mark.parametrize(
    ("language", "said", "pairs"),
    [
        ("en", "Allocate blowing the air to the fan and drying to the drum.", [("Fan", "Blow air"), ("Drum", "Dry laundry")]),
        ("de", "Ordne „Luft fördern“ dem Lüfter zu und „Wäsche trocknen“ der Trommel.", [("Lüfter", "Luft fördern"), ("Trommel", "Wäsche trocknen")]),
        ("de", "Ordne das Fördern der Luft dem Lüfter zu und das Trocknen der Trommel.", [("Lüfter", "Luft fördern"), ("Trommel", "Wäsche trocknen")]),
        ("fr", "Affecte le soufflage de l'air au ventilateur et le séchage au tambour.", [("Ventilateur", "Souffler air"), ("Tambour", "Sécher linge")]),
    ],
)  # fmt: skip
def test_each_deed_goes_to_the_part_that_stands_beside_it(
    language: Language, said: str, pairs: list[tuple[str, str]]
) -> None:
    _, after = led_to(language, said)

    assert {each for each in joined(after) if each[1] == "allocate"} == {
        (part, "allocate", deed) for part, deed in pairs
    }


@pytest.mark.requirement("U-622")
def test_a_german_particle_in_the_middle_ends_the_first_order_and_is_said_for_both() -> None:
    _, after = led_to("de", "Ordne den Sensor dem Lüfter zu und den Lüfter der Trommel.")

    assert {each for each in joined(after) if each[1] == "compose"} == {
        ("Lüfter", "compose", "Sensor"), ("Trommel", "compose", "Lüfter"),
    }  # fmt: skip


@pytest.mark.requirement("U-623")
@pytest.mark.parametrize(
    ("language", "said", "element", "attribute", "value"),
    [
        ("en", 'Set the priority of the requirement "Quiet running" to high.', "Quiet running", "priority", "high"),
        ("en", "The colour of the fan is grey, please note that down.", "Fan", "colour", "grey"),
        ("de", "Setz die Priorität der Anforderung „Leiser Lauf“ auf hoch.", "Leiser Lauf", "Priorität", "hoch"),
        ("de", "Die Farbe des Lüfters ist grau, halt das bitte fest.", "Lüfter", "Farbe", "grau"),
        ("fr", "Mets la priorité de l'exigence « Marche silencieuse » à haute.", "Marche silencieuse", "priorité", "haute"),
    ],
)  # fmt: skip
def test_a_property_may_have_a_word_for_its_value(
    language: Language, said: str, element: str, attribute: str, value: str
) -> None:
    found, after = led_to(language, said)
    [node] = [each for each in after.nodes.values() if each.name == element]

    assert node.attributes[attribute] == value
    assert found.proposes


@pytest.mark.requirement("U-624")
@pytest.mark.parametrize(
    ("language", "said", "kept", "gone"),
    [
        ("en", '"Blow air" and "Dry laundry" are one and the same. Merge them into "Dry laundry".', "Dry laundry", "Blow air"),
        ("de", "„Luft fördern“ und „Wäsche trocknen“ sind dasselbe. Leg sie zu „Wäsche trocknen“ zusammen.", "Wäsche trocknen", "Luft fördern"),
        ("fr", "« Souffler air » et « Sécher linge » sont la même chose. Fusionne-les en « Sécher linge ».", "Sécher linge", "Souffler air"),
        ("fr", "Fusionne « Souffler air » et « Sécher linge », et garde le nom « Sécher linge ».", "Sécher linge", "Souffler air"),
    ],
)  # fmt: skip
def test_the_element_whose_name_stays_is_the_one_that_is_kept(
    language: Language, said: str, kept: str, gone: str
) -> None:
    found, after = led_to(language, said)
    before = {each.name: each.node_id for each in graph_of(*WORLDS[language]).nodes.values()}

    assert [each.node_id for each in after.nodes.values() if each.name == kept] == [before[kept]]
    assert gone not in {each.name for each in after.nodes.values()}
    assert found.proposes
