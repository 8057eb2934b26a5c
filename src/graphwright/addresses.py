"""What an address on a network is: taken out of its wrapping, on the internet, private, or a cloud's metadata service.

Pure: nothing is resolved here. Whoever calls an address that somebody else has chosen decides by these words.
"""

from __future__ import annotations

import ipaddress
from typing import Final, TypeAlias

Address: TypeAlias = "ipaddress.IPv4Address | ipaddress.IPv6Address"

METADATA_NAMES: Final = frozenset({"metadata.google.internal", "metadata", "instance-data"})
_METADATA_ADDRESSES: Final = frozenset(
    {
        ipaddress.ip_address("169.254.169.254"),
        ipaddress.ip_address("169.254.170.2"),
        ipaddress.ip_address("100.100.100.200"),
        ipaddress.ip_address("168.63.129.16"),  # public by its number, and answered by Azure's hosts all the same
        ipaddress.ip_address("fd00:ec2::254"),
    }
)
# An IPv4 address in the last 32 bits; Python does not look inside them (measured in R-31).
_WRAPPING: Final = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
# Translated locally, and site-local: each is used inside some networks, and Python counts both as global.
_INSIDE: Final = (ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("fec0::/10"))
_32_BITS: Final = 0xFFFF_FFFF


def address_in(host: str) -> Address | None:
    """The address that `host` is, with an IPv4 address taken out of its IPv6 wrapping; None for a name."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if int(address) > 1 and any(address in wrapping for wrapping in _WRAPPING):
            return ipaddress.IPv4Address(int(address) & _32_BITS)
        return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1] or address
    return address


def is_metadata(address: Address) -> bool:
    """Whether a cloud's keys may be read there."""
    return address in _METADATA_ADDRESSES or address.is_link_local


def is_private(address: Address) -> bool:
    """Whether it is on this machine or in a private network."""
    return (address.is_private or address.is_loopback) and not address.is_unspecified


def is_public(address: Address) -> bool:
    """Whether it is one host of the internet, which anybody may call."""
    inside = address.is_multicast or address.is_reserved or is_metadata(address)
    return address.is_global and not inside and not any(address in network for network in _INSIDE)
