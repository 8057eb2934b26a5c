"""A long discussion under everything that can happen to it: deaths, retries, truncations, time-outs, lost deltas.

Each death is that of a process: the engine is gone with all it had in memory, and another one takes the run up from the
store alone.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Final

import pytest
from msgspec import Struct

from graphwright.client.passing import PassingState
from graphwright.context.dialogue import PersonaRequest
from graphwright.discussion.discussion_state import discussion_of
from graphwright.discussion.rounds import validate_message_ordering
from graphwright.errors import ProviderRateLimited, ProviderUnavailable
from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import Answer, ScriptedEnd
from graphwright.ports import ManualClock
from graphwright.protocol.events import MessageCompleted, MessageDelta
from graphwright.protocol.threads import text_digest, text_of
from graphwright.store.memory import MemoryStore
from tests.discussion.place import Sitting, sitting
from tests.discussion.voices import argue, speakers, vote
from tests.places import ANA, START

MANY: Final = "200"
FAILURES: Final = {("failed", "answerRefused"), ("failed", "providerUnavailable"), ("failed", "providerRateLimited")}
"""Ways in which a turn fails under this weather; anything else would be our own fault."""
PERSONAS: Final = ("Analyzer", "Solver", "Moderator")


class Said(Struct, frozen=True):
    """A stored message, as far as its order is concerned."""

    persona: str
    round: int
    turn: int
    text: str


class Weather:
    """What happens to model calls, from a seed; and where in a round it happened."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.happened: Counter[tuple[str, str]] = Counter()
        self.asked = "Analyzer"
        """Who was asked last: where the discussion stands."""
        self.calls = 0

    def note(self, what: str) -> None:
        """Something happened here."""
        self.happened[what, self.asked] += 1

    def answer(self, request: ModelRequest, wanted: PersonaRequest) -> Answer:
        """Mostly a turn; sometimes a fault of the provider, a truncation, nothing, or somebody else's words."""
        self.asked, self.calls = wanted.persona, self.calls + 1
        throw = self.chance.random()
        if len(request.messages) > 1 and "cut off" in request.messages[-1].text:
            return f"and it ends here.\n\nClaim: {wanted.persona} holds point {wanted.turn}."
        other = next(name for name in PERSONAS if name != wanted.persona)
        for name, until, answer in (
            ("truncated", 0.08, [f"Turn {wanted.turn} begins ", ScriptedEnd("length")]),
            ("timed out", 0.12, ProviderUnavailable("no answer for 60 s")),
            ("rate limited", 0.15, ProviderRateLimited("slow down")),
            ("broken off", 0.18, ["half an ans", ScriptedEnd()]),
            ("nothing", 0.26, "   "),
            ("others", 0.29, f"My view of {wanted.turn}.\n\nClaim: {wanted.turn} holds.\n\n{other}: I decide."),
        ):
            if throw < until:
                self.note(name)
                return answer
        return argue(request, wanted)

    def vote(self, request: ModelRequest, wanted: PersonaRequest) -> Answer:
        """A ballot; sometimes none that can be read, sometimes none at all."""
        self.asked, self.calls = "votes", self.calls + 1
        throw = self.chance.random()
        for name, until, answer in (
            ("timed out", 0.04, ProviderUnavailable("no answer for 60 s")),
            ("unreadable", 0.08, "I agree, more or less."),
        ):
            if throw < until:
                self.note(name)
                return answer
        return vote(request, wanted)


async def lived(seed: int, rounds: int, *, longest: int) -> tuple[Sitting, Weather]:
    """Hold a discussion to its end, whatever happens; a failed one is tried again from where it failed.

    Each process lives for at most `longest` model calls, and dies within 60 steps of the event loop after its last one;
    then the next takes over.
    """
    weather = Weather(seed)
    model = speakers(argue=weather.answer, vote=weather.vote)
    store = MemoryStore(ManualClock(START))
    place = await sitting(model, store=store, GRAPHWRIGHT_DISCUSS_ROUNDS=MANY)
    run_id = await place.begin(
        rounds=rounds, questions="leaveOpen", end={"allAgree": False, "noNewClaims": 0}, summaryEvery=10
    )
    for life in range(rounds * 10):
        waiting = asyncio.ensure_future(place.open_project.engine.settled(run_id))
        last_call = weather.calls + weather.chance.randrange(1, longest)
        while weather.calls < last_call and not waiting.done():
            await asyncio.sleep(0)
        for _ in range(weather.chance.randrange(60)):
            await asyncio.sleep(0)
        if not waiting.done():
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await place.workbench_dies()
            weather.note("died")
            place = await sitting(model, store=store, seed=100 + life, GRAPHWRIGHT_DISCUSS_ROUNDS=MANY)
            await place.open_project.engine.resume(run_id)
            continue
        state = waiting.result()
        if state.status == "completed":
            place.run_id = run_id
            return place, weather
        assert (state.status, state.error and state.error.code) in FAILURES, state.error
        weather.note("tried again")
        run_id = await place.open_project.engine.retry(run_id, author=ANA)
    raise AssertionError("the discussion does not come to its end")


