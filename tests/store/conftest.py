"""Clocks and stores for the tests of this folder."""

from __future__ import annotations

import pytest

from graphwright.ports import ManualClock
from tests.store.samples import START

pytest.register_assert_rewrite("tests.contracts.store_contract", "tests.contracts.store_documents")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)
