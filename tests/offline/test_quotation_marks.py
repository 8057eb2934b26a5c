"""Answers put what somebody said between the quotation marks of the language that they are in."""

from __future__ import annotations

import re

import pytest

from graphwright.languages import Language
from tests.offline.judging.conversations import Talk, order_system
from tests.offline.judging.hearing import hear

SAID: dict[Language, list[str]] = {
    "en": [
        "Delete Windmill",
        "Who uses the windmill?",
        "I think the windmill is probably spinning fast",
        "Create a function",
        "The order is shipped.",
        "How fast must the answer be?",
    ],
    "de": [
        "Lösche Windrad",
        "Wer benutzt das Windrad?",
        "Grüne farblose Ideen wütend",
        "Lege ein Modul an",
        "Die Bestellung wird versandt.",
        "Wie schnell muss geantwortet werden?",
    ],
    "fr": [
        "Supprime Éolienne",
        "Qui utilise l'éolienne ?",
        "Des idées vertes incolores furieusement",
        "Ajoute un acteur",
        "La commande est expédiée.",
        "En combien de temps faut-il répondre ?",
    ],
}
MARKS: dict[Language, str] = {
    "en": r"“[^“”„«»]*”",
    "de": r"„[^“”„«»]*“",
    "fr": "«\u00a0[^“”„«»]*\u00a0»",
}


@pytest.mark.requirement("U-656")
@pytest.mark.parametrize(
    ("language", "said"), [(language, each) for language, several in SAID.items() for each in several]
)
def test_words_of_people_stand_between_the_marks_of_the_language(language: Language, said: str) -> None:
    answer = hear(Talk(order_system(), []), said).whole

    assert re.search(MARKS[language], answer)
    assert not re.search(r"[“”„«»]", re.sub(MARKS[language], "", answer))
