"""The offline assistant behind the `LanguageModel` protocol: answers a request the way a language model is asked to.

Prose first, then one fenced block in the diff form of Format E, streamed word by word. It says what it is and never
pretends to be a model (ADR-16). Only the person's own words are read, never the prompt around them: it has the live
graph.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import chain
from typing import Final, Literal, assert_never

from graphwright.context.dialogue import PersonaRequest, wanted_of
from graphwright.context.request_text import problems_of, request_of
from graphwright.formats.cleaning import clean
from graphwright.formats.diff_text import write_diff
from graphwright.graph.check import check_all, survey, sweep
from graphwright.graph.document import Graph
from graphwright.graph.similarity import index_graph
from graphwright.llm.base import Delta, FinishReason, ModelRequest, ModelResponse, TextDelta, ToolCallDelta
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.draft import Draft
from graphwright.offline.languages import LanguageGrammar, by_likelihood
from graphwright.offline.lookups import AssistantTurn, LookupQuestion, answer_with_tools
from graphwright.offline.names import NodeNames
from graphwright.offline.personas import answer_wanted, needs_findings
from graphwright.offline.tokens import sentences
from graphwright.offline.understand import (
    MAX_CHARACTERS,
    Change,
    ReadOnlyAnswer,
    UnclearMessage,
    Understood,
    asks_for_findings,
    understand,
)
from graphwright.operations.watch import PAUSE_S
from graphwright.ports import Clock, SystemClock
from graphwright.protocol.ids import FindingId
from graphwright.protocol.operations import Finding
from graphwright.protocol.runs import Usage

NAME: Final = "offline"
# A graph that others change all the time is judged at once after this many interrupted tries.
_SURVEYS: Final = 3

_NOTHING_USED: Final = Usage(
    input_tokens=0, cached_tokens=0, output_tokens=0, cost_micros=0, currency="USD", estimated=False
)
_DIFF: Final = re.compile(r"<operations>.*?</operations>", re.DOTALL)
_BASELINE: Final = re.compile(
    r"(?i)[ ,]*(?:\b(?:at|in|of|as of|for|since|zu|bei|in|von|für|seit|à|au|dans|de|pour|depuis)\s+)?@[\w.-]*\w"
)
"""The name of a revision, in a question about it: it says when, and nothing about what."""
_WORDS: Final = re.compile(r"\S*\s+|\S+")


class OfflineAssistant:
    """Understands the controlled language of docs/offline-language.md. Called on the loop that owns the live graph."""

    def __init__(
        self,
        graph_of: Callable[[], Graph],
        *,
        graph_at: Callable[[int], Awaitable[Graph]] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """`graph_at` gives the model as it was at a revision, for requests about one."""
        self._graph_of = graph_of
        self._graph_at = graph_at
        self._clock = clock or SystemClock()
        self._names: tuple[Graph, NodeNames] | None = None

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
        findings = await self._findings(request) if asks_for_findings(words) else []
        return self._turn(request, words, await self._graph(request), findings)

    async def _argued(self, request: ModelRequest, wanted: PersonaRequest) -> AssistantTurn:
        """A turn, a ballot or the decision of a persona in a discussion."""
        findings = await self._findings(request) if needs_findings(wanted) else []
        graph = await self._graph(request)
        return AssistantTurn(text=answer_wanted(request, wanted, graph, self._names_of(graph), findings))

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

    def _turn(self, request: ModelRequest, words: str, graph: Graph, findings: Sequence[Finding]) -> AssistantTurn:
        """Words; or calls of tools, where some are offered."""
        names = self._names_of(graph)
        understood = understand(words, graph, names=names, findings_of=lambda: findings)
        grammar = by_likelihood([sentence.tokens for sentence in sentences(clean(words[:MAX_CHARACTERS]))])[0]
        if request.tools:
            return answer_with_tools(
                request, LookupQuestion(words, understood, graph, Draft(graph, names, grammar), grammar)
            )
        return AssistantTurn(text=self._answer(request, understood, graph, grammar))

    def _answer(self, request: ModelRequest, understood: Understood, graph: Graph, grammar: LanguageGrammar) -> str:
        answer = answer_text(understood, graph, grammar)
        problems = problems_of(request)
        if problems is None or _diff(answer) != _diff(_last_of(request, "assistant")):
            return answer  # a first answer, or a new one because the graph has moved on
        return f"{grammar.say.hello}\n\n{grammar.say.retry}\n\n{problems.strip()}\n"

    def _names_of(self, graph: Graph) -> NodeNames:
        """The index of names, built once for each revision."""
        if self._names is None or self._names[0] is not graph or self._names[1].revision != graph.revision:
            self._names = graph, NodeNames(graph)
        return self._names[1]


def answer_text(understood: Understood, graph: Graph, grammar: LanguageGrammar) -> str:
    """What was understood, as a person reads it and `operations.parse` reads it."""
    say = grammar.say
    match understood:
        case Change(_, _, reasons) if reasons:
            return f"{say.hello}\n\n{derive_words(grammar.language).only_proposed}\n"
        case Change(operations, text):
            block = write_diff(operations, graph.ontology, graph=graph)
            return f"{say.hello}\n\n{say.proposed} {text}\n\n```format-e\n{block}\n```\n"
        case ReadOnlyAnswer(text, _):
            return f"{say.hello}\n\n{text}\n"
        case UnclearMessage(text, suggestions):
            examples = "\n".join(f"- {sentence}" for sentence in suggestions)
            return f"{say.hello}\n\n{text}\n\n{say.examples}\n{examples}\n"
        case _:
            assert_never(understood)


def _last_of(request: ModelRequest, role: str) -> str:
    return next((message.text for message in reversed(request.messages) if message.role == role), "")


def _diff(text: str) -> list[str]:
    return _DIFF.findall(text)
