"""Stop, decide, withdraw and look at context through the front door, as several people with different rights."""

from __future__ import annotations

import time
from typing import Any

import httpx2
import pytest

from graphwright.llm.base import ModelRequest
from graphwright.llm.testing import FunctionModel, ScriptedModel, Stall
from tests.server.place import Place, create, error_of, open_place, uuid
from tests.stories.test_build import SHIP, diff

SHOP = "/api/projects/shop"
EDGE = {"op": "edge.create", "id": "link", "edgeType": "compose", "source": "t1", "target": "t2"}


async def ask(
    client: httpx2.AsyncClient, number: int, text: str = "Ship an order", workflow: str = "build"
) -> dict[str, Any]:
    body = {"commandId": uuid(number), "text": text, "workflow": workflow}
    answer = await client.post(f"{SHOP}/messages", json=body)
    assert answer.status_code == 201, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def command(client: httpx2.AsyncClient, number: int, kind: str, **fields: object) -> httpx2.Response:
    return await client.post(f"{SHOP}/commands", json={"type": kind, "commandId": uuid(number), **fields})


async def run_of(client: httpx2.AsyncClient, said: dict[str, Any]) -> dict[str, Any]:
    run: dict[str, Any] = (await client.get(f"{SHOP}/runs/{said['runId']}")).json()
    return run


async def proposal_of(client: httpx2.AsyncClient) -> dict[str, Any]:
    (proposal,) = (await client.get(f"{SHOP}/proposals")).json()["proposals"]
    found: dict[str, Any] = proposal
    return found


async def people(place: Place) -> tuple[httpx2.AsyncClient, httpx2.AsyncClient]:
    await place.project("shop")
    return await place.somebody("ana", shop="editor"), await place.somebody("ben", shop="editor")


@pytest.mark.requirement("T-12", "I-08", "WD-03")
async def test_stop_ends_only_my_run_and_two_clients_with_the_same_numbers_never_meet():
    """Both send the same command ids at once; Ana stops hers in the middle, Ben's goes on and is applied."""
    gates = {"Ana": Stall(), "Ben": Stall()}

    def answer(request: ModelRequest) -> list[Any]:
        who = "Ana" if "Ana" in request.messages[-1].text else "Ben"
        return [SHIP[:30], gates[who], SHIP[30:]]

    model = FunctionModel(answer)
    async with open_place(model) as place:
        ana, ben = await people(place)
        hers, his = await ask(ana, 1, "Ana wants shipping"), await ask(ben, 1, "Ben wants shipping")
        for gate in gates.values():
            await gate.reached.wait()

        begun = time.monotonic()
        stopped = await command(ana, 2, "run.cancel", runId=hers["runId"])
        took = time.monotonic() - begun
        again = await command(ana, 2, "run.cancel", runId=hers["runId"])
        closed = model.stopped
        gates["Ana"].open()
        gates["Ben"].open()
        await place.settled("shop", his["runId"])
        open_project = await place.workbench.open_project("shop")
        await open_project.streams.settled()

        assert hers["runId"] != his["runId"]
        assert (stopped.json()["status"], again.content) == ("cancelled", stopped.content)
        assert (took < 1.0, closed) == (True, 1)
        runs = [(await run_of(ana, said))["run"] for said in (hers, his)]
        assert [(run["status"], run.get("outcome")) for run in runs] == [("cancelled", None), ("completed", "applied")]
        commits = (await ana.get(f"{SHOP}/commits")).json()["commits"]
        assert [commit["runId"] for commit in commits] == [his["runId"]]
        thread = (await ben.get(f"{SHOP}/threads/{hers['threadId']}")).json()
        assert [(message["status"], message["parts"][0]["text"]) for message in thread["messages"]] == [
            ("complete", "Ana wants shipping"),
            ("stopped", "I make it.\n\n"),
        ]


@pytest.mark.requirement("T-12", "I-08", "D-11")
async def test_a_question_that_is_stopped_keeps_what_was_said_and_calls_nobody_again():
    gate = Stall()
    model = ScriptedModel(["The shop ", gate, "sells."])
    async with open_place(model) as place:
        ana, _ = await people(place)
        said = await ask(ana, 1, "What does the shop do?", "ask")
        await gate.reached.wait()

        stopped = await command(ana, 2, "run.cancel", runId=said["runId"])
        gate.open()
        await (await place.workbench.open_project("shop")).streams.settled()

        assert (stopped.json()["status"], model.stopped, len(model.requests)) == ("cancelled", 1, 1)
        thread = (await ana.get(f"{SHOP}/threads/{said['threadId']}")).json()
        assert [(message["status"], message["parts"][0]["text"]) for message in thread["messages"]] == [
            ("complete", "What does the shop do?"),
            ("stopped", "The shop "),
        ]


