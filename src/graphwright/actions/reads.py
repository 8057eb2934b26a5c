"""What several doors look up in the same way; nothing is changed, and the door has asked for the right to read."""

from __future__ import annotations

from collections.abc import Collection

from graphwright.discussion.costs import Costs, costs
from graphwright.inquiry.clarity import RequirementQuestions, clarify
from graphwright.languages import supported
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.events import RunStarted
from graphwright.protocol.runs import Step
from graphwright.tools.look import find_node


async def open_questions(project: Project, about: Collection[str]) -> list[RequirementQuestions]:
    """What requirements leave open: those named, by an id or name, or all of them. `NotFound`, `NeedsChoice`."""
    graph, nodes = project.graph, list(project.graph.nodes.values())
    only = {find_node(graph, name).node_id for name in about} or None
    language = supported(project.header.language)
    return await in_thread(lambda: clarify(nodes, only=only, default=language))


async def costs_of(
    project: Project, *, workflow: str | None = None, thread_id: str | None = None, newest: int | None = None
) -> Costs:
    """What the newest runs used up (all of them without a number): by run, person, day and language model."""
    runs = await project.read_all(RunStarted, group=thread_id, newest=newest)
    wanted = [run for run in reversed(runs) if workflow in {None, run.workflow}]
    return costs([(run, await project.read_all(Step, group=run.run_id)) for run in wanted])
