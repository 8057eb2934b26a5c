"""What people did to a discussion: said, asked of one persona, added rounds, voted, stopped it.

Durable from the moment it was accepted, and read in the order of the journal. What a run that failed had not heard goes
with the run that tries it again; only a stop does not, because trying again is the later word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.discussion.turns import PersonVote
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.events import DiscussionSteered, RunStarted
from graphwright.protocol.ids import RunId
from graphwright.protocol.runs import SteerAction, Step
from graphwright.protocol.wire import decode
from graphwright.runs.recorded_steps import step_id_of
from graphwright.runs.results import read_result

PEOPLE: Final = "people"
"""Label of the steps that listen."""
LAST_LOOK: Final = "people at the end"
"""Key of the last of them: who speaks when it has begun comes too late."""
_TRIES: Final = 100
"""Runs that one discussion is looked for in, the newest first."""


class Steering(Record, frozen=True, kw_only=True):
    """One thing a person did."""

    action: SteerAction
    name: str
    text: str
    persona: str
    rounds: int
    vote: PersonVote | None = None


class NewSteerings(Record, frozen=True, kw_only=True):
    """What people did since it was last looked."""

    upto: str
    """Place in the journal of the newest that was heard."""
    steerings: list[Steering]


class Steerings:
    """What reaches one discussion."""

    def __init__(self, project: Project, run_id: RunId, first_run: RunId, personas: Sequence[str]) -> None:
        self._project = project
        self._run_id = run_id
        self._is_retried = run_id != first_run
        self._personas = personas
        self._inherited: list[tuple[str, Steering]] | None = None

    async def since(self, upto: str) -> NewSteerings:
        """What was done after this place in the journal."""
        if self._inherited is None:
            self._inherited = await self._unheard() if self._is_retried else []
        found = [*self._inherited, *await self._of(self._run_id)]
        fresh = sorted((each for each in found if each[0] > upto), key=lambda each: each[0])
        return NewSteerings(upto=fresh[-1][0] if fresh else upto, steerings=[steering for _, steering in fresh])

    async def _of(self, run_id: RunId) -> list[tuple[str, Steering]]:
        read = await _all_of(self._project, run_id)
        # Asking somebody who is not there is refused at the door; a discussion is never held up by it.
        return [each for each in read if each[1].action != "askPersona" or each[1].persona in self._personas]

    async def _unheard(self) -> list[tuple[str, Steering]]:
        """Of the runs before this one: what none of their steps has heard."""
        found: list[tuple[str, Steering]] = []
        run_id = await _run_before(self._project, self._run_id)
        for _ in range(_TRIES):
            if run_id is None:
                break
            heard = await self._heard_by(run_id)
            found += [each for each in await self._of(run_id) if each[0] > heard and each[1].action != "stopAfterTurn"]
            run_id = await _run_before(self._project, run_id)
        return found

    async def _heard_by(self, run_id: RunId) -> str:
        heard = [
            said.upto
            for step in await self._project.read_all(Step, group=run_id)
            if step.label == PEOPLE and (said := read_result(step, NewSteerings)) is not None
        ]
        return max(heard, default="")


async def votes_given(project: Project, run_id: RunId) -> list[PersonVote]:
    """Every vote of people on this discussion, heard or not, in the order they were given."""
    found: list[tuple[str, Steering]] = []
    wanted: RunId | None = run_id
    for _ in range(_TRIES):
        if wanted is None:
            break
        found += await _all_of(project, wanted)
        wanted = await _run_before(project, wanted)
    return [steering.vote for _, steering in sorted(found, key=lambda each: each[0]) if steering.vote is not None]


async def is_over(project: Project, run_id: RunId) -> bool:
    """Does nobody listen any more?"""
    return await project.find(Step, step_id_of(run_id, f"context:{LAST_LOOK}")) is not None


async def _all_of(project: Project, run_id: RunId) -> list[tuple[str, Steering]]:
    """What was done to one run, each with its place in the journal."""
    documents = await project.store.documents(project.project_id, "steering", group=run_id)
    return [(each.id.rpartition("/")[2], _read(decode(each.body, DiscussionSteered))) for each in documents]


async def _run_before(project: Project, run_id: RunId) -> RunId | None:
    """The run that this one tries again."""
    run = await project.find(RunStarted, run_id)
    if run is None or run.forked_from is None:
        return None
    step = await project.find(Step, run.forked_from)
    return None if step is None else step.run_id


def _read(event: DiscussionSteered) -> Steering:
    vote = None
    if event.claim_id is not None and event.stance is not None:
        vote = PersonVote(
            claim_id=event.claim_id,
            person_id=event.person.person_id,
            name=event.person.name,
            stance=event.stance,
            reason=event.text or "",
        )
    return Steering(
        action=event.action,
        name=event.person.name,
        text="" if vote else event.text or "",
        persona=event.persona or "",
        rounds=1 if event.rounds is None else event.rounds,
        vote=vote,
    )
