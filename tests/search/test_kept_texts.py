"""An index that was kept answers as it did, goes on as if it had never been away, and reads what it is asked for."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.search.kept import open_kept, write_kept
from graphwright.search.kept_texts import KeptTexts, written_texts
from graphwright.search.lexical import LexicalIndex
from graphwright.search.unread import Unread
from tests.search.test_lexical import FIELDS, KEYS, WORDS, follow, made_fresh

QUESTIONS = ("order Kunden", "ordre", "auftrag", "place order commande precis 7", "kund", "x")
STEPS = st.one_of(
    st.tuples(KEYS, FIELDS), st.tuples(KEYS, st.none()), st.sampled_from(WORDS), st.sampled_from(["keep"])
)


def kept(index: LexicalIndex[str], path: Path, common: int) -> LexicalIndex[str]:
    """The same index, as it is after it was written and opened again."""
    write_kept(path, b"{}", *written_texts(index.state()))
    file = open_kept(path)
    assert file is not None
    return LexicalIndex({"name": 3}, common=common, kept=KeptTexts(file))


def answers(index: LexicalIndex[str]) -> list[object]:
    return [index.search(each, unfinished=is_typed) for each in QUESTIONS for is_typed in (False, True)]


@pytest.mark.requirement("R-97")
@settings(max_examples=150, deadline=None)
@given(history=st.lists(STEPS, max_size=40), common=st.sampled_from([2, 1_000]))
def test_an_index_that_was_kept_at_any_moments_of_any_history_answers_like_one_made_fresh(history, common):
    with TemporaryDirectory() as folder:
        index: LexicalIndex[str] = LexicalIndex({"name": 3}, common=common)
        now: dict[str, dict[str, str]] = {}
        for number, step in enumerate(history):
            if step == "keep":
                index = kept(index, Path(folder) / str(number), common)
            else:
                follow(step, index, now)
        fresh = made_fresh(now, common)
        index = kept(index, Path(folder) / "last", common)

        assert answers(index) == answers(fresh)
        assert dict(index._postings.items()).keys() == fresh._postings.keys()
        assert [dict(each.items()) for each in _kin(index)] == _kin(fresh)


def _kin(index: LexicalIndex[str]) -> list[dict[str, dict[str, None]]]:
    words = index._vocabulary
    return [words._by_stem, words._by_gram, words._by_head, words._by_length]


@pytest.mark.requirement("R-97")
def test_common_words_are_kept_with_what_they_are_worth_and_those_that_become_common_later_are_seen(tmp_path):
    rng = random.Random(3)
    index: LexicalIndex[str] = LexicalIndex({"name": 3}, common=20)
    for number in range(200):
        index.add(f"k{number:03}", {"name": rng.choice(WORDS), "descr": " ".join(rng.choices(WORDS, k=4))})
    list(index.settle())
    before = _planes(index)
    for number in range(40):  # noted in the planes, not entered; and common without planes yet
        index.add(f"k{number:03}", {"name": "novel", "descr": "order"})

    again = kept(index, tmp_path / "k", 20)

    noted = _planes(index)
    assert noted != before
    assert _planes(again) == noted
    assert again._due.keys() == {"novel"}
    assert answers(again) == answers(index)


def _planes(index: LexicalIndex[str]) -> dict[str, tuple[object, ...]]:
    """Levels, the texts on each of them, and those that have changed since."""
    states = {word: planes.state() for word, planes in index._planes.items()}
    return {
        word: (list(each.levels), [int.from_bytes(bits, "little") for bits in each.bits], list(each.changed))
        for word, each in states.items()
        if each is not None
    }


@pytest.mark.requirement("R-97")
def test_what_is_kept_is_of_one_moment_whatever_happens_to_the_index_meanwhile(tmp_path):
    index: LexicalIndex[str] = LexicalIndex({"name": 3})
    for number in range(30):
        index.add(f"k{number:02}", {"name": WORDS[number % len(WORDS)], "descr": f"number {number}"})
    index = kept(index, tmp_path / "first", 1_000)
    index.search("order")
    expected, state = answers(index), index.state()

    for number in range(0, 30, 2):
        index.remove(f"k{number:02}")
    index.add("later", {"name": "order", "descr": "Kunden"})
    write_kept(tmp_path / "second", b"{}", *written_texts(state))
    file = open_kept(tmp_path / "second")

    assert file is not None
    assert answers(LexicalIndex({"name": 3}, kept=KeptTexts(file))) == expected
    assert answers(index) != expected


@pytest.mark.requirement("R-97")
def test_the_places_of_texts_that_are_gone_are_given_to_others(tmp_path):
    index = LexicalIndex[str]({"name": 3})
    for key in "abc":
        index.add(key, {"name": key})
    index.remove("b")
    index = kept(index, tmp_path / "k", 1_000)

    index.add("d", {"name": "order"})

    assert (index._keys, [hit.key for hit in index.search("order")]) == (["a", "d", "c"], ["d"])


@pytest.mark.requirement("R-97")
def test_a_question_reads_the_words_that_it_asks_for_and_no_others(tmp_path):
    index: LexicalIndex[str] = LexicalIndex({"name": 3})
    for number in range(100):
        index.add(f"k{number:03}", {"name": f"place{chr(97 + number % 26)}", "descr": f"the {number}th word"})
    index = kept(index, tmp_path / "k", 1_000)

    assert [hit.key for hit in index.search("17th", 1)] == ["k017"]
    assert {word for word in ("17", "th", "the", "word", "placea") if dict.__contains__(index._postings, word)} == {
        "17",
        "th",
    }
    assert sum(counts is not None for counts in index._counts) <= 40


@pytest.mark.requirement("R-97")
def test_a_dictionary_that_is_not_read_yet_is_one():
    read: list[int] = []

    def value(place: int) -> str:
        read.append(place)
        return f"value {place}"

    plain = {"a": "value 0", "b": "value 1", "c": "value 2", "d": "value 3"}
    unread: Unread[str, str] = Unread({"a": 0, "b": 1, "c": 2, "d": 3}, value)
    assert (len(unread), "a" in unread, "z" in unread, bool(unread), unread.get("z"), read) == (
        4, True, False, True, None, [],
    )  # fmt: skip
    for each in (unread, plain):
        del each["a"]
        each["b"] = "another"
        assert each.setdefault("c", "no") == "value 2"
        assert each.setdefault("e", "new") == "new"
    assert (read, len(unread), "a" in unread) == ([2], 4, False)
    with pytest.raises(KeyError):
        unread["a"]
    with pytest.raises(KeyError):
        del unread["a"]
    assert (sorted(unread.items()), sorted(unread), read) == (sorted(plain.items()), sorted(plain), [2, 3])
    assert not Unread({}, value)
