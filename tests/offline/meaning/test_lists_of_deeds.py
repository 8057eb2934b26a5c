"""Lists of what is done: summed up behind them, below a heading, below a title; each in three languages."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made


def told(text: str) -> tuple[set[str], set[str]]:
    """The nodes and edges that a message makes in an empty model, without the flows and chains that join them."""
    model = graph_of()
    nodes, edges = made(means(read(text), model, NodeIndex(model)))
    return {each for each in nodes if not each.startswith(("FLOW", "FCHAIN"))}, edges


@pytest.mark.requirement("U-197")
@pytest.mark.parametrize(
    ("text", "nodes", "edge"),
    [
        (
            "Soaking of the hides, liming, tanning in the pit: that is the order of things here.",
            {"FUNC Soaking of the hides", "FUNC Liming", "FUNC Tanning in the pit"},
            "Liming -io-> Liming result",
        ),
        (
            "Weichen der Häute, Äschern, Gerbung in der Grube: so läuft es bei uns ab.",
            {"FUNC Weichen der Häute", "FUNC Äschern", "FUNC Gerbung in der Grube"},
            "Äschern -io-> Ergebnis Äschern",
        ),
        (
            "Trempage des peaux, chaulage, tannage en fosse : voilà l'ordre chez nous.",
            {"FUNC Trempage des peaux", "FUNC Chaulage", "FUNC Tannage en fosse"},
            "Chaulage -io-> Résultat chaulage",
        ),
        (
            "Booking, reminders by text message and billing - that's all our salon software does.",
            {"SYS Salon software", "FUNC Booking", "FUNC Reminders by text message", "FUNC Billing"},
            "Salon software -compose-> Billing",
        ),
        (
            "Buchung, Erinnerung per SMS und Abrechnung – mehr macht unsere Salonsoftware nicht.",
            {"SYS Salonsoftware", "FUNC Buchung", "FUNC Erinnerung per SMS", "FUNC Abrechnung"},
            "Salonsoftware -compose-> Abrechnung",
        ),
        (
            "Réservation, rappel par texto et facturation : voilà ce que fait notre logiciel.",
            {"SYS Logiciel", "FUNC Réservation", "FUNC Rappel par texto", "FUNC Facturation"},
            "Logiciel -compose-> Facturation",
        ),
    ],
)
def test_what_sums_up_a_list_says_that_it_names_deeds(text, nodes, edge):
    found, edges = told(text)

    assert found == nodes
    assert edge in edges


@pytest.mark.requirement("U-197")
def test_what_is_summed_up_in_no_order_is_not_joined():
    _, edges = told("Booking, renting and billing - that's all our salon software does.")

    assert {each for each in edges if "-io->" in each} == set()


@pytest.mark.requirement("U-198")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        (
            "The key cabinet does two things:\n- read the badge\n- log who took which key",
            {"SYS Key cabinet", "FUNC Read badge", "FUNC Log who took which key"},
        ),
        (
            "Unsere Saftpresse kann zwei Dinge:\n- Äpfel waschen\n- Saft abfüllen",
            {"SYS Saftpresse", "FUNC Äpfel waschen", "FUNC Saft abfüllen"},
        ),
        (
            "La boîte à clés fait deux choses :\n- lire le badge\n- vendre un forfait",
            {"SYS Boîte à clés", "FUNC Lire le badge", "FUNC Vendre un forfait"},
        ),
        (
            "Toll counter\n\n* sell vignettes\n* delete a booking",
            {"SYS Toll counter", "FUNC Sell vignettes", "FUNC Delete booking"},
        ),
        (
            "Liftkasse\n\n* Skipass verkaufen\n* Buchung löschen",
            {"SYS Liftkasse", "FUNC Skipass verkaufen", "FUNC Buchung löschen"},
        ),
        (
            "Guichet du téléski\n\n* vendre un forfait\n* supprimer une réservation",
            {"SYS Guichet du téléski", "FUNC Vendre un forfait", "FUNC Supprimer une réservation"},
        ),
        (
            "# Greenhouse pump\n## Watering\n1. open the valve\n2. flush the filter",
            {"SYS Greenhouse pump", "FUNC Open valve", "FUNC Flush filter"},
        ),
        (
            "# Gewächshaus\n## Bewässerung\n1. Ventil öffnen\n2. Filter spülen",
            {"SYS Gewächshaus", "FUNC Ventil öffnen", "FUNC Filter spülen"},
        ),
        (
            "# Pompe de la serre\n## Arrosage\n1. ouvrir la vanne\n2. rincer le filtre",
            {"SYS Pompe de la serre", "FUNC Ouvrir la vanne", "FUNC Rincer le filtre"},
        ),
    ],
)
def test_a_heading_over_deeds_is_what_does_them_and_orders_nothing(text, nodes):
    assert told(text)[0] == nodes


@pytest.mark.requirement("U-198")
@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Bind a book, in two steps:\n1. fold the sheets\n2. sew the spine", "Bind book"),
        ("Ein Buch binden:\n1. Bögen falzen\n2. Rücken nähen", "Buch binden"),
        ("Relier un livre, en deux temps :\n1. plier les cahiers\n2. coudre le dos", "Relier un livre"),
    ],
)
def test_a_deed_over_numbered_rows_has_them_as_its_steps(text, whole):
    nodes, edges = told(text)

    assert f"FUNC {whole}" in nodes
    assert {each for each in edges if each.startswith(f"{whole} -compose->")} == {
        f"{whole} -compose-> {each.removeprefix('FUNC ')}" for each in nodes - {f"FUNC {whole}"}
    }


@pytest.mark.requirement("U-198")
@pytest.mark.parametrize("text", ["Introduction\n\nThe pump lifts water.", "# Notizen\nDie Pumpe hebt Wasser."])
def test_a_title_that_names_nothing_built_is_no_system(text):
    assert not any(each.startswith("SYS") for each in told(text)[0])


@pytest.mark.requirement("U-197")
def test_whoever_says_what_is_needed_does_none_of_it():
    nodes, edges = told("functions we still need for the salon app: book a chair, remind the client, bill the visit")
    assert nodes == {"SYS Salon app", "FUNC Book a chair", "FUNC Remind the client", "FUNC Bill the visit"}
    assert edges == {f"Salon app -compose-> {each.removeprefix('FUNC ')}" for each in nodes if each.startswith("FUNC")}
