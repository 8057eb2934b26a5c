"""Everyday sentences: orders told first and given behind that, names from now on, somebody only supposed, and guards.

The world is an apiary of our own; what comes of a sentence is read as Format E.
"""

from __future__ import annotations

import pytest

from graphwright.formats.diff_text import write_diff
from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.dialogue.tasks import task_of
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.orders.frames import frame_of
from graphwright.offline.meaning.orders.words import order_words
from graphwright.offline.understand import understand
from graphwright.offline.understood import Change, OpenQuestion, Situation, UnclearMessage, Understood
from graphwright.text.messages import quoted
from tests.graph.build import graph_of

APIARY = (
    "Apiary:SYS", "Smoker:MOD", "Hive scale:MOD", "Store room:MOD", "Weigh hive:FUNC", "Send weight:FUNC",
    "Spin frames:FUNC", "Beekeeper:ACTOR", "Apiarist:ACTOR", "Harvest honey:UC", "Weight reading:FLOW",
    "Weight accuracy:REQ", "Calibration run:TEST",
    "Apiary -compose-> Smoker", "Apiary -compose-> Hive scale", "Hive scale -allocate-> Weigh hive",
)  # fmt: skip


def heard(said: str, graph: Graph | None = None, last: str = "") -> Understood:
    """What comes of a sentence, where an element was spoken of last."""
    model = graph_of(*APIARY) if graph is None else graph
    focus = Focus(elements=(FocusedElement(name=last),)) if last else Focus()
    return understand(said, Situation(model, NodeIndex(model), focus, suggests=False))


def written(said: str, last: str = "") -> list[str]:
    """The lines of the change that a sentence is, without those of what it makes beside."""
    graph, found = graph_of(*APIARY), heard(said, last=last)
    assert isinstance(found, Change), found
    lines = write_diff(found.operations, graph.ontology, graph=graph).splitlines()
    return [each for each in lines if each[:2] in {"+ ", "- ", "~ "}]


def asks(said: str) -> bool:
    """Is it shown before anything is done?"""
    return isinstance(heard(said), OpenQuestion)


@pytest.mark.requirement("U-250")
@pytest.mark.parametrize(
    ("said", "somebody"),
    [
        ("The preparator cleans the bone.", "Preparator"),
        ("Der Präparator säubert den Knochen.", "Präparator"),
        ("L'épisseur joint les cordages.", "Épisseur"),
    ],
)
def test_who_only_sounds_like_somebody_is_proposed_and_named(said: str, somebody: str) -> None:
    found = heard(said, graph_of())

    assert isinstance(found, Change)
    assert found.proposes
    assert quoted(somebody, found.language) in found.text.splitlines()[-1]


@pytest.mark.requirement("U-251")
@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("Calibration run tests Weight accuracy, please wire those two up.", ["+ WeightAccuracy.RQ.001 -vf-> CalibrationRun.TS.001"]),
        ("Calibration run prüft Weight accuracy, häng das bitte dran.", ["+ WeightAccuracy.RQ.001 -vf-> CalibrationRun.TS.001"]),
        ("Calibration run vérifie Weight accuracy, ajoute le lien.", ["+ WeightAccuracy.RQ.001 -vf-> CalibrationRun.TS.001"]),
        ("The Smoker is not needed any longer, please delete.", ["- Smoker.MD.001"]),
    ],
)  # fmt: skip
def test_what_is_told_first_and_ordered_behind_that_is_one_order(said: str, change: list[str]) -> None:
    assert written(said) == change


@pytest.mark.requirement("U-252")
@pytest.mark.parametrize(
    "said",
    [
        "call the Smoker Fogger from now on",
        "Smoker isn't a good name, better: Fogger",
        "I'd rather have the Smoker called Fogger",
        "nenn den Smoker ab sofort Fogger",
        "Der Smoker heißt bei uns eigentlich Fogger",
        "Ich hätte den Smoker lieber Fogger genannt",
        "appelle le Smoker Fogger désormais",
        "Smoker n'est pas un bon nom, mets plutôt Fogger",
        "je préférerais que le Smoker s'appelle Fogger",
    ],
)
def test_a_new_name_is_nothing_but_the_name(said: str) -> None:
    assert written(said, last="Apiary") == ["~ Smoker.MD.001 [name:Fogger]"]


@pytest.mark.requirement("U-253")
@pytest.mark.parametrize(
    "said",
    [
        "please revert what you just did",
        "that was nonsense, take the last step back",
        "undo my last change please",
        "nimm den letzten Schritt bitte zurück",
        "mach rückgängig, was du gerade gemacht hast",
        "annule ce que tu viens de faire stp",
        "défais la dernière étape",
    ],
)
def test_whatever_words_take_the_last_change_back(said: str) -> None:
    task = task_of(said)

    assert task is not None
    assert task.kind == "undo"


