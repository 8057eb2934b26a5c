"""How findings are printed: many of a kind in one line, and what a later phase asks for apart."""

from __future__ import annotations

import pytest

from graphwright.cli.findings import NAMED, finding_lines
from graphwright.cli.output import Output
from graphwright.graph.check import check_all
from graphwright.graph.findings import in_order, is_later
from tests.graph.build import graph_of

MANY = NAMED + 3


def lines_in(phase: int, language: str, count: int) -> list[str]:
    graph = graph_of(*(f"Work{n}:FUNC | Does job {n} of the plant" for n in range(1, count + 1)))
    output = Output(as_json=False)
    output.language = language
    return finding_lines(check_all(graph), graph, phase, output)


@pytest.mark.requirement("M-95")
def test_many_findings_of_a_kind_are_one_line_with_names_and_one_hint():
    lines = lines_in(2, "en", MANY)

    (told,) = [at for at, line in enumerate(lines) if "[function_requirements]" in line]
    names = ", ".join(f"Work{n}" for n in range(1, NAMED + 1))
    assert lines[told] == (
        f"  error: Functions satisfy requirements, {MANY} times: {names} and 3 more  [function_requirements]"
    )
    assert lines[told + 1].startswith("      ")


@pytest.mark.requirement("M-95")
def test_what_later_phases_ask_for_is_counted_apart_in_a_line_for_each_phase():
    lines = lines_in(1, "de", 2)

    later = [line for line in lines if line.startswith("  später")]
    assert lines[-len(later) :] == later, "behind what counts now"
    assert later[0].startswith("  später, ab Phase 2 (Prüfung des Vorentwurfs): ")
    assert "Funktionen erfüllen Anforderungen (2)" in later[0]
    assert not any("[function_requirements]" in line for line in lines)
    assert any("[function_requirements]" in line for line in lines_in(2, "de", 2))


@pytest.mark.requirement("M-95", "M-52")
def test_the_order_is_what_counts_now_worst_first_then_later_phases():
    graph = graph_of("Work:FUNC", "Other:REQ | x")
    ordered = in_order(check_all(graph), 2)

    now = [each for each in ordered if not is_later(each, 2)]
    assert ordered[: len(now)] == now
    ranks = [["error", "warning", "info"].index(each.severity) for each in now]
    assert ranks == sorted(ranks)
    assert [each.phase for each in ordered[len(now) :]] == sorted(each.phase for each in ordered[len(now) :])
    assert 0 < len(now) < len(ordered)
