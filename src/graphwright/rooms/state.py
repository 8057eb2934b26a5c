"""A project as a client begins from it: the state at one sequence, after which events go on."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeVar

from graphwright.projects import Project
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.events import LayoutChanged
from graphwright.protocol.ids import NodeId, RunId
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.projects import Baseline, Person
from graphwright.protocol.runs import Run, Step, Wait
from graphwright.protocol.state import Elements, State, open_wait
from graphwright.protocol.threads import Message, Thread
from graphwright.protocol.wire import decode

T = TypeVar("T")

RECENT: Final = 200
"""How many messages and runs are looked through for those under way: four times the runs that may be at once."""
_OVER: Final = frozenset({"completed", "failed", "cancelled"})


async def state_of(project: Project) -> State:
    """The state now. Graph and sequence are of one moment; the rest is read after it.

    So it may already hold what an event after `sequence` is going to say; every event says how a thing stands and not
    how it differs, so hearing it again changes nothing.
    """
    header = project.header
    graph = Elements(nodes=list(project.graph.nodes.values()), edges=list(project.graph.edges.values()))
    waits = [
        open_wait(RunId(document.group), decode(document.body, Wait))
        for document in await project.store.documents(project.project_id, "wait")
    ]
    runs = await _runs(project, {wait.run_id for wait in waits})
    messages = await _all(project, "message", Message, newest=RECENT)
    return State(
        epoch=header.epoch,
        sequence=header.sequence,
        revision=header.revision,
        project=header,
        graph=graph,
        layouts=await _layouts(project),
        members=await _all(project, "member", Person),
        threads=await _all(project, "thread", Thread),
        messages=[message for message in messages if message.status == "streaming"],
        proposals=[one for one in await _all(project, "proposal", Proposal) if one.state == "open"],
        waits=waits,
        runs=runs,
        steps=[step for run in runs for step in await _all(project, "step", Step, group=run.run_id)],
        findings=await _all(project, "finding", Finding),
        documents=await _all(project, "document", SourceDocument),
        baselines=await _all(project, "baseline", Baseline),
    )


async def _runs(project: Project, waiting: set[RunId]) -> list[Run]:
    """Runs that have not ended: recent ones, and those that may have waited for weeks."""
    runs = {run.run_id: run for run in await _all(project, "run", Run, newest=RECENT)}
    for run_id in waiting - runs.keys():
        document = await project.store.document(project.project_id, "run", run_id)
        if document is not None:
            runs[run_id] = decode(document.body, Run)
    return sorted((run for run in runs.values() if run.status not in _OVER), key=lambda run: run.run_id)


async def _layouts(project: Project) -> dict[str, dict[NodeId, tuple[float, float]]]:
    layouts: defaultdict[str, dict[NodeId, tuple[float, float]]] = defaultdict(dict)
    for moved in await _all(project, "layout", LayoutChanged):
        layouts[moved.view] |= moved.positions
    return dict(layouts)


async def _all(
    project: Project, kind: str, of: type[T], *, group: str | None = None, newest: int | None = None
) -> list[T]:
    documents = await project.store.documents(
        project.project_id, kind, group=group, limit=newest, newest_first=newest is not None
    )
    return [decode(document.body, of) for document in (documents if newest is None else documents[::-1])]
