"""JUnit XML: a rule that holds is a test that passed, each place where one is broken is a test that failed."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.interop.checks.report import UNREADABLE, CheckedFault, CheckedModel
from graphwright.interop.xml_text import attribute, text
from graphwright.protocol.operations import Severity


def write_junit(checked: CheckedModel, least: Severity) -> str:
    """A suite; what is less bad than `least` is told and passes."""
    return "\n".join([*_lines(checked, least), ""])


def _lines(checked: CheckedModel, least: Severity) -> Iterator[str]:
    failing = checked.failing(least)
    worst = {each.severity for each in failing}
    broken = {each.rule_id for each in checked.faults}
    kept = [each for each in checked.rules if each.rule_id not in broken]
    errors = sum(each.rule_id == UNREADABLE for each in failing)
    counts = f'tests="{len(kept) + len(checked.faults)}" failures="{len(failing) - errors}" errors="{errors}"'
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuites name="graphwright" {counts}>'
    yield f"<testsuite name={attribute(checked.name)} {counts}>"
    for rule in kept:
        yield f'<testcase classname={attribute(rule.rule_id)} name={attribute(rule.title)} time="0"/>'
    titles = {each.rule_id: each.title for each in checked.rules}
    for fault in checked.faults:
        name = f"{titles.get(fault.rule_id, fault.rule_id)}: {fault.subject or fault.path or fault.message}"
        place = f' file={attribute(fault.path)} line="{fault.line}"' if fault.path else ""
        yield f'<testcase classname={attribute(fault.rule_id)} name={attribute(name)} time="0"{place}>'
        yield _told(fault, is_failing=fault.severity in worst)
        yield "</testcase>"
    yield "</testsuite>"
    yield "</testsuites>"


def _told(fault: CheckedFault, *, is_failing: bool) -> str:
    where = f"{fault.path}:{fault.line}" if fault.path else fault.subject
    words = text("\n".join(each for each in (fault.message, fault.hint, where) if each))
    if not is_failing:
        return f"<system-out>{fault.severity}: {words}</system-out>"
    tag = "error" if fault.rule_id == UNREADABLE else "failure"
    return f'<{tag} message={attribute(fault.message)} type="{fault.severity}">{words}</{tag}>'
