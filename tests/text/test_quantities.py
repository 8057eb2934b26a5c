"""Numbers with units: what is measured, how much, and whether that is a limit, in three languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.inquiry.messages import written
from graphwright.text.quantities import amount, nominative, number, quantities, same_thing


def read(text: str) -> list[tuple[str, float, str, str]]:
    return [(each.about, each.value, each.unit, each.bound) for each in quantities(text)]


@pytest.mark.requirement("C-21", "C-42", "K-18")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Carports mit einer mittleren Wandhöhe bis zu 3 m", [("mittleren Wandhöhe", 3, "m", "most")]),
        ("wenn ihre Länge an der Grenze höchstens 9 m beträgt", [("Länge an der Grenze", 9, "m", "most")]),
        ("ein Vorhaben von mehr als 30 m² beginnt", [("Vorhaben", 30, "m²", "least")]),
        ("30 m² Brutto-Grundfläche", [("Brutto-Grundfläche", 30, "m²", "is")]),
        ("mein Carport von 45 qm", [("Carport", 45, "m²", "is")]),
        ("ein Carport mit 25 m² und 2,2 m Wandhöhe", [("Carport", 25, "m²", "is"), ("Wandhöhe", 2.2, "m", "is")]),
        ("its floor area is up to 1 000 m2", [("floor area", 1000, "m²", "most")]),
        ("a mean wall height of at least 2.5 metres", [("mean wall height", 2.5, "m", "least")]),
        ("une hauteur moyenne des murs jusqu'à 3 m", [("hauteur moyenne des murs", 3, "m", "most")]),
        ("die Gebühr beträgt 1.250,50 Euro", [("Gebühr", 1250.5, "€", "is")]),
        ("nach § 30 m des Gesetzes", []),
        ("die Note 3 mit Stern", []),
        ("", []),
    ],
)
def test_a_quantity_is_read_with_what_it_measures(text, found):
    assert read(text) == found


@pytest.mark.requirement("C-21")
@given(st.text(max_size=200))
def test_any_text_is_read_and_every_place_lies_in_it(text):
    for each in quantities(text):
        assert 0 <= each.start < each.end <= len(text)


@pytest.mark.requirement("C-42")
@pytest.mark.parametrize(
    ("about", "label"),
    [
        ("mittleren Wandhöhe", "mittlere Wandhöhe"),
        ("zulässigem Gewicht", "zulässige Gewicht"),
        ("Länge an der Grenze", "Länge an der Grenze"),
        ("Brutto-Grundfläche", "Brutto-Grundfläche"),
    ],
)
def test_a_german_name_is_shown_as_it_stands_behind_an_article(about, label):
    assert (nominative(about, "de"), nominative(about, "en")) == (label, about)


@pytest.mark.requirement("C-36")
def test_two_names_of_one_thing_are_told_from_two_things():
    wall, mean, area = (quantities(text)[0] for text in ("Wandhöhe 3 m", "mittlere Wandhöhe 2 m", "Länge 3 m"))
    assert (same_thing(wall, mean), same_thing(wall, area)) == (True, False)


@pytest.mark.requirement("K-18")
@given(st.floats(min_value=0, max_value=1e6, allow_nan=False).map(lambda value: round(value, 3)))
def test_a_number_is_written_so_that_it_is_read_again(value):
    assert number(written(value, "de")) == number(written(value, "en")) or "." in written(value, "en")
    assert number(written(value, "de")) == pytest.approx(value, rel=1e-9)


@pytest.mark.requirement("U-14")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,000,000.5", 1_000_000.5),
        ("1.000.000", 1_000_000.0),
        ("255.255.255.0", 255.255),
        ("1.4.1", 1.4),
    ],
)
def test_a_number_with_several_signs_is_read(text, value):
    """Of an address or a version it is the first number."""
    read = amount(text)

    assert read is not None
    assert read.number == pytest.approx(value)


@pytest.mark.requirement("U-14")
@given(st.text("0123456789.,' ", min_size=1, max_size=20))
def test_no_row_of_digits_and_signs_is_an_error(text):
    assert quantities(f"{text} kg") is not None
    assert amount(text) is None or amount(text)
