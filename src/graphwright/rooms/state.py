"""A project as a client begins from it: the state at one sequence, after which events go on."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeVar

from msgspec.structs import replace

from graphwright.operations.proposals import open_proposals
from graphwright.ports import in_thread
from graphwright.project_copy import ProjectCopy
from graphwright.projects import Project, decoded
from graphwright.protocol.comments import Comment, open_comments
from graphwright.protocol.documents import SourceDocument
from graphwright.protocol.events import LayoutChanged
from graphwright.protocol.ids import NodeId, RunId
from graphwright.protocol.operations import Finding
from graphwright.protocol.projects import Baseline, Person
from graphwright.protocol.runs import ENDED_RUN, Run, Step, Wait
from graphwright.protocol.saved_views import SavedView, standing_views
from graphwright.protocol.state import Elements, State, open_wait
from graphwright.protocol.threads import Message, Thread
from graphwright.protocol.wire import decode

T = TypeVar("T")

RECENT: Final = 200
"""How many messages and runs are looked through for those under way: four times the runs that may be at once."""
_ON_THE_LOOP: Final = 5_000
"""Elements and findings that are folded at once, in about a millisecond; more of them beside the loop."""


async def state_of(project: Project) -> State:
    """The state now."""
    read = await _read(project)
    return await _made_whole(project, replace(read, findings=await project.read_all(Finding)))


async def state_without_findings(project: Project) -> State:
    """The state now, but for its findings, of which a large model has many."""
    return replace(await _made_whole(project, await _read(project)), findings=[])


async def _made_whole(project: Project, read: State) -> State:
    """What was read, as it stands after all that is durable by now.

    Graph and sequence are of one moment; the records were read after it, one kind after the other, and an entry is in
    them as soon as it is durable, which is before its event is told. So they are folded with the entries after that
    moment: every event says how a thing stands, and taking it in again changes nothing.
    """
    events = [await decoded(entry) async for entry in project.store.read(project.project_id, after=read.sequence)]
    if not events:
        return read

    def folded() -> State:
        copy = ProjectCopy()
        copy.load(read)
        for sequence, event in enumerate(events, read.sequence + 1):
            copy.fold(event, sequence)
        return copy.state()

    is_small = len(read.graph.nodes) + len(read.graph.edges) + len(read.findings) <= _ON_THE_LOOP
    return folded() if is_small else await in_thread(folded)


async def _read(project: Project) -> State:
    """The graph at one sequence, and records that are at least as new."""
    header = project.header
    graph = Elements(nodes=list(project.graph.nodes.values()), edges=list(project.graph.edges.values()))
    waits = [
        open_wait(RunId(document.group), decode(document.body, Wait))
        for document in await project.store.documents(project.project_id, "wait")
    ]
    runs = await _runs(project, {wait.run_id for wait in waits})
    messages = await project.read_all(Message, newest=RECENT)
    return State(
        epoch=header.epoch,
        sequence=header.sequence,
        revision=header.revision,
        project=header,
        graph=graph,
        layouts=await _layouts(project),
        members=await project.read_all(Person),
        threads=await project.read_all(Thread),
        messages=[message for message in messages if message.status == "streaming"],
        proposals=await open_proposals(project),
        waits=waits,
        runs=runs,
        steps=[step for run in runs for step in await project.read_all(Step, group=run.run_id)],
        findings=[],
        documents=await project.read_all(SourceDocument),
        baselines=await project.read_all(Baseline),
        comments=open_comments(await project.read_all(Comment)),
        views=standing_views(await project.read_all(SavedView)),
    )


async def _runs(project: Project, waiting: set[RunId]) -> list[Run]:
    """Runs that have not ended: recent ones, and those that may have waited for weeks."""
    runs = {run.run_id: run for run in await project.read_all(Run, newest=RECENT)}
    for run_id in waiting - runs.keys():
        run = await project.find(Run, run_id)
        if run is not None:
            runs[run_id] = run
    return sorted((run for run in runs.values() if run.status not in ENDED_RUN), key=lambda run: run.run_id)


async def _layouts(project: Project) -> dict[str, dict[NodeId, tuple[float, float]]]:
    layouts: defaultdict[str, dict[NodeId, tuple[float, float]]] = defaultdict(dict)
    for moved in await project.read_all(LayoutChanged):
        layouts[moved.view] |= moved.positions
    return dict(layouts)
