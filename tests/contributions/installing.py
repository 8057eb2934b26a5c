"""Packages are installed into a folder, and what plugins bring is loaded, as the program does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from graphwright.contributions.brought import Contributions
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.loading import load_plugins

SECONDS = 5


def install(source: Path, to: Path) -> None:
    """Install a package into a folder, with nothing from the network."""
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert uv is not None
    copied = to.parent / f"{to.name}-source"
    shutil.copytree(source, copied)
    subprocess.run(
        [
            uv,
            *["pip", "install", "--quiet", "--offline", "--no-build-isolation", "--no-deps", "--python"],
            sys.executable,
            "--target",
            str(to),
            str(copied),
        ],
        check=True,
        env={**os.environ, "UV_CACHE_DIR": str(to.parent / "uv")},
    )


async def loaded(*names: str) -> Contributions:
    """What the plugins of these names bring."""
    return await load_plugins(names, PluginLimits(SECONDS))
