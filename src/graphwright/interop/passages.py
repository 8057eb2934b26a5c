"""Documents as nodes to be proposed: what obliges somebody becomes a requirement, or a norm where a profile has those.

Only what `documents.candidates` picks out, word for word, with the place it comes from; people decide what of it stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from graphwright.documents.candidates import Candidate, candidates
from graphwright.documents.library import Library
from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.plan import API_OPERATIONS
from graphwright.operations.proposals import Proposals
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.documents import Passage, SourceDocument
from graphwright.protocol.events import ProposalOpened
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import DocumentId, OperationId, PassageId, ProposalId
from graphwright.protocol.operations import ChangeSet, NodeCreate

KINDS: Final = ("REQ", "NORM")
"""Node types that an obliging passage may become; the first that the profile has is used."""
NAME_LENGTH: Final = 200
DESCR_LENGTH: Final = 20_000


class CandidateNode(Record, frozen=True, kw_only=True):
    """A node that a passage could become."""

    document_id: DocumentId
    passage_id: PassageId
    place: str
    """What people call the passage, `§ 34 (1)`, else the headings above it."""
    node_type: str
    name: str
    descr: str
    """The words of the passage."""


class CandidateNodes(Struct, frozen=True):
    """The nodes that documents could become, in their order."""

    nodes: list[CandidateNode]
    known: int
    """Passages left out because a node of that name is there already, in the model or before it in the list."""


async def candidate_nodes(project: Project, library: Library, documents: Sequence[SourceDocument]) -> CandidateNodes:
    """What could be proposed of these documents. `InvalidCommand` where the profile has no type for it."""
    kind = _kind(project.graph.ontology)
    nodes: dict[str, CandidateNode] = {}
    known = 0
    for document in documents:
        passages = await library.passages(document.document_id, limit=document.passages)
        places = {passage.passage_id: passage for passage in passages}
        for found in await in_thread(partial(candidates, passages)):
            node = _node(kind, found, places[found.passage_id])
            if not node.name or node.name in nodes or project.graph.named(kind, node.name):
                known += 1
            else:
                nodes[node.name] = node
    return CandidateNodes(list(nodes.values()), known)


async def propose_nodes(
    project: Project,
    committer: Committer,
    proposals: Proposals,
    nodes: Sequence[CandidateNode],
    documents: Sequence[SourceDocument],
    *,
    author: Author,
    limit: int = API_OPERATIONS,
) -> ProposalOpened:
    """The event that opens a proposal of these nodes; the caller makes it durable. `LimitExceeded` for too many."""
    titles = {document.document_id: document.title for document in documents}
    operations = [_operation(number, node) for number, node in enumerate(nodes, start=1)]
    provenance = {
        operation.id: f"{titles[node.document_id]}, {node.place or 'at its beginning'} (passage {node.passage_id})"
        for operation, node in zip(operations, nodes, strict=True)
    }
    submission = Submission(
        change_set=ChangeSet(base_revision=project.graph.revision, operations=[*operations]),
        author=author,
        origin="person",
        importing=True,
        limit=limit,
    )

    def drafted() -> ProposalOpened:
        return proposals.draft(
            committer.dry_run(submission),
            proposal_id=ProposalId(project.ids.new()),
            author=author,
            origin="person",
            reason=", ".join(titles.values()),
            provenance=provenance,
        )

    return await committer.apart(drafted)


def _kind(ontology: Ontology) -> str:
    for kind in KINDS:
        if kind in ontology.node_types:
            return kind
    raise InvalidCommand(
        f"profile {ontology.name!r} has no {' and no '.join(KINDS)} that a passage could become; use a "
        "project of profile systems or procedure"
    )


def _node(kind: str, found: Candidate, passage: Passage) -> CandidateNode:
    return CandidateNode(
        document_id=passage.document_id,
        passage_id=passage.passage_id,
        place=found.label or passage.place.label or " > ".join(passage.place.section),
        node_type=kind,
        name=found.name[:NAME_LENGTH],
        descr=found.text[:DESCR_LENGTH],
    )


def _operation(number: int, node: CandidateNode) -> NodeCreate:
    return NodeCreate(
        id=OperationId(f"p{number}"),
        node_type=node.node_type,
        name=node.name,
        descr=node.descr,
        attributes={"citation": node.place} if node.node_type == "NORM" and node.place else {},
    )
