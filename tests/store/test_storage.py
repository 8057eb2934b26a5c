"""One address opens everything that a program keeps and tells things in; nobody else knows which stores there are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graphwright.app import open_workbench
from graphwright.cli.arguments import parser
from graphwright.cli.output import Output
from graphwright.cli.talking import say
from graphwright.errors import InvalidCommand
from graphwright.ports import SystemClock
from graphwright.settings import Settings
from graphwright.storage import ELSEWHERE, OPENERS, open_storage
from tests.postgres import emptied
from tests.sources import MODULES, PACKAGE, inside, nodes_of


@pytest.mark.requirement("H-28")
@pytest.mark.parametrize("address", OPENERS)
async def test_the_program_runs_on_every_store_that_an_address_names(address, tmp_path: Path, capsys, request):
    if address.startswith("postgres"):
        address = address + request.getfixturevalue("postgres").address().removeprefix("postgresql")
        await emptied(address)
    settings = Settings.read({"GRAPHWRIGHT_DATA": str(tmp_path), "GRAPHWRIGHT_DATABASE": address})
    async with open_workbench(settings, lasting=False) as workbench:
        options = parser().parse_args(["say", "shop", "A customer places an order"])
        assert await say(workbench, options, Output(as_json=False)) == 0

        graph = (await workbench.open_project("shop")).project.graph
        assert "Customer" in {node.name for node in graph.nodes.values()}
    assert "applied as revision 1" in capsys.readouterr().out


@pytest.mark.requirement("H-28")
async def test_an_address_of_a_store_that_is_not_built_in_names_those_that_are(tmp_path: Path):
    with pytest.raises(InvalidCommand, match="sqlite, memory, postgresql"):
        async with open_storage("mysql://somewhere/shop", tmp_path, SystemClock()):
            pass


@pytest.mark.requirement("Z-149")
async def test_a_folder_whose_projects_are_in_a_postgresql_is_not_taken_for_an_empty_one(postgres, tmp_path: Path):
    await emptied(postgres.address())
    async with open_storage(postgres.address(), tmp_path, SystemClock()):
        pass
    with pytest.raises(InvalidCommand, match="are in a PostgreSQL; set GRAPHWRIGHT_DATABASE") as refused:
        async with open_storage("sqlite", tmp_path, SystemClock()):
            pass
    assert (refused.value.fields, list(tmp_path.glob("*.db"))) == ({"setting": "database"}, [])

    (tmp_path / ELSEWHERE).unlink()
    async with open_storage("sqlite", tmp_path, SystemClock()) as storage:
        assert await storage.store.projects() == []


@pytest.mark.requirement("H-28")
def test_a_store_is_its_module_and_a_line():
    """Of the whole program only these files name a store: its own, what opens it, and what belongs to its file."""
    named = {name: set[str]() for name in ("SqliteStore", "MemoryStore", "PostgresStore", "Folder", "LocalBus")}
    for module in MODULES:
        for node in nodes_of(module, ast.ImportFrom):
            if (node.module or "").startswith(PACKAGE.name):
                for alias in node.names:
                    named.get(alias.name, set()).add(inside(module))

    assert named == {
        "SqliteStore": {"store/folder.py", "store/backup.py"},
        "Folder": {"storage.py", "store/moving.py"},
        "MemoryStore": {"storage.py"},
        "PostgresStore": {"storage.py", "store/moving.py"},
        "LocalBus": {"storage.py"},
    }
