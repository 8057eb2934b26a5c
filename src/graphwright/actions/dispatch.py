"""Carries out one command, whoever sends it and from wherever: form, rights, idempotency, and who does it.

A command that was carried out is answered again from what was stored with its `commandId` (ADR-04): same body, same
answer; another body is a conflict. Where the store can, the answer is durable together with the effect; for commands
that reach a run or a proposal, which have keys of their own, it is stored right after.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from graphwright.actions import (
    changes,
    comments,
    cures,
    discussions,
    documents,
    messages,
    proposals,
    runs,
    saved_views,
    threads,
)
from graphwright.actions.access import access_of, allow
from graphwright.actions.context import Caller, CommandContext
from graphwright.actions.registry import Action, registered
from graphwright.errors import InvalidCommand
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import CanvasUpdate, PresenceUpdate, SessionOpen, Writing
from graphwright.protocol.projects import Right
from graphwright.protocol.wire import encode
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.workbench import OpenProject, Workbench

SessionCommand: TypeAlias = SessionOpen | CanvasUpdate | PresenceUpdate
"""They concern one connection, are carried out by its room, and need the right to read; nothing is stored."""

MODULES: Final = (changes, comments, cures, discussions, documents, messages, proposals, runs, saved_views, threads)
"""Where the actions stand; each is registered when its module is imported."""
ACTIONS: Final[Mapping[type[Writing], Action]] = MappingProxyType(registered())
"""Everything that can be done, by its command."""

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class CarriedOut(NamedTuple):
    """What a command answers."""

    result: Raw
    """JSON of the result's record; durable."""
    is_repeated: bool
    """It was carried out before, and this is what it answered then."""


def right_for(command: type[Writing | SessionCommand]) -> Right:
    """The right that a command needs."""
    return ACTIONS[command].right if issubclass(command, Writing) else "read"


async def carry_out(
    command: Writing | SessionCommand,
    *,
    caller: Caller,
    open_project: OpenProject,
    workbench: Workbench,
    canvas: CanvasState | None = None,
) -> CarriedOut:
    """Do what the command says and answer once that is durable.

    What the caller may do is looked up now; `canvas` is what their session shows, for messages that do not say it
    themselves. Raises `NotFound`, `AccessDenied`, `InvalidCommand` (also for commands that belong to a session),
    `IdempotencyConflict`, and what the command itself may raise.
    """
    project = open_project.project
    header = project.header
    access = await access_of(caller, project)
    allow(access, right_for(type(command)), project=header.name, viewers_ask=header.viewers_ask)
    if not isinstance(command, Writing):
        message = f"{command.__struct_config__.tag} concerns one session and is sent on its WebSocket only"
        raise InvalidCommand(message)
    key = _key(caller, project.project_id, command)
    context = CommandContext(caller=caller, open_project=open_project, workbench=workbench, key=key, canvas=canvas)
    # Who goes away in the middle cancels only the waiting: a run that is durable is begun, too.
    return await asyncio.shield(workbench.kept(_once(command, context)))


async def answered_before(command: Writing, *, caller: Caller, open_project: OpenProject) -> Raw | None:
    """What the command answered when it was carried out; `None` if it never was. `IdempotencyConflict`."""
    key = _key(caller, open_project.project.project_id, command)
    known = await open_project.project.store.recall(key.scope, key.id, key.digest)
    return None if known is None else Raw(known)


async def _once(command: Writing, context: CommandContext) -> CarriedOut:
    key, project, workbench = context.key, context.project, context.workbench
    async with workbench.under_way.setdefault((key.scope, key.id), asyncio.Lock()):
        known = await project.store.recall(key.scope, key.id, key.digest)
        if known is not None:
            return CarriedOut(Raw(known), is_repeated=True)
        try:
            result = await ACTIONS[type(command)].function(command, context)
            if isinstance(result, Raw):
                return CarriedOut(result, is_repeated=False)
            answer = encode(result)
            await project.store.append(project.project_id, [], key=replace(key, answer=answer))
        except RepeatedKey as repeated:
            return CarriedOut(Raw(repeated.answer), is_repeated=True)
        return CarriedOut(Raw(answer), is_repeated=False)


def _key(caller: Caller, project_id: str, command: Writing) -> IdempotencyKey:
    """The command's body is digested as it was read, so that the order of fields does not matter.

    `InvalidCommand` for an id that two senders could choose alike.
    """
    if not _UUID.fullmatch(command.command_id):
        message = f"commandId must be a UUID, not {command.command_id[:80]!r}"
        raise InvalidCommand(message, path="$.commandId")
    digest = hashlib.sha256(project_id.encode() + b"\0" + encode(command)).hexdigest()
    return IdempotencyKey(scope=caller.person.person_id, id=command.command_id, digest=digest, answer=b"")
