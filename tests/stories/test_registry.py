"""The registry of workflows: everything that doors, runs and the page know of a workflow comes from its own module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs

from graphwright.cli.arguments import parser
from graphwright.context import workflow_choice
from graphwright.errors import InvalidCommand
from graphwright.llm.testing import ScriptedModel
from graphwright.protocol.base import Command
from graphwright.protocol.ids import MessageId, ThreadId
from graphwright.runs.run_ending import RunState
from graphwright.runs.scope import RunScope, StepScope
from graphwright.runs.workflow import COMMON_KINDS
from graphwright.turns.workflow import WorkflowDefinition, WorkflowRequest, WorkflowResult
from graphwright.workflows.registry import BY_NAME, STEP_KINDS, WORKFLOWS, choose_workflow
from tests.places import ANA
from tests.stories.stage import stage

REQUEST = WorkflowRequest(text="Count what there is.", message_id=MessageId("m"), thread_id=ThreadId("t"))


class CountOptions(Command, frozen=True, kw_only=True):
    """What a person may choose for a count."""

    step: int = 1


COUNT = WorkflowDefinition(
    name="count",
    options=CountOptions,
    result=WorkflowResult,
    is_named_in=lambda text: text.startswith(("Please count", "Bitte zähle")),
    step_kinds=("counting",),
)
"""A workflow as a new one would be: this, its function, and a line in the registry."""


async def counted(_step: StepScope) -> int:
    return 3


async def count(run: RunScope, _request: WorkflowRequest) -> WorkflowResult:
    found = await run.step("counting", counted)
    return WorkflowResult(outcome="answered", answer=str(found), message_id=MessageId("m"))


async def strays(run: RunScope, request: WorkflowRequest) -> WorkflowResult:
    await run.step("vote", counted)
    return await count(run, request)


async def ended(workflow: object) -> RunState:
    """The end of one run of a workflow that is not in the product."""
    scene = await stage(ScriptedModel())
    engine = scene.open_project.engine
    engine.register("count", workflow, declared=COUNT)  # type: ignore[arg-type]
    return await engine.settled(await engine.start("count", REQUEST, author=ANA, question="Count."))


@pytest.mark.requirement("H-41")
async def test_a_new_workflow_is_its_module_and_a_line():
    state = await ended(count)
    assert (state.status, state.error) == ("completed", None)
    openings = {each.name: each.is_named_in for each in (COUNT, *WORKFLOWS) if each.is_named_in is not None}
    chosen = workflow_choice.choose_workflow("Please count the nodes", may_build=True, openings=openings)
    assert (chosen.workflow, chosen.chosen_by) == ("count", "verb")
    assert COUNT.takes("step")
    assert COUNT.read_options(structs.replace(REQUEST, options={"step": 2})) == CountOptions(step=2)
    with pytest.raises(InvalidCommand, match=r"options of count: .*stride"):
        COUNT.read_options(structs.replace(REQUEST, options={"stride": 2}))


@pytest.mark.requirement("H-42")
async def test_a_step_of_a_kind_that_a_workflow_does_not_have_is_a_mistake_in_it():
    state = await ended(strays)
    assert state.status == "failed"
    assert state.error is not None
    assert "Misuse: 'vote' is no kind of step of this workflow; it has" in state.error.message
    assert "counting" in state.error.message


@pytest.mark.requirement("H-41")
async def test_runs_are_started_of_what_the_registry_holds():
    scene = await stage(ScriptedModel())
    assert (
        scene.open_project.engine.workflows
        == list(BY_NAME)
        == ["build", "ask", "investigate", "discuss", "gardener", "check"]
    )
    for name in ("auto", *BY_NAME):
        assert parser().parse_args(["say", "shop", "Hello", "--workflow", name]).workflow == name
    with pytest.raises(
        InvalidCommand, match="choose from 'auto', 'build', 'ask', 'investigate', 'discuss', 'gardener', 'check'"
    ):
        parser().parse_args(["say", "shop", "Hello", "--workflow", "guess"])


@pytest.mark.requirement("H-41")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Investigate whether we may", "investigate"),
        ("Diskutiere, ob wir das brauchen", "discuss"),
        ("Déduis les exigences", "ask"),
        ("Tend the model", "gardener"),
        ("Bitte räum das Modell auf", "gardener"),
        ("Peux-tu chercher les doublons ?", "gardener"),
        ("Check the model", "check"),
        ("Kannst du bitte das Modell prüfen?", "check"),
        ("Prüfe das Modell gegen alle Regeln.", "check"),
        ("Vérifie le modèle, s'il te plaît.", "check"),
        ("Check the whole model again, please!", "check"),
        ("Check the model number of the pump", "build"),
        ("Prüfe die Bestellung", "build"),
        ("The gardener waters the plants", "build"),
        ("Find duplicates in the address list of the customer", "ask"),
        ("Add a function", "build"),
        ("What is there?", "ask"),
    ],
)
def test_a_message_is_answered_by_whoever_its_words_name(text: str, name: str):
    assert choose_workflow(text, may_build=True).workflow == name


@pytest.mark.requirement("H-42")
def test_the_page_has_its_lists_of_workflows_and_kinds_from_the_registry():
    generated = (Path(__file__).parents[2] / "web" / "src" / "protocol" / "generated.ts").read_text(encoding="utf-8")
    for name, words in (("WORKFLOWS", tuple(BY_NAME)), ("STEP_KINDS", STEP_KINDS)):
        (line,) = re.findall(rf"^export const {name} = \[(.*)\] as const;$", generated, re.MULTILINE)
        assert tuple(re.findall(r'"(\w+)"', line)) == words
    assert set(COMMON_KINDS) < set(STEP_KINDS)
