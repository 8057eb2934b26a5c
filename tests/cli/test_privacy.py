"""Commands about what is kept of people."""

from __future__ import annotations

import getpass
import json

import pytest

from graphwright.cli.host_command import run_typed
from graphwright.protocol.commandline import CommandLine
from tests.server.place import open_place


@pytest.mark.requirement("R-80")
def test_what_is_kept_of_a_person_is_printed_as_lines(type_):
    type_("say", "shop", "A customer places an order")
    owner = getpass.getuser()
    told = type_("personal-data", owner)
    kinds = [json.loads(line)["kind"] for line in told.out.splitlines()]
    assert (told.code, kinds[0], kinds[-1]) == (0, "account", "end")
    assert "commit.applied" in kinds
    assert "Personal data downloaded" in type_("audit", "list").out


@pytest.mark.requirement("Z-147", "Z-77")
def test_what_leaves_at_a_prompt_is_in_the_audit_in_the_language_of_the_terminal(type_, tmp_path, monkeypatch):
    type_("say", "shop", "A customer places an order")
    assert type_("export", "shop", "--format", "json", "--output", str(tmp_path / "shop.json")).code == 0
    assert type_("backup", str(tmp_path / "kept")).code == 0
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    rows = [row.split(None, 3)[3].split() for row in type_("audit", "list").out.splitlines()[2:]]
    owner = getpass.getuser()
    assert rows == [
        [owner, "Modell", "exportiert", "shop", "command", "line", "Format:", "json"],
        [owner, "Sicherung", "erstellt", "command", "line"],
    ]


@pytest.mark.requirement("Z-147")
async def test_a_server_answers_a_command_in_the_language_of_the_terminal_in_which_it_was_typed():
    async with open_place() as place:
        await place.project("shop")
        await place.workbench.audit.note("session.post", person=None)
        told = []
        for language in ("auto", "fr"):
            line = CommandLine(command="audit", options={"action": "list"}, language=language)
            told.append("".join([piece.out async for piece in run_typed(place.workbench, line)]))
        assert ["Signed in" in told[0], "Connexion" in told[1]] == [True, True]


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
