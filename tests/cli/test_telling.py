"""The commands `webhook` and `schedule`."""

from __future__ import annotations

import pytest


@pytest.mark.requirement("G-82", "G-84")
def test_a_webhook_is_added_listed_tried_turned_off_and_removed(type_):
    type_("new", "shop")
    assert "nobody is told" in type_("webhook", "list", "shop").out
    added = type_("webhook", "add", "shop", "https://receiver.invalid/hooks", "--event", "commit.applied")
    told, secret = added.out.splitlines()
    assert told.startswith("https://receiver.invalid/hooks is told, as webhook ")
    assert secret.startswith("whsec_")
    listed = type_("webhook", "list", "shop")
    assert ("commit.applied" in listed.out, "whsec" in listed.out) == (True, False)

    tried = type_("webhook", "test", "shop")
    assert (tried.code, "its name is not known" in tried.out) == (3, True)
    assert "its name is not known" in type_("webhook", "list", "shop").out
    assert type_("webhook", "secret", "shop").out.splitlines()[1] != secret
    assert type_("webhook", "off", "shop").out == "https://receiver.invalid/hooks is told nothing any more\n"
    assert type_("webhook", "on", "shop", "--from-now").out.startswith("https://receiver.invalid/hooks is told what")
    assert type_("webhook", "remove", "shop").out == "removed the webhook to https://receiver.invalid/hooks\n"


@pytest.mark.requirement("G-83", "G-84")
@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("add", "shop"), 2, "needs the address"),
        (("add", "shop", "http://receiver.invalid/"), 2, "use https"),
        (("add", "shop", "https://a.invalid/", "--event", "x"), 2, "there is no event 'x'"),
        (("test", "shop"), 3, "this project has no webhook"),
        (("redeliver", "shop"), 2, "needs --sequence"),
        (("list", "nowhere"), 3, "there is no project"),
    ],
)
def test_a_webhook_that_cannot_be_is_refused_with_its_reason(type_, words, code, why):
    type_("new", "shop")
    told = type_("webhook", *words)
    assert (told.code, why in told.err) == (code, True), told


@pytest.mark.requirement("G-86", "G-89")
def test_a_schedule_is_added_listed_changed_turned_off_and_removed(type_):
    type_("new", "shop")
    assert "nothing is started at times" in type_("schedule", "list", "shop").out
    words = ("--cron", "0 3 * * *", "--zone", "Europe/Berlin", "--workflow", "ask", "--text", "What is missing?")
    assert type_("schedule", "add", "shop", "nightly", *words).out.startswith("nightly: ask, ")
    [row] = type_("schedule", "list", "shop", "--json").json["schedules"]
    assert (row["name"], row["cron"], row["zone"], row["workflow"]) == ("nightly", "0 3 * * *", "Europe/Berlin", "ask")
    [line] = [line for line in type_("schedule", "list", "shop").out.splitlines() if line.startswith("nightly")]
    assert ("03:00 Europe/Berlin, in " in line, "not started yet" in line) == (True, True)
    assert "04:30 Europe/Berlin" in type_("schedule", "edit", "shop", "nightly", "--cron", "30 4 * * *").out
    assert type_("schedule", "off", "shop").out == "nightly: ask, off\n"
    assert type_("schedule", "on", "shop").out.startswith("nightly: ask, ")
    assert type_("schedule", "remove", "shop").out == "removed the schedule nightly; its runs stay\n"


@pytest.mark.requirement("G-86")
@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("add", "shop", "nightly"), 2, "needs a NAME, --cron"),
        (("add", "shop", "n", "--cron", "x", "--workflow", "ask", "--text", "y"), 2, "five cron words"),
        (("add", "shop", "n", "--cron", "@daily", "--workflow", "build", "--text", "y"), 2, "invalid choice"),
        (("off", "shop", "nightly"), 3, "no schedule 'nightly'"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_with_its_reason(type_, words, code, why):
    type_("new", "shop")
    told = type_("schedule", *words)
    assert (told.code, why in told.err) == (code, True), told
