"""A mail server on this machine: a real little one (aiosmtpd), which keeps what it was sent and refuses when told to."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session


class ReceivedMail(NamedTuple):
    """One mail, and what was said about it on its way."""

    sender: str
    recipients: list[str]
    message: EmailMessage
    raw: bytes

    @property
    def text(self) -> str:
        """Its plain text."""
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n")

    @property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        assert part is not None
        return str(part.get_content())


class MailServer:
    """Answers mails with what it was given, one after the other, and then takes them."""

    def __init__(self) -> None:
        self.port = 0
        self.received: list[ReceivedMail] = []
        """What it took."""
        self.offered: list[ReceivedMail] = []
        """What was said to it, taken or not."""
        self.answers: list[str] = []
        """To whole mails, such as `451 later`; empty: never answered."""
        self.refused: dict[str, str] = {}
        """Recipients that it does not take, with its answer."""
        self.calls = 0
        self.logins: list[tuple[str, str]] = []

    async def handle_RCPT(  # noqa: N802  the library's names
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if not answer:
            await asyncio.Event().wait()
        raw = envelope.original_content or b""
        message = message_from_bytes(raw, policy=default)
        self.offered.append(ReceivedMail(envelope.mail_from or "", list(envelope.rcpt_tos), message, raw))
        if answer.startswith("250"):
            self.received.append(self.offered[-1])
        return answer

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password == b"open-sesame", handled=False)

    def settings(self, **others: str) -> dict[str, str]:
        """How a server of ours finds it."""
        smtp = {"HOST": "localhost", "PORT": str(self.port), "TLS": "none", "SENDER": "workbench@example.org"}
        named = {f"GRAPHWRIGHT_SMTP_{name}": value for name, value in (smtp | others).items()}
        return {"GRAPHWRIGHT_PUBLIC_ADDRESS": "https://models.example.org", **named}


@asynccontextmanager
async def open_mail_server(
    certificate: Path | None = None, *, is_secure: bool = False, has_login: bool = False
) -> AsyncIterator[MailServer]:
    """With a certificate it offers STARTTLS, or speaks TLS from the first byte (`is_secure`)."""
    mails, context = MailServer(), None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
    options: dict[str, Any] = {"authenticator": mails.authenticate} if has_login else {}

    def speak() -> SMTP:
        mails.calls += 1
        return SMTP(
            mails,
            hostname="mail.example.org",
            tls_context=None if is_secure else context,
            require_starttls=False,
            auth_require_tls=not is_secure,
            loop=asyncio.get_running_loop(),
            **options,
        )

    server = await asyncio.get_running_loop().create_server(
        speak, "localhost", 0, ssl=context if is_secure else None, family=2
    )
    mails.port = server.sockets[0].getsockname()[1]
    async with server:
        yield mails
