"""The source of the program and of its tests, as tests of its shape look at it: found once, parsed once in a process."""

from __future__ import annotations

import ast
import gc
import os
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "graphwright"
TESTS = ROOT / "tests"
MODULES = sorted(PACKAGE.rglob("*.py"))

NodeT = TypeVar("NodeT", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def inside(module: Path) -> str:
    """Where a module stands in the package: `graph/rules/base.py`."""
    return module.relative_to(PACKAGE).as_posix()


def files_below(folder: Path) -> list[Path]:
    """All files of a folder but what npm and the interpreter put there, which are thousands."""
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in {"node_modules", "__pycache__"}]  # it goes into these
        found += [Path(where, name) for name in names]
    return sorted(found)


@cache
def modules_of_tests() -> list[Path]:
    """Every Python file of the tests."""
    return [path for path in files_below(TESTS) if path.suffix == ".py"]


@cache
def tree_of(module: Path) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(module.read_text(encoding="utf-8"), filename=str(module))


@cache
def _by_kind(module: Path) -> dict[type[ast.AST], list[ast.AST]]:
    found: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(tree_of(module)):
        found[type(node)].append(node)
    gc.freeze()  # millions of nodes are no garbage: more than half of the time went into looking at them again
    return dict(found)


def nodes_of(module: Path, kind: type[NodeT]) -> list[NodeT]:
    """What a module holds of one kind of syntax, at any depth; the outer ones come first."""
    return cast("list[NodeT]", _by_kind(module).get(kind, []))


def functions_of(module: Path) -> list[Function]:
    """Every function and method of a module."""
    return [*nodes_of(module, ast.FunctionDef), *nodes_of(module, ast.AsyncFunctionDef)]
