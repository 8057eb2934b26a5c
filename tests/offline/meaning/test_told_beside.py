"""What is told beside a name, of a team, or with a swallowed `es` makes what it says, in any domain."""

from __future__ import annotations

import pytest

from tests.offline.meaning.test_changing import changed, told


def _made(text: str) -> set[str]:
    """The new elements of a sentence without its use case, chain and flows, and what belongs to a part."""
    _, new = changed(told(text))
    nodes = {each for each in new if "->" not in each and each.rpartition(":")[2] in {"ACTOR", "MOD", "SYS", "FUNC"}}
    parts = {each.rpartition(":")[0] for each in nodes if each.endswith(":MOD")}
    return nodes | {each for each in new if each.partition(" -compose-> ")[0] in parts}


@pytest.mark.requirement("U-430")
@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("The agitator, a part of the fermenter, stirs the mash.", "Fermenter:MOD", "Agitator:MOD"),
        ("The lidar (a component of the tractor) scans the furrow.", "Tractor:MOD", "Lidar:MOD"),
        ("Das Rührwerk, ein Bauteil des Kessels, mischt die Maische.", "Kessel:MOD", "Rührwerk:MOD"),
        ("Der Greifer – ein Bestandteil des Krans – hebt den Schrott.", "Kran:MOD", "Greifer:MOD"),
        ("Le bras, un composant du robot, soulève la palette.", "Robot:MOD", "Bras:MOD"),
        ("La sonde, un élément de la chaudière, mesure la température.", "Chaudière:MOD", "Sonde:MOD"),
    ],
)
def test_a_part_that_is_told_beside_a_name_belongs_to_its_whole(text: str, whole: str, part: str) -> None:
    made = _made(text)

    held = f"{whole.removesuffix(':MOD')} -compose-> {part.removesuffix(':MOD')}"
    assert {whole, part, held} <= made
    assert len([each for each in made if each.endswith(":FUNC")]) == 1


@pytest.mark.requirement("U-430")
def test_what_is_no_part_beside_a_name_makes_no_whole() -> None:
    assert _made("The agitator, a gift of the brewer, stirs the mash.") == _made("The agitator stirs the mash.")


@pytest.mark.requirement("U-431")
@pytest.mark.parametrize(
    ("text", "who", "deed"),
    [
        ("The team also includes a midwife, who weighs the babies.", "Midwife:ACTOR", "Weigh babies:FUNC"),
        ("The crew has a welder, who checks the seams.", "Welder:ACTOR", "Check seams:FUNC"),
        ("Zum Personal gehört eine Hebamme, die die Säuglinge wiegt.", "Hebamme:ACTOR", "Säuglinge wiegen:FUNC"),
        ("Die Mannschaft umfasst einen Koch, der die Suppe kocht.", "Koch:ACTOR", "Suppe kochen:FUNC"),
        ("L'équipe compte une sage-femme, qui pèse les bébés.", "Sage-femme:ACTOR", "Peser les bébés:FUNC"),
        ("Le personnel comprend un cuisinier, qui prépare la soupe.", "Cuisinier:ACTOR", "Préparer la soupe:FUNC"),
    ],
)
def test_who_belongs_to_a_team_is_there_and_does_what_is_told_of_them(text: str, who: str, deed: str) -> None:
    assert _made(text) == {who, deed}


@pytest.mark.requirement("U-432")
@pytest.mark.parametrize(
    "said",
    [
        "Im Stall gibts einen Melker, der die Kühe melkt.",
        "Im Stall gibt's einen Melker, der die Kühe melkt.",
        "Im Stall gibt es einen Melker, der die Kühe melkt.",
    ],
)
def test_a_swallowed_es_is_heard(said: str) -> None:
    assert _made(said) == {"Melker:ACTOR", "Kühe melken:FUNC"}


@pytest.mark.requirement("U-433")
@pytest.mark.parametrize(
    ("text", "who", "theirs", "others"),
    [
        (
            "strip the bed, wash the sheets (that's the trainee's job), iron them",
            "Trainee:ACTOR",
            "Wash sheets",
            {"Strip bed", "Iron sheets"},
        ),
        (
            "potting a plant goes like this: fill the pot, set the bulb (by the apprentice), water the soil",
            "Apprentice:ACTOR",
            "Set bulb",
            {"Fill pot", "Water soil"},
        ),
        (
            "Fell schneiden, Sohle kleben (macht die Lehrtochter), Schaft nähen",
            "Lehrtochter:ACTOR",
            "Sohle kleben",
            {"Fell schneiden", "Schaft nähen"},
        ),
        (
            "Ablauf: Glas schmelzen (am Brenner), Form füllen (das macht der Lehrling), Rand schleifen",
            "Lehrling:ACTOR",
            "Form füllen",
            {"Glas schmelzen", "Rand schleifen"},
        ),
        (
            "laver la laine, la teindre (c'est la stagiaire qui le fait), tisser le tapis",
            "Stagiaire:ACTOR",
            "Teindre la laine",
            {"Laver la laine", "Tisser le tapis"},
        ),
        (
            "atelier, dans l'ordre : limer, souder (par l'apprenti), polir",
            "Apprenti:ACTOR",
            "Souder",
            {"Limer", "Polir"},
        ),
    ],
)
def test_who_does_a_step_may_be_told_in_an_aside(text: str, who: str, theirs: str, others: set[str]) -> None:
    _, new = changed(told(text, "Workshop:SYS"))

    assert who in new
    assert {each for each in new if each.endswith(":FUNC")} == {f"{each}:FUNC" for each in {theirs, *others}}
    assert {each for each in new if each.endswith(":UC")} == {f"{theirs}:UC"}


@pytest.mark.requirement("U-433")
def test_an_aside_that_names_nobody_changes_no_step() -> None:
    said = "strip the bed, wash the sheets{}, iron them"

    _, plain = changed(told(said.format(""), "Workshop:SYS"))
    _, aside = changed(told(said.format(" (at 60 degrees)"), "Workshop:SYS"))

    assert plain == aside
