"""Orders behind their reason, and what passes from place to place, in any domain."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphwright.offline.understood import Change, OpenQuestion, UnclearMessage
from graphwright.protocol.operations import NodeCreate, NodeUpdate
from tests.offline.meaning.test_plain_speech import deeds, heard
from tests.offline.meaning.test_told_in_passing import io


@pytest.mark.requirement("U-593")
@pytest.mark.parametrize(
    ("text", "model"),
    [
        ('The pump was repainted, so rename the pump to "Blue pump".', "Upper pump:MOD, Lower pump:MOD"),
        ("The valve leaks, so delete the valve.", "Left valve:MOD, Right valve:MOD"),
        ('Since the camera was moved, call the camera "Eye".', "Front camera:MOD, Rear camera:MOD"),
        ("The clerk stamps the form, and please delete the weighing.", "Weigh parcel:FUNC, Weigh pallet:FUNC"),
        ("Das Ventil ist undicht, lösche also das Ventil.", "Linkes Ventil:MOD, Rechtes Ventil:MOD"),
        ("La pompe a été remplacée, donc renomme la pompe en « Cœur ».", "Pompe haute:MOD, Pompe basse:MOD"),
    ],
)
def test_an_order_behind_its_reason_is_asked_about_and_nothing_beside_it_is_done(text: str, model: str) -> None:
    asked = heard(text, *model.split(", "))

    assert isinstance(asked, OpenQuestion)
    assert len(asked.lines[0].options) > 1


@pytest.mark.requirement("U-593")
def test_an_order_behind_its_reason_is_proposed_and_the_reason_is_said_to_be_left_out() -> None:
    done = heard('The boiler has been replaced, so rename the boiler to "Heat pump".', "Boiler:MOD", "Burner:MOD")

    assert isinstance(done, Change)
    assert done.proposes
    assert [each for each in done.operations if isinstance(each, NodeUpdate)] == done.operations
    assert "The boiler has been replaced" in done.text


@pytest.mark.requirement("U-593")
def test_an_order_that_nothing_can_be_done_for_holds_up_what_is_told_before_it() -> None:
    asked = heard('The gate has been replaced, so rename the gate to "Sector gate".')

    assert not isinstance(asked, Change | UnclearMessage)


@pytest.mark.requirement("U-594")
@pytest.mark.parametrize(
    ("text", "way"),
    [
        (
            "Water runs through the filter, the heater and the softener.",
            ["Pass water through filter", "Pass water through heater", "Pass water through softener"],
        ),
        (
            "The parcel goes from the dock via the scanner to the belt.",
            ["Send parcel", "Pass parcel through scanner", "Receive parcel"],
        ),
        (
            "The bottles pass the rinser and the filler before they reach the labeller.",
            ["Pass bottles through rinser", "Pass bottles through filler", "Receive bottles"],
        ),
        (
            "Grain moves from the silo to the mill, runs through the sifter and ends in the packing line.",
            ["Send grain", "Pass grain through mill", "Pass grain through sifter", "Receive grain"],
        ),
        ("Claims go from the clerk to the assessor and end up in the vault.", ["Clerk", "Assessor", "Receive claims"]),
        ("Das Paket läuft vom Tor über den Scanner zum Förderband.", ["Paket durch Scanner leiten", "Paket empfangen"]),
        (
            "Le lait traverse le filtre et le refroidisseur.",
            ["Faire passer lait par filtre", "Faire passer lait par refroidisseur"],
        ),
    ],
)
def test_what_passes_from_place_to_place_takes_the_way_that_is_told(text: str, way: list[str]) -> None:
    assert all(io(text, first, second) for first, second in pairwise(way))


@pytest.mark.requirement("U-594")
@pytest.mark.parametrize(
    ("text", "mover"),
    [
        ("Water runs through the filter and the heater.", "Water"),
        ("A bill passes through the drafting office and the plenary before it enters into force.", "Bill"),
        (
            "Samples go from the ward to the bench, pass through the centrifuge, and then go into the freezer.",
            "Samples",
        ),
    ],
)
def test_what_moves_is_no_part_and_names_no_deed_by_itself(text: str, mover: str) -> None:
    assert not {f"{kind} {mover}" for kind in ("ACTOR", "MOD", "SYS", "FUNC")} & deeds(text)


@pytest.mark.requirement("U-594")
@pytest.mark.parametrize(
    "text",
    [
        "The tourist walks through the gate and the garden.",
        "The claim goes through a review and an approval.",
        "The report goes from the trainee to the supervisor.",
    ],
)
def test_people_who_move_and_deeds_that_are_gone_through_are_told_as_before(text: str) -> None:
    said = heard(text)

    made = [each.name for each in said.operations if isinstance(each, NodeCreate)] if isinstance(said, Change) else []
    assert not any(" through " in each for each in made)
