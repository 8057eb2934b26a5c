"""What is told of runs, each answer held against the whole of what it should be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from graphwright.errors import NotFound
from graphwright.protocol.ids import StepId
from graphwright.protocol.runs import Step, Totals, Usage
from graphwright.runs.compare import RunComparison, StepPair, StepSide, compare
from graphwright.runs.digest import digest
from graphwright.runs.tree import (
    Tree,
    TreeNode,
    aggregate,
    build_tree,
    critical_path,
    parallel_groups,
    totals,
    worked_s,
)
from tests.runs.place import START
from tests.runs.test_tree import step_named


def spent(tokens: int, cost: int, currency: str = "EUR") -> Usage:
    return Usage(
        input_tokens=tokens, cached_tokens=0, output_tokens=1, cost_micros=cost, currency=currency, estimated=False
    )


def step(key: str, kind: str = "plan", result: object = None, **named: Any) -> Step:
    """A step by its key: what stands before the last stroke is its parent, the root's key is empty."""
    made = step_named(key or "root", (key.rpartition("/")[0] or "root") if key else None, 0, 1, kind)
    known = {} if result is None else {"result": Raw(json.dumps(result).encode())}
    return replace(made, key=key, label=f"{kind} {key}", **known, **named)


def side(key: str, **named: Any) -> StepSide:
    return StepSide(**{"step_id": StepId(key or "root"), "status": "completed"} | named)


def tree_of(*steps: Step) -> TreeNode:
    return build_tree([step(""), *steps]).root


@pytest.mark.requirement("C-37", "R-142")
def test_two_runs_beside_each_other_are_told_whole():
    mine = [
        step("", duration_ms=100),
        step("a", result={"value": 1, "nodeId": "n1", "deep": {"list": [1, 2], "same": 3, "tookMs": 4}, "gone": 5}),
        step("b", duration_ms=7, usage=spent(10, 20)),
        step("c", result={"value": 1}),
        step("c/c1", verdict="passed"),
        step("e", result="text"),
    ]
    theirs = [
        step("", duration_ms=250),
        step("first"),
        step("a", result={"value": 2, "nodeId": "n2", "deep": {"list": [2, 1], "same": 3, "tookMs": 9}, "came": 6}),
        step("d", "tool_call"),
        step("d/d1", status="failed"),
        step("b", usage=spent(30, 50)),
        step("c", result={"value": 1}),
        step("c/c1", verdict="failed"),
        step("e"),
        step("last"),
    ]

    def pair(key: str, difference: str, here: StepSide | None, there: StepSide | None, **named: Any) -> StepPair:
        kind = named.pop("kind", "plan")
        depth = named.pop("depth", 1)
        return StepPair(
            key=key, kind=kind, label=f"{kind} {key}", depth=depth, difference=difference, here=here, there=there, **named
        )  # fmt: skip

    assert compare(mine, theirs) == RunComparison(
        pairs=[
            pair("", "same", side("", duration_ms=100), side("", duration_ms=250), depth=0),
            pair("first", "onlyThere", None, side("first")),
            pair("a", "changed", side("a"), side("a"), fields=["value", "deep.list", "gone", "came"]),
            pair("d", "onlyThere", None, side("d"), kind="tool_call"),
            pair("d/d1", "onlyThere", None, side("d/d1", status="failed"), depth=2),
            pair(
                "b", "same", side("b", duration_ms=7, tokens=11, cost_micros=20), side("b", tokens=31, cost_micros=50)
            ),
            pair("c", "same", side("c"), side("c")),
            pair("c/c1", "changed", side("c/c1", verdict="passed"), side("c/c1", verdict="failed"), depth=2),
            pair("e", "changed", side("e"), side("e"), fields=[""]),
            pair("last", "onlyThere", None, side("last")),
        ],
        parted_at="first",
        tokens=(11, 31),
        cost_micros=(20, 50),
        currency="EUR",
        duration_ms=(100, 250),
    )


@pytest.mark.requirement("C-37", "R-142")
def test_runs_part_at_the_innermost_step_that_differs_and_what_nobody_paid_has_no_currency():
    mine = [step(""), step("a"), step("a/b"), step("a/b/c"), step("ab")]
    parted = [
        step("", status="failed"),
        step("a", status="failed"),
        step("a/b", status="failed"),
        step("a/b/c"),
        step("ab"),
    ]
    beside = compare(mine, parted)

    assert (beside.parted_at, beside.currency, beside.duration_ms) == ("a/b", "", (0, 0))
    assert compare(mine, mine).parted_at is None
    assert compare(mine, [*mine[:-1], replace(mine[-1], status="failed")]).parted_at == "ab"
    other = [*mine[:1], replace(mine[1], usage=spent(1, 1, "USD"))]
    assert (compare(mine, other).currency, compare(other, mine).tokens) == ("USD", (2, 0))


