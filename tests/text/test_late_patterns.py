"""Regular expressions that are compiled at their first use."""

from __future__ import annotations

import re

import pytest

from graphwright.text.late_patterns import late_pattern


@pytest.mark.requirement("R-120")
def test_a_late_pattern_finds_what_a_compiled_one_finds_and_is_compiled_once(monkeypatch):
    compiled: list[tuple[str, re.RegexFlag]] = []
    made = re.compile

    def counted(pattern: str, flags: re.RegexFlag) -> re.Pattern[str]:
        compiled.append((pattern, flags))
        return made(pattern, flags)

    monkeypatch.setattr(re, "compile", counted)
    late = late_pattern(r"(\w+)@", re.IGNORECASE)
    assert compiled == []

    assert [late.findall("Ann@home"), late.findall("bo@"), late.findall("nobody")] == [["Ann"], ["bo"], []]
    assert (late.flags, late.pattern) == (re.IGNORECASE | re.UNICODE, r"(\w+)@")
    assert (
        compiled == [(r"(\w+)@", re.IGNORECASE)] * 3
    )  # once for each name that is asked for, all but the first from re's own


@pytest.mark.requirement("R-120")
def test_a_late_pattern_that_is_none_fails_at_its_first_use():
    late = late_pattern("(")
    with pytest.raises(re.error, match="missing"):
        late.search("text")
