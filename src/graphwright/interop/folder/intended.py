"""The ids that new nodes of a folder are about to get, noted before a commit gives them.

A file that names a new node has no id for it until the model is written back. Where the process ends between the two,
the next merge finds the node in the workbench and, by this note, in the file, and makes no second one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.interop.folder.reading import FolderModel
from graphwright.operations.plan import Plan
from graphwright.operations.refs import renamed
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation

INTENDED: Final = ".graphwright/intended.json"
"""In the folder; it goes when the files are written."""


class IntendedNode(Struct, frozen=True, rename="camel"):
    """A new node as its file has it, and the semantic id that it is to get."""

    node_type: str
    name: str
    semantic_id: str


def with_ids(operations: list[Operation], plan: Plan) -> list[Operation]:
    """The operations, where each new node that has no semantic id has the one that the plan found for it."""
    planned: dict[OperationId | None, str] = {
        change.operation_id: change.after.semantic_id
        for change in plan.changes
        if isinstance(change, NodeChange) and change.before is None and change.after is not None
    }
    return [
        replace(each, semantic_id=planned[each.id])
        if isinstance(each, NodeCreate) and each.semantic_id is None and each.id in planned
        else each
        for each in operations
    ]


def note_of(operations: list[Operation]) -> bytes:
    """What is written down before these are committed."""
    nodes = [
        IntendedNode(each.node_type, each.name, each.semantic_id)
        for each in operations
        if isinstance(each, NodeCreate) and each.semantic_id is not None
    ]
    return msgspec.json.encode(nodes)


def known_again(model: FolderModel, note: bytes, graph: Graph, agreed: Collection[str]) -> FolderModel:
    """The model of the files, where what was noted and made since has the id that it got.

    `agreed` are the semantic ids that both had when they last agreed: their files name them already.
    """
    wanted: dict[tuple[str, str], list[str]] = {}
    for each in _read(note):
        node = next((graph.nodes[node_id] for node_id in graph.find(each.semantic_id)), None)
        is_made = node is not None and (node.semantic_id, node.node_type) == (each.semantic_id, each.node_type)
        if is_made and each.semantic_id not in agreed:
            wanted.setdefault((each.node_type, each.name), []).append(each.semantic_id)
    names: dict[str, str] = {}
    nodes: list[NodeCreate] = []
    for node_create in model.nodes:
        found = wanted.get((node_create.node_type, node_create.name))
        if node_create.semantic_id is not None or not found:
            nodes.append(node_create)
            continue
        semantic_id = found.pop(0)
        if node_create.temp_id is not None:
            names[node_create.temp_id] = semantic_id
        nodes.append(replace(node_create, semantic_id=semantic_id, temp_id=None))
    return FolderModel(nodes=nodes, edges=[_renamed(each, names) for each in model.edges], places=model.places)


def _read(note: bytes) -> list[IntendedNode]:
    """A note that was cut off is none: it is written before anything is made."""
    try:
        return msgspec.json.decode(note, type=list[IntendedNode])
    except msgspec.DecodeError:
        return []


def _renamed(edge: EdgeCreate, names: Mapping[str, str]) -> EdgeCreate:
    found = renamed(edge, names)
    return found if isinstance(found, EdgeCreate) else edge
