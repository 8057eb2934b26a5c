"""A check says what all rules find and what of it is new since the check before, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.wire import decode
from graphwright.workflows import check
from graphwright.workflows.check import CheckResult
from tests.places import ANA
from tests.stories.killed_runs import KilledRun, without_count
from tests.stories.stage import Stage, stage


async def applied(scene: Stage, line: str) -> None:
    project = scene.open_project.project
    operations = read_answer(f"<operations>\n{line}\n</operations>", project.ontology).operations
    change_set = ChangeSet(base_revision=project.graph.revision, operations=operations)
    await scene.open_project.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))


async def checked(scene: Stage, text: str = "Check the model") -> CheckResult:
    run_id = await scene.begin(text, workflow="check")
    state = await scene.open_project.engine.settled(run_id)
    assert state.result is not None, state.error
    return decode(bytes(state.result), CheckResult)


@pytest.mark.requirement("G-110")
async def test_a_check_says_what_is_new_and_what_is_resolved_since_the_one_before():
    scene = await stage(ScriptedModel())
    nothing = await checked(scene)
    await applied(scene, "+ Fast|REQ|Fast.RQ.001|The system shall answer in 2 s.")
    first_new = await checked(scene)
    same = await checked(scene, "Prüfe das Modell")
    await applied(scene, "- Fast.RQ.001")
    resolved = await checked(scene, "Vérifie le modèle")

    assert nothing.answer == "I held the model (revision 0) against all rules: nothing is found."
    told = first_new.answer.split("\n")
    count = len(first_new.check.finding_ids)
    assert told[0] == f"I held the model (revision 1) against all rules: {count} finding{'s' if count > 1 else ''}."
    assert told[2] == f"Since the check at revision 0: {count} new, 0 resolved."
    assert told[4] == "New:"
    assert any("Fast.RQ.001" in line for line in told[6:])
    assert (first_new.check.introduced_count, len(first_new.check.introduced)) == (count, count)
    assert "Seit der Prüfung bei Revision 1 hat sich nichts geändert." in same.answer
    assert f"Depuis la vérification à la révision 1 : 0 nouveaux, {count} résolus." in resolved.answer
    assert (resolved.check.resolved_count, resolved.check.finding_ids) == (count, [])
    assert len(scene.told(CommitApplied)) == 2  # those of this test; a check changes nothing


@pytest.mark.requirement("G-110")
async def test_a_check_is_a_tree_of_steps_with_words_for_people():
    scene = await stage(ScriptedModel())
    await checked(scene)
    assert [step.kind for step in await scene.steps()] == ["query_root", *check.WORKFLOW.step_kinds]


@pytest.mark.requirement("G-110")
async def test_the_first_check_tells_the_worst_and_counts_the_rest():
    scene = await stage(ScriptedModel())
    for number in range(check.TOLD + 3):
        await applied(scene, f"+ Need {number:02}|REQ|Need.RQ.{number + 1:03}|The system shall do {number}.")
    result = await checked(scene)
    lines = [line for line in result.answer.split("\n") if line.startswith("- ")]
    left = len(result.check.finding_ids) - check.TOLD
    assert "The worst:" in result.answer
    assert len(lines) == check.TOLD
    assert f"And {left} more; the list of problems shows all." in result.answer
    assert (result.check.since, result.check.introduced, result.check.introduced_count) == (None, [], 0)


CHECKED = KilledRun("check", "Check the model", "+ Fast|REQ|Fast.RQ.001|Answers fast.")


@pytest.mark.slow
@pytest.mark.requirement("G-110", "G-111")
@pytest.mark.timeout(300)
def test_a_check_that_is_killed_on_its_way_is_told_once(tmp_path: Path):
    whole = CHECKED.whole(tmp_path / "whole")
    assert (whole["ends"], whole["told"]) == (
        ["completed"],
        ["message.completed", "message.completed", "model.checked"],
    )
    assert whole["problems"] == []
    for at in (whole["events"] // 2, whole["events"] - 3):
        assert without_count(CHECKED.killed(tmp_path / str(at), at)) == without_count(whole)


@pytest.mark.requirement("Z-33")
async def test_a_check_of_many_findings_tells_some_with_their_count_and_knows_them_all_the_next_time():
    scene = await stage(ScriptedModel())
    many = check.KEPT + 10
    await applied(scene, "\n".join(f"+ Wish{at}|REQ|Wish{at}.RQ.{at:03d}|" for at in range(1, many + 1)))
    first = (await checked(scene)).check
    await applied(scene, "- Wish1.RQ.001")
    second = (await checked(scene)).check

    assert first.finding_count is not None
    assert len(first.finding_ids) == check.KEPT < first.finding_count
    assert (second.introduced_count, second.resolved_count) == (0, first.finding_count - (second.finding_count or 0))
    assert second.resolved_count > 0
