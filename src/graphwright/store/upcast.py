"""Lifts stored entries of an older form to today's; the stored bytes never change (ADR-03).

Most changes of an event need nothing here: a new optional field is read from old entries as absent. When a field is
renamed, split or begins to mean something else:

1. Write a pure function from the old JSON object to the new one. It may not look at anything else.
2. Register it: `UPCASTERS.add("thread.changed", 1, lift_title)` means "version 1 becomes version 2". From then on new
   entries of the type are written with version 2, and chains (1 to 2 to 3) are followed by themselves.
3. Keep one old entry as a fixture in `tests/store/test_upcast.py`, so that it can be read for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec import structs

from graphwright.errors import NewerData
from graphwright.protocol.base import JsonValue
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import StoredEntry

Upcaster: TypeAlias = "Callable[[dict[str, JsonValue]], dict[str, JsonValue]]"


class Upcasters:
    """For each type of event, the functions that lead from its first version to its present one."""

    def __init__(self) -> None:
        self._chains: dict[str, list[Upcaster]] = {}

    def add(self, event_type: str, version: int, upcaster: Upcaster) -> None:
        """Lift entries of `version` to the next one. Versions are added in order, from 1."""
        chain = self._chains.setdefault(event_type, [])
        if version != len(chain) + 1:
            raise ValueError(f"the next upcaster of {event_type!r} starts at version {len(chain) + 1}, not {version}")
        chain.append(upcaster)

    def current(self, event_type: str) -> int:
        """The version that new entries of a type are written with."""
        return len(self._chains.get(event_type, ())) + 1

    def lift(self, stored: StoredEntry) -> StoredEntry:
        """The entry in its newest form; its hashes stay those of the stored bytes.

        `NewerData` when it was written by a version of Graphwright that knows a newer form.
        """
        current = self.current(stored.type)
        if stored.version == current:
            return stored
        if stored.version > current:
            raise NewerData(
                f"entry {stored.sequence} is {stored.type!r} version {stored.version}, "
                f"but only version {current} is known here; upgrade Graphwright",
            )
        content = decode(stored.whole, dict[str, JsonValue])
        for upcaster in self._chains[stored.type][stored.version - 1 :]:
            content = upcaster(content)
        return structs.replace(stored, version=current, body=encode(content), more=())


UPCASTERS: Final = Upcasters()
"""The upcasters of this version of Graphwright: none yet, every event still has its first form."""
