"""The words of all languages are read once, before the first message, and not on the event loop."""

from __future__ import annotations

import threading

import pytest

from graphwright.llm.base import whole
from graphwright.offline import first_words
from graphwright.offline.assistant import OfflineAssistant
from graphwright.offline.offering import offered
from tests.offline.questions.bakery import bakery
from tests.offline.test_assistant import asking
from tests.places import open_table


@pytest.mark.requirement("Z-165")
async def test_whoever_asks_first_waits_for_the_words_on_a_thread_and_nobody_reads_them_again(
    monkeypatch: pytest.MonkeyPatch,
):
    on_the_loop: list[bool] = []

    def read() -> None:
        on_the_loop.append(threading.current_thread() is threading.main_thread())

    monkeypatch.setattr(first_words, "_are_read", False)
    monkeypatch.setattr(first_words, "read_words", read)
    graph = bakery()

    for _ in range(2):
        assert "Bake loaves" in (await whole(OfflineAssistant(lambda: graph), asking("Who bakes the loaves?"))).text

    assert on_the_loop == [False]


@pytest.mark.requirement("Z-165")
async def test_sentences_to_suggest_wait_for_the_words_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_words, "_are_read", False)
    project = (await open_table()).project

    assert len(await offered(project, "en", 3)) == 3
    assert first_words._are_read
