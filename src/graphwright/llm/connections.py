"""What can go wrong with a connection to a provider, as one of our errors. Alone in knowing the HTTP client's own."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Generator
from contextlib import contextmanager

import httpx2

from graphwright.errors import ProviderUnavailable
from graphwright.llm.faults import interrupted


class Progress:
    """Whether the answer has begun; decides what silence or a lost connection means."""

    answering = False


@contextmanager
def connection_faults(provider: str) -> Generator[Progress]:
    """Turn the HTTP client's errors into ours. The caller says when the answer begins."""
    progress = Progress()
    try:
        yield progress
    except httpx2.ConnectTimeout:
        raise _unreachable(provider, "it did not accept the connection in time") from None
    except httpx2.PoolTimeout:
        raise _unreachable(provider, "all connections are in use") from None
    except httpx2.TimeoutException:
        if progress.answering:
            raise interrupted(provider, "nothing came for too long") from None
        raise _unreachable(provider, "it accepted the request but did not begin to answer in time") from None
    except httpx2.ConnectError as error:
        raise _not_connected(provider, error) from None
    except httpx2.RequestError as error:
        if progress.answering:
            raise interrupted(provider, "the connection was lost") from None
        raise _unreachable(provider, f"the connection was lost ({type(error).__name__})") from None


def _unreachable(provider: str, why: str) -> ProviderUnavailable:
    return ProviderUnavailable(f"{provider} cannot be reached: {why}", provider=provider)


def _not_connected(provider: str, error: BaseException) -> ProviderUnavailable:
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return ProviderUnavailable(
            f"{provider} cannot be reached: its TLS certificate is not accepted; check GRAPHWRIGHT_BASE_URL",
            retry="never",
            provider=provider,
            setting="base_url",
        )
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return _unreachable(provider, "its name is not known here; check the network and GRAPHWRIGHT_BASE_URL")
    return _unreachable(provider, "nothing listens at its address")
