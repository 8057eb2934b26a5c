"""Where a program sits that works for a person: one project, and that person; rights are looked up at every use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from graphwright.actions.access import access_of
from graphwright.actions.context import Caller
from graphwright.actions.dispatch import carry_out
from graphwright.graph.document import Graph
from graphwright.projects import Project
from graphwright.protocol.commands import Writing
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import CommandId
from graphwright.protocol.projects import Right, rights_in
from graphwright.protocol.wire import decode, decode_command, encode
from graphwright.workbench import OpenProject, Workbench

T = TypeVar("T")


class Seat(Struct, frozen=True, kw_only=True):
    """One program at work."""

    workbench: Workbench
    open_project: OpenProject
    caller: Caller
    address: str = ""
    """Where people look at this server in a browser; empty where there is none."""
    before_write: Callable[[], None] = lambda: None
    """Counts a change before it is made. May raise `LimitExceeded`."""

    @property
    def project(self) -> Project:
        """The project."""
        return self.open_project.project

    @property
    def graph(self) -> Graph:
        """The model as it is now."""
        return self.project.graph

    @property
    def person(self) -> Author:
        """Who answers for what the program does."""
        return self.caller.person

    async def rights(self) -> frozenset[Right]:
        """What the person may do at this moment."""
        access = await access_of(self.caller, self.project)
        if access is None:
            return frozenset()
        return rights_in(access, viewers_ask=self.project.header.viewers_ask)

    async def carry_out(self, command: Writing, answer: type[T]) -> T:
        """Do what a command says, as every other door does it. Raises what it is refused with."""
        self.before_write()
        checked = decode_command(encode(command))
        carried = await carry_out(checked, caller=self.caller, open_project=self.open_project, workbench=self.workbench)
        return decode(carried.result, answer)

    def new_id(self) -> CommandId:
        """An id for a command that nobody will repeat."""
        return CommandId(self.workbench.ids.new())
