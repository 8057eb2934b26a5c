"""A plugin of pytest that plants one mutant before anything of the program is imported; no file on the disk changes.

`MUTANT` names it: a file, a colon, its number. Only this process has it: what tests start as programs is sound.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from scripts.mutation.mutants import planted

SOURCES = Path("src")


class PlantedLoader(SourceFileLoader):
    """Loads the one file with its mutant, past what is kept of it compiled."""

    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self._number = number

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        code: CodeType = compile(planted(source, self._number), self.path, "exec", dont_inherit=True)
        return code


class PlantedFinder(MetaPathFinder):
    """Finds the one module that has a mutant, and nothing else."""

    def __init__(self, path: Path, number: int) -> None:
        parts = path.relative_to(SOURCES.absolute()).with_suffix("").parts
        self._name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self._loader = PlantedLoader(self._name, str(path), number)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._loader.path, loader=self._loader)


if named := os.environ.get("MUTANT"):
    file, _, number = named.rpartition(":")
    sys.meta_path.insert(0, PlantedFinder(Path(file).absolute(), int(number)))
