"""The command `clarify`: questions about all requirements or some, in text and JSON."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("B-81")
def test_requirements_are_asked_about_and_an_unknown_one_is_refused(type_, tmp_path):
    answer = tmp_path / "answer.txt"
    answer.write_text(
        "<operations>\n+ Speed|REQ|Speed.RQ.001|The shop shall ship fast when it rains.\n"
        "+ Stock|REQ|Stock.RQ.001|The system shall store each order within 2 s.\n</operations>\n"
    )
    assert type_("apply", "shop", str(answer)).code == 0

    told = type_("clarify", "shop")
    assert told.code == 0
    assert told.out.splitlines() == [
        "Speed.RQ.001  The shop shall ship fast when it rains.",
        "  ? What does “fast” mean here? Say a number with its unit, or what decides it.  [vagueQuantifier]",
        "      within 2 s",
        "      within 1 min",
        "1 question about 1 requirement",
    ]
    assert type_("clarify", "shop", "Stock", "--json").json == {"revision": 1, "requirements": []}
    assert type_("clarify", "shop", "Nobody").code == 3
