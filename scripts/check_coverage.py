"""Hold the branch coverage of the last test run against its goal: 95 % of the core, 88 % of everything.

Reads what `make test COVERAGE=1` has left, prints a row per folder, and names the lines of the core that no test went
through. A share counts statements and branches alike, as coverage.py itself does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = "src/graphwright/"
CORE: Final = (
    "protocol",
    "graph",
    "formats",
    "operations",
    "store",
    "runs",
    "rooms",
    "fold.py",
    "projects.py",
    "bus.py",
)
"""What a mistake in would cost somebody's work: the model, the one door, the journal, the runs, the rooms."""
CORE_SHARE: Final = 95.0
WHOLE_SHARE: Final = 88.0
SHOWN_GAPS: Final = 30


def measured() -> dict[str, Any]:
    """The files of the last run with their figures."""
    coverage = (sys.executable, "-m", "coverage")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        subprocess.run([*coverage, "combine", "--quiet"], check=False)  # nothing to combine the second time
        subprocess.run([*coverage, "json", "--quiet", "-o", str(report)], check=True)
        files: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["files"]
        return files


def share_of(summaries: list[dict[str, int]]) -> float:
    """Percent of statements and branches that were gone through."""
    covered = sum(each["covered_lines"] + each["covered_branches"] for each in summaries)
    there = sum(each["num_statements"] + each["num_branches"] for each in summaries)
    return 100 * covered / there if there else 100.0


def judged(files: dict[str, Any]) -> tuple[list[str], bool]:
    """The table, the gaps of the core, and whether both promises are kept."""
    folders: defaultdict[str, list[dict[str, int]]] = defaultdict(list)
    gaps: list[str] = []
    for name, file in sorted(files.items()):
        place = name.removeprefix(PACKAGE)
        folder = place.split("/")[0]
        folders[folder].append(file["summary"])
        if folder in CORE and file["missing_lines"]:
            gaps.append(f"  {place}: lines {', '.join(map(str, file['missing_lines'][:12]))}")
    core = share_of([each for folder in CORE for each in folders.get(folder, ())])
    whole = share_of([each for summaries in folders.values() for each in summaries])
    lines = [
        f"{share_of(summaries):6.1f} %  {folder}{'  (core)' if folder in CORE else ''}"
        for folder, summaries in sorted(folders.items())
    ]
    lines += ["core lines that no test goes through:", *gaps[:SHOWN_GAPS]]
    lines.append(f"core {core:.1f} % (at least {CORE_SHARE}), everything {whole:.1f} % (at least {WHOLE_SHARE})")
    return lines, core >= CORE_SHARE and whole >= WHOLE_SHARE


def main() -> int:
    """Print the table; 1 where a promise is broken."""
    lines, is_kept = judged(measured())
    print(*lines, sep="\n")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
