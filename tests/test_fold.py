"""The one fold: its tables are whole and name what there is, and the page's fixture is what it says today."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import json

from graphwright.fold import FOLD, RECORDS, Clear, Put, PutEntries, Remove, Rule, SetFields
from graphwright.protocol.events import DurableEvent
from tests.golden.folding import EVENTS, FIXTURE, told

pytestmark = pytest.mark.requirement("H-61")


def test_every_durable_event_stands_in_the_table():
    assert set(FOLD) == set(get_args(DurableEvent))


def test_the_fixture_tells_every_event_and_every_kind_of_record():
    changed = {change["kind"] for row in told() for change in row["changes"]}

    assert ({type(event) for event in EVENTS}, changed) == (set(FOLD), set(RECORDS))


def test_the_fixture_is_what_the_fold_says_today():
    """When it is not, `python -m tests.golden.folding` writes it anew; then look at the difference."""
    assert json.decode(FIXTURE.read_bytes()) == told()


@pytest.mark.parametrize("event", FOLD, ids=lambda event: event.__name__)
def test_a_rule_names_only_fields_that_its_event_has(event):
    assert {name for rule in FOLD[event] for name in _of_the_event(rule)} <= set(event.__struct_fields__)


@pytest.mark.parametrize("kind", RECORDS)
def test_a_change_names_only_fields_that_its_record_has(kind):
    changes = [rule for rules in FOLD.values() for rule in rules if isinstance(rule, SetFields) and rule.kind == kind]
    named = {name for rule in changes for name in (*rule.values, *rule.copied, *rule.gathered)}

    assert named <= set(RECORDS[kind].record.__struct_fields__)


def _of_the_event(rule: Rule) -> list[str]:
    """The fields that a rule takes from the event and from nowhere else."""
    match rule:
        case Put():
            return [name for name in (rule.of, rule.completed_by) if name]
        case PutEntries() | Remove():
            return [rule.of] if rule.of else list(RECORDS[rule.kind].key)
        case SetFields():
            gathered = [name for into in rule.gathered.values() for name in into.__struct_fields__]
            return [*RECORDS[rule.kind].key, *rule.copied, *gathered]
        case Clear():
            return [name for name in (RECORDS[rule.kind].group, rule.where) if name]
