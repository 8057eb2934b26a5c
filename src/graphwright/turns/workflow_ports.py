"""What the workflows of one project work with: made once by the workbench, and fitted to each of them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from graphwright.operations.commit import Committer
from graphwright.operations.proposals import Proposals
from graphwright.operations.survey import MoreFindings
from graphwright.projects import Project
from graphwright.settings import Settings
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import Preparation
from graphwright.turns.retrieval import SourceRetrieval
from graphwright.turns.tool_loop import ToolLoop


class WorkflowPorts(Struct, frozen=True, kw_only=True):
    """Everything that a workflow may reach beside its request."""

    settings: Settings
    project: Project
    committer: Committer
    proposals: Proposals
    calls: ModelCalls
    preparation: Preparation
    retrieval: SourceRetrieval
    loop: ToolLoop
    more_findings: MoreFindings
    """What the rules of plugins say."""

    def of(self, workflow: str) -> WorkflowPorts:
        """The same for one workflow: with the language model, the effort and the budget that were chosen for it."""
        calls = self.calls.of(workflow)
        return replace(self, calls=calls, preparation=self.preparation.told_by(calls.name))