@pytest.mark.requirement("U-254")
@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("Weight reading goes from Weigh hive to Send weight",
         ["+ WeighHive.FN.001 -io-> WeightReading.FL.001", "+ WeightReading.FL.001 -io-> SendWeight.FN.002"]),
        ("Hive scale sits in the Store room now, not in the Apiary",
         ["+ StoreRoom.MD.003 -cp-> HiveScale.MD.002", "- Apiary.SY.001 -cp-> HiveScale.MD.002"]),
        ("make Store room part of Apiary", ["+ Apiary.SY.001 -cp-> StoreRoom.MD.003"]),
        ("mach Store room zu einem Teil von Apiary", ["+ Apiary.SY.001 -cp-> StoreRoom.MD.003"]),
        ("fais du Store room une partie de l'Apiary", ["+ Apiary.SY.001 -cp-> StoreRoom.MD.003"]),
        ('Put "only for emergencies" in the description of Smoker', ["~ Smoker.MD.001|only for emergencies"]),
        ("schreib bei Smoker dazu: nur im Notfall", ["~ Smoker.MD.001|nur im Notfall"]),
        ("ajoute comme descripton de Smoker : en urgence", ["~ Smoker.MD.001|en urgence"]),
        ("this module is called Fogger", ["~ Smoker.MD.001 [name:Fogger]"]),
    ],
)  # fmt: skip
def test_orders_in_more_wordings(said: str, change: list[str]) -> None:
    assert sorted(written(said, last="Smoker")) == sorted(change)


@pytest.mark.requirement("U-255")
@pytest.mark.parametrize(
    "said",
    ["Beekeper should be named Hobby beekeeper", "The Smoker and the Store room: divorce, describe Smoker", "Imkr soll Imker heißen"],
)  # fmt: skip
def test_an_order_that_was_not_got_never_becomes_a_deed_or_demand_unasked(said: str) -> None:
    found = heard(said)

    assert not isinstance(found, Change) or found.proposes


@pytest.mark.requirement("U-256")
@pytest.mark.parametrize(
    ("said", "nodes"),
    [
        ("Every evening the verger locks the doors and switches off the heating.",
         {"ACTOR Verger", "FUNC Lock doors", "FUNC Switch off heating"}),
        ("A crossing log has a start time, an end time and the number of cars.", {"SCHEMA Crossing log"}),
        ("Das Glockenspiel besteht aus einem Gehäuse, 20 Glocken und einer Walze.",
         {"SYS Glockenspiel", "MOD Gehäuse", "MOD Glocken", "MOD Walze"}),
        ("Ich möchte als Lotse meine Schicht sehen.", {"ACTOR Lotse", "UC Schicht sehen"}),
        ("First we check the oil, then the engine gets started.", {"FUNC Check oil", "FUNC Start engine"}),
    ],
)  # fmt: skip
def test_clauses_that_were_misread(said: str, nodes: set[str]) -> None:
    found = heard(said, graph_of())

    assert isinstance(found, Change), found
    made = {f"{each.node_type} {each.name}" for each in found.operations if hasattr(each, "node_type")}
    assert nodes <= made


@pytest.mark.requirement("U-257")
@pytest.mark.parametrize(
    "said", ["Schreib mir ein Gedicht über den Herbst.", "Es regnet schon wieder.", "Make me a coffee, please."]
)
def test_what_is_for_no_model_gets_sentences_that_work(said: str) -> None:
    graph = graph_of(*APIARY)
    found = understand(said, Situation(graph, NodeIndex(graph)))

    assert isinstance(found, UnclearMessage)
    assert len(found.suggestions) == 3


@pytest.mark.requirement("U-258")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_frame_names_verbs_and_classes_that_are_there(language: Language) -> None:
    words = order_words(language)
    unknown = [
        (frame.text, token.name)
        for frame in words.frames
        for token in frame.tokens
        if (token.kind == "verb" and token.name not in words.verbs)
        or (token.kind == "class" and token.name not in words.words)
    ]

    assert unknown == []


@pytest.mark.requirement("U-258")
@pytest.mark.parametrize("text", ["X {be} same (<merge> {them})", "Y do|<carry> X"])
def test_what_is_no_frame_is_refused_when_it_is_loaded(text: str) -> None:
    with pytest.raises(ValueError, match="A frame may not hold"):
        frame_of("merge", text)


@pytest.mark.requirement("U-250")
@pytest.mark.parametrize("said", ["&", "& &", "…&"])
def test_signs_behind_an_element_are_no_order(said: str) -> None:
    assert not isinstance(heard(said, last="Smoker"), Change)
