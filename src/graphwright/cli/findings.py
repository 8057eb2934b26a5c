"""How findings are printed: what counts now, one line for many of a kind; what later phases ask for, in a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from graphwright.cli.output import Output
from graphwright.graph.document import Graph
from graphwright.graph.findings import in_order, is_later
from graphwright.languages import supported
from graphwright.protocol.operations import Finding
from graphwright.text.messages import hint_of, message_of, title_of

ALONE: Final = 2
"""So many of a kind are told one by one, each in its own words."""
NAMED: Final = 12
"""Of many of a kind, so many are named; `check --json` lists all."""


def finding_lines(findings: Sequence[Finding], graph: Graph, phase: int, output: Output) -> list[str]:
    """The findings of a model in a phase, as lines for people."""
    ordered = in_order(findings, phase)
    lines: list[str] = []
    for _, alike in groupby(
        (each for each in ordered if not is_later(each, phase)), lambda each: (each.severity, each.rule_id, each.case)
    ):
        lines += _group(list(alike), graph, output)
    later = [each for each in ordered if is_later(each, phase)]
    return lines + [_later(number, list(of_phase), graph, output) for number, of_phase in groupby(later, _phase)]


def _phase(finding: Finding) -> int:
    return finding.phase


def _group(alike: Sequence[Finding], graph: Graph, output: Output) -> Iterator[str]:
    first = alike[0]
    severity, hint = output.say(first.severity), hint_of(first, output.language)
    if len(alike) <= ALONE:
        for each in alike:
            yield f"  {severity}: {message_of(each, output.language)}  [{each.rule_id}]"
            yield from _indented(hint_of(each, output.language))
        return
    title = title_of(first.rule_id, output.language)
    counted = output.say("times", title=title, count=len(alike))
    yield f"  {severity}: {counted}: {_names(alike, graph, output)}  [{first.rule_id}]"
    # What differs from one to the next is told of the first.
    same = all(hint_of(each, output.language) == hint for each in alike)
    yield from _indented(hint if same else f"{message_of(first, output.language)} {hint}".strip())


def _indented(text: str) -> list[str]:
    return [f"      {text}"] if text else []


def _names(alike: Sequence[Finding], graph: Graph, output: Output) -> str:
    about = (graph.nodes.get(each.node_ids[0]) for each in alike if each.node_ids)
    names = list(dict.fromkeys(node.name for node in about if node is not None))
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (output.say("andMore", count=more) if more > 0 else "")


def _later(phase: int, findings: Sequence[Finding], graph: Graph, output: Output) -> str:
    gate = next((each for each in graph.ontology.gates.values() if each.phase == phase), None)
    ends = "" if gate is None else f" ({getattr(gate.title, supported(output.language))})"
    counts: dict[str, int] = {}
    for each in findings:
        counts[each.rule_id] = counts.get(each.rule_id, 0) + 1
    rules = ", ".join(f"{title_of(rule_id, output.language)} ({count})" for rule_id, count in counts.items())
    return f"  {output.say('later', phase=f'{phase}{ends}', count=len(findings))}: {rules}"
