"""Handing a mail to a real mail server: encrypted, logged in, within bounds, and told why it was not taken."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime
from typing import Any

import pytest

from graphwright.mail.composing import Composer
from graphwright.mail.posting import MailResult, SmtpPost
from graphwright.settings import Settings
from tests.fleet import free_port
from tests.mail.mail_server import MailServer, open_mail_server
from tests.waiting import until
from tests.webhooks.receiver import certificate_for, silent

NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)


def posting(mails: MailServer, trust: ssl.SSLContext | None = None, **others: str) -> SmtpPost:
    return SmtpPost(Settings.read({"HOME": "/nowhere", **mails.settings(**others)}).smtp, trust=trust)


def a_mail(to: str = "ana@example.org") -> Any:
    return Composer(page="https://models.example.org", sender="workbench@example.org").test(to, language="en", now=NOW)


def trusting(certificate: Any) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)


@pytest.mark.requirement("U-450")
async def test_a_mail_reaches_the_mail_server_as_it_was_written():
    async with open_mail_server() as mails:
        assert await posting(mails)(a_mail()) == MailResult()
    [mail] = mails.received
    assert (mail.sender, mail.recipients) == ("workbench@example.org", ["ana@example.org"])
    assert mail.message["From"] == "Graphwright <workbench@example.org>"
    assert mail.text.strip() == "This mail says that https://models.example.org/ can send mails."


@pytest.mark.requirement("U-450", "Z-172")
@pytest.mark.parametrize("tls", ["starttls", "tls"])
async def test_the_line_is_encrypted_before_the_password_is_said(tmp_path, tls):
    certificate = certificate_for("localhost", tmp_path)
    async with open_mail_server(certificate, is_secure=tls == "tls", has_login=True) as mails:
        post = posting(mails, trusting(certificate), TLS=tls, USER="us", PASSWORD="open-sesame")
        assert await post(a_mail()) == MailResult()
        wrong = posting(mails, trusting(certificate), TLS=tls, USER="us", PASSWORD="guessed")
        assert (await wrong(a_mail())).problem == "login"
    assert [set(mails.logins), len(mails.received)] == [{("us", "open-sesame"), ("us", "guessed")}, 1]


@pytest.mark.requirement("X-198", "X-203", "Z-172")
async def test_a_user_that_cannot_be_said_to_the_mail_server_is_a_login_that_failed(tmp_path):
    certificate = certificate_for("localhost", tmp_path)
    async with open_mail_server(certificate, has_login=True) as mails:
        result = await posting(mails, trusting(certificate), TLS="starttls", USER="jürgen", PASSWORD="open-sesame")(
            a_mail()
        )
    assert (result.problem, mails.logins, mails.received) == ("login", [], [])
    assert "GRAPHWRIGHT_SMTP_USER" in result.reply


@pytest.mark.requirement("X-203")
async def test_a_mail_server_whose_name_nobody_can_have_is_no_log_in_that_failed():
    async with open_mail_server() as mails:
        result = await posting(mails, HOST="mail..example")(a_mail())
    assert (result.problem, "GRAPHWRIGHT_SMTP_HOST" in result.reply) == ("connection", True)


@pytest.mark.requirement("Z-172")
@pytest.mark.parametrize("tls", ["starttls", "tls"])
async def test_a_mail_server_whose_certificate_nobody_trusts_is_told_nothing(tmp_path, tls):
    certificate = certificate_for("localhost", tmp_path)
    async with open_mail_server(certificate, is_secure=tls == "tls", has_login=True) as mails:
        result = await posting(mails, TLS=tls, USER="us", PASSWORD="open-sesame")(a_mail())
    assert (result.problem, mails.logins, mails.received) == ("certificate", [], [])


@pytest.mark.requirement("Z-172")
async def test_without_starttls_at_the_mail_server_nothing_is_sent_in_the_open():
    async with open_mail_server() as mails:
        result = await posting(mails, TLS="starttls")(a_mail())
    assert (result.problem, mails.received) == ("certificate", [])


@pytest.mark.requirement("U-450")
async def test_each_refusal_is_told_with_the_words_of_the_mail_server():
    async with open_mail_server() as mails:
        mails.refused["ana@example.org"] = "550 5.1.1 no such user here"
        assert await posting(mails)(a_mail()) == MailResult("recipient", "550 5.1.1 no such user here")
        mails.answers = ["451 4.7.1 come back later"]
        assert await posting(mails)(a_mail("ben@example.org")) == MailResult("answer", "451 4.7.1 come back later")
    assert (await posting(mails)(a_mail())).problem == "connection"


@pytest.mark.requirement("U-450")
async def test_a_mail_server_that_says_nothing_is_left_after_a_while(monkeypatch):
    monkeypatch.setattr("graphwright.mail.posting.STEP_S", 0.2)
    mails, port = MailServer(), free_port()
    mails.port = port
    async with silent("127.0.0.1", port):
        assert (await posting(mails, HOST="127.0.0.1")(a_mail())).problem == "time"


@pytest.mark.requirement("U-450")
async def test_whoever_is_stopped_while_a_mail_is_on_its_way_hangs_up_at_once():
    async with open_mail_server() as mails:
        mails.answers = [""]
        sending = asyncio.create_task(posting(mails)(a_mail()))
        await until(lambda: not mails.answers)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        # The thread behind it ends with its line; else this would wait for the whole time an answer may take.
        async with asyncio.timeout(5):
            await asyncio.get_running_loop().shutdown_default_executor()
