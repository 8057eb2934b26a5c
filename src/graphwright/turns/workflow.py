"""A workflow, as all but its own code need to know it: what it is handed and hands back, its name, words and steps.

One message in, one outcome out. A workflow adds what only it needs: to the way in through `options`, to the way out by
extending `WorkflowResult`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Command, Count, JsonValue, Record
from graphwright.protocol.canvas import CanvasState, ContextMode
from graphwright.protocol.ids import CommitId, MessageId, ProposalId, ThreadId
from graphwright.protocol.projects import Policy
from graphwright.protocol.runs import Outcome
from graphwright.runs.workflow import DEADLINE_S
from graphwright.turns.talk_of_changes import AcceptedInWords


class TurnQuestion(Record, frozen=True, kw_only=True):
    """What somebody says, or is about to say: all that a prompt is made of."""

    text: str
    thread_id: ThreadId | None
    """`None` where a conversation would begin with it."""
    canvas: CanvasState | None = None
    context_mode: ContextMode | None = None
    revision: Count | None = None
    """The model is asked about as it was then; as it stands when absent."""


class WorkflowRequest(TurnQuestion, frozen=True, kw_only=True):
    """A message that a person has sent, and how it is to be answered."""

    thread_id: ThreadId
    message_id: MessageId
    """The person's message."""
    policy: Policy | None = None
    """Stricter than the project's for this one message."""
    options: dict[str, JsonValue] | None = None
    """The workflow's own options, read by the workflow that was asked."""
    withdrew: bool = False
    """Saying it withdrew the person's own proposal, which is all that is to be told."""
    withdrawn: str = ""
    """What they had said for it."""
    accepted: AcceptedInWords | None = None
    """What became of their saying that they accept what waits, which is all that is to be told."""


class WorkflowResult(Record, frozen=True, kw_only=True):
    """What a run answered; a workflow adds what only it gives back."""

    outcome: Outcome
    answer: str
    message_id: MessageId
    """Of the answer."""
    commit_id: CommitId | None = None
    revision: int | None = None
    proposal_id: ProposalId | None = None
    suggestions: list[str] = []
    """What the person may say next."""


class WorkflowDefinition(Struct, frozen=True, kw_only=True):
    """Stands in the module of the workflow; `workflows.registry` lists them."""

    name: str
    options: type[Command] | None = None
    """What a message may choose for it; `None`: nothing."""
    result: type[WorkflowResult]
    is_named_in: Callable[[str], bool] | None = None
    """Whether a message names it; `None`: it answers what names no other."""
    step_kinds: tuple[str, ...]
    """Kinds of its steps, in the order in which they first begin, beside those that every workflow has."""
    deadline_s: float = DEADLINE_S
    """Work of one run, without waiting for people."""

    def takes(self, option: str) -> bool:
        """Has it an option of this name?"""
        return self.options is not None and option in self.options.__struct_fields__

    def read_options(self, request: WorkflowRequest) -> Command | None:
        """The options of a message, with their defaults. `InvalidCommand` says what about them is wrong."""
        if self.options is None:
            return None
        try:
            return msgspec.convert(request.options or {}, self.options)
        except msgspec.ValidationError as error:
            raise InvalidCommand(f"options of {self.name}: {error}", path="$.options") from None
