"""Everything about a project at one sequence: what a client begins from, and what its events then keep true."""

from __future__ import annotations

from graphwright.protocol.base import Count, Record
from graphwright.protocol.comments import Comment
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId, RunId
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.projects import Baseline, Person, ProjectHeader
from graphwright.protocol.runs import Run, Step, Wait
from graphwright.protocol.saved_views import SavedView
from graphwright.protocol.threads import Message, Thread


class Elements(Record, frozen=True, kw_only=True):
    """The graph as lists."""

    nodes: list[Node]
    edges: list[Edge]


class OpenWait(Wait, frozen=True, kw_only=True):
    """A wait and the run that it holds up."""

    run_id: RunId


def open_wait(run_id: RunId, wait: Wait) -> OpenWait:
    """A wait with its run."""
    return OpenWait(
        run_id=run_id,
        step_id=wait.step_id,
        form=wait.form,
        proposal_id=wait.proposal_id,
        expires_at=wait.expires_at,
    )


class State(Record, frozen=True, kw_only=True):
    """The answer of `GET .../state`; events after `sequence` continue it (I-06).

    What is over is not here: ended runs, decided proposals and completed messages are read where they are listed.
    """

    epoch: str
    sequence: Count
    revision: Count
    project: ProjectHeader
    graph: Elements
    layouts: dict[str, dict[NodeId, tuple[float, float]]]
    """Positions by view and node."""
    members: list[Person]
    threads: list[Thread]
    messages: list[Message]
    """Those that stream."""
    proposals: list[Proposal]
    """Those that are open."""
    waits: list[OpenWait]
    runs: list[Run]
    """Those that have not ended."""
    steps: list[Step]
    """Of these runs."""
    findings: list[Finding]
    """All that the rules find; what a commit changes of them follows it as `findings.changed`."""
    documents: list[SourceDocument] = []
    baselines: list[Baseline] = []
    comments: list[Comment] = []
    """Those that nobody has resolved, with their replies."""
    views: list[SavedView] = []
    """Those that are not deleted, everybody's."""
