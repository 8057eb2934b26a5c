"""What every command owes a program that reads it: one object, UTF-8, a true exit code, no hidden characters."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphwright.cli import reading, talking
from graphwright.cli.arguments import parser
from graphwright.cli.output import Output
from graphwright.cli.words import language_of_reader
from graphwright.errors import ProviderUnavailable
from graphwright.llm.testing import ScriptedModel, Stall
from graphwright.protocol.events import MessageDelta
from graphwright.protocol.ids import RunId
from graphwright.protocol.wire import stored_error
from graphwright.runs.run_ending import RunState
from tests.stories.stage import stage

NEUTRAL = '{"format":"neutral-graph/1","nodes":[{"id":"a","type":"FUNC","name":"A","descr":"x"}],"edges":[]}'
COMMAND_ID = "01900000-0000-7000-8000-0000000000c1"


@pytest.fixture
def shop(type_):
    """A command line on a data folder with one small project."""
    assert type_("say", "shop", "A customer places an order").code == 0
    return type_


# one object ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.requirement("R-51")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["say", "shop", "A customer cancels an order"], 0),
        (["say", "shop", "Delete Customer", "--policy", "review"], 4),
        (["show", "shop"], 0),
        (["check", "shop", "--deep"], 0),
        (["configure", "shop", "--policy", "review"], 0),
        (["undo", "shop"], 0),
        (["history", "shop"], 0),
        (["proposals", "shop"], 0),
        (["runs", "shop"], 0),
        (["threads", "shop"], 0),
        (["projects"], 0),
        (["demo", "--print"], 0),
        *((["export", "shop", "--format", name], 0) for name in ("json", "format-e", "compact", "toon", "table")),
        (["export", "shop", "--format", "neutral"], 0),
        (["redo", "shop"], 3),
        (["show", "nothing"], 3),
        (["say", "shop"], 2),
        (["frobnicate"], 2),
        (["show", "shop", "--format", "xml"], 2),
        (["show", "\udcff"], 2),
        (["apply", "shop", "/nowhere"], 2),
        ([], 2),
    ],
    ids=lambda value: " ".join(value).encode("ascii", "replace").decode() if isinstance(value, list) else None,
)
def test_with_json_every_command_prints_exactly_one_object(shop, words: list[str], code: int):
    told = shop(*words, "--json")

    assert (told.code, type(told.json)) == (code, dict), told.err
    assert told.code in {0, 4} or told.json["error"]["code"]
    assert told.code == 0 or told.err, "the reason stands on standard error"


@pytest.mark.requirement("R-38", "R-25")
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_what_people_and_models_wrote_cannot_move_the_cursor(shop, tmp_path: Path, as_json: list[str]):
    hostile = "\x1b[31mred\u202eder\x9b2J"
    file = tmp_path / "hostile.json"
    kind = {"type": "red\u202eder", "source": "a", "target": "b"}
    nodes = [{"id": name, "type": "FUNC", "name": f"red\u202eder{name}", "descr": "\u202e"} for name in "ab"]
    file.write_text(json.dumps({"format": "neutral-graph/1", "nodes": nodes, "edges": [kind]}))
    prose = tmp_path / "prose.txt"
    prose.write_text(hostile)

    shop("say", "shop", hostile)
    thread = shop("threads", "shop", "--json").json["threads"][-1]["threadId"]
    run = shop("runs", "shop", "--json").json["runs"][0]["runId"]
    commands = [
        ("import", "other", str(file)),
        ("apply", "shop", str(prose)),
        ("thread", thread),
        ("threads", "shop"),
        ("run", run),
        ("runs", "shop"),
        ("show", "other"),
        ("show", "other", "--format", "json"),
        ("check", "other"),
        ("history", "other"),
    ]
    told = [shop(*words, *as_json) for words in commands]

    assert [each.code for each in told] == [0] * len(told), [each.err for each in told]
    everything = "".join(each.out + each.err for each in told)
    assert not set(everything) & set("\x1b\x9b\u202e")
    assert "red" in everything


@pytest.mark.requirement("R-30")
def test_output_is_utf_8_whatever_the_locale_says_and_a_reader_may_leave(shop, tmp_path: Path):
    model = tmp_path / "model.json"
    model.write_text(NEUTRAL.replace('"A"', '"Größe"'))
    shop("import", "sizes", str(model))
    command = [sys.executable, "-m", "graphwright", "--data", str(tmp_path / "data"), "show", "sizes", "--format"]

    written = subprocess.run(
        [*command, "json"], capture_output=True, timeout=30, check=False, env={"PYTHONIOENCODING": "ascii"}
    )
    with subprocess.Popen([*command, "format-e"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as gone:
        assert gone.stdout is not None
        assert gone.stderr is not None
        gone.stdout.close()
        said = gone.stderr.read()

    assert "Größe" in {node["name"] for node in json.loads(written.stdout)["nodes"]}
    assert (gone.returncode, said) == (0, b"")


# files ---------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-30")
@pytest.mark.parametrize("text", [NEUTRAL, "## Nodes\r\nA|FUNC|A.FN.001|x\r\n\r\n## Edges\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle(type_, tmp_path: Path, text: str):
    file = tmp_path / "model"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())

    assert type_("import", "shop", str(file)).code == 0
    assert [node["name"] for node in type_("show", "shop", "--json").json["nodes"]] == ["A"]


@pytest.mark.requirement("R-30", "R-51")
def test_what_cannot_be_imported_back_is_named_in_one_sentence(shop, tmp_path: Path):
    for name in ("toon", "table"):
        file = tmp_path / name
        assert shop("export", "shop", "--format", name, "--output", str(file)).code == 0

        told = shop("import", "copy", str(file))

        assert (told.code, told.err.count("\n"), "Format E, the compact encoding" in told.err) == (2, 1, True)


@pytest.mark.requirement("R-30")
@pytest.mark.parametrize("content", [b"", b" \r\n\t", b"\xef\xbb\xbf"])
def test_an_empty_file_is_no_answer(type_, tmp_path: Path, content: bytes):
    file = tmp_path / "empty"
    file.write_bytes(content)

    told = type_("apply", "shop", str(file))

    assert (told.code, told.err.strip()) == (2, f"graphwright: {file} is empty")


# the same command twice ----------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-47", "I-14")
def test_a_command_id_belongs_to_one_project_and_base(type_, tmp_path: Path):
    file = tmp_path / "answer.json"
    file.write_text('{"operations":[{"type":"create","nodeType":"FUNC","data":{"Name":"A","Descr":"x"}}]}')
    assert type_("apply", "shop", str(file), "--command-id", COMMAND_ID).code == 0

    again = type_("apply", "shop", str(file), "--command-id", COMMAND_ID, "--json")
    other = type_("apply", "elsewhere", str(file), "--command-id", COMMAND_ID, "--json")
    stale = type_("apply", "shop", str(file), "--command-id", COMMAND_ID, "--base", "0", "--json")

    assert (again.code, again.json["outcome"], again.json["commit"]["revision"]) == (0, "applied", 1)
    assert (other.code, other.json["error"]["code"]) == (3, "idempotencyConflict")
    assert (stale.code, stale.json["error"]["code"]) == (3, "idempotencyConflict")
    assert type_("apply", "shop", str(file), "--command-id", "mine").code == 2


# exit codes of runs --------------------------------------------------------------------------------------------------


@pytest.mark.requirement("R-60", "I-08")
@pytest.mark.parametrize(
    ("state", "code"),
    [
        (RunState(run_id=RunId("r"), status="completed", outcome="applied"), 0),
        (RunState(run_id=RunId("r"), status="completed", outcome="answered"), 0),
        (RunState(run_id=RunId("r"), status="completed", outcome="refused"), 3),
        (RunState(run_id=RunId("r"), status="completed", outcome="proposed"), 4),
        (RunState(run_id=RunId("r"), status="waiting"), 4),
        (RunState(run_id=RunId("r"), status="cancelled"), 130),
        (RunState(run_id=RunId("r"), status="failed", error=stored_error(ProviderUnavailable("gone"))), 5),
    ],
)
def test_whoever_waits_for_a_run_ends_as_the_run_did(state: RunState, code: int):
    assert talking.exit_code(state, Output(as_json=True, to=io.StringIO())) == code


@pytest.mark.requirement("R-65", "I-08", "E-25")
async def test_an_interrupted_message_is_stopped_and_still_told_as_one_object():
    gate = Stall()
    scene = await stage(ScriptedModel(["I begin", gate, " and never end"]))
    begun = asyncio.Event()
    scene.open_project.project.bus.subscribe(
        scene.open_project.project.project_id, lambda event: begun.set() if isinstance(event, MessageDelta) else None
    )
    out = io.StringIO()
    options = parser().parse_args(["say", "shop", "Go on"])
    saying = asyncio.ensure_future(talking.say(scene.workbench, options, Output(as_json=True, to=out)))
    await asyncio.wait_for(begun.wait(), 5)

    saying.cancel()  # what `asyncio.run` does when the interrupt key is pressed

    assert await saying == 130
    said = json.loads(out.getvalue())
    assert (said["status"], said["answer"]) == ("cancelled", "I begin")
    shown = io.StringIO()
    reading_it = parser().parse_args(["thread", said["threadId"]])
    await reading.thread(scene.workbench, reading_it, Output(as_json=False, to=shown))
    assert " (stopped): I begin" in shown.getvalue(), "a message that is not complete is marked"
    assert scene.model() == []


SEED_ANSWER = '{"textResponse": "I ship.", "operations": []}'


@pytest.mark.requirement("R-64", "A-41")
@pytest.mark.parametrize(
    ("answer", "shown"),
    [("Short.", "Short."), ("It is a longer sentence, in pieces.", "pieces."), (SEED_ANSWER, "I ship.")],
)
async def test_the_whole_answer_is_printed_once_however_little_of_it_streamed(
    capsys: pytest.CaptureFixture[str], answer: str, shown: str
):
    scene = await stage(ScriptedModel(answer))
    options = parser().parse_args(["say", "shop", "Go on"])

    assert await talking.say(scene.workbench, options, Output(as_json=False)) == 0

    assert capsys.readouterr().out.count(shown) == 1


ASKS = "Das kann ich.\n\n```questions\nWie lange liegt ein Paket? | 1 Tag | 1 Woche\nWer zahlt?\n```"
ADDS = """Dann lege ich ein Regal an.
```format-e
<operations>
## Nodes
+ Regal|FUNC|Regal.FN.001|Hält Pakete für den Kunden
</operations>
```"""


@pytest.mark.requirement("M-92", "M-94")
async def test_a_german_conversation_is_framed_in_german_and_answering_a_form_prints_what_saying_prints(
    capsys: pytest.CaptureFixture[str],
):
    scene = await stage(ScriptedModel(ASKS, ADDS))
    words = ["say", "shop", "Die Pakete sollen bitte auf einem Regal liegen", "--policy", "review"]

    assert await talking.say(scene.workbench, parser().parse_args(words), Output(as_json=False)) == 4

    asked = capsys.readouterr()
    found = re.search(r"graphwright (answer \S+ \S+) q1=\.\.\.", asked.out)
    assert found is not None
    assert asked.out == (
        "Das kann ich.\n\n\n\nder Assistent fragt:\n"
        "  q1: Wie lange liegt ein Paket? (1 Tag | 1 Woche | Das wissen wir noch nicht)\n"
        "  q2: Wer zahlt? (in Worten, oder: Das wissen wir noch nicht)\n"
        "  mit --skip:\n    Was nicht beantwortet ist, entscheidet der Assistent und sagt, was er annimmt.\n"
        f"graphwright {found[1]} q1=...\n"
    )
    assert asked.err == "graphwright: zuerst muss ein Mensch entscheiden\n"
    answering = parser().parse_args([*found[1].split(), "q1=1 Tag", "q2=Das wissen wir noch nicht"])

    assert await talking.answer(scene.workbench, answering, Output(as_json=False)) == 4

    (proposal,) = await scene.open_project.proposals.all()
    told = capsys.readouterr()
    assert "Dann lege ich ein Regal an." in told.out
    assert f"\nVorschlag {proposal.proposal_id}, Fassung 1, von " in told.out
    assert "  + FUNC Regal" in told.out
    assert "  Befunde:\n" in told.out
    assert f"graphwright decide {proposal.proposal_id} accept|reject|withdraw" in told.out
    assert told.err.endswith("graphwright: zuerst muss ein Mensch entscheiden\n")


@pytest.mark.requirement("M-94", "H-55")
@pytest.mark.parametrize(
    ("chosen", "environment", "language"),
    [
        ("de", {"LANG": "fr_FR.UTF-8"}, "de"),
        ("auto", {"LANG": "fr_FR.UTF-8"}, "fr"),
        ("auto", {"LANG": "fr_FR.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ("auto", {"LANG": "C.UTF-8"}, "auto"),
        ("auto", {"LANG": "nl_NL.UTF-8"}, "auto"),
        ("auto", {}, "auto"),
    ],
)
def test_the_terminal_speaks_as_it_is_set_and_else_as_the_conversation(
    chosen: str, environment: dict[str, str], language: str
):
    output = Output(as_json=False)
    output.language = language_of_reader(chosen, environment)

    output.speaks("fr")

    assert output.language == (language if language != "auto" else "fr")


@pytest.mark.requirement("R-22", "R-23")
def test_what_waits_for_approval_is_told_with_its_answer_and_cannot_be_accepted_once_its_run_is_stopped(type_):
    said = type_("say", "shop", "A customer places an order", "--policy", "review", "--json").json
    assert said["answer"]
    assert said["waiting"]["proposalId"] == said["proposalId"]

    assert type_("run", said["runId"], "--cancel").code == 0

    assert type_("decide", said["proposalId"], "accept", "--json").json["error"]["code"] == "proposalClosed"
    assert type_("proposals", "shop", "--json").json == {"proposals": []}
    assert type_("show", "shop", "--json").json["nodes"] == []


@pytest.mark.requirement("R-09")
@pytest.mark.parametrize(
    ("typed", "code", "told"),
    [
        (("a long enough password", "a long enough password"), 0, "can log in with this password now"),
        (("a long enough password", "another password"), 2, "two different passwords"),
        (("short", "short"), 2, "10 to 1,000 characters"),
    ],
)
def test_a_password_is_typed_twice_at_a_terminal_and_never_shown(tmp_path: Path, typed, code, told):
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "graphwright", "password", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        shown = b""
        for prompt, text in zip((b"New password: ", b"once more: "), typed, strict=True):
            while prompt not in shown:
                shown += os.read(ours, 1_024)
            os.write(ours, text.encode() + b"\n")
        assert process.wait(30) == code
    shown += os.read(ours, 65_536)
    os.close(ours)
    assert told in shown.decode()
    assert all(text.encode() not in shown for text in typed)


@pytest.mark.parametrize(("language", "expected"), [("de", "ist mit nichts verbunden"), ("fr", "n’est relié à rien")])
@pytest.mark.requirement("H-55")
def test_findings_are_told_in_the_language_of_the_settings(type_, monkeypatch, language, expected):
    type_("new", "shop")
    type_("say", "shop", "Create the function ValidateOrder")
    type_("configure", "shop", "--phase", "4")
    monkeypatch.setenv("GRAPHWRIGHT_LANGUAGE", language)

    told = type_("check", "shop").out

    assert expected in told
    assert "is connected to nothing" not in told
