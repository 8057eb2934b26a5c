"""Carries out one command of a client, for the WebSocket and for REST: rights, idempotency, and who does it.

A command that was carried out is answered again from what was stored with its `commandId` (ADR-04): same body, same answer;
another body is a conflict. Where the store can, the answer is durable together with the effect; for commands that reach
a run or a proposal, which have keys of their own, it is stored right after.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.commands import (
    CanvasUpdate,
    ChangesRedo,
    ChangesSubmit,
    ChangesUndo,
    ClientCommand,
    CommitRevert,
    DiscussionSteer,
    FormAnswer,
    LayoutUpdate,
    MessageEdit,
    MessageSend,
    PresenceUpdate,
    ProposalAmend,
    ProposalDecide,
    ProposalWithdraw,
    RunCancel,
    RunRetry,
    SessionOpen,
    ThreadUpdate,
)
from graphwright.protocol.projects import Access
from graphwright.protocol.wire import encode
from graphwright.server import changing, discussing, talking
from graphwright.server.access import COMMAND_RIGHTS, Caller, allow
from graphwright.server.command_context import CommandContext
from graphwright.store.base import IdempotencyKey, RepeatedKey
from graphwright.workbench import OpenProject, Workbench

SessionCommand: TypeAlias = SessionOpen | CanvasUpdate | PresenceUpdate
"""They concern one connection and are carried out by its room; nothing is stored."""
WritingCommand: TypeAlias = (
    MessageSend
    | MessageEdit
    | RunCancel
    | RunRetry
    | FormAnswer
    | ProposalDecide
    | ProposalAmend
    | ProposalWithdraw
    | ChangesSubmit
    | CommitRevert
    | ChangesUndo
    | ChangesRedo
    | LayoutUpdate
    | ThreadUpdate
    | DiscussionSteer
)

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

# Two deliveries of one command at the same moment: the second waits for the first and is told its answer.
_UNDER_WAY: Final[WeakValueDictionary[tuple[str, str], asyncio.Lock]] = WeakValueDictionary()


async def carry_out(
    command: ClientCommand,
    *,
    caller: Caller,
    access: Access | None,
    open_project: OpenProject,
    workbench: Workbench,
    canvas: CanvasState | UnsetType = UNSET,
) -> Raw:
    """Do what the command says and answer with the JSON of its result, once that is durable.

    `access` is the caller's in this project, as it stands now; `canvas` is what their session shows, for messages
    that do not say it themselves. Raises `NotFound`, `AccessDenied`, `InvalidCommand`
    (also for commands that belong to a session), `IdempotencyConflict`, and what the command itself may raise.
    """
    project = open_project.project
    header = project.header
    allow(access, COMMAND_RIGHTS[type(command)], project=header.name, viewers_ask=header.viewers_ask)
    if isinstance(command, SessionCommand):
        message = f"{command.__struct_config__.tag} concerns one session and is sent on its WebSocket only"
        raise InvalidCommand(message)
    check_command_id(command.command_id)
    key = _key(caller, project.project_id, command)
    order = CommandContext(caller=caller, open_project=open_project, workbench=workbench, key=key, canvas=canvas)
    async with _UNDER_WAY.setdefault((key.scope, key.id), asyncio.Lock()):
        known = await project.store.recall(key.scope, key.id, key.digest)
        if known is not None:
            return Raw(known)
        try:
            result = await _carried_out(command, order)
            if isinstance(result, Raw):
                return result
            answer = encode(result)
            await project.store.append(project.project_id, [], key=replace(key, answer=answer))
        except RepeatedKey as repeated:
            return Raw(repeated.answer)
        return Raw(answer)


def check_command_id(command_id: str) -> None:
    """Refuse ids that two senders could choose alike. `InvalidCommand`."""
    if not _UUID.fullmatch(command_id):
        message = f"commandId must be a UUID, not {command_id[:80]!r}"
        raise InvalidCommand(message, path="$.commandId")


async def _carried_out(command: WritingCommand, order: CommandContext) -> Record | Raw:  # noqa: C901, PLR0912  # one arm per command is the point
    """The result; as `Raw` where it is stored already or must not be."""
    match command:
        case MessageSend():
            return await talking.send(command, order)
        case MessageEdit():
            return await talking.edit(command, order)
        case RunCancel():
            return await talking.cancel(command, order)
        case RunRetry():
            return await talking.retry(command, order)
        case FormAnswer():
            return await talking.answer_form(command, order)
        case ThreadUpdate():
            return await talking.rename(command, order)
        case DiscussionSteer():
            return await discussing.steer(command, order)
        case ProposalDecide():
            return await talking.decide(command, order)
        case ProposalAmend():
            return await talking.amend(command, order)
        case ProposalWithdraw():
            return await talking.withdraw(command, order)
        case ChangesSubmit():
            return await changing.submit(command, order)
        case CommitRevert():
            return await changing.revert(command, order)
        case ChangesUndo():
            return await changing.undo(order)
        case ChangesRedo():
            return await changing.redo(order)
        case LayoutUpdate():
            return await changing.move(command, order)


def _key(caller: Caller, project_id: str, command: WritingCommand) -> IdempotencyKey:
    """The command's body is digested as it was read, so that the order of fields does not matter."""
    digest = hashlib.sha256(project_id.encode() + b"\0" + encode(command)).hexdigest()
    return IdempotencyKey(scope=caller.person.person_id, id=command.command_id, digest=digest, answer=b"")
