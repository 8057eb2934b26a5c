"""What every store refuses, decided and worded in one place, so that all stores refuse alike (R-49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.errors import (
    Conflict,
    IdempotencyConflict,
    InvalidCommand,
    LimitExceeded,
    NotFound,
    OwnerLost,
    StoreBusy,
)
from graphwright.protocol.ids import ProjectId
from graphwright.store.base import Fence, Sha256, StoreLimits

NAME_CHARACTERS: Final = 1_000
"""Longest id or name that a store takes; what people may type is limited far below."""


def known_answer(key_id: str, known_digest: str, known_answer: bytes, digest: str) -> bytes:
    """What a repetition is told. `IdempotencyConflict` when it is no repetition but something else."""
    if known_digest != digest:
        raise IdempotencyConflict(
            f"the id {key_id!r} was used before with another content; give each command an id of its own",
            commandId=key_id,
        )
    return known_answer


def check_fence(fence: Fence, current: int | None) -> None:
    """Only the newest owner may write."""
    if fence.number != current:
        raise OwnerLost(f"{fence.owner!r} has a newer owner: number {current}, not {fence.number}", owner=fence.owner)


def check_size(data: bytes, limits: StoreLimits) -> None:
    """Blobs and records have the limit of entries."""
    if len(data) > limits.entry_bytes:
        raise LimitExceeded(f"{len(data)} bytes; {limits.entry_bytes} is the limit")


def sized(bodies: Sequence[bytes | None], limits: StoreLimits) -> Sequence[bytes | None]:
    """The bodies of records, each within the limit."""
    for body in bodies:
        check_size(body or b"", limits)
    return bodies


def check_names(*names: str) -> None:
    """Ids and names must be valid Unicode and of sane length; any character is allowed."""
    for name in names:
        if len(name) > NAME_CHARACTERS:
            raise LimitExceeded(f"a name of {len(name)} characters; {NAME_CHARACTERS} is the limit")
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise InvalidCommand(f"{name!r} holds a lone surrogate at position {error.start}") from None


def check_bytes(limit: int, *names: str) -> None:
    """Some databases cannot index names as long as `check_names` allows."""
    for name in names:
        # Four bytes are the most that a character takes, so most names need no second look.
        if len(name) * 4 > limit and (size := len(name.encode())) > limit:
            raise LimitExceeded(f"a name of {size} bytes; {limit} is the limit of this database")


def check_revision(revision: int, newest: int) -> None:
    """Only revisions that were made can be looked for."""
    if not 0 <= revision <= newest:
        raise NotFound(f"there is no revision {revision}; the newest is {newest}")


def no_project(project_id: ProjectId) -> NotFound:
    """For a project that is not here."""
    return NotFound(f"there is no project {project_id!r}")


def no_blob(sha256: Sha256) -> NotFound:
    """For a blob that is not here."""
    return NotFound(f"there is no blob {sha256!r}")


def id_taken(project_id: ProjectId) -> Conflict:
    """For a second project with the same id."""
    return Conflict(f"there is a project with the id {project_id!r} already")


def name_taken(name: str) -> Conflict:
    """For a second project with the same name."""
    return Conflict(f"there is a project called {name!r} already; choose another name", name=name)


def closed() -> StoreBusy:
    """For calls after `close`."""
    return StoreBusy("the store is closed")
