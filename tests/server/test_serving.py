"""The server as a process: its one line, its socket, commands typed beside it, its end."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest

from graphwright.cli import main
from graphwright.server.limits import HEADER_BYTES, HEADERS
from graphwright.storage import Storage
from graphwright.store.folder import holder_of
from graphwright.workbench import Workbench
from tests.server.place import PASSWORD, create, open_place, uuid
from tests.server.test_rest import shop
from tests.waiting import until_in_a_process

WAIT_S = 60


class Running:
    """A server process."""

    def __init__(self, data: Path, *words: str, environment: dict[str, str] | None = None) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-m", "graphwright", "serve", "--data", str(data), "--port", "0", "--json", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=clean_environment() | (environment or {}),
        )  # fmt: skip
        assert self.process.stdout is not None
        self.told: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.address: str = self.told["address"]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it; answers with its exit code and what it logged."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=WAIT_S)
        return self.process.returncode, log


class Typed(NamedTuple):
    """What a command answered."""

    returncode: int
    stdout: str
    stderr: str


Type = Callable[..., Typed]


@pytest.fixture
def type_(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Type:
    """Type a command, in this process: another one than the server's."""
    for name in [name for name in os.environ if name.startswith("GRAPHWRIGHT_")]:
        monkeypatch.delenv(name)

    def type_command(data: Path, *words: str, given: str = "") -> Typed:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
        capfd.readouterr()
        code = main([*words, "--data", str(data)])
        return Typed(code, *capfd.readouterr())

    return type_command


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GRAPHWRIGHT_")}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("served") / "data")
    yield server
    if server.process.poll() is None:
        server.stop(signal.SIGKILL)


@pytest.mark.requirement("R-03", "R-04")
def test_the_first_start_prints_a_link_that_lets_its_owner_in(running):
    origin = running.address.rstrip("/")
    assert running.told["link"].startswith(f"{running.address}#ticket=")
    with httpx2.Client(base_url=origin, headers={"origin": origin}, timeout=60) as client:
        assert client.get("/api/projects").status_code == 401
        ticket = running.told["link"].partition("#ticket=")[2]
        entered = client.post("/api/session", json={"ticket": ticket, "password": PASSWORD})
        assert entered.status_code == 200
        assert client.get("/api/projects").json() == {"projects": []}
        assert client.get("/").status_code == 200


