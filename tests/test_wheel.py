"""What people install: the wheel holds the whole package, the built page included, so that nobody else needs node."""

from __future__ import annotations

import gzip
import re
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PAGE = "graphwright/server/web/"
LANGUAGES = sorted(index.parent.name for index in (ROOT / "web" / "src" / "locales").glob("*/index.ts"))
FIRST_LOAD = 300_000
"""Bytes of script, zipped, before the page can be used."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of a wheel built from this tree, its own records left out."""
    assert (SOURCES / PAGE / "index.html").is_file(), (
        "the page is not built, so a wheel would be without it: `make web`"
    )
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.startswith("graphwright-")}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel):
    """Profiles, py.typed and the page travel with the code."""
    files = (path for path in (SOURCES / "graphwright").rglob("*") if path.is_file())
    assert wheel.keys() == {path.relative_to(SOURCES).as_posix() for path in files if "__pycache__" not in path.parts}


def test_the_page_in_the_wheel_is_whole(wheel):
    """What it names is there: its scripts and styles, and what these load later."""
    named = set(named_by(wheel, "index.html"))
    scripts = [name for name in wheel if name.startswith(PAGE) and name.endswith((".js", ".css"))]
    named |= {other for script in scripts for other in named_by(wheel, script.removeprefix(PAGE))}

    assert named, "a page without a script"
    assert {name for name in named if PAGE + name not in wheel} == set()


@pytest.mark.requirement("U-237")
def test_the_page_brings_no_source_maps_and_asks_nobody_else(wheel):
    page = wheel[PAGE + "index.html"].decode()

    assert [name for name in wheel if name.endswith(".map")] == []
    assert re.findall(r"""(?:src|href)=["'](?:https?:)?//[^"']*""", page) == []


@pytest.mark.requirement("U-237")
def test_the_first_script_load_is_small(wheel):
    """Everything that a browser runs to show the three canvases in one language, the longest; layouts are computed in
    workers, drawers come when they are opened.
    """
    canvases = [name.removeprefix(PAGE) for name in wheel if re.search(r"/(?:Graph|Table)Canvas-[^/]*\.js$", name)]
    waiting = [*(name for name in named_by(wheel, "index.html") if name.endswith(".js")), *canvases]
    loaded: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in loaded:
            loaded.add(name)
            waiting += imported_by(wheel, name)

    languages = [name for name in wheel if re.search(rf"/assets/(?:{'|'.join(LANGUAGES)})-[^/]*\.js$", name)]

    assert len(canvases) == 2
    assert len(languages) == len(LANGUAGES) >= 3
    assert {name.removeprefix(PAGE) for name in languages} & loaded == set(), "nobody reads every language"
    read = max(zipped(wheel[name]) for name in languages)
    assert 0 < sum(zipped(wheel[PAGE + name]) for name in loaded) + read <= FIRST_LOAD


def zipped(script: bytes) -> int:
    return len(gzip.compress(script, 9, mtime=0))


def imported_by(wheel: dict[str, bytes], name: str) -> list[str]:
    """Scripts that one of them cannot run without; what it only imports later is not among them."""
    text = wheel[PAGE + name].decode()
    return [f"assets/{found}" for found in re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)]


def named_by(wheel: dict[str, bytes], name: str) -> list[str]:
    """Files of the page that one of them names: in attributes of HTML, by a name with its hash in scripts and styles."""
    text = wheel[PAGE + name].decode()
    if name.endswith(".html"):
        return re.findall(r"""(?:src|href)="/([^"]+)\"""", text)
    return [
        f"assets/{found}"
        for found in re.findall(r"""(?:\./|/?assets/)([\w.-]+-[\w-]{8}\.(?:js|css|woff2|svg|png))""", text)
    ]
