"""Which conversation a client goes on with: it keeps no ids, but repeats what was said and answered before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.actions.seat import Seat
from graphwright.protocol.ids import MessageId, ThreadId
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import Message, text_of

RUNS: Final = 200
"""Looked through, newest first; a conversation that is older begins anew."""


class SpokenTurn(NamedTuple):
    """What somebody has said."""

    is_assistant: bool
    text: str


class ContinuedThread(NamedTuple):
    """The conversation, and the message in it that is answered or followed."""

    thread_id: ThreadId
    message_id: MessageId


async def continued(seat: Seat, earlier: Sequence[SpokenTurn]) -> ContinuedThread | None:
    """The newest conversation of the person in which the last question was answered as it is repeated."""
    answers = [at for at, said in enumerate(earlier) if said.is_assistant]
    asked = (
        next((said.text for said in reversed(earlier[: answers[-1]]) if not said.is_assistant), None)
        if answers
        else None
    )
    if asked is None:
        return None
    repeated = earlier[answers[-1]].text
    for run in reversed(await seat.project.read_all(Run, newest=RUNS)):
        if run.author.person_id != seat.person.person_id or run.question != asked or run.thread_id is None:
            continue
        messages = await seat.project.read_all(Message, group=run.thread_id)
        said = [each for each in messages if each.run_id == run.run_id and each.author.kind != "person"]
        if said and all(text_of(each.parts) in repeated for each in said):
            return ContinuedThread(run.thread_id, said[-1].message_id)
    return None
