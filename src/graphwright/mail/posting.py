"""Hands one mail to the mail server (SMTP): encrypted as the operator says, within bounds, in a thread beside the loop.

Whatever goes wrong is in the answer; nothing is tried again here.
"""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from graphwright.formats.cleaning import visible
from graphwright.ports import in_thread

if TYPE_CHECKING:
    from email.message import EmailMessage

    from graphwright.mail.records import MailProblem
    from graphwright.settings import MailSettings

ANSWER_S: Final = 30.0
"""From connecting to the last answer."""
STEP_S: Final = 10.0
"""For one answer of the server."""
REPLY_LENGTH: Final = 200


class MailResult(Struct, frozen=True):
    """What became of one attempt."""

    problem: MailProblem | None = None
    """None: the mail server took it."""
    reply: str = ""
    """What the mail server said to it, for whoever runs this server."""

    @property
    def is_of_server(self) -> bool:
        """Whether every other mail would fail alike, whoever it is for."""
        return self.problem not in {None, "recipient"}


PostMail: TypeAlias = "Callable[[EmailMessage], Awaitable[MailResult]]"
"""Sends a mail to whom its `To` names."""


class SmtpPost:
    """The `PostMail` of the real world."""

    def __init__(self, settings: MailSettings, *, trust: ssl.SSLContext | None = None) -> None:
        self._settings = settings
        self._trust = trust

    async def __call__(self, message: EmailMessage) -> MailResult:
        """Send it, at most once."""
        call = _MailCall(self._settings, self._trust)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await in_thread(lambda: call.send(message))
        except TimeoutError:
            return MailResult("time")
        finally:
            call.hang_up()  # so that a thread of somebody who has left ends with its line


_UNNAMED: Final = MailResult("connection", "GRAPHWRIGHT_SMTP_HOST cannot be the name of a server")
_UNSAID: Final = MailResult("login", "GRAPHWRIGHT_SMTP_USER has other letters than ASCII, which cannot be said to it")


class _MailCall:
    """One call of the mail server."""

    def __init__(self, settings: MailSettings, trust: ssl.SSLContext | None) -> None:
        self._settings = settings
        self._trust = trust
        self._smtp: smtplib.SMTP | None = None
        self._is_over = Event()

    def send(self, message: EmailMessage) -> MailResult:
        """Connect, encrypt, log in and send."""
        is_taken = False
        try:
            with self._connected() as smtp:
                self._smtp = smtp
                if self._is_over.is_set():
                    return MailResult("time")
                if self._settings.tls == "starttls":
                    smtp.starttls(context=self._trusted())
                if self._settings.password is not None:
                    smtp.login(self._settings.user, self._settings.password.reveal())
                smtp.send_message(message)
                is_taken = True
        except OSError as error:
            if not is_taken:  # else it was only the good-bye that failed
                return _failed(error)
        except UnicodeError:  # in no reply: it cannot be said at all
            return _UNNAMED if self._smtp is None else _UNSAID
        return MailResult()

    def hang_up(self) -> None:
        """End the call, whatever it waits for; nothing where it has ended."""
        self._is_over.set()
        if self._smtp is not None and self._smtp.sock is not None:
            with suppress(OSError):
                self._smtp.sock.shutdown(2)  # both directions: who waits for an answer is told that none comes

    def _connected(self) -> smtplib.SMTP:
        host, port = self._settings.host, self._settings.port
        if self._settings.tls == "tls":
            return smtplib.SMTP_SSL(host, port, timeout=STEP_S, context=self._trusted())
        return smtplib.SMTP(host, port, timeout=STEP_S)

    def _trusted(self) -> ssl.SSLContext:
        return self._trust or ssl.create_default_context()


def _failed(error: OSError) -> MailResult:
    """What an error of the line or of the dialogue means; those of the dialogue are errors of the system, too."""
    match error:
        case smtplib.SMTPServerDisconnected() if isinstance(error.__context__, TimeoutError):
            return MailResult("time")
        case smtplib.SMTPException():
            return MailResult(_problem_of(error), _reply_of(error))
        case TimeoutError():
            return MailResult("time")
        case ssl.SSLCertVerificationError():
            return MailResult("certificate", _short(error.verify_message))
        case ssl.SSLError():
            return MailResult("certificate", _short(error.reason or str(error)))
        case _:
            return MailResult("connection", _short(error.strerror or str(error)))


def _problem_of(error: smtplib.SMTPException) -> MailProblem:
    match error:
        case smtplib.SMTPAuthenticationError():
            return "login"
        case smtplib.SMTPSenderRefused():
            return "sender"
        case smtplib.SMTPRecipientsRefused():
            return "recipient"
        case smtplib.SMTPNotSupportedError():  # it offers no STARTTLS, or no way to log in
            return "certificate" if "STARTTLS" in str(error) else "login"
        case smtplib.SMTPServerDisconnected() | smtplib.SMTPConnectError():
            return "connection"
        case _:
            return "answer"


def _reply_of(error: smtplib.SMTPException) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return _short(f"{code} {_decoded(said)}")
    if isinstance(error, smtplib.SMTPResponseException):
        return _short(f"{error.smtp_code} {_decoded(error.smtp_error)}")
    return _short(str(error))


def _decoded(said: bytes | str) -> str:
    return said.decode(errors="replace") if isinstance(said, bytes) else said


def _short(text: str) -> str:
    return visible(" ".join(text.split()))[:REPLY_LENGTH]
