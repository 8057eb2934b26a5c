"""An order behind a remark: what its pronoun stands for was named there, be it in the sentence before.

The world is a sawmill of our own; what comes of a message is read as Format E.
"""

from __future__ import annotations

import pytest

from graphwright.formats.diff_text import write_diff
from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation, Understood
from graphwright.protocol.operations import NodeCreate, NodeUpdate
from tests.graph.build import graph_of

SAWMILL = (
    "Sawmill:SYS", "Log deck:MOD", "Band saw:MOD", "Dry kiln:MOD", "Sensor:MOD", "Peel log:FUNC", "Cut boards:FUNC",
    "Stack boards:FUNC", "Sawyer:ACTOR", "Grader:ACTOR", "Sort boards:UC", "Peeled log:FLOW", "Raw boards:FLOW",
    "Sawmill -compose-> Log deck", "Sawmill -compose-> Band saw", "Sawmill -compose-> Dry kiln",
    "Log deck -compose-> Sensor", "Log deck -allocate-> Peel log", "Band saw -allocate-> Cut boards",
    "Peel log -io-> Peeled log", "Peeled log -io-> Cut boards", "Cut boards -io-> Raw boards",
    "Raw boards -io-> Stack boards", "Sawyer -relation-> Sort boards",
)  # fmt: skip

MOVED = ["+ DryKiln.MD.003 -cp-> Sensor.MD.004", "- LogDeck.MD.001 -cp-> Sensor.MD.004"]
TURNED = [
    "+ CutBoards.FN.002 -io-> PeeledLog.FL.001",
    "+ PeelLog.FN.001 -io-> RawBoards.FL.002",
    "+ PeeledLog.FL.001 -io-> PeelLog.FN.001",
    "- CutBoards.FN.002 -io-> RawBoards.FL.002",
    "- PeelLog.FN.001 -io-> PeeledLog.FL.001",
    "- PeeledLog.FL.001 -io-> CutBoards.FN.002",
]


def heard(said: str) -> tuple[Understood, Graph]:
    graph = graph_of(*SAWMILL)
    return understand(said, Situation(graph, NodeIndex(graph), suggests=False)), graph


def change_of(said: str) -> tuple[Change, list[str]]:
    """The change that a message is, and its lines in order, without texts and attributes."""
    found, graph = heard(said)
    assert isinstance(found, Change), found
    lines = write_diff(found.operations, graph.ontology, graph=graph).splitlines()
    return found, sorted(each for each in lines if each[:2] in {"+ ", "- ", "~ "})


@pytest.mark.requirement("U-380")
@pytest.mark.parametrize(
    "said",
    [
        "The sensor isn't part of the log deck, hang it under the dry kiln.",
        "The sensor doesn't sit on the log deck. Put it into the dry kiln.",
        "The sensor lives in the wrong place, it goes in the dry kiln.",
        "Der Sensor gehört nicht zum Log deck, häng ihn unter den Dry kiln.",
        "Der Sensor sitzt nicht auf dem Log deck. Pack ihn in den Dry kiln.",
        "Le sensor ne fait pas partie du log deck : mets-le dans le dry kiln.",
        "Le sensor n'a rien à faire dans le log deck, déplace-le vers le dry kiln.",
    ],
)
def test_what_a_remark_is_about_is_what_the_order_behind_it_means(said: str) -> None:
    found, lines = change_of(said)

    assert lines == MOVED
    assert "sensor" not in found.text.lower()  # nothing of the remark is said to be left out


@pytest.mark.requirement("U-380")
@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Cut boards is too coarse. Split it into Clamp log, Saw log and Trim boards.", ("Clamp log", "Saw log", "Trim boards")),
        ("Cut boards is too vague, make Clamp log and Saw log out of it.", ("Clamp log", "Saw log")),
        ("Turn Cut boards into Clamp log and Saw log.", ("Clamp log", "Saw log")),
        ("Cut boards ist zu grob, mach daraus Stamm spannen, Stamm sägen und Brett schreiben.",
         ("Stamm spannen", "Stamm sägen", "Brett schreiben")),
        ("Aus Cut boards sollen Stamm spannen und Stamm sägen werden.", ("Stamm spannen", "Stamm sägen")),
        ("Ersetze Cut boards durch Stamm spannen und Stamm sägen.", ("Stamm spannen", "Stamm sägen")),
        ("Cut boards est trop vague, il faut le scinder en Serrer grume et Scier grume.", ("Serrer grume", "Scier grume")),
        ("Cut boards est trop large, fais-en Serrer grume et Scier grume.", ("Serrer grume", "Scier grume")),
    ],
)  # fmt: skip
def test_one_is_taken_apart_into_several_that_are_listed(said: str, names: tuple[str, ...]) -> None:
    found, lines = change_of(said)

    assert found.proposes
    assert [each for each in lines if each.startswith("~ ")] == [f"~ CutBoards.FN.002 [name:{names[0]}]"]
    made = [each.split("|")[0].removeprefix("+ ") for each in lines if "|FUNC|" in each]
    assert sorted(made) == sorted(names[1:])


