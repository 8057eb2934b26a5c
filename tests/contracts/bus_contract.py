"""What every bus does: one suite, run on all of them.

A test file for a bus makes a class of `BusContract` with a fixture `bus` that gives an empty one.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graphwright.bus import Bus
from graphwright.protocol.events import Event, MemberLeft
from graphwright.protocol.ids import PersonId, ProjectId, SessionId
from graphwright.protocol.projects import Person

SHOP, BANK = ProjectId("shop"), ProjectId("bank")

requirement = pytest.mark.requirement


def event(number: int) -> Event:
    return MemberLeft(
        session_id=SessionId(str(number)), person=Person(person_id=PersonId("ana"), name="Ana", access="editor")
    )


def numbers(heard: list[Event]) -> list[int]:
    return [int(one.session_id) for one in heard if isinstance(one, MemberLeft)]


def check_is_bus(bus: Bus) -> Bus:
    """The type checker holds the implementation against the protocol."""
    return bus


class BusContract:
    """Rules, one test each."""

    @requirement("H-91")
    def test_events_are_heard_once_and_in_the_order_of_publishing(self, bus: Bus):
        heard: list[Event] = []
        bus.subscribe(SHOP, heard.append)
        for number in range(100):
            bus.publish(SHOP, event(number))
        assert numbers(heard) == list(range(100))

    @requirement("H-91")
    def test_every_listener_hears_every_event_of_its_project_and_no_other(self, bus: Bus):
        ana: list[Event] = []
        ben: list[Event] = []
        carl: list[Event] = []
        bus.subscribe(SHOP, ana.append)
        bus.subscribe(SHOP, ben.append)
        bus.subscribe(BANK, carl.append)
        bus.publish(SHOP, event(1))
        bus.publish(BANK, event(2))
        assert (numbers(ana), numbers(ben), numbers(carl)) == ([1], [1], [2])

    @requirement("H-91")
    def test_who_comes_later_hears_what_comes_later(self, bus: Bus):
        heard: list[Event] = []
        bus.publish(SHOP, event(1))
        bus.subscribe(SHOP, heard.append)
        bus.publish(SHOP, event(2))
        assert numbers(heard) == [2]

    @requirement("H-91")
    def test_who_stopped_hears_nothing_more_and_may_stop_again(self, bus: Bus):
        heard: list[Event] = []
        stop = bus.subscribe(SHOP, heard.append)
        bus.publish(SHOP, event(1))
        stop()
        stop()
        bus.publish(SHOP, event(2))
        assert numbers(heard) == [1]

    @requirement("H-91")
    def test_two_subscriptions_of_one_listener_end_one_by_one(self, bus: Bus):
        heard: list[Event] = []
        first = bus.subscribe(SHOP, heard.append)
        bus.subscribe(SHOP, heard.append)
        bus.publish(SHOP, event(1))
        first()
        bus.publish(SHOP, event(2))
        assert numbers(heard) == [1, 1, 2]

    @requirement("H-91")
    def test_a_listener_that_raises_costs_nobody_an_event(self, bus: Bus, caplog):
        heard: list[Event] = []

        def broken(_: Event) -> None:
            raise RuntimeError

        bus.subscribe(SHOP, broken)
        bus.subscribe(SHOP, heard.append)
        bus.publish(SHOP, event(1))
        bus.publish(SHOP, event(2))
        assert numbers(heard) == [1, 2]
        assert [record.message for record in caplog.records] == ["a listener failed at MemberLeft"] * 2

    @requirement("H-91")
    def test_a_listener_may_stop_itself_and_others_while_it_hears(self, bus: Bus):
        heard: list[Event] = []
        stops: list[Callable[[], None]] = []

        def once(one: Event) -> None:
            heard.append(one)
            for stop in stops:
                stop()

        stops.append(bus.subscribe(SHOP, once))
        rest: list[Event] = []
        bus.subscribe(SHOP, rest.append)
        bus.publish(SHOP, event(1))
        bus.publish(SHOP, event(2))
        assert (numbers(heard), numbers(rest)) == ([1], [1, 2])

    @requirement("H-91")
    def test_who_subscribes_while_an_event_is_told_hears_the_next_one(self, bus: Bus):
        late: list[Event] = []
        stops: list[Callable[[], None]] = []

        def host(_: Event) -> None:
            if not stops:
                stops.append(bus.subscribe(SHOP, late.append))

        bus.subscribe(SHOP, host)
        bus.publish(SHOP, event(1))
        bus.publish(SHOP, event(2))
        assert numbers(late) == [2]
