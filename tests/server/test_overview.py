"""How a project stands, over REST: the figures that `check` prints, of now and of a baseline."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from graphwright.actions.overview import overview
from graphwright.graph.check import check_all
from graphwright.graph.gates import check_gates
from graphwright.graph.quality import quality
from graphwright.operations.survey import Findings, Survey
from graphwright.projects import Project
from graphwright.protocol.wire import decode, encode
from tests.server.place import create, error_of, uuid
from tests.server.test_rest import shop

AT = "/api/projects/shop"


@pytest.mark.requirement("P-60", "U-552")
async def test_an_overview_holds_the_scores_the_gates_and_how_far_each_rule_is_kept(place):
    client = await shop(
        place, *create(("SYS", "Shop"), ("REQ", "Answer fast"), ("REQ", "Log orders"), ("TEST", "Load"))
    )
    told = (await client.get(f"{AT}/overview")).json()
    graph = (await place.workbench.projects.open("shop")).graph
    findings = check_all(graph)
    scores = quality(graph, findings, phase=1)
    kept = {each["ruleId"]: (each["subjects"], each["broken"], each["phase"]) for each in told["rules"]}

    assert {name: told[name] for name in ("revision", "phase", "problems", "scores", "gates")} == {
        "revision": 1,
        "phase": 1,
        "problems": sum(1 for each in findings if each.phase <= 1),
        "scores": dict(scores.measures),
        "gates": decode(encode(check_gates(graph, findings, scores)), list[dict]),
    }
    assert told["problems"] > sum(broken for _, broken, phase in kept.values() if phase <= 1)
    assert kept["requirements_verification"] == (2, 2, 4)
    assert kept["uc_satisfy_req"] == (2, 2, 1)
    assert kept["millers_law"] == (1, 0, 0)
    assert [each["phase"] for each in told["rules"]] == sorted(each["phase"] for each in told["rules"])


class LateSurvey(Survey):
    """Tells what it found when somebody has changed the model since, once."""

    meanwhile: Callable[[], Awaitable[object]] | None = None

    async def of(self, project: Project) -> Findings:
        """All findings, of a moment ago."""
        found = await super().of(project)
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return found


@pytest.mark.requirement("P-60")
async def test_a_model_that_changes_while_it_is_judged_is_looked_over_again(place):
    client = await shop(place, *create(("SYS", "Shop"), ("REQ", "Answer fast")))
    opened = await place.workbench.open_project("shop")
    survey = LateSurvey(place.workbench.clock)
    body = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("REQ", "Log orders"))}
    survey.meanwhile = lambda: client.post(f"{AT}/changes", json=body)

    told = await overview(opened, survey)

    assert (told.revision, told) == (2, await overview(opened, Survey(place.workbench.clock)))


@pytest.mark.requirement("P-60")
async def test_an_overview_is_told_of_a_baseline_as_well(place):
    client = await shop(place, *create(("SYS", "Shop"), ("REQ", "Answer fast")))
    then = (await client.get(f"{AT}/overview")).json()
    await client.put(f"{AT}/baselines/PDR", json={"revision": 1})
    body = {"commandId": uuid(2), "baseRevision": 1, "operations": create(("REQ", "Log orders"), ("UC", "Buy"))}
    await client.post(f"{AT}/changes", json=body)

    assert (await client.get(f"{AT}/overview", params={"revision": "@PDR"})).json() == then
    assert (await client.get(f"{AT}/overview")).json() != then
    assert error_of(await client.get(f"{AT}/overview", params={"revision": "9"})) == (404, "notFound")
