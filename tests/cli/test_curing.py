"""Merge, retype and relink on the command line: what they tell in a dry run, and that it is then so."""

from __future__ import annotations

import pytest

SHOP = """<operations>
+ Guest|ACTOR|Guest.AC.001|Who eats.
+ Visitor|ACTOR|Visitor.AC.002|Who comes.
+ Order|FLOW|Order.FL.001|Wishes.
+ Bill|FLOW|Bill.FL.002|Sums.
## Edges
+ Guest.AC.001 -io-> Order.FL.001
+ Visitor.AC.002 -io-> Bill.FL.002
</operations>"""


@pytest.fixture
def shop(type_, tmp_path):
    (tmp_path / "answer.txt").write_text(SHOP)
    assert type_("apply", "shop", str(tmp_path / "answer.txt")).code == 0
    return type_


@pytest.mark.requirement("G-63", "G-67", "K-18")
@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "nothing was changed; this would happen:", "  ends     Visitor.AC.002, which leads to Guest.AC.001"),
        ("de", "nichts wurde geändert; das geschähe:", "  endet        Visitor.AC.002; führt ab jetzt zu Guest.AC.001"),
        (
            "fr",
            "rien n’a été modifié ; voici ce qui",
            "  prend fin    Visitor.AC.002, qui mène désormais à Guest.AC.001",
        ),
    ],
)
def test_a_dry_run_tells_what_moves_in_the_language_of_whoever_reads(shop, monkeypatch, language, first, last):
    monkeypatch.setenv("GRAPHWRIGHT_LANGUAGE", language)
    told = shop("merge", "shop", "Guest", "Visitor", "--dry-run")
    lines = told.out.splitlines()
    assert (told.code, lines[0].startswith(first), lines[-2].startswith(last)) == (0, True, True)
    assert "Visitor.AC.002 -io-> Bill.FL.002" in lines[1]
    assert "Guest.AC.001 -io-> Bill.FL.002" in lines[1]
    assert "Visitor|ACTOR" in shop("show", "shop", "--format", "format-e").out


@pytest.mark.requirement("G-60", "G-62", "G-64", "G-67")
def test_what_is_wished_is_applied_proposed_or_refused_with_a_hint(shop):
    assert shop("relink", "shop", "Visitor -io-> Bill", "--source", "Guest").code == 0
    refused = shop("merge", "shop", "Guest", "Order")
    assert (refused.code, "Retype one of them first" in refused.err) == (3, True)
    planned = shop("retype", "shop", "Guest", "MOD", "--dry-run")
    assert (planned.code, "No “passes to” may start at module." in planned.out) == (3, True)
    proposed = shop("merge", "shop", "Guest", "Visitor", "--propose", "--reason", "They are one.")
    assert (proposed.code, "They are one." in proposed.out) == (4, True)
    assert shop("merge", "shop", "Guest", "Visitor", "--json").json["outcome"] == "applied"
    assert (
        shop("relink", "shop", "Guest -io-> Bill", "--type", "io").out
        == "nothing was changed: everything is so already\n"
    )
    shown = shop("show", "shop", "--format", "format-e").out
    assert ("Visitor|ACTOR" in shown, "Guest.AC.001 -io-> Order.FL.001, Bill.FL.002" in shown) == (False, True)
    assert shop("undo", "shop").code == 0
    assert "Visitor" in shop("show", "shop", "--format", "format-e").out
