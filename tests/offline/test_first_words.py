"""The words of all languages are read once, before the first message, and not on the event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from graphwright.grammar.rules import rules_of
from graphwright.languages import LANGUAGES, Language
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


@pytest.mark.requirement("Z-165")
async def test_two_who_ask_first_at_once_wait_for_one_reading(monkeypatch: pytest.MonkeyPatch):
    readings: list[int] = []
    may_end = threading.Event()

    def read() -> None:
        readings.append(threading.get_ident())
        assert may_end.wait(10)

    monkeypatch.setattr(first_words, "_are_read", False)
    monkeypatch.setattr(first_words, "read_words", read)
    both = [asyncio.create_task(first_words.words_are_read()) for _ in range(2)]
    while not readings:
        await asyncio.sleep(0)
    may_end.set()
    await asyncio.gather(*both)

    assert len(readings) == 1


@pytest.mark.requirement("Z-165")
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_two_threads_read_at_once_are_the_same(language: Language):
    read = rules_of.__wrapped__
    assert read(language) == read(language) == rules_of(language)
