"""Sources that say different things of the same are told side by side, and a list of cases is no disagreement."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.inquiry.conflicts import conflicts
from graphwright.inquiry.extract import told_conflicts
from tests.inquiry.sources import source


def told(question: str, *texts: str, places: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, str]]:
    """The labels of the sentences that disagree; each text stands in a document of its own unless `places` say where."""
    found = [
        source(f"P{number}", text, origin=at[0], section=(at[1],))
        for number, (text, at) in enumerate(
            zip(texts, places or [(f"d{n}", "Brakes") for n in range(len(texts))], strict=True), start=1
        )
    ]
    return [(one.label, other.label) for one, other in conflicts(question, found, "de")]


@pytest.mark.requirement("Z-14", "K-18")
@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "On which slope does the parking brake hold?",
            "The parking brake shall hold the loaded bike on a slope of 10 %.",
            "The parking brake holds the loaded bike on a slope of 12 %.",
        ),
        (
            "Wie hoch darf die Wand sein?",
            "Die Höhe der Wand darf höchstens 3 m betragen.",
            "Die Höhe der Wand darf bis zu 2,5 m betragen.",
        ),
        (
            "Le frein est-il contrôlé ?",
            "Le frein de parking doit être contrôlé avant la location.",
            "Le frein de parking ne doit pas être contrôlé avant la location.",
        ),
        (
            "May riders unlock a bike offline?",
            "Riders must unlock the bike offline.",
            "Riders must not unlock the bike offline.",
        ),
    ],
)
def test_two_sources_that_say_different_things_of_the_same_are_found(question, one, other):
    assert told(question, one, other) == [("P1", "P2")]
    assert told(question, one, one) == []


@pytest.mark.requirement("Z-14")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The brake shall hold on a slope of 10 %.", "The lamp shall be lit on a ramp of 12 %."),
        ("The brake shall hold for at least 10 s.", "The brake shall hold for at most 20 s."),
        ("The brake shall hold for 10 s.", "The brake shall hold for 10 min."),
        ("The brake is not painted.", "The brake is painted."),
    ],
)
def test_what_differs_in_thing_direction_or_unit_or_obliges_nobody_is_no_disagreement(one, other):
    assert told("How does the brake hold?", one, other) == []


@pytest.mark.requirement("Z-14")
def test_the_cases_of_one_section_and_what_was_not_asked_are_no_disagreement():
    one, other = "In town the area of a shed is at most 30 m².", "In town the area of a shed is at most 50 m²."
    assert told("How large may a shed in town be?", one, other, places=(("d", "§ 1"), ("d", "§ 1"))) == []
    assert told("How large may a shed in town be?", one, other, places=(("d", "§ 1"), ("d", "§ 2"))) == [("P1", "P2")]
    assert told("When is the office open on Mondays?", one, other) == []


@pytest.mark.requirement("Z-14")
def test_a_disagreement_is_told_in_the_language_of_the_answer_with_both_places_and_never_from_suspicious_text():
    one = source("P1", "Die Wand darf höchstens 3 m hoch sein.", origin="a")
    other = source("P2", "Die Wand darf höchstens 4 m hoch sein.", origin="b")
    assert told_conflicts("Wie hoch darf die Wand sein?", [one, other], "de") == (
        "Hier widersprechen sich die Quellen; welche gilt, sagen sie nicht:\n\n"
        "- „Die Wand darf höchstens 3 m hoch sein.“ [P1] / „Die Wand darf höchstens 4 m hoch sein.“ [P2]"
    )
    assert told_conflicts("Wie hoch darf die Wand sein?", [one, replace(other, suspicious=True)], "de") == ""


@pytest.mark.requirement("M-134", "K-18")
@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("samples kept", "Samples are kept for 30 days.", "I think samples should be kept for 60 days, not 30."),
        (
            "misfire guarded",
            "A misfire is guarded for at least 15 minutes; nobody approaches the charge before that.",
            "I think a misfire should be guarded for 30 minutes, not 15.",
        ),
        ("pump voltage", "The dosing pump needs at least 24 volts.", "The pump wants at least 21 volts, as we heard."),
        ("Aufnahmen", "Die Aufnahmen sind nach 72 Stunden zu löschen.", "Die Aufnahmen sollten nach 48 Stunden gelöscht werden."),
        ("relevés", "Les relevés sont conservés pendant 5 ans.", "Les relevés devraient être conservés pendant 10 ans."),
        ("tension", "La pompe exige une tension d'au moins 230 volts.", "La pompe demande au moins 210 volts."),
    ],
)  # fmt: skip
def test_two_passages_that_give_different_numbers_for_one_thing_are_told(question, one, other):
    assert told(question, one, other) == [("P1", "P2")]
    assert told(question, one, one) == []


@pytest.mark.requirement("M-134")
def test_a_limit_that_holds_under_a_condition_only_is_no_disagreement():
    always, foggy = "Die Fahrgeschwindigkeit beträgt höchstens 6 m/s.", "Bei Nebel sind höchstens 3 m/s zulässig."
    assert told("Fahrgeschwindigkeit", always, f"Die Fahrgeschwindigkeit ist hoch. {foggy}") == []
