"""The tree of a run: the founding example, executed by the engine, and the pure questions about it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from graphwright.errors import NotFound
from graphwright.protocol.base import JsonValue
from graphwright.protocol.events import RunFinished
from graphwright.protocol.ids import RunId, StepId
from graphwright.protocol.runs import Form, FormField, Step, StepKind, Totals, Usage
from graphwright.protocol.wire import encode
from graphwright.runs.digest import digest
from graphwright.runs.engine import Engine
from graphwright.runs.scope import RunScope, Scope, StepScope
from graphwright.runs.tree import (
    Tree,
    aggregate,
    branching_points,
    build_tree,
    critical_path,
    dynamic_branches,
    parallel_groups,
    totals,
    visit,
    walk,
    worked_s,
)
from tests.runs.place import ANA, START, Answer, Ask, begin, engine_of, new_place, run_once

Json = dict[str, Any]
FORM = Form(
    fields=[
        FormField(key="bundesland", label="Bundesland", type="text", required=True),
        FormField(key="carport_groesse", label="Größe", type="number", required=True, unit="m²"),
    ],
    who_may_answer="ask",
)
VALUES: dict[str, JsonValue] = {"bundesland": "Baden-Württemberg", "carport_groesse": 25}


async def give(step: StepScope, result: Json, tokens: tuple[int, int]) -> Json:
    if any(tokens):
        step.usage(
            Usage(
                input_tokens=tokens[0],
                cached_tokens=0,
                output_tokens=tokens[1],
                cost_micros=0,
                currency="EUR",
                estimated=False,
            )
        )
    return result


def leaf(scope: Scope, kind: StepKind, result: Json | None = None, tokens: tuple[int, int] = (0, 0), **named: str):
    return scope.step(kind, give, result or {}, tokens, label=named.get("label"), key=named.get("key"))


def passage(document_id: str, score: float, text: str = "") -> Json:
    return {"documentId": document_id, "title": document_id.upper(), "relevanceScore": score, "text": text}


async def initial_retrieval(step: StepScope) -> Json:
    semantic = {
        "source": "passages",
        "topDocuments": [passage("lbo-50", 0.7), passage("baugb-35", 0.92, "außen\n# Fake")],
    }
    graph = {"source": "graph", "graphContext": [passage("process", 0.6)]}
    await step.parallel(leaf(step, "semantic_search", semantic), leaf(step, "graph_search", graph))
    return {"documentsFound": 15}


async def refined_retrieval(step: StepScope) -> Json:
    semantic = {"source": "passages", "topDocuments": [passage("lbo-50", 0.95)]}
    traversal = {"source": "procedures", "processSteps": [passage("apply", 0.5)]}
    await step.parallel(leaf(step, "semantic_search", semantic), leaf(step, "graph_traversal", traversal))
    return {"documentsFound": 5, "trigger": "hypothesis_missing_info_resolved"}


async def hypothesis(step: StepScope) -> Json:
    await leaf(step, "llm_call", {}, (1247, 487))
    await step.form(FORM)
    await step.step("rag_retrieval_refined", refined_retrieval)
    return {
        "hypothesis": {
            "requiredCriteria": ["Verfahrensfreiheit"],
            "missingInformation": ["bundesland"],
            "confidenceEstimate": 0.55,
        },
        "triggeredBranches": ["interactive_form_wait", "rag_retrieval_refined"],
    }


async def answer(step: StepScope) -> Json:
    await leaf(step, "llm_call_streaming", {}, (0, 2847))
    for check in ("completeness", "accuracy", "consistency"):
        await leaf(step, "quality_check", {"checkType": check, "passed": True}, key=check, label=check)
    return {"tokensGenerated": 2847}


async def carport(run: RunScope, request: Ask) -> Answer:
    await leaf(run, "nlp_preprocessing")
    await run.step("rag_retrieval", initial_retrieval)
    await run.step("hypothesis_generation", hypothesis)
    evidence = {
        "documentsEvaluated": 20,
        "documentsRelevant": 12,
        "documentsUsed": 8,
        "evidenceScores": [
            {"documentId": "baugb-35", "relevanceScore": 0.92, "criteriaCoverage": ["Grundstückslage"]},
            {"documentId": "lbo-50", "relevanceScore": 0.95, "criteriaCoverage": []},
        ],
    }
    await leaf(run, "evidence_evaluation", evidence)
    await leaf(run, "template_construction")
    await run.step("answer_generation", answer)
    return Answer()


async def example() -> tuple[Tree, list[Step], Totals]:
    place = await new_place()
    engine: Engine = engine_of(place, carport)
    run_id: RunId = await begin(engine)
    state = await engine.settled(run_id)
    await engine.answer(run_id, state.waits[0].step_id, VALUES, ANA)
    assert (await engine.settled(run_id)).status == "completed"
    steps = (await place.recording(run_id)).steps()
    [finished] = [event for event in await place.journal() if isinstance(event, RunFinished)]
    return await engine.tree(run_id), steps, finished.totals


@pytest.mark.requirement("T-07", "C-07", "C-40", "C-41", "C-43", "C-45", "WC-04", "WC-05", "K-17")
async def test_the_example_of_seed_002_has_the_figures_that_the_seed_says():
    _, steps, finished = await example()
    assert (
        finished
        == totals(steps)
        == Totals(
            steps=17,
            model_calls=2,
            searches=4,
            input_tokens=1247,
            output_tokens=487 + 2847,
            cost_micros=0,
            documents_retrieved=20,
            documents_used=8,
            branching_points=5,
            dynamic_branches=2,
            max_depth=4,
            parallel_groups=2,
        )
    )
    assert finished.input_tokens + finished.output_tokens == 4581


def kinds(nodes) -> list[str]:
    return [node.step.kind for node in nodes]


@pytest.mark.requirement("C-50", "C-52", "C-53", "C-54", "K-16", "K-17")
async def test_walk_path_branches_and_parallel_groups():
    tree, _, _ = await example()
    visited: list[str] = []
    visit(tree.root, lambda node: visited.append(node.step.kind))
    assert visited == kinds(walk(tree.root))
    assert visited == [
        "query_root",
        "nlp_preprocessing",
        "rag_retrieval",
        "semantic_search",
        "graph_search",
        "hypothesis_generation",
        "llm_call",
        "interactive_form_wait",
        "rag_retrieval_refined",
        "semantic_search",
        "graph_traversal",
        "evidence_evaluation",
        "template_construction",
        "answer_generation",
        "llm_call_streaming",
        "quality_check",
        "quality_check",
        "quality_check",
    ]
    [traversal] = [node for node in walk(tree.root) if node.step.kind == "graph_traversal"]
    path = tree.path(traversal.step.step_id)
    assert kinds(tree.node(step_id) for step_id in path) == [
        "query_root",
        "hypothesis_generation",
        "rag_retrieval_refined",
        "graph_traversal",
    ]
    assert traversal.depth == len(path) - 1 == 3
    assert kinds(branching_points(tree.root)) == [
        "query_root",
        "rag_retrieval",
        "hypothesis_generation",
        "rag_retrieval_refined",
        "answer_generation",
    ]
    assert kinds(dynamic_branches(tree.root)) == ["interactive_form_wait", "rag_retrieval_refined"]
    assert [kinds(group) for group in parallel_groups(tree.root)] == [
        ["semantic_search", "graph_search"],
        ["semantic_search", "graph_traversal"],
    ]


@pytest.mark.requirement("C-22", "C-51", "WC-02")
async def test_documents_are_collected_once_with_their_best_score():
    tree, _, _ = await example()
    found = [(each.document_id, each.relevance_score) for each in aggregate(tree.root)]
    assert found == [("lbo-50", 0.95), ("baugb-35", 0.92), ("process", 0.6), ("apply", 0.5)]
    [initial] = [node for node in walk(tree.root) if node.step.kind == "rag_retrieval"]
    assert [each.document_id for each in aggregate(initial)] == ["baugb-35", "lbo-50", "process"]


@pytest.mark.requirement("C-55", "C-27", "C-30", "WC-06", "WC-08")
async def test_the_digest_has_four_sections_with_the_most_relevant_first():
    tree, _, _ = await example()
    assert (
        digest(tree.root, budget=10_000)
        == """\
