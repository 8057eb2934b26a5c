"""What is not explained word for word is only proposed, and says why; what is plain is done at once."""

from __future__ import annotations

import re

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.text.messages import quoted
from tests.graph.build import graph_of

pytestmark = pytest.mark.requirement("U-429")


def _change(text: str, graph: Graph | None = None) -> Change:
    model = graph or graph_of()
    understood = understand(text, Situation(model, NodeIndex(model), findings_of=list, suggests=False))
    assert isinstance(understood, Change), understood
    assert understood.operations
    return understood


@pytest.mark.parametrize(
    "plain",
    [
        "The ferryman tows the barge.",
        "Die Fährfrau schleppt den Kahn.",
        "Le marin remorque la barge.",
        "The tailor measures the sleeve and shortens it.",
        "Die Schneiderin misst den Ärmel und kürzt ihn.",
        "Le tailleur mesure la manche et la raccourcit.",
        "If the tank is full, the valve closes.",
        "Wenn der Tank voll ist, schließt das Ventil.",
        "Si la cuve est pleine, la vanne se ferme.",
        "The stoker sends the ash to the laboratory, which weighs it.",
    ],
)
def test_a_sentence_of_which_every_word_is_explained_is_done_at_once(plain: str) -> None:
    assert not _change(plain).proposes


@pytest.mark.parametrize(
    ("open_", "taken_for"),
    [
        ("The clerk hands the pen to the customer, takes the receipt and folds it.", "it = receipt"),
        ("The tailor cuts the lining and the felt, then the apprentice irons the felt and folds it.", "it = felt"),
        ("Der Imker stellt den Rahmen neben den Kasten. Danach streicht der Lehrling ihn.", "ihn = "),
        ("Der Winzer legt den Schlauch an den Tank, und der Kellermeister spült ihn.", "ihn = "),
        ("Le maçon pose la brique sur la planche, puis l'apprenti la mouille.", "la = "),
        ("Le livreur pose la caisse près de la porte. Le gardien la scelle.", "la = "),
    ],
)
def test_a_pronoun_that_may_mean_two_things_is_shown_for_agreement(open_: str, taken_for: str) -> None:
    change = _change(open_)

    assert change.proposes
    assert taken_for in change.text


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        ("The courier sends the parcel to Hazelgrove.", "Hazelgrove"),
        ("The glazier carries the pane with a suction lifter.", "Suction lifter"),
        ("Der Bote holt den Brief bei der Gräfin ab.", "Gräfin"),
        ("Die Glaserin schleift die Scheibe in Lindenau.", "Lindenau"),
        ("Le facteur porte le colis depuis Beaulieu.", "Beaulieu"),
        ("Le vitrier coupe la vitre avec un diamant.", "Diamant"),
    ],
)
def test_a_noun_that_takes_part_and_stands_in_no_name_is_told(said: str, lost: str) -> None:
    change = _change(said)

    assert change.proposes
    assert quoted(lost, change.language) in change.text


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("The potatoes are then washed.", "Peel potatoes:FUNC"),
        ("Danach werden die Kartoffeln gewaschen.", "Kartoffeln schälen:FUNC"),
        ("Ensuite les carottes sont lavées.", "Éplucher les carottes:FUNC"),
    ],
)
def test_a_new_step_of_nobody_beside_one_that_is_like_it_is_only_proposed(said: str, known: str) -> None:
    assert re.search(rf"/ {known.removesuffix(':FUNC')}(?:”|“|\u00a0»)", _change(said, graph_of(known)).text)
    assert _change(said, graph_of(known)).proposes
    assert not _change(said).proposes


def test_a_plain_deed_with_a_thing_of_the_model_is_done_at_once() -> None:
    assert not _change("A clerk ships an order.", graph_of("Place order:FUNC")).proposes


def test_a_sentence_that_tells_much_at_once_is_only_proposed() -> None:
    told = "The pilot steers the tug, the mate coils the rope, the cook fries the fish"

    assert not _change(f"{told}.").proposes
    assert _change(f"{told} and the clerk stamps the form.").proposes


def test_who_would_act_on_himself_is_only_proposed() -> None:
    assert "“diver”" in _change("The diver lifts the diver and the anchor.").text
    assert _change("The diver lifts the diver and the anchor.").proposes


def test_somebody_who_is_only_taken_for_one_by_a_letter_is_only_proposed() -> None:
    change = _change("Le boulnger pétrit la pâte.")

    assert "«\u00a0Boulnger\u00a0»" in change.text
    assert change.proposes


def test_what_is_left_out_makes_the_rest_a_proposal() -> None:
    change = _change("The pilot waits, and the clerk phones the agent.")

    assert "The pilot waits" in change.text
    assert change.proposes
