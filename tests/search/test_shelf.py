"""The index in a file answers as the one in memory, forgets what is dropped, and is there at once after a start."""

from __future__ import annotations

import random

import pytest

from graphwright.search.lexical import LexicalIndex
from graphwright.search.shelf import KeptLexicalIndex, KeptVocabulary
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


def counts(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words(text):
        found[word] = found.get(word, 0) + 1
    return found


def both(given: list[str], common: int = 50) -> tuple[LexicalIndex[str], KeptLexicalIndex]:
    """The same texts in memory and as they are kept. Keys are written so that they sort as numbers do."""
    plain: LexicalIndex[str] = LexicalIndex(common=common)
    kept = KeptLexicalIndex("texts", KeptVocabulary(None), None, common=common)
    for number, text in enumerate(given):
        plain.add(f"{number:06}", {"text": text})
        assert kept.take(counts(text)) == number
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
        kept.take(counts(text))
    for number in range(5):
        kept.take(counts(f"zeppelin{number} {given[number]} Luftschiffhafen"))
    for text in given[100:]:
        kept.take(counts(text))
    for word in kept.drop(range(100, 105)):
        vocabulary.forget(word)

    assert [word for word in vocabulary.words if "zeppelin" in word or "luftschiff" in word] == []
    assert "zeppelin" not in vocabulary.written().names["stems"]
    assert kept.search("zeppelin Luftschiffhafen Schiffhafen") == []
    assert len(kept) == 300
    plain, _ = both(given)
    for question in QUESTIONS:
        expected = [(int(hit.key), hit.score) for hit in plain.search(question)]
        found = [(hit.key - 5 * (hit.key >= 105), hit.score) for hit in kept.search(question)]
        assert found == expected, question