async def check(place: Sitting, rounds: int) -> None:
    """Nothing lost, nothing twice, nothing changed, and in order."""
    found = await discussion_of(place.open_project.project, place.run_id)
    project = place.open_project.project
    kept = await place.kept_turns()
    assert len(kept) == rounds * 3
    stored: list[Said] = []
    for turn in kept:
        message = await place.message(turn.message_id)
        assert (text_digest(text_of(message.parts)), text_of(message.parts)) == (turn.digest, turn.text)
        assert (message.status, message.author.name) == ("complete", turn.persona)
        assert isinstance(message.round, int)
        assert isinstance(message.turn, int)
        stored.append(Said(message.author.name, message.round, message.turn, text_of(message.parts)))
    validate_message_ordering(stored, PERSONAS)
    assert (found.record.turns, found.record.reason) == (rounds * 3, "limit")
    assert await project.store.rebuild(project.project_id) == []


@pytest.mark.requirement("I-16", "WE-01", "WE-03", "T-16")
async def test_twelve_rounds_survive_deaths_retries_truncations_and_time_outs():
    place, weather = await lived(seed=3, rounds=12, longest=30)
    await check(place, 12)
    kinds = {what for what, _ in weather.happened}
    assert {"died", "truncated", "timed out"} <= kinds, weather.happened


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.requirement("I-16", "WE-01", "WE-03", "T-16", "E-50")
async def test_two_hundred_rounds_survive_deaths_retries_truncations_and_time_outs(capsys: pytest.CaptureFixture[str]):
    place, weather = await lived(seed=0, rounds=200, longest=40)
    await check(place, 200)
    with capsys.disabled():
        print("\n200 rounds, 600 turns; by kind of fault and who had the floor:")
        for what in sorted({what for what, _ in weather.happened}):
            print(f"  {what}: " + ", ".join(f"{at} {n}" for (w, at), n in weather.happened.items() if w == what))
    everywhere = {
        *((what, name) for what in ("truncated", "timed out", "rate limited", "broken off", "nothing", "others")
          for name in PERSONAS),
        *((what, "votes") for what in ("timed out", "unreadable")),
        *(("died", at) for at in (*PERSONAS, "votes")),
    }  # fmt: skip
    assert everywhere <= weather.happened.keys(), everywhere - weather.happened.keys()
    assert any(what == "tried again" for what, _ in weather.happened)


@pytest.mark.requirement("T-15", "WE-04", "WE-07", "E-24", "E-76", "E-22", "E-27")
async def test_with_a_third_of_all_pieces_dropped_every_client_ends_with_the_identical_text():
    place = await sitting(speakers(argue=lambda r, w: f"{argue(r, w)} " + "word " * 50))
    chance = random.Random(8)
    clients = [PassingState() for _ in range(6)]
    ended: list[dict[str, str]] = [{} for _ in clients]
    dropped = heard = incomplete = 0

    def hear(event: object) -> None:
        nonlocal dropped, heard, incomplete
        for passing, texts in zip(clients, ended, strict=True):
            if isinstance(event, MessageDelta):
                heard += 1
                if chance.random() < 1 / 3:
                    dropped += 1
                    continue
            if isinstance(event, MessageCompleted):
                streaming = passing.streaming.get(event.message_id)
                incomplete += streaming is not None and streaming.text != text_of(event.parts)
                texts[event.message_id] = text_of(event.parts)
                assert event.author.kind != "persona" or event.digest == text_digest(texts[event.message_id])
            passing.hear(event)  # type: ignore[arg-type]

    place.open_project.project.bus.subscribe(place.open_project.project.project_id, hear)
    await place.held(rounds=2, questions="leaveOpen", end={"allAgree": False})
    stored = {m.message_id: text_of(m.parts) for m in await place.messages()}
    assert len(stored) == 7
    assert 0.3 < dropped / heard < 0.37
    assert incomplete, "the pieces alone would not have told it"
    assert all({key: texts[key] for key in stored} == stored for texts in ended)
    assert all(passing.streaming == {} for passing in clients)
