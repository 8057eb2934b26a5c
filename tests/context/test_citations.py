"""What an answer cites is checked: it exists, it was given, and what states something cites something (ADR-14)."""

from __future__ import annotations

import pytest

from graphwright.context.citations import CitablePassage, check_citations
from graphwright.protocol.ids import NodeId, PassageId
from graphwright.protocol.threads import CitationPart
from tests.graph.build import graph_of

GRAPH = graph_of(
    "Customer:ACTOR",
    "ValidateOrder:FUNC",
    "ShipOrder:FUNC",
)
GIVEN = {NodeId("Customer:ACTOR"), NodeId("ValidateOrder:FUNC")}


def checked(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The citations as they stand in the text with their status, and the sentences without one."""
    cited = check_citations(text, GRAPH, GIVEN)
    labels = [(text[part.start : part.end], part.status) for part in cited.citations]  # type: ignore[misc]
    assert [part.label for part in cited.citations] == [label for label, _ in labels]
    return labels, [text[span.start : span.end] for span in cited.unsupported]


@pytest.mark.requirement("M-93")
@pytest.mark.parametrize(
    ("text", "unsupported"),
    [
        ("My conclusion: paying is the weaker part of the two.", []),
        ("Meine Folgerung: das Bezahlen ist die schwächere Stelle.", []),
        ("Ma conclusion : le paiement est le point faible.", []),
        ("None is without a test.", []),
        ("Keine Anforderung ist ohne Test.", []),
        ("It checks each order. Then somebody is told.\n\nSources: [FN1, AC1]", []),
        (
            "Es prüft jede Bestellung.\n\n**Quellen:** [FN1]\n\nDanach wird jemand benachrichtigt.",
            ["Danach wird jemand benachrichtigt."],
        ),
        ("It checks each order.\n\nSources: [FN99]", ["It checks each order."]),
    ],
)
def test_a_marked_conclusion_needs_no_source_and_a_line_of_sources_holds_for_what_stands_before(text, unsupported):
    assert [each for each in checked(text)[1] if not each.startswith("Sources")] == unsupported


@pytest.mark.requirement("D-82", "WD-09")
@pytest.mark.parametrize(
    ("text", "citations", "unsupported"),
    [
        (
            "Orders are checked before they are paid [ValidateOrder.FN.001].",
            [("ValidateOrder.FN.001", "given")],
            [],
        ),
        ("Orders are checked first [FN1, AC1].", [("FN1", "given"), ("AC1", "given")], []),
        ("Orders are checked first. [FN1] They ship later.", [("FN1", "given")], ["They ship later."]),
        ("ValidateOrder.FN.001 checks all the orders.", [("ValidateOrder.FN.001", "given")], []),
        # It is there, but was never shown to the model, so it can only have been guessed.
        (
            "Orders are shipped by hand [ShipOrder.FN.002].",
            [("ShipOrder.FN.002", "notGiven")],
            ["Orders are shipped by hand [ShipOrder.FN.002]."],
        ),
        # An invented id is kept and marked.
        (
            "Orders are burnt at last [Ghost.FN.099].",
            [("Ghost.FN.099", "unknown")],
            ["Orders are burnt at last [Ghost.FN.099]."],
        ),
        ("It rests on both of them [FN1 und AC1].", [("FN1", "given"), ("AC1", "given")], []),
        # A link, a word in brackets and code are no citations.
        ("See [the page](http://x.example) and [todo].", [], ["See [the page](http://x.example) and [todo]."]),
        ("```\n[FN1] in code says nothing\n```\nWhat is `[FN1]`?", [], []),
    ],
)
def test_a_citation_is_given_was_never_shown_or_does_not_exist(text, citations, unsupported):
    assert checked(text) == (citations, unsupported)


@pytest.mark.requirement("D-82")
@pytest.mark.parametrize(
    "text",
    [
        "# What the functions do",
        "These functions check orders:",
        "Is it the customer who pays?",
        "Yes.",
        "I looked at the three functions.",
        "Ich habe die drei Funktionen angesehen.",
        "J'ai regardé les trois fonctions.",
        "There is no test for it in the model.",
        "Dazu wurde im Modell nichts gefunden.",
        "Rien dans le modèle ne correspond à la question.",
        "| --- | --- |",
        "",
    ],
)
def test_what_states_nothing_about_the_model_needs_no_source(text):
    assert checked(text) == ([], [])


@pytest.mark.requirement("D-82")
def test_sentences_are_cut_like_people_cut_them_in_three_languages():
    text = (
        "Bestellungen werden z. B. nachts geprüft. Das dauert 1.5 Stunden [FN1].\n"
        "- Les commandes sont vérifiées p. ex. la nuit [FN1].\n"
        "- Elles sont payées ensuite\n"
        "2. Orders are kept, e.g. in a drawer. They stay there."
    )
    assert checked(text)[1] == [
        "Bestellungen werden z. B. nachts geprüft.",
        "Elles sont payées ensuite",
        "Orders are kept, e.g. in a drawer.",
        "They stay there.",
    ]


@pytest.mark.requirement("D-82")
def test_passages_are_cited_by_their_names_with_the_words_they_rest_on():
    known = {"P1": CitablePassage(PassageId("p-1"), "Orders are kept for ten years.")}

    cited = check_citations("Orders are kept for ten years [P1].", GRAPH, GIVEN, passage=known.get)

    assert cited.citations == [
        CitationPart(passage_id=PassageId("p-1"), quote="Orders are kept for ten years.", label="P1", start=31, end=33)
    ]
    assert cited.unsupported == []


@pytest.mark.requirement("D-82")
def test_an_endless_answer_is_checked_in_time_and_its_citations_are_bounded():
    text = "Orders are checked by somebody [FN1]. " * 2_500 + "[" * 5_000 + "." * 5_000

    cited = check_citations(text, GRAPH, GIVEN)

    assert len(cited.citations) == 500


@pytest.mark.requirement("U-505")
def test_what_stands_word_for_word_in_a_cited_element_needs_no_source_of_its_own():
    graph = graph_of(
        "Ship:REQ | Parcels leave in a day. The clerk calls\nfor a second one. [rationale=People want them soon.]",
        "Pay:REQ | The till is emptied in the evening.",
    )

    def without_source(text: str) -> list[str]:
        return [text[span.start : span.end] for span in check_citations(text, graph, [NodeId("Ship:REQ")]).unsupported]

    cited = "Ship.RQ.001 says: Parcels leave in a day. The clerk calls for a second one. People want them soon."
    assert without_source(cited) == []
    assert without_source("The clerk calls for a second one.") == ["The clerk calls for a second one."]
    assert without_source("Ship.RQ.001 is met. The clerk calls for a third one.") == [
        "The clerk calls for a third one."
    ]
    assert without_source("Ship.RQ.001 is met. The clerk calls.") == ["The clerk calls."]
    other = "Ship.RQ.001 and Pay.RQ.002 hold. The till is emptied in the evening."
    assert without_source(other) == ["The till is emptied in the evening."]


SAW_ALL = {*GIVEN, NodeId("ShipOrder:FUNC")}


@pytest.mark.requirement("D-82", "M-93")
@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("All 12 of them are open to discussion.", True),
        ("The model has 8 functions in its chains.", True),
        ("Three of the five requirements belong to quality.", True),
        ("**Ohne Test:** alle 12; im Modell gibt es noch keinen Test.", True),
        ("Der Vorschlag ändert an diesen Zahlen nichts.", True),
        ("Es gibt 4 Anforderungen an die Anlage.", True),
        ("Il y a 3 fonctions dans ce modèle.", True),
        ("Aucune des fonctions n'a de test.", True),
        ("The gate opens within 3 seconds after the train.", False),
        ("Die Schranke öffnet sich nach 8 Sekunden wieder.", False),
        ("The customer pays before the parcel leaves.", False),
    ],
)
def test_who_saw_the_whole_model_may_count_and_deny_without_a_citation_and_nothing_else(sentence: str, holds: bool):
    def unsupported(**how: object) -> list[object]:
        return [
            *check_citations(sentence, GRAPH, how.get("given", GIVEN), looked_up=bool(how.get("looked_up"))).unsupported
        ]  # type: ignore[arg-type]

    assert (unsupported(given=SAW_ALL) == [], unsupported(looked_up=True) == []) == (holds, holds)


@pytest.mark.requirement("D-82")
@pytest.mark.parametrize(
    "lead",
    [
        "**Es ist beteiligt an:**",
        "*Its requirements are these:*",
        "__Voici les trois parties :__",
        "**From the desk to the patient**",
        "**Use cases of it** (my conclusions)",
    ],
)
def test_a_lead_in_is_no_statement_however_it_is_emphasised(lead: str):
    assert checked(f"{lead}\n- [FN1]")[1] == []


@pytest.mark.requirement("D-82")
def test_whoever_saw_a_part_cites_what_was_counted():
    assert checked("The model has 8 functions in its chains.")[1] == ["The model has 8 functions in its chains."]


@pytest.mark.requirement("D-82")
def test_the_head_of_a_table_is_no_statement_and_its_rows_are():
    table = "| Part of the shop | What it does there |\n|---|---|\n| The desk | It takes the orders |"
    assert checked(table)[1] == ["| The desk | It takes the orders |"]