def stopped_while_it_starts(folder: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """A server that has its data folder and does not listen yet, and the folder. One that was faster is replaced."""
    quiet = subprocess.DEVNULL
    for number in count():
        data = folder / f"data{number}"
        words = [sys.executable, "-m", "graphwright", "serve", "--data", str(data), "--port", "0"]
        server = subprocess.Popen(words, stdout=quiet, stderr=quiet, env=clean_environment())
        until_in_a_process(lambda data=data: holder_of(data) is not None)
        server.send_signal(signal.SIGSTOP)
        os.waitpid(server.pid, os.WUNTRACED)
        holder = holder_of(data)
        assert holder is not None
        assert holder.pid == server.pid
        if holder.socket is None:
            return server, data
        server.kill()
        server.wait()
    raise AssertionError


@pytest.mark.slow
@pytest.mark.requirement("R-67")
def test_what_is_typed_while_a_server_starts_waits_for_it_and_says_so(tmp_path):
    words = [sys.executable, "-m", "graphwright"]
    told: dict[str, Any] = {"env": clean_environment() | {"LC_ALL": "C"}, "text": True}
    heard = subprocess.PIPE
    server, data = stopped_while_it_starts(tmp_path)
    with server:
        typed = [*words, "say", "shop", "-", "--data", str(data)]
        with subprocess.Popen(typed, stdin=heard, stdout=heard, stderr=heard, **told) as say:
            assert say.stdin is not None
            assert say.stderr is not None
            say.stdin.write("A clerk ships an order.")
            say.stdin.close()
            waits = say.stderr.readline()
            server.send_signal(signal.SIGCONT)
            rest, code = say.stderr.read(), say.wait(60)
        server.send_signal(signal.SIGTERM)
    assert waits == (
        f"graphwright: process {server.pid} has the data folder and does not listen yet; waiting up to 20 s for it\n"
    )
    assert code == 0, rest


@pytest.mark.requirement("R-54")
def test_lock_and_socket_belong_to_their_user_alone(running):
    holder = holder_of(running.data)
    assert holder is not None
    assert holder.socket is not None
    assert stat.S_IMODE(Path(holder.socket).stat().st_mode) == 0o600
    assert stat.S_IMODE(Path(holder.socket).parent.stat().st_mode) == 0o700
    assert stat.S_IMODE((running.data / "graphwright.lock").stat().st_mode) == 0o600


def test_commands_work_while_the_server_runs_and_say_the_same_as_without_it(running, type_, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = type_(running.data, "say", "shop", "A customer places an order")
    piped = type_(running.data, "say", "shop", "-", "--json", given="A clerk ships an order")
    shown = type_(running.data, "show", "shop", "--format", "format-e")
    unknown = type_(running.data, "show", "nothing", "--json")
    (tmp_path / "more.txt").write_text(shown.stdout, encoding="utf-8")
    imported = type_(running.data, "import", "copy", "more.txt")
    exported = type_(running.data, "export", "copy", "--format", "format-e", "--output", "out.txt")
    token = type_(running.data, "token", "shop", "--access", "viewer")

    assert said.returncode == 0, said.stderr
    assert "applied as revision 1" in said.stdout
    assert json.loads(piped.stdout)["status"] == "completed"
    assert "PlaceOrder" in shown.stdout or "Places an order" in shown.stdout or shown.stdout
    assert (unknown.returncode, json.loads(unknown.stdout)["error"]["code"]) == (3, "notFound")
    assert (imported.returncode, exported.returncode) == (0, 0), imported.stderr + exported.stderr
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == shown.stdout
    headers = {"authorization": f"Bearer {token.stdout.strip()}"}
    with httpx2.Client(base_url=running.address, headers=headers, timeout=60) as client:
        assert client.get("/api/projects/shop").json()["access"] == "viewer"
        assert client.get("/api/projects/copy").status_code == 404


@pytest.mark.requirement("X-78")
def test_a_folder_is_synced_with_the_project_that_a_server_holds(running, type_, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    type_(running.data, "say", "kept", "A customer places an order")
    first = type_(running.data, "sync", "model", "--project", "kept")
    file = tmp_path / "model" / "UC" / "PlaceOrder.UC.001.gw"
    file.write_text(file.read_text(encoding="utf-8").replace("A customer", "Some customer"), encoding="utf-8")

    second = type_(running.data, "sync", "model", "--json")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert (json.loads(second.stdout)["outcome"], json.loads(second.stdout)["changed"]) == ("applied", 1)
    assert "Some customer places an order" in type_(running.data, "show", "kept", "--format", "format-e").stdout


@pytest.mark.requirement("R-40", "R-42", "R-41")
@pytest.mark.parametrize("sent", [
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"y" * HEADER_BYTES + b"\r\n\r\n",
    b"GET /" + b"y" * HEADER_BYTES + b" HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"a: b\r\n" * (HEADERS + 1) + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00", b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
])  # fmt: skip
def test_headers_that_are_too_much_or_nonsense_end_their_own_connection(running, sent):
    with socket.create_connection(("127.0.0.1", running.port), timeout=WAIT_S) as line:
        line.sendall(sent)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while piece := line.recv(65_536):
                answer += piece
    assert answer.startswith(b"HTTP/1.1 400") or answer == b""
    assert httpx2.get(f"{running.address}healthz", timeout=60).json()["status"] == "ok"


def test_a_foreign_port_and_a_port_in_use_are_told(running, type_, tmp_path):
    taken = type_(tmp_path / "other", "serve", "--port", str(running.port))
    public = type_(tmp_path / "other", "serve", "--host", "0.0.0.0", "--port", "0")
    second = type_(running.data, "serve", "--port", "0")
    assert (taken.returncode, "cannot be listened on" in taken.stderr) == (2, True)
    assert (public.returncode, "no password yet" in public.stderr) == (2, True)
    assert second.returncode == 6


@pytest.mark.requirement("I-01", "R-67")
def test_the_server_ends_in_order_and_what_it_held_is_there_for_the_next(running, type_):
    code, log = running.stop()
    assert code == 0
    for line in log.splitlines():
        if line.startswith("{"):
            assert json.loads(line)["level"] != "error", line
    assert "ticket" not in log
    assert holder_of(running.data) is None
    assert type_(running.data, "history", "shop", "--json").returncode == 0

    again = Running(running.data)
    try:
        assert again.told["link"] is None, "the owner has a password now"
        again.stop(signal.SIGKILL)
        assert json.loads(type_(running.data, "projects", "--json").stdout)["projects"], (
            "a dead server's socket is passed by"
        )
    finally:
        if again.process.poll() is None:
            again.stop(signal.SIGKILL)


@pytest.mark.requirement("I-08")
async def test_a_start_takes_up_the_projects_that_have_work_and_opens_no_other():
    async with open_place() as place:
        client = await shop(place, *create(("SYS", "Shop")))
        await client.post("/api/projects", json={"name": "quiet"})
        cora = await place.somebody("cora", shop="commenter")
        said = (
            await cora.post(
                "/api/projects/shop/messages",
                json={"commandId": uuid(2), "text": "A clerk ships an order", "workflow": "build"},
            )
        ).json()
        await place.settled("shop", said["runId"])
        later = Workbench(
            place.workbench.settings,
            Storage(place.workbench.store),
            clock=place.clock,
            ids=place.workbench.ids,
            models=lambda _: [],
        )
        opened: list[str] = []
        later.on_open_project.append(lambda open_project: opened.append(open_project.project.header.name))
        await later.resume_all()
        await later.close()
    assert opened == ["shop"]
