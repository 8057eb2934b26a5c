"""Change sets that were refused, kept by name for a while: an agent then sends its corrections, not the whole again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from graphwright.errors import NotFound
from graphwright.mcp.wire import JsonObject

EACH: Final = 8
"""Of one person; the oldest is forgotten first."""
PEOPLE: Final = 1_000


class RefusedSet(Struct, frozen=True):
    """What was sent, change by change, and why."""

    changes: list[JsonObject]
    reason: str


class RefusedSets:
    """Those of everybody, in memory: what is forgotten is sent whole."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], OrderedDict[str, RefusedSet]] = OrderedDict()
        self._count = 0

    def keep(self, project_id: str, person_id: str, refused: RefusedSet) -> str:
        """Keep a set; its name."""
        self._count += 1
        name = f"refused-{self._count}"
        own = self._kept.setdefault((project_id, person_id), OrderedDict())
        self._kept.move_to_end((project_id, person_id))
        own[name] = refused
        if len(own) > EACH:
            own.popitem(last=False)
        if len(self._kept) > PEOPLE:
            self._kept.popitem(last=False)
        return name

    def get(self, project_id: str, person_id: str, name: str) -> RefusedSet:
        """One of a person's own. `NotFound`."""
        own = self._kept.get((project_id, person_id), OrderedDict())
        if name not in own:
            known = ", ".join(own) or "none"
            message = f"there is no refused change set {name[:80]!r}; kept are {known}. Send the whole set again"
            raise NotFound(message)
        return own[name]
