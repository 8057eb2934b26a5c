"""Typed reads of a project's documents: asked for by their record, answered decoded.

Which documents there are, and what is in them, stands in `projections`; a part of one can be read too, as a record with
some of its fields, when its kind is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from graphwright.errors import NotFound
from graphwright.protocol.documents import PassageLink, SourceDocument
from graphwright.protocol.events import DiscussionSteered, LayoutChanged, RunStarted
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.projects import Baseline, Person
from graphwright.protocol.runs import Run, Step, Wait
from graphwright.protocol.threads import Message, Thread
from graphwright.protocol.wire import decode
from graphwright.store.base import Store

T = TypeVar("T")

_KINDS: Final[Mapping[type[object], str]] = MappingProxyType(
    {
        Baseline: "baseline",
        DiscussionSteered: "steering",
        Finding: "finding",
        LayoutChanged: "layout",
        Message: "message",
        PassageLink: "link",
        Person: "member",
        Proposal: "proposal",
        Run: "run",
        RunStarted: "run",
        SourceDocument: "document",
        Step: "step",
        Thread: "thread",
        Wait: "wait",
    }
)


class Reads(Protocol):
    """What can be read of one project; an open project is one."""

    store: Store
    project_id: ProjectId

    async def find(self, of: type[T], document_id: str, *, kind: str | None = None) -> T | None:
        """One document, if it is there. `kind` is needed for a record that is only part of one."""
        document = await self.store.document(self.project_id, kind or _KINDS[of], document_id)
        return None if document is None else decode(document.body, of)

    async def read(self, of: type[T], document_id: str, *, kind: str | None = None) -> T:
        """One document. `NotFound`."""
        found = await self.find(of, document_id, kind=kind)
        if found is None:
            raise NotFound(f"there is no {kind or _KINDS[of]} {document_id[:80]!r} in this project")
        return found

    async def read_all(
        self,
        of: type[T],
        *,
        group: str | None = None,
        newest: int | None = None,
        kind: str | None = None,
    ) -> list[T]:
        """The documents of a kind (of a group; the newest few of them), in the order they were first made."""
        documents = await self.store.documents(
            self.project_id, kind or _KINDS[of], group=group, limit=newest, newest_first=newest is not None
        )
        return [decode(document.body, of) for document in (documents if newest is None else reversed(documents))]


class StoredProject(Reads):
    """A project that need not be open."""

    def __init__(self, store: Store, project_id: ProjectId) -> None:
        self.store = store
        self.project_id = project_id
