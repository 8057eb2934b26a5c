"""What a pronoun stands for over clauses and sentences, by number, by who acts and by who is given something."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.grammar.records import SpokenPhrase
from graphwright.languages import Language


def meant(text: str, language: Language) -> list[tuple[str, str]]:
    """Each pronoun with what it stands for; relatives and what is taken over are left out."""
    clauses = [each for sentence in read(text, language).sentences for each in sentence.clauses]
    roles = [role for clause in clauses for role in clause.roles if not role.taken_over]
    return [
        (each.phrase.refers_to.text, named(each.phrase.refers_to.phrase))
        for each in roles
        if each.phrase.refers_to is not None and each.phrase.refers_to.phrase is not None
    ]


def named(phrase: SpokenPhrase) -> str:
    return " + ".join(each.name for each in phrase.members) or phrase.name


@pytest.mark.requirement("U-120")
@pytest.mark.parametrize(
    ("language", "text", "pairs"),
    [
        ("en", "The cooper and the smith shake hands. Both leave.", [("Both", "cooper + smith")]),
        ("de", "Die Zofe und der Page warten. Beide schweigen.", [("Beide", "Zofe + Page")]),
        ("fr", "La lingère et le page attendent. Les deux bavardent.", [("deux", "lingère + page")]),
        ("en", "The choir hires two tenors. Each of them sings a solo.", [("them", "tenors")]),
        ("en", "The porter meets the abbess and greets her.", [("her", "abbess")]),
        ("de", "Die Gräfin mietet ein Boot, und der Wirt reicht ihr das Ruder.", [("ihr", "Gräfin")]),
        ("fr", "Le marin loue une barque et le passeur lui tend la rame.", [("lui", "marin")]),
        ("en", "The siren wails when the river floods, and it wakes the town.", [("it", "siren")]),
        ("en", "The weaver dyes the yarns. They dry overnight.", [("They", "yarns")]),
    ],
)
def test_a_pronoun_stands_for_what_it_agrees_with_and_never_for_who_acts_on_it(
    language: Language, text: str, pairs: list[tuple[str, str]]
) -> None:
    assert meant(text, language) == pairs
