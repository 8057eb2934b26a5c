"""Three servers on a PostgreSQL that Patroni keeps: its primary is lost or switched over while people write.

Two PostgreSQL, of which one waits for the other, are kept by Patroni with an etcd. It is a run by hand, because neither
comes with our tools: `pip install 'patroni[etcd3]' 'psycopg[binary]'` into an environment of its own, whose programs
are given as `--patroni FOLDER`, and `etcd` on the PATH (Debian: `etcd-server`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from signal import Signals
from statistics import median
from time import monotonic
from typing import Any, Final

import httpx2

from tests.fleet import free_port, owner_of, running_fleet
from tests.fleet_chaos import DATABASE, PROJECTS, SIZE, Crowd, check_journals, entered
from tests.postgres import binaries, is_alive
from tests.waiting import pace, until, until_in_a_process

TTL_S: Final = 20
"""The least that Patroni takes: so long it waits for a leader that says nothing."""
MEMBERS: Final = ("one", "two")
PATIENCE_S: Final = 180.0
KINDS: Final = ("lost", "hung", "process", "switchover")
"""The primary's machine is lost, or hangs and wakes when there is another; its PostgreSQL dies; it is asked to leave."""


class Member:
    """One PostgreSQL and the Patroni beside it."""

    def __init__(self, name: str, folder: Path, etcd: int, programs: Path) -> None:
        self.name = name
        self.port = free_port()
        self.rest = f"http://127.0.0.1:{free_port()}"
        self._folder = folder / name
        self._folder.mkdir()
        self._patroni = programs / "patroni"
        # The server refuses to run as the superuser of the machine.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        here = f"127.0.0.1:{self.port}"
        (self._folder / "patroni.json").write_text(json.dumps(self._settings(here, etcd)), encoding="utf-8")
        self.start()

    def _settings(self, here: str, etcd: int) -> dict[str, Any]:
        found = binaries()
        assert found is not None, "no PostgreSQL on this machine"
        somebody = {"username": "test"}
        shared = {"use_pg_rewind": True, "parameters": {"max_connections": 100, "shared_buffers": "32MB"}}
        timing = {"ttl": TTL_S, "loop_wait": 2, "retry_timeout": 5, "primary_start_timeout": 0}
        return {
            "scope": "fleet",
            "name": self.name,
            "restapi": {"listen": self.rest.removeprefix("http://"), "connect_address": self.rest.removeprefix("http://")},
            "etcd3": {"host": f"127.0.0.1:{etcd}"},
            "bootstrap": {
                "dcs": timing | {"synchronous_mode": True, "postgresql": shared},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}],
            },
            "postgresql": {
                "listen": here,
                "connect_address": here,
                "data_dir": str(self._folder / "data"),
                "bin_dir": str(found),
                "pgpass": str(self._folder / "pgpass"),
                "authentication": {"superuser": somebody, "replication": somebody, "rewind": somebody},
                "parameters": {"unix_socket_directories": ""},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        }  # fmt: skip

    def start(self) -> None:
        """Patroni begins, and whatever PostgreSQL it finds right."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._patroni, self._folder / "patroni.json"], user=self._user, cwd=self._folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            )  # fmt: skip

    def tell(self, number: Signals, *, patroni: bool) -> None:
        """A signal to all processes of its PostgreSQL at once, and to its Patroni before them."""
        if patroni:
            self._process.send_signal(number)
        pids: list[int] = []
        with suppress(FileNotFoundError, ProcessLookupError):
            first = int((self._folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
            pids = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        if number == Signals.SIGKILL:
            until_in_a_process(lambda: not any(map(is_alive, pids)))
            if patroni:
                self._process.wait()

    def told(self) -> dict[str, Any]:
        """What Patroni says of it; nothing while it does not answer."""
        try:
            answer: dict[str, Any] = httpx2.get(f"{self.rest}/patroni", timeout=2).json()
        except (httpx2.HTTPError, ValueError):
            return {}
        return answer

    @property
    def log(self) -> str:
        """The end of what Patroni and PostgreSQL have said."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")[-3000:]


