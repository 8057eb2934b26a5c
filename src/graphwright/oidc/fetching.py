"""Asks an identity provider over HTTP: within a time and a size, following no redirect. It knows no endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct

from graphwright.addresses import METADATA_NAMES, address_in, is_metadata
from graphwright.errors import SignInUnavailable

ANSWER_S: Final = 10.0
"""From the connection to the last byte; somebody waits in front of a browser."""
MAX_ANSWER_BYTES: Final = 256 * 1024
"""Ten times what the largest providers send as their keys."""


class ProviderAnswer(Struct, frozen=True):
    """What an identity provider said."""

    status: int
    body: bytes


Fetch: TypeAlias = Callable[[str, str, Mapping[str, str], bytes | None], Awaitable[ProviderAnswer]]
"""Sends a method to an address with headers and a body. `SignInUnavailable` where nothing usable comes back."""


async def fetch(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> ProviderAnswer:
    """The `Fetch` of the real world."""
    import httpx2  # noqa: PLC0415  the HTTP client, once somebody signs in

    host = urlsplit(url).hostname
    try:
        async with (
            asyncio.timeout(ANSWER_S),
            httpx2.AsyncClient(trust_env=False, follow_redirects=False, timeout=ANSWER_S) as client,
            client.stream(method, url, headers=dict(headers), content=body) as answer,
        ):
            pieces = bytearray()
            async for piece in answer.aiter_bytes():
                pieces += piece
                if len(pieces) > MAX_ANSWER_BYTES:
                    message = f"the identity provider at {host} answered more than {MAX_ANSWER_BYTES:,} bytes"
                    raise SignInUnavailable(message)
            return ProviderAnswer(answer.status_code, bytes(pieces))
    except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError) as error:
        message = f"the identity provider at {host} does not answer ({type(error).__name__}); try again later"
        raise SignInUnavailable(message) from None


def is_safe(url: str, *, loopback: bool) -> bool:
    """Whether an address may be asked: https, or http on this machine where the issuer is there too (`loopback`)."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.username or parts.password or parts.fragment or host.lower() in METADATA_NAMES:
        return False
    address = address_in(host)
    if address is not None and is_metadata(address):
        return False
    return parts.scheme == "https" or (loopback and parts.scheme == "http" and is_loopback(host))


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    address = address_in(host)
    return host.lower() == "localhost" if address is None else address.is_loopback
