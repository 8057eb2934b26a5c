"""What a person at the page waits for, in a headless Chromium without GPU: a large model, a ghost, steps of a run.

Limit: none; a page is judged by seconds. The server, the browser and the script that drives it share the machine. Only
what a step costs the page is compared, with that of a short run. Skipped with a reason where there is no Chromium, no
node or no built page.

Run: python -m benchmarks browser
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks._endless import endless
from benchmarks._served import served
from benchmarks._systems import model
from benchmarks._table import Table
from benchmarks._turns import p95
from graphwright.formats.graph_json import write_graph_json
from graphwright.protocol.ids import ProjectId

ROOT = Path(__file__).parents[1]
NODES = 717
"""And about twice as many relations: the size of a model that one team keeps."""
LONGEST = 9_900
"""Steps; with those that are watched, as many as a run may have."""
SHORT = 100
BLOCK_S = 0.1
SEEN_S = 0.1
STOP_S = 0.2
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The browser to measure in; where one cannot, the reason is printed."""
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    missing = {
        "no Chromium (apt-get install chromium, or set CHROMIUM)": browser is None,
        "no node": shutil.which("node") is None,
        "the page is not built (make web)": not (ROOT / "src/graphwright/server/web/index.html").exists(),
    }
    if reason := next((reason for reason, is_so in missing.items() if is_so), None):
        print(f"skipped: {reason}")
        return None
    return browser


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:
    browser = chromium()
    if browser is None:
        return
    yield from models(folder, browser, rounds=1 if quick else 7)
    yield stops(folder / "stopped", browser, rounds=2 if quick else 30)
    yield from trees(folder, browser, steps=200 if quick else LONGEST, rounds=2 if quick else 40)


def models(folder: Path, browser: str, *, rounds: int) -> Iterator[Table]:
    measured = measure(folder, browser, rounds=rounds)
    opened = Table(f"a model of {NODES} nodes, from the address to the first boxes, rolled up", what="opening")
    opened.add("the first boxes are seen", seconds(measured["opened"]), most=1.5)
    opened.add("the longest block of the page until then", seconds(measured["loadBlock"]))
    opened.add("the longest block after it: zoom, move, select", seconds(measured["laterBlock"]), most=BLOCK_S)
    yield opened
    ghosts = seconds(measured["ghost"])
    table = Table("from Enter to what the sentence will make, offline assistant", what="sentence")
    table.add("something of it is seen", ghosts)
    table.add("the same, p95", [p95(ghosts)], most=SEEN_S)
    yield table


def stops(data: Path, browser: str, *, rounds: int) -> Table:
    taken: list[float] = []
    kept = 0
    with ExitStack() as opened:
        provider = opened.enter_context(endless())
        new = [sys.executable, "-m", "graphwright", "--data", str(data), "new", "stopped"]
        subprocess.run(new, check=True, capture_output=True)
        place = opened.enter_context(served(data, **provider.settings))
        script = ["node", str(ROOT / "web/e2e/measureStop.mjs"), place.link, "stopped", str(rounds)]
        page = opened.enter_context(
            subprocess.Popen(script, stdout=subprocess.PIPE, text=True, env={**os.environ, "CHROMIUM": browser})
        )
        assert page.stdout is not None
        for line in page.stdout:
            pressed, is_kept = line.split()
            provider.heard("speaking")
            taken.append(provider.heard("left") - float(pressed) / 1_000)
            kept += is_kept == "true"
    table = Table("from the Esc key to the provider's closed connection", what="key")
    table.add("while an answer streams", taken, f"{kept} of {rounds} answers kept what was said")
    table.add("the same, p95", [p95(taken)], most=STOP_S)
    return table


def trees(folder: Path, browser: str, *, steps: int, rounds: int) -> Iterator[Table]:
    long, short = (watched(folder / name, browser, size, rounds) for name, size in (("long", steps), ("short", SHORT)))
    read = Table(f"a run of {steps:,} steps in the process drawer", what="time")
    read.add("opening it", long["opened"])
    read.add("the longest block of the page meanwhile", long["openBlock"], most=BLOCK_S)
    read.add("a frame while it is scrolled from the first step to the last", long["frames"])
    read.add("the longest block of the page meanwhile", long["scrollBlock"], most=BLOCK_S)
    yield read
    live = Table(f"from the server's record of a step to the screen, {steps:,} steps above it", what="step")
    for what, name in (("it has begun", "begun"), ("it has ended", "finished")):
        live.add(what, long[name])
        live.add(f"{what}, p95", [p95(long[name])], most=SEEN_S)
    live.add("the longest block of the page meanwhile", long["stepBlock"], most=BLOCK_S)
    yield live
    cost = Table("one step ends, the next begins: what the page works for it, processor time", what="pair")
    cost.limit(f"in a run of {SHORT} steps", short["stepWork"])
    cost.add(f"in a run of {steps:,} steps", long["stepWork"], times=2.0)
    yield cost


def watched(folder: Path, browser: str, steps: int, rounds: int) -> dict[str, list[float]]:
    """A run that goes on by a step whenever the script asks for one."""
    growing = [sys.executable, "-m", "benchmarks._growing", str(folder), str(steps)]
    with subprocess.Popen(growing, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        link = server.stdout.readline().strip()
        script = ["node", str(ROOT / "web/e2e/measureTree.mjs"), link, "tree", str(rounds)]
        told: dict[str, list[float]] = {}
        environment = {**os.environ, "CHROMIUM": browser}
        with subprocess.Popen(script, stdout=subprocess.PIPE, text=True, env=environment) as page:
            assert page.stdout is not None
            for line in page.stdout:
                if line == "step\n":
                    print(file=server.stdin, flush=True)
                else:
                    told = json.loads(line)
    return {name: seconds(samples) for name, samples in told.items()}


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
