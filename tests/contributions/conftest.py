"""Plugins for tests: the example as it is installed, and others that are written by hand with all that may be wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.contributions.installing import install

ROOT = Path(__file__).resolve().parents[2]

MakePlugin = Callable[..., None]


@pytest.fixture
def site(tmp_path, monkeypatch) -> Path:
    """A folder that this process and those that it starts find packages in."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    return folder


@pytest.fixture(scope="session")
def _installed_example(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "site"
    install(ROOT / "examples" / "plugin", folder)
    return folder


@pytest.fixture
def example(site, _installed_example) -> str:
    """The example of the manual, installed; its name."""
    shutil.copytree(_installed_example, site, dirs_exist_ok=True)
    return "review-pack"


@pytest.fixture
def make_plugin(site) -> MakePlugin:
    """Writes an installed package: its name, its module, and its entry points by group."""

    def make(name: str, module: str, version: str = "0.1", **points: Mapping[str, str]) -> None:
        package = name.replace("-", "_")
        (site / f"{package}.py").write_text(module)
        facts = site / f"{package}-{version}.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        groups = {
            group: "".join(f"{each} = {package}:{place}\n" for each, place in named.items())
            for group, named in points.items()
        }
        text = "".join(f"[graphwright.{group}]\n{lines}" for group, lines in groups.items())
        (facts / "entry_points.txt").write_text(text)

    return make
