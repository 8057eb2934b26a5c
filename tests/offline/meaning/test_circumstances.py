"""What surrounds a deed: who wants it, when it is done, what was done before; and what a system is divided into."""

from __future__ import annotations

import pytest

from tests.offline.meaning.readings import made
from tests.offline.meaning.test_placing import leads, told


@pytest.mark.requirement("U-172")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("I want the nurse to count the napkins.", {"ACTOR Nurse", "UC Count napkins", "FUNC Count napkins"}),
        ("Ich will, dass der Pfleger die Servietten zählt.", {"ACTOR Pfleger", "UC Servietten zählen"}),
        ("Je veux que l'infirmière compte les serviettes.", {"ACTOR Infirmière", "UC Compter les serviettes"}),
        ("I want a lamp that sends me a slip.", {"MOD Lamp", "FLOW Slip"}),
        ("Ich will eine Lampe, die mir einen Zettel schickt.", {"FLOW Zettel"}),
        ("Je veux une lampe qui m'envoie un bon.", {"FLOW Bon"}),
    ],
)
def test_what_somebody_wants_done_is_done_by_whom_they_want_and_who_speaks_is_nobody(text, nodes):
    meant = told(text)
    found = made(meant)[0]

    assert [each for each in meant.doubts if each.weight == "asks"] == []
    assert {each.split(" ", 1)[1] for each in nodes} <= {each.split(" ", 1)[1] for each in found}
    assert not any(" that " in each or " dass " in each or " que " in each for each in found)


@pytest.mark.requirement("U-172")
@pytest.mark.parametrize(
    "text",
    [
        "I do not want the nurse to count the napkins.",
        "I never want the nurse to count the napkins and the cook to boil the soup.",
        "Ich will nicht, dass der Pfleger die Servietten zählt und der Koch die Suppe kocht.",
        "Je ne veux pas que l'infirmière compte les serviettes.",
    ],
)
def test_what_nobody_wants_is_not_built(text):
    assert made(told(text)) == (set(), set())


@pytest.mark.requirement("U-172")
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        (
            "I want the nurse to count the napkins and the cook to boil the soup.",
            {"UC Count napkins", "UC Boil soup", "ACTOR Nurse", "ACTOR Cook"},
        ),
        (
            "Ich will, dass der Pfleger die Servietten zählt und der Koch die Suppe kocht.",
            {"UC Servietten zählen", "UC Suppe kochen", "ACTOR Pfleger", "ACTOR Koch"},
        ),
        (
            "Je veux que l'infirmière compte les serviettes et que le cuisinier prépare la soupe.",
            {"UC Compter les serviettes", "UC Préparer la soupe", "ACTOR Infirmière", "ACTOR Cuisinier"},
        ),
        ("I want the nurse to count the napkins to keep the cook calm.", {"UC Count napkins", "ACTOR Nurse"}),
    ],
)
def test_each_deed_that_is_wanted_is_a_deed_of_its_own_doer(text, deeds):
    nodes, _ = made(told(text))

    assert {each for each in nodes if each.split()[0] in {"UC", "ACTOR"}} == deeds


@pytest.mark.requirement("U-173")
@pytest.mark.parametrize(
    "text",
    [
        "Above 80 °C the pump folds the napkins.",
        "Ab 80 °C faltet die Pumpe die Servietten.",
        "À partir de 80 °C, la pompe plie les serviettes.",
    ],
)
def test_a_quantity_that_only_says_when_makes_no_requirement(text):
    nodes, _ = made(told(text))

    assert not any(each.startswith("REQ") for each in nodes)
    assert len([each for each in nodes if each.startswith("FUNC")]) == 1


@pytest.mark.requirement("U-173")
@pytest.mark.parametrize(
    "text",
    [
        "Within 5 s the pump folds the napkins.",
        "In at most 5 s the pump folds the napkins.",
        "Innerhalb von 5 s faltet die Pumpe die Servietten.",
        "Binnen 5 s faltet die Pumpe die Servietten.",
        "En 5 s au plus la pompe plie les serviettes.",
    ],
)
def test_how_long_a_deed_may_take_is_a_requirement_wherever_it_stands(text):
    meant = told(text)

    assert [each.split()[0] for each in made(meant)[0]] == ["REQ"]
    assert meant.proposes


@pytest.mark.requirement("U-173")
@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("The arm grips the jars that the camera has counted.", "Count jars", "Grip jars"),
        ("Le bras saisit les bocaux que la caméra a comptés.", "Compter les bocaux", "Saisir les bocaux"),
    ],
)
def test_what_another_has_done_with_a_thing_comes_before_what_is_done_with_it(text, first, second):
    _, edges = made(told(text))

    assert leads(edges, first, second)
    assert not leads(edges, second, first)


