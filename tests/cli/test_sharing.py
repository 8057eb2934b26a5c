"""The command `share`."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("P-92", "P-93")
def test_an_element_a_view_and_a_conversation_are_shared_listed_and_ended(type_):
    type_("say", "shop", "A customer places an order")
    assert type_("share", "shop").out == "nothing is shared; make a link: graphwright share PROJECT ELEMENT\n"

    made = type_("share", "shop", "Customer", "--days", "3", "--json").json
    assert made["address"].partition("/#share=")[0].startswith("http://")
    assert (made["link"]["kind"], made["link"]["label"]) == ("node", "Customer")
    assert "/#share=" in type_("share", "shop", "--view", "hierarchy").out
    thread = type_("threads", "shop", "--json").json["threads"][0]["threadId"]
    assert "/#share=" in type_("share", "shop", "--thread", thread).out

    listed = type_("share", "shop", "--json").json["shares"]
    assert [each["kind"] for each in listed] == ["node", "view", "thread"]
    first = listed[0]["shareId"]
    assert type_("share", "shop", "--end", first).out == f"the link {first} leads nowhere any more\n"
    assert first not in type_("share", "shop").out


@pytest.mark.requirement("P-92")
@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("Nobody",), 3, "Nobody"),
        (("Customer", "--view", "hierarchy"), 2, "give one of them"),
        (("--view", "cellar"), 2, "there is no view"),
        (("--end", "nonsense"), 3, "nonsense"),
        (("Customer", "--days", "0"), 2, "1 to 366 days"),
    ],
)
def test_what_cannot_be_shared_is_refused(type_, words, code, why):
    type_("say", "shop", "A customer places an order")
    told = type_("share", "shop", *words)
    assert (told.code, why in told.err) == (code, True), told.err
