"""A repair keeps the work: it is merged into the open draft, and in the end what holds can be taken."""

from __future__ import annotations

import json

import pytest

from graphwright.llm.testing import ScriptedModel
from graphwright.protocol.events import MessageCompleted, ProposalGrowing, ProposalOpened, StepProgressed
from graphwright.protocol.operations import EdgeCreate
from graphwright.protocol.threads import text_of
from tests.places import ANA
from tests.stories.stage import Stage, stage


def block(*lines: str, text: str = "I make it.") -> str:
    return "\n".join([text, "", "```format-e", "<operations>", *lines, "</operations>", "```"])


GOOD = [
    "+ Shop|SYS|Shop.SY.001|Sells things",
    "+ Ordering|UC|Ordering.UC.001|Somebody orders",
    "+ Handling|FCHAIN|Handling.FC.001|What happens with an order",
    "+ Check|FUNC|Check.FN.001|Checks an order",
    "+ Fast|REQ|Fast.RQ.001|The shop shall check within a second",
    "+ Shop.SY.001 -cp-> Ordering.UC.001",
    "+ Ordering.UC.001 -cp-> Handling.FC.001",
    "+ Handling.FC.001 -cp-> Check.FN.001",
]
BAD = "+ Check.FN.001 -st-> Quick.RQ.002"
MENDED = "+ Check.FN.001 -st-> Fast.RQ.001"
WHOLE = sorted(
    [
        "Shop.SY.001 -compose-> Ordering.UC.001",
        "Ordering.UC.001 -compose-> Handling.FC.001",
        "Handling.FC.001 -compose-> Check.FN.001",
    ]
)


def edges(scene: Stage) -> list[str]:
    return [each for each in scene.model() if "->" in each]


@pytest.mark.requirement("M-41", "A-31")
async def test_a_repair_of_one_line_is_merged_into_the_other_eight():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), block(MENDED, text="Mended.")))

    result = await scene.say("Build a shop")

    assert (result.outcome, result.answer) == ("applied", "I make it.\n\nMended.")
    assert edges(scene) == sorted([*WHOLE, "Check.FN.001 -satisfy-> Fast.RQ.001"])
    assert len(scene.model()) == 9


@pytest.mark.requirement("M-41")
async def test_a_repair_that_sends_only_the_missing_node_mends_the_line_that_needs_it():
    missing = "+ Quick|REQ|Quick.RQ.002|The shop shall be quick"
    scene = await stage(ScriptedModel(block(*GOOD, BAD), block(missing)))

    result = await scene.say("Build a shop")

    assert result.outcome == "applied"
    assert edges(scene) == sorted([*WHOLE, "Check.FN.001 -satisfy-> Quick.RQ.002"])


@pytest.mark.requirement("M-41")
async def test_a_wrong_line_that_is_not_sent_again_is_left_out_and_the_person_is_told():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), block("~ Check.FN.001|Checks an order at once")))

    result = await scene.say("Build a shop")

    assert (result.outcome, edges(scene)) == ("applied", WHOLE)
    assert f"`{BAD}`" in result.answer


@pytest.mark.requirement("M-41")
async def test_what_the_draft_would_make_is_taken_out_of_it_by_a_minus():
    repair = block("- Check.FN.001", "- Handling.FC.001 -cp-> Check.FN.001", "- Check.FN.001 -st-> Quick.RQ.002")
    scene = await stage(ScriptedModel(block(*GOOD, BAD), repair))

    result = await scene.say("Build a shop")

    assert result.outcome == "applied"
    assert edges(scene) == sorted(WHOLE)[1:] or "Check.FN.001" not in scene.model()
    assert not any("Check" in each for each in scene.model())


@pytest.mark.requirement("M-41")
async def test_a_repair_that_says_all_again_replaces_the_draft():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), block(*GOOD[:4], *GOOD[5:])))

    result = await scene.say("Build a shop")

    assert result.outcome == "applied"
    assert "Fast.RQ.001" not in scene.model()


