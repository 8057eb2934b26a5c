"""Projects as models that a chat client chooses from: `shop`, or `shop:investigate` for one of the workflows."""

from __future__ import annotations

from typing import Final, NamedTuple

from graphwright.actions.access import access_to, allow
from graphwright.actions.context import Caller
from graphwright.errors import NotFound
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.runs import WorkflowName
from graphwright.workbench import OpenProject, Workbench
from graphwright.workflows.registry import BY_NAME

SEPARATOR: Final = ":"
"""No name of a project has it."""


class ChosenProject(NamedTuple):
    """What a model name stands for."""

    open_project: OpenProject
    workflow: WorkflowName
    """`auto` where the words of the question choose."""


class VisibleProject(NamedTuple):
    """A project that somebody may see."""

    project_id: ProjectId
    name: str


async def chosen_project(workbench: Workbench, caller: Caller, model: str) -> ChosenProject:
    """The project and workflow of a model name. `NotFound`, in the same words for a project of others."""
    name, separator, workflow = model.partition(SEPARATOR)
    row = await workbench.projects.row(name)
    access = None if row is None else await access_to(caller, row.project_id, workbench.store)
    allow(access, "read", project=name)
    if separator and workflow not in BY_NAME:
        raise NotFound(f"there is no model {model[:120]!r}; use one of {', '.join(model_names(name))}")
    return ChosenProject(await workbench.open_project(name), workflow or "auto")


async def visible_projects(workbench: Workbench, caller: Caller) -> list[VisibleProject]:
    """The projects that somebody may see, by name."""
    rows = await workbench.projects.rows()
    seen = [row for row in rows if await access_to(caller, row.project_id, workbench.store) is not None]
    return sorted((VisibleProject(row.project_id, row.name) for row in seen), key=lambda each: each.name)


def model_names(project: str) -> list[str]:
    """The names under which a project may be asked."""
    return [project, *(f"{project}{SEPARATOR}{workflow}" for workflow in BY_NAME)]
