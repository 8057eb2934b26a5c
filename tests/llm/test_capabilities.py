"""What each language model can do, as data: every family of today, and careful defaults for the rest."""

from __future__ import annotations

import re
from datetime import date

import pytest

from graphwright.llm.capabilities import FREE, Capabilities, capabilities_of, families, providers
from graphwright.setting_kinds import EFFORTS, KEY_VARIABLES

MODELS = {
    # model: family, dialect, temperature, efforts, thinks, schema, state
    "openai:gpt-4.1": ("GPT-4.1", "chat", True, 0, None, "strict", "none"),
    "openai:gpt-5": ("GPT-5", "responses", False, 4, "medium", "strict", "reasoningItems"),
    "openai:gpt-5.5": ("GPT-5.4 to 5.5", "responses", False, 5, "medium", "strict", "reasoningItems"),
    "openai:gpt-5.6-sol": ("GPT-5.6", "responses", False, 6, "medium", "strict", "reasoningItems"),
    "openai:gpt-6.2-sol": ("GPT-6 Astra and 6.2", "responses", False, 5, "medium", "strict", "reasoningItems"),
    "openai:o4-mini": ("OpenAI o", "responses", False, 3, "medium", "strict", "reasoningItems"),
    "azure:gpt-5.6-terra": ("GPT-5.6", "responses", False, 6, "medium", "strict", "reasoningItems"),
    "bedrock:openai.gpt-5.6-terra": ("GPT-5.6", "responses", False, 6, "medium", "strict", "reasoningItems"),
    "bedrock:us.anthropic.claude-opus-5-5-v1:0": (
        "Claude Opus 5.5",
        "messages",
        False,
        5,
        "medium",
        "strict",
        "blocks",
    ),
    "anthropic:claude-sonnet-4-5": ("Claude 4.5", "messages", True, 0, None, "strict", "blocks"),
    "anthropic:claude-opus-4-8": ("Claude Opus 4.7 and 4.8", "messages", False, 5, None, "strict", "blocks"),
    "anthropic:claude-opus-5": ("Claude 5", "messages", False, 5, "high", "strict", "blocks"),
    "anthropic:claude-opus-5-5": ("Claude Opus 5.5", "messages", False, 5, "medium", "strict", "blocks"),
    "anthropic:claude-sonnet-5-5": ("Claude 5", "messages", False, 5, "high", "strict", "blocks"),
    "anthropic:claude-haiku-5-5": ("Claude Haiku 5", "messages", False, 5, "medium", "strict", "blocks"),
    "anthropic:claude-fable-5-1": ("Claude 5", "messages", False, 5, "high", "strict", "blocks"),
    "anthropic:claude-mythos-5-1": ("Claude 5", "messages", False, 5, "high", "strict", "blocks"),
    "gemini:gemini-2.5-pro": ("Gemini 2.5", "chat", True, 3, "medium", "strict", "extraContent"),
    "gemini:gemini-3.1-pro-preview": ("Gemini 3", "chat", False, 3, "high", "strict", "extraContent"),
    "deepseek:deepseek-v4-pro": ("DeepSeek", "chat", False, 3, "high", "json", "reasoningContent"),
    "mistral:mistral-large-latest": ("Mistral", "chat", True, 0, None, "strict", "none"),
    "mistral:mistral-medium-latest": ("Mistral with reasoning", "chat", True, 2, "none", "strict", "none"),
    "groq:openai/gpt-oss-120b": ("gpt-oss", "chat", True, 3, "medium", "strict", "none"),
    "ollama:qwen3:8b": ("Qwen, thinking", "chat", True, 0, "medium", "strict", "none"),
    "vllm:meta-llama/Llama-3.3-70B-Instruct": ("Llama", "chat", True, 0, None, "strict", "none"),
    "openai-compatible:mine": ("", "chat", False, 0, None, "strict", "none"),
    # A proxy speaks one dialect, whatever is behind it.
    "openai-compatible:gpt-5.6": ("GPT-5.6", "chat", False, 6, "medium", "strict", "none"),
    "openai-compatible:claude-opus-5-5": ("Claude Opus 5.5", "chat", False, 0, "medium", "strict", "none"),
}


