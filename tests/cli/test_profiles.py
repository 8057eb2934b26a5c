"""Projects with a profile other than `systems`: a shipped one, and one of a team's own (ADR-17)."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from tests.cli.conftest import Type

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = resources.files("graphwright.graph") / "profiles"


@pytest.mark.requirement("D-45", "D-46", "D-48")
def test_the_workflow_of_seed_003_is_built_and_has_no_findings(type_: Type) -> None:
    assert type_("new", "nba", "--profile", "workflow").out == "made nba, with profile workflow\n"
    assert type_("apply", "nba", str(ROOT / "examples/nba_workflow/answer.json"), "--json").json["problems"] == []
    assert type_("check", "nba", "--json").json["findings"] == []
    graph = type_("show", "nba", "--format", "json").json
    names = {node["nodeId"]: node["name"] for node in graph["nodes"]}
    assert [
        (
            names[edge["source"]],
            edge["attributes"]["sourceHandle"],
            names[edge["target"]],
            edge["attributes"].get("label"),
        )
        for edge in graph["edges"]
        if edge["edgeType"] == "link"
    ] == [
        ("root", "R-0", "fetch-api", None),
        ("fetch-api", "R-0", "filter-active", "success"),
        ("fetch-api", "R-1", "error-handler", "error"),
        ("filter-active", "R-0", "display-html", None),
    ]


def test_a_team_brings_a_profile_of_its_own_and_the_project_keeps_it(type_: Type, tmp_path: Path) -> None:
    file = tmp_path / "team.json"
    file.write_bytes((SHIPPED / "procedure.json").read_bytes().replace(b'"procedure"', b'"teamwork"', 1))
    assert type_("new", "ours", str(file)).out == "made ours, with profile teamwork\n"
    file.unlink()
    diff = tmp_path / "change.diff"
    diff.write_text("<operations>\n## Nodes\n+ Height|CRITERION|Height.CR.001|At most 3 m. [unit:m]\n</operations>\n")
    assert type_("apply", "ours", str(diff)).code == 0
    assert [node["nodeType"] for node in type_("show", "ours", "--format", "json").json["nodes"]] == ["CRITERION"]


def test_a_profile_with_a_mistake_makes_no_project_and_names_it(type_: Type, tmp_path: Path) -> None:
    file = tmp_path / "team.json"
    file.write_bytes((SHIPPED / "procedure.json").read_bytes().replace(b'"PROCESS"', b'"Process"', 1))
    told = type_("new", "ours", str(file))
    assert (told.code, "$.nodeTypes[0].name: 'Process' is no type name; use capitals" in told.err) == (2, True)
    assert type_("new", "ours", "--profile", "nothing").code == 3
    assert type_("projects", "--json").json["projects"] == []


@pytest.mark.requirement("T-18")
def test_check_says_which_scores_a_profile_does_not_have(type_: Type) -> None:
    type_("new", "nba", "--profile", "workflow")

    checked = type_("check", "nba")

    assert "  requirements: not applicable, the profile has no REQ\n" in checked.out
    assert "  ontology: nothing to judge yet\n" in checked.out
    assert "  total: 0.00\n" in checked.out
    assert type_("check", "nba", "--json").json["scores"] == {
        "requirements": None,
        "useCases": None,
        "ontology": None,
        "distinctness": None,
        "total": 0.0,
    }
