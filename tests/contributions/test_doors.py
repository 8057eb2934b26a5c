"""What a plugin brings, behind every door: the command line, REST, the room, the assistant's tools and MCP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from graphwright.llm.testing import ScriptedModel
from graphwright.protocol.events import FindingsChanged
from graphwright.protocol.wire import decode
from graphwright.workflows.check import CheckResult
from tests.agents.desk import agent, shop
from tests.cli.conftest import Type, type_  # noqa: F401  the fixture
from tests.contributions.installing import install
from tests.server.place import error_of, open_place
from tests.tools.place import call

SHEET = """%REVIEW 1
R1 | Speed | It shall run and it shall stop.
R2 | Size | It shall be small.
"""


@pytest.fixture
async def place(example):
    async with open_place(GRAPHWRIGHT_PLUGINS=example) as opened:
        yield opened


@pytest.mark.requirement("G-100")
async def test_a_format_stands_in_the_table_and_is_recognised_read_and_written(place):
    await place.project("shop")
    owner = await place.owner()

    listed = (await owner.get("/api/formats")).json()["formats"]
    taken = await owner.post(
        "/api/projects/shop/import", content=SHEET, headers={"content-type": "application/octet-stream"}
    )
    written = await owner.get("/api/projects/shop/exports/review-sheet")

    assert [each for each in listed if each["name"] == "review-sheet"] == [
        {"name": "review-sheet", "title": "a review sheet", "endings": ["review"], "isRead": True, "isWritten": True}
    ]
    assert (taken.status_code, taken.json()["outcome"], taken.json()["report"]["format"]) == (
        201,
        "applied",
        "review-sheet",
    )
    assert written.text.splitlines() == [
        "%REVIEW 1",
        "Speed.RQ.001 | Speed | It shall run and it shall stop.",
        "Size.RQ.002 | Size | It shall be small.",
    ]


@pytest.mark.requirement("G-101")
async def test_what_a_reader_refuses_is_the_sender_s_and_changes_nothing(place):
    await place.project("shop")
    owner = await place.owner()

    refused = await owner.post(
        "/api/projects/shop/import",
        content="%REVIEW 1\nR1 | Speed\n",
        headers={"content-type": "application/octet-stream"},
    )

    assert error_of(refused) == (400, "invalidCommand")
    assert refused.json()["message"] == "line 2: 2 parts, and not ID | name | description"
    assert (await owner.get("/api/projects/shop/graph")).json()["nodes"] == []


@pytest.mark.slow
@pytest.mark.requirement("G-101")
async def test_a_format_that_fails_is_named_and_the_server_goes_on(make_plugin, monkeypatch):
    monkeypatch.setattr("graphwright.contributions.calling._ANSWER_BYTES", 1024 * 1024)
    make_plugin(
        "bad-form",
        "from graphwright.plugin import FileFormat\n"
        "def write(model):\n    raise ZeroDivisionError('no')\n"
        "def hang(model):\n    while True: pass\n"
        "A = FileFormat(title='A', endings=('a',), write=write)\n"
        "B = FileFormat(title='B', endings=('b',), write=hang)\n"
        "C = FileFormat(title='C', endings=('c',), write=lambda model: 7)\n"
        "D = FileFormat(title='D', endings=('d',), write=lambda model: 'd' * 2_000_000)\n",
        version="3.1",
        formats={"a-form": "A", "b-form": "B", "c-form": "C", "d-form": "D"},
    )
    async with open_place(GRAPHWRIGHT_PLUGINS="bad-form", GRAPHWRIGHT_PLUGIN_SECONDS="4") as place:
        await shop(place)
        owner = await place.owner()
        answers = [await owner.get(f"/api/projects/shop/exports/{name}-form") for name in "abcd"]
        after = await owner.get("/api/projects/shop/exports/json")

    assert list(map(error_of, answers)) == [(502, "pluginFailed")] * 4
    assert [answer.json()["message"] for answer in answers] == [
        "format 'a-form' of plugin bad-form 3.1 failed: ZeroDivisionError: no (bad_form.py:3)",
        "format 'b-form' of plugin bad-form 3.1 failed: it takes longer than 4 s",
        "format 'c-form' of plugin bad-form 3.1 failed: ValueError: write gave back int, not str, bytes or WrittenFile",
        "format 'd-form' of plugin bad-form 3.1 failed: it answers with more than 1 MiB",
    ]
    assert after.status_code == 200


@pytest.mark.requirement("G-100", "G-102")
async def test_what_a_rule_says_is_listed_and_told_to_the_room_and_goes_when_it_is_mended(place):
    await place.project("shop")
    owner = await place.owner()
    open_project = await place.workbench.open_project("shop")
    heard: list[FindingsChanged] = []
    open_project.project.bus.subscribe(
        open_project.project.project_id,
        lambda event: heard.append(event) if isinstance(event, FindingsChanged) else None,
    )
    await owner.post("/api/projects/shop/import", content=SHEET, headers={"content-type": "application/octet-stream"})

    told = dict(await open_project.watch.settled())
    listed = (await owner.get("/api/projects/shop/findings", headers={"accept-language": "de"})).json()["findings"]
    node = next(each for each in open_project.project.graph.nodes.values() if each.name == "Speed")
    operations = [{"op": "node.update", "id": "u", "ref": node.semantic_id, "set": {"descr": "It shall run."}}]
    mended = await owner.post(
        "/api/projects/shop/changes",
        json={"commandId": "01900000-0000-7000-8000-000000000009", "baseRevision": 1, "operations": operations},
    )
    after = await open_project.watch.settled()

    foreign = "review-pack:one_thing"
    assert mended.status_code == 201, mended.text
    assert [each.rule_id for each in told.values() if each.rule_id == foreign] == [foreign]
    assert [each["message"] for each in listed if each["ruleId"] == foreign] == ["Speed fordert mehreres auf einmal."]
    assert [each for each in after.values() if each.rule_id == foreign] == []
    came = [finding.finding_id for event in heard for finding in event.introduced if finding.rule_id == foreign]
    assert came
    assert came == [gone for event in heard for gone in event.resolved if gone in came]


@pytest.mark.requirement("G-112")
async def test_a_workflow_of_a_plugin_is_named_started_and_scheduled_over_rest(place):
    await place.project("shop")
    owner = await place.owner()
    path = "/api/projects/shop/import"
    await owner.post(path, content=SHEET, headers={"content-type": "application/octet-stream"})
    open_project = await place.workbench.open_project("shop")
    command = {"commandId": "01900000-0000-7000-8000-00000000000b", "text": "Go", "workflow": "review-pack:split"}
    sent = (await owner.post("/api/projects/shop/messages", json=command)).json()
    state = await open_project.engine.settled(sent["runId"])
    odd = {**command, "commandId": "01900000-0000-7000-8000-00000000000c", "options": {"rounds": 3}}
    timed = {"name": "nightly", "cron": "0 3 * * *", "workflow": "review-pack:split", "text": "Go"}

    listed = (await owner.get("/api/workflows")).json()["workflows"]
    assert [(each["name"], each["title"]) for each in listed] == [("review-pack:split", "Split requirements")]
    assert (state.status, sent["workflow"]) == ("completed", "review-pack:split")
    assert len((await owner.get("/api/projects/shop/proposals")).json()["proposals"]) == 1
    assert error_of(await owner.post("/api/projects/shop/messages", json=odd)) == (400, "invalidCommand")
    assert (await owner.post("/api/projects/shop/schedules", json=timed)).status_code == 201
    assert "review-pack:split" in (await owner.get("/api/projects/shop/schedules")).json()["workflows"]


@pytest.mark.requirement("G-110")
async def test_a_check_counts_what_the_rules_of_plugins_say(place):
    await place.project("shop")
    owner = await place.owner()
    path = "/api/projects/shop/import"
    await owner.post(path, content=SHEET, headers={"content-type": "application/octet-stream"})
    open_project = await place.workbench.open_project("shop")
    command = {"commandId": "01900000-0000-7000-8000-00000000000a", "text": "Check the model"}
    sent = (await owner.post("/api/projects/shop/messages", json=command)).json()
    state = await open_project.engine.settled(sent["runId"])

    assert state.result is not None, state.error
    answer = decode(bytes(state.result), CheckResult).answer
    assert sent["workflow"] == "check"
    assert "Speed demands several things at once. Make a requirement of each. (Speed.RQ.001)" in answer


@pytest.mark.requirement("G-100", "G-101")
async def test_a_tool_is_offered_to_agents_and_answers_of_now_and_of_a_revision(place):
    await shop(place)
    client = await agent(place)

    told = {tool["name"]: tool for tool in (await client.ask("tools/list"))["tools"]}
    now = await client.data("review_pack_open_points")
    before = await client.data("review_pack_open_points", at="0")
    typed = await client.data("review_pack_open_points", node_type="flow")
    wrong = await client.call("review_pack_open_points", node_type=7)
    unknown = await client.call("review_pack_open_points", node_type="HAZARD")

    assert told["review_pack_open_points"]["annotations"]["readOnlyHint"]
    assert told["review_pack_open_points"]["inputSchema"]["properties"].keys() == {"node_type", "at"}
    assert (now, before) == ({"open": ["CheckOrder.FN.001", "Order.FL.001"]}, {"open": []})
    assert typed == {"open": ["Order.FL.001"]}
    assert (wrong["isError"], unknown["isError"]) == (True, True)
    assert "Expected `str | null`, got `int`" in wrong["content"][0]["text"]
    assert "there is no node type 'HAZARD'" in unknown["content"][0]["text"]


@pytest.mark.requirement("G-100")
async def test_a_profile_becomes_the_project_s_own_and_outlives_the_plugin(place):
    owner = await place.owner()

    made = await owner.post("/api/projects", json={"name": "plant", "profile": "hazards"})
    open_project = await place.workbench.open_project("plant")

    assert made.status_code == 201, made.text
    assert list(open_project.project.ontology.node_types) == ["HAZARD", "MEASURE"]
    assert await open_project.project.own_profile() is not None


@pytest.mark.requirement("G-100", "G-101")
def test_the_command_line_lists_plugins_and_writes_their_formats(type_: Type, example, monkeypatch, tmp_path):  # noqa: F811
    sheet = tmp_path / "a.review"
    sheet.write_text(SHEET)
    without = type_("import", "shop", str(sheet), "--format", "review-sheet")
    monkeypatch.setenv("GRAPHWRIGHT_PLUGINS", f"{example},gone")
    listed = type_("plugin", "list")
    type_("import", "shop", str(sheet))
    written = type_("export", "shop", "--format", "review-sheet")
    checked = type_("check", "shop")

    assert (without.code, "is no import format" in without.err) == (2, True)
    assert listed.code == 6
    assert listed.out.splitlines()[0] == "review-pack 1.2.0"
    assert listed.out.splitlines()[-1].startswith("gone: not loaded: no package 'gone' is installed")
    assert written.out.splitlines()[1] == "Speed.RQ.001 | Speed | It shall run and it shall stop."
    assert "Speed demands several things at once.  [review-pack:one_thing]" in checked.out


@pytest.mark.requirement("G-112", "R-43")
def test_costs_are_told_of_a_workflow_that_a_plugin_brings_or_once_brought(type_: Type, example, monkeypatch):  # noqa: F811
    type_("new", "shop")
    monkeypatch.setenv("GRAPHWRIGHT_PLUGINS", example)
    before = type_("costs", "shop", "--workflow", "review-pack:split", "--json")
    type_("say", "shop", "Split", "--workflow", "review-pack:split")
    monkeypatch.delenv("GRAPHWRIGHT_PLUGINS")
    after = type_("costs", "shop", "--workflow", "review-pack:split", "--json")
    nobodys = type_("costs", "shop", "--workflow", "nobody:x")

    assert (before.code, before.json["runs"]) == (0, [])
    assert (after.code, [each["label"] for each in after.json["runs"]]) == (0, ["Split"])
    assert (nobodys.code, nobodys.out) == (2, "")
    assert "there is no workflow 'nobody:x' (there are: ask, " in nobodys.err


@pytest.mark.slow
@pytest.mark.requirement("G-103")
def test_a_new_plugin_is_installed_and_passes_its_own_tests(type_: Type, site, monkeypatch, tmp_path):  # noqa: F811
    monkeypatch.chdir(tmp_path)

    made = type_("plugin", "new", "first-steps")
    again = type_("plugin", "new", "first-steps")
    install(Path("first-steps").resolve(), site)
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "first-steps"],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    monkeypatch.setenv("GRAPHWRIGHT_PLUGINS", "first-steps")
    listed = type_("plugin", "list")

    assert (made.code, again.code) == (0, 2)
    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr
    assert (listed.code, listed.out.splitlines()) == (
        0,
        [
            "first-steps 0.1.0",
            "  format first-steps-list: a list of names",
            "  rule no_todo: No description still says TODO.",
            (
                "  workflow describe: first-steps:describe: Describe what is bare: Proposes a description for each node that "
                "has none, as the language model writes it."
            ),
        ],
    )


@pytest.mark.requirement("G-103")
@pytest.mark.parametrize("name", ["", "Ours", "a/b", "../x", "x" * 25, "a-"])
def test_a_name_that_no_package_can_have_writes_nothing(type_: Type, monkeypatch, tmp_path, name):  # noqa: F811
    monkeypatch.chdir(tmp_path)

    assert type_("plugin", "new", name).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.requirement("G-100", "G-101")
async def test_the_assistant_asks_a_tool_and_is_told_when_it_fails(example, make_plugin):
    make_plugin(
        "bad-tool",
        "from graphwright.plugin import ModelTool, ToolArguments\n"
        "class Broken(ToolArguments, frozen=True, kw_only=True):\n    '''Breaks.'''\n"
        "def answer(model, arguments):\n    raise LookupError('nowhere')\n"
        "BREAKS = ModelTool(arguments=Broken, answer=answer)\n",
        tools={"breaks": "BREAKS"},
    )
    calls = [call("review_pack_open_points", "c1"), call("bad_tool_breaks", "c2")]
    model = ScriptedModel(calls, "It is open [CheckOrder.FN.001].")
    async with open_place(model, GRAPHWRIGHT_PLUGINS=f"{example},bad-tool") as place:
        await shop(place)
        open_project = await place.workbench.open_project("shop")
        client = await place.program("shop", "editor")
        post = {"model": "shop:ask", "messages": [{"role": "user", "content": "What is still open?"}]}
        answer = await client.post("/v1/chat/completions", json=post)
        told = {each.tool_call_id: each.text for each in model.requests[-1].messages if each.role == "tool"}
        assert open_project.project.graph.revision == 1

    assert answer.status_code == 200, answer.text
    assert {"review_pack_open_points", "bad_tool_breaks"} <= {tool.name for tool in model.requests[0].tools}
    assert [each["url_citation"]["title"] for each in answer.json()["choices"][0]["message"]["annotations"]] == [
        "Check order (CheckOrder.FN.001)"
    ]
    assert told["c1"] == '{"open":["CheckOrder.FN.001","Order.FL.001"]}'
    assert "tool breaks of plugin bad-tool 0.1 failed: LookupError: nowhere (bad_tool.py:5)" in told["c2"]


@pytest.mark.slow
@pytest.mark.requirement("G-101")
def test_a_server_says_which_plugins_do_not_work_and_serves(make_plugin, tmp_path):
    make_plugin("bad-one", "raise RuntimeError('no licence')", rules={"thing": "THING"})
    data = tmp_path / "data"
    data.mkdir()
    (data / "graphwright.toml").write_text('plugins = ["bad-one", "gone"]\n')
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHWRIGHT_")}

    with subprocess.Popen(
        [sys.executable, "-m", "graphwright", "serve", "--data", str(data), "--port", "0", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        alive = httpx2.get(ready["address"], timeout=60)
        process.terminate()
        _, notes = process.communicate(timeout=30)

    assert alive.status_code == 200
    assert "graphwright: plugin bad-one 0.1: rule thing is not loaded: RuntimeError: no licence (bad_one.py:1)" in notes
    assert "graphwright: plugin gone is not loaded: no package 'gone' is installed beside graphwright" in notes
    assert process.returncode == 0


@pytest.mark.requirement("G-100", "G-102")
def test_a_folder_is_checked_by_the_rules_of_plugins_and_fails_where_one_says_error(
    type_: Type,  # noqa: F811
    make_plugin,
    monkeypatch,
    tmp_path,
):
    make_plugin(
        "strict-one",
        "from graphwright.plugin import ModelRule, Notice\n"
        "def check(model):\n    '''Nothing is a draft.'''\n"
        "    return [Notice(node, f'{node.name} is a draft.') for node in model.nodes if 'draft' in node.descr]\n"
        "RULE = ModelRule(check=check, severity='error')\n",
        rules={"no_draft": "RULE"},
    )
    (tmp_path / "a.diff").write_text(
        "<operations>\n## Nodes\n+ Plan|REQ|Plan.RQ.001|A draft of it, draft\n</operations>\n"
    )
    applied = type_("apply", "shop", str(tmp_path / "a.diff"))
    folder = str(tmp_path / "model")
    kept = type_("sync", folder, "--project", "shop")
    without = type_("check", folder, "--format", "github")
    monkeypatch.setenv("GRAPHWRIGHT_PLUGINS", "strict-one")
    checked = type_("check", folder, "--format", "github")

    assert (applied.code, kept.code) == (0, 0), applied.err + kept.err
    assert "draft" not in without.out
    assert checked.code == 1
    assert [line for line in checked.out.splitlines() if "draft" in line and line.startswith("::error file=")]
