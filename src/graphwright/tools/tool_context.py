"""What tools stand on: the project's graph, and the three searches that are made elsewhere.

They come in as small functions, so that a project without documents offers no search in them, and nothing here knows
how an index is built.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.operations.commit import Committer
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.documents import PassageHit, SourceDocument
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Finding


class FoundNode(Record, frozen=True, kw_only=True):
    """A node that a search found."""

    node_id: NodeId
    score: float


class DocumentSearch(Protocol):
    """The documents of a project; where there are none, their search is not offered."""

    async def documents(self) -> Sequence[SourceDocument]:
        """All of them."""
        ...

    async def search(self, query: str, limit: int = 10) -> Sequence[PassageHit]:
        """The passages that say most about a question, best first."""
        ...


NodeSearch: TypeAlias = Callable[[str, int, Sequence[str] | None], Awaitable[Sequence[FoundNode]]]
"""Query, limit, node types or all."""
FindingList: TypeAlias = Callable[[], Awaitable[Sequence[Finding]]]


class ToolContext(Struct, frozen=True, kw_only=True):
    """One project, as its tools see it."""

    project: Project
    committer: Committer
    search: NodeSearch
    findings: FindingList
    documents: DocumentSearch | None = None
    past: Graph | None = None
    """The model as it was, where that is asked about; then nothing is proposed."""

    @property
    def graph(self) -> Graph:
        """What reads look at."""
        return self.project.graph if self.past is None else self.past
