"""`graphwright diff A B`: files, folders, projects and baselines side by side."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Type

NEUTRAL = """{"format": "neutral-graph/1", "nodes": [
  {"id": "u1", "type": "FUNC", "name": "%s", "descr": "Checks."},
  {"id": "u2", "type": "FUNC", "name": "Pack", "descr": "<script>alert(1)</script>"}],
 "edges": [{"type": "relation", "source": "u1", "target": "u2"}]}"""


@pytest.fixture
def models(type_: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a baseline, a folder of it, and the same folder with one change of each kind."""
    monkeypatch.chdir(tmp_path)
    type_("say", "shop", "A customer places an order")
    type_("baseline", "shop", "PDR")
    type_("sync", "old", "--project", "shop")
    type_("sync", "new", "--project", "shop")
    case = tmp_path / "new" / "UC" / "PlaceOrder.UC.001.gw"
    case.write_text(case.read_text().replace("A customer", "Each customer").split("## Edges")[0])
    (tmp_path / "new" / "new.gw").write_text("## Nodes\nCheck <b>|FUNC|Check.FN.009|Checks.\n")
    return tmp_path


@pytest.mark.requirement("X-80")
def test_two_folders_differ_by_what_was_added_changed_and_taken_away_and_the_exit_code_says_so(type_, models):
    told, same = type_("diff", "old", "new"), type_("diff", "old", "old")

    assert (told.code, same.code) == (1, 0)
    assert told.out.splitlines() == [
        "from old to new:",
        "  nodes: 1 added, 1 modified, 0 deleted, 4 unchanged",
        "  edges: 0 added, 0 modified, 1 deleted, 4 unchanged",
        "<operations>",
        "## Nodes",
        "~ PlaceOrder.UC.001|Each customer places an order",
        "+ Check <b>|FUNC|Check.FN.009|Checks.",
        "## Edges",
        "- PlaceOrder.UC.001 -cp-> PlaceOrderChain.FC.001",
        "</operations>",
    ]


@pytest.mark.requirement("X-80")
def test_a_baseline_a_project_and_a_folder_are_compared_alike(type_, models):
    type_("sync", "new", "--project", "shop")

    found = [type_("diff", *pair, "--json").json for pair in (("shop@PDR", "shop"), ("old", "shop"), ("shop@1", "new"))]

    assert [each["nodes"] for each in found] == [{"added": 1, "modified": 1, "deleted": 0, "unchanged": 4}] * 3
    assert [each["edges"]["deleted"] for each in found] == [1] * 3
    assert [each["before"] for each in found] == ["shop@PDR", "old", "shop@1"]


@pytest.mark.requirement("X-80")
def test_elements_of_another_tool_are_the_same_by_its_ids_whatever_they_are_called(type_, tmp_path):
    for name, called in (("a.json", "Check"), ("b.json", "Verify order")):
        (tmp_path / name).write_text(NEUTRAL % called)

    told = type_("diff", str(tmp_path / "a.json"), str(tmp_path / "b.json"))

    assert told.out.splitlines()[1:3] == [
        "  nodes: 0 added, 1 modified, 0 deleted, 1 unchanged",
        "  edges: 0 added, 0 modified, 0 deleted, 1 unchanged",
    ]
    assert "[name:Verify order]" in told.out


@pytest.mark.requirement("X-80")
def test_the_page_draws_each_changed_element_once_with_its_neighbours_and_loads_nothing(type_, models, tmp_path):
    told = type_("diff", "old", "new", "--format", "html", "--output", "changes.html")
    page = (models / "changes.html").read_text(encoding="utf-8")

    picture = ET.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])

    boxes = {box.find("title").text: box.get("class") for box in picture.findall("g")}
    assert told.code == 1
    assert boxes == {
        "PlaceOrder.UC.001: Place order": "modified",
        "Check.FN.009: Check <b>": "added",
        "PlaceOrderChain.FC.001: Place order chain": "unchanged",
    }
    assert [path.get("class") for path in picture.findall("path")] == ["deleted"]
    assert page.count("<tr ") == 3
    assert not re.search(r"https?:|<script|src=|@import|url\((?!#)", page)


@pytest.mark.requirement("X-80")
def test_profiles_without_types_in_common_are_not_compared(type_, models):
    type_("new", "plan", "--profile", "procedure")

    refused = type_("diff", "old", "plan")

    assert (refused.code, "have no types in common" in refused.err) == (2, True)
