"""Legal hold: projects of which nothing may be removed, whoever asks and whatever its age, until the hold is lifted.

Changes of the model go on: the journal keeps what they replace. The owner sets and lifts it; the audit has the reason.
"""

from __future__ import annotations

from typing import Final

from graphwright.errors import Conflict
from graphwright.ports import Clock
from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Store

_KIND: Final = "hold"


class Hold(Record, frozen=True, kw_only=True):
    """That a project is on hold."""

    project_id: ProjectId
    reason: str
    by: Author
    at: Time


class Holds:
    """The holds of a data folder."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def all(self) -> list[Hold]:
        """Every hold."""
        return [decode(body, Hold) for _, body in await self._store.records(_KIND)]

    async def of(self, project_id: ProjectId) -> Hold | None:
        """The hold of a project."""
        kept = await self._store.get_record(_KIND, project_id)
        return None if kept is None else decode(kept, Hold)

    async def check(self, project_id: ProjectId) -> None:
        """`Conflict` where something of a project is to be removed that is on hold."""
        if (hold := await self.of(project_id)) is not None:
            message = (
                f"this project is on hold since {hold.at:%Y-%m-%d} ({hold.reason}), so nothing of it is removed;"
                f" {hold.by.name} set the hold and can lift it"
            )
            raise Conflict(message, reason="hold")

    async def put(self, project_id: ProjectId, reason: str, by: Author) -> Hold:
        """Put a project on hold, or give the hold another reason."""
        hold = Hold(project_id=project_id, reason=reason, by=by, at=self._clock.now())
        await self._store.set_record(_KIND, project_id, encode(hold))
        return hold

    async def lift(self, project_id: ProjectId) -> None:
        """What was kept by it may go again."""
        await self._store.set_record(_KIND, project_id, None)
