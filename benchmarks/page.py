"""What a person at the page waits for on large models: 5,000, 50,000 and 100,000 nodes, in a Chromium without GPU.

Limit: none; a page is judged by seconds. Beside each stands the processor time of the page's own thread, which other
programs on the machine change little. Importing the largest takes minutes, so it is no part of `make bench`. Skipped
with a reason as `browser` is.

Run: python -m benchmarks page
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks._served import served
from benchmarks._systems import model
from benchmarks._table import Table
from benchmarks.browser import ROOT, chromium
from graphwright.formats.graph_json import write_graph_json
from graphwright.protocol.ids import ProjectId

SIZES = (5_000, 50_000, 100_000)
ROUNDS = 3
OPENED_S = {5_000: 2.0, 50_000: 5.0}
FOUND_S = 0.3
FRAME_S = 0.033
SENT = 5_000
"""KB, of all that a first visit brings: the page and a model of the largest size."""
SHIFT = 50
"""Thousandths of the page that moved by itself."""

Figures = Mapping[str, float]


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    browser = chromium()
    if browser is None:
        return
    sizes = (300,) if quick else SIZES
    measured = {size: list(visits(folder, browser, size, 1 if quick else ROUNDS)) for size in sizes}
    for size, each in measured.items():
        yield waits(size, each)
    sent = Table("all that a first visit brings over the line, page and model", what="visit", unit="KB")
    shift = Table("how much of the page moves by itself until it stands still", what="visit", unit="thousandths")
    for size, each in measured.items():
        goal = SENT if size == max(SIZES) else None
        sent.add(f"{size:,} nodes", [visit["received"] / 1_000 for visit in each], most=goal)
        shift.add(f"{size:,} nodes", [visit["shift"] * 1_000 for visit in each], most=SHIFT)
    yield sent
    yield shift


def waits(size: int, visits: list[Figures]) -> Table:
    table = Table(f"a model of {size:,} nodes", what="visit")

    def add(name: str, of: str, most: float | None = None) -> None:
        table.add(name, [visit[of] / 1_000 for visit in visits], most=most)

    add("from the address to the first boxes", "opened", OPENED_S.get(size))
    add("of this, the page's thread works", "openWork")
    add("from Enter in the palette to the element in the middle", "found", FOUND_S if size == min(SIZES) else None)
    add("of this, the page's thread works", "foundWork")
    add("a frame while one moves the picture, p95", "pan", FRAME_S)
    add("a frame while one zooms, p95", "zoom", FRAME_S)
    return table


def visits(folder: Path, browser: str, size: int, rounds: int) -> Iterator[Figures]:
    made = model(size)
    file = folder / f"{size}.json"
    file.write_text(write_graph_json(made, ProjectId("large")), encoding="utf-8")
    data = folder / f"data-{size}"
    command = [sys.executable, "-m", "graphwright", "--data", str(data), "import", "large", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    wanted = [node.name for node in made.nodes.values() if node.node_type == "REQ"][-rounds:]
    for name in wanted:
        # A server of its own, because its link lets the owner in once.
        with served(data) as place:
            script = ["node", str(ROOT / "web/e2e/measureLarge.mjs"), place.link, "large", name]
            environment = {**os.environ, "CHROMIUM": browser}
            ran = subprocess.run(script, check=True, capture_output=True, text=True, env=environment)
        told = json.loads(ran.stdout)
        yield {**told, "received": told["bytes"]["received"]}
