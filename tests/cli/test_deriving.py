"""Deriving on the command line: a proposal whose changes say why; nothing is applied before somebody decides."""

from __future__ import annotations

import pytest

REQUIREMENTS = """<operations>
+ Fast|REQ|Fast.RQ.001|The system shall answer within 2 s.
+ Kept|REQ|Kept.RQ.002|Orders are never lost.
</operations>"""


@pytest.mark.requirement("B-80")
def test_what_follows_is_proposed_and_applied_only_when_it_is_accepted(type_, tmp_path):
    (tmp_path / "answer.txt").write_text(REQUIREMENTS)
    type_("apply", "shop", str(tmp_path / "answer.txt"))

    derived = type_("derive", "shop", "tests", "--json")
    assert derived.code == 4
    assert derived.json["outcome"] == "proposed"
    reasons = {each["name"]: each["provenance"] for each in derived.json["proposal"]["operations"] if "name" in each}
    assert reasons == {
        "Test fast": "a rule, 90 % sure: the requirement obliges and names a number",
        "Test fast beyond": "a rule, 60 % sure: a number in a requirement is a limit, and what lies beyond it is tested too",
        "Test kept": "a rule, 60 % sure: the requirement is described, but without a criterion",
    }
    assert "TEST" not in type_("show", "shop", "--format", "format-e").out

    accepted = type_("decide", derived.json["proposal"]["proposalId"], "accept")
    assert accepted.code == 0
    assert (
        "Fast.RQ.001 -vf-> TestFast.TS.001, TestFastBeyond.TS.002" in type_("show", "shop", "--format", "format-e").out
    )
    again = type_("derive", "shop", "tests")
    assert (again.code, again.out) == (0, "from what the model holds no tests follow\n")


@pytest.mark.requirement("B-80")
def test_deriving_about_one_node_names_what_is_unknown_and_build_refuses_to_apply_it(type_, tmp_path):
    (tmp_path / "answer.txt").write_text(REQUIREMENTS)
    type_("apply", "shop", str(tmp_path / "answer.txt"))

    assert "Test kept" not in type_("derive", "shop", "tests", "--about", "Fast").out
    unknown = type_("derive", "shop", "tests", "--about", "Slow")
    assert (unknown.code, "there is no node 'Slow'" in unknown.err) == (3, True)
    assert type_("derive", "shop", "requirements").code == 2
    built = type_("say", "shop", "Derive tests", "--workflow", "build")
    assert "only ever proposed" in built.out
    assert "TEST" not in type_("show", "shop", "--format", "format-e").out
