"""Proposals on the command line: made, edited, accepted in part, withdrawn, and read back with who decided."""

from __future__ import annotations

import json
import re

import pytest

DRAFT = """<operations>
## Nodes
+ Shop|SYS|Shop.SY.001|Sells.
+ Sell|UC|Sell.UC.001|Somebody buys.
+ Pay|UC|Pay.UC.002|Somebody pays.
## Edges
+ Shop.SY.001 -cp-> Sell.UC.001
+ Shop.SY.001 -cp-> Pay.UC.002
</operations>"""

FAST = """<operations>
+ Fast|REQ|Fast.RQ.001|The system shall answer within 2 s.
</operations>"""


@pytest.fixture
def proposed(type_, tmp_path):
    file = tmp_path / "draft.txt"
    file.write_text(DRAFT)
    told = type_("apply", "shop", str(file), "--propose", "--json")
    assert (told.code, told.json["outcome"]) == (4, "proposed")
    return told.json["proposal"]


def ids(proposal, op):
    return [operation["id"] for operation in proposal["operations"] if operation["op"] == op]


@pytest.mark.requirement("I-10")
def test_what_needs_the_part_that_is_left_out_falls_with_it_and_is_named(type_, proposed):
    _, sell, _ = ids(proposed, "node.create")

    decided = type_("decide", proposed["proposalId"], "accept", "--without", sell, "--feedback", "Not yet.", "--json")
    listed = type_("proposals", "shop", "--all")

    assert decided.code == 0, decided.err
    assert decided.json["falling"] == ids(proposed, "edge.create")[:1]
    assert sorted(node["name"] for node in type_("show", "shop", "--json").json["nodes"]) == ["Pay", "Shop"]
    assert "partlyAccepted by" in listed.out
    assert "Not yet." in listed.out
    assert type_("proposals", "shop", "--json").json == {"proposals": []}


@pytest.mark.requirement("I-10", "B-79")
def test_operations_are_edited_before_they_are_decided_and_then_show_by_whom(type_, proposed, tmp_path):
    shop = next(each for each in proposed["operations"] if each.get("name") == "Shop")
    fields = ("op", "id", "nodeType", "name", "descr", "tempId", "semanticId", "dependsOn")
    edited = {name: shop[name] for name in fields if name in shop} | {"name": "Store"}
    (tmp_path / "edits.json").write_text(json.dumps([edited]))

    amended = type_("amend", proposed["proposalId"], str(tmp_path / "edits.json"))
    renewed = type_("amend", proposed["proposalId"], "--json").json["proposal"]
    accepted = type_("decide", proposed["proposalId"], "accept")

    assert (amended.code, "edited by" in amended.out, "needs" in amended.out) == (4, True, True), amended.err
    assert (renewed["version"], [each["version"] for each in renewed["previous"]]) == (3, [1, 2])
    assert accepted.code == 0, accepted.err
    assert "Store" in [node["name"] for node in type_("show", "shop", "--json").json["nodes"]]


@pytest.mark.requirement("I-10")
def test_ones_own_proposal_is_withdrawn_and_what_contradicts_itself_is_refused(type_, proposed, tmp_path):
    proposal_id = proposed["proposalId"]
    first = proposed["operations"][0]["id"]
    (tmp_path / "broken.json").write_text("{")

    both = type_("decide", proposal_id, "accept", "--only", first, "--without", first)
    part = type_("decide", proposal_id, "reject", "--only", first)
    unknown = type_("decide", proposal_id, "accept", "--without", "nobody")
    broken = type_("amend", proposal_id, str(tmp_path / "broken.json"))
    missing = type_("amend", proposal_id, str(tmp_path / "missing.json"))
    withdrawn = type_("decide", proposal_id, "withdraw")
    late = type_("decide", proposal_id, "accept")

    assert [told.code for told in (both, part, unknown, broken, missing, withdrawn, late)] == [2, 2, 2, 2, 2, 0, 3]
    assert "withdrew 5 operations" in withdrawn.out
    assert type_("show", "shop", "--json").json["nodes"] == []


@pytest.mark.requirement("D-67", "D-05")
def test_feedback_goes_on_with_the_conversation_and_its_answer_can_be_read(type_):
    type_("say", "shop", "Create the function Ship", "--policy", "review")
    (proposal,) = type_("proposals", "shop", "--json").json["proposals"]
    proposal_id = proposal["proposalId"]

    decided = type_("decide", proposal_id, "reject", "--feedback", "Which functions are there?")

    answered = re.search(r"your feedback was answered; read it with: graphwright thread (\S+)", decided.err)
    assert (decided.code, bool(answered)) == (0, True), decided.err
    messages = type_("thread", answered[1], "--json").json["messages"]
    assert [message["author"]["kind"] for message in messages] == ["person", "assistant", "person", "assistant"]
    assert messages[2]["text"] == "Which functions are there?"
    assert type_("proposals", "shop", "--json").json == {"proposals": []}


@pytest.mark.requirement("A-01")
@pytest.mark.parametrize(
    ("question", "told", "word"),
    [
        ("Which functions have no requirement?", "\nanswered\n", "changed"),
        ("Welche Funktionen haben keine Anforderung?", "\nbeantwortet\n", "geändert"),
        ("Quelles fonctions n’ont pas d’exigence ?", "\nrépondu\n", "changé"),
    ],
)
def test_an_answer_ends_with_that_it_is_one_and_frightens_nobody(type_, question, told, word):
    type_("say", "shop", "A customer places an order")

    said = type_("say", "shop", question, "--workflow", "ask")

    assert (said.code, said.out[-len(told) :], said.err, word in said.out) == (0, told, "", False)


@pytest.mark.requirement("I-10")
@pytest.mark.parametrize(
    ("language", "wish", "ends"),
    [
        ("en", "Derive tests", ("proposed; the model changes when", "decide it with:")),
        ("de", "Leite Tests ab", ("vorgeschlagen; das Modell ändert sich, wenn", "entschieden wird er mit:")),
        ("fr", "Dérive des tests", ("proposé ; le modèle change quand", "on en décide avec :")),
    ],
)
def test_an_answer_that_proposes_ends_with_how_to_decide(type_, tmp_path, language, wish, ends):
    proposed, waits = ends
    (tmp_path / "fast.txt").write_text(FAST)
    type_("apply", "shop", str(tmp_path / "fast.txt"))
    type_("configure", "shop", "--language", language)

    said = type_("say", "shop", wish)
    (proposal,) = type_("proposals", "shop", "--json").json["proposals"]

    assert (said.code, proposed in said.out) == (4, True), said
    assert f"{waits} graphwright decide {proposal['proposalId']} accept|reject" in said.err
    assert "nothing was changed" not in said.out + said.err
