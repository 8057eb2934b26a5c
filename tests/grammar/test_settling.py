"""Words that are told by their place: what a small word, a participle or a German article does in its sentence."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.grammar.rules import rules_of
from graphwright.grammar.settling import settled
from graphwright.grammar.tags import tagged
from graphwright.grammar.tokens import tokens
from graphwright.languages import Language


@pytest.mark.requirement("U-121")
@pytest.mark.parametrize(
    ("language", "text", "word", "tag"),
    [
        ("en", "The till rings.", "till", "noun"),
        ("fr", "Le car démarre.", "car", "noun"),
        ("fr", "Le garde consulte le plan le soir.", "soir", "noun"),
        ("fr", "Le bras articulé la soulève.", "articulé", "adjective"),
        ("fr", "La grille reste fermée.", "fermée", "adjective"),
        ("de", "Er hat ein Fass, in dem Kinder baden.", "dem", "relative"),
        ("de", "Er geht mit dem Kind.", "dem", "article"),
        ("de", "Der Turm ist zu hoch.", "zu", "adverb"),
        ("de", "Der Turm ist hoch.", "hoch", "adjective"),
        ("de", "Er lädt das Bild hoch.", "hoch", "particle"),
        ("de", "Der Chor singt, sobald der Organist das Vorspiel beendet hat.", "beendet", "verb"),
    ],
)
def test_a_word_is_told_by_its_place(language: Language, text: str, word: str, tag: str) -> None:
    row = settled(tagged(tokens(text), language)[0], rules_of(language))

    assert [each.tag for each in row if each.text == word] == [tag]


@pytest.mark.requirement("U-121")
def test_a_contraction_denies_without_its_apostrophe() -> None:
    clause = read("The ferry doesnt sail.", "en").sentences[0].clauses[0]

    assert clause.verb is not None
    assert (clause.verb.lemma, clause.verb.negated) == ("sail", True)
