"""What a stranger asked of small models: questions that say what they are about, words that nobody can judge by rules,
conditions that stand in texts, names with full stops, and names that were merged away.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.grammar.records import Focus, FocusedElement
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.llm.base import ModelRequest
from graphwright.offline.dialogue.tasks import task_of
from graphwright.offline.lookups import LookupQuestion, answer_with_tools
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.questions.asking import answer
from graphwright.offline.understand import suggested, understand
from graphwright.offline.understood import Change, ReadOnlyAnswer, Situation, UnclearMessage, Understood
from tests.graph.build import graph_of
from tests.offline.documented import model_of
from tests.offline.questions.small_models import BREWERY, FERRY, LAUNDRY

CHAIRLIFT = """## Nodes
Chairlift|SYS|Chairlift.SY.001|Takes skiers up the hill.
Skier|ACTOR|Skier.AC.001|Wants to get up.
Check pass|FUNC|CheckPass.FN.001|Opens the turnstile after the pass is confirmed.
Stop rope|FUNC|StopRope.FN.002|When the wind rises above 20 m/s, the rope stops.
Ring bell|FUNC|RingBell.FN.003|If the wind rises, the bell rings. It is loud.
Warm seat|FUNC|WarmSeat.FN.004|
Turnstile|MOD|Turnstile.MD.001|
Display|MOD|Display.MD.002|
Port|MOD|Port.MD.003|
Rope drive|MOD|RopeDrive.MD.004|
Drive performance|REQ|DrivePerformance.RQ.001|The rope drive must deliver at least 300 kW.

## Edges
Chairlift.SY.001 -cp-> Turnstile.MD.001, RopeDrive.MD.004
Turnstile.MD.001 -cp-> Display.MD.002, Port.MD.003
Turnstile.MD.001 -al-> CheckPass.FN.001
RopeDrive.MD.004 -al-> StopRope.FN.002
StopRope.FN.002 -st-> DrivePerformance.RQ.001
"""
DRONE = """## Nodes
Drone|SYS|Drone.SY.001|Flies missions.
controller.helper.Distance.java|MOD|ControllerHelper.MD.001|
model.Drone.java|MOD|ModelDrone.MD.002|
Measure distance|FUNC|MeasureDistance.FN.001|[layer:PA]
Plan route|FUNC|PlanRoute.FN.002|[layer:LA]
R22|REQ|R22.RQ.001|The drone keeps its distance.

