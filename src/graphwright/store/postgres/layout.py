"""The tables of a PostgreSQL: made whole or not at all, refused when they are not ours or newer than we are.

Each step runs under a `lock_timeout`. What is kept for people is only added to: what an older program does not know
must not disturb it.
"""

from __future__ import annotations

from typing import Final

from graphwright.errors import Conflict, InvalidCommand, NewerData
from graphwright.store.postgres.connecting import SCHEMA, Connection

# Names and ids are texts in byte order, with NUL escaped (`values.kept`). Bodies are JSON, often above 2 kB: lz4 takes
# them in at 1.5 times the speed of PostgreSQL's own compression (measured).
_FIRST_LAYOUT: Final = """
CREATE TABLE layout (version integer NOT NULL);
CREATE TABLE project (
    number bigint PRIMARY KEY,  -- rises: oldest first
    id text COLLATE "C" NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL UNIQUE DEFERRABLE,  -- so that two projects of a group may swap names
    created_at timestamptz NOT NULL,
    -- the end of its journal; an append that was staged behind another end finds no row
    sequence bigint NOT NULL, revision bigint NOT NULL, chain bytea NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE journal (
    project bigint NOT NULL, sequence bigint NOT NULL,
    type text NOT NULL, version integer NOT NULL, at timestamptz NOT NULL, revision bigint NOT NULL,
    content_hash bytea NOT NULL, chain bytea NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (project, sequence)
);
CREATE TABLE journal_piece (  -- how a large body goes on
    project bigint NOT NULL, sequence bigint NOT NULL, piece integer NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (project, sequence, piece)
);
CREATE TABLE document (
    place bigint GENERATED ALWAYS AS IDENTITY,  -- rises: the order in which documents were first made
    project bigint NOT NULL, kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    "group" text COLLATE "C" NOT NULL, sequence bigint NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (kind, id, project)
) WITH (fillfactor = 80);
CREATE INDEX document_by_group ON document (project, kind, "group", place);
CREATE TABLE snapshot (
    project bigint NOT NULL, sequence bigint NOT NULL, part integer NOT NULL, revision bigint NOT NULL,
    body bytea NOT NULL, PRIMARY KEY (project, sequence, part)
);
CREATE TABLE key (
    scope text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, digest text NOT NULL, answer bytea NOT NULL,
    at timestamptz NOT NULL, PRIMARY KEY (scope, id)
);
CREATE INDEX key_by_age ON key (at);
CREATE TABLE owner (owner text COLLATE "C" PRIMARY KEY, number bigint NOT NULL, taken_by text NOT NULL);
CREATE TABLE record (
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, body bytea NOT NULL, PRIMARY KEY (kind, id)
);
CREATE TABLE blob (sha256 text COLLATE "C" PRIMARY KEY, data bytea NOT NULL);
ALTER TABLE snapshot ALTER COLUMN body SET STORAGE EXTERNAL;  -- they are compressed already
INSERT INTO layout VALUES (0);
"""

_FASTER_COMPRESSION: Final = """
ALTER TABLE journal ALTER COLUMN body SET COMPRESSION lz4;
ALTER TABLE journal_piece ALTER COLUMN body SET COMPRESSION lz4;
ALTER TABLE document ALTER COLUMN body SET COMPRESSION lz4;
"""

# Of several servers: who they are, and which works on the projects. No part of what is kept for people.
_SERVERS: Final = """
CREATE TABLE server (
    id text COLLATE "C" PRIMARY KEY, address text NOT NULL, version text NOT NULL, until timestamptz NOT NULL
) WITH (fillfactor = 20);
CREATE TABLE lease (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), fence bigint NOT NULL, server text COLLATE "C" NOT NULL,
    secret bytea NOT NULL
) WITH (fillfactor = 20);
"""

_FOUND_BY_WORDS: Final = """
CREATE TABLE mark (  -- which commits have to do with a word: derived, filled when somebody asks
    project bigint NOT NULL, word bigint NOT NULL, sequence bigint NOT NULL, PRIMARY KEY (project, word, sequence)
);
CREATE INDEX document_by_kind ON document (project, kind, place);  -- the newest of a kind, whatever its group
"""

