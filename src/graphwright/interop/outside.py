"""A model outside of any project: a folder or a file becomes a graph of its own, to be checked or compared.

It goes through the same plan as a change set, so nothing is in it that a project would refuse.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from graphwright.graph.document import Graph
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.folder.manifest import FolderManifest, ontology_of, read_manifest
from graphwright.interop.folder.reading import read_files
from graphwright.interop.imports import read_import
from graphwright.interop.wrong_elements import refused_elements
from graphwright.operations.plan import IMPORT_OPERATIONS, plan
from graphwright.ports import Ids
from graphwright.protocol.ids import NodeId, OperationId
from graphwright.protocol.operations import ChangeSet, Operation


class OutsideModel(Struct, frozen=True):
    """A graph, and where its elements stand."""

    graph: Graph
    phase: int = 1
    places: dict[str, str] = field(default_factory=dict[str, str])
    """`FUNC/CheckOrder.FN.001.gw:2`, by semantic id; none for a single file."""


def model_of_folder(files: Mapping[str, bytes], ids: Ids) -> OutsideModel:
    """The model of a folder. `Refused` with file and line of every problem."""
    manifest = read_manifest(files) or FolderManifest(project="model")
    ontology = ontology_of(manifest, files)
    model = read_files(files, ontology)
    # A node without any id is given one here by which it is found again.
    nodes = [each if each.semantic_id or each.temp_id else replace(each, temp_id=f"?{each.id}") for each in model.nodes]
    graph, names = _graph([*nodes, *model.edges], ontology, ids, model.places)
    places = {
        each.semantic_id or graph.nodes[names[each.temp_id or ""]].semantic_id: model.places[each.id] for each in nodes
    }
    return OutsideModel(graph, manifest.phase, places)


def model_of_file(file: ForeignFile, ontology: Ontology, ids: Ids) -> OutsideModel:
    """The model of a file that an import can read. Raises what `read_import` raises, and `Refused`."""
    imported = read_import(file, ontology)
    graph, _ = _graph(imported.operations, ontology, ids, {})
    return OutsideModel(graph)


def _graph(
    operations: list[Operation], ontology: Ontology, ids: Ids, places: Mapping[OperationId, str]
) -> tuple[Graph, dict[str, NodeId]]:
    """The graph, and what the nodes are that operations had names for."""
    graph = Graph(ontology)
    change_set = ChangeSet(base_revision=0, operations=operations)
    planned = plan(graph, change_set, ids=ids, importing=True, limit=IMPORT_OPERATIONS)
    if planned.problems:
        told = [
            each
            if (place := places.get(each.operation_id or OperationId(""))) is None
            else replace(each, path=place, operation_id=None)
            for each in planned.problems
        ]
        raise refused_elements(told, operations)
    graph.apply(planned.changes, 1)
    return graph, planned.aliases
