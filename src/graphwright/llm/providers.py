"""From a name in the settings to a language model that can be called.

This is where `PROVIDER:NAME` gets its address, its key and its price, and where an operator's own address is checked
(R-31, R-32). Projects and personas name only language models that the operator configured, never addresses. Imports
the HTTP client, so import this module only when a provider is configured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import httpx2

from graphwright.addresses import METADATA_NAMES, address_in, is_metadata, is_private
from graphwright.errors import InvalidCommand
from graphwright.llm.capabilities import capabilities_of, providers
from graphwright.llm.embeddings import RemoteEmbedder
from graphwright.llm.remote import ModelEndpoint, RemoteModel
from graphwright.ports import Clock
from graphwright.setting_kinds import KEY_VARIABLES, Secret
from graphwright.settings import Settings

ADDRESSES: Final[Mapping[str, str]] = {name: each.address for name, each in providers().items() if each.address}
"""Where the providers live; the others have no address of their own."""

_LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")


def open_client() -> httpx2.AsyncClient:
    """The one HTTP client of the program. It follows no redirect; the caller closes it."""
    return httpx2.AsyncClient(
        follow_redirects=False,
        # As many as 100 people and their parallel calls need; httpx2 keeps 20 of them warm by default.
        limits=httpx2.Limits(max_connections=200, max_keepalive_connections=20, keepalive_expiry=30),
        # A company's proxy is for the world outside, not for a language model on this machine.
        mounts={f"all://{host}": httpx2.AsyncHTTPTransport() for host in _LOCAL},
    )


def configured_model(settings: Settings, name: str) -> str:
    """The name again, if the operator configured it; a project or persona may choose no other (R-32)."""
    if name not in settings.models:
        raise InvalidCommand(f"{name[:80]!r} is not configured here; there is {', '.join(settings.models)}", model=name)
    return name


def open_model(name: str, settings: Settings, client: httpx2.AsyncClient, clock: Clock) -> RemoteModel:
    """The language model `PROVIDER:NAME` of the settings. `offline` is no provider and is opened elsewhere.

    Raises `InvalidCommand` when the name is not configured or the address is not allowed. A missing key is told by
    the first call, so that everything that needs no language model works without it (ADR-16).
    """
    provider, colon, _ = configured_model(settings, name).partition(":")
    if not colon:
        raise InvalidCommand(f"{name!r} is not behind a provider", model=name)
    own_address = settings.base_url if provider == settings.model.partition(":")[0] else None
    address = own_address or ADDRESSES.get(provider)
    if address is None:
        raise InvalidCommand(f"{name!r} needs an address; set GRAPHWRIGHT_BASE_URL", setting="base_url")
    check_address(address)
    capabilities = capabilities_of(name, settings.prices)
    if capabilities.dialect == "messages" and not address.endswith("/v1"):
        # The official clients take this address without its version, so both ways of writing it are common.
        address += "/v1"
    key = _key(provider, settings, is_own_address=own_address is not None)
    variable = KEY_VARIABLES[provider]
    endpoint = ModelEndpoint(
        name=name,
        base_url=address,
        key=key,
        missing_key="" if key or own_address or variable is None else variable,
        key_header=providers()[provider].key,
    )
    return RemoteModel(endpoint, capabilities, client, clock)


def open_embedder(settings: Settings, client: httpx2.AsyncClient, clock: Clock) -> RemoteEmbedder:
    """The embedder `PROVIDER:NAME` of the settings; address and key follow the rules of language models.

    Raises `InvalidCommand` when there is no address or it is not allowed.
    """
    name = settings.embeddings
    provider = name.partition(":")[0]
    shared = settings.base_url if provider == settings.model.partition(":")[0] else None
    own_address = settings.embeddings_url or shared
    address = own_address or ADDRESSES.get(provider)
    if address is None:
        raise InvalidCommand(f"{name!r} needs an address; set GRAPHWRIGHT_EMBEDDINGS_URL", setting="embeddings_url")
    check_address(address)
    # An address of its own may belong to somebody else than the key does.
    key = None if settings.embeddings_url else _key(provider, settings, is_own_address=shared is not None)
    variable = KEY_VARIABLES[provider]
    missing = "" if key or own_address or variable is None else variable
    return RemoteEmbedder(
        ModelEndpoint(name=name, base_url=address, key=key, missing_key=missing),
        client,
        clock,
    )


def _key(provider: str, settings: Settings, *, is_own_address: bool) -> Secret | None:
    """The key for this provider at this address.

    `GRAPHWRIGHT_API_KEY` belongs to the provider of `GRAPHWRIGHT_MODEL`, wherever the operator says that it lives. A
    provider's customary variable belongs to the provider's own host and is sent nowhere else (R-32).
    """
    if provider == settings.model.partition(":")[0] and settings.api_key is not None:
        return settings.api_key
    return None if is_own_address else settings.customary_keys.get(provider)


def check_address(url: str) -> None:
    """Refuse an address that would send a key in the clear or into a cloud's metadata service.

    `https` goes anywhere else. `http` only to this machine or a private network: a literal private address, or a name
    that no public resolver knows. Raises `InvalidCommand`.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    address = address_in(host)
    if host in METADATA_NAMES or (address is not None and is_metadata(address)):
        raise _refused(url, "leads to a metadata service, which nobody may call")
    if address is None and _looks_like_a_number(host):
        raise _refused(url, "hides an address in a number; write it as four numbers with points")
    if parts.scheme == "https":
        return
    if parts.scheme != "http":
        raise _refused(url, "must begin with https:// or http://")
    if not (is_private(address) if address is not None else _is_private_name(host)):
        raise _refused(url, "is not on a private network, where http would show key and prompt; use https")


def _refused(url: str, why: str) -> InvalidCommand:
    return InvalidCommand(f"GRAPHWRIGHT_BASE_URL {url[:200]!r} {why}", setting="base_url")


_PRIVATE_NAMES: Final = (".internal", ".local", ".lan", ".localhost", ".home.arpa")


def _is_private_name(host: str) -> bool:
    """A name without a point is known only to this machine or its network (`ollama` in a compose file)."""
    return bool(host) and ("." not in host or host.endswith(_PRIVATE_NAMES))


def _looks_like_a_number(host: str) -> bool:
    """`127.1`, `0x7f.1` and `2130706433` are no addresses for Python, but resolve like one (measured in R-31)."""
    last = host.rpartition(".")[2]
    return last.isdigit() or last.startswith("0x")
