"""The same work done by us and by programs that people would take instead, each in its own environment, in one run.

A peer is used as its own documentation shows, with the settings that it comes with; where those promise less than ours
or more, the row says so. What a peer is not made for, or what cannot be had on this machine, stands in its row in words
and is never a zero. Whatever asks a language model asks the same scripted server (`model_server`).

A peer is one file in `programs`, which runs among its own libraries and prints its rows; the work is in `work`, the
environments in `environments`, their versions in `locks`. Of work that needs a processor the time of the processor is
given, because other programs may hold the machine; a server's start is taken by turns.

Run: python -m benchmarks peers     (the first time installs 1.5 GB; questions only with the sets beside the repository)
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks._table import Table
from benchmarks.peers import work
from benchmarks.peers.environments import Environment, of_peer, ours
from benchmarks.peers.model_server import NUMBERS, model_server

ROOT: Final = Path(__file__).parents[2]
QUESTIONS: Final = ROOT.parent / "shared" / "data" / "retrieval" / "xquad-en"
NOT_MADE: Final = "not made for this"
NO_MODEL: Final = "needs a language model"
PATIENCE_S: Final = 7_200
START_S: Final = 180.0
US: Final = "Graphwright"

Server = Callable[[Environment, Path, int], list[str]]
"""The command of a server, of its environment, a folder and a port."""


class Peer(NamedTuple):
    """What is compared."""

    name: str
    program: str
    """Its file in `programs`, its lock in `locks`."""
    package: str
    """The distribution whose version is told."""
    does: Sequence[str]
    """The tasks of its file."""
    others: Mapping[str, str] = {}
    """Why it does not do a task, where that is something else than not being made for it."""
    server: Server | None = None
    page: str = "/"
    ends: str = "ended before its first page"
    """What is said where its server does not stay."""


def _ours(environment: Environment, folder: Path, _port: int) -> list[str]:
    return [str(environment.python), "-m", "graphwright", "--data", str(folder), "serve"]


def _lightrag(environment: Environment, folder: Path, port: int) -> list[str]:
    where = ["--host", "127.0.0.1", "--port", str(port), "--working-dir", str(folder)]
    return [str(environment.commands / "lightrag-server"), *where]


def _strictdoc(environment: Environment, folder: Path, port: int) -> list[str]:
    (folder / "one.sdoc").write_text("[DOCUMENT]\nTITLE: One\n\n[REQUIREMENT]\nSTATEMENT: It starts.\n", "utf-8")
    where = ["--output-path", str(folder / "out"), "--port", str(port)]
    return [str(environment.commands / "strictdoc"), "server", str(folder), *where]


def _nodum(environment: Environment, folder: Path, port: int) -> list[str]:
    return [str(environment.commands / "nodum"), "serve", "--port", str(port), "--db", str(folder / "nodum.db")]


PEERS: Final = (
    Peer(
        US, "graphwright", "graphwright", ("create", "conflict", "between", "within", "import", "ask"), server=_ours
    ),
    Peer(
        "LightRAG", "lightrag", "lightrag-hku", ("create", "conflict"), {"ask": f"{NO_MODEL} to read documents in"},
        _lightrag, "/webui/",
        "ended before its first page: at its start it fetches the file of a tokeniser from outside",
    ),
    Peer(
        "LangGraph", "langgraph", "langgraph",
        tuple(f"{where}{how}" for where in ("between", "within") for how in ("", "-quick", "-sync")),
        {"ask": NO_MODEL, "start": "its server is a package of its own"},
    ),
    Peer(
        "Pydantic AI + DBOS", "dbos", "dbos", ("between", "within"), {"ask": NO_MODEL, "start": "a library, no server"}
    ),
    Peer("StrictDoc", "strictdoc", "strictdoc", ("conflict", "import"), server=_strictdoc),
    Peer("nodum", "nodum", "nodum", ("create", "conflict", "ask"), server=_nodum),
)  # fmt: skip


class Place(NamedTuple):
    """Where a peer works, and under which name its rows stand."""

    peer: Peer
    environment: Environment | str
    """In words: why there is none."""
    title: str


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    with model_server() as address:
        contest = Contest(list(_places(folder, quick=quick)), folder, address, quick=quick)
        yield from contest.create()
        yield contest.conflict()
        yield from contest.killed()
        yield contest.requirements()
        yield from contest.ask()
        yield contest.start()
        yield contest.held()
        if not quick:
            yield from contest.installed()


def _places(folder: Path, *, quick: bool) -> Iterator[Place]:
    """`quick`: what is installed already, and of us what runs this."""
    for peer in PEERS:
        if peer.name != US:
            found = of_peer(peer.program, make=not quick)
        elif quick:
            found = Environment(Path(sys.executable), Path(json.__file__).parents[1] / "site-packages")
        else:
            print("peers: installing our own wheel", flush=True)
            found = ours(folder / "ours")
        version = "" if isinstance(found, str) or quick else f" {found.version(peer.package)}"
        yield Place(peer, found, peer.name + version)


class Contest:
    """Everybody at every task."""

    def __init__(self, places: Sequence[Place], folder: Path, address: str, *, quick: bool) -> None:
        self._places = places
        self._folder = folder
        self._environment = {**os.environ, "MODEL_ADDRESS": address, "PYTHONPATH": str(ROOT), **_models(address)}
        self._quick = quick
        self._memory: dict[tuple[str, str], list[float]] = defaultdict(list)
        """Of each peer after a piece of work."""

    def create(self) -> Iterator[Table]:
        size = 6 if self._quick else 600
        one = Table(f"{size} entities and {size * 3 // 2} relations, one by one, processor time", what="element")
        whole = Table("the same in one call, processor time", what="graph")
        for place in self._places:
            lines = self._lines(place, "create", self._fresh(place, "create"), size, one, whole)
            for line in lines:
                table, most = (whole, None) if line.name else (one, 1 / 600)
                table.add(place.title, line.samples, line.note, most=most if place.peer.name == US else None)
            if lines and not any(line.name for line in lines):
                whole.without(place.title, "has no such call")
        yield from (one, whole)

    def conflict(self) -> Table:
        size = 2 if self._quick else 20
        title = f"{size} times two writers change the same from the same state: overwritten without a word"
        table = Table(title, what="run", unit="edits")
        for place in self._places:
            for line in self._lines(place, "conflict", self._fresh(place, "conflict"), size, table):
                table.add(place.title, line.samples, line.note, most=0 if place.peer.name == US else None)
        return table

    def killed(self) -> Iterator[Table]:
        for where, when, most in (
            ("between", f"after step {work.LAST_WHOLE}, at the beginning of the next", 0),
            ("within", f"within step {work.LAST_WHOLE}, after it did what it does", 1),
        ):
            table = Table(f"a run of {work.STEPS} steps, killed {when}", what="run", unit="steps twice")
            for place in self._places:
                tasks = [each for each in place.peer.does if each.split("-")[0] == where]
                if not tasks or isinstance(place.environment, str):
                    self._lines(place, where, self._folder, 0, table)
                for task in tasks if isinstance(place.environment, Environment) else ():
                    twice: list[float] = []
                    line = work.Line([])
                    for trial in range(1 if self._quick else 5):
                        folder = self._fresh(place, f"{task}{trial}")
                        assert self._run(place, task, folder, 0, fatal=False)[0] == -signal.SIGKILL, task
                        (line,) = self._lines(place, task, folder, 0, table)
                        done = (folder / "effects").read_text().split()
                        assert sorted(set(map(int, done))) == [*range(1, work.STEPS + 1)], done
                        twice.append(len(done) - work.STEPS)
                    name = f"{place.title}, {line.name}" if line.name else place.title
                    table.add(name, twice, line.note, most=most if place.peer.name == US else None)
            yield table

    def requirements(self) -> Table:
        size = 10 if self._quick else 1_000
        table = Table(f"{size:,} requirements from a file, the whole command, processor time", what="file")
        made = self._folder / "requirements"
        made.mkdir()
        (made / "requirements.sdoc").write_text(_requirements(size), "utf-8")
        self._write_reqif(made)
        for place in self._places:
            folder = self._folder / f"{place.peer.program}-import"
            shutil.copytree(made, folder)
            for line in self._lines(place, "import", folder, size, table):
                table.add(f"{place.title}, {line.name}", line.samples, line.note)
        return table

    def _write_reqif(self, folder: Path) -> None:
        """StrictDoc's own, so that nobody can say it were a file that it cannot read; none where it is not there."""
        found = next(each.environment for each in self._places if each.peer.program == "strictdoc")
        if isinstance(found, Environment):
            given = ["export", "--formats=reqif-sdoc", "--output-dir", str(folder / "out"), "requirements.sdoc"]
            subprocess.run([found.commands / "strictdoc", *given], check=True, cwd=folder, capture_output=True)
            (folder / "out" / "reqif" / "output.reqif").rename(folder / "requirements.reqif")
            shutil.rmtree(folder / "out")

    def ask(self) -> Iterator[Table]:
        if not QUESTIONS.is_dir():
            print("peers: no questions beside the repository; nobody is asked")
            return
        count = 3 if self._quick else 50
        made = self._folder / "asked"
        texts = _write_questions(made, count)
        title = f"{count} questions about {texts} English texts of XQuAD, no language model"
        table = Table(title, what="set", unit="% not answered")
        for place in self._places:
            folder = self._folder / f"{place.peer.program}-ask"
            shutil.copytree(made, folder)
            for line in self._lines(place, "ask", folder, count, table):
                table.add(f"{place.title}, {line.name}", [100 - each for each in line.samples], line.note)
        yield table

    def start(self) -> Table:
        """By turns, so that a busy moment meets all of them."""
        table = Table("from the start of a server to its first page, processor time", what="start")
        spent: dict[str, list[float]] = defaultdict(list)
        clock: dict[str, list[float]] = defaultdict(list)
        ended: set[str] = set()
        those = [each for each in self._places if each.peer.server and isinstance(each.environment, Environment)]
        for turn in range(1 if self._quick else 4):
            for place in those:
                if place.title in ended:
                    continue
                took = self._first_page(place, self._fresh(place, f"start{turn}"))
                if took is None:
                    ended.add(place.title)
                elif turn or self._quick:  # the first one compiles
                    spent[place.title].append(took[0])
                    clock[place.title].append(took[1])
        for place in self._places:
            if isinstance(place.environment, str):
                table.without(place.title, place.environment)
            elif place.title in ended:
                table.without(place.title, place.peer.ends)
            elif place.title in spent:
                note = f"{min(clock[place.title]):.1f} to {max(clock[place.title]):.1f} s by the clock"
                table.add(place.title, spent[place.title], note, most=2.0 if place.peer.name == US else None)
            else:
                table.without(place.title, place.peer.others.get("start", NOT_MADE))
        return table

    def _first_page(self, place: Place, folder: Path) -> tuple[float, float] | None:
        """Seconds of processor and by the clock; none when it ends by itself."""
        assert isinstance(place.environment, Environment)
        assert place.peer.server is not None
        port = work.free_port()
        command = place.peer.server(place.environment, folder, port)
        environment = {**self._environment, "GRAPHWRIGHT_PORT": str(port)}
        begin = time.perf_counter()
        with subprocess.Popen(
            command, cwd=folder, env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ) as server:  # fmt: skip
            try:
                while server.poll() is None and time.perf_counter() - begin < START_S:
                    try:
                        with urllib.request.urlopen(f"http://127.0.0.1:{port}{place.peer.page}", timeout=60) as answer:
                            answer.read()
                        return _spent(server.pid), time.perf_counter() - begin
                    except urllib.error.HTTPError:
                        raise
                    except OSError:
                        time.sleep(0.02)
                return None
            finally:
                with suppress(ProcessLookupError):  # nobody is left of it
                    os.killpg(server.pid, signal.SIGKILL)

    def held(self) -> Table:
        table = Table("memory after the work, of the process that did it", what="process", unit="MiB")
        for place in self._places:
            works = [(after, samples) for (title, after), samples in self._memory.items() if title == place.title]
            for after, samples in works:
                table.add(f"{place.title}, after {after}", samples)
            if not works:
                table.without(place.title, place.environment if isinstance(place.environment, str) else NOT_MADE)
        return table

    def installed(self) -> Iterator[Table]:
        size = Table("what pip installs, bytecode left out", what="environment", unit="MB")
        count = Table("what pip installs, the program itself included", what="environment", unit="packages")
        for place in self._places:
            if isinstance(place.environment, str):
                size.without(place.title, place.environment)
                count.without(place.title, place.environment)
                continue
            most = (200, 21) if place.peer.name == US else (None, None)
            size.add(place.title, [place.environment.megabytes()], most=most[0])
            count.add(place.title, [place.environment.packages()], most=most[1])
        yield from (size, count)

    def _fresh(self, place: Place, task: str) -> Path:
        folder = self._folder / f"{place.peer.program}-{task}"
        folder.mkdir()
        return folder

    def _lines(self, place: Place, task: str, folder: Path, size: int, *told: Table) -> list[work.Line]:
        """What a program says of a task; where it does not do it, every table is told why."""
        if isinstance(place.environment, str) or task not in place.peer.does:
            why = place.environment if isinstance(place.environment, str) else None
            for table in told:
                table.without(place.title, why or place.peer.others.get(task, NOT_MADE))
            return []
        code, lines = self._run(place, task, folder, size)
        assert code == 0
        for line in lines:
            if line.name == "memory":
                self._memory[place.title, "the elements" if task == "create" else "the ten steps"] += line.samples
        return [line for line in lines if line.name != "memory"]

    def _run(
        self, place: Place, task: str, folder: Path, size: int, *, fatal: bool = True
    ) -> tuple[int, list[work.Line]]:
        assert isinstance(place.environment, Environment)
        program = f"benchmarks.peers.programs.{place.peer.program}"
        done = subprocess.run(
            [place.environment.python, "-m", program, task, str(folder), str(size)],
            cwd=ROOT, env=self._environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        if fatal and done.returncode:
            raise RuntimeError(f"{place.title} failed at {task}:\n{done.stderr[-4_000:]}")
        return done.returncode, [work.Line(**json.loads(line)) for line in done.stdout.splitlines()]


def _models(address: str) -> dict[str, str]:
    """Settings of LightRAG's server, so that it asks the scripted one."""
    settings = {"LLM_MODEL": "scripted", "EMBEDDING_MODEL": "scripted", "EMBEDDING_DIM": str(NUMBERS)}
    for kind in ("LLM", "EMBEDDING"):
        settings |= {f"{kind}_BINDING": "openai", f"{kind}_BINDING_HOST": address, f"{kind}_BINDING_API_KEY": "none"}
    return settings


def _requirements(size: int) -> str:
    """In the text of StrictDoc."""
    nodes = (
        f"[REQUIREMENT]\nUID: REQ-{at:04}\nTITLE: Parcels of kind {at}\n"
        f"STATEMENT: The system shall dispatch a parcel of kind {at} within {at % 7 + 1} hours.\n"
        for at in range(size)
    )
    return "\n".join(["[DOCUMENT]\nTITLE: Dispatch\n", *nodes])


def _write_questions(folder: Path, count: int) -> int:
    """The texts as files, and some questions whose answer stands in one of them; how many texts."""
    read = {
        name: [json.loads(line) for line in (QUESTIONS / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in ("corpus", "queries")
    }
    (folder / "texts").mkdir(parents=True)
    for at, each in enumerate(read["corpus"]):
        (folder / "texts" / f"{at:03}.md").write_text(f"# {each['title']}\n\n{each['text']}\n", "utf-8")
    asked = random.Random(5).sample(read["queries"], count)
    (folder / "questions.json").write_text(json.dumps(asked), "utf-8")
    return len(read["corpus"])


def _spent(session: int) -> float:
    """Seconds of processor of all processes of a session."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")
