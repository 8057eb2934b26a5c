"""Places in the page with a name: what is shown of the model, and how, so that somebody finds it again."""

from __future__ import annotations

from collections.abc import Iterable

from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import SavedViewId


class SavedView(Record, frozen=True, kw_only=True):
    """A named place. One that is deleted stays as it was, so that it can be had back under its own address."""

    saved_view_id: SavedViewId
    name: str
    place: str
    """What stands behind the `?` of the page's addresses. The page alone reads it."""
    is_shared: bool = False
    """Listed for everybody in the project; otherwise only for whoever saved it."""
    person: Author
    """Whose it is."""
    at: Time
    """When it was last saved."""
    deleted_at: Time | None = None


def standing_views(views: Iterable[SavedView]) -> list[SavedView]:
    """Those that are not deleted, in their order."""
    return [each for each in views if each.deleted_at is None]
