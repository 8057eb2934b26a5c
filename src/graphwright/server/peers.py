"""Where a request comes from: its peer, or whoever a trusted proxy says it speaks for.

A proxy appends the address that it sees; what stands before that may be anybody's invention. So the list is read from
its end, as far as the addresses are those of proxies that the settings name.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

LINE_BITS: Final = 64
"""Leading bits of an IPv6 address that say whose line it is."""
MAX_HOPS: Final = 20
"""Addresses of one request that are looked at."""


def address_of(peer: str | None, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """The address of whoever asks; `forwarded` = every `X-Forwarded-For` of the request, in their order."""
    address = peer or "local"
    told = [each.strip() for header in forwarded for each in header.split(",")]
    for before in reversed(told[-MAX_HOPS:]):
        if not is_trusted(address, trusted):
            break
        found = _bare(before)
        if found is None:  # no address: the last proxy is all that is known
            break
        address = found
    return address


def block_of(address: str) -> str:
    """What one household or machine has: an address of IPv4, or the 2^64 of IPv6 that every line is given."""
    bare = _bare(address)
    if bare is None or not isinstance(found := ip_address(bare), IPv6Address):
        return bare or address
    return str(IPv6Network((found, LINE_BITS), strict=False))


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Whether this is one of the proxies."""
    bare = _bare(address)
    return bare is not None and any(ip_address(bare) in network for network in trusted)


def _bare(text: str) -> str | None:
    """An address in its one form: without brackets, port and zone; `None` for anything else."""
    name = text.strip().partition("%")[0]
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    try:
        found = ip_address(name)
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)
