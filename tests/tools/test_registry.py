"""The closed list: what is offered to whom, what a schema promises, and that prompts and schemas come from the list."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import Any, cast, get_args

import msgspec
import pytest

from graphwright.context.ask_instructions import ASK
from graphwright.context.instructions import BUILD
from graphwright.context.tokens import tokenizer
from graphwright.graph.load import default_ontology, load_profile
from graphwright.languages import LANGUAGES, Language
from graphwright.protocol.projects import RIGHTS
from graphwright.tools.registry import EVERYTHING, TOOLS, Choice, specs_for
from graphwright.tools.writes import Change

READS = [
    "read_graph_overview",
    "list_nodes",
    "search_nodes",
    "explore_neighborhood",
    "read_node_detail",
    "read_node_config",
    "list_available_node_types",
    "list_node_edges",
    "list_findings",
    "read_node_history",
    "find_impact_path",
    "list_interfaces",
]
WRITES = ["propose_changes"]


def names(access: str, *, documents: bool = False) -> list[str]:
    return [spec.name for spec in specs_for(RIGHTS[access], default_ontology(), Choice(documents=documents))]


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


@pytest.mark.requirement("P-193")
@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_what_each_tool_does_in_their_language(language: Language):
    file = resources.files("graphwright.languages") / language / "sentences.toml"
    titles = tomllib.loads(file.read_text(encoding="utf-8"))["tools"]

    assert list(titles) == [tool.name for tool in TOOLS]
    assert len(set(titles.values())) == len(TOOLS)


def test_documents_are_searched_where_there_are_documents():
    assert names("viewer", documents=True) == [*READS, "search_documents"]


@pytest.mark.requirement("M-57")
def test_a_question_is_offered_no_write_and_a_small_context_only_a_few_tools():
    def told(choice: Choice) -> list[str]:
        return [spec.name for spec in specs_for(RIGHTS["editor"], default_ontology(), choice)]

    assert told(Choice(writes=False)) == READS
    assert told(Choice(lean=True, documents=True)) == [
        "search_nodes",
        "explore_neighborhood",
        "read_node_detail",
        "search_documents",
        "propose_changes",
    ]


@pytest.mark.requirement("M-57")
@pytest.mark.parametrize(
    ("choice", "most"), [(EVERYTHING, 2_000), (Choice(writes=False), 1_500), (Choice(lean=True), 1_000)]
)
def test_tools_take_few_tokens(choice: Choice, most: int):
    specs = specs_for(RIGHTS["editor"], default_ontology(), choice)
    assert sum(tokenizer().count(msgspec.json.encode(spec).decode()) for spec in specs) <= most


def test_interfaces_are_listed_only_where_data_flows():
    profile = json.loads(default_profile())
    profile["name"], profile["rules"], profile["gates"] = "flat", [], []
    profile["relations"] = [relation for relation in profile["relations"] if relation["name"] != "compose"]
    flat = load_profile(json.dumps(profile).encode())
    offered = [spec.name for spec in specs_for(RIGHTS["editor"], flat)]
    assert offered == [name for name in READS + WRITES if name != "list_interfaces"]


def default_profile() -> str:
    return (resources.files("graphwright.graph") / "profiles" / "systems.json").read_text(encoding="utf-8")


@pytest.mark.requirement("D-64", "D-71", "D-77")
def test_every_schema_is_strict_whole_and_in_the_words_of_the_project():
    ontology = load_profile("workflow")
    specs = {spec.name: spec for spec in specs_for(RIGHTS["editor"], ontology, Choice(documents=True))}
    assert specs["search_nodes"].parameters == {
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "node_type": {"type": "string", "enum": [*ontology.node_types]},
            "inside": {
                "type": "string",
                "description": "only of this node, such as a sheet, or this section",
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
    changes = cast("dict[str, Any]", specs["propose_changes"].parameters)["properties"]["changes"]["items"]
    assert changes["properties"]["change"]["enum"] == [
        "create_node",
        "create_edge",
        "update_node",
        "delete_node",
        "update_edge",
        "delete_edge",
        "move_node",
    ]
    assert changes["properties"]["edge_type"]["enum"] == [*ontology.relations]
    assert (changes["required"], changes["additionalProperties"]) == (["change"], False)
    assert set(changes["properties"]) == {
        name for change in get_args(Change) for name in ["change", *change.__struct_fields__]
    }


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
