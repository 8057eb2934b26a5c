"""Builds what is published, and what proves where it comes from: `python -m scripts.supply.release [--out dist]`.

The wheel is built twice from two copies of the tracked files, and must be the same bytes. Beside it: the bill of
materials, the provenance (in-toto statement, SLSA 1.0) and the digests of all of them. Nothing is signed: a key belongs
to whoever publishes, who signs `SHA256SUMS` with it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from scripts.supply.bill import bill
from scripts.supply.commit import commit, commit_time, git, is_clean
from scripts.supply.locks import NPM_LOCKS, PYTHON_LOCKS, ROOT

PAGE: Final = Path("src/graphwright/server/web")
BUILD_TYPE: Final = "urn:graphwright:build:wheel:1"


def wheel(page: Path, folder: Path, *, name: str) -> Path:
    """A wheel of the tracked files and the built page, made in a folder of its own."""
    source, made = folder / name, folder / f"{name}-wheel"
    for path in git("ls-files", "-z").split("\0"):
        if path and (ROOT / path).is_file():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, source / path)
    shutil.copytree(page, source / PAGE)
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(int(commit_time().timestamp()))}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env=environment)
    (built,) = made.glob("*.whl")
    return built


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def provenance(built: list[Path]) -> dict[str, Any]:
    """Where these files come from, as others read it."""
    locks = [*PYTHON_LOCKS, *NPM_LOCKS]
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": path.name, "digest": {"sha256": digest(path)}} for path in built],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {"commit": commit(), "isClean": is_clean()},
                "internalParameters": {"sourceDateEpoch": int(commit_time().timestamp())},
                "resolvedDependencies": [
                    {"uri": f"git+commit:{commit()}", "digest": {"gitCommit": commit()}},
                    *({"name": lock, "digest": {"sha256": digest(ROOT / lock)}} for lock in locks),
                ],
            },
            "runDetails": {"builder": {"id": f"{BUILD_TYPE}#whoever-runs-it"}},
        },
    }


def release(out: Path, page: Path) -> list[Path]:
    """Build into a folder; `AssertionError` where two builds differ."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="graphwright-release-") as name:
        first, second = (wheel(page, Path(name), name=each) for each in ("first", "second"))
        if first.read_bytes() != second.read_bytes():
            raise AssertionError("two wheels of one commit are different bytes")
        kept = Path(shutil.copy2(first, out))
    sbom, proof = out / "sbom.cdx.json", out / "provenance.intoto.json"
    sbom.write_text(bill(commit_time()) + "\n", encoding="utf-8")
    proof.write_text(json.dumps(provenance([kept, sbom]), indent=1) + "\n", encoding="utf-8")
    sums = out / "SHA256SUMS"
    sums.write_text("".join(f"{digest(path)}  {path.name}\n" for path in (kept, sbom, proof)), encoding="utf-8")
    return [kept, sbom, proof, sums]


def main() -> int:
    """Build, and tell what lies there."""
    asked = argparse.ArgumentParser(prog="python -m scripts.supply.release", description=__doc__)
    asked.add_argument("--out", type=Path, default=Path("dist"), help="folder (default: dist)")
    out: Path = asked.parse_args().out
    if not (ROOT / PAGE / "index.html").is_file():
        print("build the page first: make web")
        return 1
    for path in release(out, ROOT / PAGE):
        print(f"{digest(path)}  {path}")
    if not is_clean():
        print("the working tree holds changes that the commit does not; the provenance says so")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
