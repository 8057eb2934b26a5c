"""The judged sentences are held against what was reached; the figures may only rise."""

from __future__ import annotations

import pytest

from tests.offline.judging.absences import is_machine_readable
from tests.offline.judging.entries import (
    ABROAD,
    CANDID,
    CASUAL,
    CLOSED,
    COUNTED,
    DAILY,
    LATER,
    LATEST,
    LEDGER,
    MANUALS,
    NEWCOME,
    OFFHAND,
    OPEN,
    RECENT,
    SEALED,
    SENTENCES,
    SPOKEN,
    UNFORESEEN,
    UNHEARD,
    UNOPENED,
    UNTOLD,
    UNTRIED,
    WAYSIDE,
    read_set,
)
from tests.offline.judging.judge import judge
from tests.offline.judging.names import likeness, same
from tests.offline.judging.table import RATCHETS, SWING, reached, read_ratchet, wrong_ones


@pytest.mark.timeout(400)  # hundreds of messages, measured for coverage too
@pytest.mark.requirement("U-56")
@pytest.mark.parametrize(
    "judged",
    [
        pytest.param(each, marks=pytest.mark.slow)
        if each
        in {
            SENTENCES,
            LATER,
            OPEN,
            RECENT,
            COUNTED,
            SPOKEN,
            UNTOLD,
            DAILY,
            UNFORESEEN,
            NEWCOME,
            UNHEARD,
            CASUAL,
            CLOSED,
            UNTRIED,
            CANDID,
            OFFHAND,
            SEALED,
            UNOPENED,
            WAYSIDE,
            ABROAD,
            MANUALS,
            LEDGER,
            LATEST,
        }
        else each
        for each in RATCHETS
    ],
    ids=lambda path: path.stem,
)
def test_no_kind_of_sentence_is_understood_less_than_it_was_and_no_more_are_wrong(judged):
    judgements = [judge(each) for each in read_set(judged)]
    now, least = reached(judgements), read_ratchet(judged)

    fallen = {
        cell: (now.understood[cell], count)
        for cell, count in least.understood.items()
        if now.understood[cell] < count - SWING
    }
    assert fallen == {}
    assert sum(now.understood.values()) >= sum(least.understood.values()) - SWING
    assert now.wrong <= least.wrong + SWING, "\n".join(wrong_ones(judgements))


@pytest.mark.requirement("U-56")
def test_every_sentence_says_what_a_machine_must_not_find():
    unread = [
        (entry.id, each)
        for entry in read_set()
        for each in entry.expect.absent
        if not entry.meaning.absent and entry.expect.kind != "ask" and not is_machine_readable(each, entry)
    ]

    assert unread == []


@pytest.mark.requirement("U-56")
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("CheckTickets", "check the ticket"),
        ("Ticket check", "Checking tickets"),
        ("PrüfeFahrkarte", "Fahrkarte prüfen"),
        ("Vérifie les billets", "Vérifier le billet"),
        ("E-Rezept", "ERezept"),
        ("Messung des Fiebers", "Fieber messen"),
    ],
)
def test_names_that_say_the_same_are_the_same(name, other):
    assert same(name, other)


@pytest.mark.requirement("U-56")
@pytest.mark.parametrize(
    ("name", "other"),
    [("Customer", "Clerk"), ("Open door", "Close door"), ("Tür", "Türsteuerung"), ("Oven", "Oven door")],
)
def test_names_that_say_something_else_are_not(name, other):
    assert not same(name, other)


@pytest.mark.requirement("U-56")
def test_a_longer_name_is_right_with_words_of_the_sentence_only():
    said = "The clerk checks the ticket of a passenger."

    assert likeness("Check passenger ticket", ["Check ticket"], said) == 1
    assert likeness("Check ticket price", ["Check ticket"], said) == 0
