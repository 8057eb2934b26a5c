"""Lists of names, and names of many nouns, are no sentences: they are shown before anything is made of them."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def _codes(text: str) -> set[str]:
    graph = graph_of()
    reading = read(text)
    return {each.code for each in misreadings(reading, means(reading, graph, NodeIndex(graph)))}


def _made(text: str) -> set[str]:
    graph = graph_of()
    draft = means(read(text), graph, NodeIndex(graph)).draft
    return {f"{each.node_type} {each.name}" for each in draft.operations if isinstance(each, NodeCreate)}


@pytest.mark.requirement("U-410")
@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("apples, pears, milk and bread", "Anna, the nurse, milks the cow"),
        ("bolts, paint, oil", "the painter, Mr Hall, oils the bolts"),
        ("nuts, bolts, screws and nails", "the fitter screws and nails the frame"),
        ("customers pay, cooks cook, guests eat", "customers pay the bill, cooks cook the soup"),
    ],
)
def test_a_comma_between_a_verb_and_what_belongs_to_it_is_doubtful(names: str, told: str) -> None:
    assert "cutByComma" in _codes(names)
    assert "cutByComma" not in _codes(told)


@pytest.mark.requirement("U-410")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("the pump control cabinet", "the pump controls the cabinet"),
        ("a dust filter change", "the dust filters change the air"),
        ("the chimney sweep visit", "the kiosk lets the visitor sweep the chimney"),
    ],
)
def test_one_who_does_it_with_the_form_of_a_noun_for_a_verb_is_doubtful(name: str, told: str) -> None:
    assert "disagreeing" in _codes(name)
    assert "disagreeing" not in _codes(told)


@pytest.mark.requirement("U-410")
def test_whether_people_do_it_or_have_it_done_to_them_is_asked() -> None:
    assert "peopleAsThings" in _codes("die Kunden bezahlen, die Köche kochen, die Gäste essen")
    assert "peopleAsThings" not in _codes("die Gäste begrüßen, den Tisch decken, die Suppe bringen")


@pytest.mark.requirement("U-410")
@pytest.mark.parametrize(
    ("half", "whole", "code"),
    [
        ("The guard lets the visitors enter the hall", "The guard registers the visitors", "halfADeed"),
        ("Der Pförtner lässt die Besucher herein", "Der Pförtner registriert die Besucher", "halfADeed"),
        ("Le directeur laisse les clients entrer", "Le directeur accueille les clients", "halfADeed"),
        ("Comme le chien aboie, le berger rentre les moutons", "Le berger rentre les moutons", "clauseAsName"),
    ],
)
def test_half_a_deed_and_the_beginning_of_a_sentence_in_a_name_are_doubtful(half: str, whole: str, code: str) -> None:
    assert code in _codes(half)
    assert code not in _codes(whole)


@pytest.mark.requirement("U-411")
@pytest.mark.parametrize(
    ("state", "deed"),
    [
        ("Tickets that are torn get replaced", "Tickets, which are torn at the gate, get replaced"),
        ("Karten, die zerrissen sind, werden ersetzt", "Karten, die gewogen werden, werden ersetzt"),
        ("Les billets qui sont déchirés sont remplacés", "Les billets, qui sont déchirés par le robot, sont remplacés"),
    ],
)
def test_the_state_that_something_is_in_is_nothing_that_is_done(state: str, deed: str) -> None:
    assert len([each for each in _made(state) if each.startswith("FUNC")]) == 1
    assert len([each for each in _made(deed) if each.startswith("FUNC")]) == 2


@pytest.mark.requirement("U-412")
@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("Die Halle braucht folgende Funktionen: Hof fegen, Pferde füttern und Boxen misten",
         {"FUNC Hof fegen", "FUNC Pferde füttern", "FUNC Boxen misten"}),
        ("Die Funktionen, die wir brauchen: Saat ausbringen, Boden lockern und Ernte einfahren",
         {"FUNC Saat ausbringen", "FUNC Boden lockern", "FUNC Ernte einfahren"}),
        ("voilà les fonctions qu'il nous faut : semer le blé, arroser les champs et récolter le grain",
         {"FUNC Semer le blé", "FUNC Arroser les champs", "FUNC Récolter le grain"}),
        ("these are the functions we need: play film, sell ticket and check entry",
         {"FUNC Play film", "FUNC Sell ticket", "FUNC Check entry"}),
        ("what the kiosk must do: print badge, scan passport and take payment",
         {"SYS Kiosk", "FUNC Print badge", "FUNC Scan passport", "FUNC Take payment"}),
    ],
)  # fmt: skip
def test_a_heading_may_be_a_clause_that_says_what_its_rows_are(text: str, functions: set[str]) -> None:
    assert _made(text) == functions


@pytest.mark.requirement("U-413")
@pytest.mark.parametrize(
    "text",
    ["la secretaire envoie la facture a la cliente", "le facteur remet la facture a la cliente"],
)
def test_french_a_without_its_accent_says_to_whom(text: str) -> None:
    assert "ACTOR Cliente" in _made(text)
