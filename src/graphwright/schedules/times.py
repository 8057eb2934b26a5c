"""When a schedule is due: cron words in a time zone. Pure; the clock is the caller's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise, takewhile
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from graphwright.errors import InvalidCommand

MIN_GAP: Final = timedelta(minutes=5)
"""Between two times; whatever wants to know more often listens to events."""
COUNTED: Final = 100
"""Times that passed by are counted up to here."""
_CRON_FIELDS: Final = 5
_LOOKED_AT: Final = 50
"""Gaps that are looked at: more than a day of a schedule that is nearly too frequent has in an hour."""
_NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {"@hourly": "0 * * * *", "@daily": "0 0 * * *", "@weekly": "0 0 * * 1", "@monthly": "0 0 1 * *"}
)


def check_times(cron: str, zone: str, now: datetime) -> None:
    """Refuse words that mean no times, no zone, or times too close. `InvalidCommand` says what is wrong."""
    _zone_of(zone)
    if len(_words(cron).split()) != _CRON_FIELDS:
        message = f"{cron[:80]!r} are not five cron words: minute, hour, day, month, weekday; such as '0 3 * * 1-5'"
        raise InvalidCommand(message, path="$.cron")
    try:
        times = list(islice(_times(cron, zone, now), _LOOKED_AT))
    except CronSimError as error:
        raise InvalidCommand(f"{cron[:80]!r} cannot be read as cron words: {error}", path="$.cron") from None
    if not times:
        raise InvalidCommand(f"{cron[:80]!r} means no time within the next 50 years", path="$.cron")
    if any(later - earlier < MIN_GAP for earlier, later in pairwise(times)):
        minutes = int(MIN_GAP.total_seconds() // 60)
        raise InvalidCommand(f"{cron[:80]!r} comes more often than every {minutes} minutes", path="$.cron")


def next_after(cron: str, zone: str, after: datetime) -> datetime | None:
    """The first time after a moment; None where there is none."""
    return next(_times(cron, zone, after), None)


def newest_until(cron: str, zone: str, now: datetime) -> datetime | None:
    """The last time that is not later than a moment."""
    local = (now.replace(microsecond=0) + timedelta(seconds=1)).astimezone(_zone_of(zone))
    found = next(CronSim(_words(cron), local, reverse=True), None)
    return None if found is None else found.astimezone(UTC)


def count_between(cron: str, zone: str, after: datetime, before: datetime) -> int:
    """How many times lie between two moments, at most `COUNTED`."""
    return sum(1 for _ in islice(takewhile(lambda each: each < before, _times(cron, zone, after)), COUNTED))


def _times(cron: str, zone: str, after: datetime) -> Iterator[datetime]:
    return (each.astimezone(UTC) for each in CronSim(_words(cron), after.astimezone(_zone_of(zone))))


def _words(cron: str) -> str:
    return _NAMED.get(cron.strip().lower(), cron)


def _zone_of(zone: str) -> ZoneInfo:
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        message = f"{zone[:80]!r} is no time zone that this machine knows; write one such as Europe/Berlin, or UTC"
        raise InvalidCommand(message, path="$.zone") from None
