"""The offline assistant behind the `LanguageModel` protocol: answers a request the way a language model is asked to.

Prose first, then one fenced block in the diff form of Format E, streamed word by word. It says what it is and never
pretends to be a model (ADR-16). Only the person's own words are read, never the prompt around them: it has the live
graph.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final, Literal, assert_never

from graphwright.context.dialogue import PersonaRequest, wanted_of
from graphwright.context.request_text import answered_lines, problems_of, request_of, was_answered
from graphwright.formats.diff_text import write_diff
from graphwright.formats.suggestions import write_suggestions
from graphwright.grammar.read import read
from graphwright.graph.check import check_all, survey, sweep
from graphwright.graph.document import Graph
from graphwright.graph.similarity import index_graph
from graphwright.llm.base import Delta, FinishReason, ModelRequest, ModelResponse, TextDelta, ToolCallDelta
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.dialogue.focus import earlier_of, focus_of
from graphwright.offline.dialogue.greeting import greeted
from graphwright.offline.dialogue.mending import meant_instead
from graphwright.offline.dialogue.messages import dialogue_words
from graphwright.offline.dialogue.suggestions import SUGGESTIONS
from graphwright.offline.dialogue.tasks import task_of
from graphwright.offline.first_words import words_are_read
from graphwright.offline.lookups import AssistantTurn, LookupQuestion, answer_with_tools
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.names import filled
from graphwright.offline.personas import answer_wanted, needs_findings
from graphwright.offline.slices import found_in_slices, read_in_slices
from graphwright.offline.understand import suggesting, understand
from graphwright.offline.understood import Change, OpenQuestion, ReadOnlyAnswer, Situation, UnclearMessage, Understood
from graphwright.offline.waiting import about_waiting, beside_waiting, changes_what_is_there, waiting_parts
from graphwright.operations.watch import PAUSE_S
from graphwright.ports import Clock, Overtaken, SystemClock
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.runs import Usage

_log = logging.getLogger(__name__)
NAME: Final = "offline"
# A graph that others change all the time is judged at once after this many interrupted tries.
_SURVEYS: Final = 3

_NOTHING_USED: Final = Usage(
    input_tokens=0, cached_tokens=0, output_tokens=0, cost_micros=0, currency="USD", estimated=False
)
_DIFF: Final = re.compile(r"<operations(?: proposed)?>[^<]*(?:<(?!/operations>)[^<]*)*</operations>")
_BASELINE: Final = re.compile(
    r"(?i)[ ,]{0,3}(?:\b(?:at|in|of|as of|for|since|zu|bei|in|von|für|seit|à|au|dans|de|pour|depuis)\s{1,3})?"
    r"@[\w.-]{0,80}\w"
)
"""The name of a revision, in a question about it: it says when, and nothing about what."""
_WORDS: Final = re.compile(r"\s+|\S+\s*")


class OfflineAssistant:
    """Understands plain sentences (docs/offline-language.md). Called on the loop that owns the live graph."""

    def __init__(
        self,
        graph_of: Callable[[], Graph],
        *,
        graph_at: Callable[[int], Awaitable[Graph]] | None = None,
        clock: Clock | None = None,
        names_of: Callable[[Graph], NodeIndex] | None = None,
        waiting: Callable[[], Awaitable[Sequence[Proposal]]] | None = None,
    ) -> None:
        """`graph_at` gives the model as it was at a revision, for requests about one; `names_of` an index to fill.

        `waiting`: the proposals that wait for a decision.
        """
        self._graph_of = graph_of
        self._graph_at = graph_at
        self._clock = clock or SystemClock()
        self._names_of = names_of or self._own_names
        self._waiting = waiting
        self._index: NodeIndex | None = None

    @property
    def name(self) -> str:
        """See `LanguageModel.name`."""
        return NAME

    @property
    def is_language_model(self) -> Literal[False]:
        """It is not."""
        return False

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta | ModelResponse]:
        """The answer, word by word, then whole. Uses no tokens."""
        await words_are_read()
        wanted = wanted_of(request)
        turn = await self._asked(request) if wanted is None else await self._argued(request, wanted)
        for index, call in enumerate(turn.calls):
            yield ToolCallDelta(index=index, name=call.name, arguments=call.arguments)
        text = turn.text
        for word in _WORDS.findall(text):
            yield TextDelta(text=word)
        end: FinishReason = "toolCalls" if turn.calls else "stop"
        yield ModelResponse(text=text, tool_calls=turn.calls, usage=_NOTHING_USED, finish_reason=end, model=NAME)

    async def _asked(self, request: ModelRequest) -> AssistantTurn:
        """An answer to a person."""
        words = request_of(request)
        if request.revision is not None:
            words = _BASELINE.sub("", words)
        findings: Sequence[Finding] | None = None
        tried = 0
        while True:
            situation = await self._situation(request, words, findings)
            try:
                return await self._turn(request, words, situation, tried)
            except Overtaken:
                tried += 1
            except _FindingsWantedError:
                findings = await self._findings(request)

    async def _situation(self, request: ModelRequest, words: str, findings: Sequence[Finding] | None) -> Situation:
        """What is said in: the model as it stands now, and the talk before."""
        graph = await self._graph(request)
        index = await self._index_of(graph)
        return Situation(
            graph,
            index,
            focus_of(request, index),
            _unknown_findings if findings is None else lambda: findings,
            earlier=earlier_of(request),
            answered=answered_lines(request) if was_answered(request) else None,
            before=await self._before(graph) if _undoes(words) else None,
            suggests=False,
        )

    async def _before(self, graph: Graph) -> Graph | None:
        """The model before its newest change."""
        return None if self._graph_at is None or graph.revision < 1 else await self._graph_at(graph.revision - 1)

    async def _argued(self, request: ModelRequest, wanted: PersonaRequest) -> AssistantTurn:
        """A turn, a ballot or the decision of a persona in a discussion."""
        findings = await self._findings(request) if needs_findings(wanted) else []
        tried = 0
        while True:
            graph = await self._graph(request)
            index = await self._index_of(graph)
            said = partial(answer_wanted, request, wanted, graph, index, findings)
            try:
                return AssistantTurn(text=await read_in_slices(said, graph, self._clock, tried=tried))
            except Overtaken:
                tried += 1

    async def _graph(self, request: ModelRequest) -> Graph:
        """The model that is asked about: as it stands, or as it was."""
        if self._graph_at is None or request.revision is None:
            return self._graph_of()
        return await self._graph_at(request.revision)

    async def _findings(self, request: ModelRequest) -> list[Finding]:
        """Every finding of the graph, in slices: a large graph takes seconds, and the loop is not ours (ADR-18)."""
        for _ in range(_SURVEYS):
            found = await self._survey(await self._graph(request))
            if found is not None:
                return found
        return check_all(await self._graph(request))

    async def _survey(self, graph: Graph) -> list[Finding] | None:
        """All findings, or `None` when a commit came in between."""
        revision = graph.revision
        found: dict[FindingId, Finding] = {}
        for part in chain(survey(graph, index_graph(graph)), sweep(graph)):
            found.update((each.finding_id, each) for each in part)
            await self._clock.sleep(PAUSE_S)
            if graph.revision != revision:
                return None
        return list(found.values())

    async def _turn(self, request: ModelRequest, words: str, situation: Situation, tried: int) -> AssistantTurn:
        """Words; or calls of tools, where some are offered."""
        graph, characters = situation.graph, len(words)
        meaning = partial(_understood, words, situation)
        understood = await read_in_slices(meaning, graph, self._clock, tried=tried, characters=characters)
        understood = await self._beside_proposals(request, words, situation, understood)
        if isinstance(understood, UnclearMessage):
            understood = replace(understood, suggestions=await self._suggested(understood, situation))
        if request.tools:
            question = LookupQuestion(words, understood, graph, situation.index)
            looked_up = partial(answer_with_tools, request, question)
            return await read_in_slices(looked_up, graph, self._clock, tried=tried, characters=characters)
        return AssistantTurn(text=self._answer(request, understood, graph))

    async def _beside_proposals(
        self, request: ModelRequest, words: str, situation: Situation, understood: Understood
    ) -> Understood:
        """The same, with what waits as a proposal: a message may speak of it, or change what it changes."""
        may_meet = isinstance(understood, UnclearMessage) or changes_what_is_there(understood)
        if self._waiting is None or request.revision is not None or not may_meet:
            return understood
        parts = waiting_parts(await self._waiting(), situation.graph, self._clock)
        if isinstance(understood, Change):
            return beside_waiting(understood, situation.graph, parts)
        return about_waiting(words, situation, parts, understood.language) or understood

    async def _suggested(self, unclear: UnclearMessage, situation: Situation) -> list[str]:
        """Sentences that work on the model."""
        graph = situation.graph
        sentences = suggesting(graph, situation.index, unclear.language, unclear.lesson)
        return await found_in_slices(sentences, SUGGESTIONS, graph, self._clock)

    def _answer(self, request: ModelRequest, understood: Understood, graph: Graph) -> str:
        answer = greeted(request, understood.language, answer_text(understood, graph))
        problems = problems_of(request)
        if problems is None or _diff(answer) != _diff(_last_of(request, "assistant")):
            return answer  # a first answer, or a new one because the graph has moved on
        return f"{dialogue_words(understood.language).retry}\n\n{problems.strip()}\n"

    async def _index_of(self, graph: Graph) -> NodeIndex:
        """The index of names at the graph's revision of now."""
        return await filled(self._names_of(graph), self._clock)

    def _own_names(self, graph: Graph) -> NodeIndex:
        """The index of the graph that was last asked about."""
        if self._index is None or self._index.graph is not graph:
            self._index = NodeIndex(graph, is_filled=False)
        return self._index


