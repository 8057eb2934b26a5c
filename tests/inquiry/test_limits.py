"""Limits on sizes: what each is set on, under which condition, and what that means for a size that somebody gives."""

from __future__ import annotations

import pytest

from graphwright.inquiry.extract import limits_kept
from graphwright.inquiry.gaps import find_gaps, said_already
from graphwright.inquiry.hypothesis import suppose
from graphwright.inquiry.understanding import understand
from graphwright.offline.limits import limited_sizes
from tests.inquiry.sources import source

WATER = "Die Dotationswassermenge muss mindestens 450 Liter pro Sekunde betragen. In der Laichzeit vom 1. März bis \
15. Juni sind 600 Liter pro Sekunde abzugeben."
NOISE = "At night the noise level may be at most 45 dB, otherwise at most 60 dB."
BATH = "La température de l'eau doit être d'au moins 26 °C. Pendant les cours de bébés nageurs, au moins 32 °C sont \
exigés."
ROOF = "Im Außenbereich sind Dächer mit einer Höhe bis zu 3 m frei. Eine Höhe bis zu 5 m ist zulässig, außer am Hang."


def verdicts(question: str, text: str, language: str) -> list[str]:
    """What is said of the size that a question gives, without the citation."""
    found, nlp = [source("P1", text)], understand(question, default=language)  # type: ignore[arg-type]
    topics = [nlp.parsed_query.main_topic, *nlp.parsed_query.subtopics]
    gaps = find_gaps(topics, found, {}, nlp.language, units={each.unit for each in nlp.quantities})
    said = said_already(question, gaps, topics)
    return [line.removesuffix(" [P1].") for line in limits_kept(gaps, said, found, nlp.language, question)]


@pytest.mark.requirement("M-130", "K-18")
@pytest.mark.parametrize(
    ("question", "text", "language", "verdict"),
    [
        (
            "Untersuche, ob in der Laichzeit 550 Liter pro Sekunde genug sind",
            WATER, "de",
            "- Dotationswassermenge: 550 l/s, mindestens 600 l/s (In der Laichzeit vom 1. März bis 15. Juni): verletzt",
        ),
        (
            "Untersuche, ob 500 Liter pro Sekunde im April genügen",
            WATER, "de",
            "- Dotationswassermenge: 500 l/s, mindestens 600 l/s (In der Laichzeit vom 1. März bis 15. Juni): verletzt",
        ),
        (
            "Untersuche, ob im August 500 Liter pro Sekunde genügen",
            WATER, "de",
            "- Dotationswassermenge: 500 l/s, mindestens 450 l/s: eingehalten",
        ),
        (
            "Investigate whether a noise level of 50 dB is allowed at night.",
            NOISE, "en",
            "- noise level: 50 dB, at most 45 dB (At night): violated",
        ),
        (
            "Examine si une température de l'eau de 28 °C suffit pendant les cours de bébés nageurs.",
            BATH, "fr",
            "- température de l'eau : 28 °C, au moins 32 °C (Pendant les cours de bébés nageurs) : enfreint",
        ),
    ],
)  # fmt: skip
def test_the_limit_holds_whose_condition_the_question_names(question, text, language, verdict):
    assert verdicts(question, text, language) == [verdict]


@pytest.mark.requirement("M-130", "K-18")
@pytest.mark.parametrize(
    ("question", "text", "language", "parts"),
    [
        ("Untersuche, ob 500 Liter pro Sekunde genügen", WATER, "de", ("450 l/s", "600 l/s (In der Laichzeit")),
        ("Investigate whether a noise level of 50 dB is allowed.", NOISE, "en", ("45 dB (At night)", "60 dB (otherwise)")),
        ("Examine si une température de l'eau de 28 °C suffit.", BATH, "fr", ("26 °C", "32 °C (Pendant les cours")),
    ],
)  # fmt: skip
def test_without_a_case_no_verdict_is_given_where_limits_come_to_different_ones(question, text, language, parts):
    (line,) = verdicts(question, text, language)
    assert [part for part in parts if part not in line] == []
    assert not any(word in line for word in ("kept", "violated", "eingehalten", "verletzt", "respecté", "enfreint"))


