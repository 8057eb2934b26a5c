"""Quotas: how much a project may hold, and how much may be done at once, where the operator wants a limit (Z-110).

What is used is at hand wherever it is asked for (the size of a graph, the headers of documents, the runs under way, the
changes of the last minute), so no quota costs a scan. Tokens and money of a day are `llm/budget.py`'s.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from graphwright.errors import FieldValue, QuotaExceeded, Retry
from graphwright.ports import Clock
from graphwright.protocol.base import Count, Record
from graphwright.protocol.texts import Value
from graphwright.settings import PersonQuotas, ProjectQuotas, Settings
from graphwright.text.messages import term

QuotaScope: TypeAlias = Literal["project", "person"]
QuotaKind: TypeAlias = Literal["elements", "documentBytes", "runs", "commitsPerMinute", "tokensPerDay"]

WINDOW_S: Final = 60.0
KEYS: Final = 10_000
"""Remembered at once; whoever was idle longest is forgotten first."""


class QuotaUse(Record, frozen=True, kw_only=True):
    """How much of a quota is used."""

    scope: QuotaScope
    """Whether it is what the project may, or whoever asks."""
    kind: QuotaKind
    used: Count
    limit: Count | None = None
    """Absent: no limit."""


class PersonUse(Record, frozen=True, kw_only=True):
    """What somebody uses in all projects of one server, or of several."""

    commits: Count = 0
    """Change sets of the last minute."""
    runs: Count = 0
    """Runs under way."""


NO_USE: Final = PersonUse()

KINDS: Final[Mapping[str, QuotaKind]] = MappingProxyType(
    {
        "elements": "elements",
        "document_bytes": "documentBytes",
        "runs": "runs",
        "commits_per_minute": "commitsPerMinute",
        "tokens": "tokensPerDay",
    }
)
"""What the wire calls each, by its setting."""


class LastMinute:
    """How often something was done in the last minute, by key."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, key: str) -> int:
        """How often."""
        now, times = self._clock.monotonic(), self._times.get(key)
        while times and times[0] <= now - WINDOW_S:
            times.popleft()
        return len(times or ())

    def counts(self) -> dict[str, int]:
        """How often, of all keys that were used."""
        return {key: count for key in self._times if (count := self.count(key))}

    def add(self, key: str) -> None:
        """Once more."""
        self._times.setdefault(key, deque()).append(self._clock.monotonic())
        self._times.move_to_end(key)
        if len(self._times) > KEYS:
            self._times.popitem(last=False)

    def wait_s(self, key: str) -> float:
        """Seconds until the oldest counts no more."""
        times = self._times.get(key)
        return max(1, round(times[0] + WINDOW_S - self._clock.monotonic())) if times else WINDOW_S


class Quotas:
    """What one server allows in each project and each person; without limits nothing is counted."""

    def __init__(
        self,
        clock: Clock,
        project: ProjectQuotas | None = None,
        person: PersonQuotas | None = None,
        contact: str = "",
    ) -> None:
        self.project = project or ProjectQuotas()
        self.person = person or PersonQuotas()
        self._contact = contact
        self.elsewhere: Mapping[str, PersonUse] = {}
        """What people use at other servers, as these told last; a project has one server at a time."""
        self._commits: Mapping[QuotaScope, LastMinute] = {"project": LastMinute(clock), "person": LastMinute(clock)}

    @property
    def has_limits_everywhere(self) -> bool:
        """Whether a person has a limit that holds in all projects together."""
        return self.person.runs is not None or self.person.commits_per_minute is not None

    def check_elements(self, used: int, more: int) -> None:
        """Whether a project may hold so many nodes and edges more. `QuotaExceeded`."""
        if more > 0:
            self._check("project", "elements", self.project.elements, used, more)

    def check_document_bytes(self, used: int, own: int, *, more: int) -> None:
        """Whether a project may hold so many bytes of documents more; `own` are those of whoever adds them there."""
        self._check("project", "documentBytes", self.project.document_bytes, used, more)
        self._check("person", "documentBytes", self.person.document_bytes, own, more)

    def check_runs(self, under_way: int, *, own: int) -> None:
        """Whether one run more may begin; `own` are those of whoever begins it, in all projects. `QuotaExceeded`."""
        self._check("project", "runs", self.project.runs, under_way, 1, retry="later")
        self._check("person", "runs", self.person.runs, own, 1, retry="later")

    def count_commit(self, project_id: str, person_id: str) -> None:
        """One change set more. `QuotaExceeded`, to be tried later, when it is one too many."""
        limits: list[tuple[QuotaScope, str, int | None]] = [
            ("project", project_id, self.project.commits_per_minute),
            ("person", person_id, self.person.commits_per_minute),
        ]
        for scope, key, limit in limits:
            if limit is not None:
                wait = {"retryAfterS": self._commits[scope].wait_s(key)}
                self._check(scope, "commitsPerMinute", limit, self.commits(scope, key), 1, retry="later", **wait)
        for scope, key, limit in limits:
            if limit is not None:
                self._commits[scope].add(key)

    def commits(self, scope: QuotaScope, key: str) -> int:
        """Change sets of the last minute, of a project or person that has a limit."""
        elsewhere = self.elsewhere.get(key, NO_USE).commits if scope == "person" else 0
        return self._commits[scope].count(key) + elsewhere

    def commits_here(self) -> dict[str, int]:
        """Change sets of the last minute at this server, by person."""
        return self._commits["person"].counts()

    def _check(
        self,
        scope: QuotaScope,
        kind: QuotaKind,
        limit: int | None,
        used: int,
        more: int,
        *,
        retry: Retry = "never",
        **fields: float,
    ) -> None:
        if limit is None or used + more <= limit:
            return
        told: dict[str, FieldValue] = {
            "quota": f"{scope}_{kind}",
            "limit": limit,
            "used": used,
            "needed": more,
            "contact": self._contact,
        }
        raise QuotaExceeded(quota_words(told, "en"), retry=retry, **told, **fields)


def quotas_of(settings: Settings, clock: Clock) -> Quotas:
    """The quotas that the operator set."""
    return Quotas(clock, settings.project_quotas, settings.person_quotas, settings.quota_contact)


def quota_words(fields: Mapping[str, FieldValue], language: str) -> str:
    """What a quota says when it is met: how much may be, how much there is, and whom to ask."""
    values: dict[str, Value | list[str]] = {
        name: value for name, value in fields.items() if isinstance(value, str | int | float)
    }
    values["count"] = values["limit"]
    met = term(f"quotas.{values['quota']}", values, language)
    return f"{met} {term('quotas.askContact' if values['contact'] else 'quotas.askOperator', values, language)}"
