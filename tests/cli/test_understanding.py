"""The command `understand`: the reading of a text as a tree, and what would come of it."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("U-62")
def test_a_text_is_shown_as_it_was_read_and_changes_nothing(type_, tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text("<operations>\n+ Clerk|ACTOR|Clerk.AC.001|Sells.\n</operations>\n")
    assert type_("apply", "shop", str(answer)).code == 0

    told = type_("understand", "The clerk checks the ticket, then the gate opens.", "--project", "shop")

    assert told.code == 0
    assert told.out.splitlines()[0] == 'en  "The clerk checks the ticket, then the gate opens."'
    assert "doer clerk · thing ticket" in told.out
    assert "0 then 1" in told.out
    assert told.out.splitlines()[-1] == "└ nothing was changed"
    assert type_("show", "shop", "--json").json["revision"] == 1


@pytest.mark.requirement("U-62")
def test_a_program_gets_the_reading_and_the_outcome(type_):
    told = type_("understand", "How many functions are there?", "--json").json

    assert told["outcome"] == "answers"
    assert told["operations"] == []
    assert told["reading"]["sentences"][0]["text"] == "How many functions are there?"
