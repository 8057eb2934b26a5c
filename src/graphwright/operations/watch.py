"""Every finding of a project, kept true after each commit and told as `findings.changed`, coalesced (ADR-07).

A plan finds what a change does to the local rules; those findings are told as soon as it is committed. What no plan
looks at follows: near-duplicates of what a person changed, everything that an import brought, and the sweeps over the
whole graph. What is found after a commit is no reason to refuse anything; it is what a team wants to know next. A
commit during a sweep lets it begin again. The rules of plugins are asked beside it, so that they keep nobody's findings
waiting. The slices end with a real pause, because a busy loop would keep the writer
from its thread (ADR-18).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from graphwright.graph.check import TouchedElements, compared, pairs_of, survey, sweep
from graphwright.graph.findings import is_foreign
from graphwright.graph.similarity import SimilarityIndex
from graphwright.operations.plan import API_OPERATIONS
from graphwright.operations.similar import filling, similar_in
from graphwright.operations.survey import MoreFindings, no_more
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, FindingsChanged
from graphwright.protocol.ids import FindingId, NodeId
from graphwright.protocol.operations import Finding, FindingsDelta

PAUSE_S: Final = 0.001
"""Between slices (ADR-18)."""

Found: TypeAlias = dict[FindingId, Finding]


class Watch:
    """Keeps the findings of one project."""

    def __init__(self, project: Project, more: MoreFindings = no_more) -> None:
        self._project = project
        self._more = more
        self._task: asyncio.Task[None] | None = None
        self._is_due = False
        self._asking: asyncio.Task[None] | None = None
        """Asks the rules of plugins."""
        self._is_asked_again = False
        self._is_loaded = False
        self._needs_survey = False
        self._said: list[FindingsDelta] = []
        """What commits did to the local findings, not told yet."""
        self._alone: dict[NodeId, None] = {}
        """Nodes that were touched and not compared with the others since."""
        self.findings: Found = {}
        """Those that were told."""
        project.on_commit.append(self._on_commit)

    def start(self) -> None:
        """Look now, if nobody does."""
        self._is_due = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def settled(self) -> Found:
        """The findings at the newest revision."""
        self.start()
        while working := [task for task in (self._task, self._asking) if task is not None and not task.done()]:
            await asyncio.shield(asyncio.gather(*working))
        return self.findings

    async def stop(self) -> None:
        """End a sweep that is under way."""
        working = [task for task in (self._task, self._asking) if task is not None and not task.done()]
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)

    def _on_commit(self, commit: CommitApplied) -> None:
        if self._task is None:
            return
        if commit.origin == "import" or len(commit.changes) > API_OPERATIONS:
            self._needs_survey = True  # its plan has left the rules to us
        else:
            self._said.append(commit.findings)
            self._alone.update(dict.fromkeys(compared(self._project.graph, TouchedElements.of(commit.changes))))
        self.start()

    async def _load(self) -> None:
        """What was told before this process began: an old finding is no news (ADR-07)."""
        if self._is_loaded:
            return
        known = await self._project.read_all(Finding)
        self.findings = {finding.finding_id: finding for finding in known}
        # Commits may have come while nobody watched, from the command line or before an upgrade.
        self._needs_survey = True
        self._is_loaded = True

    async def _run(self) -> None:
        await self._load()
        while self._is_due:
            self._is_due = False
            await self._tell(await self._around(), _is_around)
            found = await self._sweep()
            if found is not None:
                await self._tell(found, _is_swept)
            self._is_asked_again = True
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask_more())

    async def _ask_more(self) -> None:
        """What the rules of plugins say, again as long as there is something new to ask them about."""
        while self._is_asked_again:
            self._is_asked_again = False
            more = await self._more(self._project.graph)
            await self._tell({finding.finding_id: finding for finding in more}, is_foreign)

    async def _around(self) -> Found:
        """The local and pairwise findings; a commit in between is counted in the next round."""
        found = {key: finding for key, finding in self.findings.items() if finding.reach != "graph"}
        if self._needs_survey:
            self._needs_survey = False
            self._said.clear()
            self._alone.clear()
            found = await self._slices(survey(self._project.graph, await self._similar()))
        said, self._said = self._said, []
        for delta in said:
            for finding_id in delta.resolved:
                found.pop(finding_id, None)
            found.update({finding.finding_id: finding for finding in delta.introduced})
        alone, self._alone = self._alone, {}
        for node_id in alone:
            pairs = pairs_of(self._project.graph, node_id, await self._similar())
            for key in [key for key, known in found.items() if known.reach == "pairwise" and node_id in known.node_ids]:
                del found[key]
            found.update({finding.finding_id: finding for finding in pairs})
            await self._project.clock.sleep(PAUSE_S)
        there = self._project.graph.nodes
        return {
            key: finding
            for key, finding in found.items()
            if finding.reach != "pairwise" or all(node_id in there for node_id in finding.node_ids)
        }

    async def _similar(self) -> SimilarityIndex:
        for _ in filling(self._project):
            await self._project.clock.sleep(PAUSE_S)
        return similar_in(self._project)

    async def _slices(self, slices: Iterable[list[Finding]]) -> Found:
        found: Found = {}
        for slice_ in slices:
            found.update({finding.finding_id: finding for finding in slice_})
            await self._project.clock.sleep(PAUSE_S)
        return found

    async def _sweep(self) -> Found | None:
        """The findings of the whole graph, or `None` when a commit came in between."""
        found: Found = {}
        for slice_ in sweep(self._project.graph):
            found.update({finding.finding_id: finding for finding in slice_})
            await self._project.clock.sleep(PAUSE_S)
            if self._is_due:
                return None
        return found

    async def _tell(self, found: Found, belongs: Callable[[Finding], bool]) -> None:
        """Tell what came and what went, of the findings that were looked for."""
        told = {key: finding for key, finding in self.findings.items() if belongs(finding)}
        introduced = [finding for finding_id, finding in found.items() if finding_id not in told]
        resolved = sorted(told.keys() - found.keys())
        if introduced or resolved:
            revision = self._project.graph.revision
            await self._project.record([FindingsChanged(revision=revision, introduced=introduced, resolved=resolved)])
        for finding_id in resolved:
            del self.findings[finding_id]
        self.findings.update({finding.finding_id: finding for finding in introduced})


def _is_around(finding: Finding) -> bool:
    return finding.reach != "graph"


def _is_swept(finding: Finding) -> bool:
    return finding.reach == "graph" and not is_foreign(finding)
