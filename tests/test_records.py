"""Records as they are written: what stands at its default is left out, and only a result knows absent from null."""

from __future__ import annotations

import re

import msgspec
import pytest

from graphwright.protocol.base import given
from graphwright.protocol.events import RunFinished
from graphwright.protocol.ids import StepId
from graphwright.protocol.json_schema import without_nulls
from graphwright.protocol.runs import ZERO_TOTALS, FormField, RunStatus, Wait
from graphwright.protocol.wire import decode, encode
from tests.sources import MODULES, inside

pytestmark = pytest.mark.requirement("H-62")


class _Ended(msgspec.Struct):
    status: RunStatus
    length: int | None = None


def test_what_is_none_is_absent_on_the_wire():
    assert encode(Wait(step_id=StepId("s"))) == b'{"stepId":"s"}'


def test_what_stands_at_its_default_is_absent_and_read_back():
    field = FormField(key="wall", label="Wall", type="number", required=False, min=0.0)

    written = encode(field)

    assert written == b'{"key":"wall","label":"Wall","type":"number","required":false,"min":0.0}'
    assert decode(written, FormField) == field


@pytest.mark.parametrize(("result", "read"), [("", None), (',"result":null', b"null"), (',"result":[1]', b"[1]")])
def test_a_result_that_is_absent_is_told_from_null_and_written_as_it_was(result: str, read: bytes | None):
    totals = encode(ZERO_TOTALS).decode()
    text = '{"type":"run.finished","runId":"r","status":"completed","totals":' + totals
    text += ',"endedAt":"2026-01-02T03:04:05Z"' + result + "}"
    finished = decode(text, RunFinished)

    raw = given(finished.result)

    assert (None if raw is None else bytes(raw)) == read
    assert msgspec.json.decode(encode(finished)) == msgspec.json.decode(text)


def test_a_schema_says_no_null_for_what_is_left_out():
    _, schemas = without_nulls(msgspec.json.schema_components([_Ended]))

    assert schemas["_Ended"]["properties"]["length"] == {"type": "integer"}
    assert schemas["_Ended"]["required"] == ["status"]


def test_nothing_but_the_base_of_records_names_what_msgspec_calls_unset():
    naming = {
        inside(module) for module in MODULES if re.search(r"\b(UNSET|UnsetType)\b", module.read_text(encoding="utf-8"))
    }

    assert naming == {"protocol/base.py"}
