"""Measure what a person gets by installing Graphwright without extras, and refuse more than was promised.

Builds the wheel, installs it with the locked versions of its core dependencies into a fresh environment and counts the
distributions and the bytes, bytecode left out. `make measure` runs it; so does CI.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_DISTRIBUTIONS = 20
"""Besides graphwright itself."""
MAX_MEGABYTES = 45.0
"""Of everything, the built pages included. Two binaries are most of it: cryptography 14, apsw 9."""


def pip(*arguments: str) -> None:
    """Run pip of this interpreter, quietly."""
    subprocess.run([sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", *arguments], check=True)


def locked_versions() -> str:
    """The versions of requirements.lock as pip constraints (hashes belong to requirements, not to constraints)."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return "\n".join(line.rstrip("\\ ") for line in lines if "==" in line and not line.startswith((" ", "#")))


def install(folder: Path) -> Path:
    """A fresh environment with the wheel in it; returns its site-packages."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder / "wheel"), str(ROOT))
    (wheel,) = (folder / "wheel").glob("graphwright-*.whl")
    constraints = folder / "constraints.txt"
    constraints.write_text(locked_versions(), encoding="utf-8")
    venv.create(folder / "venv", with_pip=False)
    python = str(folder / "venv" / "bin" / "python")
    pip("--python", python, "install", "--no-compile", "--constraint", str(constraints), str(wheel))
    (site_packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    return site_packages


def size_of(folder: Path) -> int:
    """Bytes of all files below `folder`, bytecode left out."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")


def main() -> int:
    """Print the table; 1 when a limit is broken."""
    with tempfile.TemporaryDirectory(prefix="graphwright-install-") as name:
        site_packages = install(Path(name))
        found = sorted(f"{each.name} {each.version}" for each in distributions(path=[str(site_packages)]))
        megabytes = size_of(site_packages) / 1e6
    print("\n".join(f"  {line}" for line in found))
    brought = len(found) - 1
    print(f"{brought} distributions besides graphwright, at most {MAX_DISTRIBUTIONS} allowed")
    print(f"{megabytes:.1f} MB, at most {MAX_MEGABYTES:.0f} MB allowed")
    return int(brought > MAX_DISTRIBUTIONS or megabytes > MAX_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main())
