"""What became of the earlier messages of a conversation: what they changed, what was decided, what had to be mended.

A language model remembers nothing between two messages. Its own changes are told as the lines that would do them, with
the ids that they got, so that it sees what it has written and not only what it said about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.changes import applied, written
from graphwright.context.history import decision_text
from graphwright.context.naming import Names, refs_of, removed_by
from graphwright.errors import GraphwrightError
from graphwright.projects import Project
from graphwright.protocol.base import Record, given
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Edge
from graphwright.protocol.ids import MessageId, PersonId, RunId, ThreadId
from graphwright.protocol.operations import Problem, Proposal
from graphwright.protocol.runs import Run, Step
from graphwright.protocol.threads import Message, ProposalPart
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import whole_result
from graphwright.text.messages import message_of

RUNS: Final = 100
"""Newest runs of a conversation that are looked at; older messages are shortened away."""
BLOCKS: Final = 6
"""Newest changes that are told line by line."""
BLOCK_CHARACTERS: Final = 2_400
"""Of the lines of one change."""
REMEMBERED: Final = 1_000
"""Newest revisions that are looked at for the names of what is gone."""
_PROBLEMS: Final = 6
"""Told of one repair."""


class Recollection(Struct, frozen=True):
    """What is known about earlier messages beside their words."""

    proposals: dict[MessageId, list[Proposal]]
    notes: dict[MessageId, list[str]]
    """What became of its change: mended, applied."""
    decisions: dict[MessageId, list[str]]
    """What people decided about its proposals, word for word."""
    blocks: dict[MessageId, str]
    """What a message changed or proposed, as lines; of the newest only."""

    @property
    def deciders(self) -> Iterator[PersonId]:
        """Whose feedback is repeated."""
        for proposal in (each for several in self.proposals.values() for each in several):
            decided = proposal.decided
            if decided is not None and decided.feedback is not None:
                yield decided.person.person_id


class _Ended(Record, frozen=True, kw_only=True):
    """What is wanted of a run's result, which may be shortened beyond that."""

    message_id: MessageId | None = None
    revision: int | None = None


class _Planned(Record, frozen=True, kw_only=True):
    """What is wanted of a draft that was held against the model."""

    problems: list[Problem] = []


NOTHING: Final = Recollection({}, {}, {}, {})


async def recollected(project: Project, thread_id: ThreadId, messages: Sequence[Message]) -> Recollection:
    """What became of these messages."""
    proposals = await _proposals_in(project, messages)
    ended = [(run, _ended(run)) for run in await project.read_all(Run, group=thread_id, newest=RUNS)]
    commits: dict[MessageId, CommitApplied] = {}
    notes: dict[MessageId, list[str]] = {}
    for number, (run, end) in enumerate(reversed(ended)):
        if end.message_id is None:
            continue
        told = notes.setdefault(end.message_id, [])
        if number < BLOCKS:
            told += await _mended(project, run.run_id)
        if end.revision is not None:
            told.append(f"[applied to the model as revision {end.revision}]")
            commit = await _commit(project, end.revision) if number < BLOCKS else None
            if commit is not None:
                commits[end.message_id] = commit
    names = await _names(project, proposals, commits)
    decisions = {key: [decision_text(proposal, names) for proposal in several] for key, several in proposals.items()}
    blocks = {message_id: _proposed(names, several) for message_id, several in proposals.items()}
    blocks |= {key: applied(names, commit.changes, most=BLOCK_CHARACTERS) for key, commit in commits.items()}
    newest = [message.message_id for message in messages if message.message_id in blocks][-BLOCKS:]
    return Recollection(
        proposals,
        {key: told for key, told in notes.items() if told},
        decisions,
        {key: blocks[key] for key in newest if blocks[key]},
    )


async def _names(
    project: Project, proposals: Mapping[MessageId, Sequence[Proposal]], commits: Mapping[MessageId, CommitApplied]
) -> Names:
    """What everything is called that is spoken of. Only where something is gone the newest commits tell what it was."""
    graph = project.graph
    removed: dict[str, str] = {}
    spoken = {
        ref for several in proposals.values() for each in several for one in each.operations for ref in refs_of(one)
    }
    for commit in commits.values():
        removed |= removed_by(commit.changes)
        for change in commit.changes:
            edge = change.after or change.before
            spoken |= {edge.source, edge.target} if isinstance(edge, Edge) else set()
    if Names(graph).without(spoken) - removed.keys():
        for commit in await project.commits_since(max(0, graph.revision - REMEMBERED)):
            removed |= removed_by(commit.changes)
    return Names(graph, removed)


def _ended(run: Run) -> _Ended:
    result = given(run.result)
    return _Ended() if result is None else decode(bytes(result), _Ended)


async def _proposals_in(project: Project, messages: Sequence[Message]) -> dict[MessageId, list[Proposal]]:
    """The proposals that each message of a conversation holds, as they stand."""
    found: dict[MessageId, list[Proposal]] = {}
    for message in messages:
        for part in message.parts:
            if isinstance(part, ProposalPart):
                proposal = await project.find(Proposal, part.proposal_id)
                if proposal is not None:
                    found.setdefault(message.message_id, []).append(proposal)
    return found


def _proposed(names: Names, proposals: Sequence[Proposal]) -> str:
    return "\n".join(written(names, proposal.operations, most=BLOCK_CHARACTERS) for proposal in proposals)


async def _commit(project: Project, revision: int) -> CommitApplied | None:
    """A commit; `None` for one that cannot be read any more."""
    try:
        return await project.commit_at(revision)
    except GraphwrightError:
        return None


async def _mended(project: Project, run_id: RunId) -> list[str]:
    """Why drafts of a run went back to the language model."""
    faults: dict[str, None] = {}
    for step in await project.read_all(Step, group=run_id):
        if step.kind == "plan" and step.verdict == "failed" and given(step.result) is not None:
            problems = decode(bytes(await whole_result(project, step)), _Planned).problems
            # The notes of a conversation are English, like the rest of what is said about it.
            faults |= dict.fromkeys(message_of(problem, "en", coded=True) for problem in problems)
    if not faults:
        return []
    more = f" and {len(faults) - _PROBLEMS} more" if len(faults) > _PROBLEMS else ""
    return [f"[a draft had to be mended: {'; '.join(list(faults)[:_PROBLEMS])}{more}]"]


def speakers(messages: Sequence[Message], recollection: Recollection) -> list[PersonId]:
    """Whose words are repeated: those of people who wrote, and the feedback of those who decided.

    A person without an id has the empty one: nobody we know, who may nothing.
    """
    wrote = (message.author.person_id for message in messages if message.author.kind == "person")
    found = {PersonId("") if each is None else each for each in wrote}
    return sorted(found | set(recollection.deciders))