@pytest.mark.requirement("U-380")
@pytest.mark.parametrize(
    "said",
    [
        "Sawyer and Grader are one and the same, please merge them as Mill hand.",
        "Sawyer and Grader are the same at our place, put them together under Mill hand.",
        "Combine Sawyer and Grader under the name Mill hand.",
        "Sawyer and Grader are the same. Merge them into Mill hand.",
        "We have Sawyer and Grader twice, make that one actor called Mill hand.",
        "Sawyer und Grader sind ein und derselbe, leg sie unter dem Namen Mill hand zusammen.",
        "Sawyer und Grader sind das Gleiche. Führ sie zu Mill hand zusammen.",
        "Wir haben Sawyer und Grader doppelt, mach daraus einen Akteur namens Mill hand.",
        "Sawyer et Grader sont la même personne, regroupe-les sous Mill hand.",
        "Fusionne Sawyer et Grader sous le nom de Mill hand.",
    ],
)
def test_those_that_are_one_are_merged_under_a_new_name_however_it_is_led_to(said: str) -> None:
    found, lines = change_of(said)

    assert found.proposes
    assert [each for each in lines if not each.startswith("~ Sawyer.AC.001 [foreign")] == [
        "- Grader.AC.002",
        "~ Sawyer.AC.001 [name:Mill hand]",
    ]


@pytest.mark.requirement("U-380")
def test_what_nobody_does_any_more_goes_once_however_often_it_is_said() -> None:
    assert change_of("We no longer need the sensor. Delete it.")[1] == ["- Sensor.MD.004"]
    assert change_of("the grader left, kick him out of the model")[1] == ["- Grader.AC.002"]
    assert change_of("den grader gibts nich mehr, bitte löschen")[1] == ["- Grader.AC.002"]
    assert change_of("y a plus de grader, supprime-le stp")[1] == ["- Grader.AC.002"]


@pytest.mark.requirement("U-380")
def test_a_deed_of_somebody_who_is_then_merged_away_is_left_out_and_said() -> None:
    found, _ = heard("Sawyer and Grader do the same job. Please merge them.")

    assert not isinstance(found, Change) or found.proposes


@pytest.mark.requirement("U-381")
@pytest.mark.parametrize(
    "said",
    [
        "Peel log and Cut boards are in the wrong order.",
        "The order of Peel log and Cut boards must be swapped.",
        "Swap Peel log with Cut boards.",
        "Peel log and Cut boards have to change places.",
        "Peel log und Cut boards sind vertauscht.",
        "Die Reihenfolge von Peel log und Cut boards stimmt nicht.",
        "L'ordre de Peel log et Cut boards doit être inversé.",
        "Échange Peel log et Cut boards.",
    ],
)
def test_steps_in_the_wrong_order_change_places_once_people_agree(said: str) -> None:
    found, lines = change_of(said)

    assert (found.proposes, lines) == (True, TURNED)


@pytest.mark.requirement("U-381")
@pytest.mark.parametrize(
    "said",
    [
        "the sequence is wrong: Cut boards must come before Peel log",
        "Cut boards needs to happen before Peel log.",
        "Peel log should actually follow Cut boards.",
        "Die Reihenfolge stimmt nicht: Cut boards muss vor Peel log kommen.",
        "Peel log darf erst nach Cut boards kommen.",
        "L'ordre n'est pas bon : Cut boards doit passer avant Peel log.",
        "Il faut que Cut boards vienne avant Peel log.",
    ],
)
def test_what_must_come_first_comes_first_and_no_longer_second_once_people_agree(said: str) -> None:
    found, lines = change_of(said)

    assert found.proposes
    assert {"- PeelLog.FN.001 -io-> PeeledLog.FL.001", "- PeeledLog.FL.001 -io-> CutBoards.FN.002"} <= set(lines)
    assert [each for each in lines if each.endswith("-io-> PeelLog.FN.001")]


@pytest.mark.requirement("U-382")
@pytest.mark.parametrize(
    ("said", "attribute"),
    [
        ("The band saw has a power of 30 kW, please note that as an attribute.", "power:30 kW"),
        ("Set the power of the band saw to 30 kW.", "power:30 kW"),
        ("The band saw's power is 30 kW, please record this.", "power:30 kW"),
        ("Add the attribute power with 30 kW to the band saw.", "power:30 kW"),
        ("Die Band saw hat eine Leistung von 30 kW, trag das bitte als Attribut ein.", "Leistung:30 kW"),
        ("Setz die Leistung der Band saw auf 30 kW.", "Leistung:30 kW"),
        ("La band saw a une puissance de 30 kW, ajoute ça comme attribut.", "puissance:30 kW"),
        ("Mets la puissance de la band saw à 30 kW.", "puissance:30 kW"),
    ],
)
def test_how_much_something_has_becomes_its_attribute_once_people_agree(said: str, attribute: str) -> None:
    found, lines = change_of(said)

    assert (found.proposes, lines) == (True, [f"~ BandSaw.MD.002 [{attribute}]"])


