"""Typed reads of a project's documents: asked for by their record, answered decoded.

Which documents there are, and what is in them, stands in `fold`; a part of one can be read too, as a record with
some of its fields, when its kind is named.
"""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from graphwright.errors import NotFound
from graphwright.fold import KINDS
from graphwright.ports import in_thread
from graphwright.protocol.base import Record
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.wire import decode
from graphwright.store.base import Store

R = TypeVar("R", bound=Record)

_AT_ONCE: Final = 500
"""Documents that are decoded on the loop, in about 2 ms; more of them beside it."""


class Reads(Protocol):
    """What can be read of one project; an open project is one."""

    store: Store
    project_id: ProjectId

    async def find(self, of: type[R], document_id: str, *, kind: str | None = None) -> R | None:
        """One document, if it is there. `kind` is needed for a record that is only part of one."""
        document = await self.store.document(self.project_id, kind or KINDS[of], document_id)
        return None if document is None else decode(document.body, of)

    async def read(self, of: type[R], document_id: str, *, kind: str | None = None) -> R:
        """One document. `NotFound`."""
        found = await self.find(of, document_id, kind=kind)
        if found is None:
            raise NotFound(f"there is no {kind or KINDS[of]} {document_id[:80]!r} in this project")
        return found

    async def read_all(
        self,
        of: type[R],
        *,
        group: str | None = None,
        newest: int | None = None,
        kind: str | None = None,
    ) -> list[R]:
        """The documents of a kind (of a group; the newest few of them), in the order they were first made."""
        documents = await self.store.documents(
            self.project_id, kind or KINDS[of], group=group, limit=newest, newest_first=newest is not None
        )
        if newest is not None:
            documents.reverse()

        def decoded() -> list[R]:
            return [decode(document.body, of) for document in documents]

        return decoded() if len(documents) <= _AT_ONCE else await in_thread(decoded)


class StoredProject(Reads):
    """A project that need not be open."""

    def __init__(self, store: Store, project_id: ProjectId) -> None:
        self.store = store
        self.project_id = project_id