@pytest.mark.requirement("C-52", "C-57", "R-143")
def test_what_is_no_tree_is_refused_with_the_step_that_makes_it_none():
    root, child = step(""), step("a")
    for steps, said in (
        ([], "a run without a root step"),
        ([child], "step 'a' names a parent that did not begin before it: 'root'"),
        ([root, replace(root, step_id=StepId("second"))], "step 'second' has no parent, and there is a root already"),
    ):
        with pytest.raises(NotFound) as refused:
            build_tree(steps)
        assert str(refused.value) == said
    with pytest.raises(NotFound) as refused:
        build_tree([root]).node(StepId("b"))
    assert str(refused.value) == "the run has no step 'b'"


@pytest.mark.requirement("C-54", "R-142")
@given(st.lists(st.sets(st.integers(0, 7), max_size=3), min_size=1, max_size=8))
def test_steps_stand_side_by_side_as_long_as_none_waits_for_another_of_them(needs: list[set[int]]):
    steps = [
        step(f"s{at}", depends_on=[StepId(f"s{need}") for need in sorted(wanted) if need < at])
        for at, wanted in enumerate(needs)
    ]
    groups = [[each.step for each in group] for group in parallel_groups(tree_of(*steps))]

    flat = [each for group in groups for each in group]
    assert flat == [each for each in steps if each in flat]
    expected: list[list[Step]] = [[]]
    for each in steps:
        if {known.step_id for known in expected[-1]} & set(each.depends_on):
            expected.append([])
        expected[-1].append(each)
    assert groups == [group for group in expected if len(group) > 1]


SPANS = st.lists(
    st.tuples(
        st.integers(0, 30), st.integers(0, 10), st.sampled_from(["plan", "approval", "tool_call"]), st.booleans()
    ),
    min_size=1,
)


@pytest.mark.requirement("I-08", "R-142")
@given(SPANS, st.integers(0, 20))
def test_a_second_is_worked_when_a_step_of_this_run_works_in_it_that_waits_for_nobody(spans, since: int):
    steps = [step("")]
    worked: set[int] = set()
    for at, (begin, length, kind, has_ended) in enumerate(spans):
        made = step_named(f"s{at}", "root", begin, begin + length, kind)
        steps.append(made if has_ended else replace(made, ended_at=None))
        if has_ended and begin >= since and kind != "approval":
            worked |= set(range(begin, begin + length))

    assert worked_s(steps, since=START + timedelta(seconds=since)) == len(worked)


@pytest.mark.requirement("R-142")
def test_the_critical_path_goes_through_what_ended_last_and_counts_what_has_not_ended_from_its_beginning():
    early, late = step_named("early", "root", 0, 9), step_named("late", "root", 1, 10)
    under_way = replace(step_named("under way", "root", 11, 12), ended_at=None)
    for steps, path in (
        ([early, late], ["root", "late"]),
        ([late, early], ["root", "late"]),
        ([late, under_way], ["root", "under way"]),
        ([replace(under_way, started_at=START), late], ["root", "late"]),
    ):
        assert [each.step.step_id for each in critical_path(tree_of(*steps))] == path


@pytest.mark.requirement("C-40", "WC-04", "R-142")
def test_the_figures_of_a_run_count_each_kind_once_whatever_lies_inside_of_it():
    tries = [
        step("m", "llm_call", usage=spent(3, 5)),
        step("m/1", "llm_call", usage=spent(2, 1)),
        step("m/2", "model_call"),
    ]
    steps = [
        step("", usage=spent(100, 100)),
        *tries,
        step("s", "graph_search"),
        step("r", "rag_retrieval", {"documentsFound": 4}),
        step("x", "rag_retrieval_refined", {"documentsFound": 3}, status="failed"),
        step("v", "evidence_evaluation", {"documentsUsed": 2}),
        step("t", "tool_call", depends_on=[StepId("s")]),
    ]

    assert totals(steps) == Totals(
        steps=8, model_calls=2, searches=1, input_tokens=5, output_tokens=2, cost_micros=6, documents_retrieved=4,
        documents_used=2, branching_points=2, dynamic_branches=2, max_depth=3, parallel_groups=2, tool_calls=1,
    )  # fmt: skip
    assert totals(steps[:1]) == Totals(
        steps=0, model_calls=0, searches=0, input_tokens=0, output_tokens=0, cost_micros=0, documents_retrieved=0,
        documents_used=0, branching_points=0, dynamic_branches=0, max_depth=1, parallel_groups=0, tool_calls=0,
    )  # fmt: skip


SCORES = st.sampled_from([0.0, 0.25, 0.5, 1.0])
SEARCHES = st.lists(
    st.tuples(st.sampled_from("xyz"), st.lists(st.tuples(st.sampled_from("abcd"), SCORES), max_size=4)), max_size=4
)


