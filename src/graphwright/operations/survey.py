"""Every finding of a project, for those who ask for the list; made in slices: nobody waits (ADR-07, ADR-18)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import chain
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from graphwright.graph.check import survey, sweep
from graphwright.graph.document import Graph
from graphwright.graph.similarity import SimilarityIndex, index_graph
from graphwright.operations.similar import filling, similar_in
from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding

PAUSE_S: Final = 0.001
"""Between slices (ADR-18)."""


MoreFindings: TypeAlias = Callable[[Graph], Awaitable[list[Finding]]]
"""What else is found in a model, as it is when it is asked: what the rules of plugins say."""


async def no_more(_graph: Graph) -> list[Finding]:
    """Nothing else."""
    return []


class Findings(Record, frozen=True, kw_only=True):
    """What the rules find."""

    revision: Count
    """At which the list was complete; what came after it is told by events."""
    findings: list[Finding]


class Survey:
    """Keeps the newest list of each project, and those of past revisions that are still read."""

    def __init__(self, clock: Clock, more: MoreFindings = no_more) -> None:
        self._clock = clock
        self._more = more
        self._made: WeakKeyDictionary[Graph, Findings] = WeakKeyDictionary()

    async def of(self, project: Project) -> Findings:
        """All findings at the newest revision, or at one a moment ago."""
        for _ in filling(project):
            await self._clock.sleep(PAUSE_S)
        return await self._of(project.graph, lambda: similar_in(project))

    async def at(self, past: Graph) -> Findings:
        """All findings of a model as it was."""
        return await self._of(past, lambda: index_graph(past))

    async def _of(self, graph: Graph, similar: Callable[[], SimilarityIndex]) -> Findings:
        made = self._made.get(graph)
        if made is not None and made.revision == graph.revision:
            return made
        revision = graph.revision
        found: dict[FindingId, Finding] = {}
        for slice_ in chain(survey(graph, similar()), sweep(graph)):
            for finding in slice_:
                found.setdefault(finding.finding_id, finding)
            await self._clock.sleep(PAUSE_S)
        found.update({finding.finding_id: finding for finding in await self._more(graph)})
        made = Findings(revision=revision, findings=list(found.values()))
        self._made[graph] = made
        return made