@pytest.mark.requirement("T-12", "I-06")
async def test_a_reload_at_any_moment_loses_and_doubles_nothing():
    """The command is sent again after each reload, as a page does that never saw its answer."""
    gate = Stall()
    model = ScriptedModel([SHIP[:30], gate, SHIP[30:]])
    async with open_place(model) as place:
        ana, _ = await people(place)
        said = await ask(ana, 1)
        await gate.reached.wait()
        during = (await ana.get(f"{SHOP}/state")).json()
        repeated = await ask(ana, 1)
        gate.open()
        await place.settled("shop", said["runId"])
        after = (await ana.get(f"{SHOP}/state")).json()

        assert await ask(ana, 1) == repeated == said
        assert [run["runId"] for run in during["runs"]] == [said["runId"]]
        assert (len(during["messages"]), len(after["messages"]), after["runs"]) == (1, 0, [])
        assert len(model.requests) == 1
        thread = (await ana.get(f"{SHOP}/threads/{said['threadId']}")).json()
        assert [message["status"] for message in thread["messages"]] == ["complete", "complete"]
        assert len((await ana.get(f"{SHOP}/commits")).json()["commits"]) == 1


@pytest.mark.requirement("T-13", "WD-05", "WD-08", "D-65", "D-66", "D-67")
async def test_only_who_may_decide_decides_it_is_recorded_and_the_run_is_told_what_really_happened():
    removal = diff("- Shop.SY.001", text="Removed.")
    async with open_place(ScriptedModel(removal)) as place:
        ana, ben = await people(place)
        viewer, commenter = await place.somebody("vic", shop="viewer"), await place.somebody("cora", shop="commenter")
        stranger = await place.somebody("sam")
        await ana.post(
            f"{SHOP}/changes", json={"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        )
        said = await ask(ana, 2, "Remove the shop")
        await place.settled("shop", said["runId"])
        proposal = await proposal_of(ben)
        address = f"{SHOP}/proposals/{proposal['proposalId']}"
        yes = {"commandId": uuid(3), "digest": proposal["digest"], "decision": "accept", "feedback": "Agreed."}

        refused = [await who.post(f"{address}/decision", json=yes) for who in (viewer, commenter, stranger)]
        waiting = await run_of(ana, said)
        accepted = await ben.post(f"{address}/decision", json=yes)
        late = await ana.post(f"{address}/decision", json={**yes, "commandId": uuid(4)})
        await place.settled("shop", said["runId"])

        assert [error_of(each) for each in refused] == [(403, "accessDenied")] * 2 + [(404, "notFound")]
        assert waiting["run"]["status"] == "waiting"
        assert accepted.status_code == 200, accepted.text
        assert (error_of(late), "by ben" in late.text) == ((409, "proposalClosed"), True)
        run = await run_of(ana, said)
        assert (run["run"]["outcome"], run["run"]["result"]["commitId"]) == ("applied", accepted.json()["commitId"])
        kept = (await ana.get(address)).json()["proposal"]
        decided = kept["decided"]
        assert (kept["state"], decided["person"]["name"], decided["feedback"]) == ("accepted", "ben", "Agreed.")
        commit = (await ana.get(f"{SHOP}/commits")).json()["commits"][0]
        assert (commit["commitId"], commit["author"]["name"]) == (decided["commitId"], "ben")
        undone = await command(ben, 5, "changes.undo")
        assert (undone.status_code, len((await ana.get(f"{SHOP}/graph")).json()["nodes"])) == (200, 1)


@pytest.mark.requirement("I-10", "WD-12")
async def test_a_person_proposes_edits_withdraws_and_reads_every_version():
    async with open_place() as place:
        ana, ben = await people(place)
        cora = await place.somebody("cora", shop="commenter")
        operations = [*create(("SYS", "Shop"), ("UC", "Sell")), EDGE]
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": operations, "reason": "As discussed",
                "provenance": {"n1": "minutes, page 3"}}  # fmt: skip

        opened = (await cora.post(f"{SHOP}/proposals", json=body)).json()
        address = f"{SHOP}/proposals/{opened['proposalId']}"
        strange = await cora.post(
            f"{SHOP}/proposals", json={**body, "commandId": uuid(2), "provenance": {"nobody": "x"}}
        )
        part = {"commandId": uuid(3), "digest": opened["digest"], "decision": "accept", "operationIds": ["link", "n1"]}
        open_part = await ben.post(f"{address}/decision", json=part)
        edit = {"digest": opened["digest"], "edits": {"n2": {**operations[1], "name": "SellGoods"}}}
        amended = (await command(ben, 4, "proposal.amend", proposalId=opened["proposalId"], **edit)).json()
        read = (await ana.get(address)).json()
        foreign = await command(ana, 5, "proposal.withdraw", proposalId=opened["proposalId"])
        withdrawn = await command(cora, 6, "proposal.withdraw", proposalId=opened["proposalId"])
        late = await ben.post(f"{address}/decision", json={**part, "commandId": uuid(7), "digest": amended["digest"]})

        assert opened["dependsOn"] == {"link": ["n1", "n2"]}
        assert opened["operations"][0]["provenance"] == "minutes, page 3"
        assert error_of(strange) == (400, "invalidCommand")
        assert (error_of(open_part), open_part.json()["fields"]) == (
            (409, "notClosed"), {"missing": ["n2"], "falling": ["link"]},
        )  # fmt: skip
        assert [each.get("editedBy", {}).get("name") for each in amended["operations"]] == [None, "ben", None]
        assert read == {"proposal": amended, "versions": [opened, amended]}
        assert error_of(foreign) == (403, "accessDenied")
        assert withdrawn.json()["state"] == "withdrawn"
        assert error_of(late) == (409, "proposalClosed")
        assert (await ana.get(f"{SHOP}/graph")).json()["nodes"] == []


@pytest.mark.requirement("T-13")
async def test_a_project_that_wants_four_eyes_gets_them():
    async with open_place() as place:
        ana, ben = await people(place)
        await (await place.owner()).patch(SHOP, json={"fourEyes": True})
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        opened = (await ana.post(f"{SHOP}/proposals", json=body)).json()
        yes = {"commandId": uuid(2), "digest": opened["digest"], "decision": "accept"}
        address = f"{SHOP}/proposals/{opened['proposalId']}/decision"

        assert (await ana.get(SHOP)).json()["fourEyes"] is True
        assert error_of(await ana.post(address, json=yes)) == (403, "accessDenied")
        assert (await ben.post(address, json=yes)).status_code == 200


@pytest.mark.requirement("I-08", "I-10")
async def test_a_proposal_that_nobody_decides_expires_by_itself_and_its_run_ends():
    async with open_place(ScriptedModel(diff("- Shop.SY.001", text="Removed."))) as place:
        ana, _ = await people(place)
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        await ana.post(f"{SHOP}/changes", json=body)
        said = await ask(ana, 2, "Remove the shop")
        await place.settled("shop", said["runId"])

        place.clock.wall = 31 * 24 * 3600
        await place.workbench.sweep(place.clock.now())
        await place.settled("shop", said["runId"])
        place.clock.wall = 0  # the browser's session outlives the story

        (proposal,) = (await ana.get(f"{SHOP}/proposals?state=all")).json()["proposals"]
        assert proposal["state"] == "expired"
        assert (await run_of(ana, said))["run"]["outcome"] == "refused"


@pytest.mark.requirement("B-37", "B-38", "B-39", "B-40", "B-53", "B-36")
async def test_the_chip_previews_what_will_be_sent_and_the_inspector_shows_what_was():
    async with open_place(ScriptedModel("Fine.")) as place:
        ana, _ = await people(place)
        functions = [("FUNC", f"Work{number}") for number in range(40)]
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(*functions)}
        await ana.post(f"{SHOP}/changes", json=body)
        (node, *_) = (await ana.get(f"{SHOP}/graph")).json()["nodes"]

        async def preview(**options: object) -> dict[str, Any]:
            answer = await ana.post(f"{SHOP}/context", json=options)
            assert answer.status_code == 200, answer.text
            shown: dict[str, Any] = answer.json()
            return shown

        canvas = {"selection": {"nodes": [node["nodeId"]]}, "table": {"rows": [node["nodeId"]], "total": 40}}
        said = await ask(ana, 2, "Is this one sound?")
        await place.settled("shop", said["runId"])
        moment = (await run_of(ana, said))["run"]["endedAt"]
        await ana.post(
            f"{SHOP}/changes",
            json={"commandId": uuid(3), "baseRevision": 1, "operations": create(("FUNC", "Later"), start=90)},
        )
        chosen = await preview(mode="auto", question="What does this do?", canvas=canvas, canvases=True)
        wanted = await preview(mode="minimal")
        ways = [{"threadId": said["threadId"]}, {"since": moment}, {"sinceRevision": 1}]
        changed = [await preview(mode="changed", **way) for way in ways]
        (call,) = [step for step in (await run_of(ana, said))["steps"] if step["kind"] == "llm_call"]
        request = (await ana.get(f"{SHOP}/runs/{said['runId']}/steps/{call['stepId']}/request")).json()
        figures = (await ana.get(f"{SHOP}/context")).json()

        assert (chosen["mode"], chosen["isOverride"], chosen["reasons"]) == (
            "full", False, ["the model is small"],
        )  # fmt: skip
        assert f"In view: {node['semanticId']}" in chosen["text"]
        assert (len(chosen["cacheKey"]), "prompt" in wanted) == (64, False)
        assert chosen["cacheKey"] != wanted["cacheKey"]
        sections = chosen["prompt"]["sections"]
        assert [section["label"] for section in sections if section["isCached"]] == ["tools", "frame", "ontology"], (
            "the model has changed since the last call"
        )
        assert sum(section["tokens"] for section in sections) == chosen["prompt"]["tokens"]
        assert (wanted["mode"], wanted["isOverride"]) == ("minimal", True)
        assert [(each["mode"], each["metadata"]["keptNodes"]) for each in changed] == [("changed", 1)] * 3
        assert len({each["text"] for each in changed}) == 1
        assert [section["label"] for section in request["sections"]][:3] == ["frame", "ontology", "graph"]
        assert "Is this one sound?" in request["sections"][-1]["text"]
        assert request["answer"] == "Fine."
        assert figures["hits"] + figures["misses"] == 7
        metrics = place.server_state.telemetry.text().decode()
        for name in (
            "canvas_context_capture_duration_ms", "canvas_context_cache_hit_rate", "canvas_context_tokens",
            "canvas_context_cache_hits", "canvas_context_errors",
        ):  # fmt: skip
            assert f"# TYPE {name}" in metrics


