"""Cron words in a time zone: when they are due, and what is refused."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphwright.errors import InvalidCommand
from graphwright.schedules.times import check_times, count_between, newest_until, next_after

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)  # a Saturday


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.requirement("G-86")
@pytest.mark.parametrize(
    ("cron", "zone", "wanted"),
    [
        ("0 3 * * *", "UTC", "2026-11-22T03:00"),
        ("0 3 * * *", "Europe/Berlin", "2026-11-22T02:00"),
        ("0 3 * * 1-5", "America/New_York", "2026-11-23T08:00"),
        ("*/15 * * * *", "UTC", "2026-11-21T12:15"),
        ("0 0 L * *", "UTC", "2026-11-30T00:00"),
        ("@hourly", "UTC", "2026-11-21T13:00"),
        ("@Weekly", "UTC", "2026-11-23T00:00"),
        ("0 0 29 2 *", "UTC", "2028-02-29T00:00"),
    ],
)
def test_the_next_time_is_that_of_the_words_in_their_zone(cron, zone, wanted):
    check_times(cron, zone, NOW)
    due = next_after(cron, zone, NOW)
    assert due == at(wanted)
    assert newest_until(cron, zone, due) == due
    assert newest_until(cron, zone, due.replace(microsecond=1)) == due
    assert (next_after(cron, zone, due) or NOW) > due


@pytest.mark.requirement("G-86")
@pytest.mark.parametrize(
    ("cron", "day", "wanted"),
    [
        # Clocks in Berlin go from 2 to 3 on 29 March, and from 3 back to 2 on 25 October.
        ("30 2 * * *", "2026-03-28T12:00", ["2026-03-29T01:00", "2026-03-30T00:30"]),
        ("30 2 * * *", "2026-10-24T12:00", ["2026-10-25T00:30", "2026-10-26T01:30"]),
        ("0 12 * * *", "2026-03-28T12:00", ["2026-03-29T10:00", "2026-03-30T10:00"]),
    ],
)
def test_a_day_on_which_clocks_are_changed_has_each_time_once(cron, day, wanted):
    first = next_after(cron, "Europe/Berlin", at(day))
    assert [first, next_after(cron, "Europe/Berlin", first)] == [at(each) for each in wanted]
    assert newest_until(cron, "Europe/Berlin", at(wanted[1])) == at(wanted[1])


@pytest.mark.requirement("G-88")
def test_times_that_passed_are_counted_and_not_all_of_them_where_they_are_many():
    assert count_between("0 * * * *", "UTC", at("2026-11-21T12:00"), at("2026-11-21T15:00")) == 2
    assert count_between("*/5 * * * *", "UTC", at("2020-01-01T00:00"), NOW) == 100


@pytest.mark.requirement("G-86", "R-43")
@pytest.mark.parametrize(
    ("cron", "zone", "why"),
    [
        ("", "UTC", "five cron words"),
        ("* * * *", "UTC", "five cron words"),
        ("0 0 0 * * *", "UTC", "five cron words"),
        ("61 * * * *", "UTC", "Bad minute"),
        ("a b c d e", "UTC", "Bad minute"),
        ("0 0 31 2 *", "UTC", "Bad day"),
        ("* * * * *", "UTC", "every 5 minutes"),
        ("0,1 3 * * *", "UTC", "every 5 minutes"),
        ("0 3 * * *", "Europe/Nowhere", "no time zone"),
        ("0 3 * * *", "../../etc/passwd", "no time zone"),
        ("0 3 * * *", "", "no time zone"),
        ("@reboot", "UTC", "five cron words"),
    ],
)
def test_words_that_mean_no_times_are_refused(cron, zone, why):
    with pytest.raises(InvalidCommand, match=why):
        check_times(cron, zone, NOW)
