"""The workflows of the product, in the order in which people choose them. A new one is its module and its line here.

Read by the workbench (what runs can be started of), by every door (which workflow a message names, what it may choose),
and by the page, whose lists of workflows and kinds of steps are generated from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from graphwright.context import workflow_choice
from graphwright.context.workflow_choice import WorkflowChoice
from graphwright.contributions.conversation import PluginWorkflow
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope
from graphwright.runs.workflow import COMMON_KINDS
from graphwright.turns.taking_back import wants_undo
from graphwright.turns.talk_of_changes import is_about_changes
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.turns.workflow_ports import WorkflowPorts
from graphwright.workflows import ask, build, check, discuss, gardener, investigate, of_plugin


class RunnableWorkflow(Protocol):
    """The code of a workflow: made with its ports, run once for each message."""

    def __init__(self, ports: WorkflowPorts) -> None: ...
    async def run(self, run: RunScope, request: WorkflowRequest) -> WorkflowResult: ...


_REGISTERED: Final[tuple[tuple[WorkflowDefinition, type[RunnableWorkflow]], ...]] = (
    (build.WORKFLOW, build.Build),
    (ask.WORKFLOW, ask.Ask),
    (investigate.WORKFLOW, investigate.Investigate),
    (discuss.WORKFLOW, discuss.Discuss),
    (gardener.WORKFLOW, gardener.Gardener),
    (check.WORKFLOW, check.Check),
)
WORKFLOWS: Final = tuple(definition for definition, _ in _REGISTERED)
BY_NAME: Final = {each.name: each for each in WORKFLOWS}
STEP_KINDS: Final = tuple(
    dict.fromkeys([*COMMON_KINDS, *(kind for each in WORKFLOWS for kind in each.step_kinds), *of_plugin.STEP_KINDS])
)
"""Every kind of step there is."""
_OPENINGS: Final = {each.name: each.is_named_in for each in reversed(WORKFLOWS) if each.is_named_in is not None}


def choose_workflow(text: str, *, may_build: bool) -> WorkflowChoice:
    """The workflow that answers a message when its sender did not say; see `context.workflow_choice`.

    A bare `Undo` has too few words for a wish, and still is one; so is all that is said of changes themselves.
    """
    if (may_build and wants_undo(text)) or is_about_changes(text):
        return WorkflowChoice(workflow="build", chosen_by="wish")
    return workflow_choice.choose_workflow(text, may_build=may_build, openings=_OPENINGS)


def register_workflows(engine: Engine, ports: WorkflowPorts, of_plugins: Sequence[PluginWorkflow] = ()) -> None:
    """Let runs of every workflow be started in a project, those of plugins among them."""
    for definition, workflow in _REGISTERED:
        engine.register(definition.name, workflow(ports.of(definition.name)).run, declared=definition)
    for brought in of_plugins:
        definition = of_plugin.definition_of(brought)
        working = of_plugin.WorkflowOfPlugin(brought, ports.of(definition.name))
        engine.register(definition.name, working.run, declared=definition)
