"""The command `search`: exact ids first with the reason, nothing found is said, bounds are refused."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("D-42", "WD-17")
def test_a_search_says_what_was_found_and_why_and_when_nothing_was(type_, monkeypatch):
    monkeypatch.setenv("GRAPHWRIGHT_EMBEDDINGS", "none")
    assert type_("say", "shop", "A customer places an order").code == 0
    names = [node["name"] for node in type_("show", "shop", "--format", "json").json["nodes"]]
    told = type_("search", "shop", names[0], "--json").json
    first = told["nodes"][0]
    assert (told["found"], first["node"]["name"], first["scores"]["exact"], first["hops"]) == (
        True,
        names[0],
        1000.0,
        0,
    )
    assert "exact 1000.00" in type_("search", "shop", names[0]).out.splitlines()[2]
    nothing = type_("search", "shop", "xylophone")
    assert (nothing.code, nothing.out.startswith("nothing in the model matches; it holds ")) == (0, True)
    assert (
        type_("search", "shop", "x", "--limit", "0").code,
        type_("search", "shop", "x", "--revision", "99").code,
    ) == (2, 3)
