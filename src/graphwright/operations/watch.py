"""The rules that look at the whole graph, after each commit: coalesced, in slices, and told as `findings.changed` (D7).

What a sweep finds is no reason to refuse anything; it is what a team wants to know next. A commit during a sweep lets
it begin again. The slices end with a real pause, because a busy loop would keep the writer from its thread (D18).
"""

from __future__ import annotations

import asyncio
from typing import Final

from graphwright.graph.check import sweep
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, FindingsChanged
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding
from graphwright.protocol.wire import decode

PAUSE_S: Final = 0.001
"""Between slices (D18)."""


class Watch:
    """Keeps the findings of one project's sweeps."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._task: asyncio.Task[None] | None = None
        self._is_due = False
        self._is_loaded = False
        self.findings: dict[FindingId, Finding] = {}
        project.on_commit.append(self._on_commit)

    def start(self) -> None:
        """Sweep now, if nobody does."""
        self._is_due = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def settled(self) -> dict[FindingId, Finding]:
        """The findings at the newest revision."""
        self.start()
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)
        return self.findings

    async def stop(self) -> None:
        """End a sweep that is under way."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _on_commit(self, _commit: CommitApplied) -> None:
        if self._task is not None:
            self.start()

    async def _load(self) -> None:
        """What was told before this process began: an old finding is no news (D7)."""
        if not self._is_loaded:
            documents = await self._project.store.documents(self._project.project_id, "finding")
            known = [decode(document.body, Finding) for document in documents]
            self.findings = {finding.finding_id: finding for finding in known}
            self._is_loaded = True

    async def _run(self) -> None:
        await self._load()
        while self._is_due:
            self._is_due = False
            found = await self._sweep()
            if found is not None:
                await self._tell(found)

    async def _sweep(self) -> dict[FindingId, Finding] | None:
        """All findings, or `None` when a commit came in between."""
        found: dict[FindingId, Finding] = {}
        for slice_ in sweep(self._project.graph):
            found.update({finding.finding_id: finding for finding in slice_})
            await self._project.clock.sleep(PAUSE_S)
            if self._is_due:
                return None
        return found

    async def _tell(self, found: dict[FindingId, Finding]) -> None:
        introduced = [finding for finding_id, finding in found.items() if finding_id not in self.findings]
        resolved = sorted(self.findings.keys() - found.keys())
        if introduced or resolved:
            revision = self._project.graph.revision
            await self._project.record([FindingsChanged(revision=revision, introduced=introduced, resolved=resolved)])
        self.findings = found
