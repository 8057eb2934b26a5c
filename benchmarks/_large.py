"""A neutral-graph/1 file of any size, written as it is made: functions in a tree.

`python -m benchmarks._large FILE ELEMENTS`; nothing of it is kept in memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FORMAT: Final = "neutral-graph/1"
_BRANCHES: Final = 10
"""Functions that a function is composed of: 5 million elements are seven levels deep."""


def write(path: Path, elements: int) -> None:
    """About so many nodes and edges, half of each."""
    nodes = (elements + 1) // 2
    with path.open("w", encoding="utf-8") as file:
        file.write(f'{{"format":"{FORMAT}","nodes":[\n')
        file.writelines(_joined(_node(at) for at in range(nodes)))
        file.write('],"edges":[\n')
        file.writelines(_joined(_edge(at) for at in range(1, nodes)))
        file.write("]}\n")


def _node(at: int) -> str:
    return f'{{"id":"f{at}","type":"FUNC","name":"Carry out step {at}","descr":"Does what step {at} asks for."}}'


def _edge(at: int) -> str:
    return f'{{"type":"compose","source":"f{(at - 1) // _BRANCHES}","target":"f{at}"}}'


def _joined(records: Iterator[str]) -> Iterator[str]:
    """Each in a line of its own."""
    first = next(records, None)
    if first is not None:
        yield first
    for record in records:
        yield f",\n{record}"


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
