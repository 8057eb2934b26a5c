"""In which order findings are read, by people and language models: what counts in a phase first, the worst on top.

What only a later phase asks for is no fault yet; it comes last and is counted apart. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from graphwright.protocol.operations import Finding

SEVERITIES: Final = ("error", "warning", "info")
"""The worst first."""


def is_foreign(finding: Finding) -> bool:
    """Does a rule of a plugin say it? Its id is `PLUGIN:RULE`; no rule of ours has a colon in its own."""
    return ":" in finding.rule_id


def is_later(finding: Finding, phase: int) -> bool:
    """Does only a later phase ask for it?"""
    return finding.phase > phase


def in_order(findings: Iterable[Finding], phase: int) -> list[Finding]:
    """What counts now, worst first and rule by rule, and then what comes with later phases, in their order."""
    return sorted(
        findings,
        key=lambda each: (
            each.phase if is_later(each, phase) else 0,
            SEVERITIES.index(each.severity),
            each.rule_id,
            each.case,
        ),
    )
