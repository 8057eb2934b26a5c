"""A run's tree as text for a language model: what was found, said, supposed and judged (C-55).

Pure. The caller puts the text into a delimited block of the prompt: all of it is data, none of it instructions
(ADR-14).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from graphwright.protocol.base import JsonValue
from graphwright.runs.results import (
    EvidenceEvaluation,
    HypothesisGeneration,
    RetrievedPassage,
    UserInput,
    passages_of,
    read_result,
    search_of,
)
from graphwright.runs.tree import TreeNode, walk

RETRIEVED: Final = "# Retrieved"
SAID: Final = "# What the person said"
HYPOTHESIS: Final = "# Hypothesis"
EVIDENCE: Final = "# Evidence"
_ITEM: Final = "- "
_BLANK: Final = "\n"


def digest(root: TreeNode, *, budget: int, count: Callable[[str], int] = len) -> str:
    """The four sections of C-55 within `budget`, measured by `count` (characters, or tokens of the caller's counter).

    What the person said and what is to be shown come out whole before passages do: they are short and everything else
    hangs on them. Passages follow by their score, the source with the best one first; what has no room is counted.
    """
    page = _Page(budget, count)
    for heading, lines in ((SAID, _said(root)), (HYPOTHESIS, _hypotheses(root)), (EVIDENCE, _evidence(root))):
        page.add_all(heading, lines)
    page.add_all(RETRIEVED, _retrieved(root))
    return page.text((RETRIEVED, SAID, HYPOTHESIS, EVIDENCE))


class _Page:
    """Sections that grow until the budget is used up."""

    def __init__(self, budget: int, count: Callable[[str], int]) -> None:
        self._left = budget
        self._count = count
        self._sections: dict[str, list[str]] = {}

    def add_all(self, heading: str, lines: Sequence[str]) -> None:
        """Add lines while they fit, with room kept for the line that says how many items did not."""
        left_out = sum(line.startswith(_ITEM) for line in lines)
        if not left_out or not self._take(heading + _BLANK, _more(left_out)):
            return
        section = self._sections[heading] = []
        for line in lines:
            after = left_out - line.startswith(_ITEM)
            if not self._take(line, _more(after) if after else ""):
                if section and not section[-1].startswith(_ITEM):
                    section.pop()  # a source without any of its passages
                section.append(_more(left_out))
                self._take(_more(left_out), "")
                return
            section.append(line)
            left_out = after

    def text(self, order: Sequence[str]) -> str:
        """The sections in this order; empty ones are left out."""
        return "\n\n".join("\n".join((name, *self._sections[name])) for name in order if name in self._sections)

    def _take(self, line: str, reserve: str) -> bool:
        """Use up the room of a line if after it there is still room for the reserve."""
        cost = self._count(line + "\n")
        if cost + (self._count(reserve + "\n") if reserve else 0) > self._left:
            return False
        self._left -= cost
        return True


def _more(count: int) -> str:
    return f"(and {count} more)"


def _retrieved(root: TreeNode) -> list[str]:
    """A heading per source, then its passages; each document once, where it scored best."""
    by_source: dict[str, dict[str, RetrievedPassage]] = {}
    best: dict[str, tuple[float, str]] = {}
    for node in walk(root):
        search = search_of(node.step)
        if search is None:
            continue
        for passage in passages_of(node.step):
            known = best.get(passage.document_id)
            if known is not None and known[0] >= passage.relevance_score:
                continue
            if known is not None:
                del by_source[known[1]][passage.document_id]
            best[passage.document_id] = passage.relevance_score, search.source
            by_source.setdefault(search.source, {})[passage.document_id] = passage
    ranked = [(source, sorted(found.values(), key=_rank)) for source, found in by_source.items() if found]
    ranked.sort(key=lambda each: (_rank(each[1][0]), each[0]))
    return [line for source, passages in ranked for line in _source_lines(source, passages)]


def _source_lines(source: str, passages: Sequence[RetrievedPassage]) -> Iterator[str]:
    yield f"## {_line(source)}"
    for passage in passages:
        text = f": {_line(passage.text)}" if passage.text else ""
        yield f"- [{_line(passage.document_id)}] {_line(passage.title)} ({passage.relevance_score:.2f}){text}"


def _said(root: TreeNode) -> list[str]:
    lines: list[str] = []
    for node in walk(root):
        said = read_result(node.step, UserInput) if node.step.kind == "interactive_form_wait" else None
        if said is None:
            continue
        lines += [f"- {_line(key)}: {_value(value)}" for key, value in said.values.items()]
        if said.assumption is not None:
            lines.append(f"- nobody answered; assume: {_line(said.assumption)}")
    return lines


def _hypotheses(root: TreeNode) -> list[str]:
    """The newest one: a refinement stands for what it refines."""
    found: HypothesisGeneration | None = None
    for node in walk(root):
        if node.step.kind in {"hypothesis_generation", "hypothesis_refinement"}:
            found = read_result(node.step, HypothesisGeneration) or found
    if found is None:
        return []
    hypothesis = found.hypothesis
    return [
        *(f"- to show: {_line(criterion)}" for criterion in hypothesis.required_criteria),
        *(f"- was missing: {_line(missing)}" for missing in hypothesis.missing_information),
        f"- confidence: {hypothesis.confidence_estimate:.2f}",
    ]


def _evidence(root: TreeNode) -> list[str]:
    scores = [
        score
        for node in walk(root)
        if node.step.kind == "evidence_evaluation"
        for score in (read_result(node.step, EvidenceEvaluation) or EvidenceEvaluation()).evidence_scores
    ]
    scores.sort(key=lambda score: (-score.relevance_score, score.document_id))
    return [
        f"- [{_line(score.document_id)}] {score.relevance_score:.2f}"
        + (f" covers: {_line(', '.join(score.criteria_coverage))}" if score.criteria_coverage else "")
        for score in scores
    ]


def _rank(passage: RetrievedPassage) -> tuple[float, str]:
    return -passage.relevance_score, passage.document_id


def _value(value: JsonValue) -> str:
    return _line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _line(text: str) -> str:
    """One line: a passage may not pretend to be a heading of ours."""
    return " ".join(text.split())
