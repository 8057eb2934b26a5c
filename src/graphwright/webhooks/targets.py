"""Where a webhook may lead: checked when it is made, and again, by the address that is called, at every delivery.

Somebody who may add a webhook could otherwise let this server call what only it can reach. So a name is resolved here,
every address it has must be one of the internet, and exactly the address that was checked is called.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from graphwright.addresses import METADATA_NAMES, address_in, is_metadata, is_public
from graphwright.errors import InvalidCommand

URL_LENGTH: Final = 2_000
LABEL_LENGTH: Final = 63
"""Of a part of a name between its dots, as the DNS has it."""
_PORTS: Final = {"https": 443, "http": 80}

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a name. Raises `OSError` where it has none."""


class AddressRefused(Exception):
    """The name leads to where no webhook may lead."""


class Target(Struct, frozen=True):
    """A URL taken apart."""

    scheme: str
    host: str
    """Without brackets."""
    port: int
    path: str
    """With the query."""

    @property
    def host_header(self) -> str:
        """As the receiver is used to being called."""
        name = _bracketed(self.host)
        return name if self.port == _PORTS[self.scheme] else f"{name}:{self.port}"

    def at(self, address: str) -> str:
        """The same URL with an address in place of the name."""
        return f"{self.scheme}://{_bracketed(address)}:{self.port}{self.path}"


async def resolved_by_system(host: str, port: int) -> Sequence[str]:
    """The addresses that the system's resolver gives, in its order."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a name that cannot be asked for has no address
        raise OSError(f"{host[:80]!r} is no name") from error
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def target_of(url: str, allowed: Collection[str]) -> Target:
    """A URL that may be called as far as it tells by itself. `InvalidCommand` says what is wrong with it.

    `allowed`: hosts, or `HOST:PORT`, inside the network that the operator has named.
    """
    if len(url) > URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        message = f"an address has at most {URL_LENGTH:,} ASCII characters without spaces; write other letters encoded"
        raise _refused(message)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _refused(f"{url[:200]!r} is no address") from None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme not in _PORTS or not host:
        raise _refused("an address begins with https:// and a host")
    if not all(0 < len(label) <= LABEL_LENGTH for label in host.split(".")) and address_in(host) is None:
        raise _refused(f"{host[:80]!r} is no name of a host: between its dots stand 1 to {LABEL_LENGTH} characters")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused("an address holds no user, password or fragment; a delivery is proved by its signature")
    target = Target(parts.scheme, host, _PORTS[parts.scheme] if port is None else port, _path_of(parts))
    if is_named(target, allowed):
        return target
    if parts.scheme == "http":
        raise _refused(f"http would show the model on its way; use https, or let {_NAMED} name {host!r}")
    address = address_in(host)
    if host in METADATA_NAMES or (address is not None and is_metadata(address)):
        raise _refused(f"{host!r} is a metadata service, which nobody may call")
    if address is not None and not is_public(address):
        raise _refused(f"{host!r} is no host of the internet; an administrator can allow it with {_NAMED}")
    return target


def is_named(target: Target, allowed: Collection[str]) -> bool:
    """Whether the operator has named this host."""
    name = _bracketed(target.host)
    return name in allowed or f"{name}:{target.port}" in allowed


async def checked_addresses(target: Target, allowed: Collection[str], resolve: Resolve) -> Sequence[str]:
    """What may be called of a target: all its addresses. `AddressRefused` if one of them may not; `OSError`."""
    literal = address_in(target.host)
    found = [target.host] if literal is not None else await resolve(target.host, target.port)
    if not found:
        raise OSError(f"{target.host} has no address")
    named = is_named(target, allowed)
    for each in found:
        address = address_in(each)
        if address is None or is_metadata(address) or not (named or is_public(address)):
            raise AddressRefused(each)
    return found


_NAMED: Final = "GRAPHWRIGHT_WEBHOOK_HOSTS"


def _refused(message: str) -> InvalidCommand:
    return InvalidCommand(message, path="$.url")


def _path_of(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
