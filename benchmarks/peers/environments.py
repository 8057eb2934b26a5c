"""An environment for each peer: made once from its locked versions, with hashes, and kept in the user's cache folder.

pip installs them as it is set up on this machine. What cannot be had here is told as a reason and is no failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import Final, NamedTuple

from scripts import measure_install

LOCKS: Final = Path(__file__).with_name("locks")
NEWER: Final = {"nodum": (3, 12)}
"""Peers that need a later Python than we do."""
PATIENCE_S: Final = 1_800
OF_SQLITE: Final = {
    "dbos": "sqlite3.sqlite_version_info >= (3, 42)",
    "nodum": "sqlite3.Connection.enable_load_extension",
}
"""What a peer asks of Python's own SQLite; where that lacks it, pysqlite3 of its lock takes its place."""


class Environment(NamedTuple):
    """Where a peer is installed."""

    python: Path
    site_packages: Path

    @property
    def commands(self) -> Path:
        return self.python.parent

    def version(self, package: str) -> str:
        """Of one distribution in it."""
        return next(each.version for each in distributions(name=package, path=[str(self.site_packages)]))

    def megabytes(self) -> float:
        """Of all its files, bytecode left out."""
        return measure_install.size_of(self.site_packages) / 1e6

    def packages(self) -> int:
        """How many distributions are in it."""
        return len({each.name for each in distributions(path=[str(self.site_packages)])})


def ours(folder: Path) -> Environment:
    """Graphwright as people install it: the wheel and its locked dependencies, no extras; made anew."""
    folder.mkdir(parents=True)
    measure_install.install(folder)
    return _environment(folder / "venv")


def of_peer(name: str, *, make: bool = True) -> Environment | str:
    """The peer's environment, or why it cannot be had. `make`: install it where it is not there yet."""
    python = _python(*NEWER.get(name, (0, 0)))
    if python is None:
        return f"needs Python {'.'.join(map(str, NEWER[name]))}; set PYTHON312 to one"
    place = _place(name, python)
    if (place / "ready").exists():
        return _environment(place)
    if not make:
        return "not installed"
    print(f"peers: installing {name}, once; this takes minutes", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin" / "python"), "-qq", "--disable-pip-version-check"]
    asked = ["install", "--no-input", "--no-deps", "--require-hashes", "-r", str(LOCKS / f"{name}.lock")]
    for command in ([python, "-m", "venv", "--without-pip", str(place)], [*pip, *asked]):
        done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return "cannot be installed here"
    _renew_sqlite(name, _environment(place))
    (place / "ready").touch()
    return _environment(place)


def _renew_sqlite(name: str, made: Environment) -> None:
    """Put pysqlite3 in the place of Python's own SQLite, where that lacks what the peer asks of it."""
    test = f"import sqlite3; assert {OF_SQLITE.get(name, True)}"
    if subprocess.run([made.python, "-c", test], check=False, stderr=subprocess.DEVNULL).returncode:
        line = 'import sys; sys.modules["sqlite3"] = __import__("pysqlite3")\n'
        (made.site_packages / "newer_sqlite.pth").write_text(line, "utf-8")


def _environment(place: Path) -> Environment:
    (site_packages,) = (place / "lib").glob("python*/site-packages")
    return Environment(place / "bin" / "python", site_packages)


def _place(name: str, python: str) -> Path:
    """A folder of the cache that only these versions use, on this Python."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    made_of = (LOCKS / f"{name}.lock").read_bytes() + str(Path(python).resolve()).encode()
    return Path(cache) / "graphwright" / "peers" / f"{name}-{sha256(made_of).hexdigest()[:12]}"


def _python(*least: int) -> str | None:
    """This interpreter where it is new enough, else one that the surroundings offer."""
    if sys.version_info >= least:
        return sys.executable
    for name in (os.environ.get("PYTHON312"), "python3.13", "python3.12"):
        found = name and shutil.which(name)
        if found and subprocess.run([found, "-c", ""], check=False, capture_output=True).returncode == 0:
            return found
    return None
