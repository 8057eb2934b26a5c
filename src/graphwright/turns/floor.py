"""Who has the floor in a discussion, and what becomes of it: a turn that streams and is kept, a ballot, a quiet answer.

One model call of a persona at a time, as steps; which persona, when, and what it all leads to is `workflows.discuss`.
What a step builds on is bound to it and not passed: it follows from results of earlier steps, and a transcript of 200
rounds as an argument would be digested again for every turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.discussion.prompts import DiscussionBrief, DiscussionSoFar, turn_request, vote_request, with_problem
from graphwright.discussion.reading import HEARD, LONGEST, ReadTurn, merged, read_turn
from graphwright.discussion.record import note_line, turns_of
from graphwright.discussion.turns import NOTHING_USED, Ballot, Claim, DiscussionTurn, Note, TurnPlace
from graphwright.discussion.votes import read_votes
from graphwright.errors import AnswerRefused, BudgetExceeded, InvalidCommand, LanguageModelError
from graphwright.llm.base import ModelRequest, ModelResponse
from graphwright.llm.prices import added
from graphwright.projects import Project
from graphwright.protocol.base import UNSET, Record, UnsetType
from graphwright.protocol.ids import MessageId
from graphwright.protocol.operations import Operation, Problem
from graphwright.protocol.runs import Usage
from graphwright.protocol.threads import MessageAuthor, text_digest
from graphwright.runs.scope import Scope, StepScope
from graphwright.turns.answers import names_of
from graphwright.turns.message_stream import MessageHead, MessageStream, operations_reader
from graphwright.turns.model_calls import ModelCalls
from graphwright.turns.preparation import TurnContext
from graphwright.turns.tool_loop import ToolLoop

LOOKUPS: Final = 2
"""Model calls of one turn that may ask for tools; the one after them has to answer."""
TRIES: Final = 2
"""Of a turn that held nothing, and of an answer whose form could not be read."""


DryRun = Callable[[StepScope, Sequence[Operation]], Sequence[Problem]]
"""Would these operations hold on the model as it is now? Changes nothing."""


class SavedAnswer(Record, frozen=True, kw_only=True):
    """An answer of a language model, whole."""

    text: str
    model: str
    usage: Usage
    was_continued: bool = False


class DiscussionCalls:
    """What all personas of one discussion share."""

    def __init__(
        self,
        project: Project,
        calls: ModelCalls,
        loop: ToolLoop,
        dry_run: DryRun,
        *,
        brief: DiscussionBrief,
        turn_context: TurnContext,
    ) -> None:
        self.project = project
        self.calls = calls
        self.loop = loop
        self.dry_run = dry_run
        self.brief = brief
        self.turn_context = turn_context

    def calls_of(self, place: TurnPlace) -> ModelCalls:
        """The chain as a persona wants it; each round has the budget of a run."""
        model = self.brief.persona(place.persona).model
        first = None if isinstance(model, UnsetType) else model
        return self.calls.with_options(first=first, part=f"round {place.round}", characters=HEARD)

    def head(
        self, place: TurnPlace, message_id: MessageId, parent: MessageId, *, is_last_word: bool = False
    ) -> MessageHead:
        """The message of a place. The last word of a discussion has no turn: the turns are those of the rounds."""
        proposes = self.brief.persona(place.persona).proposes is True and not is_last_word
        return MessageHead(
            run_id=self.turn_context.run_id,
            thread_id=self.turn_context.thread_id,
            parent_id=parent,
            message_id=message_id,
            author=MessageAuthor(kind="persona", name=place.persona),
            round=place.round,
            turn=UNSET if place.aside or is_last_word else place.turn,
            proposal_id=self.turn_context.proposal_id if proposes else None,
        )

    async def ask(self, step: Scope, request: ModelRequest, place: TurnPlace, *, key: str) -> SavedAnswer:
        """A model call that people do not hear."""
        return await step.step("model_call", _Quiet(self, request).call, place, key=key, label=place.persona)


class Speaking:
    """One turn, or one aside: asked for, heard, read, kept."""

    def __init__(
        self, floor: DiscussionCalls, sofar: DiscussionSoFar, known: Collection[str], parent: MessageId
    ) -> None:
        self._floor = floor
        self._sofar = sofar
        self._known = known
        self._parent = parent

    async def turn(self, step: StepScope, place: TurnPlace, asked: str) -> DiscussionTurn:
        """Exactly one message. A try that leaves nothing is made again; then the turn fails, and nothing else does."""
        floor = self._floor
        message_id = MessageId(step.stable_id("message"))
        head = floor.head(place, message_id, self._parent)
        usage = NOTHING_USED
        for number in range(1, TRIES + 1):
            calling = _Calling(self, head, number)
            try:
                if number == 1:  # its calls stand right under the turn: a step fewer for each of them
                    said = await calling.call(step, place, asked, number)
                else:
                    said = await step.step("model_call", calling.call, place, asked, number, key="again")
            except AnswerRefused:
                if number == TRIES:
                    raise
                continue
            usage = added(usage, said.usage)
            read = self._read(said, place)
            if read.text or read.operations:
                problems = self._not_holding(step, read.operations)
                turn = self._kept(read, replace(said, usage=usage), place, message_id, problems)
                await step.record([head.completed(turn.text, usage)])
                return turn
        message = f"{place.persona} said nothing in turn {place.label} that could be kept, {TRIES} times"
        raise AnswerRefused(message, persona=place.persona, turn=place.label)

    def request(self, place: TurnPlace, asked: str, number: int) -> ModelRequest:
        """What is sent; a second try is told why there is one."""
        return turn_request(self._floor.brief, self._sofar, place, asked=asked, again=number > 1)

    @property
    def floor(self) -> DiscussionCalls:
        """Where it is said."""
        return self._floor

    def _read(self, said: SavedAnswer, place: TurnPlace) -> ReadTurn:
        brief = self._floor.brief
        return read_turn(
            said.text,
            place,
            brief.names,
            self._floor.project.ontology,
            proposes=brief.persona(place.persona).proposes is True,
            known=self._known,
            projects=names_of(self._floor.project),
        )

    def _not_holding(self, step: StepScope, operations: Sequence[Operation]) -> list[Problem]:
        """What is wrong with the changes of this turn, after those of the turns before it; it is told in the next."""
        if not operations:
            return []
        before = [turn.operations for turn in (*turns_of(self._sofar.rounds), *self._sofar.turns)]
        own = {operation.id for operation in operations}
        problems = self._floor.dry_run(step, merged([*before, operations]))
        return [problem for problem in problems if problem.operation_id in own]

    def _kept(
        self, read: ReadTurn, said: SavedAnswer, place: TurnPlace, message_id: MessageId, not_holding: Sequence[Problem]
    ) -> DiscussionTurn:
        notes = list(read.notes)
        if said.was_continued:
            notes.append("continued")
        # A continued answer is whole: nothing to warn of.
        shown: list[Note] = [note for note in notes if note != "continued"]
        text = (read.text[: LONGEST + 1] + note_line(shown, self._floor.brief.language)).strip()
        return DiscussionTurn(
            place=place,
            message_id=message_id,
            text=text,
            digest=text_digest(text),
            claims=read.claims,
            operations=read.operations,
            problems=[*read.problems, *not_holding],
            notes=notes,
            model=said.model,
            usage=said.usage,
        )


class Voting:
    """The votes after a round: everybody on the same claims, at the same time."""

    def __init__(self, floor: DiscussionCalls, sofar: DiscussionSoFar, claims: Sequence[Claim]) -> None:
        self._floor = floor
        self._sofar = sofar
        self._claims = claims

    async def vote(self, step: StepScope, place: TurnPlace) -> Ballot:
        """A ballot that can be read, after one repair at most; else no vote, which is counted and shown."""
        brief = self._floor.brief
        request = vote_request(brief, self._sofar, place, self._claims)
        usage, problem = NOTHING_USED, ""
        try:
            for number in range(1, TRIES + 1):
                said = await self._floor.ask(step, request, place, key=str(number))
                usage = added(usage, said.usage)
                try:
                    votes = read_votes(said.text, self._claims)
                except InvalidCommand as error:
                    problem = error.message
                    request = with_problem(request, said.text, problem, brief.language)
                else:
                    step.verdict("passed")
                    return Ballot(persona=place.persona, is_valid=True, votes=votes, usage=usage)
        except BudgetExceeded:
            raise
        except LanguageModelError as error:
            problem = error.message
        step.verdict("failed")
        return Ballot(persona=place.persona, is_valid=False, votes=[], problem=problem[:500], usage=usage)


class _Calling:
    """A model call that everybody hears."""

    def __init__(self, speaking: Speaking, head: MessageHead, number: int) -> None:
        self._speaking = speaking
        self._head = head
        self._number = number

    async def call(self, step: StepScope, place: TurnPlace, asked: str, number: int) -> SavedAnswer:
        floor = self._speaking.floor
        request = self._speaking.request(place, asked, number)
        stream = MessageStream(self._head, operations_reader(floor.project), number=self._number)
        if floor.brief.looks_up(floor.brief.persona(place.persona)):
            return await self._looked_up(step, floor, place, request, stream)
        response = await floor.calls_of(place).ask(step, request, stream)
        return _said(response, was_continued=stream.was_continued)

    async def _looked_up(
        self, step: StepScope, floor: DiscussionCalls, place: TurnPlace, request: ModelRequest, stream: MessageStream
    ) -> SavedAnswer:
        """The same with tools that read; each call of one is a step below the turn."""
        loop_result = await floor.loop.run(
            step,
            floor.turn_context,
            request,
            read_only=True,
            calls=floor.calls_of(place),
            stream=stream,
            at_most=LOOKUPS,
        )
        text = "" if loop_result.is_silent else loop_result.text[:HEARD]
        return SavedAnswer(
            text=text, model=loop_result.model, usage=loop_result.usage, was_continued=stream.was_continued
        )


class _Quiet:
    def __init__(self, floor: DiscussionCalls, request: ModelRequest) -> None:
        self._floor = floor
        self._request = request

    async def call(self, step: StepScope, place: TurnPlace) -> SavedAnswer:
        return _said(await self._floor.calls_of(place).ask(step, self._request))


def _said(response: ModelResponse, *, was_continued: bool = False) -> SavedAnswer:
    return SavedAnswer(
        text=response.text[:HEARD], model=response.model, usage=response.usage, was_continued=was_continued
    )
