"""A new plugin in a folder: a package with a rule, a format, a workflow and their tests, which pass as they stand."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from string import Template
from typing import Final

from graphwright.errors import InvalidCommand

_NAME: Final = re.compile(r"[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?")
"""Of a package; with what the template adds it is a name of a format, too."""
_FILES: Final = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "init.py.txt": "src/$module/__init__.py",
    "rules.py.txt": "src/$module/rules.py",
    "formats.py.txt": "src/$module/formats.py",
    "workflows.py.txt": "src/$module/workflows.py",
    "test_plugin.py.txt": "tests/test_plugin.py",
}
"""Files of the template, and what becomes of each."""


def write_plugin(name: str, folder: Path) -> list[Path]:
    """Write the plugin into a folder that is empty or does not exist yet; answers with the files.

    `InvalidCommand` for a name that no package can have, and for a folder with something in it.
    """
    if not _NAME.fullmatch(name):
        message = f"{name[:40]!r} is no name of a plugin: use small letters, digits and '-', at most 24, a letter first"
        raise InvalidCommand(message)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder} has something in it already; choose another folder"
        raise InvalidCommand(message)
    values = {"name": name, "module": name.replace("-", "_")}
    made = [folder / Template(path).substitute(values) for path in _FILES.values()]
    texts = resources.files("graphwright.plugin") / "template"
    for source, path in zip(_FILES, made, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template((texts / source).read_text(encoding="utf-8")).substitute(values), encoding="utf-8")
    return made