@pytest.mark.requirement("M-130")
def test_where_all_limits_agree_each_is_a_verdict():
    assert verdicts("Untersuche, ob 700 Liter pro Sekunde genügen", WATER, "de") == [
        "- Dotationswassermenge: 700 l/s, mindestens 450 l/s: eingehalten",
        "- Dotationswassermenge: 700 l/s, mindestens 600 l/s (In der Laichzeit vom 1. März bis 15. Juni): eingehalten",
    ]


@pytest.mark.requirement("M-131", "K-18")
@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("The manufacturer says the igniter wants at least 9.6 volts.", "en", ["igniter voltage"]),
        ("Der Antriebsmotor benötigt mindestens 400 Volt.", "de", ["Spannung (Antriebsmotor)"]),
        ("La pompe exige une tension d'au moins 230 volts.", "fr", ["tension (pompe)"]),
        ("The mash tun holds at most 900 kg of malt.", "en", ["mash tun"]),
        (ROOF, "de", ["Höhe"]),
        ("The flow must not exceed 5 l/s.", "en", ["flow"]),
        ("La vitesse ne doit pas dépasser 30 km/h la nuit.", "fr", ["vitesse"]),
    ],
)
def test_a_size_is_named_by_its_noun_phrase(text, language, names):
    assert [size.name for size in limited_sizes([source("P1", text)], language)] == names


@pytest.mark.requirement("M-131", "K-18")
@pytest.mark.parametrize(
    ("topics", "asked"),
    [(["misfire"], []), (["tower", "charges"], []), (["igniter"], ["igniter voltage"]), ([], ["igniter voltage"])],
)
def test_nobody_is_asked_for_a_size_that_the_question_does_not_touch(topics, asked):
    text = "Tower 3 was misfiring. The igniter wants at least 9.6 volts. A misfire is guarded, charges are kept."
    assert [gap.description for gap in find_gaps(topics, [source("P1", text)], {}, "en")] == asked


CABLES = {
    "de": (
        "Ab einer Windgeschwindigkeit von mehr als 16 m/s steht die Seilbahn.",
        "Handläufe müssen mindestens 1,1 m hoch sein.",
    ),
    "en": (
        "At a wind speed of more than 16 m/s the cable car shall stop.",
        "Handrails shall be at least 1.1 m high.",
    ),
    "fr": (
        "Le téléphérique doit s'arrêter quand la vitesse du vent est supérieure à 16 m/s.",
        "Les mains courantes doivent avoir une hauteur d'au moins 1,1 m.",
    ),
}


def sizes_asked(question: str, language: str) -> list[str]:
    """The units of the sizes that people would be asked for."""
    found = [source(f"P{number}", text) for number, text in enumerate(CABLES[language])]
    nlp = understand(question, default=language)  # type: ignore[arg-type]
    return [gap.unit for gap in suppose(question, nlp, found, {}).gaps if gap.type == "number"]


@pytest.mark.requirement("U-696")
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "Untersuche, wer die Seilbahn bei Wind anhält."),
        ("de", "Untersuche, warum die Seilbahn steht."),
        ("en", "Investigate who stops the cable car."),
        ("fr", "Examine qui arrête le téléphérique."),
    ],
)
def test_whoever_asks_who_or_why_is_asked_for_no_size(language: str, question: str):
    assert sizes_asked(question, language) == []


@pytest.mark.requirement("U-696")
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "Untersuche, ob unsere Seilbahn die Vorschriften für Handläufe einhält."),
        ("en", "Investigate whether the cable car has handrails that are high enough."),
    ],
)
def test_a_limit_on_what_is_asked_about_wins_over_one_that_only_speaks_of_the_thing(language: str, question: str):
    assert sizes_asked(question, language) == ["m"]


@pytest.mark.requirement("U-696")
def test_a_size_that_the_question_gives_is_asked_about_whoever_it_is_about():
    assert sizes_asked("Untersuche, wer die Seilbahn bei 20 m/s anhält.", "de") == ["m/s"]
