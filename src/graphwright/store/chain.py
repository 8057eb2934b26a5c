"""The chain of a journal: each entry takes its sequence, its revision and its hash from the entry before it.

A row's content hash covers its body; its chain hash covers the chain so far, the row's header and its content hash. So
a changed, missing or swapped row shows (R-53), while a body that holds personal text can be replaced by a redacted one
and everything after it still verifies (ADR-03). Pure; where rows are kept is the stores' affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec import structs

from graphwright.errors import GraphwrightError, InvalidCommand, LimitExceeded, StaleRevision
from graphwright.protocol.base import JsonValue
from graphwright.protocol.wire import decode
from graphwright.store.base import DEFAULT_LIMITS, Entry, Head, Sha256, StoredEntry, StoreLimits


class JournalPosition(NamedTuple):
    """The end of a journal: what the next entry is linked to."""

    sequence: int
    revision: int
    chain: Sha256

    @property
    def head(self) -> Head:
        """The same, as the world sees it."""
        return Head(self.sequence, self.revision)


_MARK: Final = b',"redacted":true}'
START: Final = JournalPosition(0, 0, Sha256(""))
"""Before the first entry."""


def link(
    entries: Sequence[Entry],
    after: JournalPosition,
    limits: StoreLimits = DEFAULT_LIMITS,
    *,
    expect_revision: int | None = None,
) -> tuple[list[StoredEntry], JournalPosition]:
    """The rows that these entries become behind a position, and the position after them.

    Raises `StaleRevision` when the project stands at another revision, or when a commit does not make the next one;
    `LimitExceeded` above `limits.entry_bytes`; `InvalidCommand` for a time without its zone.
    """
    if expect_revision is not None and expect_revision != after.revision:
        raise StaleRevision(
            f"the project is at revision {after.revision}, not {expect_revision}; plan again from there",
            revision=after.revision,
        )
    rows: list[StoredEntry] = []
    sequence, revision, chain = after
    for entry in entries:
        limit = limits.whole_entry_bytes if entry.more else limits.entry_bytes
        if entry.size > limit:
            raise LimitExceeded(f"an entry of {entry.size} bytes; {limit} is the limit")
        if entry.at.tzinfo is None:
            raise InvalidCommand(f"the time {entry.at} of a {entry.type} entry has no zone")
        if entry.revision is not None:
            if entry.revision != revision + 1:
                raise StaleRevision(
                    f"a commit makes revision {entry.revision}, but {revision + 1} is next; plan again from there",
                    revision=revision,
                )
            revision = entry.revision
        sequence += 1
        at, content_hash = entry.at.astimezone(UTC), hash_of_pieces(entry.body, entry.more)
        chain = _chain_hash(chain, _header(sequence, entry, at, revision), content_hash)
        rows.append(
            StoredEntry(sequence, entry.type, entry.version, at, revision, entry.body, content_hash, chain, entry.more)
        )
    return rows, JournalPosition(sequence, revision, chain)


def verify(row: StoredEntry, before: JournalPosition) -> Iterator[str]:
    """Name everything about a row, as it is stored, that cannot be right behind this position."""
    if row.sequence != before.sequence + 1:
        yield f"entry {before.sequence + 1} is missing: {row.sequence} follows {before.sequence}"
    # A commit is the only entry that raises the revision, and it raises it by one.
    revision = before.revision + 1 if row.type == "commit.applied" else before.revision
    if row.revision != revision:
        yield f"entry {row.sequence} ({row.type}) has revision {row.revision}, not {revision}"
    if hash_of_pieces(row.body, row.more) != row.content_hash and not is_redacted(row):
        yield f"entry {row.sequence} ({row.type}): its body is not what was written"
    header = _header(row.sequence, row, row.at, row.revision)
    if row.chain != _chain_hash(before.chain, header, row.content_hash):
        yield f"entry {row.sequence} ({row.type}): the chain is broken here"


def redact(row: StoredEntry, body: bytes, more: Sequence[bytes] = ()) -> StoredEntry:
    """The row with a body that says less. It is marked, so that a redaction cannot pass for what was written."""
    *pieces, end = (body, *more)
    if not end.endswith(_MARK):
        end = end.removesuffix(b"}") + (_MARK if end != b"{}" else _MARK[1:])
    begin, *rest = (*pieces, end)
    return structs.replace(row, body=begin, more=tuple(rest))


def is_redacted(row: StoredEntry) -> bool:
    """Whether the body was replaced by `redact`."""
    try:
        # Of a large one: how it begins and how it ends, which are whole without what stands between.
        outline = row.body + (row.more[-1] if row.more else b"")
        return outline.endswith(_MARK[1:]) and decode(outline, dict[str, JsonValue]).get("redacted") is True
    except GraphwrightError:
        return False


def unmarked(body: bytes) -> bytes:
    """The body of an entry as its document holds it: without the mark of a redaction."""
    return body.removesuffix(_MARK) + b"}" if body.endswith(_MARK) else body


def hash_of(data: bytes) -> Sha256:
    """The name of some bytes: their sha256 in hexadecimal."""
    return Sha256(sha256(data).hexdigest())


def hash_of_pieces(begin: bytes, more: Iterable[bytes]) -> Sha256:
    """The same of bytes that come in pieces."""
    digest = sha256(begin)
    for piece in more:
        digest.update(piece)
    return Sha256(digest.hexdigest())


def _header(sequence: int, entry: Entry | StoredEntry, at: datetime, revision: int) -> str:
    return f"{sequence} {entry.type} {entry.version} {at.isoformat()} {revision}"


def _chain_hash(before: Sha256, header: str, content_hash: Sha256) -> Sha256:
    return hash_of(f"{before} {header} {content_hash}".encode())
