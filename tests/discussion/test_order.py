"""An order to discuss names who is to take part, in every language; who is not named is not invented."""

from __future__ import annotations

import pytest

from graphwright.discussion.options import cast_of, read_options
from graphwright.discussion.order import voices_in

ORDERS = [
    (
        "Let a nurse, the safety officer and someone from IT security talk it over: may a library be pushed over wifi?",
        ["Nurse", "Safety officer", "IT security"],
    ),
    (
        "English again: let the signaller, a truck driver and the maintenance engineer discuss whether it should open.",
        ["Signaller", "Truck driver", "Maintenance engineer"],
    ),
    ("Have the pilot and the controller argue about the last call.", ["Pilot", "Controller"]),
    (
        "Lass den Fahrdienstleiter und eine Gutachterin diskutieren, ob sie früher öffnen.",
        ["Fahrdienstleiter", "Gutachterin"],
    ),
    ("Lass Anna, Ben und jemanden aus der IT darüber streiten, wer die Freigabe gibt.", ["Anna", "Ben", "IT"]),
    ("Laisse une infirmière et la pharmacienne discuter si la dose peut changer.", ["Infirmière", "Pharmacienne"]),
    ("Fais débattre le conducteur et l'expert si la barrière et la lampe s'ouvrent.", ["Conducteur", "Expert"]),
    ("Let us discuss whether the barrier opens.", []),
    ("Let me and the nurse discuss whether it is right.", []),
    ("Discuss whether we need two servers and a queue.", []),
    ("Should the backend and the app share a schema?", []),
]


@pytest.mark.parametrize(("order", "voices"), ORDERS, ids=[order[:30] for order, _ in ORDERS])
@pytest.mark.requirement("M-601")
def test_who_is_told_to_discuss_is_read_from_the_order(order: str, voices: list[str]):
    assert voices_in(order) == voices


@pytest.mark.requirement("M-601")
def test_named_voices_take_part_with_their_role_unless_others_are_chosen():
    order = ORDERS[2][0]
    chosen = {"personas": [{"name": "Safety"}, {"name": "Cost"}]}

    assert [(each.name, each.brief) for each in cast_of(read_options(None, order))] == [
        ("Pilot", "Speaks as Pilot: what they know, need and answer for."),
        ("Controller", "Speaks as Controller: what they know, need and answer for."),
    ]
    assert [each.name for each in cast_of(read_options(chosen, order))] == ["Safety", "Cost"]
    assert [
        each.name for each in cast_of(read_options(None, "Let " + "a, " * 9 + "and b discuss whether it holds."))
    ] == [
        "Analyzer",
        "Solver",
        "Moderator",
    ]
