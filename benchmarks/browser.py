"""What a person at the page waits for, in a headless Chromium without GPU: a large model to open, a ghost to appear.

Limit: none; a page is judged by seconds. The server, the browser and the script that drives it share the machine.
Skipped with a reason where there is no Chromium, no node or no built page.

Run: python -m benchmarks browser
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import quantiles

from benchmarks._served import served
from benchmarks._systems import model
from benchmarks._table import Table
from graphwright.formats.graph_json import write_graph_json
from graphwright.protocol.ids import ProjectId

ROOT = Path(__file__).parents[1]
NODES = 717
"""And about twice as many relations: the size of a model that one team keeps."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    missing = {
        "no Chromium (apt-get install chromium, or set CHROMIUM)": browser is None,
        "no node": shutil.which("node") is None,
        "the page is not built (make web)": not (ROOT / "src/graphwright/server/web/index.html").exists(),
    }
    if reason := next((reason for reason, is_so in missing.items() if is_so), None):
        print(f"skipped: {reason}")
        return
    measured = measure(folder, str(browser), rounds=1 if quick else 7)
    opened = Table(f"a model of {NODES} nodes, from the address to the first boxes, rolled up", what="opening")
    opened.add("the first boxes are seen", seconds(measured["opened"]), most=1.5)
    opened.add("the longest block of the page until then", seconds(measured["loadBlock"]))
    opened.add("the longest block after it: zoom, move, select", seconds(measured["laterBlock"]), most=0.1)
    yield opened
    ghosts = seconds(measured["ghost"])
    table = Table("from Enter to what the sentence will make, offline assistant", what="sentence")
    table.add("something of it is seen", ghosts)
    table.add("the same, p95", [quantiles(ghosts, n=20, method="inclusive")[-1]], most=0.1)
    yield table


def measure(folder: Path, browser: str, *, rounds: int) -> dict[str, list[float]]:
    file = folder / "model.json"
    file.write_text(write_graph_json(model(NODES), ProjectId("large")), encoding="utf-8")
    environment = {**os.environ, "GRAPHWRIGHT_DATA": str(folder / "data"), "CHROMIUM": browser}
    command = [sys.executable, "-m", "graphwright"]
    subprocess.run([*command, "import", "large", str(file)], check=True, capture_output=True, env=environment)
    said = [*command, "say", "empty", "Create the system Shop"]
    subprocess.run(said, check=True, capture_output=True, env=environment)
    script = ROOT / "web/e2e/measure.mjs"
    with served(folder / "data") as place:
        done = subprocess.run(
            ["node", str(script), place.link, "large", "empty", str(rounds)],
            check=True, stdout=subprocess.PIPE, text=True, timeout=300, env=environment,
        )  # fmt: skip
    measured: dict[str, list[float]] = json.loads(done.stdout)
    return measured


def seconds(milliseconds: Sequence[float]) -> list[float]:
    return [each / 1000 for each in milliseconds]