@pytest.mark.requirement("U-382")
@pytest.mark.parametrize("said", ["The band saw has 30 kW, note that as an attribute.", "Set the band saw to 30 kW."])
def test_a_number_of_which_nobody_says_what_it_measures_sets_nothing(said: str) -> None:
    found, _ = heard(said)

    assert not isinstance(found, Change) or not found.operations


@pytest.mark.requirement("U-383")
@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("Get rid of the link between Sawyer and Sort boards.", ["- Sawyer.AC.001 -rl-> SortBoards.UC.001"]),
        ("The band saw should also do Stack boards.", ["+ BandSaw.MD.002 -al-> StackBoards.FN.003"]),
        ("den grader brauchts nicht mehr", ["- Grader.AC.002"]),
        ("Dry kiln is the wrong word, we say Drying chamber.", ["~ DryKiln.MD.003 [name:Drying chamber]"]),
        ("Dry kiln ist das falsche Wort, wir sagen Trockenkammer.", ["~ DryKiln.MD.003 [name:Trockenkammer]"]),
        ("Dry kiln est un mauvais nom, mets plutôt Séchoir.", ["~ DryKiln.MD.003 [name:Séchoir]"]),
    ],
)
def test_a_duty_or_a_verb_of_several_words_is_read_as_the_plain_one(said: str, lines: list[str]) -> None:
    assert change_of(said)[1] == lines


@pytest.mark.requirement("U-388")
@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Insert the step Turn log between Peel log and Cut boards.", "Turn log"),
        ("Füge zwischen Peel log und Cut boards den Schritt Stamm drehen ein.", "Stamm drehen"),
        ("Ajoute l'étape Tourner grume entre Peel log et Cut boards.", "Tourner grume"),
    ],
)
def test_a_step_between_two_follows_the_one_and_leads_to_the_other(said: str, step: str) -> None:
    _, lines = change_of(said)
    made = [each.split("|") for each in lines if "|FUNC|" in each]

    assert [each[0] for each in made] == [f"+ {step}"]
    new = made[0][2]
    assert [each for each in lines if each.endswith(f"-io-> {new}")]
    assert [each for each in lines if each.startswith(f"+ {new} -io-> ")]
    assert [each for each in lines if each.endswith("-io-> CutBoards.FN.002")]


@pytest.mark.requirement("U-388")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ('Change the requirement "Dry boards" so that the moisture is at most 12 %.', "The moisture is at most 12 %."),
        ("Ändere die Anforderung „Dry boards“ so, dass höchstens 12 % erlaubt sind.", "Höchstens 12 % erlaubt sind."),
        ("Modifie l'exigence « Dry boards » : l'humidité doit être de 12 %.", "L'humidité doit être de 12 %."),
    ],
)
def test_what_binds_gets_other_words_once_people_agree(said: str, text: str) -> None:
    graph = graph_of("Sawmill:SYS", "Dry boards:REQ")
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change), found
    assert found.proposes
    [changed] = found.operations
    assert isinstance(changed, NodeUpdate)
    assert (str(changed.ref), changed.set.attributes) == ("DryBoards.RQ.001", {"text": text})


@pytest.mark.requirement("U-388")
@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("Create the function Chill juice and allocate it to the module Cooling jacket.", ("Chill juice", "Cooling jacket")),
        ("Lege die Funktion Most kühlen an und ordne sie dem Modul Kühlmantel zu.", ("Most kühlen", "Kühlmantel")),
        ("Ajoute la fonction Refroidir moût et affecte-la au module Chemise froide.", ("Refroidir moût", "Chemise froide")),
        ("The test Roll test verifies the requirement Steady roll.", ("Roll test", "Steady roll")),
        ("Le test Essai de roulis vérifie l'exigence Marche en pente.", ("Essai de roulis", "Marche en pente")),
    ],
)  # fmt: skip
def test_what_is_named_by_its_type_is_made_and_joined_in_one_sentence(said: str, made: tuple[str, ...]) -> None:
    graph = graph_of()
    found = understand(said, Situation(graph, NodeIndex(graph), suggests=False))

    assert isinstance(found, Change), found
    assert tuple(each.name for each in found.operations if isinstance(each, NodeCreate)) == made
    assert len(found.operations) == len(made) + 1
