"""HTTPS by the server itself: real handshakes, a certificate that is replaced, and files that do not fit."""

from __future__ import annotations

import signal
import socket
import ssl
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from graphwright.errors import InvalidCommand
from graphwright.server.tls import ServerCertificate
from graphwright.settings import Settings
from tests.server.test_serving import Running, type_  # noqa: F401  # a fixture
from tests.waiting import until_in_a_process


def certify(folder: Path, name: str, *, only_key: bool = False, is_rsa: bool = False) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key, at the places that a server reads."""
    key = rsa.generate_private_key(65_537, 2_048) if is_rsa else ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    places = folder / "server.crt", folder / "server.key"
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    for path, content in zip(places, (certificate.public_bytes(pem), secret), strict=True):
        if path.suffix == ".key" or not only_key:
            new = path.with_suffix(".new")
            new.write_bytes(content)
            new.replace(path)
    return places


def shown_by(port: int) -> bytes:
    """The certificate that a server shows."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line, context.wrap_socket(line) as secure:
        shown = secure.getpeercert(binary_form=True)
    assert shown is not None
    return shown


@pytest.mark.requirement("Z-74")
async def test_new_files_are_used_and_those_that_do_not_fit_are_not(tmp_path):
    certificate = ServerCertificate(*certify(tmp_path, "first"))
    context = certificate.context
    assert await certificate.renew() is False
    certify(tmp_path, "second")
    assert await certificate.renew() is True
    certify(tmp_path, "third", only_key=True)
    with pytest.raises(InvalidCommand, match="cannot be used: they do not fit together"):
        await certificate.renew()
    assert await certificate.renew() is False, "said once"
    (tmp_path / "server.crt").unlink()
    with pytest.raises(InvalidCommand, match="No such file"):
        await certificate.renew()
    certify(tmp_path, "fourth")
    assert await certificate.renew() is True
    assert certificate.context is context


def shown_in_memory(context: ssl.SSLContext) -> bytes:
    """The certificate that a context shows to who takes keys of both kinds and names no server."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    trusting.maximum_version = ssl.TLSVersion.TLSv1_2
    trusting.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256")
    back, forth = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = trusting.wrap_bio(back, forth)
    shows = context.wrap_bio(forth, back, server_side=True)
    for side in (asking, shows, asking, shows, asking):
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    shown = asking.getpeercert(binary_form=True)
    assert shown is not None
    return shown


@pytest.mark.requirement("Z-74")
async def test_a_certificate_of_another_kind_of_key_takes_the_place_of_the_old_one(tmp_path):
    certificate = ServerCertificate(*certify(tmp_path, "first"))
    first = x509.load_der_x509_certificate(shown_in_memory(certificate.context))
    certify(tmp_path, "second", is_rsa=True)
    assert await certificate.renew() is True
    second = x509.load_der_x509_certificate(shown_in_memory(certificate.context))
    assert [each.subject.rfc4514_string() for each in (first, second)] == ["CN=first", "CN=second"]


@pytest.mark.requirement("Z-74")
@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x00\xff", None])
def test_files_that_are_none_are_named(tmp_path, damage):
    certificate, key = certify(tmp_path, "first")
    if damage is None:
        key.unlink()
    else:
        key.write_bytes(damage)
    with pytest.raises(InvalidCommand, match=r"server\.crt with the key .*server\.key cannot be used"):
        ServerCertificate(certificate, key)


@pytest.mark.slow
@pytest.mark.requirement("Z-74")
def test_a_server_speaks_https_and_takes_a_new_certificate_while_it_runs(type_, tmp_path):  # noqa: F811  # the fixture
    certificate, key = certify(tmp_path, "first")
    names = {"GRAPHWRIGHT_TLS_CERTIFICATE": str(certificate), "GRAPHWRIGHT_TLS_KEY": str(key)}
    server = Running(tmp_path / "data", environment=names)
    try:
        assert server.address == f"https://127.0.0.1:{server.port}/"
        first = shown_by(server.port)
        trusting = ssl.create_default_context(cafile=str(certificate))
        with httpx2.Client(
            base_url=server.address, verify=trusting, timeout=60, limits=httpx2.Limits(keepalive_expiry=60)
        ) as client:
            assert client.get("/healthz").json()["status"] == "ok"
            ticket = server.told["link"].partition("#ticket=")[2]
            origin = server.address.rstrip("/")
            entered = client.post("/api/session", json={"ticket": ticket}, headers={"origin": origin})
            assert "Secure" in entered.headers["set-cookie"]

            certify(tmp_path, "second")
            until_in_a_process(lambda: shown_by(server.port) != first)
            assert client.get("/healthz").status_code == 200, "the connection that was open goes on"
            second = shown_by(server.port)
            certify(tmp_path, "third", only_key=True)
            told = time.monotonic()
            until_in_a_process(lambda: time.monotonic() - told > 6)
            assert shown_by(server.port) == second
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            line.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            assert not line.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        code, log = server.stop(signal.SIGTERM)
    assert (code, log.count("the certificate was read anew"), "the one so far stays" in log) == (0, 1, True)


@pytest.mark.requirement("Z-74")
@pytest.mark.parametrize(("given", "told"), [
    ({"GRAPHWRIGHT_TLS_CERTIFICATE": "a"}, "or neither"),
    ({"GRAPHWRIGHT_TLS_KEY": "a"}, "or neither"),
    (
        {"GRAPHWRIGHT_TLS_CERTIFICATE": "a", "GRAPHWRIGHT_TLS_KEY": "b", "GRAPHWRIGHT_INTERNAL_ADDRESS": "http://h:1"},
        "have a proxy in front",
    ),
])  # fmt: skip
def test_settings_that_would_leave_people_without_https_are_refused(given, told):
    with pytest.raises(InvalidCommand, match=told):
        Settings.read({"HOME": "/nowhere", **given})
