"""What came of something that was said: the answer, what it changed or proposes, what it asks back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graphwright.client.replica import Replica
from graphwright.protocol.graph import Change
from graphwright.protocol.ids import RunId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import ENDED_RUN, Form, Run
from graphwright.protocol.threads import CitationPart, text_of


class AssistantReply(Struct, frozen=True, kw_only=True):
    """The answer to a message, once its run ended or waits for a person."""

    text: str
    """In Markdown."""
    run: Run
    changes: Sequence[Change]
    """What its commits changed, before and after."""
    citations: Sequence[CitationPart]
    """What its sentences rest on."""
    proposal: Proposal | None
    """What waits for a decision: `project.decide(reply.proposal)`."""
    form: Form | None
    """What is asked back: `project.answer(reply, {...})`."""
    step_id: str | None
    """Where the run waits."""

    @property
    def outcome(self) -> str | None:
        """`applied`, `proposed`, `answered`, ...; None while the run waits."""
        return self.run.outcome

    def _repr_markdown_(self) -> str:
        """What a notebook shows."""
        return self.text


def is_settled(replica: Replica, run_id: RunId) -> bool:
    """Whether a run ended, or waits for somebody."""
    run = replica.runs.get(run_id)
    return run is not None and (run.status in ENDED_RUN or any(w.run_id == run_id for w in replica.waits.values()))


def reply_of(replica: Replica, run_id: RunId, changes: Sequence[Change]) -> AssistantReply:
    """The reply of a run that is settled."""
    said = [each for each in replica.messages.values() if each.run_id == run_id and each.author.kind != "person"]
    parts = [part for message in said for part in message.parts]
    wait = next((each for each in replica.waits.values() if each.run_id == run_id), None)
    proposals = [each for each in replica.proposals.values() if each.run_id == run_id and each.state == "open"]
    return AssistantReply(
        text="\n\n".join(text_of(message.parts) for message in said),
        run=replica.runs[run_id],
        changes=changes,
        citations=[part for part in parts if isinstance(part, CitationPart)],
        proposal=proposals[-1] if proposals else None,
        form=None if wait is None else wait.form,
        step_id=None if wait is None else wait.step_id,
    )
