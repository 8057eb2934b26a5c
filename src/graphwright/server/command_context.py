"""A command on its way to whoever carries it out."""

from __future__ import annotations

from msgspec import Struct

from graphwright.protocol.base import UNSET, UnsetType
from graphwright.protocol.canvas import CanvasState
from graphwright.protocol.graph import Author
from graphwright.server.access import Caller
from graphwright.store.base import IdempotencyKey
from graphwright.workbench import OpenProject, Workbench


class CommandContext(Struct, frozen=True, kw_only=True):
    """Who asks, where, and under which idempotency key (its answer is still empty)."""

    caller: Caller
    open_project: OpenProject
    workbench: Workbench
    key: IdempotencyKey
    canvas: CanvasState | UnsetType = UNSET
    """What the session of the one who asks shows."""

    @property
    def person(self) -> Author:
        """Who asks."""
        return self.caller.person
