"""A workflow of a plugin: a plain function that is given a run, asks it for what it needs, and answers with a text.

It runs in a process of its own. Whatever it asks for is a step of a run that people see, stop and read later; after a
crash it is begun anew, and what it asked for before is given to it again. So it may ask in any order, but the same
order each time: what it does must follow from what it is given, and not from the clock or from chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from graphwright.api.change import ChangeSetBuilder
from graphwright.api.model import SystemModel
from graphwright.contributions.requests import (
    AnswerReply,
    AnswerRequest,
    ContentReply,
    ContentRequest,
    ProblemsReply,
    ProposalRequest,
    RefusalReply,
    WorkReply,
    WorkRequest,
)
from graphwright.contributions.tasks import ModelContent
from graphwright.errors import InvalidCommand
from graphwright.graph.ontology import Ontology
from graphwright.protocol.operations import Operation


class WorkflowRun:
    """What a workflow is given: what somebody said, and the only ways to reach the program."""

    def __init__(self, text: str, language: str, asked: Callable[[WorkRequest], WorkReply]) -> None:
        self.text = text
        """What somebody said when they started it."""
        self.language = language
        """In which language they are to be answered: `en`, `de` or `fr`."""
        self._asked = asked

    @cached_property
    def model(self) -> SystemModel:
        """The model at the revision at which the run began."""
        reply = self._reply(ContentRequest())
        if not isinstance(reply, ContentReply):
            raise TypeError(_unexpected(reply))
        return model_of(reply.model)

    def ask(self, prompt: str, *, instructions: str = "", label: str = "") -> str:
        """The answer of the language model that the project uses; `label` is what people see in the tree of steps.

        `InvalidCommand` says why there is none: none is configured, the budget is used up, it refuses.
        """
        reply = self._reply(AnswerRequest(prompt, instructions, label))
        if not isinstance(reply, AnswerReply):
            raise TypeError(_unexpected(reply))
        return reply.text

    def propose(self, change: ChangeSetBuilder, reason: str) -> Sequence[str]:
        """What is wrong with a change set; nothing: it becomes the proposal with which the run ends.

        Of several the last counts. A person decides it: a workflow of a plugin applies nothing.
        """
        reply = self._reply(ProposalRequest(change.operations, reason))
        if not isinstance(reply, ProblemsReply):
            raise TypeError(_unexpected(reply))
        return reply.problems

    def _reply(self, request: WorkRequest) -> WorkReply:
        reply = self._asked(request)
        if isinstance(reply, RefusalReply):
            raise InvalidCommand(reply.why)
        return reply


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWorkflow:
    """A workflow and what people call it."""

    title: str
    """What people choose, such as `Triage the requirements`."""
    run: Callable[[WorkflowRun], str]
    """What it does, told by the first line of its docstring; it gives back the answer."""


@dataclass(slots=True)
class Rehearsal:
    """What a workflow did in a rehearsal."""

    answer: str = ""
    asked: list[str] = field(default_factory=list[str])
    """What it asked the language model."""
    proposed: list[Operation] = field(default_factory=list[Operation])
    """The operations of its last change set."""


def rehearse(
    workflow: ModelWorkflow, model: SystemModel, text: str = "", *, answers: Sequence[str] = (), language: str = "en"
) -> Rehearsal:
    """Run a workflow in a test, in this process: `answers` are those of the language model, one for each question.

    Its change sets are taken as they are; whether they fit the model is looked at in a project.
    """
    done, given = Rehearsal(), iter(answers)

    def reply(request: WorkRequest) -> WorkReply:
        match request:
            case AnswerRequest(prompt):
                done.asked.append(prompt)
                answer = next(given, None)
                return RefusalReply("no answer is left") if answer is None else AnswerReply(answer)
            case ProposalRequest(operations):
                done.proposed = [*operations]
                return ProblemsReply([])
            case ContentRequest():
                raise TypeError("a rehearsal is given its model")

    run = WorkflowRun(text, language, reply)
    run.__dict__["model"] = model
    done.answer = workflow.run(run)
    return done


def model_of(content: ModelContent) -> SystemModel:
    """The model that was handed over."""
    return SystemModel(Ontology(content.profile), content.revision, content.nodes, content.edges)


def _unexpected(reply: WorkReply) -> str:
    return f"{type(reply).__name__} does not answer this"
