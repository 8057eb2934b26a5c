"""Elements that are named by their types in the sentence that joins them, and what a later part of it leaves out."""

from __future__ import annotations

import pytest

from graphwright.formats.diff_text import write_diff
from graphwright.offline.understood import Change
from graphwright.protocol.operations import EdgeCreate, NodeCreate
from tests.graph.build import graph_of
from tests.offline.meaning.test_plain_speech import heard

KILN = (
    "Kiln:SYS", "Fire clay:FUNC", "Cool clay:FUNC", "Burner:MOD", "Fan:MOD", "Even heat:REQ", "Fast start:REQ",
    "Heat trial:TEST", "Kiln -compose-> Burner, Fan",
)  # fmt: skip
OFEN = (
    "Ofen:SYS", "Ton brennen:FUNC", "Ton kühlen:FUNC", "Brenner:MOD", "Lüfter:MOD", "Wärme:REQ", "Heizprobe:TEST",
)  # fmt: skip
FOUR = (
    "Four:SYS", "Cuire l'argile:FUNC", "Refroidir l'argile:FUNC", "Brûleur:MOD", "Ventilateur:MOD", "Chaleur égale:REQ",
    "Essai de chauffe:TEST",
)  # fmt: skip


def told(text: str, *model: str) -> set[str]:
    """What a sentence changes: new elements, new relations by name, and the lines of every other change."""
    understood = heard(text, *model)
    assert isinstance(understood, Change), understood
    graph = graph_of(*model)
    names = {str(each.semantic_id): each.name for each in graph.nodes.values()}
    names |= {str(each.semantic_id): each.name for each in understood.operations if isinstance(each, NodeCreate)}
    found = {f"+ {each.node_type} {each.name}" for each in understood.operations if isinstance(each, NodeCreate)}
    found |= {
        f"+ {names[str(each.source)]} {each.edge_type} {names[str(each.target)]}"
        for each in understood.operations
        if isinstance(each, EdgeCreate)
    }
    others = [each for each in understood.operations if not isinstance(each, NodeCreate | EdgeCreate)]
    lines = write_diff(others, graph.ontology).splitlines()[1:-1] if others else []
    return found | {each for each in lines if not each.startswith("##")}


@pytest.mark.requirement("U-340")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "There is a test called Cold start which verifies the requirement Start time.",
            {"+ TEST Cold start", "+ REQ Start time", "+ Start time verify Cold start"},
        ),
        (
            "The test Hot run verifies the requirement Oil temperature.",
            {"+ TEST Hot run", "+ REQ Oil temperature", "+ Oil temperature verify Hot run"},
        ),
        (
            "The function Weigh milk is allocated to the scale and satisfies the requirement Fair weighing.",
            {
                "+ FUNC Weigh milk", "+ MOD Scale", "+ REQ Fair weighing", "+ Scale allocate Weigh milk",
                "+ Weigh milk satisfy Fair weighing",
            },
        ),
        (
            "Es gibt einen Test namens Kaltstart, der die Anforderung Startzeit prüft.",
            {"+ TEST Kaltstart", "+ REQ Startzeit", "+ Startzeit verify Kaltstart"},
        ),
        (
            "Das Modul Ventilblock enthält das Modul Dichtung.",
            {"+ MOD Ventilblock", "+ MOD Dichtung", "+ Ventilblock compose Dichtung"},
        ),
        (
            "Il y a un test appelé Démarrage à froid qui vérifie l'exigence Temps de démarrage.",
            {"+ TEST Démarrage à froid", "+ REQ Temps de démarrage", "+ Temps de démarrage verify Démarrage à froid"},
        ),
        (
            "La fonction Produire la neige est allouée au canon à neige.",
            {"+ FUNC Produire la neige", "+ MOD Canon à neige", "+ Canon à neige allocate Produire la neige"},
        ),
    ],
)  # fmt: skip
def test_what_a_sentence_names_by_its_type_is_made_and_joined(text, wanted):
    assert told(text) == wanted


@pytest.mark.requirement("U-340")
@pytest.mark.parametrize(
    "text",
    [
        "The test team verifies the function of the pump.",  # no name stands behind the types
        "The system shall test the function Pump oil.",
    ],
)
def test_a_type_without_a_name_names_nothing(text):
    understood = heard(text)

    assert not isinstance(understood, Change) or not any(
        isinstance(each, NodeCreate) and each.node_type == "TEST" for each in understood.operations
    )


