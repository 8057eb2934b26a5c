"""A change that is hardly what was meant is only proposed, and says why, though every word of it is explained."""

from __future__ import annotations

import pytest

from graphwright.graph.document import Graph
from graphwright.offline.dialogue.unlikely import no_names
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, Situation
from graphwright.protocol.operations import NodeCreate
from tests.graph.build import graph_of


def _change(text: str, graph: Graph) -> Change:
    understood = understand(text, Situation(graph, NodeIndex(graph), findings_of=list, suggests=False))
    assert isinstance(understood, Change), understood
    assert understood.operations
    return understood


def _kiln() -> Graph:
    return graph_of("Kiln:SYS", "Burner:MOD", "Stack racks:FUNC")


@pytest.mark.requirement("U-603")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("The tiles are glazed.", "Nobody is said to do “Glaze tiles”"),
        ("Die Ziegel werden glasiert.", "Von „Ziegel glasieren“ sagt niemand"),
        ("Les tuiles sont émaillées.", "On ne dit pas qui fait «\u00a0Émailler les tuiles\u00a0»"),
    ],
)
def test_what_nobody_is_said_to_do_waits_in_a_model_and_is_done_at_once_in_an_empty_one(said: str, why: str) -> None:
    change = _change(said, _kiln())

    assert change.proposes
    assert why in change.text
    assert not _change(said, graph_of()).proposes


@pytest.mark.requirement("U-603")
@pytest.mark.parametrize(
    "said",
    [
        "The potter glazes the tiles.",
        "Die Töpferin glasiert die Ziegel.",
        "Le potier émaille les tuiles.",
        "The kiln dries the tiles.",
    ],
)
def test_what_somebody_or_the_system_does_is_done_at_once_in_a_model(said: str) -> None:
    assert not _change(said, _kiln()).proposes


@pytest.mark.requirement("U-603")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("The burner has been repaired.", "how a part of the model is built or stands"),
        ("Der Burner wurde repariert.", "wie ein Teil des Modells gebaut ist"),
        ("Le burner a été réparé.", "comment un composant du modèle est construit"),
    ],
)
def test_what_is_done_to_a_part_by_nobody_may_say_how_it_is_built(said: str, why: str) -> None:
    change = _change(said, _kiln())

    assert change.proposes
    assert why in change.text


@pytest.mark.requirement("U-604")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("The mill has a loom, a creel and a nurse.", "“Nurse” became another kind of thing"),
        ("The workshop consists of a loom, a kettle and yarn inspection.", "“Yarn inspection” became another kind"),
        ("As actors we need a pump and a cook.", "“Pump” became another kind of thing"),
    ],
)
def test_a_noun_that_is_known_for_something_else_than_it_became_is_shown(said: str, why: str) -> None:
    change = _change(said, graph_of())

    assert change.proposes
    assert why in change.text


@pytest.mark.requirement("U-604")
def test_those_of_one_list_that_became_different_things_are_shown() -> None:
    change = _change("Die Mühle bekommt eine Prüfstelle und einen Ofen.", graph_of("Mühle:SYS", "Webstuhl:MOD"))

    assert change.proposes
    assert "wurde zu Verschiedenem: „eine Prüfstelle und einen Ofen“" in change.text


@pytest.mark.requirement("U-604")
def test_a_person_and_a_part_that_do_something_together_are_no_mistake() -> None:
    assert not _change("The driver and the radio report the delay.", graph_of()).proposes


@pytest.mark.requirement("U-605")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("The weaver, no, sorry, the dyer rinses the yarn.", "taken back in the same breath: “no”"),
        ("Die Weberin, nein, die Färberin spült das Garn.", "ist etwas zurückgenommen: „nein“"),
        ("Le tisserand, pardon, le teinturier rince le fil.", "est retiré dans la même phrase : «\u00a0pardon\u00a0»"),
    ],
)
def test_what_is_taken_back_in_the_same_breath_is_shown(said: str, why: str) -> None:
    change = _change(said, graph_of())

    assert change.proposes
    assert why in change.text


@pytest.mark.requirement("U-654")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("The guard please locks the gate.", "an errand for somebody"),
        ("Bitte heizt der Töpfer den Ofen.", "ein Auftrag an jemanden"),
    ],
)
def test_what_is_asked_for_politely_may_be_an_errand_and_waits(said: str, why: str) -> None:
    change = _change(said, graph_of())

    assert change.proposes
    assert why in change.text


@pytest.mark.requirement("U-606")
@pytest.mark.parametrize("name", ['Salt cheese" between pressing and ripening', "Brett schleifen“", "Recuire » entre"])
def test_a_new_name_that_holds_a_sign_of_the_sentence_is_no_name(name: str) -> None:
    model = graph_of()
    draft = Draft(model, NodeIndex(model), "en")
    draft.create("FUNC", "Salt cheese", "")
    assert list(no_names(draft)) == []

    draft.create("FUNC", name, "")

    assert list(no_names(draft)) == [name]


@pytest.mark.requirement("U-604")
def test_what_only_stands_somewhere_and_became_different_things_is_shown() -> None:
    assert _change("Im Lager stehen ein Hochregal, zwei Stapler und eine Packstation.", graph_of()).proposes


@pytest.mark.requirement("U-603")
def test_a_row_of_steps_that_nobody_does_waits_in_a_model() -> None:
    change = _change("Washing is followed by drying.", graph_of("Wash wool:FUNC", "Spin wool:FUNC"))

    assert change.proposes
    assert "“Washing”" in change.text


@pytest.mark.requirement("U-607")
@pytest.mark.parametrize(
    "said", ["Der Gerber schabt die Felle ab, bevor er sie gerbt.", "Die Felle werden abgeschabt und gegerbt."]
)
def test_a_verb_that_begins_like_a_participle_is_none_where_nothing_is_left_of_it(said: str) -> None:
    change = _change(said, graph_of())

    assert any(each.name == "Felle gerben" for each in change.operations if isinstance(each, NodeCreate))
