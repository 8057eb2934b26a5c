"""What a command prints: text for people or one JSON object for programs, and where each goes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import msgspec

from graphwright.errors import GraphwrightError
from graphwright.formats.cleaning import visible
from graphwright.protocol.base import UnsetType
from graphwright.protocol.operations import (
    EdgeCreate,
    EdgeDelete,
    EdgeUpdate,
    Finding,
    NodeCreate,
    NodeDelete,
    NodeUpdate,
    Operation,
    Problem,
)


class Output:
    """Standard output and standard error of one command."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json

    def result(self, record: object, lines: Iterable[str]) -> None:
        """The command's result, in the form that was asked for."""
        if self.as_json:
            sys.stdout.write(msgspec.json.encode(record).decode() + "\n")
        else:
            for line in lines:
                sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def text(self, text: str) -> None:
        """A piece of text as it comes, for people only."""
        if not self.as_json:
            sys.stdout.write("\n".join(visible(line) for line in text.split("\n")))
            sys.stdout.flush()

    def note(self, text: str) -> None:
        """Something beside the result: progress, a hint, a warning."""
        sys.stderr.write(visible(text) + "\n")

    def failure(self, error: GraphwrightError) -> None:
        """The reason of a non-zero exit code."""
        self.note(f"graphwright: {error.message}")


def counted(count: int, noun: str) -> str:
    """`1 problem`, `2 problems`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def operation_line(operation: Operation) -> str:
    """One operation in one line."""
    match operation:
        case NodeCreate():
            return f"+ {operation.node_type} {visible(operation.name)}"
        case NodeUpdate():
            given = [field for field in ("name", "descr", "attributes") if _is_set(getattr(operation.set, field))]
            return f"~ {visible(operation.ref)} ({', '.join(given) or 'attributes'})"
        case NodeDelete():
            return f"- {visible(operation.ref)}"
        case EdgeCreate():
            return f"+ {visible(operation.source)} -{operation.edge_type}-> {visible(operation.target)}"
        case EdgeUpdate():
            return f"~ {_edge(operation)}"
        case EdgeDelete():
            return f"- {_edge(operation)}"


def batch_lines(operations: Sequence[Operation], batches: Sequence[Sequence[str]], names: dict[str, str]) -> list[str]:
    """The operations in their batches; `names` gives readable names for ids."""
    by_id = {operation.id: operation for operation in operations}
    lines: list[str] = []
    for number, batch in enumerate(batches, start=1):
        lines.append(f"  batch {number} of {len(batches)}")
        for operation_id in batch:
            line = operation_line(by_id[operation_id])  # type: ignore[index]  # batches hold ids of the operations
            for node_id, name in names.items():
                line = line.replace(node_id, name)
            lines.append(f"    {line}")
    return lines


def finding_lines(findings: Sequence[Finding]) -> list[str]:
    """Findings with their hints."""
    lines: list[str] = []
    for finding in findings:
        lines.append(f"  {finding.severity}: {visible(finding.message)}  [{finding.rule_id}]")
        if finding.hint:
            lines.append(f"      {visible(finding.hint)}")
    return lines


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Problems with place and hint."""
    lines: list[str] = []
    for problem in problems:
        where = (
            problem.path if isinstance(problem.operation_id, UnsetType) else f"{problem.operation_id} {problem.path}"
        )
        lines.append(f"  {problem.code} at {visible(where)}: {visible(problem.message)}")
        lines.append(f"      {visible(problem.hint)}")
    return lines


def _is_set(value: object) -> bool:
    return not isinstance(value, UnsetType)


def _edge(operation: EdgeUpdate | EdgeDelete) -> str:
    if not isinstance(operation.ref, UnsetType):
        return f"edge {operation.ref}"
    return visible(f"{operation.source} -{operation.edge_type}-> {operation.target}")
