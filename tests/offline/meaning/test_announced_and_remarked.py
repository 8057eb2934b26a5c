"""What stands before what is told: that steps or roles follow, or that something was forgotten; and who is meant in it.

Three languages and worlds of our own; what comes of a message is looked at in the model that it leads to.
"""

from __future__ import annotations

from typing import Final

import pytest

from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from tests.graph.build import graph_of
from tests.offline.meaning.test_not_foreseen import joined, led_to, made

_MAIL: Final = (
    "Sort mail:FUNC",
    "Stamp letter:FUNC",
    "Clerk:ACTOR",
    "A:FLOW",
    "Sort mail -io-> A",
    "A -io-> Stamp letter",
)
_CONCRETE: Final = (
    "Beton mischen:FUNC", "Beton gießen:FUNC", "Polier:ACTOR", "A:FLOW", "Beton mischen -io-> A", "A -io-> Beton gießen",
)  # fmt: skip
_BREAD: Final = (
    "Pétrir la pâte:FUNC", "Cuire le pain:FUNC", "Boulanger:ACTOR", "A:FLOW", "Pétrir la pâte -io-> A",
    "A -io-> Cuire le pain",
)  # fmt: skip
_COFFEE: Final = ("Roast beans:FUNC", "Cool beans:FUNC", "A:FLOW", "Roast beans -io-> A", "A -io-> Cool beans")
_FRUIT: Final = ("Obst waschen:FUNC", "Obst mahlen:FUNC", "A:FLOW", "Obst waschen -io-> A", "A -io-> Obst mahlen")
_CIDER: Final = (
    "Laver les pommes:FUNC", "Broyer les pommes:FUNC", "A:FLOW", "Laver les pommes -io-> A", "A -io-> Broyer les pommes",
)  # fmt: skip


@pytest.mark.requirement("U-706")
@pytest.mark.parametrize(
    ("world", "said", "new"),
    [
        (
            _MAIL,
            "Please add two more people: the porter lifts the sacks and the guard checks the doors.",
            {"ACTOR Porter", "UC Lift sacks", "FUNC Lift sacks", "ACTOR Guard", "UC Check doors", "FUNC Check doors"},
        ),
        (_MAIL, "Add one more step: the clerk weighs the sack.", {"UC Weigh sack", "FUNC Weigh sack"}),
        (_MAIL, "Add two functions: Weigh sack and Seal bag.", {"FUNC Weigh sack", "FUNC Seal bag"}),
        (
            _CONCRETE,
            "Wir brauchen noch zwei Rollen: Die Bauleiterin nimmt die Decke ab und der Vermesser steckt die Achsen ab.",
            {
                "ACTOR Bauleiterin",
                "UC Decke abnehmen",
                "FUNC Decke abnehmen",
                "ACTOR Vermesser",
                "UC Achsen abstecken",
                "FUNC Achsen abstecken",
            },
        ),
        (
            _BREAD,
            "Ajoute deux personnes : le livreur charge la camionnette et la vendeuse range les rayons.",
            {
                "ACTOR Livreur",
                "UC Charger la camionnette",
                "FUNC Charger la camionnette",
                "ACTOR Vendeuse",
                "UC Ranger les rayons",
                "FUNC Ranger les rayons",
            },
        ),
    ],
)
def test_steps_and_roles_that_are_announced_are_told_as_any_other(world: tuple[str, ...], said: str, new: set[str]):
    assert made(said, *world) == new


@pytest.mark.requirement("U-706")
@pytest.mark.parametrize(
    ("world", "said", "ways"),
    [
        (
            _CONCRETE,
            "Bitte füge noch zwei Schritte hinzu: Nach dem Gießen wird der Beton verdichtet und dann geglättet.",
            {("Beton gießen", "then", "Beton verdichten"), ("Beton verdichten", "then", "Beton glätten")},
        ),
        (
            _BREAD,
            "Ajoute encore deux étapes : après la cuisson, le boulanger refroidit le pain, puis il emballe le pain.",
            {("Cuire le pain", "then", "Refroidir le pain"), ("Refroidir le pain", "then", "Emballer le pain")},
        ),
    ],
)
def test_steps_that_are_announced_stand_behind_what_they_name(
    world: tuple[str, ...], said: str, ways: set[tuple[str, str, str]]
):
    _, _, after = led_to(said, *world)

    assert ways <= joined(after)


