"""Every finding of a project, for those who ask for the list; made in slices: nobody waits (ADR-07, ADR-18)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from graphwright.graph.check import survey, sweep, swept
from graphwright.graph.document import Graph
from graphwright.graph.picture import Picture
from graphwright.graph.similarity import SimilarityIndex, index_graph
from graphwright.operations.finding_changes import FindingChanges, FindingIndex, Found
from graphwright.operations.similar import filling, similar_in
from graphwright.ports import Clock, uncollected
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
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
    """That was read, and of which the list is true; what came after it is told by events."""
    findings: list[Finding]


class FindingsPage(Record, frozen=True, kw_only=True):
    """Some of what the rules find."""

    revision: Count
    """Of which all findings are true; pages of one revision belong together."""
    count: Count
    """Findings in all."""
    findings: list[Finding]


class Survey:
    """Keeps the newest list of each project, and those of past revisions that are still read."""

    def __init__(self, clock: Clock, more: MoreFindings = no_more) -> None:
        self._clock = clock
        self._more = more
        self._made: WeakKeyDictionary[Graph, Findings] = WeakKeyDictionary()

    async def of(self, project: Project) -> Findings:
        """All findings of one revision: the newest, or the one that was it when the graph rules began to read."""
        graph = project.graph
        made = self._made.get(graph)
        if made is None or made.revision != graph.revision:
            with uncollected():  # as in `watch`
                revision, read = await self._read(project)
            made = await self._with_more(graph, revision, read)
            meanwhile = self._made.get(graph)
            # Lists that were made at once differ in their order, and a page of each would leave something out.
            if meanwhile is not None and meanwhile.revision >= made.revision:
                return meanwhile
            self._made[graph] = made
        return made

    async def at(self, past: Graph) -> Findings:
        """All findings of a model as it was."""
        made = self._made.get(past)
        if made is None:
            found = FindingIndex()
            with uncollected():  # as in `watch`
                await self._slices(found, survey(past, index_graph(past)))
                await self._slices(found, sweep(past))
            made = self._made[past] = await self._with_more(past, past.revision, found.all)
        return made

    async def _read(self, project: Project) -> tuple[int, Found]:
        """The findings of our rules and the revision of which they are true, whoever commits meanwhile.

        What is read element by element is mended by what the commits in between did to it. The graph rules read a
        picture of the whole graph: one that is of the revision at which nothing is left to be mended.
        """
        changes = FindingChanges(project)
        picture = Picture(project.graph)
        hear = changes.on_commit
        project.on_commit.append(hear)
        try:
            found = FindingIndex()
            changes.is_survey_due = True
            while True:
                while changes:
                    if changes.is_survey_due:
                        await self._similar(project)
                        changes.forget()
                        found = FindingIndex()
                        await self._slices(found, survey(project.graph, similar_in(project)))
                    difference = await changes.taken(found, lambda: self._similar(project), self._pause)
                    found.drop(difference.went)
                    found.add(difference.came.all.values())
                if picture.revision == project.graph.revision:
                    break
                for _ in picture.take():
                    await self._pause()
        finally:
            project.on_commit.remove(hear)
        await self._slices(found, swept(picture))
        return picture.revision, found.all

    async def _similar(self, project: Project) -> SimilarityIndex:
        for _ in filling(project):
            await self._pause()
        return similar_in(project)

    async def _pause(self) -> None:
        await self._clock.sleep(PAUSE_S)

    async def _slices(self, found: FindingIndex, slices: Iterable[list[Finding]]) -> None:
        for slice_ in slices:
            found.add(slice_)
            await self._pause()

    async def _with_more(self, graph: Graph, revision: int, found: Found) -> Findings:
        found.update({finding.finding_id: finding for finding in await self._more(graph)})
        return Findings(revision=revision, findings=list(found.values()))
