"""Statements that build, as people tell them: wishes for steps, times, records, numbered lines, two who were named."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.dialogue.numbered import in_a_row
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of


def _meant(text: str, *lines: str) -> Meant:
    graph = graph_of(*lines)
    return means(read(in_a_row(text)), graph, NodeIndex(graph))


def _made(text: str, *lines: str, types: tuple[str, ...] = ("FUNC", "ACTOR", "SCHEMA", "REQ")) -> list[str]:
    operations = _meant(text, *lines).draft.operations
    made = [each for each in operations if isinstance(each, NodeCreate) and each.node_type in types]
    return [f"{each.node_type} {each.name}" for each in made]


@pytest.mark.requirement("U-495")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Please add a step for calibrating the pipettes.", ["Calibrate pipettes"]),
        ("Add a rinsing step.", ["Rinse"]),
        ("We still need: a gait check, and a final inspection.", ["Gait check", "Final inspection"]),
        ("Ajouter une étape d'étalonnage de la balance.", ["Étalonnage de la balance"]),
        ("À prévoir : le nettoyage des tuyaux et l'accord des anches.", ["Nettoyage des tuyaux", "Accord des anches"]),
        ("Füge einen Schritt zum Kalibrieren der Waage hinzu.", ["Waage kalibrieren"]),
    ],
)
def test_a_wish_for_steps_makes_them(text: str, names: list[str]) -> None:
    assert _made(text) == [f"FUNC {each}" for each in names]


@pytest.mark.requirement("U-495")
@pytest.mark.parametrize("text", ["Add a pump.", "We need a check valve.", "Add a step.", "Il faut une pompe."])
def test_what_is_no_deed_is_no_step(text: str) -> None:
    assert "FUNC" not in " ".join(_made(text))


@pytest.mark.requirement("U-495")
@pytest.mark.parametrize(
    ("text", "known", "first"),
    [
        ("Add a rinsing step after the filling.", "Fill bottle", True),
        ("Il faudrait prévoir une étape pour polir la couronne avant la livraison.", "Livrer couronne", False),
        ("Bitte noch einen Schritt zum Spülen nach dem Füllen vorsehen.", "Flasche füllen", True),
    ],
)
def test_the_step_stands_beside_the_deed_that_a_noun_names(text: str, known: str, first: bool) -> None:
    graph = graph_of(f"{known}:FUNC", "Other:FUNC")
    meant = means(read(text), graph, NodeIndex(graph))
    node = next(each for each in graph.nodes.values() if each.name == known)
    joined = [each for each in meant.draft.operations if isinstance(each, EdgeCreate)]

    outward = [each for each in joined if str(each.source) in {str(node.node_id), node.semantic_id}]
    assert joined
    assert bool(outward) == first


@pytest.mark.requirement("U-496")
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Three times a week the gardener waters the plants.", ["ACTOR Gardener", "FUNC Water plants"]),
        ("Le raisin est vendangé fin septembre.", ["FUNC Vendanger le raisin"]),
        ("Die Trauben werden Ende September gelesen.", ["FUNC Trauben lesen"]),
        ("The dough is kneaded until it is smooth.", ["FUNC Knead dough"]),
    ],
)
def test_a_time_is_no_thing_and_loses_no_deed(text: str, made: list[str]) -> None:
    assert sorted(_made(text)) == sorted(made)


@pytest.mark.requirement("U-496")
def test_a_spring_is_a_part_all_the_same() -> None:
    assert "MOD Spring" in _made("The valve consists of a spring and a seat.", types=("MOD",))


@pytest.mark.requirement("U-497")
@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("For each loan we record the object, the lender and the return date.", "Loan"),
        ("For each animal, the following is kept: name, species, owner.", "Animal"),
        ("Pour chaque vaccin, on enregistre le numéro de lot, la date et le bras.", "Vaccin"),
        ("Dans le dossier de prêt figurent le nom, le montant et la durée.", "Dossier de prêt"),
        ("Von jedem Tier werden gespeichert: Name, Art, Halter.", "Tier"),
    ],
)
def test_what_is_noted_of_each_is_a_record(text: str, schema: str) -> None:
    assert _made(text) == [f"SCHEMA {schema}"]


@pytest.mark.requirement("U-497")
def test_one_thing_that_is_kept_for_each_is_no_record() -> None:
    assert "SCHEMA" not in " ".join(_made("For each guest the receptionist keeps a room."))


@pytest.mark.requirement("U-498")
@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "Step one: melt the iron. Step two: pour it into the mould.",
            "First melt the iron, then pour it into the mould.",
        ),
        ("Étapes : 1) laver les pots, 2) les remplir", "D'abord laver les pots, puis les remplir."),
        ("Schritt 1: Teig kneten. Schritt 2: Brot backen.", "Zuerst Teig kneten, dann Brot backen."),
    ],
)
def test_steps_numbered_in_a_line_are_a_row(text: str, row: str) -> None:
    assert in_a_row(text) == row


@pytest.mark.requirement("U-498")
@pytest.mark.parametrize(
    "text", ["1. The operator loads the paper. 2. He starts the press.", "The tank holds 1) 3 l.", "2) melt 1) pour"]
)
def test_what_numbers_no_orders_stays_as_it_is(text: str) -> None:
    assert in_a_row(text) == text


@pytest.mark.requirement("U-498")
@pytest.mark.parametrize(
    ("text", "somebody"),
    [
        ("Inspector: notes the temperature, checks the seals.", "Inspector"),
        ("Prüfer: notiert die Temperatur, prüft die Dichtungen.", "Prüfer"),
    ],
)
def test_who_stands_before_a_colon_does_what_follows(text: str, somebody: str) -> None:
    made = _made(text)

    assert f"ACTOR {somebody}" in made
    assert sum(each.startswith("FUNC") for each in made) == len(text.split(","))


@pytest.mark.requirement("U-499")
@pytest.mark.parametrize(
    "text",
    [
        "The pilot stops the engine and the captain ties the rope; both inform the office.",
        "Le maçon monte le mur et le plâtrier le couvre, puis les deux nettoient le chantier.",
    ],
)
def test_two_who_were_named_one_by_one_are_nobody_else(text: str) -> None:
    made = _made(text, types=("ACTOR", "MOD"))

    assert not {"ACTOR Both", "ACTOR Two", "ACTOR Deux", "MOD Deux", "MOD Two"} & set(made)
    chains = [each for each in _meant(text).draft.operations if isinstance(each, EdgeCreate)]
    assert chains


@pytest.mark.requirement("U-499")
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("There should also be a trainer who plans the lessons.", ["ACTOR Trainer", "FUNC Plan lessons"]),
        ("The parts are rinsed and left to dry.", ["FUNC Rinse parts", "FUNC Dry parts"]),
        ("La racine est pesée, mise à sécher, puis broyée.",
         ["FUNC Peser la racine", "FUNC Sécher la racine", "FUNC Broyer la racine"]),
    ],
)  # fmt: skip
def test_who_is_wished_for_and_what_is_put_to_do_something(text: str, made: list[str]) -> None:
    assert sorted(_made(text)) == sorted(made)


@pytest.mark.requirement("U-499")
def test_somebody_who_must_be_there_is_a_requirement() -> None:
    assert any(each.startswith("REQ") for each in _made("There must be a guard who checks the bags."))
