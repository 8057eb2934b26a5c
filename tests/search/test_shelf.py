"""The index in a file answers as the one in memory, forgets what is dropped, and is there at once after a start."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from graphwright.search.kept import open_kept, write_kept
from graphwright.search.lexical import LexicalIndex
from graphwright.search.names import KeptGroups, KeptNames
from graphwright.search.shelf import MANY, KeptLexicalIndex, KeptVocabulary
from graphwright.text.words import words

WORDS = [
    "order",
    "customer",
    "invoice",
    "Bestellung",
    "Kunde",
    "Rechnung",
    "Baugenehmigung",
    "Genehmigung",
    "permit",
    "fence",
    "brake",
    "valve",
    "pressure",
    "Bremse",
    "Ventil",
    "Druck",
    "shipping",
    "delivery",
    "Lieferung",
    "return",
    "refund",
    "commande",
    "client",
    "facture",
    "livraison",
]


def texts(count: int, seed: int = 1) -> list[str]:
    """Texts of words that are common, rare and mistyped."""
    dice = random.Random(seed)
    return [
        " ".join(
            dice.choice(WORDS[: dice.choice((3, 8, len(WORDS)))])
            + dice.choice(("", "", "s", "en", f"{dice.randrange(40)}"))
            for _ in range(dice.randrange(1, 30))
        )
        for _ in range(count)
    ]


def counts(text: str, vocabulary: KeptVocabulary) -> dict[int, int]:
    return vocabulary.numbered(Counter(words(text)))


def number_of(word: str, vocabulary: KeptVocabulary) -> int:
    return next(iter(vocabulary.numbered({word: 1})))


def both(given: list[str], common: int = 50, many: int = MANY) -> tuple[LexicalIndex[str], KeptLexicalIndex]:
    """The same texts in memory and as they are kept. Keys are written so that they sort as numbers do."""
    plain: LexicalIndex[str] = LexicalIndex(common=common)
    vocabulary = KeptVocabulary(None)
    kept = KeptLexicalIndex("texts", vocabulary, None, common=common, many=many)
    for number, text in enumerate(given):
        plain.add(f"{number:06}", {"text": text})
        assert kept.take(counts(text, vocabulary)) == number
    return plain, kept


QUESTIONS = ["order", "Bestellungen", "Genehmigung", "custmer", "fence permit brake", "order customer invoice shipping",
             "refnd 12", "unheard", "the", "Ventil Druck 7 livraison client"]  # fmt: skip


@pytest.mark.requirement("Z-08")
@pytest.mark.parametrize("common", [50, 100_000])
def test_the_same_texts_are_found_by_the_same_words_with_the_same_scores(common):
    plain, kept = both(texts(400), common)
    for question in QUESTIONS:
        for unfinished in (False, True):
            expected = [(int(hit.key), hit.score, hit.words) for hit in plain.search(question, unfinished=unfinished)]
            found = kept.search(question, unfinished=unfinished)
            assert [(hit.key, hit.score, hit.words) for hit in found] == expected, question


@pytest.mark.requirement("Z-09", "R-35")
def test_a_text_that_is_dropped_leaves_no_word_and_no_trace_in_a_ranking():
    given = texts(300)
    vocabulary = KeptVocabulary(None)
    kept = KeptLexicalIndex("texts", vocabulary, None, common=50)
    for text in given[:100]:
        kept.take(counts(text, vocabulary))
    for number in range(5):
        kept.take(counts(f"zeppelin{number} {given[number]} Luftschiffhafen", vocabulary))
    for text in given[100:]:
        kept.take(counts(text, vocabulary))
    for word in kept.drop(range(100, 105)):
        vocabulary.forget(word)

    assert [word for word in vocabulary.words if "zeppelin" in word or "luftschiff" in word] == []
    assert b"zeppelin" not in vocabulary.written().names["stems"]
    assert kept.search("zeppelin Luftschiffhafen Schiffhafen") == []
    assert len(kept) == 300
    plain, _ = both(given)
    for question in QUESTIONS:
        expected = [(int(hit.key), hit.score) for hit in plain.search(question)]
        found = [(hit.key - 5 * (hit.key >= 105), hit.score) for hit in kept.search(question)]
        assert found == expected, question


@pytest.mark.requirement("Z-08")
def test_numpy_scores_all_texts_as_reading_every_posting_does():
    pytest.importorskip("numpy")
    plain, kept = both(texts(400), 100_000, many=1)
    even = frozenset(range(0, 400, 2))
    for question in QUESTIONS:
        for options in ({}, {"accept": even.__contains__}):
            accept = {"accept": lambda key: int(key) in even} if options else {}
            expected = plain.search(question, enough=10**9, **accept)
            found = kept.search(question, enough=10**9, **options)
            assert [(hit.key, hit.score, hit.words) for hit in found] == [
                (int(hit.key), hit.score, hit.words) for hit in expected
            ], question
    # Texts that come and go are followed.
    kept.take(counts("zeppelin order", kept._kin))
    assert [hit.key for hit in kept.search("zeppelin")] == [400]
    kept.drop(range(400, 401))
    assert kept.search("zeppelin") == []


@pytest.mark.requirement("Z-10")
def test_words_are_found_in_their_file_as_in_memory_and_those_that_are_forgotten_are_not(tmp_path):
    vocabulary = KeptVocabulary(None)
    words_ = [f"{word.lower()}{number}" for word in WORDS for number in range(9)] + ["grüße", "x"]
    for word in words_:
        number_of(word, vocabulary)

    def told() -> list[object]:
        asked = ("order", "ordr7", "invoice33", "brakee3", "grüse", "x", "unheard")
        return [
            [list(ask(each)) for each in asked]
            for ask in (vocabulary.same_stem, vocabulary.near, vocabulary.beginning, vocabulary.with_gram)
        ]

    before = told()
    for _ in range(2):  # from memory, and from a file of which words are in the file already
        part = vocabulary.written()
        write_kept(tmp_path / "words", b"{}", part.numbers, part.names)
        kept = open_kept(tmp_path / "words")
        assert kept is not None
        vocabulary.rebase(kept)
        assert told() == before
    assert [number_of(word, vocabulary) for word in words_] == list(range(len(words_)))
    assert number_of("fresh", vocabulary) == len(words_)
    gone = number_of("order7", vocabulary)
    vocabulary.forget(gone)
    assert (vocabulary.words[gone], vocabulary.words.number("order7")) == ("", None)
    assert gone not in vocabulary.near("ordr7")
    assert gone not in vocabulary.with_gram("rder")
    assert number_of("order7", vocabulary) == len(words_) + 1
    assert len(words_) + 1 in vocabulary.near("ordr7")


@pytest.mark.requirement("Z-09", "Z-10")
@pytest.mark.parametrize("seed", range(4))
def test_names_in_a_file_that_grows_are_those_that_were_given_but_what_was_forgotten(tmp_path, seed):
    dice = random.Random(seed)
    names, groups = KeptNames("n", None), KeptGroups("g", None)
    plain: list[str] = []
    for turn in range(12):
        for _ in range(dice.randrange(1, 60)):
            name = dice.choice(WORDS).lower() + str(dice.randrange(200))
            if (known := names.number(name)) is None:
                plain.append(name)
                assert names.add(name) == len(plain) - 1
                groups.add(name)
            elif seed % 2 and dice.random() < 0.3:
                names.forget(known)
                plain[known] = ""
        parts = names.written(), groups.written(names if names.forgot else None)
        write_kept(tmp_path / "names", b"{}", parts[0].numbers | parts[1].numbers, parts[0].names | parts[1].names)
        kept = open_kept(tmp_path / "names")
        assert kept is not None
        if turn % 3:  # else it goes on without the file
            names.rebase(kept)
            groups.rebase(kept)
        standing = {name: number for number, name in enumerate(plain) if name}
        for each in (names, KeptNames("n", kept)):
            assert list(each) == [each[number] for number in range(len(each))] == plain
            assert {name: each.number(name) for name in standing} == standing
            assert each.numbers(["unheard", *standing]) == [None, *standing.values()]
        alike = KeptGroups("g", kept)
        assert sorted(word for place in alike._places for word in alike[place]) == sorted(standing)


@pytest.mark.requirement("Z-10")
def test_a_name_that_is_given_twice_has_its_newest_number_after_a_start_too(tmp_path):
    names = KeptNames("n", None)
    for given in (["a", "b"], ["a"]):
        for name in given:
            names.add(name)
        part = names.written()
        write_kept(tmp_path / "names", b"{}", part.numbers, part.names)
        kept = open_kept(tmp_path / "names")
        assert kept is not None
        names.rebase(kept)
    assert (list(names), names.number("a"), names.number("b")) == (["a", "b", "a"], 2, 1)