@pytest.mark.requirement("U-174")
@pytest.mark.parametrize(
    ("text", "system", "parts"),
    [
        ("The farm consists of a mast and a pump.", "Wind farm", ["Mast", "Pump"]),
        ("Die Anlage besteht aus einem Mast und einer Pumpe.", "Walkanlage", ["Mast", "Pumpe"]),
        ("Le parc se compose d'un mât et d'une pompe.", "Parc éolien", ["Mât", "Pompe"]),
        ("We divide the mill into two subsystems: Fulling and Napping.", "Mill", ["Fulling", "Napping"]),
        ("Wir teilen die Mühle in zwei Teilsysteme auf: Walkwerk und Rauwerk.", "Mühle", ["Walkwerk", "Rauwerk"]),
        ("On divise le moulin en deux sous-systèmes : Foulage et Lainage.", "Moulin", ["Foulage", "Lainage"]),
    ],
)
def test_the_system_is_known_by_its_head_and_what_it_is_divided_into_are_its_parts(text, system, parts):
    meant = told(text, f"{system}:SYS")
    nodes, edges = made(meant)

    assert meant.proposes == ("divi" in text or "teilen" in text)  # what takes apart is only proposed
    assert nodes == {f"MOD {each}" for each in parts}
    assert edges == {f"{system} -compose-> {each}" for each in parts}


@pytest.mark.requirement("U-175")
@pytest.mark.parametrize("text", ["Weigh the barrow.", "Steps of a run:\n1. weigh the vehicle\n2. print the slip"])
def test_what_is_only_acted_on_becomes_nobody_where_nobody_acts(text):
    nodes, _ = made(told(text))

    assert not any(each.startswith("ACTOR") for each in nodes)


@pytest.mark.requirement("U-200")
@pytest.mark.parametrize(
    "text",
    [
        "The grower flips the bags; the gauge meanwhile logs the level.",
        "The grower flips the bags, and in the meantime the gauge logs the level.",
        "Der Bauer wendet die Säcke, währenddessen misst der Pegel den Wasserstand.",
        "Der Bauer wendet die Säcke, zur gleichen Zeit misst der Pegel den Wasserstand.",
        "Le paludier ouvre la trappe ; pendant ce temps, la sonde mesure le niveau.",
        "Le paludier ouvre la trappe, simultanément la sonde mesure le niveau.",
    ],
)
def test_what_is_done_at_the_same_time_follows_nothing(text: str) -> None:
    nodes, edges = made(told(text))
    functions = {each.removeprefix("FUNC ") for each in nodes if each.startswith("FUNC")}
    last = next(each for each in functions if each.startswith(("Log", "Wasserstand", "Mesurer")))

    assert len(functions) == 2
    assert not any(each.endswith(f"-io-> {last}") for each in edges)


@pytest.mark.requirement("U-200")
@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("A drone for the vineyard, consisting of a frame, six rotors and a tank.", "Drone", "Tank"),
        ("Eine Drohne für den Weinberg, bestehend aus Rahmen, Rotoren und Tank.", "Drohne", "Tank"),
        ("Un drone pour la vigne, composé d'un châssis, de rotors et d'un réservoir.", "Drone", "Réservoir"),
    ],
)
def test_a_participle_alone_says_what_a_whole_consists_of(text: str, whole: str, part: str) -> None:
    nodes, edges = made(told(text))

    assert f"SYS {whole}" in nodes
    assert f"{whole} -compose-> {part}" in edges


@pytest.mark.requirement("U-200")
@pytest.mark.parametrize(
    "text",
    [
        "The nose, Mrs Aubert, smells the sample.",
        "Die Nase, Frau Aubert, riecht die Probe.",
        "Le nez, Mme Aubert, sent l'odeur.",
    ],
)
def test_who_has_a_title_beside_the_noun_is_a_person(text: str) -> None:
    nodes, _ = made(told(text))

    assert any(each.startswith("ACTOR") for each in nodes)


@pytest.mark.requirement("U-334")
@pytest.mark.parametrize(
    "adverb", ["gratuitement", "promptement", "calmement", "anonymement", "bruyamment", "prudemment", "précisément"]
)
def test_a_french_adverb_of_manner_is_no_thing(adverb):
    found = made(told(f"La couturière coud {adverb}."))[0]

    assert {each for each in found if each.split(" ")[0] in {"ACTOR", "UC", "FUNC"}} == {
        "ACTOR Couturière",
        "UC Coudre",
        "FUNC Coudre",
    }
    assert not any(adverb in each.lower() for each in found)


@pytest.mark.requirement("U-334")
@pytest.mark.parametrize("noun", ["vêtement", "règlement", "chargement", "pansement", "supplément", "document"])
def test_a_french_noun_with_the_same_ending_stays_a_thing(noun):
    assert f"FUNC Contrôler le {noun}" in made(told(f"La couturière contrôle le {noun}."))[0]


@pytest.mark.requirement("U-335")
@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Die Sitzung beginnt um zehn", "Sitzung"),
        ("Die Besprechung findet am Montag statt", "Besprechung"),
        ("The inspection takes two hours", "Inspection"),
        ("The inspection begins at ten", "Inspection"),
        ("Le nettoyage commence à dix heures", "Nettoyage"),
    ],
)
def test_when_an_event_is_makes_nothing_and_what_it_is_is_asked(text, event):
    meant = told(text)

    assert (made(meant), [(each.code, each.text) for each in meant.doubts]) == ((set(), set()), [("whatIs", event)])


@pytest.mark.requirement("U-335")
@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("The inspection yields a report at ten", "FUNC Inspection"),
        ("Die Wartung beginnt nach der Prüfung", "FUNC Wartung"),
    ],
)
def test_what_also_says_what_the_event_does_still_makes_a_function(text, function):
    assert function in made(told(text))[0]
