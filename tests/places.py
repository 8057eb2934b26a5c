"""Where tests live: a project on a store in memory, with a clock that stands still and ids from a seed."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from graphwright.bus import LocalBus
from graphwright.errors import StoreDamaged
from graphwright.operations.commit import Committer, Submission, SubmissionResult
from graphwright.operations.parse import read_answer
from graphwright.operations.plan import API_OPERATIONS
from graphwright.ports import Ids, ManualClock
from graphwright.projects import DEFAULT_LIMITS, Project, ProjectLimits, Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId, ProjectId
from graphwright.protocol.operations import ChangeSet, Operation
from graphwright.store.base import Document, IdempotencyKey, Store
from graphwright.store.memory import MemoryStore

ANA = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000a"), name="ana")
BEN = Author(person_id=PersonId("01900000-0000-7000-8000-00000000000b"), name="ben")
START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def seeded_ids(clock: ManualClock, seed: int = 1) -> Ids:
    """Ids that are the same on every run."""
    return Ids(clock, random.Random(seed).randbytes)


async def open_project(
    store: Store | None = None, *, name: str = "shop", seed: int = 1, limits: ProjectLimits = DEFAULT_LIMITS
) -> Project:
    """A project, made empty if the store does not hold it yet."""
    clock = ManualClock(START)
    projects = Projects(store or MemoryStore(clock), LocalBus(), clock, seeded_ids(clock, seed), limits)
    return await projects.open_or_create(name, policy="auto", language="en")


class BusyStore(MemoryStore):
    """A store in whose reads of one kind somebody else is faster: what they do, once, is done before it answers."""

    def __init__(self, kind: str) -> None:
        super().__init__(ManualClock(START))
        self._kind = kind
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def documents(self, project_id: ProjectId, kind: str, **options: Any) -> list[Document]:
        """Those of a kind."""
        if kind == self._kind and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return await super().documents(project_id, kind, **options)


class Table:
    """A project with its committer, and short ways to change it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.committer = Committer(project)

    async def apply(
        self,
        text: str | Sequence[Operation],
        *,
        author: Author = ANA,
        base: int | None = None,
        ai: bool = False,
        key: IdempotencyKey | None = None,
    ) -> SubmissionResult:
        """Commit what an answer (or a list of operations) wants, on the newest revision or on `base`."""
        operations = list(text) if not isinstance(text, str) else read_answer(text, self.project.ontology).operations
        revision = self.project.graph.revision if base is None else base
        return await self.committer.submit(
            Submission(
                change_set=ChangeSet(base_revision=revision, operations=operations),
                author=author,
                origin="run" if ai else "person",
                ai=ai,
                key=key,
                limit=API_OPERATIONS,
            )
        )

    def model(self) -> list[str]:
        """The graph as sorted lines: `SemanticId`, and `source -op-> target`."""
        graph = self.project.graph
        nodes = [node.semantic_id for node in graph.nodes.values()]
        edges = [
            f"{graph.nodes[edge.source].semantic_id} -{edge.edge_type}-> {graph.nodes[edge.target].semantic_id}"
            for edge in graph.edges.values()
        ]
        return sorted(nodes) + sorted(edges)


async def open_table(store: Store | None = None, limits: ProjectLimits = DEFAULT_LIMITS) -> Table:
    """A project with its committer."""
    return Table(await open_project(store, limits=limits))


class DamagedStore(MemoryStore):
    """In which what runs wait for cannot be read in one project, and everything can in the others."""

    damaged = ""

    async def documents(self, project_id: ProjectId, kind: str, **options: Any) -> list[Document]:
        if (project_id, kind) == (self.damaged, "wait"):
            raise StoreDamaged("a row that is none")
        return await super().documents(project_id, kind, **options)
