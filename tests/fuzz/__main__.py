"""Fuzzes the readers, guided by coverage: `python -m tests.fuzz [TARGET ...] [--inputs N] [--seconds S]`.

One process for each target, one after the other. What is new in coverage is kept in `.fuzz` for the next run; an input
that fails is written to `.fuzz/TARGET/crash-...`, its error is shown, and the command ends with 1. Once it is mended it
moves into `tests/fuzz/corpus/TARGET`, which the tests read again for ever.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

CORPUS: Final = Path(__file__).with_name("corpus")
WORK: Final = Path(".fuzz")
MAX_MEGABYTES: Final = 2_000
INSTRUMENTED: Final = [
    f"graphwright.{each}" for each in ("documents", "formats", "interop", "oidc", "protocol.wire", "llm.sse")
] + ["graphwright.operations.parse", "graphwright.graph.profile", "graphwright.server.tokens"]
"""Whose branches are watched: watching the whole program takes longer than the fuzzing."""
_RUNS: Final = re.compile(r"Done (\d+) runs in (\d+) second|stat::number_of_executed_units:\s*(\d+)")


def main() -> int:
    """Fuzz what was named, or everything."""
    asked = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    asked.add_argument("targets", nargs="*", metavar="TARGET", help="readers (default: all)")
    asked.add_argument("--inputs", type=int, default=0, help="so many of each (default: no limit)")
    asked.add_argument("--seconds", type=int, default=30, help="so long for each (default: 30)")
    asked.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = asked.parse_args()
    if chosen.inside:
        fuzz(chosen.targets[0], chosen.inputs, chosen.seconds)
        return 0
    failed = 0
    for name in chosen.targets or names():
        failed |= beside(name, chosen.inputs, chosen.seconds)
    return failed


def names() -> list[str]:
    """All targets."""
    from tests.fuzz.targets import TARGETS

    return [*TARGETS]


def beside(name: str, inputs: int, seconds: int) -> int:
    """Fuzz one reader in a process of its own, and say what became of it."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.fuzz", "--inside", name]
    done = subprocess.run(
        [*command, f"--inputs={inputs}", f"--seconds={seconds}"],
        capture_output=True, text=True, errors="replace", check=False, env=os.environ | {"PYTHONHASHSEED": "0"},
    )  # fmt: skip
    told = done.stdout + done.stderr
    count = max((int(found[1] or found[3]) for found in _RUNS.finditer(told)), default=0)
    print(f"{name}: {count:,} inputs, {'nothing found' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode:
        print(told[told.find("=== Uncaught") :][:4_000] if "=== Uncaught" in told else told[-4_000:], flush=True)
    return int(done.returncode != 0)


def fuzz(name: str, inputs: int, seconds: int) -> None:
    """Until the inputs or the seconds are used up, or something is found; ends the process."""
    import atheris  # type: ignore[import-untyped]  # it ships no types

    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.fuzz.targets import MAX_LENGTH, TARGETS
    logging.disable()
    target = TARGETS[name]
    kept, found = WORK / name, CORPUS / name
    kept.mkdir(parents=True, exist_ok=True)
    words = WORK / f"{name}.dict"
    words.write_text("\n".join(dictionary(found)), encoding="utf-8")
    arguments = [
        name, str(kept), str(found), f"-max_len={MAX_LENGTH}", f"-dict={words}", f"-artifact_prefix={kept}/",
        f"-rss_limit_mb={MAX_MEGABYTES}", "-timeout=60", "-print_final_stats=1", f"-max_total_time={seconds}",
        *([f"-runs={inputs}"] if inputs else []),
    ]  # fmt: skip

    def of_bytes(data: bytes, most: int) -> bytes:  # the library exchanges its function when it begins
        return bytes(atheris.Mutate(data, most))

    changed = {"custom_mutator": changed_tree(of_bytes)} if target.is_json else {}
    atheris.Setup(arguments, target.run, **changed)
    atheris.Fuzz()


def dictionary(folder: Path) -> list[str]:
    """Words of the kept inputs, as libFuzzer wants them: what byte-wise changes would never come upon."""
    words: set[bytes] = set()
    for path in folder.iterdir():
        words.update(re.findall(rb"[\w./:-]{2,30}|[^\w\s]{1,4}", path.read_bytes()))
    return ['"' + "".join(f"\\x{byte:02x}" for byte in word) + '"' for word in sorted(words)[:2_000]]


VALUES: Final[list[Any]] = [
    None,
    True,
    -1,
    0,
    1e308,
    2**63,
    2**70,
    "",
    "a",
    "\u0000",
    "\ud800",
    "x" * 300,
    [],
    {},
    [[]],
    {"a": {}},
    "é\u202e",
]


def changed_tree(of_bytes: Any) -> Any:
    """A mutator: half of the time a value of the tree becomes another, goes, or comes twice."""

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        dice = random.Random(seed)
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return of_bytes(data, most)
        if dice.random() < 0.5 or not isinstance(tree, dict | list):
            return of_bytes(data, most)
        for _ in range(dice.randrange(1, 4)):
            change(tree, dice)
        made = json.dumps(tree).encode()
        return made if len(made) <= most else of_bytes(data, most)

    return mutate


def change(tree: Any, dice: random.Random) -> None:
    """Change one place of a tree."""
    places = [(tree, key) for key in keys(tree)]
    for inside, key in places:
        places += [(inside[key], each) for each in keys(inside[key])]
        if len(places) > 300:
            break
    if not places:
        return
    inside, key = dice.choice(places)
    match dice.randrange(5):
        case 0:
            del inside[key]
        case 1:
            inside[key] = deepcopy(dice.choice(VALUES))
        case 2:
            other, where = dice.choice(places)
            if where in keys(other):
                inside[key] = json.loads(json.dumps(other[where]))
        case 3 if isinstance(inside, dict):
            inside[dice.choice(["type", "id", "name", "@id", "kind", *inside])] = inside.pop(key)
        case _ if isinstance(inside, list):
            inside.insert(0, json.loads(json.dumps(inside[key])))
        case _:
            inside[key] = [inside[key]]


def keys(value: Any) -> list[Any]:
    """Where something stands in a value."""
    return [*value] if isinstance(value, dict) else [*range(len(value))] if isinstance(value, list) else []


if __name__ == "__main__":
    raise SystemExit(main())
