"""Reading a large model or a long message keeps nobody waiting: it is done in pieces that do not grow with either."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache, partial

import pytest

from graphwright.formats.suggestions import split_suggestions
from graphwright.graph.document import Graph
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.offline.arguing import unheard
from graphwright.offline.assistant import OfflineAssistant
from graphwright.offline.meaning.matching import SLICE, NodeIndex
from graphwright.offline.slices import AT_ONCE
from graphwright.offline.understand import suggested, understand
from graphwright.offline.understood import Situation
from graphwright.offline.viewpoint import viewpoint
from graphwright.ports import ManualClock
from tests.graph.build import graph_of
from tests.offline.counting import longest_piece_of

SLACK = 1.25
"""What a piece may cost more on a model of four times the size."""
TOPIC = "Should the function Step 7 be split, and who weighs the parcel?"


@cache
def of_size(elements: int) -> tuple[Graph, NodeIndex]:
    """A model of so many elements: of four, one carries the next, which satisfies the third; the last lacks all."""
    lines = [
        line
        for number in range(elements // 4)
        for line in (
            f"Part {number}:MOD",
            f"Step {number}:FUNC",
            f"Demand {number}:REQ | The system shall answer within {number} s.",
            f"Idle {number}:FUNC",
            f"Part {number} -allocate-> Step {number}",
            f"Step {number} -satisfy-> Demand {number}",
        )
    ]
    graph = graph_of(*lines)
    return graph, NodeIndex(graph)


@pytest.mark.requirement("R-100")
@pytest.mark.parametrize(
    "text",
    [
        "Which functions have no module?",
        "Which functions have no requirement?",
        "Which requirements have no number?",
        "Which requirements name less than 10 s?",
        "Which requirements mention the answer?",
        "Which requirements have no rationale?",
        "Which module carries the most functions?",
        "Which tests failed?",
        "How long does the step take?",
        "Give me an overview.",
        "How far are we?",
        "Delete all functions without a module.",
        "Rename the step to leap.",
        "Quelles fonctions n'ont pas de module ?",
    ],
)
def test_the_longest_piece_of_a_message_does_not_grow_with_the_model(text: str):
    def longest(graph: Graph, index: NodeIndex) -> int:
        read = partial(understand, text, Situation(graph, index, findings_of=list, suggests=False))
        read()  # the words of the languages are known from here on
        return longest_piece_of(partial(understand, text, Situation(graph, index, findings_of=list, suggests=False)))

    assert longest(*of_size(1_200)) <= SLACK * longest(*of_size(300))


@pytest.mark.requirement("R-100")
def test_the_longest_piece_of_a_discussion_and_of_what_is_offered_does_not_grow_with_the_model():
    def longest(graph: Graph, index: NodeIndex) -> list[int]:
        seen = partial(viewpoint, TOPIC, graph, index, [])
        offered = partial(suggested, graph, index, "en", 6)
        seen(), offered()  # the words of the languages are known from here on
        return [longest_piece_of(each) for each in (seen, partial(unheard, TOPIC, graph, index), offered)]

    small, large = longest(*of_size(300)), longest(*of_size(1_200))
    assert all(more <= SLACK * few for few, more in zip(small, large, strict=True)), (small, large)


@pytest.mark.requirement("R-100")
def test_the_longest_piece_of_a_message_does_not_grow_with_its_sentences():
    def longest(sentences: int) -> int:
        graph = graph_of()
        text = " ".join(f"The clerk weighs parcel {number}." for number in range(sentences))
        return longest_piece_of(partial(understand, text, Situation(graph, NodeIndex(graph), suggests=False)))

    longest(4)
    assert longest(64) <= 3 * longest(16)


class Restless(ManualClock):
    """A clock by which every slice is over at its first pause."""

    def __init__(self) -> None:
        super().__init__(datetime(2026, 1, 1, tzinfo=UTC))
        self.rests = 0

    def monotonic(self) -> float:
        self.advance(1)
        return super().monotonic()

    async def sleep(self, seconds: float) -> None:
        self.rests += 1
        await super().sleep(seconds)


async def told(text: str, graph: Graph, clock: ManualClock) -> str:
    request = ModelRequest(system=[], messages=[ChatMessage(role="user", text=text)])
    return (await whole(OfflineAssistant(lambda: graph, clock=clock), request)).text


@pytest.mark.requirement("R-101")
async def test_others_get_their_turn_while_a_large_model_is_read_and_the_answer_is_the_same():
    clock, graph = Restless(), of_size(2 * AT_ONCE)[0]
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    busy = asyncio.create_task(others())
    answer = await told("Which functions have no module?", graph, clock)
    busy.cancel()

    plain = understand("Which functions have no module?", Situation(graph, NodeIndex(graph)))
    assert plain.text in answer
    assert turns >= clock.rests >= AT_ONCE // 32


@pytest.mark.requirement("R-101")
async def test_a_model_that_changes_in_a_pause_is_read_anew_and_in_the_end_at_once():
    graph = of_size.__wrapped__(2 * AT_ONCE)[0]  # one of its own
    count = sum(1 for _ in graph.of_type("FUNC"))

    class Busy(Restless):
        async def sleep(self, seconds: float) -> None:
            gone = next(node for node in graph.of_type("FUNC") if node.name.startswith("Idle"))
            graph.drop_node(gone.node_id)
            graph.revision += 1
            await super().sleep(seconds)

    clock = Busy()
    answer = await told("How many functions are there?", graph, clock)

    left = sum(1 for _ in graph.of_type("FUNC"))
    assert left == count - clock.rests
    assert f"{left} functions" in answer


@pytest.mark.requirement("R-101")
async def test_what_is_offered_for_a_model_that_changes_in_a_pause_is_what_was_found_so_far():
    async def offered(clock: ManualClock, graph: Graph) -> int:
        return len(split_suggestions(await told("Hocus pocus fidibus.", graph, clock))[1])

    class Busy(Restless):
        async def sleep(self, seconds: float) -> None:
            graph.revision += self.rests > filling
            await super().sleep(seconds)

    graph = of_size.__wrapped__(2 * AT_ONCE)[0]
    filling = 2 * AT_ONCE // SLICE
    assert (await offered(Restless(), graph), await offered(Busy(), graph)) == (3, 0)
