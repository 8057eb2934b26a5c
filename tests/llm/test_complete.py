"""An answer that was cut at its length limit goes on until it is whole, and nothing is said twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.errors import AnswerTruncated, LanguageModelError, ProviderUnavailable
from graphwright.llm.base import ChatMessage, ModelRequest, ModelResponse, ToolCall
from graphwright.llm.complete import Seam
from graphwright.llm.testing import Answer, ScriptedEnd, ScriptedModel
from tests.llm.calling import complete

REQUEST = ModelRequest(system=[], messages=[ChatMessage(role="user", text="list them")])
CUT = ScriptedEnd("length")


async def read(model) -> tuple[str, ModelResponse]:
    return await complete(model, REQUEST)


@pytest.mark.requirement("R-60")
async def test_a_cut_answer_goes_on_and_repeated_words_are_taken_out():
    model = ScriptedModel(
        ["one two three four five", CUT],
        ["three four five six seven", CUT],
        "eight nine",
    )
    shown, response = await read(model)
    assert shown == response.text == "one two three four five six seveneight nine"
    assert (response.finish_reason, response.usage.output_tokens) == ("stop", 12)
    assert [message.role for message in model.requests[2].messages] == ["user", "assistant", "user"]
    assert model.requests[2].messages[1].text == "one two three four five six seven"


@pytest.mark.requirement("R-60", "E-44", "WE-08")
@pytest.mark.parametrize("answer", ["short.", "x" * 5000])
async def test_only_the_finish_reason_makes_an_answer_go_on(answer):
    model = ScriptedModel(answer)
    shown, response = await read(model)
    assert (shown, response.text, len(model.requests)) == (answer, answer, 1)


@pytest.mark.requirement("R-60")
async def test_an_answer_that_is_never_whole_ends_after_three_continuations():
    cut: Answer = ["again and again ", CUT]
    model = ScriptedModel(*[cut] * 9)
    with pytest.raises(AnswerTruncated) as error:
        await read(model)
    assert len(model.requests) == 4
    assert error.value.fields["outputTokens"] == 12


@pytest.mark.requirement("R-63")
async def test_a_cut_tool_call_is_never_continued():
    model = ScriptedModel([AnswerTruncated("in a tool call", retry="never")], "never asked")
    with pytest.raises(AnswerTruncated):
        await read(model)
    assert len(model.requests) == 1


@pytest.mark.requirement("R-63")
async def test_a_continuation_may_end_in_a_tool_call():
    call = ToolCall(tool_call_id="c", name="f", arguments="{}")
    _, response = await read(ScriptedModel(["I look ", CUT], ["it up", call]))
    assert (response.text, response.tool_calls, response.finish_reason) == ("I look it up", [call], "toolCalls")


@pytest.mark.requirement("R-61")
async def test_a_continuation_that_breaks_off_is_an_error():
    with pytest.raises(ProviderUnavailable):
        await read(ScriptedModel(["half ", CUT], ["more", ScriptedEnd()]))


@pytest.mark.requirement("R-60")
async def test_the_provider_s_error_in_a_continuation_is_passed_on():
    with pytest.raises(LanguageModelError, match="down"):
        await read(ScriptedModel(["half ", CUT], ProviderUnavailable("down")))


@pytest.mark.requirement("R-60")
@given(
    text=st.text(alphabet="ab \n", min_size=1, max_size=300),
    repeated=st.integers(0, 300),
    rest=st.text(alphabet="cd\n", max_size=50),
    sizes=st.lists(st.integers(1, 9), min_size=1),
)
def test_text_is_never_lost_and_long_repetition_always_goes(text, repeated, rest, sizes):
    overlap = text[-repeated:] if repeated else ""
    seam, shown, left = Seam(text), "", overlap + rest
    while left:
        size = sizes[len(left) % len(sizes)]
        shown += seam.feed(left[:size])
        left = left[size:]
    shown += seam.finish()
    # The rest begins with letters the text does not have, so the overlap is exactly what was repeated.
    if rest[:1] in {"c", "d"} and len(overlap) >= 12:
        assert shown == rest
    assert (overlap + rest).endswith(shown)
    assert shown.endswith(rest.lstrip("\n"))
