"""Every command from the keyboard to its exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from graphwright.graph.load import default_ontology
from tests.operations import seed_answers

SHAPE = ["ACTOR", "FCHAIN", "FLOW", "FUNC", "UC"]


@pytest.fixture
def file(tmp_path: Path):
    def write(text: str | bytes, name: str = "answer.json") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return str(path)

    return write


@pytest.mark.requirement("A-40", "K-18", "A-41")
@pytest.mark.parametrize(
    "text", ["Customer gibt Bestellung auf", "A customer places an order", "Un client passe une commande"]
)
def test_one_sentence_in_each_language_builds_the_same_shape(type_, text: str):
    said = type_("say", "shop", text, "--json")

    assert said.code == 0, said.err
    assert {"messageId", "threadId", "runId", "status", "answer", "commitId"} <= said.json.keys()
    shown = type_("show", "shop", "--format", "json").json
    assert sorted(node["nodeType"] for node in shown["nodes"]) == SHAPE
    assert shown.keys() == {"projectId", "revision", "nodes", "edges"}
    assert {"nodeId", "semanticId", "nodeType", "name", "descr"} <= shown["nodes"][0].keys()
    assert {"edgeId", "edgeType", "source", "target"} <= shown["edges"][0].keys()


@pytest.mark.requirement("I-11", "A-40")
def test_a_second_sentence_builds_on_the_first_and_undo_takes_the_whole_answer_back(type_):
    type_("say", "shop", "Customer gibt Bestellung auf")
    first = type_("show", "shop", "--format", "format-e").out

    assert type_("say", "shop", "A customer cancels an order").code == 0
    second = type_("show", "shop", "--format", "json").json
    assert [node["name"] for node in second["nodes"]].count("Customer") == 1
    assert type_("undo", "shop").code == 0

    assert type_("show", "shop", "--format", "format-e").out == first
    assert type_("redo", "shop").code == 0
    assert len(type_("show", "shop", "--format", "json").json["nodes"]) == len(second["nodes"])


@pytest.mark.requirement("A-70", "T-20")
@pytest.mark.parametrize("format_name", ["format-e", "compact", "toon", "json", "table"])
def test_the_model_is_shown_in_every_format(type_, format_name: str):
    type_("say", "shop", "A customer places an order")

    shown = type_("show", "shop", "--format", format_name)

    assert (shown.code, shown.err) == (0, "")
    assert "Customer" in shown.out


@pytest.mark.requirement("A-21", "A-01")
def test_a_recorded_answer_is_applied_with_its_batches(type_, file):
    applied = type_("apply", "shop", file(seed_answers.SECTION_3_2_LEGAL), "--json")

    assert applied.code == 0
    assert (applied.json["outcome"], applied.json["batches"]) == (
        "applied",
        [["op-001", "op-002", "op-003"], ["op-004", "op-005"]],
    )


@pytest.mark.requirement("K-05", "A-30")
def test_a_refused_answer_says_why_on_standard_error_and_changes_nothing(type_, file):
    refused = type_("apply", "shop", file(seed_answers.SECTION_3_2_AS_WRITTEN), "--json")

    assert refused.code == 3
    assert refused.json["outcome"] == "refused"
    assert [problem["code"] for problem in refused.json["problems"]] == ["illegalPair"]
    assert "illegalPair" in refused.err
    assert type_("show", "shop", "--format", "json").json["nodes"] == []


@pytest.mark.requirement("R-47", "I-03")
def test_a_repeated_command_id_is_done_once(type_, file):
    answer, other = file(seed_answers.SECTION_11), file(seed_answers.INDEPENDENT, "other.json")
    command = "11111111-1111-4111-8111-111111111111"

    first = type_("apply", "shop", answer, "--command-id", command, "--json").json
    second = type_("apply", "shop", answer, "--command-id", command, "--json")
    third = type_("apply", "shop", other, "--command-id", command, "--json")

    assert (second.code, second.json) == (0, first)
    assert (third.code, third.json["error"]["code"]) == (3, "idempotencyConflict")


@pytest.mark.requirement("A-01")
def test_an_answer_in_prose_only_is_answered(type_, file):
    told = type_("apply", "shop", file("I have made everything you asked for."), "--json")

    assert (told.code, told.json["outcome"]) == (0, "answered")


@pytest.mark.requirement("R-23", "R-22")
def test_a_reviewed_sentence_waits_until_somebody_decides(type_):
    said = type_("say", "shop", "A customer places an order", "--policy", "review", "--json")
    assert said.code == 4
    assert said.json["status"] == "waiting"
    assert said.json["waiting"]["proposalId"] == said.json["proposalId"]

    (proposal,) = type_("proposals", "shop", "--json").json["proposals"]
    some = [operation["id"] for operation in proposal["operations"] if operation["op"] == "edge.create"][:1]
    assert type_("decide", proposal["proposalId"], "accept", "--only", ",".join(some)).code == 3
    decided = type_("decide", proposal["proposalId"], "accept", "--json")

    assert decided.code == 0
    assert decided.json["commitId"]
    assert type_("run", said.json["runId"], "--json").json["status"] == "completed"
    assert type_("proposals", "shop", "--json").json == {"proposals": []}
    assert type_("decide", proposal["proposalId"], "reject").code == 3


@pytest.mark.requirement("C-52", "K-16")
def test_runs_are_listed_and_shown_as_a_tree_with_times(type_):
    said = type_("say", "shop", "A customer places an order", "--json").json

    assert [run["runId"] for run in type_("runs", "shop", "--json").json["runs"]] == [said["runId"]]
    run = type_("run", said["runId"], "--json").json
    assert run["root"]["kind"] == "query_root"
    assert [child["kind"] for child in run["root"]["children"]] == ["context", "model_call", "plan", "commit"]
    assert {
        "stepId",
        "parentId",
        "kind",
        "label",
        "status",
        "startedAt",
        "endedAt",
        "durationMs",
        "result",
        "children",
    } <= run["root"].keys()
    assert run["totals"]["modelCalls"] == 1
    assert "model_call" in type_("run", said["runId"]).out


@pytest.mark.requirement("A-50", "D-27")
def test_a_conversation_can_be_read_back_and_gone_on_with(type_):
    said = type_("say", "shop", "A customer places an order", "--json").json
    again = type_("say", "shop", "Which functions have no requirement?", "--thread", said["threadId"], "--json").json

    thread = type_("thread", said["threadId"], "--json").json

    assert again["threadId"] == said["threadId"]
    assert [message["author"]["kind"] for message in thread["messages"]] == ["person", "assistant"] * 2
    assert thread["messages"][0]["text"] == "A customer places an order"


@pytest.mark.requirement("B-76")
def test_history_lists_the_commits_and_any_of_them_can_be_reverted(type_):
    type_("say", "shop", "A customer places an order")
    type_("say", "shop", "A clerk ships an order")
    first = type_("history", "shop", "--json").json["commits"][-1]

    reverted = type_("revert", "shop", first["commitId"], "--json")

    assert reverted.code == 0, reverted.err
    names = {node["name"] for node in type_("show", "shop", "--json").json["nodes"]}
    assert "Customer" not in names
    assert "Clerk" in names


@pytest.mark.requirement("K-23", "K-13")
def test_policy_language_and_phase_of_a_project_can_be_changed(type_):
    type_("say", "shop", "A customer places an order")

    told = type_("configure", "shop", "--policy", "locked", "--phase", "2", "--json")

    assert (told.code, told.json["policy"], told.json["phase"]) == (0, "locked", 2)
    assert type_("undo", "shop").code == 3
    type_("configure", "shop", "--policy", "auto")
    assert type_("undo", "shop").code == 0


@pytest.mark.requirement("T-18", "K-13")
def test_check_lists_findings_scores_and_gates_and_deep_proves_the_rest(type_):
    type_("say", "shop", "A customer places an order")

    checked = type_("check", "shop", "--deep", "--json")

    assert checked.code == 0
    assert checked.json["differences"] == []
    assert {"function_requirements"} <= {finding["ruleId"] for finding in checked.json["findings"]}
    assert [gate["gate"] for gate in checked.json["gates"]] == ["SRR", "PDR", "CDR", "TRR"]


@pytest.mark.requirement("K-19", "K-20", "K-21")
@pytest.mark.shared
@pytest.mark.parametrize(("name", "counts"), [("eole", (289, 460)), ("model_test", (178, 240))])
def test_real_models_of_another_tool_are_imported_whole_and_exported_again(type_, shared_data, tmp_path, name, counts):
    source = shared_data / "capella" / f"{name}.graph.json"

    imported = type_("import", "other", str(source), "--json")
    shown = type_("show", "other", "--format", "json").json
    exported = type_("export", "other", "--format", "neutral", "--output", str(tmp_path / "out.json"))

    assert imported.code == 0, imported.err
    assert (len(shown["nodes"]), len(shown["edges"])) == counts
    assert imported.json["report"]["notes"]
    assert exported.code == 0
    expected = json.loads(source.read_text())
    again = json.loads((tmp_path / "out.json").read_text())

    def kinds(edges: list[dict[str, str]]) -> list[str]:
        return sorted(edge["type"] for edge in edges)

    assert kinds(again["edges"]) == kinds(expected["edges"])
    assert sorted(node["name"] for node in again["nodes"]) == sorted(node["name"] for node in expected["nodes"])


@pytest.mark.requirement("R-30", "T-17", "T-20")
@pytest.mark.parametrize("format_name", ["json", "format-e"])
def test_what_is_exported_can_be_imported_and_is_the_same(type_, tmp_path, format_name: str):
    type_("say", "shop", "A customer places an order")
    out = str(tmp_path / "model")
    type_("export", "shop", "--format", format_name, "--output", out)

    assert type_("import", "copy", out).code == 0

    assert type_("show", "copy", "--format", "format-e").out == type_("show", "shop", "--format", "format-e").out


@pytest.mark.requirement("R-30")
def test_an_import_into_a_project_that_is_not_empty_is_proposed(type_, tmp_path):
    type_("say", "shop", "A customer places an order")
    type_("export", "shop", "--output", str(tmp_path / "model.json"))
    type_("say", "other", "A clerk ships an order")
    before = [len(type_("show", name, "--json").json["nodes"]) for name in ("shop", "other")]

    proposed = type_("import", "other", str(tmp_path / "model.json"), "--json")

    assert (proposed.code, proposed.json["outcome"]) == (4, "proposed")
    assert type_("decide", proposed.json["proposalId"], "accept").code == 0
    assert len(type_("show", "other", "--json").json["nodes"]) == sum(before), "projects share ids, not elements"


@pytest.mark.requirement("R-67", "I-06")
def test_a_backup_can_be_restored_into_another_folder(type_, tmp_path, monkeypatch):
    type_("say", "shop", "A customer places an order")
    shown = type_("show", "shop", "--format", "format-e").out

    assert type_("backup", str(tmp_path / "copy")).code == 0
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "new"))
    assert type_("restore", str(tmp_path / "copy")).code == 0

    assert type_("show", "shop", "--format", "format-e").out == shown


# bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-43", "R-40", "R-51")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show", "nothing"], 3),
        (["undo", "nothing"], 3),
        (["check", "nothing"], 3),
        (["run", "nothing"], 3),
        (["decide", "nothing", "accept"], 3),
        (["thread", "nothing"], 3),
        (["say", "shop", "   "], 2),
        (["say", "a/b", "A customer places an order"], 2),
        (["apply", "shop", "no-such-file"], 2),
        (["import", "shop", "no-such-file"], 2),
        (["explode"], 2),
        ([], 2),
        (["show"], 2),
        (["say", "shop", "x", "--api-key", "sk-12345"], 2),
        (["say", "shop", "x", "--thread", "nothing"], 3),
    ],
)
def test_each_mistake_at_the_keyboard_has_its_exit_code_and_its_reason(type_, words: list[str], code: int):
    told = type_(*words)

    assert told.code == code
    assert told.err.strip()
    assert "Traceback" not in told.err
    assert "sk-12345" not in told.err


@pytest.mark.slow
@pytest.mark.requirement("R-43", "R-40", "R-63")
@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00bad",
        b'{"operations": [{"type": "create"',
        b'{"operations": [' + b"[" * 100_000,
        b'{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "a\\ud800b"}}]}',
        b'{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "' + b"x" * 10_000_000 + b'"}}]}',
        b'{"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": "a\\u0000b"}}]}',
        json.dumps(
            {"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": f"N{n}"}} for n in range(10_001)]}
        ).encode(),
    ],
    ids=["no text", "cut", "deep", "surrogate", "10 MB name", "control", "too many"],
)
def test_hostile_answers_are_refused_and_nothing_changes(type_, file, content: bytes):
    type_("new", "shop")

    told = type_("apply", "shop", file(content))

    assert told.code in {2, 3}
    assert told.err.strip()
    assert type_("show", "shop", "--format", "json").json["nodes"] == []


@pytest.mark.requirement("WA-13")
def test_a_stale_base_is_refused(type_, file):
    told = type_("apply", "shop", file(seed_answers.SECTION_11), "--base", "99", "--json")

    assert (told.code, told.json["error"]["code"]) == (3, "staleRevision")


@pytest.mark.requirement("R-38")
def test_control_and_bidirectional_characters_never_reach_the_terminal_raw(type_, file):
    name = "a\u202eb"
    answer = json.dumps(
        {"operations": [{"type": "create", "nodeType": "FUNC", "data": {"Name": name, "Descr": "x\x1b[31m"}}]}
    )
    type_("apply", "shop", file(answer))

    out = type_("show", "shop").out + type_("check", "shop").out + type_("history", "shop").out

    assert "\u202e" not in out
    assert "\x1b" not in out


@pytest.mark.requirement("R-67")
def test_a_data_folder_that_cannot_be_made_is_said(type_, tmp_path, monkeypatch):
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("GRAPHWRIGHT_DATA", str(tmp_path / "taken"))

    told = type_("say", "shop", "A customer places an order")

    assert told.code == 6
    assert "taken" in told.err


@pytest.mark.slow
@pytest.mark.requirement("R-60")
def test_a_provider_without_a_key_is_said_and_the_offline_assistant_still_works(type_, monkeypatch):
    monkeypatch.setenv("GRAPHWRIGHT_MODEL", "openai:gpt-5")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    told = type_("say", "shop", "A customer places an order", "--json")

    assert told.code == 5
    assert "OPENAI_API_KEY" in told.err
    monkeypatch.delenv("GRAPHWRIGHT_MODEL")
    assert type_("say", "shop", "A customer places an order").code == 0


@pytest.mark.slow
@pytest.mark.requirement("A-40")
def test_the_demo_builds_the_sample_project_and_a_second_one_shows_it(type_):
    first, second = type_("demo", "--print"), type_("demo", "--print")

    assert (first.code, second.code) == (0, 0)
    assert "order-system" in first.out
    assert "OrderSystem" in second.out
    assert os.environ["GRAPHWRIGHT_DATA"] in first.err


@pytest.mark.slow
@pytest.mark.requirement("U-63")
def test_the_sample_project_shows_every_kind_of_element_each_story_and_a_proposal_that_waits(type_):
    told = type_("demo", "--print")
    assert told.code == 0
    assert "Orders are kept for 10 years." not in told.out, "what speaks of less than half is not quoted"
    assert "**PAY-1**: The order system shall not ship an order before it is paid." in told.out

    shown = type_("show", "order-system", "--json").json
    assert {each["nodeType"] for each in shown["nodes"]} == set(default_ontology().node_types)
    assert {each["edgeType"] for each in shown["edges"]} == set(default_ontology().relations)
    waiting = type_("proposals", "order-system", "--json").json["proposals"]
    assert [each["state"] for each in waiting] == ["open"]
    runs = type_("runs", "order-system", "--json").json["runs"]
    assert {each["workflow"] for each in runs} >= {"ask", "build", "discuss", "investigate"}
    assert {each["status"] for each in runs} == {"completed", "waiting"}
    assert [each["name"] for each in type_("documents", "list", "order-system", "--json").json["documents"]] == [
        "ordering-rules.md"
    ]
    assert [each["name"] for each in type_("baseline", "order-system", "--json").json["baselines"]] == ["first-review"]