@pytest.mark.requirement("U-341")
@pytest.mark.parametrize(
    ("text", "model", "wanted"),
    [
        (
            "Fire clay goes onto the Burner, Cool clay onto the Fan.",
            KILN,
            {"+ Burner allocate Fire clay", "+ Fan allocate Cool clay"},
        ),
        (
            "Ton brennen läuft auf dem Brenner, Ton kühlen auf dem Lüfter.",
            OFEN,
            {"+ Brenner allocate Ton brennen", "+ Lüfter allocate Ton kühlen"},
        ),
        (
            "Cuire l'argile va sur le Brûleur, Refroidir l'argile sur le Ventilateur.",
            FOUR,
            {"+ Brûleur allocate Cuire l'argile", "+ Ventilateur allocate Refroidir l'argile"},
        ),
        (
            "Fire clay satisfies Even heat, and it is Heat trial that verifies this requirement.",
            KILN,
            {"+ Fire clay satisfy Even heat", "+ Even heat verify Heat trial"},
        ),
        (
            "Ton brennen erfüllt Wärme, und es ist die Heizprobe, die diese Anforderung prüft.",
            OFEN,
            {"+ Ton brennen satisfy Wärme", "+ Wärme verify Heizprobe"},
        ),
        (
            "Cuire l'argile satisfait Chaleur égale, et c'est l'Essai de chauffe qui vérifie cette exigence.",
            FOUR,
            {"+ Cuire l'argile satisfy Chaleur égale", "+ Chaleur égale verify Essai de chauffe"},
        ),
        (
            "Remove the test Heat trial from the model, and the requirement Even heat too.",
            KILN,
            {"- HeatTrial.TS.001", "- EvenHeat.RQ.001"},
        ),
        (
            "Lösche den Test Heizprobe aus dem Modell und die Anforderung Wärme auch.",
            OFEN,
            {"- Heizprobe.TS.001", "- Waerme.RQ.001"},
        ),
        (
            "Supprime le test Essai de chauffe du modèle, et l'exigence Chaleur égale aussi.",
            FOUR,
            {"- EssaiDeChauffe.TS.001", "- ChaleurEgale.RQ.001"},
        ),
    ],
)
def test_a_part_of_an_order_may_leave_out_what_the_part_before_it_says(text, model, wanted):
    assert told(text, *model) == wanted


CHAIN = (
    "Lab:SYS", "Mix paint:FUNC", "Test paint:FUNC", "Fill paint:FUNC", "Mixed:FLOW", "Tested:FLOW",
    "Mix paint -io-> Mixed", "Mixed -io-> Test paint", "Test paint -io-> Tested", "Tested -io-> Fill paint",
)  # fmt: skip


@pytest.mark.requirement("U-344")
@pytest.mark.parametrize(
    "text",
    ["swap Test paint and Fill paint", "vertausch mal Test paint und Fill paint", "inverse Test paint et Fill paint"],
)
def test_two_steps_in_a_row_change_places(text):
    assert told(text, *CHAIN) == {
        "+ Mixed io Fill paint", "+ Fill paint io Tested", "+ Tested io Test paint",
        "- Mixed.FL.001 -io-> TestPaint.FN.002", "- TestPaint.FN.002 -io-> Tested.FL.002",
        "- Tested.FL.002 -io-> FillPaint.FN.003",
    }  # fmt: skip


@pytest.mark.requirement("U-344")
@pytest.mark.parametrize(
    ("text", "model", "wanted"),
    [
        (
            "Fire clay doesn't belong on the Burner, move it to the Fan",
            (*KILN, "Burner -allocate-> Fire clay"),
            {"+ Fan allocate Fire clay", "- Burner.MD.001 -al-> FireClay.FN.001"},
        ),
        (
            "Ton brennen gehört nicht auf den Brenner, verschieb es auf den Lüfter.",
            (*OFEN, "Brenner -allocate-> Ton brennen"),
            {"+ Lüfter allocate Ton brennen", "- Brenner.MD.001 -al-> TonBrennen.FN.001"},
        ),
        (
            "Cuire l'argile n'a pas sa place sur le Brûleur, mets-le sur le Ventilateur.",
            (*FOUR, "Brûleur -allocate-> Cuire l'argile"),
            {"+ Ventilateur allocate Cuire l'argile", "- Bruleur.MD.001 -al-> CuireLArgile.FN.001"},
        ),
        ("we dont need the Fan anymore", KILN, {"- Fan.MD.002"}),
        ("Delete the Fan and leave the rest.", KILN, {"- Fan.MD.002"}),
        ("Lösche den Lüfter und behalte den Rest.", OFEN, {"- Luefter.MD.002"}),
        ("Supprime le Ventilateur et garde le reste.", FOUR, {"- Ventilateur.MD.002"}),
    ],
)
def test_an_order_in_everyday_words_is_carried_out(text, model, wanted):
    assert told(text, *model) == wanted
