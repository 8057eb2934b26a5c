"""What is needed from somebody, done after something else, and who does it instead, in any domain."""

from __future__ import annotations

import pytest

from graphwright.offline.understood import Change
from tests.offline.meaning.readings import made
from tests.offline.meaning.test_plain_speech import deeds, heard, told


@pytest.mark.requirement("U-597")
@pytest.mark.parametrize(
    ("text", "giver", "wanted"),
    [
        ("The nurse needs the blood results from the laboratory and informs the surgeon.", "Laboratory", "Nurse"),
        ("The baker needs the order list from the shop manager.", "Shop manager", "Baker"),
    ],
)
def test_who_needs_something_from_somebody_gets_it_from_them(text: str, giver: str, wanted: str) -> None:
    links = [each.split(" -io-> ") for each in made(told(text))[1] if " -io-> " in each]

    reached, grown = {giver}, True
    while grown:
        new = {second for first, second in links if first in reached} - reached
        reached, grown = reached | new, bool(new)
    assert wanted in reached


@pytest.mark.requirement("U-597")
def test_what_somebody_only_needs_is_no_deed() -> None:
    assert not any(each.startswith("FUNC") for each in deeds("The baker needs flour."))


@pytest.mark.requirement("U-597")
@pytest.mark.parametrize(
    ("text", "model", "after"),
    [
        ("The inspector checks the parcels after they have been labelled.", "Label parcels", "Check parcels"),
        ("The technician checks the tyres after the car has been returned.", "Return car", "Check tyres"),
        ("The editor could correct the subtitles after they have been timed.", "Time subtitles", "Correct subtitles"),
    ],
)
def test_what_is_done_after_a_step_of_the_model_follows_it(text: str, model: str, after: str) -> None:
    said = heard(text, f"{model}:FUNC")

    assert isinstance(said, Change)
    named = " ".join(map(repr, said.operations))
    assert f"{model} result" in named
    assert after in named


@pytest.mark.requirement("U-597")
@pytest.mark.parametrize(
    ("text", "doer", "other"),
    [
        ("The cleaner, I mean the porter, opens the gate.", "Porter", "Cleaner"),
        ("The usher, or rather the porter, opens the gate.", "Porter", "Usher"),
        ("Le laveur, je veux dire le technicien, vérifie les pneus.", "Technicien", "Laveur"),
    ],
)
def test_who_is_put_right_in_the_same_breath_does_it_without_a_question(text: str, doer: str, other: str) -> None:
    said = heard(text)

    assert isinstance(said, Change)
    assert f"ACTOR {doer}" in deeds(text)
    assert not any(each.endswith(f" {other}") for each in deeds(text))


@pytest.mark.requirement("U-597")
def test_a_comma_between_a_doer_and_its_verb_is_asked_about_all_the_same() -> None:
    assert not isinstance(heard("The porter, opens the gate."), Change)
