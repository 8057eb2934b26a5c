"""What the lock files hold: every distribution of Python and every package of npm, with version and digests."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Ecosystem: TypeAlias = Literal["PyPI", "npm"]

ROOT: Final = Path(__file__).resolve().parents[2]
PYTHON_LOCKS: Final = ("requirements.lock", "requirements-dev.lock", "requirements-judges.lock")
NPM_LOCKS: Final = (
    "web/package-lock.json",
    "tests/interop/judges/package-lock.json",
    "tests/oidc/idp/package-lock.json",
)
SHIPPED: Final = ("requirements.lock", "web/package-lock.json")
"""What people who install Graphwright get; the others build, check and judge it."""
_LINE: Final = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==([^\s;\\]+)")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class LockedPackage(NamedTuple):
    """One package at one version."""

    ecosystem: Ecosystem
    name: str
    version: str
    lock: str
    is_shipped: bool
    digests: tuple[tuple[str, str], ...]
    """Algorithm and hexadecimal digest of each file that the lock allows."""


def locked_packages() -> list[LockedPackage]:
    """Those of all lock files."""
    python = [each for lock in PYTHON_LOCKS for each in _of_python(lock)]
    return [*python, *(each for lock in NPM_LOCKS for each in _of_npm(lock))]


def _of_python(lock: str) -> Iterator[LockedPackage]:
    name = version = ""
    digests: list[tuple[str, str]] = []
    for line in [*(ROOT / lock).read_text(encoding="utf-8").splitlines(), "end==0"]:
        found = _LINE.match(line)
        if found and name:
            yield LockedPackage("PyPI", name, version, lock, lock in SHIPPED, tuple(digests))
        if found:
            name, version, digests = found[1], found[2], []
        digests += [("SHA-256", each) for each in _HASH.findall(line)]


def _of_npm(lock: str) -> Iterator[LockedPackage]:
    packages: dict[str, dict[str, Any]] = json.loads((ROOT / lock).read_text(encoding="utf-8"))["packages"]
    for place, told in packages.items():
        if not place or "version" not in told:
            continue
        name = told.get("name") or place.rpartition("node_modules/")[2]
        algorithm, _, digest = str(told.get("integrity", "")).partition("-")
        digests = ((f"SHA-{algorithm[3:]}", base64.b64decode(digest).hex()),) if digest else ()
        shipped = lock in SHIPPED and not told.get("dev", False)
        yield LockedPackage("npm", name, str(told["version"]), lock, shipped, digests)
