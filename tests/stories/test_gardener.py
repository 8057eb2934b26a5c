"""The gardener looks a model over: what it finds, that each of it is decided by itself, and that it changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from graphwright.comments import told
from graphwright.errors import NotClosed
from graphwright.graph.foreign import FORMER_IDS
from graphwright.llm.testing import ScriptedModel
from graphwright.operations.commit import Submission
from graphwright.operations.parse import read_answer
from graphwright.protocol.events import Event, StepProgressed
from graphwright.protocol.operations import ChangeSet, Proposal
from graphwright.protocol.wire import decode
from graphwright.runs import recorder
from graphwright.store.base import Store
from graphwright.workflows import gardener
from graphwright.workflows.gardener import GardenerResult
from tests.places import ANA, BEN, BusyStore
from tests.stories.stage import Stage, stage

GARDEN = """<operations>
+ Guest|ACTOR|Guest.AC.001|Who eats.
+ Guests|ACTOR|Guests.AC.002|Who eat.
+ Pump 1|MOD|Pump.MD.001|Pumps.
+ Pump 2|MOD|Pump.MD.002|Pumps.
+ Controler|MOD|Controler.MD.003|Controls.
+ Controller|MOD|Controller.MD.004|Controls.
+ Check order|FUNC|CheckOrder.FN.001|Checks the order.
+ Order checked|REQ|OrderChecked.RQ.001|Each order is checked.
+ Fast|REQ|Fast.RQ.002|Answers fast.
+ Speed run|TEST|SpeedRun.TS.001|Runs.|status=passed
+ Relic|MOD|Relic.MD.005|
+ Bill|FLOW|Bill.FL.001|Sums.
## Edges
+ Fast.RQ.002 -vf-> SpeedRun.TS.001
+ Guests.AC.002 -io-> Bill.FL.001
</operations>"""


async def applied(scene: Stage, text: str) -> None:
    project = scene.open_project.project
    operations = read_answer(text, project.ontology).operations
    change_set = ChangeSet(base_revision=project.graph.revision, operations=operations)
    await scene.open_project.committer.submit(Submission(change_set=change_set, author=ANA, origin="person"))


async def garden(times: int = 11, store: Store | None = None) -> Stage:
    """A model in which everything is that the gardener looks for, and whose one requirement is changed ever again."""
    scene = await stage(ScriptedModel(), store=store)
    await applied(scene, GARDEN)
    for number in range(times - 1):
        await applied(scene, f'<operations>\n~ Fast.RQ.002 | descr="Answers in {number} s."\n</operations>')
    return scene


async def tended(scene: Stage, text: str = "Tend the model", **options: Any) -> GardenerResult:
    run_id = await scene.begin(text, workflow="gardener", options=options or None)
    state = await scene.open_project.engine.settled(run_id)
    assert state.result is not None, state.error
    return decode(bytes(state.result), GardenerResult)


async def proposal_of(scene: Stage, result: GardenerResult) -> Proposal:
    assert result.proposal_id is not None
    return await scene.open_project.proposals.get(result.proposal_id)


REASONS = [
    "Guest (Guest.AC.001) means the same as Guests (Guests.AC.002): merge them, 0 relations move along.",
    "Controller (Controller.MD.004) is written nearly as Controler (Controler.MD.003): merge them if one is a slip of the pen.",
    "Function 'Check order' satisfies no requirement. Order checked (OrderChecked.RQ.001) fits by its name: join the two.",
    "Requirement 'Order checked' is verified by no test. Nothing fits by its name: make a beginning.",
    "Flow 'Bill' names no data schema. Nothing fits by its name: make a beginning.",
    (
        "Speed run (SpeedRun.TS.001) is passed, but its verdict is of revision 1 and Fast (Fast.RQ.002) was changed at "
        "revision 11: take the verdict back until it is tested again."
    ),
    "Relic (Relic.MD.005) is joined to nothing, not described, and untouched since revision 1 of 11: delete it.",
]


@pytest.mark.requirement("G-70", "G-72")
async def test_it_finds_duplicates_missing_links_stale_evidence_and_neglected_parts_and_applies_nothing():
    scene = await garden()
    before = dict(scene.open_project.project.graph.nodes)

    result = await tended(scene)

    proposal = await proposal_of(scene, result)
    assert (result.outcome, proposal.state) == ("proposed", "open")
    assert sorted(group.reason for group in proposal.groups) == sorted(REASONS)
    assert all(each in result.answer for each in REASONS)
    assert [each.reason for each in result.told] == [
        (
            "Guests (Guests.AC.002) and everything around it were last touched at revision 1 of 11, "
            "and no finding, document or proposal speaks of it."
        )
    ]
    assert "Pump" not in " ".join(REASONS)
    assert (dict(scene.open_project.project.graph.nodes), scene.open_project.project.graph.revision) == (before, 11)


@pytest.mark.requirement("G-71")
async def test_each_suggestion_is_accepted_by_itself_and_only_whole():
    scene = await garden()
    proposal = await proposal_of(scene, await tended(scene))
    groups = {group.reason.split(" ")[0]: group.operation_ids for group in proposal.groups}
    proposals = scene.open_project.proposals

    with pytest.raises(NotClosed):
        await proposals.decide(
            proposal.proposal_id,
            digest=proposal.digest,
            decision="accept",
            person=BEN,
            operation_ids=groups["Guest"][:1],
        )
    await proposals.decide(
        proposal.proposal_id,
        digest=proposal.digest,
        decision="accept",
        person=BEN,
        operation_ids=[*groups["Guest"], *groups["Speed"]],
    )

    graph = scene.open_project.project.graph
    names = {node.name: node for node in graph.nodes.values()}
    assert {"Guest", "Guests", "Relic", "Controler", "Controller"} & names.keys() == {
        "Guests",
        "Relic",
        "Controler",
        "Controller",
    }
    assert names["Guests"].attributes[FORMER_IDS][0] == "Guest.AC.001"  # type: ignore[index,call-overload]  # a list
    assert names["Speed run"].attributes["status"] == "pending"


@pytest.mark.requirement("G-71")
async def test_a_renewed_proposal_keeps_its_groups():
    scene = await garden()
    proposal = await proposal_of(scene, await tended(scene))
    renewed = await scene.open_project.proposals.amend(
        proposal.proposal_id, digest=proposal.digest, edits={}, person=BEN
    )
    assert renewed.groups == proposal.groups
    assert renewed.depends_on == proposal.depends_on


@pytest.mark.requirement("G-72")
async def test_what_speaks_of_one_another_stands_back_until_the_first_is_decided():
    scene = await garden()
    await applied(scene, "<operations>\n+ the guest|ACTOR|TheGuest.AC.003|Who eats.\n</operations>")

    first = await tended(scene, concerns=["duplicates"])
    assert (len(first.groups), first.left) == (2, 2)
    proposal = await proposal_of(scene, first)
    await scene.open_project.proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="accept", person=BEN
    )
    second = await tended(scene, concerns=["duplicates"])
    assert (len(second.groups), second.left) == (1, 0)
    proposal = await proposal_of(scene, second)
    await scene.open_project.proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="accept", person=BEN
    )
    assert [node.semantic_id for node in scene.open_project.project.graph.of_type("ACTOR")] == ["Guests.AC.002"]


@pytest.mark.requirement("G-70")
async def test_what_people_remark_on_is_not_neglected():
    scene = await garden()
    project = scene.open_project.project
    (relic,) = project.graph.find("Relic.MD.005")
    comments = scene.open_project.comments
    remark = await comments.write("node", relic, "Keep it.", person=BEN, people=[])
    await project.record([told(remark)])

    assert (await tended(scene, concerns=["neglected"])).groups == []


@pytest.mark.requirement("G-72")
async def test_a_suggestion_about_what_somebody_changed_since_the_survey_is_left_out_whole():
    store = BusyStore("link")
    scene = await garden(store=store)
    newer = "<operations>\n## Edges\n+ Bill.FL.001 -io-> Guest.AC.001\n</operations>"
    store.meanwhile = lambda: applied(scene, newer)

    result = await tended(scene, concerns=["duplicates", "neglected"])

    assert store.meanwhile is None
    assert [group.reason.split(" ")[0] for group in result.groups] == ["Controller", "Relic"]


@pytest.mark.requirement("G-72", "G-73")
async def test_a_proposal_holds_no_more_than_was_wished_and_a_clean_model_is_said_to_be_so():
    scene = await garden()
    result = await tended(scene, most=2)
    assert (len(result.groups), result.left) == (2, 5)
    assert "5 more points wait" in result.answer
    clean = await stage(ScriptedModel())
    result = await tended(clean, "Räum das Modell auf")
    assert (result.outcome, result.proposal_id, result.groups) == ("answered", None, [])
    assert result.answer.startswith("Ich habe nach Dubletten")


@pytest.mark.requirement("G-72")
async def test_of_a_very_large_model_the_most_important_is_kept_and_what_is_left_is_counted(monkeypatch):
    """A step may keep so much; here it is little instead of the model large."""
    scene = await stage(ScriptedModel())
    functions = "\n".join(f"+ Function {each}|FUNC|Function.FN.{each:03}|Does {each}." for each in range(1, 301))
    await applied(scene, f"<operations>\n{functions}\n</operations>")
    monkeypatch.setattr(recorder, "MAX_RESULT_BYTES", 128 * 1024)
    monkeypatch.setattr(gardener, "FOUND_BYTES", 16 * 1024)

    result = await tended(scene, concerns=["links"])

    assert len(result.groups) == gardener.GROUPS
    assert len(result.groups) + result.left == 300  # none satisfies a requirement
    assert f"{result.left} more points wait" in result.answer
    monkeypatch.setattr(gardener, "COUNTED", 250)
    assert "At least 230 more points wait" in (await tended(scene, concerns=["links"])).answer


@pytest.mark.requirement("G-70")
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Räum das Modell auf", "Guest (Guest.AC.001) bedeutet dasselbe wie Guests"),
        ("Entretiens le modèle", "Guest (Guest.AC.001) veut dire la même chose que Guests"),
    ],
)
async def test_reasons_are_in_the_language_of_whoever_asks(text: str, first: str):
    scene = await garden()
    assert (await tended(scene, text)).groups[0].reason.startswith(first)


@pytest.mark.requirement("G-73")
async def test_its_tree_has_a_step_for_each_concern_that_was_wished():
    scene = await garden()
    run_id = await scene.begin("Tend the model", workflow="gardener", options={"concerns": ["evidence"]})
    await scene.open_project.engine.settled(run_id)
    steps = await scene.steps(run_id)
    assert [step.kind for step in steps if step.kind != "query_root"] == ["survey", "stale_evidence", "plan"]


@pytest.mark.requirement("G-73")
async def test_others_have_their_turn_after_every_suggestion():
    scene = await garden()
    project = scene.open_project.project
    told_at: list[float] = []

    def hear(event: Event) -> None:
        if isinstance(event, StepProgressed):
            told_at.append(project.clock.monotonic())

    project.bus.subscribe(project.project_id, hear)
    result = await tended(scene, concerns=["neglected"])

    assert len(set(told_at)) == len(result.groups) + len(result.told) == 2
