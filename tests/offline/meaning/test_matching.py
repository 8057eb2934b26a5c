"""What exists is found before anything is made, whatever its case, number, word order or language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphwright.languages import LANGUAGES, load
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.questions.marks import MarkedQuestion, NameReading, marked
from tests.graph.build import graph_of

TABLES = ("types", "attributes", "values", "phrases", "orders", "relations", "kinds", "names", "concepts")


def found(phrase: str, *nodes: str) -> list[str]:
    """The names that a phrase finds among some nodes."""
    return [node.name for node in NodeIndex(graph_of(*nodes)).find(phrase)]


@pytest.mark.requirement("U-22")
@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("the sluice gates", "Sluice gate"),
        ("fill cask", "FillCask"),
        ("cask filling", "Fill cask"),
        ("die Schleusentore", "Schleusentor"),
        ("Fass füllen", "Fassfüllen"),
        ("das Füllen des Fasses", "Fass füllen"),
        ("les écluses", "Écluse"),
        ("carte de fidélité", "carte fidelité"),
        ("Kunde", "Customer"),
        ("facture", "Rechnung"),
    ],
)
def test_a_phrase_finds_what_is_called_so_in_other_words(phrase: str, name: str) -> None:
    expected = [name] if name != "Fassfüllen" else []  # one word is not two: that would be a guess

    assert found(phrase, f"{name}:FUNC", "Somebody else:ACTOR") == expected


@pytest.mark.requirement("U-22")
def test_the_name_that_is_said_wins_over_names_that_mean_the_same() -> None:
    assert found("Booking", "Booking:UC", "Book:UC", "Bookings:UC") == ["Booking"]
    assert found("bookings", "Booking:UC", "Book:UC") == ["Booking"]


@pytest.mark.requirement("U-22")
def test_a_name_one_letter_off_is_told_and_never_found() -> None:
    index = NodeIndex(graph_of("Sluice:MOD", "Lock keeper:ACTOR"))

    assert (index.find("sluise"), index.near("sluise"), index.near("keeper")) == ([], ["Sluice"], [])


@pytest.mark.requirement("U-22")
def test_the_names_in_a_text_are_its_longest_as_whole_words() -> None:
    graph = graph_of("Lock:MOD", "Lock keeper:ACTOR", "Open:FUNC", "Water level:FLOW", "Water level:REQ")
    text = "Does the lock keeper see the water levels of the lock? Unlocked ones, too."

    spans = NodeIndex(graph).named_in(text)

    assert [(text[each.start : each.end], [node.node_id for node in each.nodes]) for each in spans] == [
        ("lock keeper", ["Lock keeper:ACTOR"]),
        ("water levels", ["Water level:FLOW", "Water level:REQ"]),
        ("lock", ["Lock:MOD"]),
    ]


@pytest.mark.requirement("U-22")
def test_every_language_has_the_same_tables_of_meaning() -> None:
    for language in LANGUAGES:
        for table in TABLES[:-1]:
            english, other = (
                dict.fromkeys(load(each, "meaning", table, dict[str, object])) for each in ("en", language)
            )
            assert english == other, f"{language} {table}"
        assert vocabulary(language).type_word("FUNC", count=2) != "FUNC"


@pytest.mark.requirement("U-22")
def test_patterns_of_names_have_one_place_each() -> None:
    for language in LANGUAGES:
        patterns = load(language, "meaning", "names", dict[str, object])
        assert [key for key, value in patterns.items() if key != "objectFirst" and str(value).count("{}") != 1] == []


@pytest.mark.requirement("U-22")
def test_a_semantic_id_in_a_text_names_its_node() -> None:
    graph = graph_of("Lock:MOD", "Lock:FUNC")
    text = "Rename Lock.FN.001 to Open."

    assert [(text[each.start : each.end], len(each.nodes)) for each in NodeIndex(graph).named_in(text)] == [
        ("Lock.FN.001", 1)
    ]


@pytest.mark.requirement("U-625")
def test_functions_are_found_by_how_any_word_of_their_names_begins() -> None:
    index = NodeIndex(graph_of("Fill cask:FUNC", "Weigh filling:FUNC", "Filler:MOD", "Count casks:FUNC"))

    likely = {word: {node.name for node in index.functions_like(word)} for word in ("filled", "casks", "fil", "the")}

    assert likely == {
        "filled": {"Fill cask", "Weigh filling"},
        "casks": {"Fill cask", "Count casks"},
        "fil": set(),
        "the": set(),
    }


@pytest.mark.requirement("U-22")
def test_a_requirement_is_found_by_what_it_demands_as_the_model_has_it_now() -> None:
    graph = graph_of("Quick:REQ", "Quick again:REQ", "Quick:FUNC")
    said, again, function = (replace(each, attributes={"text": "Be quick."}) for each in graph.nodes.values())
    index = NodeIndex(graph)

    def found_after_a_change(text: str) -> list[str]:
        graph.revision += 1
        for _ in index.fill():
            pass
        return list(index.demanding(text))

    for node in (said, again, function):
        graph.put_node(node)
    assert found_after_a_change("Be quick.") == [said.node_id, again.node_id]
    graph.put_node(replace(said, attributes={"text": "Be quicker."}))
    assert found_after_a_change("Be quick.") == [again.node_id]
    graph.drop_node(again.node_id)
    assert (found_after_a_change("Be quick."), list(index.demanding("Be quicker."))) == ([], [said.node_id])


@pytest.mark.requirement("U-626")
def test_a_reading_of_a_question_that_finds_nothing_else_is_the_plain_one() -> None:
    index = NodeIndex(graph_of("Fill cask:FUNC", "Scale:MOD"))
    plain, slipped = "which functions has the scale?", "which funtcions has the scale?"

    def read(text: str, reading: NameReading) -> MarkedQuestion:
        return marked(text, "en", index.graph, index, reading)

    assert read(plain, "typos") is read(plain, "plain") is read(plain, "told")
    assert [mark.key for mark in read(slipped, "plain").of("type")] == []
    assert [mark.key for mark in read(slipped, "typos").of("type")] == ["FUNC"]
