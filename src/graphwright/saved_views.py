"""Saved views: places in the page with a name, each person's own or shared with the project.

A saved view is a fact of the project and no part of the model, like a comment: no revision, no undo of the model. What
a place says is the page's affair; here is only checked that it is one. The caller records what a method gives while
`changing` is held, so that no name is taken twice.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from msgspec.structs import replace

from graphwright.errors import AccessDenied, Conflict, InvalidCommand, LimitExceeded
from graphwright.projects import Project
from graphwright.protocol.events import SavedViewChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import SavedViewId
from graphwright.protocol.saved_views import SavedView, standing_views

MAX_SHARED: Final = 500
"""Of one project."""
MAX_OWN: Final = 100
"""Of one person in one project: nobody's own take the room of others."""
NAME_LENGTH: Final = 80
PLACE_LENGTH: Final = 32_000
"""The ids of as many elements as a diagram draws; only the page that saved it reads it, and it is in no address."""
_PLACE: Final = re.compile(r"[!-~]*")
"""A query as browsers write it: visible ASCII, everything else in percent signs."""


class SavedViews:
    """The saved views of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.changing = asyncio.Lock()

    async def all(self) -> list[SavedView]:
        """Those that are not deleted, in the order in which they were saved first."""
        return standing_views(await self._project.read_all(SavedView))

    async def listed_for(self, person: Author) -> list[SavedView]:
        """The shared ones, and this person's own."""
        return [each for each in await self.all() if each.is_shared or _is_whose(each, person)]

    async def save(self, name: str, place: str, *, is_shared: bool, person: Author) -> SavedView:
        """A new one. `InvalidCommand`, `Conflict` for a name that is taken, `LimitExceeded`."""
        return await self._checked(
            SavedView(
                saved_view_id=SavedViewId(self._project.ids.new()),
                name=name,
                place=place,
                is_shared=is_shared,
                person=person,
                at=self._project.clock.now(),
            )
        )

    async def update(
        self,
        saved_view_id: str,
        *,
        name: str | None,
        place: str | None,
        is_shared: bool | None,
        is_deleted: bool | None,
        person: Author,
        may_curate: bool,
    ) -> SavedView:
        """As it now stands. `may_curate`: they may change what others have shared. `NotFound`, `AccessDenied`."""
        found = await self._project.read(SavedView, saved_view_id)
        if not _is_whose(found, person) and not (found.is_shared and may_curate):
            message = f"{found.person.name} saved this view; save one of your own, or ask them"
            raise AccessDenied(message)
        if is_shared is False and not _is_whose(found, person):
            raise AccessDenied(f"{found.person.name} saved this view, and only they can take it back for themselves")
        now = self._project.clock.now()
        changed = replace(
            found,
            name=found.name if name is None else name,
            place=found.place if place is None else place,
            is_shared=found.is_shared if is_shared is None else is_shared,
            at=found.at if place is None else now,
            deleted_at=found.deleted_at if is_deleted is None else now if is_deleted else None,
        )
        return await self._checked(changed)

    async def _checked(self, view: SavedView) -> SavedView:
        """As it is kept, if it is a view and can stand beside the others; a deleted one stands beside none."""
        view = _well_formed(view)
        if view.deleted_at is None:
            await self._check_room(view)
        return view

    async def _check_room(self, view: SavedView) -> None:
        """`LimitExceeded` for one too many, `Conflict` for a name that is taken."""
        others = [
            each
            for each in await self.all()
            if each.saved_view_id != view.saved_view_id and _are_listed_together(each, view)
        ]
        most = MAX_SHARED if view.is_shared else MAX_OWN
        if len(others) >= most:
            whose = "the project has" if view.is_shared else "of your own you have"
            kind = "shared views" if view.is_shared else "saved views"
            raise LimitExceeded(f"{whose} {most} {kind}, and no more are kept; delete some first")
        if any(each.name.lower() == view.name.lower() for each in others):
            raise Conflict(f"there is a view {view.name!r} already; give another name, or update that one")


def told(view: SavedView) -> SavedViewChanged:
    """The event that says how a saved view stands."""
    return SavedViewChanged(**{name: getattr(view, name) for name in SavedView.__struct_fields__})


def _well_formed(view: SavedView) -> SavedView:
    """With its name as it is kept. `InvalidCommand`, `LimitExceeded`."""
    view = replace(view, name=" ".join(view.name.split()))
    if not view.name or not view.name.isprintable():
        raise InvalidCommand("the name of a view has at least one visible character, all in one line", path="$.name")
    for field, value, most in (("name", view.name, NAME_LENGTH), ("place", view.place, PLACE_LENGTH)):
        if len(value) > most:
            raise LimitExceeded(f"the {field} has {len(value):,} characters, at most {most:,} are accepted")
    if not _PLACE.fullmatch(view.place):
        message = "a place is what stands behind the '?' of an address of the page, with percent signs for the rest"
        raise InvalidCommand(message, path="$.place")
    return view


def _is_whose(view: SavedView, person: Author) -> bool:
    return view.person.person_id == person.person_id


def _are_listed_together(one: SavedView, two: SavedView) -> bool:
    """In the same half of a list: among the shared, or among those of one person."""
    return one.is_shared == two.is_shared and (one.is_shared or _is_whose(one, two.person))
