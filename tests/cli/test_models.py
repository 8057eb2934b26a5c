"""The command `models`: what is configured, what it can do, what it costs."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("M-17", "M-12", "R-50")
def test_it_says_of_each_model_what_it_is_for_can_do_and_costs(type_, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("GRAPHWRIGHT_MODEL", "openai-compatible:mine")
    monkeypatch.setenv("GRAPHWRIGHT_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("GRAPHWRIGHT_MODEL_CHOICES", "ask=openai:gpt-6-luna@low")
    told = type_("models")
    assert (told.code, told.out) == (0, """openai-compatible:mine: nobody knows it
  answers: build, investigate, discuss
  build: limited (nobody knows it; see --probe)
  ask: limited (nobody knows it; see --probe)
  investigate: limited (nobody knows it; see --probe)
  discuss: limited (nobody knows it; see --probe)
  context: not known, longest answer: not known
  effort: cannot be chosen
  price: not known; tell it as GRAPHWRIGHT_PRICES=openai-compatible:mine=INPUT/CACHED/OUTPUT
openai:gpt-6-luna: GPT-6
  set OPENAI_API_KEY
  answers: ask
  build: no (its key is missing)
  ask: no (its key is missing)
  investigate: no (its key is missing)
  discuss: no (its key is missing)
  context: 1,050,000 tokens, longest answer: 128,000 tokens
  effort: none, low, medium, high, xhigh, max (now: low)
  price: 0.1 in, 0.01 cached, 0.5 out, dollars per million tokens (2026-11-18)
""")  # fmt: skip
    assert [row["model"] for row in type_("models", "--json").json["models"]] == [
        "openai-compatible:mine",
        "openai:gpt-6-luna",
    ]
    probed = type_("models", "--probe")
    assert probed.code == 5
    assert "openai-compatible cannot be reached: nothing listens at its address" in probed.out


@pytest.mark.requirement("M-17")
def test_without_a_language_model_it_says_who_answers(type_):
    assert type_("models").out == "no language model is configured: the offline assistant answers, by fixed rules\n"
