"""A run as a file for others, and evidence that can be checked without our data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import Type, type_

__all__ = ["type_"]

Json = dict[str, Any]
QUESTION = "Customer gibt Bestellung auf"


class Ran(NamedTuple):
    """A run of the offline assistant, and the command line to write it with."""

    run_id: str
    say: Type

    def write(self, form: str) -> str:
        return self.say("run", self.run_id, "--format", form).out


@pytest.fixture
def ran(type_: Type) -> Ran:
    return Ran(type_("say", "shop", QUESTION, "--json").json["runId"], type_)


def outline(step: Json) -> Json:
    return {step["step_type"]: [outline(child) for child in step["children"]]}


@pytest.mark.requirement("C-03", "C-04", "C-07", "C-61")
def test_the_process_json_has_exactly_the_fields_of_seed_002(ran: Ran) -> None:
    process = json.loads(ran.write("process-json"))
    assert list(process) == [
        "process_id", "user_id", "query", "timestamp_start", "timestamp_end", "total_duration_ms", "status", "process_tree", "metadata",
    ]  # fmt: skip
    assert (process["process_id"], process["query"], process["status"]) == (ran.run_id, QUESTION, "completed")
    root = process["process_tree"]["root"]
    assert outline(root) == {
        "query_root": [{"context": []}, {"model_call": [{"llm_call": []}]}, {"plan": []}, {"commit": []}]
    }
    assert list(root["children"][0]) == [
        "step_id", "step_type", "parent_id", "status", "timestamp_start", "timestamp_end", "duration_ms", "result", "children",
    ]  # fmt: skip
    assert list(process["metadata"]) == [
        "total_steps", "total_llm_calls", "total_rag_queries", "total_tokens_used", "total_documents_retrieved",
        "total_documents_used", "branching_points", "max_depth", "parallel_executions",
    ]  # fmt: skip
    assert (process["metadata"]["total_steps"], process["metadata"]["total_llm_calls"]) == (5, 1)


def test_spans_have_the_names_that_tracing_tools_look_for(ran: Ran) -> None:
    [resource] = json.loads(ran.write("otlp"))["resourceSpans"]
    spans = resource["scopeSpans"][0]["spans"]
    assert {span["traceId"] for span in spans} == {ran.run_id.replace("-", "")}
    by_id = {span["spanId"]: span for span in spans}
    assert [span["name"] for span in spans if span.get("parentSpanId") not in by_id] == ["build"]
    [call] = [span for span in spans if span["kind"] == 3 and span["name"] == "offline"]
    said = {each["key"]: next(iter(each["value"].values())) for each in call["attributes"]}
    assert {name: said[name] for name in ("gen_ai.operation.name", "gen_ai.request.model", "gen_ai.usage.output_tokens")} == {
        "gen_ai.operation.name": "chat", "gen_ai.request.model": "offline", "gen_ai.usage.output_tokens": "0",
    }  # fmt: skip
    assert int(call["startTimeUnixNano"]) <= int(call["endTimeUnixNano"])


def test_the_page_tells_question_answer_and_steps_and_takes_no_text_for_markup(type_: Type) -> None:
    run_id = type_("say", "shop", "**Customer** gibt # Bestellung auf", "--json").json["runId"]
    page = type_("run", run_id, "--format", "markdown").out
    assert page.startswith("# \\*\\*Customer\\*\\* gibt \\# Bestellung auf\n")
    assert "\n## Answer\n" in page
    assert "\n  - ✔ **context**" in page


@pytest.mark.requirement("R-53")
def test_evidence_holds_until_anything_in_it_is_changed(ran: Ran, tmp_path: Path) -> None:
    file = tmp_path / "run.evidence.ndjson"
    assert ran.say("run", ran.run_id, "--format", "evidence", "--output", str(file)).code == 0
    whole = file.read_bytes()
    told = ran.say("verify", str(file), "--against", "shop", "--json")
    assert (told.code, told.json["holds"], told.json["runId"], told.json["problems"]) == (0, True, ran.run_id, [])

    def check(change: Callable[[list[bytes]], list[bytes]]) -> tuple[int, list[str]]:
        file.write_bytes(b"\n".join(change(whole.splitlines())) + b"\n")
        told = ran.say("verify", str(file), "--json")
        return told.code, told.json.get("problems", told.json.get("error"))

    code, problems = check(lambda lines: [line.replace(b"Bestellung", b"Kuendigung") for line in lines])
    assert (code, any("body is not what was written" in problem for problem in problems)) == (3, True)
    code, problems = check(lambda lines: [*lines[:3], *lines[4:]])
    assert (code, "line 4: the chain is broken here" in problems) == (3, True)
    code, problems = check(lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]])
    assert code == 3
    assert len(problems) >= 2
    code, problems = check(lambda lines: lines[:-1])
    assert (code, "lines are missing" in problems[-1]) == (3, True)
    code, problems = check(lambda lines: [*lines, lines[-1]])
    assert code == 3
    assert "more lines follow" in problems[0]
    code, problems = check(lambda lines: [*lines[:2], b"garbage", *lines[3:]])
    assert (code, problems[0]) == (3, "line 3 cannot be read")


@pytest.mark.requirement("R-53")
def test_evidence_that_was_made_anew_does_not_hold_against_the_journal(ran: Ran, type_: Type, tmp_path: Path) -> None:
    type_("say", "other", QUESTION)
    file = tmp_path / "run.evidence.ndjson"
    type_("run", ran.run_id, "--format", "evidence", "--output", str(file))
    assert type_("verify", str(file)).code == 0
    told = type_("verify", str(file), "--against", "other", "--json")
    assert (told.code, told.json["holds"]) == (3, False)
    assert "is another one in the journal" in told.json["problems"][0]


def test_a_file_that_is_no_evidence_is_refused_by_name(type_: Type, tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("milk\n")
    told = type_("verify", str(file))
    assert (told.code, "this is no evidence file" in told.err) == (2, True)
    assert type_("verify", str(tmp_path / "nothing")).code == 2
