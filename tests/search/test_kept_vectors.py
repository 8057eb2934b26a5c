"""Vectors in a file: the nearest are found as by comparing all, after a start as before it, and none that was removed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from graphwright.search.kept_vectors import LOOKED_AT, KeptVectors  # noqa: E402
from graphwright.search.vectors import VectorIndex  # noqa: E402

DIMENSIONS = 128


def meanings(count: int, seed: int = 1):
    """Vectors as texts about one thing have them: a common direction, some topics, and what is each one's own."""
    chance = np.random.default_rng(seed)
    topics = np.random.default_rng(5).standard_normal((40, DIMENSIONS))
    own = chance.standard_normal((count, DIMENSIONS))
    return (3.0 + topics[chance.integers(0, 40, count)] + 0.7 * own).astype(np.float32)


def filled(vectors, path: Path | None = None, made_by: str = "counting 1", **options) -> KeptVectors:
    kept = KeptVectors(path, made_by, **options)
    for at in range(0, len(vectors), 64):
        kept.put(range(at, min(at + 64, len(vectors))), vectors[at : at + 64])
    return kept


def put_in_order(kept: KeptVectors, **groups: range) -> KeptVectors:
    kept.take_order(kept.plan_order(groups)())
    return kept


def told(found: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """As far as half precision tells them apart."""
    return [(slot, round(cosine, 2)) for slot, cosine in found]


@pytest.mark.requirement("Z-08")
def test_few_vectors_are_found_as_those_in_memory_are():
    vectors, questions = meanings(300), meanings(8, seed=2)
    plain: VectorIndex[int] = VectorIndex()
    for slot, vector in enumerate(vectors):
        plain.put(slot, vector)
    kept = filled(vectors)
    even = frozenset(range(0, 300, 2)).__contains__
    for question in questions:
        for options in ({}, {"least": 0.6}, {"accept": even}):
            expected, found = plain.search(question, 10, **options), kept.search(question, 10, **options)
            assert [cosine for _, cosine in found] == pytest.approx([cosine for _, cosine in expected], abs=2e-3)
            assert len({slot for slot, _ in expected} & {slot for slot, _ in found}) >= len(expected) - 1
        assert kept.cosine(7, question) == pytest.approx(plain.cosine(7, question), abs=2e-3)


@pytest.mark.requirement("D-42")
def test_what_all_vectors_share_no_longer_hides_what_tells_them_apart():
    rng = np.random.default_rng(7)
    common, spread = rng.standard_normal((2, 64))
    own = 0.4 * rng.standard_normal((300, 64))
    data = own + 3 * common + rng.standard_normal((300, 1)) * 0.5 * spread
    asked = own[:200] + 3 * common + rng.standard_normal((200, 1)) * 0.5 * spread
    kept = filled(data[:200])

    def found() -> int:
        return sum(kept.search(row, 1)[0][0] == slot for slot, row in enumerate(asked))

    before = found()
    assert kept.wants_order
    put_in_order(kept)
    assert not kept.wants_order
    assert (before < 120, found()) == (True, 200)
    kept.put(range(200, 300), data[200:])
    kept.remove(0)
    assert kept.search(data[250], 1)[0] == pytest.approx((250, 1.0), abs=2e-3)
    assert not kept.wants_order
    kept.put([300, 301], data[250:252])
    assert kept.wants_order
    whole = float(np.dot(data[1], asked[1]) / np.linalg.norm(data[1]) / np.linalg.norm(asked[1]))
    assert kept.cosine(1, asked[1]) == pytest.approx(whole, abs=2e-3)
    even = frozenset(range(0, 300, 2)).__contains__
    assert {slot % 2 for slot, _ in kept.search(asked[1], 20, accept=even)} == {0}
    assert kept.search(asked[1], 5, least=1.1) == []


@pytest.mark.requirement("Z-08")
def test_of_many_vectors_those_that_are_looked_at_hold_the_nearest():
    vectors, questions = meanings(10 * LOOKED_AT), meanings(20, seed=2)
    every, some = (put_in_order(filled(vectors, exact_up_to=most)) for most in (10**9, 1_000))
    missed = 0
    for question in questions:
        exact = {slot for slot, _ in every.search(question, 50)}
        missed += len(exact - {slot for slot, _ in some.search(question, 50)})
    assert missed <= 0.02 * 50 * len(questions)


@pytest.mark.requirement("Z-10")
def test_what_is_opened_again_answers_as_before_without_a_vector_being_put(tmp_path):
    vectors, question = meanings(500), meanings(1, seed=2)[0]
    kept = put_in_order(filled(vectors, tmp_path / "v", exact_up_to=100), law=range(400), codex=range(400, 500))
    assert kept.is_written
    before = kept.search(question, 20)

    again = KeptVectors(tmp_path / "v", "counting 1", exact_up_to=100)
    assert (len(again), again.adopt("law", range(401)), again.adopt("unheard", range(1))) == (0, False, False)
    assert (again.adopt("codex", range(100)), again.adopt("law", range(100, 500))) == (True, True)
    assert [((slot + 400) % 500, cosine) for slot, cosine in again.search(question, 20)] == before
    assert again.is_written
    # And goes on: what comes now is found beside what is in the file.
    again.put([700], [question])
    ((slot, cosine),) = again.search(question, 1)
    assert slot == 700
    assert cosine == pytest.approx(1.0, abs=1e-3)
    assert not again.is_written


@pytest.mark.requirement("Z-09", "R-35")
def test_a_vector_that_is_removed_is_found_no_more_and_leaves_the_file(tmp_path):
    vectors = meanings(200)
    kept = put_in_order(filled(vectors, tmp_path / "v"))
    written = vectors[7] / np.linalg.norm(vectors[7])
    assert written.astype(np.float16).tobytes() in (tmp_path / "v").read_bytes()
    kept.remove(7)
    kept.remove(7)
    assert kept.must_forget
    assert 7 not in [slot for slot, _ in kept.search(vectors[7], 200)]
    put_in_order(kept)
    assert written.astype(np.float16).tobytes() not in (tmp_path / "v").read_bytes()
    assert (len(kept), kept.is_written) == (199, True)
    assert kept.search(vectors[8], 1)[0][0] == 8


@pytest.mark.requirement("Z-11")
@pytest.mark.parametrize("damage", ["lost", "cut", "other", "older"])
def test_a_file_that_is_lost_damaged_or_of_another_embedder_holds_nothing(tmp_path, damage):
    path = tmp_path / "v"
    put_in_order(filled(meanings(200), path), law=range(200))
    whole = path.read_bytes()
    if damage == "lost":
        path.unlink()
    if damage == "cut":
        path.write_bytes(whole[:-8])
    if damage == "older":
        path.write_bytes(whole.replace(b'"version":1', b'"version":0'))
    again = KeptVectors(path, "counting 2" if damage == "other" else "counting 1")
    assert (again.adopt("law", range(200)), len(again), again.search([1.0] * DIMENSIONS)) == (False, 0, [])
    again.put([0], [random.Random(1).choices((0.0, 1.0), k=7)])  # and another length is none of its business
    assert len(again) == 1


@pytest.mark.requirement("Z-08")
def test_a_vector_of_another_length_is_refused_by_name():
    kept = filled(meanings(3))
    with pytest.raises(ValueError, match="vectors of 7 numbers among those of 128"):
        kept.put([9], [[1.0] * 7])
    assert 9 not in kept
