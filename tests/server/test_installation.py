"""The installation at a glance: what the owner sees of projects, people and the machine, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.ports import SystemClock
from graphwright.store.sqlite import SqliteStore
from graphwright.version import VERSION
from tests.server.place import create, error_of, open_place, uuid

OCTETS = {"content-type": "application/octet-stream"}
WHERE = "/api/projects/shop"


@pytest.mark.requirement("Z-113")
async def test_the_owner_sees_every_project_with_its_size_and_every_job_and_nobody_else_does(tmp_path: Path):
    store = await SqliteStore.open(tmp_path, SystemClock())
    settings = {"GRAPHWRIGHT_DATA": str(tmp_path), "GRAPHWRIGHT_RETENTION_AUDIT": "400"}
    async with open_place(store=store, **settings) as place:
        project = await place.project("shop")
        ana, owner = await place.somebody("Ana", shop="admin"), await place.owner()
        body = {"commandId": uuid(1), "baseRevision": 0, "operations": create(("SYS", "Shop"))}
        await ana.post(f"{WHERE}/changes", json=body)
        await ana.post(f"{WHERE}/documents?name=a.md", content=b"Twenty bytes of it. ", headers=OCTETS)
        await owner.put("/api/holds/shop", json={"reason": "case 12/26"})
        await place.server_state.retention.sweep_daily()
        await place.server_state.compaction.sweep_weekly()
        told = (await owner.get("/api/installation")).json()
        taken = told["storage"].pop("dataBytes")
        assert (taken > 10_000, told["storage"].pop("freeBytes") > 0) == (True, True)
        (standing,) = told["projects"]
        stored = [entry async for entry in store.read(project.project_id)]
        assert standing.pop("changedAt")[:19] == stored[-1].at.isoformat()[:19]
        assert told == {
            "version": VERSION,
            "sessions": 0,
            "storage": {},
            "projects": [
                {
                    "projectId": project.project_id, "name": "shop", "admins": ["Ana"], "revision": 1,
                    "entries": len(stored), "documents": 1, "documentBytes": 20, "hold": "case 12/26",
                }
            ],
            "jobs": [
                {"kind": "runs", "count": 0},
                {"kind": "webhooks", "count": 0},
                {"kind": "schedules", "count": 0},
                {"kind": "deletions", "count": 0},
                {"kind": "retention", "count": 1, "doneAt": f"{place.clock.now():%Y-%m-%d}"},
                {"kind": "compaction", "count": 7, "doneAt": f"{place.clock.now():%Y-%m-%d}"},
            ],
        }  # fmt: skip
        assert error_of(await ana.get("/api/installation")) == (403, "accessDenied")


@pytest.mark.requirement("Z-113")
async def test_when_somebody_came_in_last_is_told_also_after_they_left_and_goes_with_the_person():
    async with open_place() as place:
        await place.project("shop")
        ana, owner = await place.somebody("Ana", shop="editor"), await place.owner()
        came = place.clock.now()
        place.clock.ahead += 86_400
        await ana.delete("/api/session")
        people = (await owner.get("/api/people")).json()["people"]
        (known,) = [each for each in people if each["name"] == "Ana"]
        assert (known["signedInAt"][:16], known["sessions"]) == (f"{came:%Y-%m-%dT%H:%M}", 0)
        assert (await owner.put(f"/api/people/{known['personId']}/deletion", json={"name": "Ana"})).status_code == 200
        assert await place.workbench.store.get_record("signedIn", known["personId"]) is None
