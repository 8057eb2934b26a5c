"""What entries of the audit say to people; `web/tests/administration` holds the page to the same."""

from __future__ import annotations

import ast

import pytest

from graphwright.audit import AuditEntry, is_meant
from graphwright.languages import LANGUAGES
from graphwright.text.audit_words import action_in_words, note_in_words, outcome_in_words
from tests.places import START
from tests.sources import MODULES, nodes_of

pytestmark = pytest.mark.requirement("Z-146", "Z-77")
NAMES = {"01a2": "Ana", "01b3": "shop"}


def test_an_entry_says_what_was_done_in_words_with_names_for_ids():
    hold = {"held": "01b3", "reason": "an audit of the year", "is_held": "True"}
    assert [note_in_words(hold, NAMES, language) for language in LANGUAGES] == [
        "project: shop; reason: an audit of the year; on hold: yes",
        "Projekt: shop; Grund: an audit of the year; gesperrt: ja",
        "projet : shop; motif : an audit of the year; gelé : oui",
    ]
    assert note_in_words({"person_id": "01c4", "name": "Ben"}, NAMES, "en") == "name: Ben"
    assert note_in_words({"person": "01c4", "token": "01a2"}, NAMES, "en") == "person: 01c4; token: 01a2"
    assert note_in_words({"kind": "view", "days": "30"}, NAMES, "de") == "Art: Ansicht; Tage: 30"
    assert note_in_words({"name": "view", "reason": "True"}, NAMES, "de") == "Name: view; Grund: True"


def test_how_it_ended_is_said_where_it_was_refused():
    told = [(action_in_words("session.post", "fr"), outcome_in_words(each, "fr")) for each in ("done", "accessDenied")]
    assert told == [("Connexion", ""), ("Connexion", "refusé : pas de droit")]


def test_what_another_server_wrote_stands_as_its_code():
    assert (action_in_words("moon.post", "en"), outcome_in_words("late", "en")) == ("moon.post", "late")
    assert note_in_words({"colour": "{value}", "policy": "weekly"}, NAMES, "en") == "colour: {value}; changes: weekly"


def test_what_is_noted_beside_the_endpoints_has_words():
    calls = [
        call
        for each in MODULES
        for call in nodes_of(each, ast.Call)
        if getattr(call.func, "attr", getattr(call.func, "id", "")) in {"note", "_note"}
    ]
    written = {arg.value for call in calls for arg in call.args if isinstance(arg, ast.Constant)}
    noted = {each for each in written if isinstance(each, str) and "." in each}
    assert "proposal.decide" in noted
    assert [each for each in sorted(noted) if action_in_words(each, "en") == each] == []


def test_an_entry_is_found_by_its_code_and_by_what_people_read_of_it():
    entry = AuditEntry(sequence=7, at=START, action="session.post", outcome="accessDenied", previous="")
    searches = ("session.post", "signed in", "ANMELDUNG", "Connexion", "refused: not", "signed out")
    assert [is_meant(entry, search, None) for search in searches] == [True, True, True, True, True, False]
