"""Tests that are asked for by what they check, and their numbers when a requirement has another one."""

from __future__ import annotations

import pytest

from graphwright.grammar.read import read
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import Meant, means
from graphwright.protocol.operations import EdgeCreate, NodeCreate, NodeUpdate
from tests.graph.build import graph_of

HALL = (
    "Lid lock:REQ <Lid.RQ.001>", "Deckelsperre:REQ <Deckel.RQ.002>", "Verrou du couvercle:REQ <Verrou.RQ.003>",
    "Mixer:MOD <Mixer.MD.001>", "Rührer:MOD <Ruehrer.MD.002>", "Mélangeur:MOD <Melangeur.MD.003>",
)  # fmt: skip
RUN = (
    "Run time:REQ <Run.RQ.001> [text=A run must take at most 6 minutes.]",
    "Run test:TEST <Run.TS.001> | Runs it and checks that it takes at most 6 minutes.",
    "Key test:TEST <Key.TS.002> | Presses 3 keys.",
    "Run time -verify-> Run test",
    "Run time -verify-> Key test",
)


def _meant(text: str, *lines: str) -> Meant:
    graph = graph_of(*lines)
    return means(read(text), graph, NodeIndex(graph))


@pytest.mark.requirement("U-566")
@pytest.mark.parametrize(
    ("text", "name", "joined"),
    [
        ("Add a test that checks that the lid lock holds for 3 s.", "Check that the lid lock holds for 3 s",
         "Lid.RQ.001 verify"),
        ("We need a test which verifies that the lid lock closes.", "Verify that the lid lock closes",
         "Lid.RQ.001 verify"),
        ("Test that the lid lock closes within 2 s.", "Test that the lid lock closes within 2 s", "Lid.RQ.001 verify"),
        ("Create a test that opens the hood and pulls the lid lock.", "Test lid lock", "Lid.RQ.001 verify"),
        ("A test must show that the mixer stops.", "Show that the mixer stops", "relation Mixer.MD.001"),
        ("Lege einen Test an, der nachweist, dass die Deckelsperre in 2 s schließt.",
         "Nachweisen, dass die Deckelsperre in 2 s schließt", "Deckel.RQ.002 verify"),
        ("Ein Test soll prüfen, ob der Rührer anhält.", "Prüfen, ob der Rührer anhält", "relation Ruehrer.MD.002"),
        ("Ajoute un test qui vérifie que le verrou du couvercle tient 3 s.",
         "Vérifier que le verrou du couvercle tient 3 s", "Verrou.RQ.003 verify"),
        ("Il nous faut un essai qui vérifie que le mélangeur s'arrête.", "Vérifier que le mélangeur s'arrête",
         "relation Melangeur.MD.003"),
    ],
)  # fmt: skip
def test_a_test_is_called_by_what_it_checks_and_joined_to_it(text: str, name: str, joined: str) -> None:
    meant = _meant(text, *HALL)
    made = [f"{each.node_type} {each.name}" for each in meant.draft.operations if isinstance(each, NodeCreate)]
    edges = [each for each in meant.draft.operations if isinstance(each, EdgeCreate)]

    assert made == [f"TEST {name}"]
    assert [joined in f"{each.source} {each.edge_type} {each.target}" for each in edges] == [True]
    assert meant.proposes


@pytest.mark.requirement("U-566")
@pytest.mark.parametrize(
    "text",
    [
        "Check that every requirement has a test.",
        "The baker checks that the lid is closed.",
        "Das Gerät prüft, ob der Deckel zu ist.",
        "Does the test check that the lid is closed?",
    ],
)
def test_who_checks_something_is_no_test(text: str) -> None:
    operations = _meant(text, *HALL).draft.operations

    assert not any(isinstance(each, NodeCreate) and each.node_type == "TEST" for each in operations)


@pytest.mark.requirement("U-573")
@pytest.mark.parametrize(
    "text", ["A run must take at most 5 minutes, not 6.", "Change the run time from 6 to 5 minutes."]
)
def test_a_test_takes_the_other_number_of_its_requirement_and_waits(text: str) -> None:
    meant = _meant(text, *RUN)
    changed = {str(each.ref): each.set for each in meant.draft.operations if isinstance(each, NodeUpdate)}

    assert changed["Run.RQ.001"].attributes == {"text": "A run must take at most 5 minutes."}
    assert changed["Run.TS.001"].descr == "Runs it and checks that it takes at most 5 minutes."
    assert "Key.TS.002" not in changed
    assert meant.proposes


@pytest.mark.requirement("U-573")
def test_only_the_amount_is_another_one_and_no_id_step_or_count() -> None:
    check = "TC-6:TEST <Run.TS.003> | 6. Press 6 keys; it takes at most 6 minutes. [foreign.id=TC-6]"
    meant = _meant("A run must take at most 5 minutes, not 6.", *RUN, check, "Run time -verify-> TC-6")
    [changed] = [
        each.set for each in meant.draft.operations if isinstance(each, NodeUpdate) and str(each.ref) == "Run.TS.003"
    ]

    assert (changed.name, changed.descr) == (None, "6. Press 6 keys; it takes at most 5 minutes.")
    assert not changed.attributes


@pytest.mark.requirement("U-573")
def test_a_number_in_a_text_that_changes_altogether_is_left_in_the_test() -> None:
    meant = _meant('Set the text of "Run time" to "A run takes 4 to 8 minutes".', *RUN)
    changed = [str(each.ref) for each in meant.draft.operations if isinstance(each, NodeUpdate)]

    assert changed == ["Run.RQ.001"]
