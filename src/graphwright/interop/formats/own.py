"""What our own forms have in common: they are read into operations already, and name elements by semantic id."""

from __future__ import annotations

from graphwright.interop.report import ImportedModel, Report
from graphwright.protocol.operations import NodeCreate, Operation


def imported(name: str, operations: list[Operation]) -> ImportedModel:
    """What was read, with its counts."""
    nodes = sum(isinstance(operation, NodeCreate) for operation in operations)
    report = Report(format=name, nodes=nodes, edges=len(operations) - nodes, notes=[])
    return ImportedModel(operations=operations, report=report)
