"""Who asks, and a command on its way to whoever carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Raw, Struct
from msgspec.structs import replace

from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.events import DurableEvent
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import encode
from graphwright.store.base import IdempotencyKey
from graphwright.workbench import OpenProject, Workbench

CallerKind: TypeAlias = Literal["owner", "account", "token"]
"""The owner of the data folder, somebody with an account, or a program with an API token."""


class Caller(Struct, frozen=True):
    """Somebody who has been recognised."""

    person: Author
    kind: CallerKind
    credential: str = ""
    """The record that proves it, looked up again at each use; empty where the data folder itself was opened."""
    project_id: ProjectId | None = None
    """The one project that a token opens."""


class CommandContext(Struct, frozen=True, kw_only=True):
    """Who asks, where, and under which idempotency key (its answer is still empty)."""

    caller: Caller
    open_project: OpenProject
    workbench: Workbench
    key: IdempotencyKey
    canvas: CanvasState | None = None
    """What the session of the one who asks shows."""

    @property
    def person(self) -> Author:
        """Who asks."""
        return self.caller.person

    @property
    def project(self) -> Project:
        """Where."""
        return self.open_project.project

    async def record(self, events: Sequence[DurableEvent], answer: Record) -> Raw:
        """Make events durable together with the answer, which a repetition of the command is told too."""
        key = self.key_for(answer)
        if events:
            await self.project.record(events, key=key)
        else:  # the key alone
            await self.project.store.append(self.project.project_id, [], key=key)
        return Raw(key.answer)

    def key_for(self, answer: Record) -> IdempotencyKey:
        """The key with the answer, for the transaction that makes the effect durable."""
        return replace(self.key, answer=encode(answer))
