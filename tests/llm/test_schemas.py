"""Schemas in the strict form, with the official clients' own rules as judges."""

from __future__ import annotations

import copy

import jsonschema
import pytest
from anthropic.lib._parse._transform import transform_schema
from openai.lib._pydantic import _ensure_strict_json_schema

from graphwright.discussion.votes import ClosingForm, VotesForm
from graphwright.formats.forms import form_schema
from graphwright.inquiry.hypothesis import HypothesisForm
from graphwright.llm.schemas import strict_schema
from graphwright.protocol.base import JsonValue

LIMITED: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 9, "description": "How it is called."},
        "many": {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 3},
        "either": {"oneOf": [{"type": "string"}, {"type": "null"}]},
        "inner": {"type": "object", "properties": {"x": {"enum": ["a", "b"], "type": "string", "default": "a"}}},
    },
    "required": ["name"],
}
SCHEMAS = {
    "hypothesis": form_schema(HypothesisForm),
    "votes": form_schema(VotesForm),
    "closing": form_schema(ClosingForm),
    "limited": LIMITED,
}


def without_types_beside_words(schema: object) -> object:
    """One client leaves out the type beside an enumeration, the other wants it; both take both."""
    if isinstance(schema, list):
        return [without_types_beside_words(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    dropped = {"type"} if "enum" in schema and isinstance(schema.get("type"), str) else set()
    return {key: without_types_beside_words(value) for key, value in schema.items() if key not in dropped}


@pytest.mark.requirement("M-15", "M-62")
@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_the_official_clients_have_nothing_to_change_in_a_strict_schema(schema):
    ours = strict_schema(schema)
    assert _ensure_strict_json_schema(copy.deepcopy(ours), path=(), root=copy.deepcopy(ours)) == ours
    assert without_types_beside_words(transform_schema(copy.deepcopy(ours))) == without_types_beside_words(ours)
    jsonschema.Draft202012Validator.check_schema(ours)


@pytest.mark.requirement("M-15")
def test_what_was_optional_may_be_null_and_limits_become_words():
    assert strict_schema(LIMITED) == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "How it is called. (maxLength: 9)"},
            "many": {
                "anyOf": [
                    {
                        "type": "array",
                        "items": {"type": "integer", "description": "(minimum: 1)"},
                        "description": "(maxItems: 3)",
                    },
                    {"type": "null"},
                ]
            },
            "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "inner": {
                "anyOf": [
                    {
                        "type": "object",
                        "properties": {"x": {"anyOf": [{"enum": ["a", "b"], "type": "string"}, {"type": "null"}]}},
                        "required": ["x"],
                        "additionalProperties": False,
                    },
                    {"type": "null"},
                ]
            },
        },
        "required": ["name", "many", "either", "inner"],
        "additionalProperties": False,
    }
