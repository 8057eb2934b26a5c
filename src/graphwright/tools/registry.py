"""The closed list of tools (D14): what each is called, what it takes, who may use it, and where it is offered.

What a provider is told, and the table in the manual, are made from this list; instructions name no tool, so no prompt
can speak of one that is not there (WD-26).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.graph.ontology import Ontology
from graphwright.llm.base import ToolSpec
from graphwright.protocol.projects import Right
from graphwright.tools import reads, reads_trace, reads_types, writes
from graphwright.tools.answer import ToolAnswer
from graphwright.tools.schema import ToolArguments, schema_of
from graphwright.tools.tool_context import ToolContext

Needs: TypeAlias = Literal["always", "documents", "composition"]


class Tool(Struct, frozen=True, kw_only=True):
    """One function that a language model may ask for."""

    name: str
    arguments: type[ToolArguments]
    read: Callable[[ToolContext, Any], Awaitable[ToolAnswer]] | None = None
    """How it is answered; `None`: it is a write, and only collects operations."""
    needs: Needs = "always"
    """Where it makes sense: always, where there are documents, where the profile knows parts and wholes."""

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
        return " ".join(inspect.getdoc(self.arguments).split())  # type: ignore[union-attr] # every struct has one


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(name="read_graph_overview", arguments=reads.ReadGraphOverview, read=reads.read_graph_overview),
    Tool(name="search_nodes", arguments=reads.SearchNodes, read=reads.search_nodes),
    Tool(name="explore_neighborhood", arguments=reads.ExploreNeighborhood, read=reads.explore_neighborhood),
    Tool(name="read_node_detail", arguments=reads.ReadNodeDetail, read=reads.read_node_detail),
    Tool(name="read_node_config", arguments=reads_types.ReadNodeConfig, read=reads_types.read_node_config),
    Tool(
        name="list_available_node_types",
        arguments=reads_types.ListAvailableNodeTypes,
        read=reads_types.list_available_node_types,
    ),
    Tool(name="list_node_edges", arguments=reads.ListNodeEdges, read=reads.list_node_edges),
    Tool(name="list_findings", arguments=reads_trace.ListFindings, read=reads_trace.list_findings),
    Tool(name="read_node_history", arguments=reads_trace.ReadNodeHistory, read=reads_trace.read_node_history),
    Tool(name="find_impact_path", arguments=reads_trace.FindImpactPath, read=reads_trace.find_impact_path),
    Tool(
        name="search_documents",
        arguments=reads_trace.SearchDocuments,
        read=reads_trace.search_documents,
        needs="documents",
    ),
    Tool(name="propose_create_node", arguments=writes.ProposeCreateNode),
    Tool(name="propose_create_edge", arguments=writes.ProposeCreateEdge),
    Tool(name="propose_update_node", arguments=writes.ProposeUpdateNode),
    Tool(name="propose_delete_node", arguments=writes.ProposeDeleteNode),
    Tool(name="propose_update_edge", arguments=writes.ProposeUpdateEdge),
    Tool(name="propose_delete_edge", arguments=writes.ProposeDeleteEdge),
    Tool(name="propose_move_node", arguments=writes.ProposeMoveNode, needs="composition"),
    Tool(name="propose_batch", arguments=writes.ProposeBatch),
)

BY_NAME: Final = {tool.name: tool for tool in TOOLS}


def offered(rights: Collection[Right], ontology: Ontology, *, documents: bool = False) -> list[Tool]:
    """The tools for somebody with these rights, in this project."""
    there: dict[Needs, bool] = {
        "always": True,
        "documents": documents,
        "composition": writes.COMPOSE in ontology.relations,
    }
    return [tool for tool in TOOLS if tool.right in rights and there[tool.needs]]


def specs_for(rights: Collection[Right], ontology: Ontology, *, documents: bool = False) -> list[ToolSpec]:
    """The same, as a provider is told of them. Without the right to build there is no write among them."""
    return [
        ToolSpec(name=tool.name, description=tool.description, parameters=schema_of(tool.arguments, ontology))
        for tool in offered(rights, ontology, documents=documents)
    ]
