"""The workflow of the review: a requirement that demands several things becomes several, if somebody accepts it."""

from __future__ import annotations

from graphwright.plugin import ChangeSetBuilder, InvalidCommand, ModelWorkflow, WorkflowRun
from review_pack.rules import one_thing

HOW = "Split the requirement into requirements that demand one thing each. Answer with one on each line, nothing else."


def split(run: WorkflowRun) -> str:
    """Splits each requirement that says "shall" several times, by the language model or at its "and shall"."""
    change = ChangeSetBuilder()
    told: list[str] = []
    for notice in one_thing(run.model):
        node = notice.about
        try:
            parts = run.ask(node.descr, instructions=HOW, label=node.name).splitlines()
        except InvalidCommand:  # no language model, or it refuses
            parts = node.descr.split(" and shall ")
            parts[1:] = [f"The system shall {part}" for part in parts[1:]]
        first, *others = [part.strip() for part in parts if part.strip()]
        change.update(node, descr=first)
        for number, descr in enumerate(others, start=2):
            change.add("REQ", f"{node.name} {number}", descr=descr)
        told.append(f"{node.name} becomes {1 + len(others)} requirements.")
    if not told:
        return "Each requirement demands one thing."
    problems = run.propose(change, "One requirement demands one thing.")
    return "\n".join([*told, *problems])


SPLIT = ModelWorkflow(title="Split requirements", run=split)
