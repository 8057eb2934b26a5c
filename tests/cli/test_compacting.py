"""The command `compact`, on a folder and on a PostgreSQL, as somebody types it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import apsw
import pytest

from graphwright.ports import SystemClock
from graphwright.store.database import DATABASE_NAME
from graphwright.store.sqlite import SqliteStore
from tests.cli.conftest import Type
from tests.postgres import running_postgres

requirement = pytest.mark.requirement


async def orphans(data: Path) -> None:
    """What a crash leaves."""
    store = await SqliteStore.open(data, SystemClock())
    for number in range(3):
        await store.put_blob(Random(number).randbytes(40_000))
    await store.close()


def grown_old(data: Path) -> None:
    with closing(apsw.Connection(str(data / DATABASE_NAME))) as connection:
        connection.execute("UPDATE blob SET at = ''")


def check_compact(type_: Type, grow_old: Callable[[], None]) -> None:
    """Young things stay; a look changes nothing; what is old goes, and the second time there is none."""
    young = type_("compact")
    assert (young.code, young.out.splitlines()[0]) == (0, "there is nothing that nobody can see")
    grow_old()
    shown = type_("show", "shop", "--format", "format-e").out
    look = type_("compact", "--dry-run")
    assert re.match(r"3 texts that nothing names, [\d,]+ bytes: would be removed\n", look.out)
    assert type_("compact", "--dry-run").out == look.out
    done = type_("compact", "--json").json
    assert [each.get("rows", 0) for each in done["amounts"] if each["kind"] == "texts"] == [3]
    again = type_("compact").out
    assert re.fullmatch(
        r"(?s).*there is nothing that nobody can see\n\d+ entries and \d+ texts .* are what they were\n", again
    )
    assert type_("show", "shop", "--format", "format-e").out == shown
    assert "everything derived follows from the journal" in type_("check", "shop", "--deep").out
    told = type_("audit", "list", "--search", "compaction").out
    words = "Removing what nobody can see began", "What nobody can see removed"
    assert [told.count(each) for each in words] == [1, 1]


@requirement("Z-130", "Z-132")
@pytest.mark.slow
def test_compact_tells_and_removes_what_nobody_can_see_of_a_folder(type_, tmp_path):
    data = tmp_path / "data"
    type_("say", "shop", "A customer places an order")
    asyncio.run(orphans(data))
    check_compact(type_, lambda: grown_old(data))


@requirement("Z-130", "Z-132")
@pytest.mark.slow
def test_compact_does_the_same_in_a_postgresql(type_, tmp_path, monkeypatch):
    type_("say", "shop", "A customer places an order")
    asyncio.run(orphans(tmp_path / "data"))
    with running_postgres() as server:
        assert type_("migrate", str(tmp_path / "data"), server.address()).code == 0
        monkeypatch.setenv("GRAPHWRIGHT_DATABASE", server.address())
        check_compact(type_, lambda: server.sql("UPDATE graphwright.blob SET at = now() - interval '2 days'"))


@requirement("Z-131")
@pytest.mark.slow
def test_the_file_of_an_older_program_shrinks_once_and_in_slices_from_then_on(type_, tmp_path):
    data = tmp_path / "data"
    type_("say", "shop", "A customer places an order")
    with closing(apsw.Connection(str(data / DATABASE_NAME))) as connection:
        list(connection.execute("PRAGMA auto_vacuum = NONE"))
        connection.execute("VACUUM")
        list(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
    asyncio.run(orphans(data))
    grown_old(data)
    size = (data / DATABASE_NAME).stat().st_size
    assert "bytes of the file given back to the disk" in type_("compact").out
    assert (data / DATABASE_NAME).stat().st_size < size
    with closing(apsw.Connection(str(data / DATABASE_NAME))) as connection:
        assert [list(connection.execute(f"PRAGMA {each}")) for each in ("auto_vacuum", "freelist_count")] == [
            [(2,)],
            [(0,)],
        ]
    assert "everything derived follows from the journal" in type_("check", "shop", "--deep").out
