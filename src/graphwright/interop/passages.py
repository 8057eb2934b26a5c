"""Documents as nodes to be proposed: what obliges somebody becomes a requirement, or a norm where a profile has those.

Only what `documents.candidates` picks out, word for word, with the place it comes from; people decide what of it stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from graphwright.documents.candidates import Candidate, candidates
from graphwright.errors import InvalidCommand
from graphwright.graph.document import Graph
from graphwright.protocol.base import UNSET, JsonValue
from graphwright.protocol.documents import Passage, SourceDocument
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import NodeCreate

KINDS: Final = ("REQ", "NORM")
"""Node types that an obliging passage may become; the first that the profile has is used."""
NAME_LENGTH: Final = 200
DESCR_LENGTH: Final = 20_000


class Nodes(Struct, frozen=True):
    """Operations that make the nodes, and where each comes from."""

    operations: list[NodeCreate]
    provenance: dict[OperationId, str]
    known: int
    """Candidates left out because a node of that name is there already."""


def nodes_of(graph: Graph, document: SourceDocument, passages: Sequence[Passage]) -> Nodes:
    """The nodes that a document could become. `InvalidCommand` where the profile has no type for them."""
    kind = next((name for name in KINDS if name in graph.ontology.node_types), None)
    if kind is None:
        raise InvalidCommand(
            f"profile {graph.ontology.name!r} has no {' and no '.join(KINDS)} that a passage could become; use a "
            "project of profile systems or procedure"
        )
    places = {passage.passage_id: passage for passage in passages}
    found = candidates(passages)
    new = list(_new(graph, kind, found))
    operations: list[NodeCreate] = []
    provenance: dict[OperationId, str] = {}
    for number, candidate in enumerate(new, 1):
        passage = places[candidate.passage_id]
        place = candidate.label or passage.place.label or " > ".join(passage.place.section)
        operation_id = OperationId(f"p{number}")
        cited: dict[str, JsonValue] = {"citation": place} if kind == "NORM" and place else {}
        operations.append(
            NodeCreate(
                id=operation_id,
                node_type=kind,
                name=candidate.name[:NAME_LENGTH],
                descr=candidate.text[:DESCR_LENGTH],
                attributes=cited or UNSET,
            )
        )
        provenance[operation_id] = f"{document.title}, {place or 'at its beginning'} (passage {candidate.passage_id})"
    return Nodes(operations, provenance, len(found) - len(new))


def _new(graph: Graph, kind: str, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Each name once, and none that a node of this kind has."""
    taken: set[str] = set()
    for candidate in found:
        name = candidate.name[:NAME_LENGTH]
        if not name or name in taken or graph.named(kind, name):
            continue
        taken.add(name)
        yield candidate
