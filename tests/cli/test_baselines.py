"""The commands `baseline` and `compare`, and `--at` wherever a revision is read."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("N-01", "N-02", "N-03", "N-04")
def test_a_revision_is_named_read_compared_renamed_and_forgotten(type_):
    type_("say", "shop", "A customer places an order")
    assert "no revision has a name yet" in type_("baseline", "shop").out
    assert type_("baseline", "shop", "PDR").out == "revision 1 is called PDR\n"
    type_("say", "shop", "Add a requirement for every use case without requirement")

    assert [row["name"] for row in type_("baseline", "shop", "--json").json["baselines"]] == ["PDR"]
    now, then = (type_("show", "shop", "--format", "json", *at).json for at in ((), ("--at", "PDR")))
    assert (now["revision"], then["revision"], len(now["nodes"]) - len(then["nodes"])) == (2, 1, 1)
    assert type_("show", "shop", "--revision", "1", "--format", "json").json == then
    assert type_("export", "shop", "--at", "pdr").json == then
    assert type_("search", "shop", "PlaceOrder", "--at", "PDR", "--json").json["revision"] == 1

    told = type_("compare", "shop", "PDR")
    [headline, *lines] = told.out.splitlines()
    kept = len(then["nodes"])
    assert headline.startswith(f"from revision 1 to 2: nodes 1 added, 0 modified, 0 deleted, {kept} unchanged; edges 1")
    assert [line[0] for line in lines if line[0] in "+-~"] == ["+", "+"]
    back = type_("compare", "shop", "2", "PDR").out.splitlines()
    assert [line[0] for line in back if line[0] in "+-~"] == ["-", "-"]
    none = "0 added, 0 modified, 0 deleted"
    same = f"from revision 1 to 1: nodes {none}, {kept} unchanged; edges {none}, {len(then['edges'])} unchanged\n"
    assert type_("compare", "shop", "PDR", "1").out == same

    assert [row["baselines"] for row in type_("history", "shop", "--json").json["commits"]] == [[], ["PDR"]]
    assert "[PDR] A customer places an order" in type_("history", "shop").out

    assert type_("baseline", "shop", "PDR", "--rename", "CDR").out == "revision 1 is called CDR\n"
    assert type_("baseline", "shop", "first", "--at", "0").out == "revision 0 is called first\n"
    assert type_("baseline", "shop", "CDR", "--remove").out == "revision 1 is not called CDR any more\n"
    assert [row["name"] for row in type_("baseline", "shop", "--json").json["baselines"]] == ["first"]


@pytest.mark.requirement("N-01")
@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("baseline", "shop", "1x"), 2, "use 1 to 64 letters, digits"),
        (("baseline", "shop", "PDR", "--at", "9"), 3, "no revision 9"),
        (("baseline", "shop", "PDR", "--remove"), 3, "no baseline 'PDR'"),
        (("baseline", "shop", "PDR", "--at", "0", "--remove"), 2, "three different things"),
        (("baseline", "shop", "--at", "0"), 2, "give its NAME"),
        (("baseline", "nothing"), 3, "no project 'nothing'"),
        (("compare", "shop", "PDR"), 3, "no baseline 'PDR'"),
        (("show", "shop", "--at", "PDR"), 3, "no baseline 'PDR'"),
    ],
)
def test_what_cannot_be_named_or_read_is_refused(type_, words, code, why):
    type_("new", "shop")

    told = type_(*words)

    assert (told.code, why in told.err) == (code, True), told.err


@pytest.mark.requirement("N-05")
def test_a_question_is_answered_from_the_model_as_it_was(type_):
    type_("say", "shop", "A customer places an order")
    type_("baseline", "shop", "PDR")
    type_("say", "shop", "Add a requirement for every use case without requirement")
    question = "Which use cases have no requirement"

    now, then, named = (type_("say", "shop", *words) for words in (
        (f"{question}?",), (f"{question}?", "--at", "PDR"), (f"{question} at @PDR?",),
    ))  # fmt: skip

    assert ("PlaceOrder.UC.001" in now.out, now.code) == (False, 0), now.out
    for told in (then, named):
        assert ("PlaceOrder.UC.001" in told.out, told.code) == (True, 0), told.out
    refused = type_("say", "shop", "Add a test", "--at", "1", "--workflow", "build")
    assert (refused.code, "only ask answers about a past revision" in refused.err) == (2, True)
