"""Commands about what is kept of people."""

from __future__ import annotations

import getpass
import json

import pytest


@pytest.mark.requirement("R-80")
def test_what_is_kept_of_a_person_is_printed_as_lines(type_):
    type_("say", "shop", "A customer places an order")
    owner = getpass.getuser()
    told = type_("personal-data", owner)
    kinds = [json.loads(line)["kind"] for line in told.out.splitlines()]
    assert (told.code, kinds[0], kinds[-1]) == (0, "account", "end")
    assert "commit.applied" in kinds
    assert "Personal data downloaded" in type_("audit", "list").out


@pytest.mark.requirement("R-80")
def test_nobody_of_this_name_is_said(type_):
    told = type_("personal-data", "Nobody")
    assert (told.code, "nobody here is called 'Nobody'" in told.err) == (3, True)


@pytest.mark.requirement("R-84")
def test_a_person_is_listed_and_the_owner_is_not_deleted(type_):
    owner = getpass.getuser()
    assert type_("person", "list").out == f"{owner}\n"
    told = type_("person", "delete", owner)
    assert told.code == 0
    assert told.out.startswith(f"nothing is done yet; to delete {owner}: graphwright person delete {owner!r}")
    assert told.out.endswith("not possible now: they own this data folder\n")
    refused = type_("person", "delete", owner, "--confirm", owner)
    assert (refused.code, "own this data folder" in refused.err) == (3, True)
    assert "nobody here is called 'Nobody'" in type_("person", "delete", "Nobody").err
