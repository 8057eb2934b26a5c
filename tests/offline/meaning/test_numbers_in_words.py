"""Numbers in words, said in the chat: they count what is spoken of and stand in no name."""

from __future__ import annotations

import pytest

from graphwright.offline.understood import ReadOnlyAnswer
from tests.offline.test_understand import after, heard


def counted(*messages: str) -> dict[str, object]:
    return {
        node.name: node.attributes.get("count") for node in after(*messages).nodes.values() if node.node_type == "MOD"
    }


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("The pier consists of two hundred piles and a crane.", {"Piles": 200, "Crane": None}),
        ("The tram consists of nineteen benches and seventeen lecterns.", {"Benches": 19, "Lecterns": 17}),
        ("The observatory consists of a hundred mirrors.", {"Mirrors": 100}),
        ("The greenhouse consists of three dozen vents and 1,250 panes.", {"Vents": 36, "Panes": 1250}),
        ("The pontoon consists of half a dozen floats.", {"Floats": 6}),
        ("The sail consists of twenty-four battens.", {"Battens": 24}),
        ("Die Orgel besteht aus zweihundert Pfeifen und einem Gebläse.", {"Pfeifen": 200, "Gebläse": None}),
        ("Das Gewächshaus besteht aus sechzehn Fenstern und 1.250 Ziegeln.", {"Fenster": 16, "Ziegel": 1250}),
        ("Der Steg besteht aus vierundvierzig Pfosten.", {"Pfosten": 44}),
        ("Der Stall besteht aus einem Dutzend Boxen und zwei Toren.", {"Boxen": 12, "Toren": 2}),
        ("L'orgue se compose de deux cents tuyaux et d'une soufflerie.", {"Tuyaux": 200, "Soufflerie": None}),
        ("La serre se compose de quatre-vingts vitres et de vingt-quatre volets.", {"Vitres": 80, "Volets": 24}),
        ("Le ponton se compose d'une douzaine de flotteurs et de 1 250 planches.", {"Flotteurs": 12, "Planches": 1250}),
    ],
)
def test_a_part_has_the_count_that_the_words_say_and_the_name_without_them(sentence, parts):
    assert counted(sentence) == parts


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("told", "asked", "number"),
    [
        ("The sail consists of sixteen battens.", "How many battens does the sail have?", "16"),
        ("Der Steg besteht aus zweihundert Pfosten.", "Wie viele Pfosten hat der Steg?", "200"),
        ("L'orgue se compose de deux cents tuyaux.", "Combien de tuyaux a l'orgue ?", "200"),
    ],
)
def test_how_many_is_answered_with_the_number_that_was_said_in_words(told, asked, number):
    answer = heard(asked, after(told))

    assert isinstance(answer, ReadOnlyAnswer)
    assert f" {number}." in answer.text


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("told", "again", "parts"),
    [
        ("The sail consists of twelve battens.", "No, twenty-four battens.", {"Battens": 24}),
        ("The sail consists of twelve battens.", "No, two hundred battens, not twelve.", {"Battens": 200}),
        ("The sail consists of twelve battens.", "Set the count of Battens to thirty-six.", {"Battens": 36}),
        ("The sail consists of twelve battens.", "Change the number of battens to 1,250.", {"Battens": 1250}),
        ("Der Steg besteht aus zwölf Pfosten.", "Nein, zweihundert Pfosten.", {"Pfosten": 200}),
        ("Der Steg besteht aus zwölf Pfosten.", "Ändere die Anzahl der Pfosten auf achtundneunzig.", {"Pfosten": 98}),
        ("L'orgue se compose de douze tuyaux.", "Non, vingt-quatre tuyaux.", {"Tuyaux": 24}),
        ("L'orgue se compose de douze tuyaux.", "Change le nombre de tuyaux à soixante et un.", {"Tuyaux": 61}),
    ],
)
def test_another_number_in_words_corrects_the_one_that_stands_there(told, again, parts):
    assert counted(told, again) == parts


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize(
    ("sentence", "name", "value"),
    [
        ("The bell weighs two hundred kg.", "mass", "200 kg"),
        ("Die Glocke wiegt zweihundert Kilogramm.", "Masse", "200 Kilogramm"),
        ("La cloche pèse deux cents kilogrammes.", "masse", "200 kilogrammes"),
    ],
)
def test_a_measure_in_words_is_a_property(sentence, name, value):
    [node] = after(sentence).nodes.values()

    assert node.attributes.get(name) == value


@pytest.mark.requirement("P-250")
@pytest.mark.parametrize("days", ["ninety days", "fifty days", "90 days"])
def test_a_time_in_words_is_read_as_one_in_digits(days):
    assert [node.node_type for node in after(f"All tapes are kept for {days}.").nodes.values()] == ["FUNC"]