@pytest.mark.requirement("B-75")
@pytest.mark.parametrize(
    ("limits", "reads", "writes"),
    [
        ({"GRAPHWRIGHT_REQUESTS_PER_MINUTE": "4"}, [200, 200, 200, 200, 429], [429]),
        ({"GRAPHWRIGHT_WRITES_PER_MINUTE": "2"}, [200] * 5, [201, 201, 429]),
    ],
)
async def test_a_server_may_limit_how_much_a_person_asks_for_and_changes_in_a_minute(limits, reads, writes):
    async with open_place(**limits) as place:
        await place.project("shop")
        ana, ben = await place.somebody("ana", shop="editor"), await place.somebody("ben", shop="editor")

        seen = [(await ana.get(f"{SHOP}/graph")).status_code for _ in reads]
        changes = [
            {"commandId": uuid(number), "baseRevision": 0, "operations": create(("SYS", f"Shop{number}"))}
            for number, _ in enumerate(writes, 1)
        ]
        done = [(await ana.post(f"{SHOP}/changes", json=change)).status_code for change in changes]
        others = (await ben.get(f"{SHOP}/graph")).status_code
        place.clock.ahead = 61
        later = await ana.post(f"{SHOP}/changes", json={**changes[-1], "commandId": uuid(9)})

        assert (seen, done, others, later.status_code) == (reads, writes, 200, 201)


@pytest.mark.requirement("B-63")
async def test_a_server_may_limit_how_often_a_person_captures():
    async with open_place(GRAPHWRIGHT_CAPTURES_PER_MINUTE="10") as place:
        ana, ben = await people(place)

        codes = [(await ana.post(f"{SHOP}/context", json={})).status_code for _ in range(11)]
        others = (await ben.post(f"{SHOP}/context", json={})).status_code
        place.clock.ahead = 61
        later = (await ana.post(f"{SHOP}/context", json={})).status_code

        assert (codes, others, later) == ([200] * 10 + [429], 200, 200)
