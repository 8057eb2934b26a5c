"""The command `clarify`: what requirements leave open, as questions with answers to choose from."""

from __future__ import annotations

import argparse

from graphwright.actions.reads import open_questions
from graphwright.cli.output import Output, counted
from graphwright.inquiry.clarity import ClarifyingQuestion, RequirementQuestions
from graphwright.workbench import Workbench


async def clarifying(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Ask what requirements leave open."""
    project = (await workbench.open_project(options.project)).project
    revision = project.graph.revision
    found = await open_questions(project, options.nodes)
    lines = [line for each in found for line in _lines(each)]
    questions = sum(len(each.questions) for each in found)
    output.result(
        {"revision": revision, "requirements": found},
        [*lines, f"{counted(questions, 'question')} about {counted(len(found), 'requirement')}"],
    )
    return 0


def _lines(clarified: RequirementQuestions) -> list[str]:
    lines = [f"{clarified.semantic_id}  {' '.join(clarified.text.split())}"]
    for question in clarified.questions:
        lines.append(f"  {_mark(question)} {question.text}  [{question.kind}]")
        lines += [f"      {suggestion.words}" for suggestion in question.suggestions]
    return lines


def _mark(question: ClarifyingQuestion) -> str:
    """A question that must be answered before anybody can build or test it, or one that may."""
    return "!" if question.required else "?"
