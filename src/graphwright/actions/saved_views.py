"""Save, rename, renew, share and delete a view, and have it back.

Whoever may ask may save views. What somebody has shared is everybody's: who may build keeps it in order. Own ones are
listed for one person only and changed by nobody else, but told to all like every event (ADR-44).
"""

from __future__ import annotations

from msgspec import Raw

from graphwright.actions.access import access_of
from graphwright.actions.context import CommandContext
from graphwright.actions.registry import action
from graphwright.errors import InvalidCommand
from graphwright.protocol.commands import ViewSave, ViewUpdate
from graphwright.protocol.projects import RIGHTS
from graphwright.saved_views import told


@action(ViewSave, right="ask")
async def save(command: ViewSave, context: CommandContext) -> Raw:
    """Give a place a name."""
    views = context.open_project.saved_views
    async with views.changing:
        saved = await views.save(
            command.name, command.place, is_shared=command.is_shared is True, person=context.person
        )
        return await context.record([told(saved)], saved)


@action(ViewUpdate, right="ask")
async def update(command: ViewUpdate, context: CommandContext) -> Raw:
    """Change what a saved view is called, shows, or who sees it; delete it, or have it back."""
    if all(each is None for each in (command.name, command.place, command.is_shared, command.is_deleted)):
        raise InvalidCommand("view.update takes at least one of name, place, isShared and isDeleted")
    access = await access_of(context.caller, context.project)
    views = context.open_project.saved_views
    async with views.changing:
        changed = await views.update(
            command.saved_view_id,
            name=command.name,
            place=command.place,
            is_shared=command.is_shared,
            is_deleted=command.is_deleted,
            person=context.person,
            may_curate=access is not None and "build" in RIGHTS[access],
        )
        return await context.record([told(changed)], changed)
