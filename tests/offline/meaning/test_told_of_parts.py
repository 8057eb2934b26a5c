"""What is done to several parts, by whom, and wishes that hold nothing: no function that only repeats a sentence."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of

MILL = (
    "Mill:SYS <Mill.SY.001>", "Roller:MOD <Roller.MD.001>", "Sieve:MOD <Sieve.MD.002>", "Board:MOD <Board.MD.003>",
    "Walze:MOD <Walze.MD.004>", "Steuerung:MOD <Steuer.MD.005>", "Sichter:MOD <Sichter.MD.006>",
    "Rouleau:MOD <Rouleau.MD.007>", "Tamis:MOD <Tamis.MD.008>", "Régulateur:MOD <Reg.MD.009>",
    "Grind corn:FUNC <Grind.FN.001>", "Korn mahlen:FUNC <Mahlen.FN.002>", "Moudre le grain:FUNC <Moudre.FN.003>",
)  # fmt: skip


def _meant(text: str) -> Meant:
    graph = graph_of(*MILL)
    return means(read(text), graph, NodeIndex(graph))


def _functions(text: str) -> list[str]:
    operations = _meant(text).draft.operations
    return [each.name for each in operations if isinstance(each, NodeCreate) and each.node_type == "FUNC"]


@pytest.mark.requirement("U-567")
@pytest.mark.parametrize(
    ("active", "passive", "functions"),
    [
        ("The board monitors the roller and the sieve.", "The roller and the sieve are monitored by the board.",
         ["Monitor roller", "Monitor sieve"]),
        ("Die Steuerung überwacht die Walze und den Sichter.",
         "Die Walze und der Sichter werden von der Steuerung überwacht.", ["Walze überwachen", "Sichter überwachen"]),
        ("Le régulateur surveille le rouleau et le tamis.",
         "Le rouleau et le tamis sont surveillés par le régulateur.", ["Surveiller le rouleau", "Surveiller le tamis"]),
    ],
)  # fmt: skip
def test_what_is_done_to_parts_one_by_one_is_a_function_of_each(active: str, passive: str, functions: list[str]):
    assert _functions(active) == functions
    assert _functions(passive) == functions


@pytest.mark.requirement("U-567")
@pytest.mark.parametrize("text", ["The belt connects the roller and the sieve.", "The board monitors oil and dust."])
def test_what_is_joined_or_no_part_is_not_divided(text: str) -> None:
    assert len(_functions(text)) == 1


@pytest.mark.requirement("U-568")
@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("The grind corn function is carried out by the roller.", ("Roller.MD.001", "Grind.FN.001")),
        ("Grind corn is carried out by the roller.", ("Roller.MD.001", "Grind.FN.001")),
        ("Korn mahlen wird von der Walze durchgeführt.", ("Walze.MD.004", "Mahlen.FN.002")),
        ("La fonction Moudre le grain est effectuée par le rouleau.", ("Rouleau.MD.007", "Moudre.FN.003")),
    ],
)
def test_a_function_is_allocated_to_what_carries_it_out(text: str, joined: tuple[str, str]) -> None:
    operations = _meant(text).draft.operations

    assert [
        (str(each.source), each.edge_type, str(each.target)) for each in operations if isinstance(each, EdgeCreate)
    ] == [(joined[0], "allocate", joined[1])]
    assert len(operations) == 1


@pytest.mark.requirement("U-568")
@pytest.mark.parametrize(
    "text",
    [
        "The dust requirement is satisfied by the sieve.",
        "The bagging function is carried out by the sieve.",
        "Die Staubanforderung wird vom Sichter erfüllt.",
        "L'exigence de poussière est satisfaite par le tamis.",
    ],
)
def test_a_requirement_that_nobody_knows_makes_no_function(text: str) -> None:
    assert _meant(text).draft.operations == []


@pytest.mark.requirement("U-569")
@pytest.mark.parametrize(
    "text",
    [
        "I want a machine that makes everything for everybody.",
        "We'd like a tool that does everything.",
        "Ich möchte ein Gerät, das alles für alle macht.",
        "Je voudrais un appareil qui fait tout.",
    ],
)
def test_a_wish_that_holds_nothing_builds_nothing(text: str) -> None:
    assert _meant(text).draft.operations == []


@pytest.mark.requirement("U-569")
@pytest.mark.parametrize(
    "text", ["I want a machine that grinds everything.", "Ich möchte ein Gerät, das Kaffee macht."]
)
def test_a_wish_with_a_deed_is_none_of_those(text: str) -> None:
    assert _meant(text).draft.operations != []


@pytest.mark.requirement("U-575")
@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("When the bell rings, the board lifts the flap and dims the lamp.", "When the bell rings"),
        ("Wenn die Glocke läutet, hebt die Steuerung die Klappe und dimmt die Lampe.", "Wenn die Glocke läutet"),
    ],
)
def test_the_case_that_a_sentence_begins_with_holds_for_all_that_is_done(text: str, case: str) -> None:
    operations = _meant(text).draft.operations
    deeds = [each for each in operations if isinstance(each, NodeCreate) and each.node_type == "FUNC"]

    assert len([each for each in deeds if case in each.descr]) >= 2


@pytest.mark.requirement("U-574")
@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("Die Steuerung misst die Öltemperatur und öffnet die Klappe, wenn sie über 90 Grad steigt.", "sie",
         "Öltemperatur"),
        ("The board reads the dust level and stops the fan when it rises above 5 g.", "it", "dust level"),
        ("Le régulateur mesure la pression et ouvre la vanne quand elle dépasse 4 bar.", "elle", "pression"),
        ("The fan blows air over the grain until it is dry.", "it", "grain"),
    ],
)  # fmt: skip
def test_what_falls_is_what_can_be_measured_and_what_is_dry_was_dried(text: str, word: str, meant: str) -> None:
    found = [
        role.phrase.refers_to.phrase.name
        for sentence in read(text).sentences
        for clause in sentence.clauses
        for role in clause.roles
        if role.phrase.text == word and role.phrase.refers_to is not None and role.phrase.refers_to.phrase is not None
    ]

    assert found == [meant]
