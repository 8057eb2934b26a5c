"""Statements as people jot them down: who may be two things, rows, notes, what goes on, and what is left out."""

from __future__ import annotations

import pytest

from graphwright.offline.understood import Change
from tests.offline.meaning.readings import made
from tests.offline.meaning.test_plain_speech import deeds, heard, told


def io(text: str, first: str, second: str) -> bool:
    """Does one step lead to the other?"""
    links = [each.split(" -io-> ") for each in made(told(text))[1] if " -io-> " in each]
    flows = {flow for one, flow in links if one == first}
    return any(flow in flows and other == second for flow, other in links)


@pytest.mark.requirement("U-480")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The handler leads the falcon out.", "ACTOR Handler"),
        ("Le contrôleur écarte les pièces rayées.", "ACTOR Contrôleur"),
    ],
)
def test_who_may_be_somebody_or_something_is_only_proposed_as_the_likelier(text, wanted):
    understood = heard(text)

    assert isinstance(understood, Change)
    assert understood.proposes
    assert wanted in deeds(text)


@pytest.mark.requirement("U-480")
def test_who_stands_in_a_row_of_people_is_one_of_them():
    said = "Nurse washes the patient, surgeon removes the stent, coordinator logs the hour."
    assert "ACTOR Coordinator" in deeds(said)


@pytest.mark.requirement("U-481")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The gauge measures drag and lift on the wing.", "FUNC Measure drag, lift"),
        ("The rower wets the oars, greases them and stows them.", "FUNC Stow oars"),
        ("After a week unsold flowers are composted.", "FUNC Compost unsold flowers"),
        ("The trainer feeds the seals and rewards the youngest.", "FUNC Reward youngest"),
        ("The ranger checks the lay of the rope.", "FUNC Check lay of the rope"),
        ("Steps: cut cloth, select buttons, fire clay, paint eyes, sew ears.", "FUNC Paint eyes"),
    ],
)
def test_verbs_of_one_subject_agree_and_a_row_of_orders_goes_on(text, wanted):
    assert wanted in deeds(text)


@pytest.mark.requirement("U-481")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("The press comprises a frame, an anvil and thrust rollers.", "MOD Thrust rollers"),
        ("The loom has a beam, a reed and hazel shuttles.", "MOD Hazel shuttles"),
        ("The kit contains a knife and bent wires.", "MOD Bent wires"),
    ],
)
def test_the_last_of_a_list_of_parts_is_no_deed(text, part):
    assert part in deeds(text)


@pytest.mark.requirement("U-482")
@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("The boy rakes the ash. Then the smith lights the forge.", "Rake ash", "Light forge"),
        ("The dough is kneaded. As soon as it has risen, the oven is heated.", "Knead dough", "Heat oven"),
        ("Der Junge harkt die Asche. Dann zündet der Schmied die Esse an.", "Asche harken", "Esse anzünden"),
        ("The guide opens the gate, but first the ranger counts the sheep.", "Count sheep", "Open gate"),
    ],
)
def test_a_sentence_goes_on_from_the_one_before(text, first, second):
    assert io(text, first, second)


@pytest.mark.requirement("U-482")
def test_orders_under_a_time_of_day_and_what_we_do_in_turn_are_steps():
    assert {"FUNC Check nets", "FUNC Mend sails"} <= deeds("Morning: check the nets. Evening: mend the sails.")
    understood = heard("We cut the slate, drill it and then nail the battens.")
    assert isinstance(understood, Change)


@pytest.mark.requirement("U-483")
@pytest.mark.parametrize(
    "text",
    [
        "For every bell we keep a bell card with weight, tone, year and founder.",
        "Each dive produces a dive report holding the depth, the duration, remarks and the diver's name.",
    ],
)
def test_what_a_document_is_said_to_hold_are_its_fields(text):
    assert [each for each in made(told(text))[0] if each.startswith("SCHEMA")]
    assert deeds(text) == set()


@pytest.mark.requirement("U-483")
def test_counted_people_are_actors_and_what_is_ordered_with_parts_has_them():
    people = deeds("There are three people in the pit: the prompter, the sound operator and the flautist.")
    assert people == {"ACTOR Prompter", "ACTOR Sound operator", "ACTOR Flautist"}

    elements, links = made(told("Let us add a tool barge with a winch and a spare anchor."))
    assert {"MOD Tool barge", "MOD Winch", "MOD Spare anchor"} <= set(elements)
    assert "Tool barge -compose-> Winch" in links


@pytest.mark.requirement("U-484")
@pytest.mark.parametrize(
    "text",
    [
        "The probe sends the depth until the cable snaps, and the hut stores the profile.",
        "Divers need a dry suit before they enter the tank; the tender holds the rope.",
    ],
)
def test_what_is_left_out_as_a_whole_is_told_and_the_rest_proposed(text):
    understood = heard(text)

    assert isinstance(understood, Change)
    assert understood.proposes


@pytest.mark.requirement("U-484")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The rangers come back at dusk to collect the traps.", "FUNC Collect traps"),
        ("The organist wants to record a piece and to mute the reeds.", "FUNC Mute reeds"),
        ("The keeper feeds the chicks. Sick ones are weighed.", "FUNC Weigh sick chicks"),
        ("From the talk with the beekeeper: he smokes the hive.", "ACTOR Beekeeper"),
    ],
)
def test_errands_second_wishes_and_words_that_stand_for_nouns_are_heard(text, wanted):
    assert wanted in deeds(text)


@pytest.mark.requirement("U-484")
def test_the_same_pronoun_goes_on_with_the_same_thing():
    assert "ACTOR Clerk" in deeds("The clerk stamps the crate and seals it; it goes to the store.")
    assert isinstance(heard("The clerk stamps the crate and seals it; it goes to the store."), Change)