## Edges
ControllerHelper.MD.001 -al-> MeasureDistance.FN.001
MeasureDistance.FN.001 -st-> R22.RQ.001
"""


def _said(model: str | Graph, text: str, *before: str, language: Language | None = None) -> Understood:
    graph = model_of(model) if isinstance(model, str) else model
    names = [FocusedElement(node.name) for node in list(graph.nodes.values())[1:4]] if before else []
    focus = Focus(tuple(names), language=language)
    return understand(text, Situation(graph, NodeIndex(graph), focus, earlier=before))


@pytest.mark.requirement("U-530")
@pytest.mark.parametrize(
    ("model", "before", "text", "expected"),
    [
        (
            CHAIRLIFT,
            "What depends on the turnstile?",
            "Are there functions that no module carries?",
            "Yes. 2 functions",
        ),
        (CHAIRLIFT, "Who is the skier?", "Is there any function that nobody does?", "Yes. 2 functions without module"),
        (CHAIRLIFT, "What is Stop rope?", "Is there a requirement that no test proves?", "Yes. 1 requirement without"),
        (
            FERRY,
            "What does the gate post carry?",
            "Are there tests that have failed?",
            "Yes. 1 test with status failed",
        ),
        (FERRY, "What does the gate post carry?", "Are there modules that carry no function?", "Bridge console"),
        (FERRY, "Who is the skipper?", "How many functions are there that no module carries?", "2 functions without"),
        (FERRY, "What is Open gate?", "Is there anything that nobody carries?", "Count passengers"),
        (
            BREWERY,
            "Was trägt das Sudhaus?",
            "Gibt es Anforderungen, für die es keinen Test gibt?",
            "Ja. 2 Anforderungen",
        ),
        (BREWERY, "Was trägt das Sudhaus?", "Gibt es ein Modul, das keine Funktion trägt?", "Ja. 1 Modul ohne"),
        (BREWERY, "Wer ist der Fahrer?", "Gibt es Module, die nichts tun?", "Kühlhaus"),
        (LAUNDRY, "Que fait la balance ?", "Y a-t-il des exigences que personne ne satisfait ?", "Oui. 2 exigences"),
        (LAUNDRY, "Que fait la balance ?", "Existe-t-il une fonction qu'aucun module ne porte ?", "Oui. 2 fonctions"),
        (
            FERRY,
            "What does the gate post carry?",
            "Which functions does it carry?",
            "Gate post (GatePost.MD.002) carries",
        ),
    ],
)
def test_what_a_question_says_of_itself_wins_over_what_was_spoken_of(
    model: str, before: str, text: str, expected: str
) -> None:
    found = _said(model, text, before)

    assert isinstance(found, ReadOnlyAnswer), found
    assert expected in found.text


@pytest.mark.requirement("U-531")
@pytest.mark.parametrize(
    ("model", "text", "told"),
    [
        (CHAIRLIFT, "Are there contradicting requirements?", "I cannot judge “contradicting”"),
        (CHAIRLIFT, "Do any requirements conflict?", "I cannot judge “conflict”"),
        (CHAIRLIFT, "Which hazards are there?", "I cannot judge “hazards”"),
        (FERRY, "Are there any risks?", "I cannot judge “risks”"),
        (FERRY, "Which capabilities are there?", "I cannot judge “capabilities”"),
        (FERRY, "Is the scale plate too expensive?", "I cannot judge “expensive”"),
        (FERRY, "Are there blue modules?", "I cannot judge “blue”"),
        (BREWERY, "Gibt es widersprüchliche Anforderungen?", "Zu „widersprüchliche“ kann ich nichts beurteilen"),
        (BREWERY, "Welche Risiken gibt es?", "Zu „Risiken“ kann ich nichts beurteilen"),
        (BREWERY, "Gibt es Fähigkeiten?", "Zu „Fähigkeiten“ kann ich nichts beurteilen"),
        (LAUNDRY, "Y a-t-il des exigences contradictoires ?", "Je ne peux rien juger de «\u00a0contradictoires\u00a0»"),
        (LAUNDRY, "Quels sont les dangers ?", "Je ne peux rien juger de «\u00a0dangers\u00a0»"),
    ],
)
def test_what_rules_cannot_judge_is_declined_with_sentences_that_work(model: str, text: str, told: str) -> None:
    found = _said(model, text, "Which functions are there?")

    assert isinstance(found, UnclearMessage), found
    assert told in found.text
    assert len(found.suggestions) == 3


@pytest.mark.requirement("U-531")
def test_what_there_are_rules_about_shows_their_findings_and_names_and_values_come_first() -> None:
    twins = graph_of("Weigh car:FUNC", "Weigh the car:FUNC", "Risk analysis:FUNC")
    risky = model_of("## Nodes\nSlow:x|REQ|Slow.RQ.001|No danger. [risk:high]\n\n## Edges\n".replace(":x", ""))

    found = _said(twins, "Are there duplicate functions?")
    assert isinstance(found, ReadOnlyAnswer)
    assert "finding" in found.text
    assert "Weigh car" in found.text
    none = _said(CHAIRLIFT, "Are there duplicate requirements?")
    assert isinstance(none, ReadOnlyAnswer)
    assert "The rules find nothing about “duplicate”" in none.text
    assert "Risk analysis" in _said(twins, "Which risks are there?").text
    assert "Slow" in _said(risky, "Which requirements have a high risk?").text
    assert "Slow" in _said(risky, "Which requirements mention danger?").text


@pytest.mark.requirement("U-532")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What depends on the display?", "en"),
        ("What depends on the port?", "en"),
        ("Is the port tested?", "en"),
        ("Where is the display?", "en"),
        ("Was hängt vom Display ab?", "de"),
        ("Wer benutzt den Port?", "de"),
        ("Qu'est-ce qui dépend du port ?", "fr"),
        ("Qui utilise le display ?", "fr"),
    ],
)
def test_a_word_of_another_language_makes_no_question_of_that_language(text: str, language: Language) -> None:
    found = _said(CHAIRLIFT, text)

    assert isinstance(found, ReadOnlyAnswer), found
    assert found.language == language


@pytest.mark.requirement("U-533")
@pytest.mark.parametrize(
    "text",
    [
        "No, keep it.", "No, do not delete it.", "Do not delete the rope drive.", "Please don't remove them!", "No, leave it as it is.",
        "Nein, behalte sie.", "Lösch sie nicht!", "Nein, nicht löschen.", "Sie soll bleiben.",
        "Non, garde-la.", "Ne la supprime pas.", "Non, laisse ça.",
    ],
)  # fmt: skip
def test_a_wish_that_something_stays_changes_nothing_and_is_understood(text: str) -> None:
    found = _said(CHAIRLIFT, text, "Delete the rope drive.")

    assert isinstance(found, ReadOnlyAnswer), found
    assert found.text in {
        "All right, I change nothing.", "In Ordnung, ich ändere nichts.", "D'accord, je ne change rien.",
    }  # fmt: skip


@pytest.mark.requirement("U-533")
@pytest.mark.parametrize(
    "text",
    [
        "Do not remove the key before the car has left.",
        "Never delete a customer.",
        "Keep the gate closed.",
        "Das Bier vor dem Kochen nicht entfernen.",
        "Ne supprime pas la facture avant le paiement.",
    ],
)
def test_a_rule_about_a_system_is_no_wish_that_an_element_stays(text: str) -> None:
    assert task_of(text) is None


@pytest.mark.requirement("U-535")
@pytest.mark.parametrize("text", ["Rename the motor unit to Engine.", "Rename Motor unit to Engine."])
def test_a_name_that_was_merged_away_leads_to_what_was_kept_and_says_so(text: str) -> None:
    graph = model_of(CHAIRLIFT)
    drive = graph.nodes[graph.find("RopeDrive.MD.004")[0]]
    graph.nodes[drive.node_id] = replace(drive, attributes={"foreign.former": ["MotorUnit.MD.009"]})

    found = _said(graph, text, "What is Warm seat?")
    assert isinstance(found, Change), found
    assert found.proposes
    assert "otor unit” is “Rope drive” now" in found.text
    assert "Rope drive → Engine" in found.text
    asked = _said(graph, "What depends on the motor unit?")
    assert "RopeDrive.MD.004" in asked.text
    assert "Rope drive” was merged" not in _said(graph, "What is the rope drive?").text


@pytest.mark.requirement("U-535")
@pytest.mark.parametrize(
    ("model", "text"),
    [
        (CHAIRLIFT.replace("Check pass", "Pay pass"), "Rename Regler to PLC."),
        (CHAIRLIFT.replace("Check pass", "Pay pass"), "Delete the Regler."),
        (CHAIRLIFT, "Rename the Frobnicator to PLC."),
        (BREWERY, "Benenne den Regler in PLC um."),
        (BREWERY, "Nenne den Regler PLC."),
        (LAUNDRY, "Renomme le Régulateur en PLC."),
        (LAUNDRY, "Supprime le Régulateur."),
    ],
)
def test_a_name_that_nothing_has_is_no_other_element(model: str, text: str) -> None:
    found = _said(model, text, "What is this system for?")

    assert isinstance(found, UnclearMessage), found


@pytest.mark.requirement("U-536")
@pytest.mark.parametrize(
    ("model", "text", "holds", "lacks"),
    [
        (CHAIRLIFT, "What happens if the wind rises?", {"“When the wind rises above 20 m/s", "“If the wind rises"}, {}),
        (CHAIRLIFT, "What happens after the pass is confirmed?", {"CheckPass", "after the pass is confirmed"}, {}),
        (CHAIRLIFT, "When the wind rises, what happens?", {"StopRope.FN.002", "RingBell.FN.003"}, {"touches"}),
        (CHAIRLIFT, "What happens if the wind does not rise?", {}, {"“When the wind", "“If the wind"}),
        (CHAIRLIFT, "What happens if the turnstile fails?", {"touches at once"}, {"“"}),
        (CHAIRLIFT, "How much power must the rope drive deliver?", {"at least 300 kW"}, {"sends no"}),
        (CHAIRLIFT, "What does the rope drive do?", {"Stop rope"}, {}),
        (BREWERY, "Was geschieht, wenn Keime überleben?", {"Sonst überleben Keime"}, {}),
        (BREWERY, "Wie lange muss die Würze kochen?", {"mindestens 60 Minuten"}, {}),
        (BREWERY, "Was macht die Schrotmühle?", {"Malz schroten"}, {}),
        (LAUNDRY, "Que se passe-t-il si les microbes survivent ?", {"En dessous les microbes survivent"}, {}),
        (LAUNDRY, "Que fait la balance ?", {"Pèse les sacs"}, {}),
    ],
)
def test_what_happens_and_how_much_is_quoted_from_the_texts_of_the_model(
    model: str, text: str, holds: set[str], lacks: set[str]
) -> None:
    found = _said(model, text).text

    assert ([each for each in holds if each not in found], [each for each in lacks if each in found]) == ([], []), found


@pytest.mark.requirement("U-537")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which requirements are realised by controller.helper.Distance.java?", "R22.RQ.001"),
        ("Which functions does controller.helper.Distance.java carry?", "carries 1 function: Measure distance"),
        ("What depends on model.Drone.java?", "model.Drone.java (ModelDrone.MD.002) touches"),
        ("Where is Distance.java?", "ControllerHelper.MD.001"),
        ("Which classes carry no function?", "1 module without function: model.Drone.java"),
        ("Which modules realise R22?", "ControllerHelper.MD.001"),
        ("Welche Funktionen trägt controller.helper.Distance.java?", "Measure distance"),
        ("Quelles fonctions porte controller.helper.Distance.java ?", "Measure distance"),
        ("Which functions are in the physical layer?", "1 function with layer PA: Measure distance"),
        ("Welche Funktionen sind in der logischen Schicht?", "Plan route"),
        ("Quelles fonctions sont dans la couche physique ?", "Measure distance"),
    ],
)
def test_names_with_full_stops_and_layers_of_other_tools_are_known_back(text: str, expected: str) -> None:
    found = _said(DRONE, text)

    assert isinstance(found, ReadOnlyAnswer), found
    assert expected in found.text
    assert "\n" not in found.text


@pytest.mark.requirement("U-538")
@pytest.mark.parametrize(
    ("model", "text", "expected"),
    [
        (CHAIRLIFT, "What is this system for?", "Takes skiers up the hill."),
        (CHAIRLIFT, "What does the system do?", "Takes skiers up the hill."),
        (BREWERY, "Wozu dient das System?", "Braut Bier für drei Dörfer."),
        (LAUNDRY, "À quoi sert ce système ?", "Lave le linge des hôtels."),
    ],
)
def test_what_the_system_is_for_is_told_of_it_and_not_of_its_type(model: str, text: str, expected: str) -> None:
    assert expected in _said(model, text).text
    assert "root of the decomposition" in _said(CHAIRLIFT, "What is a system?").text


@pytest.mark.requirement("U-539")
@pytest.mark.parametrize(
    ("model", "text", "expected"),
    [
        (LAUNDRY, "Quels modules composent la laverie ?", "se compose de 4 modules"),
        (LAUNDRY, "Quels modules constituent la machine ?", "se compose de 1 module : Tambour"),
        (LAUNDRY, "Quels modules forment la machine ?", "Tambour"),
        (LAUNDRY, "De quels modules la laverie se compose-t-elle ?", "se compose de 4 modules"),
        (CHAIRLIFT, "Which modules make up the turnstile?", "consists of 2 modules"),
        (BREWERY, "Welche Module bilden das Sudhaus?", "Schrotmühle"),
    ],
)
def test_what_makes_up_something_are_its_parts(model: str, text: str, expected: str) -> None:
    assert expected in _said(model, text).text


@pytest.mark.requirement("U-541")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_suggestion_is_about_a_type_that_the_model_lacks(language: Language) -> None:
    graph = graph_of(*(f"Duty {each}:REQ" for each in ("one", "two", "three")))

    offered = suggested(graph, NodeIndex(graph), language, 12)

    assert len(offered) > 3
    assert [
        each for each in offered if any(word in each.lower() for word in ("function", "funktion", "fonction"))
    ] == []
    assert any("function" in each.lower() for each in suggested(model_of(FERRY), NodeIndex(model_of(FERRY)), "en", 12))


@pytest.mark.requirement("U-540")
@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("en", "How many requirements are there?", "and 77 more"),
        ("de", "Wie viele Anforderungen gibt es?", "und 77 weitere"),
        ("fr", "Combien d'exigences y a-t-il ?", "et 77 de plus"),
    ],
)
def test_a_list_that_is_cut_says_how_many_more_there_are(language: Language, text: str, rest: str) -> None:
    graph = graph_of(*(f"Need {each}:REQ" for each in range(97)))
    question = LookupQuestion(text, _said(graph, text, language=language), graph, NodeIndex(graph))

    told = answer_with_tools(ModelRequest(system=[], messages=[]), question).text

    assert told.count(".RQ.") == 20
    assert f"] {rest}" in told


@pytest.mark.requirement("U-540")
def test_what_breaks_a_rule_often_is_told_with_how_many_more_do() -> None:
    graph = graph_of(*(f"Need {each}:REQ" for each in range(13)))

    assert "and 3 more" in _said(graph, "What is missing?").text


@pytest.mark.requirement("U-628")
@pytest.mark.parametrize(
    ("language", "before", "question"),
    [
        ("fr", "Qu'est-ce qui dépend de Port ?", "À quoi sert le volet ?"),
        ("fr", "Qu'est-ce qui dépend de Port ?", "Que se passe-t-il si la pompe tombe en panne ?"),
        ("fr", "Qu'est-ce qui dépend de Port ?", "De quoi se compose la chaudière ?"),
        ("de", "Was hängt von Port ab?", "Warum gibt es das Zählbecken?"),
        ("de", "Was hängt von Port ab?", "Woraus besteht der Fischpass?"),
        ("de", "Welche Anforderungen haben keinen Test?", "Wie viele Turbinen hat das Kraftwerk?"),
        ("en", "What depends on Port?", "What is that boiler for?"),
    ],
)
def test_a_question_about_what_nobody_knows_is_not_answered_of_what_was_spoken_of(
    language: Language, before: str, question: str
):
    graph = model_of(CHAIRLIFT)

    found = answer(question, language, graph, NodeIndex(graph), before=[before])

    assert found is None or found.query.kind == "unnamed"


@pytest.mark.requirement("U-629")
@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "How many seats does the chairlift have?", "quantity of Seats.MD.001: 120."),
        ("de", "Wie viele Seats hat Chairlift?", "Stückzahl von Seats.MD.001: 120."),
        ("fr", "Combien de seats y a-t-il ?", "quantité de Seats.MD.001 : 120."),
        ("en", "How many pylons are there?", "Pylons.MD.002 has no quantity."),
    ],
)
def test_how_many_there_are_of_an_element_is_the_number_that_was_said_of_it(
    language: Language, question: str, expected: str
):
    graph = model_of("""## Nodes
Chairlift|SYS|Chairlift.SY.001|
Seats|MOD|Seats.MD.001|[count:120]
Pylons|MOD|Pylons.MD.002|

## Edges
Chairlift.SY.001 -cp-> Seats.MD.001, Pylons.MD.002
""")

    found = answer(question, language, graph, NodeIndex(graph))

    assert found is not None
    assert found.text == expected
