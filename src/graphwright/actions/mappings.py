"""What a project remembers of tables: how people want those with certain headers to be read (ADR-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphwright.errors import InvalidCommand
from graphwright.interop.tables.columns import check_corrections
from graphwright.interop.tables.records import TableMapping
from graphwright.interop.tables.wishes import ROWS, mapping_id
from graphwright.projects import Project
from graphwright.protocol.events import DurableEvent, MappingForgotten, MappingRemembered
from graphwright.protocol.graph import Author
from graphwright.protocol.tables import RememberedMapping

MAX_MAPPINGS: Final = 500
"""Of one project; the one that was said longest ago makes room."""
_COLUMNS: Final = 1_000
"""Of a table that is remembered."""


async def mappings_of(project: Project) -> list[RememberedMapping]:
    """All of them, the one that was said last first."""
    return sorted(await project.read_all(RememberedMapping), key=lambda each: each.at, reverse=True)


async def remember(project: Project, tables: Sequence[TableMapping], file: str, person: Author) -> None:
    """Keep what was said of the tables of a file."""
    known = {each.mapping_id: each for each in await mappings_of(project)}
    events: list[DurableEvent] = []
    for table in tables:
        headers = [each.header for each in table.columns]
        own = mapping_id(table.sheet, headers)
        is_known = own in known and known[own].corrections == table.corrections
        if not table.corrections or is_known or len(headers) > _COLUMNS:
            continue
        made = MappingRemembered(
            mapping_id=own,
            sheet=table.sheet,
            headers=headers,
            corrections=table.corrections,
            file=file,
            person=person,
            at=project.clock.now(),
        )
        events.append(made)
        known[own] = made
    oldest = sorted(known.values(), key=lambda each: each.at)[: max(len(known) - MAX_MAPPINGS, 0)]
    events += [MappingForgotten(mapping_id=each.mapping_id, person=person) for each in oldest]
    if events:
        await project.record(events)


async def correct(project: Project, mapping: str, corrections: dict[str, str], person: Author) -> RememberedMapping:
    """Say of a remembered table what it means from now on, instead of what was said before.

    Without corrections it is read by its looks, and stays at hand to be corrected again. `NotFound`; `InvalidCommand`
    for a header that it has not, and for what is no meaning.
    """
    known = await project.read(RememberedMapping, mapping)
    check_corrections(corrections, project.ontology)
    if missing := [header for header in corrections if header != ROWS and header not in known.headers]:
        there = ", ".join(known.headers)[:400]
        raise InvalidCommand(f"{missing[0][:80]!r}: {known.sheet} has no column of this name; there are {there}")
    fields: dict[str, Any] = {name: getattr(known, name) for name in RememberedMapping.__struct_fields__}
    fields |= {"corrections": corrections, "person": person, "at": project.clock.now()}
    made = MappingRemembered(**fields)
    await project.record([made])
    return await project.read(RememberedMapping, mapping)


async def forget(project: Project, mapping: str, person: Author) -> RememberedMapping:
    """Read such tables by what they look like again. `NotFound`."""
    known = await project.read(RememberedMapping, mapping)
    await project.record([MappingForgotten(mapping_id=mapping, person=person)])
    return known