@pytest.mark.requirement("U-707")
@pytest.mark.parametrize(
    ("world", "said", "step"),
    [
        (_COFFEE, 'We forgot the destoner: after roasting and before cooling comes "Remove stones".', "Remove stones"),
        (_COFFEE, 'You left out the sieve: "Sieve beans" belongs between roasting and cooling.', "Sieve beans"),
        (
            _FRUIT,
            'Wir haben die Sortierung vergessen: Zwischen Waschen und Mahlen kommt "Obst sortieren".',
            "Obst sortieren",
        ),
        (_CIDER, 'On a oublié le tri : entre le lavage et le broyage vient "Trier les pommes".', "Trier les pommes"),
    ],
)
def test_a_remark_that_something_was_forgotten_is_no_step(world: tuple[str, ...], said: str, step: str):
    _, before, after = led_to(said, *world)
    first, second = (node.name for node in before.of_type("FUNC"))

    assert made(said, *world) == {f"FUNC {step}"}
    assert {(first, "then", step), (step, "then", second)} <= joined(after)
    assert (first, "then", second) not in joined(after)


@pytest.mark.requirement("U-708")
@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Who has the most tasks?", "en"),
        ("Who has most to do in the workshop?", "en"),
        ("Wer hat die meisten Aufgaben?", "de"),
        ("Wer hat in der Werkstatt die meiste Arbeit?", "de"),
        ("Qui a le plus de travail dans l'atelier ?", "fr"),
    ],
)
def test_who_has_most_to_do_is_one_of_the_people(said: str, language: str):
    graph = graph_of(
        "Setter:ACTOR", "Printer:ACTOR", "Set type:FUNC", "Ink press:FUNC", "Fold sheet:FUNC",
        "Setter -relation-> Set type", "Printer -relation-> Ink press", "Printer -relation-> Fold sheet",
    )  # fmt: skip

    found = answer(said, language, graph, NodeIndex(graph))  # type: ignore[arg-type]

    assert found is not None
    assert [node.name for node in found.nodes] == ["Printer"]


@pytest.mark.requirement("U-709")
@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ("Swap sorting and weighing: we weigh first and sort afterwards.", "Sort fish", "Weigh crates"),
        ("Inverse l'ordre du tri et de la pesée : on pèse d'abord les lots.", "Trier le poisson", "Peser les lots"),
    ],
)
def test_two_steps_change_places_though_it_is_said_once_more(said: str, first: str, second: str):
    found, _, after = led_to(said, f"{first}:FUNC", f"{second}:FUNC", "A:FLOW", f"{first} -io-> A", f"A -io-> {second}")

    assert found.proposes
    assert (second, "then", first) in joined(after)
    assert (first, "then", second) not in joined(after)


@pytest.mark.requirement("U-709")
@pytest.mark.parametrize(
    ("said", "module", "step"),
    [
        ("Regulate speed is to be allocated to the controller.", "Controller", "Regulate speed"),
        ("La régulation de la vitesse est à allouer au calculateur.", "Calculateur", "Réguler la vitesse"),
    ],
)
def test_what_is_to_be_allocated_is_no_requirement(said: str, module: str, step: str):
    _, _, after = led_to(said, f"{module}:MOD", f"{step}:FUNC")

    assert (module, "allocate", step) in joined(after)
    assert not list(after.of_type("REQ"))


@pytest.mark.requirement("U-709")
def test_what_turns_into_a_module_is_named_before_it():
    _, _, after = led_to("Le spectromètre est un appareil, transforme-le en module.", "Spectromètre:ACTOR")

    assert [node.node_type for node in after.nodes.values()] == ["MOD"]


@pytest.mark.requirement("U-710")
@pytest.mark.parametrize(
    ("said", "new"),
    [
        (
            "Quand une cuve est vide, l'agent de maintenance appelle le fournisseur, qui la remplit.",
            {"ACTOR Agent de maintenance", "FUNC Remplir une cuve"},
        ),
        ("Der Schlosser erhitzt die Bolzen, bevor sie blankgezogen werden.", {"FUNC Bolzen blankziehen"}),
        (
            "Ein Güterhof besteht aus Einfahrgruppe, Ladegleis und Ausfahrgruppe.",
            {"MOD Einfahrgruppe", "MOD Ladegleis"},
        ),
        ("Jeder Zug der Feuerwehr hat einen Gruppenführer, der die Lage erkundet.", {"ACTOR Gruppenführer"}),
    ],
)
def test_words_that_were_taken_for_others(said: str, new: set[str]):
    assert new <= made(said)
