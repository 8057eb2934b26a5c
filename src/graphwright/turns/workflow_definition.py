"""A workflow, as all but its own code need to know it: its name and words, what it takes, gives and consists of."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.protocol.base import Command, UnsetType
from graphwright.runs.workflow import DEADLINE_S
from graphwright.turns.workflow_request import WorkflowRequest, WorkflowResult


class WorkflowDefinition(Struct, frozen=True, kw_only=True):
    """Stands in the module of the workflow; `workflows.registry` lists them."""

    name: str
    options: type[Command] | None = None
    """What a message may choose for it; `None`: nothing."""
    result: type[WorkflowResult]
    opening: re.Pattern[str] | None = None
    """Words at the beginning of a message that name it; `None`: it answers what names no other."""
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
        raw = b"{}" if isinstance(request.options, UnsetType) else bytes(request.options).strip() or b"{}"
        try:
            return msgspec.json.decode(raw, type=self.options)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InvalidCommand(f"options of {self.name}: {error}", path="$.options") from None
