"""Which element of a file a problem is about: an operation of an import has no place that people know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.errors import Refused
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Operation, Problem
from graphwright.text.messages import refused

_NAME: Final = 60
"""Characters of a name or id that are said."""


def refused_elements(problems: Sequence[object], operations: Sequence[Operation]) -> Refused:
    """The problems as one error, each with the element that it is about: `FUNC Pack (Pack.FN.005)`."""
    found = [each for each in problems if isinstance(each, Problem)]
    wrong = {each.operation_id for each in found}
    called = {each.id: name for each in operations if each.id in wrong and (name := _called(each))}
    told = [
        replace(each, path=called[each.operation_id], operation_id=None)
        if each.operation_id is not None and each.operation_id in called
        else each
        for each in found
    ]
    return refused(told, says_where=True)


def _called(operation: Operation) -> str:
    match operation:
        case NodeCreate(node_type=kind, name=name):
            known = operation.temp_id or operation.semantic_id or ""
            return f"{kind} {_short(name)}" + (f" ({_short(known)})" if known and known != name else "")
        case EdgeCreate(edge_type=kind, source=source, target=target):
            return f"{_short(source)} -{kind}-> {_short(target)}"
        case _:
            return ""


def _short(text: str) -> str:
    shown = text if len(text) <= _NAME else text[: _NAME - 1] + "…"
    return "".join(each if each.isprintable() else "\ufffd" for each in shown)
