"""The command `understand`: how the offline assistant reads a text, as a tree, and what would come of it."""

from __future__ import annotations

import argparse
from typing import Literal, TypeAlias

from graphwright.cli.output import Output
from graphwright.cli.talking import piped
from graphwright.formats.diff_text import write_diff
from graphwright.formats.suggestions import split_suggestions
from graphwright.grammar.read import read
from graphwright.grammar.records import MessageReading
from graphwright.grammar.tree import tree_of
from graphwright.graph.document import Graph
from graphwright.graph.load import default_ontology
from graphwright.llm.base import ChatMessage, ModelRequest, whole
from graphwright.offline.assistant import OfflineAssistant
from graphwright.operations.parse import ParsedAnswer, read_answer
from graphwright.protocol.base import Record
from graphwright.protocol.operations import Operation
from graphwright.workbench import Workbench

Outcome: TypeAlias = Literal["would change", "would propose", "asks back", "answers"]


class UnderstoodText(Record, frozen=True, kw_only=True):
    """A text as it was read, and what would come of it."""

    reading: MessageReading
    outcome: Outcome
    text: str
    """What the assistant says to it."""
    operations: list[Operation]
    questions: list[str]
    suggestions: list[str]


async def understanding(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Read a text against a project's model, or against an empty one."""
    if options.project is None:
        graph = Graph(default_ontology())
    else:
        graph = (await workbench.open_project(options.project)).project.graph
    words = piped(output) if options.text == "-" else options.text
    request = ModelRequest(system=[], messages=[ChatMessage(role="user", text=words)])
    said = (await whole(OfflineAssistant(lambda: graph), request)).text
    prose, suggestions = split_suggestions(said)
    answer = read_answer(prose, graph.ontology)
    found = UnderstoodText(
        reading=read(words),
        outcome=_outcome(answer),
        text=answer.text,
        operations=answer.operations,
        questions=answer.questions,
        suggestions=suggestions,
    )
    output.result(found, _lines(found, graph))
    return 0


def _outcome(answer: ParsedAnswer) -> Outcome:
    if answer.operations:
        return "would propose" if answer.proposes else "would change"
    return "asks back" if answer.questions else "answers"


def _lines(found: UnderstoodText, graph: Graph) -> list[str]:
    """The tree of the reading, then what would come of it, branch by branch."""
    lines = tree_of(found.reading).splitlines()
    if found.operations:
        diff = write_diff(found.operations, graph.ontology, graph=graph).splitlines()[1:-1]
        lines += [f"\u251c {found.outcome}", *(f"\u2502   {line}" for line in diff if not line.startswith("##"))]
    elif found.outcome == "answers":
        lines += ["\u251c answers", *(f"\u2502   {line}" for line in found.text.splitlines() if line)]
    if found.questions:
        lines += ["\u251c asks back", *(f"\u2502   {line}" for line in found.questions)]
    if found.suggestions:
        lines += ["\u251c suggests", *(f"\u2502   {line}" for line in found.suggestions)]
    return [*lines, "\u2514 nothing was changed"]
