"""Clocks and databases for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphwright.ports import ManualClock
from tests.postgres import Postgres, running_postgres
from tests.store.samples import START

pytest.register_assert_rewrite(
    "tests.contracts.store_contract",
    "tests.contracts.store_book",
    "tests.contracts.store_documents",
    "tests.contracts.lease_contract",
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this run's own; its data need not survive a crash."""
    with running_postgres() as server:
        yield server
