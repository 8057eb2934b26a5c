"""The bus inside one process keeps the contract of buses."""

from __future__ import annotations

import pytest

from graphwright.bus import Bus, LocalBus
from tests.contracts.bus_contract import BusContract, check_is_bus


class TestLocalBus(BusContract):
    @pytest.fixture
    def bus(self) -> Bus:
        return check_is_bus(LocalBus())
