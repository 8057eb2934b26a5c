"""The index of words: what it finds in three languages, that no history shows, and that large indexes stay faithful."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.search import lexical, vocabulary
from graphwright.search.lexical import LexicalHit, LexicalIndex
from graphwright.search.vocabulary import is_near
from graphwright.text.words import stem, words

TEXTS = {
    "a": {"name": "PlaceOrder", "descr": "A customer places an order"},
    "b": {"name": "Baugenehmigung", "descr": "Die Behörde prüft die Unterlagen"},
    "c": {"name": "ValiderCommande", "descr": "Vérifie les quantités commandées"},
    "d": {"name": "HTTPServer2", "descr": "Answers requests"},
}


def index_of(texts: dict[str, dict[str, str]]) -> LexicalIndex[str]:
    index: LexicalIndex[str] = LexicalIndex({"name": 3})
    for key, fields in texts.items():
        index.add(key, fields)
    return index


@pytest.mark.requirement("WD-16", "K-18")
@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which customers order?", ["a"]),
        ("ORDERS", ["a"]),
        ("place-order", ["a"]),
        ("Genehmigungen", ["b"]),
        ("geprueft, Unterlage", ["b"]),
        ("BEHORDE behoerde Behörde", ["b"]),
        ("quantité", ["c"]),
        ("quantites commande", ["c"]),
        ("http server 2", ["d"]),
        ("custmer", ["a"]),
        ("ordre", ["a"]),
        ("xylophone", []),
        ("the die", ["b"]),
        ("", []),
        ("??? !!!", []),
        ("سيارة", []),
    ],
)
def test_words_are_found_by_stem_part_and_with_typing_errors_in_three_languages(question, found):
    assert [hit.key for hit in index_of(TEXTS).search(question)] == found


@pytest.mark.requirement("WD-16", "K-18")
def test_a_question_in_a_language_that_joins_no_words_is_not_led_by_parts_of_words_that_are_there():
    index = index_of({"a": {"descr": "the heat of a wing"}, "b": {"descr": "overheating, superheated"}})
    assert [hit.key for hit in index.search("the heated", apart=True)] == ["a"]
    assert sorted(hit.key for hit in index.search("the heated")) == ["a", "b"]
    assert [hit.key for hit in index.search("underheated", apart=True)] == ["b"], "it stands nowhere as a whole"


@pytest.mark.requirement("WD-16")
def test_a_hit_names_the_words_it_was_found_by_and_an_unfinished_word_is_a_beginning():
    index = index_of(TEXTS)
    assert index.search("customer zebra orders") == [
        LexicalHit("a", index.search("customer orders")[0].score, ("customer", "orders"))
    ]
    assert [hit.key for hit in index.search("baug", unfinished=True)] == ["b"]
    assert index.search("baug") == []
    assert [hit.key for hit in index.search("order behörde", accept=lambda key: key == "b")] == ["b"]


@pytest.mark.requirement("WD-16")
def test_identifiers_fall_apart_and_accents_are_folded():
    assert words("PlaceOrder2 HTTPServer snake_case Prüfstraße déjà-vu") == [
        "place", "order", "2", "http", "server", "snake", "case", "pruefstrasse", "deja", "vu",
    ]  # fmt: skip
    assert stem("orders") == stem("order")
    assert stem("genehmigungen") == stem("genehmigung")
    assert [is_near("order", other) for other in ("order", "ordre", "oder", "orders", "border", "offer")] == [
        True, True, True, True, True, False,
    ]  # fmt: skip


WORDS = (
    "order",
    "orders",
    "ordering",
    "Kunde",
    "Kunden",
    "Kundenauftrag",
    "PlaceOrder",
    "commande",
    "x",
    "7",
    "préçis",
)
FIELDS = st.fixed_dictionaries(
    {"name": st.sampled_from(WORDS), "descr": st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)}
)
KEYS = st.sampled_from([f"k{number}" for number in range(8)])
Step = tuple[str, dict[str, str] | None] | str
"""A text under its key, a key without its text, or a question."""


def follow(step: Step, index: LexicalIndex[str], now: dict[str, dict[str, str]]) -> None:
    """Let a step happen to an index; `now`: the texts that are in it."""
    match step:
        case (key, None):
            index.remove(key)
            now.pop(key, None)
        case (key, fields):
            index.add(key, fields)
            now[key] = fields
        case question:
            index.search(question)


def made_fresh(now: dict[str, dict[str, str]], common: int) -> LexicalIndex[str]:
    """An index of some texts, without any history."""
    fresh: LexicalIndex[str] = LexicalIndex({"name": 3}, common=common)
    for key in sorted(now):
        fresh.add(key, now[key])
    return fresh


@pytest.mark.requirement("WD-16")
@given(
    history=st.lists(
        st.one_of(st.tuples(KEYS, FIELDS), st.tuples(KEYS, st.none()), st.sampled_from(WORDS)), max_size=40
    ),
    common=st.sampled_from([2, 1_000]),
)
def test_an_index_after_any_history_answers_like_one_made_fresh(history, common):
    index: LexicalIndex[str] = LexicalIndex({"name": 3}, common=common)
    now: dict[str, dict[str, str]] = {}
    for step in history:
        follow(step, index, now)
    fresh = made_fresh(now, common)
    for question in ("order Kunden", "ordre", "auftrag", "place order commande precis 7", "kund"):
        assert index.search(question) == fresh.search(question)
        assert index.search(question, unfinished=True) == fresh.search(question, unfinished=True)


@pytest.mark.requirement("Q-73")
@pytest.mark.parametrize("seed", range(20))
def test_an_index_that_is_made_ready_beside_changes_and_searches_answers_like_one_made_fresh(monkeypatch, seed):
    monkeypatch.setattr(lexical, "_SLICE", 3)
    monkeypatch.setattr(vocabulary, "_SLICE", 2)
    rng = random.Random(seed)
    index: LexicalIndex[str] = LexicalIndex({"name": 3}, common=8)
    now: dict[str, dict[str, str]] = {}

    def change() -> None:
        key = f"k{rng.randrange(40)}"
        if rng.random() < 0.25:
            index.remove(key)
            now.pop(key, None)
        else:
            now[key] = {"name": rng.choice(WORDS), "descr": " ".join(rng.choices(WORDS, k=3))}
            index.add(key, now[key])

    for _ in range(60):
        change()
    pauses = 0
    for _ in index.settle():
        pauses += 1
        change()
        if rng.random() < 0.03:
            index.search("order Kunden")
    assert pauses
    fresh: LexicalIndex[str] = LexicalIndex({"name": 3}, common=8)
    for key in sorted(now):
        fresh.add(key, now[key])
    for question in ("order Kunden", "ordre", "auftrag", "place order commande precis 7", "kund"):
        assert index.search(question) == fresh.search(question)
    for word, planes in index._planes.items():
        every = next(iter(planes.numbers()))[1]
        assert every == sum(1 << slot for slot in index._postings[word])


@pytest.mark.slow
@pytest.mark.requirement("WD-16")
def test_of_many_texts_with_common_words_the_best_are_those_of_a_full_reading():
    rng = random.Random(5)
    vocabulary = [
        "order",
        "route",
        "payment",
        "depot",
        "driver",
        "vehicle",
        "window",
        "capacity",
        "system",
        "checks",
        "valid",
        "data",
    ]
    index: LexicalIndex[str] = LexicalIndex({"name": 3})
    for number in range(6_000):
        name, descr = rng.sample(vocabulary, 2), rng.choices(vocabulary, k=rng.randint(4, 12))
        index.add(f"{number:05d}", {"name": " ".join(name), "descr": " ".join(descr)})
    for key in [f"{number:05d}" for number in range(0, 600, 2)]:
        index.remove(key)
    shares = []
    for _ in range(20):
        question = " ".join(rng.sample(vocabulary, rng.randint(1, 4)))
        everything = {hit.key: hit.score for hit in index.search(question, 6_000, enough=10**9)}
        tenth = sorted(everything.values(), reverse=True)[9]
        found = index.search(question, 10)
        shares.append(sum(everything[hit.key] >= tenth - 1e-9 for hit in found) / 10)
    assert sum(shares) / len(shares) >= 0.95


@pytest.mark.requirement("WB-15")
def test_a_question_of_a_megabyte_is_cut_and_answered():
    index = index_of(TEXTS)
    assert [hit.key for hit in index.search("customer " * 120_000)] == ["a"]
    assert index.search("x" * 1_000_000) == []
