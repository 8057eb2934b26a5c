"""Every finding of a project, kept true after each commit and told as `findings.changed`, coalesced (ADR-07).

A plan finds what a change does to the local rules; those findings are told as soon as it is committed. What no plan
looks at follows: near-duplicates of what a person changed, everything that an import brought, and the sweeps over the
whole graph, where a rule of these looks at what was changed. What is found after a commit is no reason to refuse
anything; it is what a team wants to know next. Such a commit during a sweep lets it begin again. The rules of plugins
are asked beside it, so that they keep nobody's findings waiting. The slices end with a real pause, because a busy loop
would keep the writer from its thread (ADR-18). Nobody waits for it: while the store cannot answer it looks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

from graphwright.errors import GraphwrightError
from graphwright.graph.check import TouchedElements, needs_sweep, survey, sweep
from graphwright.graph.findings import is_foreign
from graphwright.graph.similarity import SimilarityIndex
from graphwright.operations.finding_changes import FindingChanges, FindingIndex, Found, says_same
from graphwright.operations.similar import filling, similar_in
from graphwright.operations.survey import MoreFindings, no_more
from graphwright.ports import in_thread, uncollected
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, FindingsChanged
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding

PAUSE_S: Final = 0.001
"""Between slices (ADR-18)."""
CALM_S: Final = 0.02
"""Without a commit that calls for a sweep, before one begins: a program that makes one element after the other would
let it begin again and again."""
AGAIN_S: Final = 5.0
"""Until the next look, when the store could not answer."""
TOLD_AT_ONCE: Final = 500
"""Findings of one event, about 250 kB: an import may bring a hundred thousand."""
_ON_THE_LOOP: Final = 2_000
"""Findings that are compared at once, in about a millisecond."""

_log = logging.getLogger(__name__)


class Watch:
    """Keeps the findings of one project."""

    def __init__(self, project: Project, more: MoreFindings = no_more) -> None:
        self._project = project
        self._more = more
        self._task: asyncio.Task[None] | None = None
        self._is_due = False
        self._is_sweep_due = True
        self._asking: asyncio.Task[None] | None = None
        """Asks the rules of plugins."""
        self._is_asked_again = False
        self._is_loaded = False
        self._changes = FindingChanges(project)
        """What commits did to the findings around them, not told yet."""
        self._around, self._swept, self._foreign = FindingIndex(), FindingIndex(), FindingIndex()
        """What was told: of elements and pairs, of the whole graph, of plugins."""
        project.on_commit.append(self._on_commit)

    @property
    def findings(self) -> Found:
        """Those that were told."""
        return {**self._around.all, **self._swept.all, **self._foreign.all}

    def start(self) -> None:
        """Look now, if nobody does."""
        self._is_due = True
        if self._task is None or self._task.done():
            self._task = self._begun(self._run())

    async def settled(self) -> Found:
        """The findings at the newest revision."""
        self.start()
        while working := self._working():
            await asyncio.shield(asyncio.gather(*working))
        return self.findings

    async def stop(self) -> None:
        """End a sweep that is under way."""
        while working := self._working():  # one that failed meanwhile has begun another
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    def _working(self) -> list[asyncio.Task[None]]:
        return [task for task in (self._task, self._asking) if task is not None and not task.done()]

    def _on_commit(self, commit: CommitApplied) -> None:
        if self._task is None:
            return
        self._changes.on_commit(commit)
        if not self._is_sweep_due:
            is_plain = not self._changes.is_survey_due
            touched = TouchedElements.of(commit.changes)
            self._is_sweep_due = (
                not is_plain
                or needs_sweep(self._project.ontology, touched)
                or bool(self._swept.about(touched.names))  # it says what they are called
            )
        self.start()

    def _begun(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Look again later at what could not be read or told; anything else that fails is a fault of ours."""
        if task.cancelled() or (error := task.exception()) is None:
            return
        self._is_due = True
        if not (isinstance(error, GraphwrightError) and error.retry == "later"):
            _log.error("the findings of %r wait for its next change", self._project.project_id, exc_info=error)
        elif self._task is None or self._task.done():
            self._task = self._begun(self._run_later())

    async def _run_later(self) -> None:
        await self._project.clock.sleep(AGAIN_S)
        await self._run()

    async def _load(self) -> None:
        """What was told before this process began: an old finding is no news (ADR-07)."""
        if self._is_loaded:
            return
        for finding in await self._project.read_all(Finding):
            told = self._foreign if is_foreign(finding) else self._swept if finding.reach == "graph" else self._around
            told.add((finding,))
        # Commits may have come while nobody watched, from the command line or before an upgrade.
        self._changes.is_survey_due = True
        self._is_loaded = True

    async def _run(self) -> None:
        await self._load()
        try:
            while self._is_due:
                self._is_due = False
                await self._look_around()
                if self._is_sweep_due and await self._is_calm():
                    await self._sweep()
                self._is_asked_again = True
                if self._asking is None or self._asking.done():
                    self._asking = self._begun(self._ask_more())
        except BaseException:
            # What was taken note of and could not be told is looked for anew, with everything else.
            self._changes.is_survey_due = self._is_sweep_due = True
            raise

    async def _ask_more(self) -> None:
        """What the rules of plugins say, again as long as there is something new to ask them about."""
        while self._is_asked_again:
            self._is_asked_again = False
            more = await self._more(self._project.graph)
            await self._tell_difference(self._foreign, FindingIndex(more))

    async def _look_around(self) -> None:
        """The local and pairwise findings; a commit in between is counted in the next round."""
        if self._changes.is_survey_due:
            self._changes.forget()
            found = FindingIndex()
            for slice_ in survey(self._project.graph, await self._similar()):
                found.add(slice_)
                await self._pause()
            difference = await self._changes.taken(found, self._similar, self._pause)
            found.drop(difference.went)
            found.add(difference.came.all.values())
            await self._tell_difference(self._around, found)
            return
        came, went = await self._changes.taken(self._around, self._similar, self._pause)
        told = self._around.all
        introduced, reworded = _new_and_reworded(came.all, told)
        await self._tell(self._around, introduced, sorted(went.keys() & told.keys()), reworded)

    async def _similar(self) -> SimilarityIndex:
        for _ in filling(self._project):
            await self._pause()
        return similar_in(self._project)

    async def _is_calm(self) -> bool:
        """Does no commit call for a sweep for a while?"""
        self._is_sweep_due = False
        await self._project.clock.sleep(CALM_S)
        is_calm = not self._is_sweep_due
        self._is_sweep_due = True
        return is_calm

    async def _sweep(self) -> None:
        """Tell what the graph rules find; another time, when a commit of which they know came in between."""
        self._is_sweep_due = False
        found = FindingIndex()
        # What a sweep makes of the graph is much, has no cycles, and is given back at its end.
        with uncollected():
            for slice_ in sweep(self._project.graph):
                found.add(slice_)
                await self._pause()
                if self._is_sweep_due:
                    return
        await self._tell_difference(self._swept, found)

    async def _pause(self) -> None:
        await self._project.clock.sleep(PAUSE_S)

    async def _tell_difference(self, told: FindingIndex, found: FindingIndex) -> None:
        """Tell what came and what went, of all that was looked for."""

        def different() -> tuple[list[Finding], list[FindingId], list[Finding]]:
            introduced, reworded = _new_and_reworded(found.all, told.all)
            return introduced, sorted(told.all.keys() - found.all.keys()), reworded

        is_small = len(found.all) + len(told.all) <= _ON_THE_LOOP
        await self._tell(told, *(different() if is_small else await in_thread(different)))

    async def _tell(
        self, told: FindingIndex, introduced: list[Finding], resolved: list[FindingId], reworded: list[Finding]
    ) -> None:
        """Everybody hears it, a bounded part at a time."""
        for start in range(0, max(len(introduced), len(resolved), len(reworded)), TOLD_AT_ONCE):
            part = slice(start, start + TOLD_AT_ONCE)
            came, went, said = introduced[part], resolved[part], reworded[part]
            revision = self._project.graph.revision
            event = FindingsChanged(revision=revision, introduced=came, resolved=went, reworded=said)
            await self._project.record([event])
            told.drop(went)
            told.add((*came, *said))


def _new_and_reworded(found: Found, told: Found) -> tuple[list[Finding], list[Finding]]:
    """What nobody was told of, and what was told in other words, as of an element that was called otherwise."""
    introduced = [finding for finding_id, finding in found.items() if finding_id not in told]
    reworded = [
        finding
        for finding_id, finding in found.items()
        if finding_id in told and not says_same(finding, told[finding_id])
    ]
    return introduced, reworded