@pytest.mark.requirement("M-41")
async def test_the_draft_stays_drawn_with_its_problem_while_the_repair_is_written():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), block(MENDED)))

    await scene.say("Build a shop")

    ghosts = [each for each in scene.told(ProposalGrowing) if isinstance(each, ProposalGrowing)]
    last = max(each.attempt for each in ghosts)
    repaired = [each for each in ghosts if each.attempt == last]
    assert len(repaired) == len(GOOD) + 2  # the draft, and the mended line
    (marked,) = [each for each in repaired if each.problems]
    assert isinstance(marked.operation, EdgeCreate)
    assert repaired[-1].operation.id == marked.operation.id  # it takes the place of the wrong one


@pytest.mark.requirement("M-42", "M-43")
async def test_words_alone_do_not_close_a_draft_and_what_holds_can_be_taken_at_once():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), "I am sorry.", "Which requirement do you mean?"))

    result = await scene.say("Build a shop")

    assert (result.outcome, scene.model()) == ("proposed", [])
    assert "8 of 9 operations hold" in result.answer
    assert result.answer.startswith("I make it.")
    (proposal,) = await scene.open_project.proposals.all()
    assert (len(proposal.operations), len(proposal.holds)) == (9, 8)
    assert [problem.operation_id for problem in proposal.problems] == ["op-9"]


@pytest.mark.requirement("M-43")
async def test_taking_what_holds_keeps_the_rest_as_a_proposal_that_can_be_edited_and_accepted():
    scene = await stage(ScriptedModel(block(*GOOD, BAD), "I am sorry.", "I am sorry."))
    await scene.say("Build a shop")
    proposals = scene.open_project.proposals
    (proposal,) = await proposals.all()

    await proposals.decide(
        proposal.proposal_id, digest=proposal.digest, decision="accept", person=ANA, operation_ids=proposal.holds
    )

    assert edges(scene) == sorted(WHOLE)
    taken, rest = await proposals.all()
    assert (taken.state, rest.state, len(rest.operations)) == ("partlyAccepted", "open", 1)
    assert [problem.code for problem in rest.problems] == ["unknownRef"]
    (left,) = rest.operations
    assert isinstance(left, EdgeCreate)
    fast = next(each for each in scene.open_project.project.graph.nodes.values() if each.name == "Fast")
    mended = EdgeCreate(id=left.id, edge_type=left.edge_type, source=left.source, target=fast.node_id)
    rest = await proposals.amend(rest.proposal_id, digest=rest.digest, edits={left.id: mended}, person=ANA)
    await proposals.decide(rest.proposal_id, digest=rest.digest, decision="accept", person=ANA)
    assert "Check.FN.001 -satisfy-> Fast.RQ.001" in edges(scene)


@pytest.mark.requirement("M-42")
async def test_prose_that_claims_a_change_without_operations_is_asked_for_them():
    model = ScriptedModel("I have added the shop to your model!", block(*GOOD))
    scene = await stage(model)

    result = await scene.say("Build a shop")

    assert (result.outcome, result.answer) == ("applied", "I make it.")
    assert "holds no operations" in model.requests[1].messages[-1].text


@pytest.mark.requirement("M-42")
@pytest.mark.parametrize("claim", ["I've added the shop!", "Ich habe das System angelegt.", "J'ai ajouté le système."])
async def test_a_claim_that_is_never_made_true_is_told_as_such(claim: str):
    scene = await stage(ScriptedModel(claim, claim, claim))

    result = await scene.say("Und das System bitte")

    assert result.outcome == "refused"
    assert "nichts geändert" in result.answer


@pytest.mark.requirement("M-44", "A-31")
async def test_the_model_is_told_in_its_own_lines_and_each_remedy_once():
    schemas = [f"+ Data{n}|SCHEMA|Data{n}.SC.00{n}|Data [struct:none]" for n in (1, 2, 3)]
    model = ScriptedModel(block(*schemas), "No.", "No.")
    scene = await stage(model)

    await scene.say("Add schemas")

    told = model.requests[1].messages[-1].text.splitlines()
    assert len(told) == 4
    assert all(f"`{line}`" in said for line, said in zip(schemas, told[1:], strict=True))
    assert sum("Fix" in line for line in told) == 1
    assert not any("op-" in line or "$." in line for line in told)


