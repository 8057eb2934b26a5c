"""Lifts stored entries of an older form to today's; the stored bytes never change (ADR-03).

Most changes of an event need nothing here: a new optional field is read from old entries as absent. When a field is
renamed, split or begins to mean something else:

1. Write a pure function from the old JSON object to the new one. It may not look at anything else.
2. Register it: `UPCASTERS.add("thread.changed", 1, lift_title)` means "version 1 becomes version 2". From then on new
   entries of the type are written with version 2, and chains (1 to 2 to 3) are followed by themselves.
3. Keep one old entry as a fixture in `tests/store/test_upcast.py`, so that it can be read for ever.
4. Give `add` the way back, too: while servers are upgraded one by one, new entries are written as the oldest of them
   reads them. How far each reads is one number, the count of all steps there are (`level`); no step is ever removed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from msgspec import structs

from graphwright.errors import Misuse, NewerData
from graphwright.protocol.base import JsonValue
from graphwright.protocol.wire import decode, encode
from graphwright.store.base import Entry, StoredEntry

Upcaster: TypeAlias = "Callable[[dict[str, JsonValue]], dict[str, JsonValue]]"


class _Step(NamedTuple):
    event_type: str
    version: int
    """That it begins with."""
    back: Upcaster | None


class Upcasters:
    """For each type of event, the functions that lead from its first version to its present one."""

    def __init__(self) -> None:
        self._chains: dict[str, list[Upcaster]] = {}
        self._steps: list[_Step] = []

    def add(self, event_type: str, version: int, upcaster: Upcaster, back: Upcaster | None = None) -> None:
        """Lift entries of `version` to the next one. Versions are added in order, from 1.

        `back`: makes today's content one of `version`; without it no older server may be there when this one begins.
        """
        chain = self._chains.setdefault(event_type, [])
        if version != len(chain) + 1:
            raise ValueError(f"the next upcaster of {event_type!r} starts at version {len(chain) + 1}, not {version}")
        chain.append(upcaster)
        self._steps.append(_Step(event_type, version, back))

    @property
    def level(self) -> int:
        """How far this program reads: the number of steps there are."""
        return len(self._steps)

    @property
    def lowest_level(self) -> int:
        """The lowest level at which this program can write."""
        return max((place for place, step in enumerate(self._steps, start=1) if step.back is None), default=0)

    def current(self, event_type: str) -> int:
        """The version that new entries of a type are written with."""
        return len(self._chains.get(event_type, ())) + 1

    def lowered(self, entry: Entry, level: int) -> Entry:
        """The entry as a program of an older level reads it; itself where that reads it as it is."""
        missing = [
            step for step in self._steps[level:] if step.event_type == entry.type and step.version < entry.version
        ]
        if not missing:
            return entry
        content = decode(b"".join((entry.body, *entry.more)), dict[str, JsonValue])
        for step in reversed(missing):
            if step.back is None:
                raise Misuse(f"{entry.type!r} version {step.version + 1} cannot be written as version {step.version}")
            content = step.back(content)
        return structs.replace(entry, version=missing[0].version, body=encode(content), more=())

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


def check_level(level: int, reads: int) -> None:
    """`NewerData` when there may be entries that a program of this level does not read."""
    if level > reads:
        raise NewerData("the journals hold entries of a newer Graphwright. Upgrade; nothing was touched")
