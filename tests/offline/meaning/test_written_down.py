"""Where something is written down, and who is told by what they do with people, in any domain."""

from __future__ import annotations

import pytest

from tests.offline.meaning.readings import made
from tests.offline.meaning.test_plain_speech import deeds, told


def _written(text: str) -> set[str]:
    """Which deed leads into which flow."""
    return {each for each in made(told(text))[1] if " -io-> " in each}


@pytest.mark.requirement("U-595")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Complaints are logged in the complaints register.", "Log complaints -io-> Complaints register"),
        ("The warden enters the boats in the harbour book.", "Enter boats -io-> Harbour book"),
        ("Payments are booked in the ledger by the bookkeeper.", "Book payments -io-> Ledger"),
        ("The midwife writes the weight down in the birth record.", "Write down weight -io-> Birth record"),
        ("Jede Messung wird ins Betriebsbuch eingetragen.", "Messung eintragen -io-> Betriebsbuch"),
        ("Chaque relevé est inscrit dans le journal de bord.", "Inscrire relevé -io-> Journal de bord"),
    ],
)
def test_a_book_or_list_in_which_something_is_written_is_data_out_of_the_deed(text: str, wanted: str) -> None:
    assert wanted in _written(text)


@pytest.mark.requirement("U-595")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The photographs are saved on the server.", "Server"),
        ("The clerk reads the names in the register.", "Register"),
        ("The gardener notes the rainfall in the shed.", "Shed"),
    ],
)
def test_a_device_a_room_and_what_is_only_read_are_not_written(text: str, name: str) -> None:
    assert not any(each.endswith(f"-io-> {name}") for each in _written(text))


@pytest.mark.requirement("U-596")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The fraud desk calls the account holder.", "ACTOR Fraud desk"),
        ("The news desk informs the reporters.", "ACTOR News desk"),
        ("The route planner hands the tour list over to the driver.", "ACTOR Route planner"),
        ("The route planner computes the shortest way.", "MOD Route planner"),
    ],
)
def test_who_may_be_people_or_a_thing_is_told_by_what_they_do(text: str, wanted: str) -> None:
    assert wanted in deeds(text)