# Retrieved
## passages
- [lbo-50] LBO-50 (0.95)
- [baugb-35] BAUGB-35 (0.92): außen # Fake
## graph
- [process] PROCESS (0.60)
## procedures
- [apply] APPLY (0.50)

# What the person said
- bundesland: Baden-Württemberg
- carport_groesse: 25

# Hypothesis
- to show: Verfahrensfreiheit
- was missing: bundesland
- confidence: 0.55

# Evidence
- [lbo-50] 0.95
- [baugb-35] 0.92 covers: Grundstückslage"""
    )


@pytest.mark.requirement("C-55")
async def test_a_digest_that_has_no_room_says_how_much_it_leaves_out():
    tree, _, _ = await example()
    assert (
        digest(tree.root, budget=320).partition("\n\n")[0]
        == """\
# Retrieved
## passages
- [lbo-50] LBO-50 (0.95)
(and 3 more)"""
    )
    for budget in range(420):
        assert len(digest(tree.root, budget=budget)) <= budget
    assert digest(tree.root, budget=40, count=lambda line: len(line.split())).startswith("# Retrieved")


@pytest.mark.requirement("C-55", "R-122")
async def test_a_digest_comes_out_whole_as_soon_as_its_lines_fit():
    tree, _, _ = await example()
    whole = digest(tree.root, budget=10_000)
    needed = len(whole) + 2  # every line with its end, every section with a blank line

    assert digest(tree.root, budget=needed) == whole
    assert digest(tree.root, budget=needed - 1) != whole


def step_named(name: str, parent: str | None, begin_s: float, end_s: float, kind: str = "plan") -> Step:
    return Step(
        step_id=StepId(name),
        run_id=RunId("r"),
        parent_id=None if parent is None else StepId(parent),
        key=name,
        kind=kind,
        label=name,
        status="completed",
        attempt=1,
        depends_on=[],
        started_at=START + timedelta(seconds=begin_s),
        ended_at=START + timedelta(seconds=end_s),
    )


STEPS = [
    step_named("root", None, 0, 100),
    step_named("a", "root", 0, 10),
    step_named("b", "root", 5, 20),
    step_named("form", "root", 20, 90, "interactive_form_wait"),
    step_named("c", "root", 90, 100),
    step_named("c1", "c", 90, 95),
    step_named("c2", "c", 95, 99),
]


def test_the_critical_path_leads_to_what_ended_last():
    assert [node.step.step_id for node in critical_path(build_tree(STEPS).root)] == ["root", "c", "c2"]


@pytest.mark.requirement("I-08")
def test_work_counts_parallel_time_once_and_waiting_not_at_all():
    assert worked_s(STEPS, since=START) == 20 + 9
    assert worked_s(STEPS, since=START + timedelta(seconds=90)) == 9


@pytest.mark.requirement("C-57")
@pytest.mark.parametrize(
    "steps",
    [
        [],
        [STEPS[1]],
        [STEPS[0], replace(STEPS[1], parent_id=StepId("nobody"))],
        [STEPS[0], STEPS[5], STEPS[4]],
        [STEPS[0], replace(STEPS[0], step_id=StepId("second"))],
    ],
)
def test_a_step_without_its_parent_is_an_error(steps: list[Step]):
    with pytest.raises(NotFound):
        build_tree(steps)


@pytest.mark.requirement("C-57")
def test_an_unknown_step_is_an_error():
    with pytest.raises(NotFound):
        build_tree(STEPS).path(StepId("nobody"))


@pytest.mark.requirement("WC-06", "WC-13")
async def test_results_of_another_shape_count_as_nothing():
    async def odd(run: RunScope, request: Ask) -> Answer:
        await leaf(run, "semantic_search", {"topDocuments": "none"})
        await leaf(run, "evidence_evaluation", {"documentsUsed": -3})
        return Answer()

    place = await new_place()
    state = await run_once(place, odd)
    steps = (await place.recording(state.run_id)).steps()
    assert aggregate(build_tree(steps).root) == []
    assert (totals(steps).searches, totals(steps).documents_used) == (1, 0)
    assert digest(build_tree(steps).root, budget=1000) == ""


@pytest.mark.requirement("C-37", "C-44", "WC-09")
async def test_a_regeneration_is_a_branch_and_the_failed_attempt_stays_visible():
    async def check(step: StepScope, score: float) -> float:
        step.verdict("passed" if score >= 0.9 else "failed")
        return score

    async def regenerate(step: StepScope) -> float:
        await leaf(step, "llm_call_streaming")
        return await step.step("quality_check", check, 0.95)

    async def generation(step: StepScope) -> float:
        await leaf(step, "llm_call_streaming")
        score = await step.step("quality_check", check, 0.75)
        return score if score >= 0.9 else await step.step("answer_generation_retry", regenerate)

    async def story(run: RunScope, request: Ask) -> Answer:
        await run.step("answer_generation", generation)
        return Answer()

    place = await new_place()
    state = await run_once(place, story)
    steps = (await place.recording(state.run_id)).steps()
    checks = [(step.status, step.verdict) for step in steps if step.kind == "quality_check"]
    assert checks == [("completed", "failed"), ("completed", "passed")]
    assert kinds(dynamic_branches(build_tree(steps).root)) == ["answer_generation_retry"]


@pytest.mark.requirement("I-09")
def test_ten_thousand_steps_in_a_row_are_asked_about_in_linear_time():
    steps = [STEPS[0]]
    for n in range(10_000):
        before = [steps[-1].step_id] if n else []
        steps.append(replace(step_named(f"s{n}", "root", n, n + 1), depends_on=before))
    assert (totals(steps).steps, totals(steps).parallel_groups) == (10_000, 0)
    assert len(encode(totals(steps))) < 1000
