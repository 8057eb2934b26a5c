"""A whole graph as JSON with the wire's field names: `{"projectId", "revision", "nodes": [...], "edges": [...]}`.

The lossless form: node ids, edge ids and revisions are in it, and where they are asked for the `comments` on them.
Reading is strict and names every problem at once; it ends in operations like every reader, because only a commit
changes a graph (ADR-01).
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.formats.assembly import MAX_PROBLEMS
from graphwright.graph.document import Graph
from graphwright.protocol.base import Count, Record
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import OperationId, ProjectId, Ref
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation, Problem
from graphwright.text.messages import refused


class StrictNode(Node, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`Node` as a file gives it."""


class StrictEdge(Edge, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`Edge` as a file gives it."""


class GraphDocument(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file's form."""

    project_id: ProjectId
    revision: Count
    nodes: list[StrictNode]
    edges: list[StrictEdge]
    comments: list[Comment] = []


_decoder: Final = msgspec.json.Decoder(GraphDocument)


def write_graph_json(graph: Graph, project_id: ProjectId, comments: Sequence[Comment] = ()) -> str:
    """The whole graph; nodes, edges and comments in the order they were made."""
    document = {
        "projectId": project_id,
        "revision": graph.revision,
        "nodes": list(graph.nodes.values()),
        "edges": list(graph.edges.values()),
        **({"comments": comments} if comments else {}),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def read_graph_json(text: str | bytes) -> GraphDocument:
    """The records of a file. `InvalidCommand` with the place of the first field that does not fit."""
    try:
        return _decoder.decode(text)
    except RecursionError:
        raise InvalidCommand("the JSON is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidCommand(f"not a graph in JSON: {error}") from None


def operations_of_graph(document: GraphDocument) -> list[Operation]:
    """The operations that make the graph anew. The file's node ids are temp ids; the project gives its own.

    `Refused` when an id comes twice or an edge leads to a node that the file does not have.
    """
    problems = _duplicates(document) + _dangling_ends(document)
    if problems:
        raise refused(problems, most=MAX_PROBLEMS, says_where=True)
    operations: list[Operation] = [
        NodeCreate(
            id=OperationId(f"op-{number}"),
            node_type=node.node_type,
            name=node.name,
            descr=node.descr,
            temp_id=node.node_id,
            semantic_id=node.semantic_id,
            attributes=node.attributes,
        )
        for number, node in enumerate(document.nodes, start=1)
    ]
    operations += [
        EdgeCreate(
            id=OperationId(f"op-{number}"),
            edge_type=edge.edge_type,
            source=Ref(edge.source),
            target=Ref(edge.target),
            attributes=edge.attributes,
        )
        for number, edge in enumerate(document.edges, start=len(operations) + 1)
    ]
    return operations


def _duplicates(document: GraphDocument) -> list[Problem]:
    problems: list[Problem] = []
    seen: set[str] = set()
    for index, node in enumerate(document.nodes):
        for field, value in (("nodeId", node.node_id), ("semanticId", node.semantic_id)):
            if value in seen:
                path, values = f"$.nodes[{index}].{field}", {"id": repr(value)}
                problems.append(Problem(code="duplicateRef", case="twice", path=path, values={**values}, candidates=[]))
            seen.add(value)
    return problems


def _dangling_ends(document: GraphDocument) -> list[Problem]:
    known = {node.node_id for node in document.nodes}
    problems: list[Problem] = []
    for index, edge in enumerate(document.edges):
        for field, end in (("source", edge.source), ("target", edge.target)):
            if end not in known:
                # Looking for near names is quadratic, and only the first problems are told.
                candidates = get_close_matches(end, known, n=3) if len(problems) < MAX_PROBLEMS else []
                problems.append(
                    Problem(
                        code="unknownRef",
                        case="notListed",
                        path=f"$.edges[{index}].{field}",
                        values={"ref": repr(end)},
                        candidates=candidates,
                    )
                )
    return problems
