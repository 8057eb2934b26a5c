"""A receiver of webhooks: a real little HTTP server on this machine, which keeps what it was sent."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from standardwebhooks import Webhook


class Received(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def verified(self, secret: str) -> Any:
        """What it says, if the convention's own library takes the signature for good."""
        return Webhook(secret).verify(self.body, self.headers)


class Receiver:
    """Answers with the statuses it was given, one after the other, and then with 204."""

    def __init__(self) -> None:
        self.port = 0
        self.received: list[Received] = []
        self.connections = 0
        self.answers: list[bytes] = []
        """Heads of answers, such as `503 Busy`, with headers behind line breaks; empty: never answered."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks?for=shop"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def will_answer(self, *heads: str) -> None:
        self.answers = [head.encode() for head in heads]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.received.append(Received(head[0].split(" ")[1], headers, body))
            answer = self.answers.pop(0) if self.answers else b"204 No Content"
            if answer:
                writer.write(b"HTTP/1.1 " + answer + b"\r\nContent-Length: 0\r\n\r\n")
                await writer.drain()
            else:
                await reader.read()  # until the sender hangs up
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def open_receiver(certificate: Path | None = None) -> AsyncIterator[Receiver]:
    receiver = Receiver()
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=context)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


@asynccontextmanager
async def silent(host: str, port: int) -> AsyncIterator[list[asyncio.StreamWriter]]:
    """A host that takes a call and never says a word; its callers."""
    callers: list[asyncio.StreamWriter] = []

    async def listens(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer)
        with suppress(ConnectionError):
            await reader.read()  # until the caller hangs up

    async with await asyncio.start_server(listens, host, port):
        yield callers
        for each in callers:
            each.close()
            with suppress(ConnectionError):
                await each.wait_closed()


def certificate_for(name: str, folder: Path) -> Path:
    """A certificate of its own for a name, with its key: a file that a server shows and a client may trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file = folder / f"{name}.pem"
    file.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    return file


def resolver(*answers: Sequence[str]) -> Any:
    """A name service that gives these addresses, one list for each time it is asked, and then the last again."""
    left = list(answers)
    asked: list[tuple[str, int]] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        found = left.pop(0) if len(left) > 1 else left[0]
        if not found:
            raise OSError(f"{host} is not known")
        return found

    resolve.asked = asked  # type: ignore[attr-defined]
    return resolve
