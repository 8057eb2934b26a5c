"""How it is tested, in numbers: read from the test files, never run."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Final

from scripts.manual.tables import table

_SOURCES: Final = import_module("tests.sources")
TESTS: Final[Path] = _SOURCES.TESTS


def test_counts() -> str:
    """Test functions by folder. A function with a table of cases counts once, a contract once for all stores."""
    counts: defaultdict[str, list[int]] = defaultdict(list)
    for path in _SOURCES.modules_of_tests():
        number = _tests_in(path)
        if number:
            counts["the repository" if path.parent == TESTS else path.relative_to(TESTS).parts[0]].append(number)
    rows = [(folder, str(len(numbers)), str(sum(numbers))) for folder, numbers in sorted(counts.items())]
    files, tests = sum(map(len, counts.values())), sum(map(sum, counts.values()))
    return table(("Folder", "Files", "Tests"), [*rows, ("all", str(files), str(tests))])


def requirement_counts() -> str:
    """How many rows of requirements there are, and how many of them a test names."""
    listed = import_module("tests.requirements")
    due: dict[str, str] = listed.REQUIREMENTS
    later: dict[str, str] = listed.LATER
    reader = import_module("tests.test_requirements")
    marked = {
        name
        for path in _SOURCES.modules_of_tests()
        if path.name != "test_requirements.py"
        for name, _ in reader.marks_in(path)
    }
    kinds = sorted({name.partition("-")[0] for name in (*due, *later)})
    rows = [
        (
            f"{kind}-",
            *(str(sum(name.startswith(f"{kind}-") for name in names)) for names in (due, due.keys() & marked, later)),
        )
        for kind in kinds
    ]
    total = ("all", str(len(due)), str(len(due.keys() & marked)), str(len(later)))
    return table(("Rows", "Due", "With a test", "Due in a later story"), [*rows, total])


_FIGURES: Final = (
    (
        "store/test_crash.py",
        r"crash_loop\(InFolder\(tmp_path\), (\d+)\)",
        "kills of a writing process (slow)",
    ),
    ("stories/test_crash.py", r"kills=(\d+)", "kills of the whole program, waits included (slow)"),
    (
        "store/test_simulated.py",
        r"simulated\(\w+, range\((\d+)\)\)",
        "seeds of power cuts on a simulated disk (simulation)",
    ),
    (
        "simulation/test_simulation.py",
        r"history\(seed\) for seed in range\((\d+)\)",
        "histories of a whole server whose network, clock and disk fail (simulation)",
    ),
    (
        "simulation/__main__.py",
        r"^COUNT = (\d+)",
        "of these in continuous integration (`make simulation`)",
    ),
    ("runs/test_replay.py", r"for seed in range\((\d+)\)", "random schedulers for one journal of a run"),
    ("sync/test_crash_loop.py", r"kills=(\d+)", "kills of a server with four clients that write (slow)"),
    (
        "sync/test_fuzz.py",
        r"range\(\d+, (\d+), 20\)",
        "seeded histories of two to five clients whose lines break (most slow)",
    ),
    ("rooms/test_load.py", r"^CLIENTS = ([\d_]+)", "clients of one room, slow and dead ones among them (slow)"),
    ("operations/test_histories.py", r"max_examples=(\d+)", "random histories of two people (slow)"),
)


def figures() -> str:
    """Counts that stand in the tests as numbers; of several in one file the largest."""
    rows: list[tuple[str, str]] = []
    for name, pattern, what in _FIGURES:
        numbers = [
            int(number) for number in re.findall(pattern, (TESTS / name).read_text(encoding="utf-8"), re.MULTILINE)
        ]
        if not numbers:
            message = f"tests/{name} holds no {pattern!r} any more; say in scripts/manual/testing.py where it went"
            raise SystemExit(message)
        rows.append((f"{max(numbers):,}", what))
    return table(("How many", "What"), rows)


def _tests_in(path: Path) -> int:
    return sum(each.name.startswith("test_") for each in _SOURCES.functions_of(path))