@pytest.mark.requirement("M-11")
@pytest.mark.parametrize("model", MODELS)
def test_each_model_is_known_by_its_name(model):
    known = capabilities_of(model)
    efforts = len(known.efforts)
    assert (
        known.family, known.dialect, known.temperature, efforts, known.thinks, known.schema, known.state,
    ) == MODELS[model]  # fmt: skip


@pytest.mark.requirement("M-11")
def test_of_a_model_that_nobody_knows_little_is_promised_and_nothing_risky_sent():
    assert capabilities_of("anthropic:claude-9") == Capabilities(model="anthropic:claude-9", dialect="messages")
    assert capabilities_of("openai:next-1") == Capabilities(model="openai:next-1", limit="max_completion_tokens")
    assert capabilities_of("vllm:mine").price == FREE
    assert capabilities_of("scripted").price is None


@pytest.mark.requirement("M-11")
@pytest.mark.parametrize(
    ("model", "effort", "limit"),
    [
        ("openai:gpt-4.1", None, 1_000),
        ("openai:gpt-5.6", None, 9_192),
        ("openai:gpt-5.6", "none", 1_000),
        ("openai:gpt-5.6", "high", 17_384),
        ("openai:gpt-5", "xhigh", 17_384),
        ("anthropic:claude-sonnet-4-5", None, 1_000),
        ("anthropic:claude-opus-4-8", "low", 5_096),
        ("openai-compatible:mine", None, 5_096),
    ],
)
def test_thinking_has_room_beside_the_answer(model, effort, limit):
    assert capabilities_of(model).room(1_000, effort) == limit


@pytest.mark.requirement("M-11")
def test_the_room_never_exceeds_what_the_model_can_say():
    assert capabilities_of("openai:gpt-4o").room(50_000, None) == 16_384
    assert capabilities_of("gemini:gemini-2.5-pro").room(60_000, "high") == 65_536


@pytest.mark.requirement("M-14")
@pytest.mark.parametrize(
    ("model", "wanted", "asked"),
    [
        ("openai:gpt-5", "none", "minimal"),
        ("openai:gpt-5", "max", "high"),
        ("openai:gpt-6.2-astra", "minimal", "low"),
        ("deepseek:deepseek-flash", "low", "none"),
        ("anthropic:claude-sonnet-4-5", "high", None),
        ("openai:gpt-5.6", None, None),
    ],
)
def test_an_effort_becomes_the_nearest_one_that_the_model_knows(model, wanted, asked):
    assert capabilities_of(model).effort(wanted) == asked


@pytest.mark.requirement("M-11")
def test_a_model_whose_last_day_is_announced_tells_it_where_it_is_served_by_its_maker():
    assert capabilities_of("openai:gpt-5").ends == "2026-12-11"
    assert capabilities_of("anthropic:claude-sonnet-4-5-20250929").ends == "2026-11-30"
    assert capabilities_of("openai-compatible:gpt-5").ends == ""


@pytest.mark.requirement("M-11", "M-12")
def test_the_data_files_are_whole():
    assert set(providers()) == set(KEY_VARIABLES)
    for name, provider in providers().items():
        assert set(provider.families) <= set(families()), name
    for file in families().values():
        date.fromisoformat(file.as_of)
        for family in file.family:
            for priced in (*family.prices, *family.ends):
                # A price that the family's own pattern does not reach would never be used.
                assert re.match(family.pattern, priced.rpartition(":")[2]), (family.name, priced)
            for input_, cached, output in family.prices.values():
                assert 0 < cached <= input_ < output, family.name
            assert family.thinks is None or not family.efforts or family.thinks in family.efforts, family.name
            assert list(family.efforts) == sorted(family.efforts, key=EFFORTS.index)
