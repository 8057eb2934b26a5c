"""What several doors look up in the same way; nothing is changed, and the door has asked for the right to read."""

from __future__ import annotations

from graphwright.discussion.costs import Costs, costs
from graphwright.projects import Project
from graphwright.protocol.events import RunStarted
from graphwright.protocol.runs import Step


async def costs_of(
    project: Project, *, workflow: str | None = None, thread_id: str | None = None, newest: int | None = None
) -> Costs:
    """What the newest runs used up (all of them without a number): by run, person, day and language model."""
    runs = await project.read_all(RunStarted, group=thread_id, newest=newest)
    wanted = [run for run in reversed(runs) if workflow in {None, run.workflow}]
    return costs([(run, await project.read_all(Step, group=run.run_id)) for run in wanted])