@pytest.mark.requirement("A-19", "M-44")
async def test_a_cycle_goes_back_with_the_names_of_its_members_and_comes_again_without_it():
    def answer(*, cycle: bool) -> str:
        first = {"id": "a", "type": "create", "nodeType": "FUNC", "data": {"Name": "Pack", "Descr": "Packs."}}
        second = {"id": "b", "type": "create", "nodeType": "FUNC", "data": {"Name": "Ship", "Descr": "Ships."}}
        if cycle:
            first["dependsOn"], second["dependsOn"] = ["b"], ["a"]
        return json.dumps({"response": "I make it.", "operations": [first, second]})

    model = ScriptedModel(answer(cycle=True), answer(cycle=False))
    scene = await stage(model)

    result = await scene.say("Pack and ship")

    assert (result.outcome, scene.model()) == ("applied", ["Pack.FN.001", "Ship.FN.002"])
    told = model.requests[1].messages[-1].text
    assert "Pack" in told.splitlines()[1]
    assert "Ship" in told.splitlines()[1]
    assert "wait for one another" in told


@pytest.mark.requirement("M-71", "A-42")
async def test_progress_is_told_batch_by_batch_with_what_each_holds():
    scene = await stage(ScriptedModel(block(*GOOD)))

    await scene.say("Build a shop")

    told = [each for each in scene.told(StepProgressed) if isinstance(each, StepProgressed)]
    assert [(each.done, each.total) for each in told] == [(1, 2), (2, 2)]
    assert told[0].note == "5: Shop, Ordering, Handling, Check, Fast"
    assert told[1].note == "3: Shop -cp-> Ordering, Ordering -cp-> Handling, Handling -cp-> Check"


@pytest.mark.requirement("M-35", "M-43")
async def test_declaring_an_actor_again_leaves_no_proposal_that_nobody_can_accept():
    again = block(
        "+ Shop|SYS|Shop.SY.001|Sells things",
        "+ Shop.SY.001 -cp-> Ordering.UC.001",
        "+ Paying|UC|Paying.UC.002|Somebody pays",
        "+ Shop.SY.001 -cp-> Paying.UC.002",
    )
    scene = await stage(ScriptedModel(block(*GOOD), again))
    await scene.say("Build a shop")

    result = await scene.say("And paying")

    assert result.outcome == "applied"
    assert len([note for note in result.notes if note.key == "notes.there"]) == 2
    assert "Shop.SY.001 -compose-> Paying.UC.002" in edges(scene)


@pytest.mark.requirement("M-36")
async def test_a_removed_edge_is_shown_by_its_ends_and_goes_with_its_node_in_one_block():
    away = block("- Check.FN.001", "- Handling.FC.001 -cp-> Check.FN.001")
    scene = await stage(ScriptedModel(block(*GOOD), away))
    await scene.say("Build a shop")

    state = await scene.open_project.engine.settled(await scene.begin("Remove checking"))

    assert state.status == "waiting"
    (opened,) = scene.told(ProposalOpened)
    assert isinstance(opened, ProposalOpened)
    assert opened.problems == []
    edge = opened.operations[1]
    names = {node.node_id: node.name for node in scene.open_project.project.graph.nodes.values()}
    assert (names[edge.source], edge.edge_type, names[edge.target]) == ("Handling", "compose", "Check")  # type: ignore[union-attr,index]


@pytest.mark.requirement("M-43")
async def test_alternatives_wait_for_a_choice():
    one = block("+ A|REQ|A.RQ.001|The shop shall refuse", text="**Option A: refuse**")
    two = block("+ B|REQ|B.RQ.002|The shop shall wait", text="**Option B: wait**")
    scene = await stage(ScriptedModel(f"Two ways.\n\n{one}\n\n{two}\n\nWhich?"))

    state = await scene.open_project.engine.settled(await scene.begin("What when offline?"))

    assert (state.status, scene.model()) == ("waiting", [])
    completed = scene.told(MessageCompleted)[-1]
    assert isinstance(completed, MessageCompleted)
    assert "Option B" in text_of(completed.parts)
