"""A PostgreSQL of the tests' own: made in a temporary folder, reached through a socket there, gone when they end.

They may be ended by a signal, so a shell waits beside them, and tidies up when nobody is there who could.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from tests.waiting import until_in_a_process

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "autovacuum": "off",
}
_WHEN_NOBODY_IS_THERE = """
read _
kill -QUIT $(head -n 1 "$0/data/postmaster.pid")
rm -rf "$0"
"""


def binaries() -> Path | None:
    """Where this machine keeps its newest PostgreSQL, if it has one."""
    found = shutil.which("initdb")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return places[-1] if places else Path(found).resolve().parent if found else None


class Postgres:
    """A running server."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool) -> None:
        self.folder = folder
        self._programs = programs
        self._settings = SETTINGS | {"fsync": "on" if durable else "off", "unix_socket_directories": str(folder)}
        # The server refuses to run as the superuser of the machine.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user is not None:
            user = pwd.getpwnam(self._user)
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "--no-sync", "-U", "test", "--auth=trust", "--encoding=UTF8", "--locale=C", self.data)

    @property
    def data(self) -> str:
        """Its data folder."""
        return str(self.folder / "data")

    @property
    def pid(self) -> int:
        """Of its first process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def address(self, database: str = "postgres", user: str = "test") -> str:
        """Where a database of it is reached."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = " ".join(f"-c {name}={value}" if value else f"-c {name}=''" for name, value in self._settings.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", self.data, "-l", log, "-o", options)

    def kill(self) -> None:
        """End it as a loss of power would: all its processes at once, without a word to them."""
        first = self.pid
        os.kill(first, signal.SIGSTOP)  # it begins none meanwhile
        pids = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        until_in_a_process(lambda: not any(map(is_alive, pids)))
        for lock in (self.folder / "data" / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            lock.unlink()  # it names a process that nobody may have buried yet

    def stop(self) -> None:
        """Stop it."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", self.data)

    def fail_over(self) -> None:
        """Be from now on what a standby is that was promoted: the same data, on a timeline of its own."""
        self.stop()
        signal_file = self.folder / "data" / "standby.signal"
        signal_file.touch()
        if self._user is not None:
            user = pwd.getpwnam(self._user)
            os.chown(signal_file, user.pw_uid, user.pw_gid)
        self.start()
        self._run("pg_ctl", "promote", "-w", "-D", self.data)

    def sql(self, text: str, database: str = "postgres") -> str:
        """Run statements as its administrator, and give what they answer."""
        command = ("psql", "-h", str(self.folder), "-U", "test", "-d", database, "-qAtX", "-v", "ON_ERROR_STOP=1")
        return self._run(*command, "-c", text).strip()

    def _run(self, program: str, *arguments: str) -> str:
        # Into a file and not a pipe: the server that `pg_ctl` leaves behind would hold a pipe open.
        with tempfile.TemporaryFile() as told:
            done = subprocess.run(
                [self._programs / program, *arguments], user=self._user, cwd="/", stdin=subprocess.DEVNULL,
                stdout=told, stderr=subprocess.STDOUT, timeout=60, check=False, env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            )  # fmt: skip
            told.seek(0)
            answer = told.read().decode()
        log = self.folder / "log"
        assert done.returncode == 0, f"{program}: {answer}{log.read_text()[-2000:] if log.exists() else ''}"
        return answer


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has died and was not buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A server for as long as the block lasts; `durable` = every commit is synced to the disk."""
    programs = binaries()
    if programs is None:
        missing = "no PostgreSQL on this machine: install it, or put its programs on the PATH"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    folder = Path(tempfile.mkdtemp(prefix="graphwright-postgres-"))
    waiting = subprocess.Popen(
        ["sh", "-c", _WHEN_NOBODY_IS_THERE, folder], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    with waiting:  # what it reads from ends with this process
        try:
            folder.chmod(0o755)
            server = Postgres(programs, folder, durable=durable)
            server.start()
            try:
                yield server
            finally:
                with suppress(AssertionError, FileNotFoundError):  # a test may have ended it
                    server.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            waiting.kill()


async def emptied(address: str) -> None:
    """Forget whatever an earlier test has kept there."""
    connection = await asyncpg.connect(address)
    await connection.execute("DROP SCHEMA IF EXISTS graphwright CASCADE")
    await connection.close()
