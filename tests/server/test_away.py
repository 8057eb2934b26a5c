"""A server whose PostgreSQL dies and comes back: it says so meanwhile, and goes on without a start of its own."""

from __future__ import annotations

import signal

import httpx2
import pytest

from tests.postgres import running_postgres
from tests.server.test_serving import Running, type_  # noqa: F401  # a fixture
from tests.waiting import until_in_a_process


@pytest.mark.slow
@pytest.mark.requirement("Z-72")
def test_a_server_outlives_its_database(type_, tmp_path):  # noqa: F811  # the fixture
    with running_postgres(durable=True) as database:
        server = Running(tmp_path / "data", environment={"GRAPHWRIGHT_DATABASE": database.address()})
        try:
            assert type_(server.data, "say", "shop", "A customer places an order").returncode == 0
            secret = type_(server.data, "token", "shop", "--access", "editor").stdout.strip()
            headers = {"authorization": f"Bearer {secret}"}
            with httpx2.Client(base_url=server.address, headers=headers, timeout=60) as client:

                def name(baseline: str) -> int:
                    return client.put(f"/api/projects/shop/baselines/{baseline}", json={"revision": 1}).status_code

                def ready() -> int:
                    return httpx2.get(f"{server.address}readyz", timeout=60).status_code

                assert (ready(), name("first")) == (200, 200)
                for number in range(3):
                    database.kill()
                    assert (ready(), httpx2.get(f"{server.address}healthz", timeout=60).status_code) == (503, 200)
                    assert name(f"lost-{number}") == 503
                    database.start()
                    until_in_a_process(lambda: ready() == 200)
                    assert name(f"kept-{number}") == 200
                told = client.get("/api/projects/shop/baselines").json()["baselines"]
            assert [each["name"] for each in told] == ["first", *(f"kept-{number}" for number in range(3))]
            assert type_(server.data, "check", "shop", "--deep").returncode == 0
        finally:
            code, log = server.stop(signal.SIGTERM)
    assert (code, log.count("the database is back")) == (0, 3)