class Cluster:
    """Both, as one database."""

    def __init__(self, folder: Path, programs: Path) -> None:
        etcd = shutil.which("etcd")
        assert etcd is not None, "no etcd on the PATH"
        client, peer = free_port(), free_port()
        urls = [f"http://127.0.0.1:{port}" for port in (client, peer)]
        with (folder / "etcd.log").open("wb") as log:
            self._etcd = subprocess.Popen(
                [etcd, "--data-dir", folder / "etcd", "--listen-client-urls", urls[0], "--advertise-client-urls", urls[0],
                 "--listen-peer-urls", urls[1], "--initial-advertise-peer-urls", urls[1],
                 "--initial-cluster", f"default={urls[1]}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self.members = [Member(name, folder, client, programs) for name in MEMBERS]

    def address(self, database: str) -> str:
        """As `docs/running.md` says it is given."""
        hosts = ",".join(f"127.0.0.1:{member.port}" for member in self.members)
        return f"postgresql://test@{hosts}/{database}?target_session_attrs=primary"

    def sql(self, text: str, database: str = "postgres") -> str:
        """Run statements at the primary."""
        psql = ("psql", self.address(database), "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text)
        until_in_a_process(lambda: self.primary is not None, seconds=PATIENCE_S)
        done = subprocess.run(psql, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @property
    def primary(self) -> Member | None:
        """Who says that it is."""
        told = ((member, member.told()) for member in self.members)
        return next(
            (member for member, said in told if (said.get("role"), said.get("state")) == ("primary", "running")), None
        )

    def is_whole(self) -> bool:
        """Whether a commit waits for the other one, so that nothing is lost with the primary."""
        told = [member.told() for member in self.members]
        return {said.get("role") for said in told} == {"primary", "replica"} and any(
            said.get("sync_standby") for said in told
        )

    def switch_over(self, leader: str) -> None:
        """Ask for it, as an administrator does."""
        asked = httpx2.post(f"{self.members[0].rest}/switchover", json={"leader": leader}, timeout=60)
        assert asked.status_code == 200, asked.text

    def end(self) -> None:
        """End all of it."""
        for member in self.members:
            member.tell(Signals.SIGKILL, patroni=True)
        self._etcd.kill()
        self._etcd.wait()


@contextmanager
def running_patroni(programs: Path) -> Iterator[Cluster]:
    """Both and their etcd, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="graphwright-patroni-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o755)
        cluster = Cluster(folder, programs)
        try:
            until_in_a_process(cluster.is_whole, seconds=PATIENCE_S)
            yield cluster
        except BaseException:
            print("\n".join(member.log for member in cluster.members))
            raise
        finally:
            cluster.end()


class PatroniCrowd(Crowd):
    """Writers whose database moves."""

    async def progress(self, projects: Sequence[str]) -> None:
        before = self.answered(projects)
        await until(lambda: self.answered(projects) > before + 1, seconds=PATIENCE_S)

    async def disturb(self, kind: str, dice: Random) -> None:
        cluster = self.postgres
        assert isinstance(cluster, Cluster)
        await _until(cluster.is_whole)
        await self.progress(PROJECTS)
        old = await asyncio.to_thread(lambda: cluster.primary)
        assert old is not None
        begun = monotonic()
        match kind:
            case "switchover":
                await asyncio.to_thread(cluster.switch_over, old.name)
            case "hung":
                old.tell(Signals.SIGSTOP, patroni=True)
            case _:
                await asyncio.to_thread(old.tell, Signals.SIGKILL, patroni=kind == "lost")
        await _until(lambda: cluster.primary not in {None, old})
        await self.progress([dice.choice(PROJECTS)])
        self.pauses[kind].append(monotonic() - begun)
        print(f"{kind}: {self.pauses[kind][-1]:.1f} s, {self.answered()} acknowledged", flush=True)
        if kind == "hung":
            old.tell(Signals.SIGCONT, patroni=True)  # it wakes, and takes itself for the primary
        elif kind == "lost":
            old.start()


async def _until(is_so: Callable[[], bool]) -> None:
    """Wait for what members are asked for; one that hangs does not hold up the writers."""
    async with asyncio.timeout(PATIENCE_S):
        while not await asyncio.to_thread(is_so):
            await pace(0.1)


def play(folder: Path, programs: Path, *, writers: int, rounds: int, seed: int) -> str:
    """Three servers, so many writers, so often each kind of loss; the figures."""
    kinds = [*KINDS] * rounds
    Random(seed).shuffle(kinds)
    with running_patroni(programs) as cluster:
        cluster.sql(f"CREATE DATABASE {DATABASE}")
        with running_fleet(cluster, DATABASE, folder, SIZE) as servers:
            try:
                tokens = entered(cluster, servers, owner_of(cluster, DATABASE, servers))
                crowd = PatroniCrowd(cluster, servers, tokens)
                asyncio.run(crowd.write(writers, seed, kinds))
            except BaseException:
                print("\n".join(server.log.read_text()[-3000:] for server in servers))
                raise
            assert [server.end() for server in servers] == [0] * SIZE
        asyncio.run(check_journals(cluster.address(DATABASE)))
    lines = [f"{crowd.answered()} changes acknowledged in {len(PROJECTS)} projects, 0 lost, torn or doubled"]
    lines += [
        f"{kind}, {len(pauses)} times: pause of a project p50 {median(pauses):.1f} s, worst {max(pauses):.1f} s"
        for kind, pauses in crowd.pauses.items()
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """The long form."""
    parser = argparse.ArgumentParser(prog="python -m tests.fleet_patroni", description=__doc__)
    parser.add_argument("--patroni", type=Path, required=True, metavar="FOLDER", help="where its programs lie")
    parser.add_argument("--rounds", type=int, default=1, help="in each of them all kinds once")
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        print(play(Path(folder), options.patroni, writers=options.writers, rounds=options.rounds, seed=options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
