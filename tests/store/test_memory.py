"""The memory store keeps the contract."""

from __future__ import annotations

import pytest

from graphwright.ports import ManualClock
from graphwright.store.memory import MemoryStore
from tests.contracts.store_contract import BookContract, StoreContract, check_is_store


class TestMemoryStore(BookContract, StoreContract):
    @pytest.fixture
    def store(self, clock: ManualClock):
        return check_is_store(MemoryStore(clock))
