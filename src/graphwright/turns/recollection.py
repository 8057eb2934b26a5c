"""What became of the earlier messages of a conversation: what they changed, what was decided, what had to be mended.

A language model remembers nothing between two messages. Its own changes are told as the lines that would do them, with
the ids that they got, so that it sees what it has written and not only what it said about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from graphwright.context.changes import written
from graphwright.context.history import decision_text, shortened
from graphwright.errors import GraphwrightError
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.ids import MessageId, PersonId, RunId, ThreadId
from graphwright.protocol.operations import Problem, Proposal
from graphwright.protocol.runs import Run, Step
from graphwright.protocol.threads import Message, ProposalPart
from graphwright.protocol.wire import decode
from graphwright.runs.recorder import with_whole_result
from graphwright.text.messages import message_of

RUNS: Final = 100
"""Newest runs of a conversation that are looked at; older messages are shortened away."""
BLOCKS: Final = 6
"""Newest changes that are told line by line."""
BLOCK_CHARACTERS: Final = 2_400
"""Of the lines of one message."""
_PROBLEMS: Final = 6
"""Told of one repair."""


class Recollection(Struct, frozen=True):
    """What is known about earlier messages beside their words."""

    proposals: dict[MessageId, list[Proposal]]
    notes: dict[MessageId, list[str]]
    """Decisions and commits, word for word."""
    blocks: dict[MessageId, str]
    """What a message changed or proposed, as lines; of the newest only."""

    @property
    def deciders(self) -> Iterator[PersonId]:
        """Whose feedback is repeated."""
        for proposal in (each for several in self.proposals.values() for each in several):
            decided = proposal.decided
            if not isinstance(decided, UnsetType) and not isinstance(decided.feedback, UnsetType):
                yield decided.person.person_id


class _Ended(Record, frozen=True, kw_only=True):
    """What is wanted of a run's result, which may be shortened beyond that."""

    message_id: MessageId | UnsetType = UNSET
    revision: int | UnsetType = UNSET


class _Planned(Record, frozen=True, kw_only=True):
    """What is wanted of a draft that was held against the model."""

    problems: list[Problem] = []


NOTHING: Final = Recollection({}, {}, {})


async def recollected(project: Project, thread_id: ThreadId, messages: Sequence[Message]) -> Recollection:
    """What became of these messages."""
    proposals = await _proposals_in(project, messages)
    notes = {
        message_id: [decision_text(proposal, project.graph) for proposal in several]
        for message_id, several in proposals.items()
    }
    blocks = {message_id: _proposed(project, several) for message_id, several in proposals.items()}
    ended = [(run, _ended(run)) for run in await project.read_all(Run, group=thread_id, newest=RUNS)]
    for number, (run, end) in enumerate(reversed(ended)):
        if isinstance(end.message_id, UnsetType):
            continue
        told = notes.setdefault(end.message_id, [])
        if number < BLOCKS:
            told += await _mended(project, run.run_id)
        if not isinstance(end.revision, UnsetType):
            told.append(f"[applied to the model as revision {end.revision}]")
            if number < BLOCKS:
                blocks[end.message_id] = await _applied(project, end.revision)
    newest = [message.message_id for message in messages if message.message_id in blocks][-BLOCKS:]
    return Recollection(
        proposals,
        {key: told for key, told in notes.items() if told},
        {key: blocks[key] for key in newest if blocks[key]},
    )


def _ended(run: Run) -> _Ended:
    return _Ended() if isinstance(run.result, UnsetType) else decode(bytes(run.result), _Ended)


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


def _proposed(project: Project, proposals: Sequence[Proposal]) -> str:
    return _cut("\n".join(written(project.graph, proposal.operations) for proposal in proposals))


async def _applied(project: Project, revision: int) -> str:
    """The lines of a commit; nothing of one that is too far back to be read."""
    try:
        commit = await project.commit_at(revision)
    except GraphwrightError:
        return ""
    return _cut(written(project.graph, changes=commit.changes))


async def _mended(project: Project, run_id: RunId) -> list[str]:
    """Why drafts of a run went back to the language model."""
    faults: dict[str, None] = {}
    for step in await project.read_all(Step, group=run_id):
        if step.kind == "plan" and step.verdict == "failed" and not isinstance(step.result, UnsetType):
            whole = await with_whole_result(project, step)
            problems = decode(bytes(whole.result or b"{}"), _Planned).problems
            # The notes of a conversation are English, like the rest of what is said about it.
            faults |= dict.fromkeys(message_of(problem, "en") for problem in problems)
    if not faults:
        return []
    more = f" and {len(faults) - _PROBLEMS} more" if len(faults) > _PROBLEMS else ""
    return [f"[a draft had to be mended: {'; '.join(list(faults)[:_PROBLEMS])}{more}]"]


def _cut(text: str) -> str:
    return shortened(text, BLOCK_CHARACTERS)


def speakers(messages: Sequence[Message], recollection: Recollection) -> list[PersonId]:
    """Whose words are repeated: those of people who wrote, and the feedback of those who decided.

    A person without an id has the empty one: nobody we know, who may nothing.
    """
    wrote = (message.author.person_id for message in messages if message.author.kind == "person")
    found = {PersonId("") if isinstance(each, UnsetType) else each for each in wrote}
    return sorted(found | set(recollection.deciders))