def answer_text(understood: Understood, graph: Graph) -> str:
    """What was understood, as a person reads it and `operations.parse` reads it."""
    say = dialogue_words(understood.language)
    match understood:
        case Change(reasons=reasons, language=language) if reasons:
            return f"{derive_words(language).only_proposed}\n"
        case Change(operations, text, _, proposes):
            block = write_diff(operations, graph.ontology, graph=graph, proposed=proposes)
            return f"{text}\n\n```format-e\n{block}\n```\n"
        case ReadOnlyAnswer(text, _):
            return f"{text}\n"
        case OpenQuestion(text, lines):
            asked = "\n".join(line.written() for line in lines)
            return f"{text}\n\n```questions\n{asked}\n```\n"
        case UnclearMessage(text, suggestions):
            examples = f"\n\n{say.examples}\n\n{write_suggestions(suggestions)}" if suggestions else ""
            return f"{text}{examples}\n"
        case _:
            assert_never(understood)


class _FindingsWantedError(Exception):
    """A message asks what is wrong: only then the findings are worth collecting."""


def _understood(words: str, situation: Situation) -> Understood:
    """What a message asks for; where the rules themselves fail nothing is changed, and the person hears of it."""
    try:
        return understand(words, situation)
    except _FindingsWantedError:
        raise
    except Exception:  # noqa: BLE001  any sentence may come, and whoever said it waits for an answer
        _log.exception("a message could not be read by the rules")  # its words are the person's own, and stay out
        language = read(words, focus=situation.focus).language
        return UnclearMessage(dialogue_words(language).failed, [], language)


def _unknown_findings() -> Sequence[Finding]:
    raise _FindingsWantedError


def _undoes(words: str) -> bool:
    task = task_of(words)
    return meant_instead(words) is not None or (task is not None and task.kind == "undo")


def _last_of(request: ModelRequest, role: str) -> str:
    return next((message.text for message in reversed(request.messages) if message.role == role), "")


def _diff(text: str) -> list[str]:
    return _DIFF.findall(text)
