"""What a part makes possible is done by whom it is made possible for; whom a person asks does it as well."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.letting import without_letting
from tests.offline.meaning.test_changing import changed, told


def _nodes(text: str) -> set[str]:
    """The new elements of a sentence, without chains and flows."""
    _, new = changed(told(text, "Depot:SYS"))
    return {each for each in new if each.rpartition(":")[2] in {"ACTOR", "MOD", "SYS", "UC"} and "->" not in each}


@pytest.mark.requirement("U-320")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("The kiosk lets the walker book a hut.", {"Kiosk:MOD", "Walker:ACTOR", "Book hut:UC"}),
        ("The kiosk helps walkers plan the route.", {"Kiosk:MOD", "Walkers:ACTOR", "Plan route:UC"}),
        ("The kiosk makes it possible for walkers to print maps.", {"Kiosk:MOD", "Walkers:ACTOR", "Print maps:UC"}),
        (
            "The kiosk enables guests to rent skis and report damage.",
            {"Kiosk:MOD", "Guests:ACTOR", "Rent skis:UC", "Report damage:UC"},
        ),
        ("Der Kiosk ermöglicht es dem Gast, eine Hütte zu buchen.", {"Kiosk:MOD", "Gast:ACTOR", "Hütte buchen:UC"}),
        ("Der Kiosk ermöglicht Lehrern das Drucken von Karten.", {"Kiosk:MOD", "Lehrer:ACTOR", "Karten drucken:UC"}),
        (
            "La borne permet aux clients de commander des repas et de suivre la livraison.",
            {"Borne:MOD", "Clients:ACTOR", "Commander repas:UC", "Suivre la livraison:UC"},
        ),
    ],
)
def test_what_a_part_lets_somebody_do_they_do_with_it(text: str, nodes: set[str]) -> None:
    assert _nodes(text) == nodes


@pytest.mark.requirement("U-320")
@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("The cook asks the pupil to wash the pots.", {"Cook:ACTOR", "Ask pupil:UC", "Pupil:ACTOR", "Wash pots:UC"}),
        (
            "Der Meister bittet den Lehrling, die Töpfe zu spülen.",
            {"Meister:ACTOR", "Lehrling bitten:UC", "Lehrling:ACTOR", "Töpfe spülen:UC"},
        ),
        (
            "Le cuisinier demande à l'élève de laver les pots.",
            {"Cuisinier:ACTOR", "Demander:UC", "Élève:ACTOR", "Laver les pots:UC"},
        ),
    ],
)
def test_whom_somebody_asks_to_do_something_does_it(text: str, nodes: set[str]) -> None:
    assert _nodes(text) == nodes


@pytest.mark.requirement("U-320")
@pytest.mark.parametrize(
    "text",
    [
        "The kiosk shall let walkers book a hut.",
        "The kiosk does not let walkers book a hut.",
        "Der Kiosk muss es Gästen ermöglichen, eine Hütte zu buchen.",
        "La borne ne permet pas au client de payer.",
    ],
)
def test_a_duty_or_a_denial_stays_as_it_is_said(text: str) -> None:
    [sentence] = read(text).sentences

    assert without_letting(sentence) is sentence


@pytest.mark.requirement("U-321")
@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("le client depose son velo", ["déposer"]),
        ("la commande est verifiee par le gestionnaire puis expediee par le livreur", ["vérifier", "expédier"]),
        ("l'operateur recoit une alarme", ["recevoir"]),
    ],
)
def test_french_without_accents_has_the_verbs_that_it_has_with_them(text: str, verbs: list[str]) -> None:
    [sentence] = read(text).sentences

    assert [each.verb.lemma for each in sentence.clauses if each.verb is not None] == verbs


@pytest.mark.requirement("U-321")
def test_a_french_preposition_without_its_accent_says_where_to() -> None:
    [sentence] = read("les capteurs sont relies a la centrale").sentences
    [clause] = sentence.clauses

    assert [(each.name, each.phrase.name) for each in clause.roles] == [("thing", "capteurs"), ("receiver", "centrale")]
