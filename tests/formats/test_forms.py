"""Forms that language models fill in: what they are told, and what is read of what they really write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from graphwright.discussion.turns import Claim
from graphwright.discussion.votes import ClosingForm, VotesForm, closing_of, votes_of
from graphwright.formats.forms import FilledForm, asked, form_schema, read_form
from graphwright.formats.thoughts import without_thoughts
from graphwright.inquiry.gaps import key_of
from graphwright.inquiry.hypothesis import HypothesisForm
from graphwright.inquiry.templates import framework_for
from graphwright.protocol.base import JsonValue

RECORDED = Path(__file__).parent.parent / "recorded" / "forms"
CASES: list[dict[str, Any]] = json.loads((RECORDED / "expected.json").read_text(encoding="utf-8"))
CLAIMS = {
    "en": ["1.1", "1.2", "2.1", "3.1"],
    "de": ["1.1", "2.1", "3.1"],
}


def cases(kind: str) -> list[object]:
    return [
        pytest.param(each, id=f"{each['file'][:-4]} {each['note']}") for each in CASES if each["file"].startswith(kind)
    ]


def answer_of(case: dict[str, Any]) -> str:
    """The answer, as a workflow gets it: without what was only thought."""
    return without_thoughts((RECORDED / case["file"]).read_text(encoding="utf-8"))


@pytest.mark.requirement("M-61")
@pytest.mark.parametrize("case", cases("hypothesis"))
def test_a_hypothesis_means_what_its_writer_meant(case: dict[str, Any]):
    filled = read_form(answer_of(case), HypothesisForm)

    if case["want"] == "said":
        assert filled.value is None, "too little of it is there"
        assert filled.problems
        return
    form, means = filled.value, case["means"]
    assert form is not None, filled.problems
    assert form.required_criteria == means["criteria"]
    assert len(form.missing_information) == len(means["missing"])
    for fact, wanted in zip(form.missing_information, means["missing"], strict=True):
        known = {name: getattr(fact, name) for name in wanted if name != "key"}
        assert known == {name: value for name, value in wanted.items() if name != "key"}
        assert key_of(fact.key) == key_of(wanted.get("key", fact.key))
    assert form.confidence_estimate == pytest.approx(means["confidence"])
    assert form.confidence_reason == means.get("confidence_reason", "")
    assert form.recommended_token_budget == means.get("budget")
    if "framework" in means:
        assert form.suggested_structure is not None
        assert framework_for("open", wanted=form.suggested_structure.base_framework).name == means["framework"]
        assert form.suggested_structure.sections == means.get("sections", [])


@pytest.mark.requirement("M-61", "WE-09")
@pytest.mark.parametrize("case", cases("vote"))
def test_a_ballot_means_what_its_writer_meant(case: dict[str, Any]):
    claims = [Claim(claim_id=each, persona="x", text="x") for each in CLAIMS[case["request"][-6:-4]]]
    filled = read_form(answer_of(case), VotesForm)
    votes, problems = ([], []) if filled.value is None else votes_of(filled.value, claims)
    told = [*filled.problems, *problems]

    if filled.value is None:
        assert "read" in case.get("also", []), "nothing of it was read"
        assert told
        return
    wanted = [{"question": "", "options": [], **vote} for vote in case["means"]["votes"]]
    assert [
        {"claim": v.claim_id, "stance": v.stance, "reason": v.reason, "question": v.question, "options": v.options}
        for v in votes
    ] == wanted
    for unreadable in case.get("unreadable", ()):
        assert any(unreadable in each for each in told), told
    unvoted = {claim.claim_id for claim in claims} - {vote["claim"] for vote in wanted}
    assert unvoted == {claim for claim in unvoted if f"claim {claim} has no vote" in told}, "what is missing is told"


@pytest.mark.requirement("M-61")
@pytest.mark.parametrize("case", cases("closing"))
def test_a_closing_means_what_its_writer_meant(case: dict[str, Any]):
    filled = read_form(answer_of(case), ClosingForm)
    assert filled.value is not None, filled.problems
    closing, problems = closing_of(filled.value, ["2", "5"])

    assert closing is not None
    means = case["means"]
    assert (closing.decision, closing.minority, closing.takes) == (means["decision"], means["minority"], means["takes"])
    assert [each for each in case.get("unreadable", ()) if not any(each in told for told in problems)] == []


class Part(Struct, frozen=True, kw_only=True):
    """A part."""

    name: Annotated[str, Meta(min_length=1, max_length=5), asked("Its name.")]
    size: Annotated[int | None, asked("Its size.", "größe")] = None


class Whole(Struct, frozen=True, kw_only=True):
    """A whole."""

    parts: Annotated[list[Part], Meta(min_length=1, max_length=3), asked("Its parts.", "teile")]
    colour: Annotated[Literal["agree", "object"], asked("What it says.", words="stances")] = "object"


@pytest.mark.requirement("M-62")
def test_a_form_is_told_with_its_limits_and_without_references():
    assert form_schema(Whole) == {
        "description": "A whole.",
        "type": "object",
        "properties": {
            "parts": {
                "description": "Its parts.",
                "type": "array",
                "minItems": 1,
                "maxItems": 3,
                "items": {
                    "description": "A part.",
                    "type": "object",
                    "properties": {
                        "name": {"description": "Its name.", "type": "string", "minLength": 1, "maxLength": 5},
                        "size": {"description": "Its size.", "anyOf": [{"type": "integer"}, {"type": "null"}]},
                    },
                    "required": ["name"],
                },
            },
            "colour": {"description": "What it says.", "enum": ["agree", "object"], "type": "string"},
        },
        "required": ["parts"],
    }


def described(schema: JsonValue) -> Iterator[bool]:
    """Whether each field of a schema says what it wants."""
    if isinstance(schema, dict):
        fields = schema.get("properties")
        if isinstance(fields, dict):
            yield from ("description" in each for each in fields.values() if isinstance(each, dict))
        for each in schema.values():
            yield from described(each)
    if isinstance(schema, list):
        for each in schema:
            yield from described(each)


@pytest.mark.requirement("M-62")
@pytest.mark.parametrize("form", [HypothesisForm, VotesForm, ClosingForm])
def test_every_field_of_every_form_says_what_it_wants(form: type[Struct]):
    assert all(described(form_schema(form)))


@pytest.mark.requirement("M-61")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"parts": ["bolt", {"name": "nut", "größe": "about 3,4 mm"}]}', [("bolt", None), ("nut", 3)]),
        ('{"PARTS": {"bolt": {"size": 2}, "nut": 4}}', [("bolt", 2), ("nut", 4)]),
        ('{"result": {"whole": {"teile": [{"name": "a longer name"}]}}}', [("a lo…", None)]),
        ('[{"parts": [{"name": "bolt", "size": null}]}]', [("bolt", None)]),
        ('First {"parts": []}, better {"parts": "bolt"}.', [("bolt", None)]),
    ],
)
def test_what_has_one_meaning_is_read(text: str, wanted: list[tuple[str, int | None]]):
    filled = read_form(text, Whole)
    assert filled.value is not None, filled.problems
    assert [(part.name, part.size) for part in filled.value.parts] == wanted


@pytest.mark.requirement("M-61")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I would rather not.", FilledForm(None, ["there is no JSON in the answer"])),
        ('{"parts": [{"name": "bo', FilledForm(None, ["the JSON is not whole: it was cut off"])),
        ('{"colour": "ja"}', FilledForm(None, ["parts is missing"])),
        (
            '{"parts": [{"name": ""}]}',
            FilledForm(None, ["parts[0].name is empty", "parts holds nothing that can be read"]),
        ),
        (
            '{"parts": ["nut"], "colour": "green"}',
            FilledForm(Whole(parts=[Part(name="nut")]), ["colour is 'green', none of agree, object"]),
        ),
        (
            '{"parts": [{"name": "nut", "size": "big"}]}',
            FilledForm(Whole(parts=[Part(name="nut")]), ["parts[0].size is 'big', not a number"]),
        ),
    ],
)
def test_what_has_no_meaning_is_said(text: str, wanted: FilledForm[Whole]):
    assert read_form(text, Whole) == wanted


@pytest.mark.requirement("M-61", "M-103")
@given(st.text(alphabet='{}[]":,ab1 \n\\`', max_size=200))
def test_no_text_breaks_the_reading(text: str):
    read_form(text, Whole)
