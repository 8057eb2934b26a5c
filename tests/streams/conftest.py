from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.place import Place, open_place


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with open_place() as opened:
        yield opened
