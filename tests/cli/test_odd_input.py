"""Odd input of somebody who tries the commands: each is told what is wrong, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Type


@pytest.mark.requirement("R-43")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("say", "fresh", "  "), "there is nothing to say; give a text"),
        (("import", "fresh", "missing.json"), "missing.json cannot be read: No such file or directory"),
        (("import", "fresh", "empty.json"), "empty.json is empty"),
        (("apply", "fresh", "missing.txt"), "missing.txt cannot be read: No such file or directory"),
        (("token", "fresh", "--access", "viewer"), "there is no project 'fresh' (there are: none yet)"),
    ],
    ids=lambda case: case[0] if isinstance(case, tuple) else "",
)
def test_a_command_that_is_refused_makes_no_project(
    type_: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
):
    (tmp_path / "empty.json").write_bytes(b"\n")
    monkeypatch.chdir(tmp_path)

    refused = type_(*words)

    assert refused.code in {2, 3}
    assert refused.err == f"graphwright: {told}\n"
    assert type_("projects", "--json").json == {"projects": []}


@pytest.mark.requirement("R-43", "R-40")
@pytest.mark.parametrize("command", ["history", "runs", "costs"])
@pytest.mark.parametrize("limit", ["-5", "x", "99999999999999999999", "²"])
def test_a_number_that_is_none_or_too_large_is_named(type_: Type, command: str, limit: str):
    type_("new", "shop")

    refused = type_(command, "shop", f"--limit={limit}")

    assert refused.code == 2
    assert f"argument --limit: {limit!r} is not a number from 0 to 999,999" in refused.err


@pytest.mark.requirement("R-43")
def test_a_search_for_nothing_says_what_to_give(type_: Type):
    type_("new", "shop")

    refused = type_("search", "shop", " ")

    assert refused.code == 2
    assert refused.err == "graphwright: there is nothing to search for; give some words, a name or an id\n"


@pytest.mark.requirement("R-67")
def test_a_file_where_the_data_folder_should_be_is_named_as_such(type_: Type, tmp_path: Path):
    (tmp_path / "file").write_text("not a folder")

    refused = type_("--data", str(tmp_path / "file"), "projects")

    assert refused.code == 6
    assert "cannot be written (Not a directory); choose another one with --data" in refused.err
