"""Measures: value, unit, range and tolerance, and the words that make a number a bound."""

from __future__ import annotations

import pytest

from graphwright.grammar.measures import measures_of
from graphwright.grammar.tokens import tokens


def read(text: str) -> list[tuple[float, float | None, str, str]]:
    return [(each.number, each.upper, each.unit, each.bound) for each in measures_of(tokens(text))]


@pytest.mark.requirement("U-02")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the kiln holds 1200 °C", [(1200, None, "°C", "exactly")]),
        ("at most 5 s", [(5, None, "s", "atMost")]),
        ("no more than 60 seconds", [(60, None, "s", "atMost")]),
        ("within 1.5 s after 3 minutes", [(1.5, None, "s", "atMost"), (3, None, "min", "exactly")]),
        ("at least 99.5 %", [(99.5, None, "%", "atLeast")]),
        ("between 2 and 8 °C", [(2, 8, "°C", "between")]),
        ("5 to 10 kg", [(5, 10, "kg", "between")]),
        ("5-10 kg", [(5, 10, "kg", "between")]),
        ("about 20 l or less", [(20, None, "l", "about")]),
        ("20 l or less", [(20, None, "l", "atMost")]),
        ("< 60 dB(A)", [(60, None, "dB(A)", "atMost")]),
        ("1,000,000 users and 2 boats", [(1_000_000, None, "", "exactly"), (2, None, "", "exactly")]),
        ("höchstens 1.250 kg", [(1250, None, "kg", "atMost")]),
        ("nicht länger als 3 Tage", [(3, None, "d", "atMost")]),
        ("mindestens 5,8 m/s²", [(5.8, None, "m/s²", "atLeast")]),
        ("zwischen 2 und 8 Grad", [(2, 8, "°", "between")]),
        ("230 V ± 10 %", [(230, pytest.approx(253), "V", "between")]),
        ("au plus 30 s", [(30, None, "s", "atMost")]),
        ("30 s au maximum", [(30, None, "s", "atMost")]),
        ("moins de 2 mètres", [(2, None, "m", "atMost")]),
        ("entre 2 et 8 °C", [(2, 8, "°C", "between")]),
        ("the red boat", []),
    ],
)
def test_a_number_is_read_with_its_unit_and_bound(text, found):
    assert read(text) == found
