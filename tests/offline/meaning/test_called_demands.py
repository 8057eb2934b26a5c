"""What a person calls a requirement is one, word for word, with or without a word that binds."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from tests.graph.build import graph_of
from tests.offline.meaning.readings import made
from tests.offline.meaning.test_binding import texts, told

THREE = "the door closes in 5 s"


@pytest.mark.requirement("U-190")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Requirement: {THREE}", [THREE]),
        (f"requirement: {THREE}, plus or minus 0.2", [f"{THREE}, plus or minus 0.2"]),
        ("New requirement: The pump shall stop.", ["The pump shall stop."]),
        ("Add a requirement: The pump stops in 3 s.", ["The pump stops in 3 s."]),
        ("requirement: at most 3 kg", ["at most 3 kg"]),
        ("Neue Anforderung: jeder Sitz hält einer Last von 1500 N stand", ["jeder Sitz hält einer Last von 1500 N stand"]),
        ("Bitte als Anforderung aufnehmen: „Das Gebläse soll leiser als 30 dB(A) sein.“", ["Das Gebläse soll leiser als 30 dB(A) sein."]),
        ("exigence : la vanne s'ouvre en moins de 8 minutes", ["la vanne s'ouvre en moins de 8 minutes"]),
        ("Requirements for the lift:\n- stops at every floor\n- max. 8 persons", ["stops at every floor", "max. 8 persons"]),
    ],
)  # fmt: skip
def test_what_is_called_a_requirement_is_kept_without_what_calls_it_so(text, said):
    meant = told(text)

    kinds = [node.split(" ")[0] for node in made(meant)[0]]
    assert (texts(meant), kinds, meant.proposes) == (said, ["REQ"] * len(said), True)


@pytest.mark.requirement("U-190")
def test_names_under_the_word_are_a_list_of_names():
    assert made(told("Requirements: speed, weight"))[0] == {"REQ Speed", "REQ Weight"}


@pytest.mark.requirement("U-190")
def test_what_it_is_called_a_requirement_for_satisfies_it():
    model = graph_of("Brew coffee:FUNC")

    meant = means(read('The requirement for "Brew coffee": 9 bar, at most 30 s.'), model, NodeIndex(model))

    assert made(meant) == ({"REQ 9 bar at most 30 s"}, {"Brew coffee -satisfy-> 9 bar at most 30 s"})


@pytest.mark.requirement("U-190")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mix batch -> melt glass -> cut gob", ["Mix batch", "Melt glass", "Cut gob"]),
        ("Teig kneten -> Brot formen -> backen", ["Teig kneten", "Brot formen", "Backen"]),
        ("Peser le thé -> filtrer -> mettre en flacon", ["Peser le thé", "Filtrer", "Mettre en flacon"]),
    ],
)
def test_deeds_between_arrows_are_functions_in_turn(text, names):
    assert {node for node in made(told(text))[0] if not node.startswith("FLOW")} == {f"FUNC {each}" for each in names}


@pytest.mark.requirement("U-190")
@pytest.mark.parametrize(
    "text",
    [
        "We should tidy the shed some day.",
        "It must be cleaned by the clerk first.",
        "The visitor should scan the ticket.",
    ],
)
def test_what_may_be_advice_or_talk_is_asked_before_it_is_a_requirement(text):
    graph = graph_of()

    assert not isinstance(understand(text, Situation(graph, NodeIndex(graph), findings_of=list)), Change)


WARM, WARM_DE = "the bath water is between 38 and 41 degrees", "das Badewasser zwischen 38 und 41 Grad warm ist"
WARM_FR = "l'eau du bain est entre 38 et 41 degrés"


@pytest.mark.requirement("U-332")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Add a requirement that {WARM}", WARM),
        (f"Please create a new requirement saying that {WARM}.", f"{WARM}."),
        (f"We need a requirement which says {WARM}", WARM),
        (f"Füge eine Anforderung hinzu, dass {WARM_DE}", WARM_DE),
        (f"Füge die Anforderung, dass {WARM_DE}, hinzu.", WARM_DE),
        (f"Wir brauchen eine Anforderung, die besagt, dass {WARM_DE}", WARM_DE),
        (f"Ajoute une exigence selon laquelle {WARM_FR}", WARM_FR),
        (f"Il faut une exigence disant que {WARM_FR}", WARM_FR),
        ("Ajoute une exigence qu'une lampe s'allume en 2 s", "une lampe s'allume en 2 s"),
    ],
)
def test_what_an_order_says_behind_that_is_the_text_of_the_requirement(text, said):
    meant = told(text)

    kinds = [node.split(" ")[0] for node in made(meant)[0]]
    assert (texts(meant), kinds, meant.proposes) == ([said], ["REQ"], True)


@pytest.mark.requirement("U-332")
@pytest.mark.parametrize(
    "text",
    [
        "Add a requirement that is tested by T1",
        "Add a requirement that has no test",
        "Delete the requirement that the bath water is warm",
        "Show the requirement that the bath water is warm",
        "Add a function that the bath water is warm",
        "Lösche die Anforderung, dass das Badewasser warm ist",
        "Supprime l'exigence selon laquelle l'eau est chaude",
    ],
)
def test_what_only_tells_which_requirement_or_orders_something_else_is_no_text(text):
    assert texts(told(text)) == []
