"""Which revision a message is about: the one that came with it, or the baseline that a question names as `@NAME`.

Only *ask* looks back: there is nothing to build, to investigate or to discuss about a model that is no more.
"""

from __future__ import annotations

from msgspec import Struct

from graphwright.baselines import Baselines
from graphwright.context.workflow_choice import WorkflowChoice
from graphwright.errors import InvalidCommand
from graphwright.protocol.base import UNSET, UnsetType


class AskedRevision(Struct, frozen=True):
    """The workflow that answers, and the past revision that it is about."""

    choice: WorkflowChoice
    revision: int | UnsetType


async def about(baselines: Baselines, text: str, choice: WorkflowChoice, given: str | UnsetType) -> AskedRevision:
    """What a message is about. `NotFound` for a revision that never was.

    `InvalidCommand` for a revision with a workflow that somebody chose and that cannot look back, and for a question
    that names several baselines.
    """
    if not isinstance(given, UnsetType):
        if choice.workflow != "ask" and choice.chosen_by == "person":
            message = f"{choice.workflow} works on the model as it stands; only ask answers about a past revision"
            raise InvalidCommand(message, path="$.revision")
        asked = choice if choice.workflow == "ask" else WorkflowChoice(workflow="ask", chosen_by="revision")
        return AskedRevision(asked, await baselines.revision_of(given))
    named = await baselines.mentioned(text) if choice.workflow == "ask" else []
    if len(named) > 1:
        names = ", ".join(f"@{each.name}" for each in named)
        message = f"the question names {names}; ask about one of them, or compare the two in the history"
        raise InvalidCommand(message, path="$.text")
    return AskedRevision(choice, named[0].revision if named else UNSET)
