"""Ways out of a workflow's code that its `except` must not swallow: waiting, and errors of the run itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.errors import Misuse, OwnerLost, RunDiverged, StoreError
from graphwright.protocol.runs import Wait


class RunSuspended(BaseException):
    """The run cannot go on before people answer.

    Not an `Exception`, so `except Exception` lets it pass; not a `CancelledError`, which a task group would swallow.
    """

    def __init__(self, waits: Sequence[Wait]) -> None:
        super().__init__(f"waiting for {len(waits)} answer(s)")
        self.waits = tuple(waits)


BREAKING: Final = (Misuse, RunDiverged, OwnerLost, StoreError)
"""Never stored as a step's failure, and no `except` in a workflow hides them."""
