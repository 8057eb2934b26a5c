"""An import over REST and on the command line: how far it is, and an end that somebody puts to it."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest

from graphwright.cli.output import Output
from graphwright.interop import reading, writing
from graphwright.interop.progress import EVERY
from graphwright.protocol.commandline import PrintedPiece
from graphwright.store.folder import holder_of
from tests.interop.broken_worker import BROKEN
from tests.interop.test_apart import ROOT
from tests.interop.test_reading import COUNT, large, linux, workers_of
from tests.interop.test_shared_files import CHOICES, REFUSED
from tests.interop.test_shared_files import LINES as REPORT_LINES
from tests.server.place import create
from tests.server.test_rest import shop
from tests.server.test_serving import Running, clean_environment
from tests.waiting import until_in_a_process

LISTENING = (
    "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "runpy.run_module('graphwright', run_name='__main__', alter_sys=True)"
)
"""The command line as from a terminal: what is started in the background does not hear Ctrl-C."""

FETCHING = """
import sys, httpx2
socket, address, accept = sys.argv[1:]
with httpx2.Client(transport=httpx2.HTTPTransport(uds=socket), base_url="http://localhost", timeout=60) as client:
    client.get(address, headers={"accept": accept})
"""
WRITER = b"graphwright.interop.export_worker"
OCTETS = "application/octet-stream"
LINES = {"accept": "application/x-ndjson", "content-type": "application/octet-stream"}
WAIT_S = 100


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("importing") / "data")
    yield server
    if server.process.poll() is None:
        server.stop(signal.SIGKILL)


@pytest.fixture
def client(running: Running) -> Iterator[httpx2.Client]:
    """The owner's own, over the server's socket."""
    with httpx2.Client(
        transport=httpx2.HTTPTransport(uds=holder_of(running.data).socket), base_url="http://localhost", timeout=WAIT_S
    ) as client:
        yield client


@pytest.mark.requirement("X-162")
@pytest.mark.parametrize("made", [[], create(("SYS", "Shop"))], ids=["an empty project", "another"])
async def test_a_refused_element_is_named_as_the_file_names_it_and_nothing_is_changed(place, made):
    client = await shop(place, *made)
    file = "## Nodes\nPa\x07ck|FUNC|Pack.FN.005|\nOrder|FLOW|Order.FL.001|\n## Edges\nOrder.FL.001 -cp-> Pack.FN.005\n"

    told = await client.post("/api/projects/shop/import", content=file.encode(), headers={"content-type": OCTETS})

    assert told.status_code == 422
    assert told.json()["message"].startswith("FUNC Pa\ufffdck (Pack.FN.005): the text holds the character U+0007")
    paths = [problem["path"] for problem in told.json()["fields"]["problems"]]
    assert paths == ["FUNC Pa\ufffdck (Pack.FN.005)"]
    assert len((await client.get("/api/projects/shop/graph")).json()["nodes"]) == len(made)


@pytest.mark.requirement("X-93")
async def test_who_accepts_lines_is_told_the_stages_and_then_the_result_or_the_error(place):
    client = await shop(place, *create(("SYS", "Shop")))
    told = await client.post("/api/projects/shop/import", content=large().data, headers=LINES)
    lines = [json.loads(line) for line in told.text.splitlines()]

    assert [line["progress"] for line in lines[:-1]] == [
        {"stage": "reading"},
        {"stage": "reading", "read": EVERY},
        {"stage": "reading", "read": COUNT},
        {"stage": "comparing", "read": COUNT},
        {"stage": "applying", "read": COUNT},
    ]
    assert (lines[-1]["taken"]["outcome"], lines[-1]["taken"]["added"]) == ("proposed", COUNT)
    refused = await client.post("/api/projects/shop/import", content=b"\x00\x01", headers=LINES)
    assert json.loads(refused.text.splitlines()[-1])["error"]["code"] == "invalidCommand"


@pytest.mark.requirement("X-112")
async def test_a_fault_while_lines_are_told_is_noted_under_the_number_that_is_told(place, monkeypatch, caplog):
    client = await shop(place, *create(("SYS", "Shop")))
    monkeypatch.setattr(reading, "READING", BROKEN)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'src'}")

    told = await client.post("/api/projects/shop/import", content=large().data, headers=LINES)

    (record,) = [each for each in caplog.records if each.levelname == "ERROR"]
    error = json.loads(told.text.splitlines()[-1])["error"]
    assert (error["code"], record.operation) == ("internal", "import.post")
    assert error["message"] == f"the server failed here and has noted it under {record.request}"


@pytest.mark.requirement("X-114")
async def test_an_export_tells_how_far_it_is_then_the_file_and_its_pieces_or_the_error(place):
    client = await shop(place, *create(("SYS", "Shop")))
    whole = await client.get("/api/projects/shop/exports/reqif")
    told = await client.post("/api/projects/shop/exports/reqif", json={}, headers={"accept": LINES["accept"]})
    missing = await client.get("/api/projects/shop/exports/reqif?elements=Nothing", headers={"accept": LINES["accept"]})

    progress, file, *pieces = [json.loads(line) for line in told.text.splitlines()]
    assert (progress, json.loads(missing.text.splitlines()[-1])["error"]["code"]) == (
        {"progress": {"stage": "writing"}},
        "notFound",
    )
    assert file["file"] == {
        "name": "shop.reqif", "media": whole.headers["content-type"], "bytes": len(whole.content),
        "losses": json.loads(whole.headers["x-losses"]),
    }  # fmt: skip
    assert b"".join(base64.b64decode(each["piece"]) for each in pieces) == whole.content


@pytest.mark.requirement("X-112")
@pytest.mark.parametrize(
    ("method", "address", "operation"),
    [
        ("GET", "export?format=reqif", "export.get"),
        ("GET", "exports/reqif", "exports.get"),
        ("GET", "graph?format=format-e", "graph.get"),
        ("POST", "exports/reqif", "exports.post"),
    ],
)
async def test_a_fault_of_an_export_is_noted_as_the_operation_that_was_asked(
    place, monkeypatch, caplog, *, method: str, address: str, operation: str
):
    client = await shop(place, *create(("SYS", "Shop")))
    monkeypatch.setattr(writing, "AT_ONCE", 0)
    monkeypatch.setattr(writing, "WRITING", BROKEN)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'src'}")
    body: dict[str, Any] = {"json": {}} if method == "POST" else {}

    await client.request(method, f"/api/projects/shop/{address}", headers={"accept": LINES["accept"]}, **body)

    (record,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert record.operation == operation


@linux
@pytest.mark.slow
@pytest.mark.requirement("X-114")
@pytest.mark.parametrize("accept", [LINES["accept"], "*/*"])
def test_closing_the_connection_ends_the_process_that_writes(running: Running, client: httpx2.Client, accept: str):
    name = f"large{len(accept)}"
    client.post("/api/projects", json={"name": name})
    client.post(f"/api/projects/{name}/import", content=large(20 * EVERY).data, headers={"content-type": OCTETS})
    address = f"/api/projects/{name}/exports/graphml"
    socket = holder_of(running.data).socket
    fetching = subprocess.Popen([sys.executable, "-c", FETCHING, str(socket), address, accept], env=clean_environment())
    until_in_a_process(lambda: workers_of(running.process.pid, WRITER))
    fetching.kill()
    fetching.wait()

    until_in_a_process(lambda: not workers_of(running.process.pid, WRITER))


@linux
@pytest.mark.requirement("X-93")
def test_closing_the_connection_ends_the_work_and_nothing_is_changed(running: Running, client: httpx2.Client):
    client.post("/api/projects", json={"name": "cut"})
    file = large(20 * EVERY)
    with client.stream("POST", "/api/projects/cut/import", content=file.data, headers=LINES) as answer:
        lines = answer.iter_lines()
        assert next(lines) == '{"progress":{"stage":"reading"}}'
        until_in_a_process(lambda: workers_of(running.process.pid))

    until_in_a_process(lambda: not workers_of(running.process.pid))
    assert client.get("/api/projects/cut").json()["revision"] == 0


@pytest.mark.slow
@linux
@pytest.mark.requirement("X-93")
@pytest.mark.parametrize("is_beside_a_server", [True, False])
def test_ctrl_c_ends_the_work_and_nothing_is_changed(running: Running, tmp_path: Path, *, is_beside_a_server: bool):
    file = tmp_path / "large.json"
    file.write_bytes(large(20 * EVERY).data)
    data = running.data if is_beside_a_server else tmp_path / "data"
    typed = [sys.executable, "-c", LISTENING, "--data", str(data), "import", "stopped", str(file)]
    process = subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=clean_environment())
    parent = running.process.pid if is_beside_a_server else process.pid
    until_in_a_process(lambda: workers_of(parent))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=WAIT_S)

    assert (process.returncode, said.decode().splitlines()[-1:]) == (130, ["stopped"])
    until_in_a_process(lambda: not workers_of(parent))
    written = [sys.executable, "-m", "graphwright", "--data", str(data), "export", "stopped"]
    model = json.loads(subprocess.run(written, capture_output=True, check=True, env=clean_environment()).stdout)
    assert (model["revision"], model["nodes"]) == (0, [])


@pytest.mark.requirement("X-93")
def test_how_far_it_is_goes_to_a_terminal_over_the_line_before(capsys: pytest.CaptureFixture[str], monkeypatch):
    piece = PrintedPiece(passing="2,000 elements read")
    with Output(as_json=True).passing() as show:
        show("to a file")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with Output(as_json=True).passing() as show:
        show(piece.passing or "")

    assert capsys.readouterr().err == "\r\x1b[K2,000 elements read\r\x1b[K"


@pytest.mark.slow
@pytest.mark.requirement("X-181")
async def test_a_proposal_of_an_import_says_what_it_would_overwrite_in_every_version(place):
    client = await place.owner()
    await client.post("/api/projects", json={"name": "try"})
    address = "/api/projects/try/import?name=model.json"

    def model(name: str) -> bytes:
        first = {"id": "u1", "type": "FUNC", "name": name, "descr": "Checks it."}
        other = {"id": "u2", "type": "FUNC", "name": "Pack", "descr": ""}
        return json.dumps({"format": "neutral-graph/1", "nodes": [first, other], "edges": []}).encode()

    async def rename(old: str, new: str) -> None:
        graph = (await client.get("/api/projects/try/graph")).json()
        [node] = [each for each in graph["nodes"] if each["name"] == old]
        update = {"op": "node.update", "id": "o1", "ref": node["nodeId"], "set": {"name": new}}
        wish = {"commandId": str(uuid4()), "baseRevision": graph["revision"], "operations": [update]}
        answer = await client.post("/api/projects/try/changes", json=wish)
        assert answer.status_code < 300, answer.text

    await client.post(address, content=model("Check order"), headers={"content-type": OCTETS})
    await rename("Check order", "My check")
    taken = (await client.post(address, content=model("Check orders"), headers={"content-type": OCTETS})).json()
    assert taken["report"]["notes"][0] == {"kind": "term", "key": "notes.changedHere", "values": {"count": 1}}
    proposals = f"/api/projects/try/proposals/{taken['proposalId']}"
    first = (await client.get(proposals)).json()["proposal"]
    await rename("My check", "My second check")

    wish = {"commandId": str(uuid4()), "digest": first["digest"], "decision": "accept"}
    answer = await client.post(f"{proposals}/decision", json=wish)

    renewed = (await client.get(proposals)).json()["proposal"]
    assert answer.status_code == 409
    assert renewed["digest"] != first["digest"], "it was made anew"
    for each in (first, renewed):
        assert [problem["message"] for problem in each["problems"]] == [
            "changed here, too, since the last import: 'My check'"
        ]


@pytest.mark.requirement("X-94")
@pytest.mark.parametrize("chosen", CHOICES)
async def test_rest_says_the_same_of_each(chosen, place, shared_data: Path):
    client = await place.owner()
    await client.post("/api/projects", json={"name": "try"})
    headers = {"content-type": "application/octet-stream"}
    for sample in chosen(shared_data):
        address = f"/api/projects/try/import?name={Path(sample.name).name}&dryRun=true"
        answer = await client.post(address, content=sample.data, headers=headers)
        if sample.name in REFUSED:
            assert (answer.status_code, REFUSED[sample.name] in answer.json()["message"]) == (400, True), sample.name
        else:
            assert answer.status_code == 200, (sample.name, answer.text)
            assert len(json.loads(answer.content)["report"]["notes"]) <= REPORT_LINES, sample.name
