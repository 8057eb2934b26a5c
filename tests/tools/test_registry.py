"""The closed list: what is offered to whom, what a schema promises, and that prompts and schemas come from the list."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, cast

import pytest

from graphwright.context.ask_instructions import ASK
from graphwright.context.instructions import BUILD
from graphwright.graph.ontology import default_ontology, load_profile
from graphwright.protocol.projects import RIGHTS
from graphwright.tools.registry import TOOLS, specs_for

READS = [
    "read_graph_overview",
    "search_nodes",
    "explore_neighborhood",
    "read_node_detail",
    "read_node_config",
    "list_available_node_types",
    "list_node_edges",
    "list_findings",
    "read_node_history",
    "find_impact_path",
]
WRITES = [
    "propose_create_node",
    "propose_create_edge",
    "propose_update_node",
    "propose_delete_node",
    "propose_update_edge",
    "propose_delete_edge",
    "propose_move_node",
    "propose_batch",
]


def names(access: str, *, documents: bool = False) -> list[str]:
    return [spec.name for spec in specs_for(RIGHTS[access], default_ontology(), documents=documents)]


@pytest.mark.requirement("WD-07", "D-80", "D-81", "T-11")
def test_writes_are_offered_to_those_who_may_build_and_to_nobody_else():
    offered = {access: names(access) for access in RIGHTS}
    assert offered == {
        "viewer": READS,
        "commenter": READS,
        "approver": READS,
        "editor": READS + WRITES,
        "admin": READS + WRITES,
    }
    assert specs_for(frozenset(), default_ontology()) == []


def test_documents_are_searched_where_there_are_documents():
    assert names("viewer", documents=True) == [*READS, "search_documents"]


def test_nothing_is_moved_in_a_profile_without_parts_and_wholes():
    profile = json.loads(default_profile())
    profile["name"], profile["rules"], profile["gates"] = "flat", [], []
    profile["relations"] = [relation for relation in profile["relations"] if relation["name"] != "compose"]
    flat = load_profile(json.dumps(profile).encode())
    offered = [spec.name for spec in specs_for(RIGHTS["editor"], flat)]
    assert offered == [name for name in READS + WRITES if name != "propose_move_node"]


def default_profile() -> str:
    return (resources.files("graphwright.graph") / "profiles" / "systems.json").read_text(encoding="utf-8")


@pytest.mark.requirement("D-64", "D-71", "D-77")
def test_every_schema_is_strict_whole_and_in_the_words_of_the_project():
    ontology = load_profile("workflow")
    specs = {spec.name: spec for spec in specs_for(RIGHTS["editor"], ontology, documents=True)}
    assert specs["search_nodes"].parameters == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "maxLength": 1_000},
            "node_type": {"type": "string", "minLength": 1, "maxLength": 100, "enum": [*ontology.node_types]},
            "inside": {
                "type": "string",
                "minLength": 1,
                "maxLength": 300,
                "description": "only parts of this node, such as a sheet, and their parts",
            },
            "max_results": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
    for name, spec in specs.items():
        text = json.dumps(spec.parameters)
        assert "$ref" not in text, name
        assert "title" not in text, name
        assert spec.parameters["additionalProperties"] is False
        assert ("reason" in cast("list[str]", spec.parameters.get("required", []))) == name.startswith("propose_"), name
    batch = cast("dict[str, Any]", specs["propose_batch"].parameters)
    items = batch["properties"]["changes"]["items"]["anyOf"]
    assert [item["properties"]["change"]["enum"] for item in items] == [
        [name.removeprefix("propose_")] for name in WRITES[:-1] if name != "propose_batch"
    ]
    assert all(item["additionalProperties"] is False and "change" in item["required"] for item in items)


@pytest.mark.requirement("WD-26")
def test_instructions_name_no_tool_so_a_prompt_speaks_only_of_what_is_offered():
    for language in ("en", "de", "fr"):
        for text in (ASK[language], BUILD[language]):
            assert not [tool.name for tool in TOOLS if tool.name in text]
            assert "ask_human_validation" not in text
    for access, rights in RIGHTS.items():
        specs = specs_for(rights, default_ontology())
        others = {tool.name for tool in TOOLS} - set(names(access))
        spoken = " ".join(spec.description for spec in specs)
        assert not [name for name in others if name in spoken], access
