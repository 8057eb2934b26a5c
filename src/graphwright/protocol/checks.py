"""A check: the model was held against all rules once, and what was new in it since the check before."""

from __future__ import annotations

from graphwright.protocol.base import Count, Record, Time
from graphwright.protocol.ids import FindingId, RunId
from graphwright.protocol.operations import Finding


class ModelCheck(Record, frozen=True, kw_only=True):
    """What one check found. Findings that only a later phase asks for do not count."""

    run_id: RunId
    at: Time
    revision: Count
    since: Count | None = None
    """The revision of the check before it; absent for the first one of a project, of which nothing is new."""
    introduced: list[Finding] = []
    """What was not there at the check before it, the worst first; at most 100 of them."""
    introduced_count: Count = 0
    resolved_count: Count = 0
    finding_ids: list[FindingId]
    """What was found, the worst first; at most 100 of them."""
    finding_count: Count | None = None
    """How much was found in all; absent in checks from before lists were cut, which are whole."""
    findings_sha256: str | None = None
    """The blob with the ids of all of it, where the list is cut: by them the next check knows what is new."""
