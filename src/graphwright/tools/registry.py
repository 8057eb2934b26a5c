"""The closed list of tools (ADR-14): what each is called, what it takes, who may use it, and where it is offered.

What a provider is told, and the table in the manual, are made from this list; instructions name no tool, so no prompt
can speak of one that is not there (WD-26).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.graph.ontology import Ontology
from graphwright.llm.base import ToolSpec
from graphwright.protocol.base import JsonValue
from graphwright.protocol.projects import Right
from graphwright.tools import reads, reads_interfaces, reads_lists, reads_paths, reads_trace, reads_types, writes
from graphwright.tools.answer import ToolAnswer
from graphwright.tools.schema import GivenArguments, ToolArguments, arguments_of, schema_of
from graphwright.tools.tool_context import ToolContext

Needs: TypeAlias = Literal["always", "documents", "flows"]


class Tool(Struct, frozen=True, kw_only=True):
    """One function that a language model may ask for."""

    name: str
    arguments: type[ToolArguments]
    read: Callable[[ToolContext, Any], Awaitable[ToolAnswer]] | None = None
    """How it is answered; `None`: it is a write, and only collects operations."""
    needs: Needs = "always"
    """Where it makes sense: always, where there are documents, where the profile knows data that flows."""
    is_lean: bool = False
    """One of the few that a language model with little room is offered."""
    told: ToolSpec | None = None
    """Of a tool that comes from elsewhere: how a language model is told of it; it reads its arguments there, too."""

    @property
    def is_write(self) -> bool:
        """Does it propose changes?"""
        return self.read is None

    @property
    def right(self) -> Right:
        """What the asking person must be allowed to do at the moment of the call (WD-07)."""
        return "build" if self.is_write else "read"

    @property
    def description(self) -> str:
        """For the language model and the manual: the docstring of the arguments."""
        if self.told is not None:
            return self.told.description
        return " ".join(inspect.getdoc(self.arguments).split())  # type: ignore[union-attr] # every struct has one

    def schema(self, ontology: Ontology) -> dict[str, JsonValue]:
        """What it takes, in a project with this ontology."""
        return schema_of(self.arguments, ontology) if self.told is None else self.told.parameters

    def read_arguments(self, text: str) -> ToolArguments:
        """The arguments that a language model sent. `InvalidCommand`, `LimitExceeded`."""
        return arguments_of(text, self.arguments) if self.told is None else GivenArguments(text=text)


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(name="read_graph_overview", arguments=reads.ReadGraphOverview, read=reads.read_graph_overview),
    Tool(name="list_nodes", arguments=reads_lists.ListNodes, read=reads_lists.list_nodes),
    Tool(name="search_nodes", arguments=reads.SearchNodes, read=reads.search_nodes, is_lean=True),
    Tool(
        name="explore_neighborhood", arguments=reads.ExploreNeighborhood, read=reads.explore_neighborhood, is_lean=True
    ),
    Tool(name="read_node_detail", arguments=reads.ReadNodeDetail, read=reads.read_node_detail, is_lean=True),
    Tool(name="read_node_config", arguments=reads_types.ReadNodeConfig, read=reads_types.read_node_config),
    Tool(
        name="list_available_node_types",
        arguments=reads_types.ListAvailableNodeTypes,
        read=reads_types.list_available_node_types,
    ),
    Tool(name="list_node_edges", arguments=reads.ListNodeEdges, read=reads.list_node_edges),
    Tool(name="list_findings", arguments=reads_trace.ListFindings, read=reads_trace.list_findings),
    Tool(name="read_node_history", arguments=reads_trace.ReadNodeHistory, read=reads_trace.read_node_history),
    Tool(name="find_impact_path", arguments=reads_paths.FindImpactPath, read=reads_paths.find_impact_path),
    Tool(
        name="list_interfaces",
        arguments=reads_interfaces.ListInterfaces,
        read=reads_interfaces.list_interfaces,
        needs="flows",
    ),
    Tool(
        name="search_documents",
        arguments=reads_trace.SearchDocuments,
        read=reads_trace.search_documents,
        needs="documents",
        is_lean=True,
    ),
    Tool(name="propose_changes", arguments=writes.ProposeChanges, is_lean=True),
)

BY_NAME: Final = {tool.name: tool for tool in TOOLS}


class Choice(Struct, frozen=True, kw_only=True):
    """Which of the tools that somebody may use a language model is told of."""

    documents: bool = False
    """Are there any?"""
    writes: bool = True
    """Does the question ask for a change, or might it?"""
    lean: bool = False
    """Only the few that a small context has room for."""


EVERYTHING: Final = Choice()


def offered(
    rights: Collection[Right], ontology: Ontology, choice: Choice = EVERYTHING, more: Sequence[Tool] = ()
) -> list[Tool]:
    """The tools for somebody with these rights, in this project; `more` are those that plugins bring."""
    there: dict[Needs, bool] = {
        "always": True,
        "documents": choice.documents,
        "flows": {"io", "compose"} <= ontology.relations.keys() and "FLOW" in ontology.node_types,
    }
    return [
        tool
        for tool in (*TOOLS, *more)
        if tool.right in rights
        and there[tool.needs]
        and (choice.writes or not tool.is_write)
        and (tool.is_lean or not choice.lean)
    ]


def specs_for(
    rights: Collection[Right], ontology: Ontology, choice: Choice = EVERYTHING, more: Sequence[Tool] = ()
) -> list[ToolSpec]:
    """The same, as a provider is told of them. Without the right to build there is no write among them."""
    return [
        ToolSpec(name=tool.name, description=tool.description, parameters=tool.schema(ontology))
        for tool in offered(rights, ontology, choice, more)
    ]
