"""Commands of a GitHub workflow: each fault is shown beside its line in the pull request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.interop.checks.report import CheckedFault, CheckedModel
from graphwright.protocol.operations import Severity

_WORDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "info": "notice"}


def write_github(checked: CheckedModel) -> str:
    """A line for each fault."""
    titles = {each.rule_id: each.title for each in checked.rules}
    return "".join(f"{_line(each, titles.get(each.rule_id, each.rule_id))}\n" for each in checked.faults)


def _line(fault: CheckedFault, title: str) -> str:
    properties = ",".join(f"{name}={_escaped(value, ',:')}" for name, value in _properties(fault, title))
    about = "" if fault.path or not fault.subject else f"{fault.subject}: "
    text = _escaped(f"{about}{fault.message} {fault.hint}".strip())
    return f"::{_WORDS[fault.severity]} {properties}::{text}"


def _properties(fault: CheckedFault, title: str) -> Iterator[tuple[str, str]]:
    if fault.path:
        yield "file", fault.path
        yield "line", str(fault.line)
    yield "title", title


def _escaped(text: str, more: str = "") -> str:
    """Text that cannot end its command: `%`, line ends and, in a property, what separates them."""
    return "".join(f"%{ord(each):02X}" if each in f"%\r\n{more}" else each for each in text)
