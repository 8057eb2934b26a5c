"""The PostgreSQL store keeps the contract, and what it promises beyond it."""

from __future__ import annotations

import pytest

from graphwright.ports import ManualClock
from graphwright.store.postgres.store import PostgresStore
from tests.contracts.store_contract import StoreContract, check_is_store
from tests.postgres import Postgres

requirement = pytest.mark.requirement

TABLES = "project, journal, journal_piece, document, snapshot, key, owner, record, blob"


@pytest.fixture
async def store(postgres: Postgres, clock: ManualClock):
    opened = await PostgresStore.open(postgres.address(), clock)
    await opened._writing.execute(f"TRUNCATE {TABLES}")
    opened._staging.projects.clear()
    yield opened
    await opened.close()


class TestPostgresStore(StoreContract):
    @pytest.fixture
    def store(self, store):
        return check_is_store(store)
