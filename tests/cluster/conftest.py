"""What is said when something that every store promises is not so."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    "tests.contracts.store_contract",
    "tests.contracts.store_book",
    "tests.contracts.store_documents",
    "tests.contracts.lease_contract",
)
