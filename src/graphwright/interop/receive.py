"""What becomes of an import: applied at once in an empty project, else a proposal that a person decides (ADR-09)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.errors import Refused
from graphwright.interop.matching import ModelDifferences, differences
from graphwright.interop.progress import ImportProgress, TellProgress
from graphwright.interop.report import ImportedModel
from graphwright.interop.wrong_elements import refused_elements
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.plan import IMPORT_OPERATIONS
from graphwright.operations.proposals import Proposals
from graphwright.ports import in_thread
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied, ProposalOpened
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProposalId
from graphwright.protocol.operations import ChangeSet, Operation

_SLICE: Final = 2_000
"""Operations that are taken apart at once, in about 1 ms."""


class ReceivedImport(Struct, frozen=True):
    """Either a commit or a proposal, or neither where the model says all of it already."""

    differences: ModelDifferences
    commit: CommitApplied | None = None
    proposal: ProposalOpened | None = None


async def receive(
    project: Project,
    committer: Committer,
    proposals: Proposals,
    imported: ImportedModel,
    *,
    author: Author,
    name: str,
    dry_run: bool = False,
    tell: TellProgress = lambda _: None,
) -> ReceivedImport:
    """Bring in what was read from the file called `name`; for a dry run only say what would change.

    What was applied is used up: the operations are gone from `imported`. `Refused` with every problem, and nothing has
    happened.
    """
    read = imported.report.nodes + imported.report.edges
    tell(ImportProgress(stage="comparing", read=read))
    found = await committer.apart(lambda: differences(imported, project.graph, name))
    if not found.operations:
        return ReceivedImport(found)
    submission = Submission(
        change_set=ChangeSet(
            base_revision=project.graph.revision,
            operations=found.operations,
            reason=f"import of {name} ({imported.report.format})",
        ),
        author=author,
        origin="import",
        importing=True,
        limit=IMPORT_OPERATIONS,
    )
    if dry_run:
        plan = await committer.apart(lambda: committer.dry_run(submission))
        if plan.problems:
            raise refused_elements(plan.problems, found.operations)
        return ReceivedImport(found)
    tell(ImportProgress(stage="applying", read=read))
    if not project.graph.nodes:
        try:
            done = await committer.submit(submission)
        except Refused as error:
            raise refused_elements(error.problems, found.operations) from None
        await in_thread(lambda: _let_go(found.operations, imported.operations, done.plan.operations))
        return ReceivedImport(found, commit=done.commit)

    def drafted() -> ProposalOpened:
        plan = committer.dry_run(submission)
        if plan.problems:
            raise refused_elements(plan.problems, found.operations)
        return proposals.draft(
            plan,
            proposal_id=ProposalId(project.ids.new()),
            author=author,
            origin="import",
            reason=submission.change_set.reason,
            problems=found.contested,
        )

    proposal = await committer.apart(drafted)
    sequence = await project.record([proposal])
    return ReceivedImport(found, proposal=replace(proposal, sequence=sequence))


def _let_go(*lists: list[Operation]) -> None:
    """Empty long lists beside the loop: a million operations that go at once keep everybody waiting for a second."""
    for operations in lists:
        while operations:
            del operations[-_SLICE:]
