"""A whole PostgreSQL into a database file, and a database file into an empty PostgreSQL: all of it or nothing.

Both ways every hash of every journal is recomputed from what was written, before it counts.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from graphwright.errors import Conflict
from graphwright.ports import Clock, in_thread
from graphwright.store.postgres import tables
from graphwright.store.postgres.connecting import (
    SCHEMA,
    Connection,
    commit_durably,
    connect,
    own_writing,
    reworded,
)
from graphwright.store.postgres.layout import prepare
from graphwright.store.postgres.values import kept, told
from graphwright.store.rows import (
    FORMS,
    UNTOLD,
    DataFile,
    JournalProof,
    Progress,
    RowBatch,
    TableForm,
    TableRow,
    in_steps,
    proof,
)
from graphwright.store.staging import KnownProject

# How many rows are fetched ahead; a blob may be as large as a file.
_AHEAD: Final = {"blob": 1, "snapshot": 4, "journal_piece": 4}

_HELD: Final = (
    "SELECT (SELECT count(*) FROM project), (SELECT count(*) FROM record), (SELECT count(*) FROM blob), "
    "(SELECT count(*) FROM key)"
)

# A server that has looked at the empty database owned it for a while; no number may come a second time.
_KEEP_OWNERS: Final = """
INSERT INTO owner SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
ON CONFLICT (owner) DO UPDATE SET number = greatest(owner.number, excluded.number)
"""


async def copy_out(address: str, folder: Path) -> None:
    """Write what is committed into a new database file in this folder, while others go on writing."""
    async with reworded("copying"):
        connection = await connect(address)
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                known = await tables.projects(connection)
                with await in_thread(lambda: DataFile(folder)) as file:
                    file.begin()
                    for form in FORMS:
                        async for batch in _batches(connection, form):
                            _ = [step async for step in in_steps(file.put(form, batch))]
                    await in_thread(file.commit)
                    _ = [entries async for entries in in_steps(proof(file, known))]
        finally:
            await connection.close()


async def copy_in(folder: Path, address: str, clock: Clock, *, wait_s: float, progress: Progress = UNTOLD) -> None:
    """Fill a database that holds nothing from the file in this folder, in one transaction.

    `Conflict` when it holds something; else raises what `PostgresStore.open` does. Nothing is kept then.
    """
    async with reworded("copying"), _owned(address, clock, wait_s) as connection:
        await commit_durably(connection)
        async with connection.transaction():
            await refuse_full(connection)
            with await in_thread(lambda: DataFile(folder)) as file:
                await _fill(connection, file, progress)


async def check_empty(address: str, clock: Clock, *, wait_s: float) -> None:
    """Raises what `copy_in` would raise at its beginning; at most our empty tables are made."""
    async with reworded("opening"), _owned(address, clock, wait_s) as connection:
        await refuse_full(connection)


@asynccontextmanager
async def _owned(address: str, clock: Clock, wait_s: float) -> AsyncGenerator[Connection]:
    """A session that alone may write, with our tables there."""
    connection = await connect(address)
    try:
        await own_writing(connection, clock, wait_s)
        await prepare(connection)
        yield connection
    finally:
        await connection.close()


async def refuse_full(connection: Connection) -> None:
    """`Conflict` when there is anything that somebody made."""
    row = await connection.fetchrow(_HELD)
    projects, records, blobs, keys = row or (0, 0, 0, 0)
    if projects or records or blobs or keys:
        raise Conflict(
            f"the database is not empty: it holds {projects} projects and {records + blobs + keys} other things; "
            "choose an empty one"
        )


async def _fill(connection: Connection, file: DataFile, progress: Progress) -> None:
    known = {project.number: project for project in await in_thread(file.projects)}
    for form in FORMS:
        done = 0
        async for batch in in_steps(file.batches(form)):
            await _put(connection, form, batch, known)
            done += len(batch)
            progress(form.name, done)
    proven = 0
    for project in known.values():
        journal = JournalProof(project)
        async for rows in tables.all_entries(connection, project.number):
            await in_thread(lambda: journal.take(rows))  # noqa: B023  # awaited here
        journal.end()
        proven += project.position.sequence
        progress("proof", proven)


async def _put(
    connection: Connection, form: TableForm, batch: Sequence[TableRow], known: dict[int, KnownProject]
) -> None:
    rows = [tuple(kept(value) if isinstance(value, str) else value for value in row) for row in batch]
    if form.name == "owner":
        await connection.execute(_KEEP_OWNERS, *zip(*rows, strict=True))
        return
    columns: list[str] = list(form.columns)
    if form.name == "project":
        columns += ["sequence", "revision", "chain"]
        rows = [(*row, *_end(known[number])) for row in rows if isinstance(number := row[0], int)]
    await connection.copy_records_to_table(form.name, records=rows, columns=columns, schema_name=SCHEMA)


def _end(known: KnownProject) -> tuple[int, int, bytes]:
    sequence, revision, chain = known.position
    return sequence, revision, bytes.fromhex(chain)


async def _batches(connection: Connection, form: TableForm) -> AsyncIterator[list[TableRow]]:
    gathered = RowBatch(form)
    sql = f"SELECT {form.quoted} FROM {form.name} ORDER BY {form.order}"  # noqa: S608  # own names
    async for found in connection.cursor(sql, prefetch=_AHEAD.get(form.name, 64)):
        row: TableRow = tuple(told(value) if isinstance(value, str) else value for value in found)
        if batch := gathered.full_with(row):
            yield batch
    if batch := gathered.rest():
        yield batch
