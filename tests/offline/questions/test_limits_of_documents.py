"""Amounts that documents give: every limit of a passage on what is asked for, and ages."""

from __future__ import annotations

import msgspec
import pytest

from graphwright.offline.quoting import amounts

BOOM = "The load of the boom shall not exceed 300 kg. In strong wind it shall not exceed 120 kg. The boom needs 3 kW."
POOL = "The water temperature in the pool may be at most 28 °C. During baby swimming, at most 32 °C are allowed."
LIFT = "The sledges travel at a speed of at most 0.9 m/s. From 1 December to 6 January, the speed shall be at most 0.5 m/s."
ORGAN = "Die Orgel darf höchstens 85 dB laut spielen. In der Nacht sind höchstens 60 dB zulässig. Sie wiegt 900 kg."
FERRY = "Le bac navigue à au plus 3 m/s. Par temps de brouillard, le bac navigue à au plus 1 m/s."


def quoted(question: str, text: str, language: str) -> list[str]:
    passage = {"passage": "p1", "document": "Rules", "text": text, "section": ["Operation"]}
    content = msgspec.json.encode({"passages": [passage]}).decode()
    return amounts(question, [content], language).lines  # type: ignore[arg-type]


@pytest.mark.requirement("P-251")
@pytest.mark.parametrize(
    ("question", "text", "language", "told"),
    [
        ("How much weight may the boom load?", BOOM, "en", ("300 kg", "120 kg")),
        ("How warm may the water in the pool be?", POOL, "en", ("28 °C", "32 °C")),
        ("How fast may the sledges travel?", LIFT, "en", ("0.9 m/s", "0.5 m/s")),
        ("How fast may the sledges travel in December?", LIFT, "en", ("0.9 m/s", "0.5 m/s")),
        ("Wie laut darf die Orgel spielen?", ORGAN, "de", ("85 dB", "60 dB")),
        ("À quelle vitesse le bac peut-il naviguer ?", FERRY, "fr", ("3 m/s", "1 m/s")),
    ],
)
def test_every_limit_that_the_passage_sets_on_it_is_told_with_its_condition(question, text, language, told):
    lines = quoted(question, text, language)

    assert len(lines) == len(told)
    assert all(any(each in line for line in lines) for each in told)


@pytest.mark.requirement("P-252")
@pytest.mark.parametrize(
    ("question", "text", "language", "told"),
    [
        ("Ab welchem Alter dürfen Kinder allein segeln?", "Kinder unter 14 Jahren segeln nur in Begleitung.", "de", "14"),
        ("From which age may children climb alone?", "Children under twelve years climb only with an adult.", "en", "twelve"),
        ("À partir de quel âge les enfants skient-ils seuls ?", "Les enfants de moins de 10 ans skient accompagnés.", "fr", "10"),
    ],
)  # fmt: skip
def test_an_age_is_asked_for_as_an_amount(question, text, language, told):
    [line] = quoted(question, f"{text} Hunde 3 kg.", language)

    assert told in line
