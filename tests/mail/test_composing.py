"""What a mail says: in three languages, with ways to what it tells, and nothing that somebody wrote acts in it."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest

from graphwright.languages import LANGUAGES
from graphwright.mail.composing import MAX_ITEMS, Composer
from graphwright.mail.news import MailItem
from graphwright.mail.records import Mailbox, MailNotice
from graphwright.protocol.ids import PersonId, ProjectId

NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
PAGE = "https://models.a-rather-long-name-of-a-company.example.org/workbench"
COMPOSER = Composer(page=PAGE, sender="workbench@example.org")
BOX = Mailbox(person_id=PersonId("p1"), language="en", address="ana@example.org", secret="aSecretOf24LettersAsItIs")


def item(kind: str = "mention", **others: Any) -> MailItem:
    told = {"project": "shop", "who": "Ben", "what": "Customer", "text": "@Ana who is that?"} | others
    notice = MailNotice(kind="proposal" if kind == "review" else "comment", project_id=ProjectId("s"), id="c1", at=NOW)
    return MailItem(kind, notice, **told)


def read(message: Any) -> Any:
    """As a mail program reads it."""
    return message_from_bytes(message.as_bytes(), policy=default)


def text_of(message: Any) -> str:
    return str(message.get_body(("plain",)).get_content()).replace("\r\n", "\n")


@pytest.mark.requirement("U-451")
def test_a_mail_says_who_said_what_where_and_leads_there():
    message = read(COMPOSER.news(BOX, [item()], message_id="<m1@example.org>", now=NOW))
    assert dict(message.items()) | {"Content-Type": ""} == {
        "From": "Graphwright <workbench@example.org>",
        "To": "ana@example.org",
        "Subject": "Ben mentions you in shop",
        "Date": "Sun, 29 Nov 2026 09:00:00 +0000",
        "Auto-Submitted": "auto-generated",
        "Content-Language": "en",
        "MIME-Version": "1.0",
        "Content-Type": "",
        "Message-ID": "<m1@example.org>",
        "List-Unsubscribe": f"<{PAGE}/api/mail/unsubscribed/{BOX.secret}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    assert text_of(message) == (
        "Ben mentions you at “Customer” (shop):\n\n"
        "> @Ana who is that?\n\n"
        f"{PAGE}/#/p/shop?drawer=comments&comment=c1\n\n"
        "-- \n"
        f"You get this because you gave this address in Graphwright. What is mailed, you choose in your account: {PAGE}/\n"
        f"No more mails: {PAGE}/#unsubscribe={BOX.secret}\n"
    )
    html = message.get_body(("html",)).get_content()
    assert f'<a href="{PAGE}/#/p/shop?drawer=comments&amp;comment=c1">Open</a>' in html


@pytest.mark.requirement("Z-173")
def test_the_address_that_ends_the_mails_is_sent_in_one_piece():
    raw = COMPOSER.news(BOX, [item()], message_id="<m1@example.org>", now=NOW).as_bytes()
    assert f"\r\nList-Unsubscribe: <{PAGE}/api/mail/unsubscribed/{BOX.secret}>\r\n".encode() in raw


@pytest.mark.requirement("U-451")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_is_in_the_language_of_who_reads_it(language):
    box = Mailbox(person_id=PersonId("p1"), language=language, address="ana@example.org", secret="x")
    subjects = {"en": "Ben mentions you", "de": "Ben erwähnt Sie", "fr": "Ben vous mentionne"}
    message = read(COMPOSER.news(box, [item()], message_id="<m1@example.org>", now=NOW))
    assert message["Subject"].startswith(subjects[language])
    several = read(COMPOSER.news(box, [item(), item("review")], message_id="<m1@example.org>", now=NOW))
    text = text_of(several)
    assert "{" not in text
    assert "drawer=review&proposal=c1" in text


@pytest.mark.requirement("Z-173")
@pytest.mark.parametrize("field", ["project", "who", "what", "text"])
def test_nothing_that_somebody_writes_becomes_a_header_or_acts_in_the_page(field):
    hostile = "x\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>\u202e\x00<img src=x onerror=alert(1)>"
    for kind in ("mention", "reply", "review"):
        sent = COMPOSER.news(BOX, [item(kind, **{field: hostile})], message_id="<m1@example.org>", now=NOW)
        message = read(sent)
        assert message["Bcc"] is None
        assert len(message.items()) == 11
        html = message.get_body(("html",)).get_content()
        assert "<script" not in html
        assert "<img" not in html
        assert "\u202e" not in html
        assert "\u202e" not in str(message["Subject"])


@pytest.mark.requirement("U-451")
def test_of_very_much_the_first_is_told_and_the_rest_is_counted():
    message = read(COMPOSER.news(BOX, [item()] * (MAX_ITEMS + 3), message_id="<m1@example.org>", now=NOW))
    text = text_of(message)
    assert message["Subject"] == f"{MAX_ITEMS + 3} comments and proposals for you"
    assert text.count("> @Ana who is that?") == MAX_ITEMS
    assert "3 more are on the page." in text


@pytest.mark.requirement("U-451")
def test_a_long_remark_is_cut_where_a_reader_has_seen_what_it_is_about():
    message = read(COMPOSER.news(BOX, [item(text="so " * 2_000)], message_id="<m1@example.org>", now=NOW))
    assert len(text_of(message)) < 1_000