@pytest.mark.requirement("C-51", "C-55", "R-142")
@given(SEARCHES)
def test_each_document_is_told_once_where_it_was_found_first_with_its_best_score(searches):
    steps, best = [], dict[str, tuple[float, str]]()
    for at, (source, found) in enumerate(searches):
        passages = [{"documentId": name, "title": f"T{name}", "relevanceScore": score} for name, score in found]
        steps.append(step(f"s{at}", "semantic_search", {"source": source, "topDocuments": passages}))
        for name, score in found:
            if name not in best or score > best[name][0]:
                best[name] = (score, source)
    root = tree_of(*steps)
    ranked = sorted(best, key=lambda name: (-best[name][0], name))

    assert [(each.document_id, each.relevance_score) for each in aggregate(root)] == [(n, best[n][0]) for n in ranked]
    sources = list(dict.fromkeys(best[name][1] for name in ranked))
    lines = [
        line
        for source in sources
        for line in (f"## {source}", *(f"- [{n}] T{n} ({best[n][0]:.2f})" for n in ranked if best[n][1] == source))
    ]
    assert digest(root, budget=10_000) == ("\n".join(["# Retrieved", *lines]) if lines else "")


@pytest.mark.requirement("C-55", "R-142")
def test_a_digest_tells_what_was_said_supposed_and_judged_each_in_its_order():
    def supposed(*criteria: str) -> Mapping[str, object]:
        return {"hypothesis": {"requiredCriteria": list(criteria), "confidenceEstimate": 0.5}}

    scores = [
        {"documentId": name, "relevanceScore": score, "criteriaCoverage": covers}
        for name, score, covers in (("b", 0.5, ["one", "two"]), ("a", 0.5, []), ("c", 0.75, []))
    ]
    root = tree_of(
        step("f", "interactive_form_wait", {"values": {"size": 2.5, "kinds": ["ä", "b"], "note": " two\nlines "}}),
        step("g", "interactive_form_wait", {"assumption": "as\never"}, status="skipped"),
        step("open", "interactive_form_wait", {"values": {"not": "yet"}}, status="waiting"),
        step("other", "plan", {"values": {"of": "another kind"}}),
        step("h", "hypothesis_generation", supposed("old")),
        step("i", "hypothesis_refinement", supposed("new", "newer")),
        step("j", "hypothesis_refinement", supposed("failed"), status="failed"),
        step("e", "evidence_evaluation", {"evidenceScores": scores}),
        step("k", "evidence_evaluation", {"evidenceScores": "none"}),
    )

    assert (
        digest(root, budget=10_000)
        == """\
# What the person said
- size: 2.5
- kinds: ["ä", "b"]
- note: two lines
- nobody answered; assume: as ever

# Hypothesis
- to show: new
- to show: newer
- confidence: 0.50

# Evidence
- [c] 0.75
- [a] 0.50
- [b] 0.50 covers: one, two"""
    )


@pytest.mark.requirement("C-55", "R-122", "R-142")
@given(st.integers(0, 140))
def test_a_digest_uses_its_room_to_the_last_line_that_fits(budget: int):
    """Three passages of two sources: as many lines as fit, no source without a passage, and the rest is counted.

    A section has a blank line around it, which counts with it.
    """
    root = tree_of(
        step("s", "semantic_search", {"source": "x", "topDocuments": [_passage("a", 1.0), _passage("b", 0.9)]}),
        step("t", "graph_search", {"source": "y", "graphContext": [_passage("c", 0.5)]}),
    )
    whole = ["# Retrieved", "## x", "- [a] A (1.00)", "- [b] B (0.90)", "## y", "- [c] C (0.50)"]
    told = digest(root, budget=budget)
    candidates = [
        whole,
        [*whole[:4], "(and 1 more)"],
        [*whole[:3], "(and 2 more)"],
        ["# Retrieved", "(and 3 more)"],
        [],
    ]

    assert told == next(
        "\n".join(lines) for lines in candidates if sum(len(line) + 1 for line in lines) < budget or not lines
    )


def _passage(name: str, score: float) -> dict[str, object]:
    return {"documentId": name, "title": name.upper(), "relevanceScore": score}


@pytest.mark.requirement("C-52", "R-142")
def test_a_path_leads_from_the_root_to_the_step():
    steps = [step(""), step("a"), step("a/b"), step("a/b/c"), step("d")]
    tree: Tree = build_tree(steps)

    assert {each.key: tree.path(each.step_id) for each in steps} == {
        "": ["root"],
        "a": ["root", "a"],
        "a/b": ["root", "a", "a/b"],
        "a/b/c": ["root", "a", "a/b", "a/b/c"],
        "d": ["root", "d"],
    }
    assert {each.key: tree.node(each.step_id).depth for each in steps} == {"": 0, "a": 1, "a/b": 2, "a/b/c": 3, "d": 1}
