"""Answers one tool call: known, allowed, strictly read, carried out; whatever is wrong is an answer too (WD-10, WD-11).

The rights are the asking person's at the moment of the call (WD-07). Only errors that are somebody's to fix become
answers; a fault of the program stays one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeAlias, cast

from graphwright.errors import AccessDenied, ChangeSetError, NotFound, Refused, RequestError
from graphwright.llm.base import ToolCall, ToolSpec
from graphwright.protocol.graph import Author
from graphwright.protocol.operations import Problem
from graphwright.protocol.projects import Right
from graphwright.tools.answer import ToolAnswer, refused
from graphwright.tools.operation_builder import DraftedOperations, OperationBuilder, problems_answer, propose
from graphwright.tools.registry import BY_NAME, Choice, Tool, offered, specs_for
from graphwright.tools.tool_context import ToolContext
from graphwright.tools.writes import ProposeChanges, operations_of

GroundAt: TypeAlias = Callable[[int], Awaitable[ToolContext]]
"""The same project as it was at a revision."""


async def _nothing_is_past(revision: int) -> ToolContext:
    message = f"revision {revision} cannot be read here"
    raise NotFound(message)


class Toolbox:
    """The tools of one project."""

    def __init__(
        self, context: ToolContext, ground_at: GroundAt = _nothing_is_past, *, more: Sequence[Tool] = ()
    ) -> None:
        self._context = context
        self._ground_at = ground_at
        self._more = {tool.name: tool for tool in more}
        """Those that plugins bring."""

    @property
    def context(self) -> ToolContext:
        """What the tools see of the model as it is now."""
        return self._context

    async def specs(self, rights: Collection[Right], *, writes: bool = True, lean: bool = False) -> list[ToolSpec]:
        """What a language model is told of for somebody with these rights; see `registry.Choice`."""
        choice = Choice(documents=await self._has_documents(), writes=writes, lean=lean)
        return specs_for(rights, self._context.project.ontology, choice, [*self._more.values()])

    async def reads(self) -> list[Tool]:
        """The tools that look things up and make sense here now."""
        choice = Choice(documents=await self._has_documents())
        found = offered({"read"}, self._context.project.ontology, choice, [*self._more.values()])
        return [tool for tool in found if not tool.is_write]

    def tool(self, name: str) -> Tool | None:
        """The tool of a name, whether it makes sense here or not."""
        return BY_NAME.get(name) or self._more.get(name)

    async def answer(
        self,
        call: ToolCall,
        rights: Collection[Right],
        *,
        drafted: DraftedOperations,
        author: Author,
        revision: int | None = None,
    ) -> ToolAnswer:
        """Carry out one call; never raises for what the language model or its person did wrong.

        `revision` is the past one that is asked about; reads then look at the model as it was.
        """
        try:
            tool = await self._tool(call.name, rights)
            arguments = tool.read_arguments(call.arguments)
            if tool.read is not None:
                context = self._context if revision is None else await self._ground_at(revision)
                return await tool.read(context, arguments)
            write = cast("ProposeChanges", arguments)
            operations = operations_of(OperationBuilder(self._context, drafted), write)
            return await propose(self._context, operations, drafted, author, write.reason)
        except Refused as error:
            return problems_answer([problem for problem in error.problems if isinstance(problem, Problem)])
        except (RequestError, ChangeSetError) as error:
            return refused(error)

    async def _has_documents(self) -> bool:
        documents = self._context.documents
        return documents is not None and bool(await documents.documents())

    async def _tool(self, name: str, rights: Collection[Right]) -> Tool:
        """The tool, if it exists and may be used. `NotFound`, `AccessDenied`."""
        ontology, tool, more = self._context.project.ontology, self.tool(name), [*self._more.values()]
        if tool is not None and tool.right not in rights:
            raise AccessDenied(f"{name} needs the right to {tool.right}, which the person who asks does not have")
        if tool is not None and tool in offered(rights, ontology, Choice(documents=True), more):
            return tool
        known = offered(rights, ontology, Choice(documents=await self._has_documents()), more)
        names = ", ".join(each.name for each in known)
        raise NotFound(f"there is no tool {name[:100]!r}; there are {names}")