# One row for each project, and one for what belongs to none; the secret of the servers stands by itself. Nothing of the
# old row is kept: servers of another version are never there at the same time.
_LEASES: Final = """
CREATE TABLE project_lease (
    project text COLLATE "C" PRIMARY KEY, fence bigint NOT NULL, server text COLLATE "C" NOT NULL,
    wanted text COLLATE "C" NOT NULL DEFAULT ''
) WITH (fillfactor = 20);
CREATE TABLE server_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret bytea NOT NULL);
DROP TABLE lease;
"""

# Servers of several versions work together while they are upgraded one by one (ADR-89): which journals each reads and
# how it speaks to the others, up to which level entries are written, and the oldest layout whose programs may go on.
_VERSIONS: Final = """
ALTER TABLE server ADD COLUMN reads integer NOT NULL DEFAULT 0, ADD COLUMN speaks integer NOT NULL DEFAULT 1;
ALTER TABLE layout ADD COLUMN entries integer NOT NULL DEFAULT 0, ADD COLUMN oldest integer NOT NULL DEFAULT 4;
"""

# When it was put last (ADR-99). Those that are there, and those of servers of before, count from now on.
_AGE_OF_BLOBS: Final = """
ALTER TABLE blob ADD COLUMN at timestamptz NOT NULL DEFAULT now();
"""

MIGRATIONS: Final = (_FIRST_LAYOUT, _SERVERS, _FOUND_BY_WORDS, _LEASES, _VERSIONS, _AGE_OF_BLOBS)
"""From layout 0 (nothing) to 1, from 1 to 2, ...: all that is missing runs in one transaction at the start."""
OLDEST: Final = 4
"""Programs that know this layout or a newer one can work on ours: since then it was only added to."""


async def prepare(connection: Connection) -> None:
    """Make or lift our tables. `NewerData`, `Conflict` for tables that are not ours, `InvalidCommand`; untouched then.

    Only for who has the right to write to themselves.
    """
    if (encoding := await connection.fetchval("SHOW server_encoding")) != "UTF8":
        raise InvalidCommand(f"the database keeps texts as {encoding}; create one with the encoding UTF8")
    version = await _version(connection)
    if version > len(MIGRATIONS) and await connection.fetchval("SELECT oldest FROM layout") <= len(MIGRATIONS):  # type: ignore[operator]  # a number
        return  # somebody upgrades the servers one by one, and this one is still to come
    if version > len(MIGRATIONS):
        raise NewerData(
            f"the database has the layout {version} of a newer Graphwright; this one knows {len(MIGRATIONS)}. "
            "Upgrade; nothing was touched"
        )
    if version == len(MIGRATIONS):
        return
    async with connection.transaction():
        if version == 0:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        for step in MIGRATIONS[version:]:
            await connection.execute(step)
        if version == 0 and await _has_lz4(connection):
            await connection.execute(_FASTER_COMPRESSION)
        await connection.execute("UPDATE layout SET version = $1, oldest = $2", len(MIGRATIONS), OLDEST)


async def level_of(connection: Connection) -> int:
    """Up to which level entries may have been written (`store.upcast`)."""
    level = await connection.fetchval("SELECT entries FROM layout")
    return level if isinstance(level, int) else 0


async def _version(connection: Connection) -> int:
    """The version of our tables, 0 when there are none."""
    rows = await connection.fetch(
        "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'v', 'm', 'p')",
        SCHEMA,
    )
    names = {row[0] for row in rows}
    if not names:
        return 0
    found = await connection.fetchval("SELECT version FROM layout") if "layout" in names else None
    if not isinstance(found, int):
        raise Conflict(
            f'the schema "{SCHEMA}" of the database holds tables that are not ours ({", ".join(sorted(names)[:5])}); '
            "choose another database"
        )
    return found


async def _has_lz4(connection: Connection) -> bool:
    sql = "SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'"
    return bool(await connection.fetchval(sql))
