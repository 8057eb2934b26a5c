"""What a deed is called: with the words without which its verb would say little, in three languages."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str) -> set[str]:
    """The nodes that a message makes in an empty model."""
    model = graph_of()
    return made(means(read(text), model, NodeIndex(model)))[0]


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("Guests pay by card.", "Pay by card"),
        ("Der Gast zahlt mit Karte.", "Mit Karte zahlen"),
        ("Le client paie par carte.", "Payer par carte"),
        ("The clerk marks the room as clean.", "Mark room as clean"),
        ("Die Pflegerin markiert das Bett als sauber.", "Bett als sauber markieren"),
        ("La gouvernante marque la chambre comme propre.", "Marquer la chambre comme propre"),
        ("Die Eltern melden das Kind per App krank.", "Kind krank melden"),
        ("The kiosk asks for the pickup date.", "Ask for pickup date"),
        ("Der Automat fragt nach dem Abholdatum.", "Nach Abholdatum fragen"),
        ("Le tourniquet laisse passer le skieur.", "Laisser passer le skieur"),
        ("Le chef fait signer le contrat.", "Faire signer le contrat"),
    ],
)
def test_a_deed_keeps_what_its_verb_would_say_little_without(text, deed):
    assert f"FUNC {deed}" in told(text)


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("The archivist decides which letters get digitised.", "Decide which letters get digitised"),
        (
            "Der Archivar entscheidet, welche Briefe digitalisiert werden.",
            "Entscheiden, welche Briefe digitalisiert werden",
        ),
        ("L'archiviste décide quelles lettres sont numérisées.", "Décider quelles lettres sont numérisées"),
        ("The sensor measures how full the bin is.", "Measure how full the bin is"),
    ],
)
def test_what_is_decided_or_measured_may_be_a_clause_and_is_no_flow(text, deed):
    nodes = told(text)

    assert f"FUNC {deed}" in nodes
    assert len([each for each in nodes if each.startswith("FUNC")]) == 1
    assert not any(each.removeprefix("FLOW ").split()[0] in {"Which", "Welche", "Quelles", "How"} for each in nodes)


@pytest.mark.requirement("U-199")
def test_a_french_or_asks_for_nothing():
    assert {each for each in told("Un lecteur peut emprunter ou réserver un ouvrage.") if each.startswith("FUNC")} == {
        "FUNC Emprunter un ouvrage",
        "FUNC Réserver un ouvrage",
    }


@pytest.mark.requirement("U-199")
@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("The kitchen sees how many meals must be cooked.", "See how many meals must be cooked"),
        ("Die Küche sieht, wie viele Essen gekocht werden müssen.", "Sehen, wie viele Essen gekocht werden müssen"),
        ("La cuisine voit combien de repas il faut préparer.", "Voir combien de repas il faut préparer"),
    ],
)
def test_what_must_be_only_in_what_is_asked_demands_nothing(text, deed):
    nodes = told(text)

    assert f"FUNC {deed}" in nodes
    assert not any(each.startswith("REQ") for each in nodes)


@pytest.mark.requirement("U-201")
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("honig wird erst geschleudert dann gesiebt", {"Honig schleudern", "Honig sieben"}),
        ("Die Wolle wird gewaschen danach gekämmt.", {"Wolle waschen", "Wolle kämmen"}),
        (
            "Les huîtres sont lavées et pour finir mises en bourriche.",
            {"Laver les huîtres", "Mettre les huîtres en bourriche"},
        ),
        ("Le contrat est relu par le médecin.", {"Relire le contrat"}),
        ("Le tableau est décrit puis mis en ligne.", {"Décrire le tableau", "Mettre le tableau en ligne"}),
    ],
)
def test_each_participle_of_a_passive_is_a_deed_of_its_own(text, deeds):
    assert {each.removeprefix("FUNC ") for each in told(text) if each.startswith("FUNC")} == deeds
