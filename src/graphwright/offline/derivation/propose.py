"""Opens the proposal of what was derived, for people who ask for it without a sentence."""

from __future__ import annotations

from graphwright.graph.language import language_spoken
from graphwright.languages import supported
from graphwright.offline.derivation.derive import derive
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.proposals import Proposals
from graphwright.projects import Project
from graphwright.protocol.events import ProposalOpened
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import NodeId, ProposalId
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.products import Product


def propose_derived(
    product: Product,
    project: Project,
    committer: Committer,
    proposals: Proposals,
    *,
    author: Author,
    about: NodeId | None = None,
) -> ProposalOpened | None:
    """The event that opens it, which the caller makes durable; `None` where nothing follows."""
    graph = project.graph
    chosen = project.header.language
    language = language_spoken(graph) if chosen == "auto" else supported(chosen)
    draft = Draft(graph, NodeIndex(graph), language)
    said = derive(product, draft, about=None if about is None else graph.nodes[about])
    if not draft.operations:
        return None
    change_set = ChangeSet(base_revision=graph.revision, operations=draft.operations, reason=said)
    return proposals.draft(
        committer.dry_run(Submission(change_set=change_set, author=author, origin="person")),
        proposal_id=ProposalId(project.ids.new()),
        author=author,
        origin="person",
        reason=said,
        provenance=draft.reasons,
    )
