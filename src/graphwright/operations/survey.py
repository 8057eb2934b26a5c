"""Every finding of a project, for those who ask for the list; made in slices, so nobody else has to wait (D7, D18)."""

from __future__ import annotations

from itertools import chain
from typing import Final
from weakref import WeakKeyDictionary

from graphwright.graph.check import survey, sweep
from graphwright.operations.similar import similar_in
from graphwright.ports import Clock
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding

PAUSE_S: Final = 0.001
"""Between slices (D18)."""


class Findings(Record, frozen=True, kw_only=True):
    """What the rules find."""

    revision: Count
    """At which the list was complete; what came after it is told by events."""
    findings: list[Finding]


class Survey:
    """Keeps the newest list of each project."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._made: WeakKeyDictionary[Project, Findings] = WeakKeyDictionary()

    async def of(self, project: Project) -> Findings:
        """All findings at the newest revision, or at one a moment ago."""
        made = self._made.get(project)
        if made is not None and made.revision == project.graph.revision:
            return made
        revision = project.graph.revision
        found: dict[FindingId, Finding] = {}
        for slice_ in chain(survey(project.graph, similar_in(project)), sweep(project.graph)):
            for finding in slice_:
                found.setdefault(finding.finding_id, finding)
            await self._clock.sleep(PAUSE_S)
        made = Findings(revision=revision, findings=list(found.values()))
        self._made[project] = made
        return made
