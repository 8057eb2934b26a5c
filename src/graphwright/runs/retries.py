"""Which kinds of step are tried again, how often and after which pause. Data, and two pure functions."""

from __future__ import annotations

import hashlib
from typing import Final

from graphwright.errors import GraphwrightError
from graphwright.protocol.ids import StepId

RETRIES: Final[dict[str, int]] = {
    # Reading again costs little and harms nothing.
    "semantic_search": 1,
    "graph_search": 1,
    "graph_traversal": 1,
    "nlp_preprocessing": 1,
    # Model calls retry inside `llm`, where `Retry-After` and the price are known; commits are repaired, not repeated.
}
"""Repetitions after the first attempt; kinds that are not named have none."""

MAX_ATTEMPTS: Final = 10
"""A step that was begun this often and never ended takes the process with it, so it fails. A kill loop stays below."""

# C-81: exponential, base 1 s, factor 2, at most 60 s, jitter 10 %.
_BASE_S: Final = 1.0
_FACTOR: Final = 2.0
_MAX_S: Final = 60.0
_JITTER: Final = 0.1


def may_retry(kind: str, failed_attempts: int, error: Exception) -> bool:
    """Is another attempt of this step worth it? Only an error that says `later` may go away by itself."""
    return failed_attempts <= RETRIES.get(kind, 0) and isinstance(error, GraphwrightError) and error.retry == "later"


def pause_s(step_id: StepId, failed_attempts: int) -> float:
    """Seconds before the next attempt. The jitter comes from the step's id, so a replayed test waits the same."""
    share = hashlib.sha256(f"{step_id}/{failed_attempts}".encode()).digest()[0] / 255
    pause = min(_MAX_S, _BASE_S * _FACTOR ** (failed_attempts - 1))
    return float(pause * (1 + _JITTER * (2 * share - 1)))
