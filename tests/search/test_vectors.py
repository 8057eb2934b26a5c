"""Vectors, the fusion of rankings, and the embedder whose weights come with it."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.search.fusion import FusedKey, fuse
from graphwright.search.local import LocalEmbedder
from graphwright.search.vectors import VectorIndex

PLACES = st.tuples(st.sampled_from([f"k{number}" for number in range(6)]), st.one_of(st.none(), st.integers(0, 9)))


def vector_of(number: int) -> list[float]:
    return [1.0, number / 3, float(number % 3)]


@pytest.mark.requirement("D-42")
@given(history=st.lists(PLACES, max_size=30))
def test_vectors_after_any_history_are_found_like_fresh_ones_by_their_cosine(history):
    vectors: VectorIndex[str] = VectorIndex()
    now: dict[str, int] = {}
    for key, number in history:
        if number is None:
            vectors.remove(key)
            now.pop(key, None)
        else:
            vectors.put(key, vector_of(number))
            now[key] = number
    asked = np.array([1.0, 2.0, 0.5])
    expected = {
        key: float(np.dot(vector_of(number), asked) / np.linalg.norm(vector_of(number)) / np.linalg.norm(asked))
        for key, number in now.items()
    }
    found = vectors.search(list(asked), 10)
    assert dict(found) == pytest.approx(expected, abs=1e-5)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    assert all(score >= 0.9 for _, score in vectors.search(list(asked), 10, least=0.9))


@pytest.mark.requirement("D-42")
def test_inverted_lists_find_nearly_all_and_follow_changes():
    rng = np.random.default_rng(5)
    centres = rng.standard_normal((60, 32))
    data = centres[rng.integers(0, 60, 3_000)] + 0.6 * rng.standard_normal((3_000, 32))
    vectors: VectorIndex[str] = VectorIndex(exact_up_to=1_000)
    for number, row in enumerate(data):
        vectors.put(f"{number:04d}", row)
    asked = data[:40] + 0.05 * rng.standard_normal((40, 32))
    exact = [{key for key, _ in vectors.search(row, 10)} for row in asked]
    assert vectors.wants_lists()
    made = vectors.plan_lists()()
    vectors.put("late", asked[0])
    vectors.take_lists(made)
    assert not vectors.wants_lists()
    assert vectors.search(asked[0], 1, least=0.9999)[0][0] == "late"
    vectors.remove("late")
    found = [{key for key, _ in vectors.search(row, 10)} for row in asked]
    assert sum(len(a & b) for a, b in zip(exact, found, strict=True)) / 400 >= 0.95
    with pytest.raises(ValueError, match="3 numbers among those of 32"):
        vectors.put("odd", [1, 2, 3])


@pytest.mark.requirement("D-42")
def test_rankings_are_fused_by_their_share_of_the_best_and_every_score_is_kept():
    assert fuse({"words": [("a", 8.0), ("b", 2.0)], "meaning": [("b", 0.5), ("c", 0.25), ("d", -0.1)]}) == [
        FusedKey("b", 1.25, {"words": 2.0, "meaning": 0.5}),
        FusedKey("a", 1.0, {"words": 8.0}),
        FusedKey("c", 0.5, {"meaning": 0.25}),
        FusedKey("d", 0.0, {"meaning": -0.1}),
    ]
    assert fuse({"words": [], "meaning": [("b", -0.5), ("a", -0.5)]}) == [
        FusedKey("a", 0.0, {"meaning": -0.5}),
        FusedKey("b", 0.0, {"meaning": -0.5}),
    ]


@pytest.mark.slow
@pytest.mark.requirement("D-41")
async def test_the_local_embedder_is_loaded_once_and_gives_the_vectors_it_always_gave():
    """Two golden answers: another version of the package or its weights must not pass unnoticed."""
    embedder = LocalEmbedder()
    nodes = ["Optimize Routes: compute the cheapest delivery route", "Encrypt Data: personal data shall be encrypted"]
    rows, asked = await asyncio.gather(
        embedder.embed(nodes), embedder.embed(["Wie werden personenbezogene Daten geschützt?"])
    )
    cosines = rows @ asked[0]
    assert (rows.shape, cosines[0] < embedder.cut < cosines[1]) == ((2, 512), True)
    assert [round(float(each), 2) for each in (*rows[0][:3], *cosines)] == [-0.02, 0.01, 0.03, 0.04, 0.48]


@pytest.mark.requirement("X-202")
def test_a_question_in_a_thread_is_answered_while_vectors_come_and_go():
    data = np.random.default_rng(1).standard_normal((2_000, 8)).astype("f4")
    vectors: VectorIndex[int] = VectorIndex(exact_up_to=500)
    for number, row in enumerate(data):
        vectors.put(number, row)
    vectors.take_lists(vectors.plan_lists()())
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(1) as thread:
            asking = thread.submit(lambda: [len(vectors.search(row, 10)) for row in data[:700]])
            number = 0
            while not asking.done():
                number = (number + 1) % len(data)
                vectors.remove(number)
                vectors.put(number, data[number * 7 % len(data)])
            assert set(asking.result()) == {10}
    finally:
        sys.setswitchinterval(before)
