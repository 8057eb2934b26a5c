"""What commits do to findings that are read element by element: what their plans say, and what pairs they make or part.

`FindingIndex` holds findings so that one commit can be followed in steps of its own size; `FindingChanges` hears the
commits and is asked, between two of them, what came of it. The rules that read a whole graph at once are not its
business, nor who is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from graphwright.graph.check import TouchedElements, compared, found_at, pairs_of
from graphwright.graph.similarity import SimilarityIndex
from graphwright.operations.plan import API_OPERATIONS
from graphwright.operations.similar import places_in
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import EdgeChange
from graphwright.protocol.ids import FindingId, NodeId
from graphwright.protocol.operations import Finding, FindingsDelta

Found: TypeAlias = dict[FindingId, Finding]


_WORDED: Final = 20
"""Nodes of which it is looked how what is found of them is worded now, between two pauses: about 2 ms."""


class FindingIndex:
    """Findings by their ids, and by the nodes that they are about."""

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self.all: Found = {}
        self._about: dict[NodeId, dict[FindingId, None]] = {}
        self.add(findings)

    def add(self, findings: Iterable[Finding]) -> None:
        """Take findings in; one that is there is as it was found last."""
        for finding in findings:
            before = self.all.get(finding.finding_id)
            if before is not None:
                self._unlist(before)
            self.all[finding.finding_id] = finding
            for node_id in finding.node_ids:
                self._about.setdefault(node_id, {})[finding.finding_id] = None

    def drop(self, finding_ids: Iterable[FindingId]) -> None:
        """Forget findings; those that are not there need no forgetting."""
        for finding_id in finding_ids:
            finding = self.all.pop(finding_id, None)
            if finding is not None:
                self._unlist(finding)

    def _unlist(self, finding: Finding) -> None:
        for node_id in dict.fromkeys(finding.node_ids):
            about = self._about[node_id]
            del about[finding.finding_id]
            if not about:
                del self._about[node_id]

    def about(self, node_ids: Iterable[NodeId]) -> Found:
        """The findings that name one of these nodes."""
        found = (finding_id for node_id in node_ids for finding_id in self._about.get(node_id, ()))
        return {finding_id: self.all[finding_id] for finding_id in found}

    def pairs_of(self, node_id: NodeId) -> list[FindingId]:
        """The findings that say that this node is like another one."""
        return [each.finding_id for each in self.about((node_id,)).values() if each.reach == "pairwise"]


class FoundDifference(NamedTuple):
    """What came, or is there in other words than before, and what went."""

    came: FindingIndex
    went: dict[FindingId, None]


class FindingChanges:
    """What the commits since it was asked last did. Add `on_commit` to the project's subscribers."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._said: list[FindingsDelta] = []
        self._alone: dict[NodeId, None] = {}
        """Nodes that were touched and not compared with the others since."""
        self._changed: dict[NodeId, None] = {}
        """Nodes that are not what they were, or not joined as they were, since findings on them were worded."""
        self._gone: dict[NodeId, None] = {}
        self.is_survey_due = False
        """A plan has left the rules to whoever looks at everything."""

    def __bool__(self) -> bool:
        return bool(self._said) or self.is_survey_due

    def on_commit(self, commit: CommitApplied) -> None:
        """Note a commit that the graph has just taken."""
        if commit.origin == "import" or len(commit.changes) > API_OPERATIONS:
            self.is_survey_due = True
            return
        self._said.append(commit.findings)
        self._alone.update(dict.fromkeys(compared(self._project.graph, TouchedElements.of(commit.changes))))
        for change in commit.changes:
            if isinstance(change, EdgeChange):
                for edge in (change.before, change.after):
                    self._changed.update({} if edge is None else {edge.source: None, edge.target: None})
            elif change.before is not None:
                (self._gone if change.after is None else self._changed)[change.before.node_id] = None

    def forget(self) -> None:
        """Begin anew: everything is looked at from now on."""
        self._said.clear()
        self._alone.clear()
        self._gone.clear()
        self._changed.clear()
        self.is_survey_due = False

    async def taken(
        self,
        known: FindingIndex,
        similar: Callable[[], Awaitable[SimilarityIndex]],
        pause: Callable[[], Awaitable[None]],
    ) -> FoundDifference:
        """What is different from what was known; commits meanwhile are for the next time."""
        said, alone, gone, changed = self._said, self._alone, self._gone, self._changed
        self._said, self._alone, self._gone, self._changed = [], {}, {}, {}
        difference = FoundDifference(FindingIndex(), {})
        for delta in said:
            _part(difference, delta.resolved)
            _join(difference, delta.introduced)
        for node_id in gone:
            _part(difference, (*known.pairs_of(node_id), *difference.came.pairs_of(node_id)))
        for node_id in alone:
            index = await similar()
            _part(difference, (*known.pairs_of(node_id), *difference.came.pairs_of(node_id)))
            _join(difference, pairs_of(self._project.graph, node_id, index, places_in(self._project)))
            await pause()
        await self._word(difference, known, changed, pause)
        return difference

    async def _word(
        self,
        difference: FoundDifference,
        known: FindingIndex,
        changed: Mapping[NodeId, None],
        pause: Callable[[], Awaitable[None]],
    ) -> None:
        """Take in what is found as before, but told in other words: one that names an element names it as it is now."""
        nodes = list(changed)
        for start in range(0, len(nodes), _WORDED):
            some = nodes[start : start + _WORDED]
            told = {**known.about(some), **difference.came.about(some)}
            for finding in found_at(self._project.graph, told.values()):
                finding_id = finding.finding_id
                before = difference.came.all.get(finding_id) or known.all.get(finding_id)
                if before is not None and finding_id not in difference.went and not says_same(finding, before):
                    difference.came.add((finding,))
            await pause()


def says_same(one: Finding, other: Finding) -> bool:
    """Do two findings of one identity say the same? Two alike nodes are named in the order in which they were met."""
    if one.reach != "pairwise":
        return one == other
    return one.case == other.case and sorted(map(str, one.values.values())) == sorted(map(str, other.values.values()))


def _join(difference: FoundDifference, findings: Iterable[Finding]) -> None:
    for finding in findings:
        difference.went.pop(finding.finding_id, None)
        difference.came.add((finding,))


def _part(difference: FoundDifference, finding_ids: Iterable[FindingId]) -> None:
    difference.came.drop(finding_ids)
    difference.went.update(dict.fromkeys(finding_ids))
