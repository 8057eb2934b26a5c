"""The worked examples of the founding document, from the text of the answer to the commit (T-01)."""

from __future__ import annotations

import pytest

from graphwright.errors import Refused
from graphwright.protocol.operations import Problem
from graphwright.text.messages import hint_of, message_of
from tests.operations import seed_answers
from tests.places import open_table

pytestmark = pytest.mark.requirement("T-01")


@pytest.mark.requirement("A-11", "A-12", "A-13", "A-16", "A-21", "A-22", "A-23", "A-90", "A-91", "A-92", "A-05", "A-07")
async def test_three_creates_and_two_edges_make_two_batches():
    table = await open_table()

    done = await table.apply(seed_answers.SECTION_3_2_LEGAL)

    assert done.plan.batches == [["op-001", "op-002", "op-003"], ["op-004", "op-005"]]
    assert table.model() == [
        "Customer.AC.001",
        "OrderRequest.FL.001",
        "PlaceOrder.FN.001",
        "Customer.AC.001 -io-> OrderRequest.FL.001",
        "OrderRequest.FL.001 -io-> PlaceOrder.FN.001",
    ]


@pytest.mark.requirement("A-01", "A-02", "A-03", "A-09", "K-10", "A-21")
async def test_a_system_with_a_use_case_makes_two_batches_under_either_text_key():
    table = await open_table()

    done = await table.apply(seed_answers.SECTION_11)

    assert done.plan.batches == [["op-001", "op-002"], ["op-003"]]
    assert table.model() == [
        "OrderSystem.SY.001",
        "PlaceOrder.UC.001",
        "OrderSystem.SY.001 -compose-> PlaceOrder.UC.001",
    ]


@pytest.mark.requirement("A-21")
async def test_two_independent_creates_make_one_batch():
    table = await open_table()

    done = await table.apply(seed_answers.INDEPENDENT)

    assert done.plan.batches == [["op-001", "op-002"]]


@pytest.mark.requirement("K-05", "WA-09", "A-28", "A-97", "K-11", "WA-02")
async def test_a_flow_that_ends_at_a_use_case_is_refused_with_a_hint_and_nothing_stays():
    table = await open_table()

    with pytest.raises(Refused) as refused:
        await table.apply(seed_answers.SECTION_3_2_AS_WRITTEN)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert (problem.code, problem.operation_id, problem.path) == ("illegalPair", "op-005", "$.operations[4]")
    assert "FUNC" in hint_of(problem, "en", coded=True)
    assert (table.model(), table.project.graph.revision) == ([], 0)


@pytest.mark.requirement("K-03", "WA-09")
async def test_a_use_case_composed_of_a_function_is_refused_and_the_hint_names_the_function_chain():
    table = await open_table()
    await table.apply("<operations>\n## Nodes\n+ ManageFleet|UC|ManageFleet.UC.001|Manage.\n</operations>")

    with pytest.raises(Refused) as refused:
        await table.apply(seed_answers.SECTION_6_1_AS_WRITTEN)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert problem.code == "illegalPair"
    assert "FCHAIN" in hint_of(problem, "en", coded=True)


@pytest.mark.requirement("A-06", "A-25", "A-08", "A-26", "K-12", "A-73", "WA-10", "A-94", "A-71", "A-72")
async def test_semantic_ids_of_the_model_are_aliases_and_the_server_gives_the_final_ones():
    table = await open_table()
    await table.apply("<operations>\n## Nodes\n+ OptimizeRoutes|FUNC|x|Compute routes.\n</operations>")

    done = await table.apply(seed_answers.SECTION_6_1_LEGAL.replace("ProcessPayment.FN.002", "ProcessPayment.FN.077"))

    assert table.model() == [
        "OptimizeRoutes.FN.001",
        "ProcessPayment.FN.002",
        "OptimizeRoutes.FN.001 -compose-> ProcessPayment.FN.002",
    ]
    assert list(done.plan.aliases) == ["ProcessPayment.FN.077"]


@pytest.mark.requirement("A-04", "WA-04")
async def test_nested_relationships_become_edges_of_their_own():
    table = await open_table()

    done = await table.apply(seed_answers.NESTED)

    assert done.plan.batches == [["op-001", "op-002"], ["op-002.1"]]
    assert "OrderSystem.SY.001 -compose-> PlaceOrder.UC.001" in table.model()


@pytest.mark.requirement("A-18", "A-19", "A-21", "WA-06")
async def test_a_cycle_is_named_with_its_members_even_beside_an_operation_that_could_run():
    table = await open_table()

    with pytest.raises(Refused) as refused:
        await table.apply(seed_answers.CYCLE)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert problem.code == "dependencyCycle"
    assert problem.candidates == ["op-001", "op-002"]
    assert "A (op-001) -> B (op-002) -> A (op-001)" in message_of(problem, "en")


@pytest.mark.requirement("A-20")
async def test_a_dependency_that_nobody_has_is_named():
    table = await open_table()

    with pytest.raises(Refused) as refused:
        await table.apply(seed_answers.MISSING)

    (problem,) = refused.value.problems
    assert isinstance(problem, Problem)
    assert (problem.code, problem.operation_id, problem.path) == (
        "missingDependency",
        "op-001",
        "$.operations[0].dependsOn",
    )
    assert "'op-900'" in message_of(problem, "en")
