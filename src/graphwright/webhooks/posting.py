"""Sends one request to a receiver: to an address that was checked, within bounds, following nothing.

The answer is its status; its body is never read, so nobody can read through this server what it says.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.webhooks.records import DeliveryProblem
from graphwright.webhooks.targets import AddressRefused, Resolve, checked_addresses, resolved_by_system, target_of

if TYPE_CHECKING:
    import httpx2

ANSWER_S: Final = 15.0
"""From resolving the name to the status; the convention asks receivers to answer first and work later."""
CONNECT_S: Final = 4.0
"""To one address; so the next one still has its turn."""


class PostResult(Struct, frozen=True):
    """What became of one attempt."""

    http_status: int | None = None
    problem: DeliveryProblem | None = None
    """None: it was taken."""
    retry_after: str | None = None
    """The header, where there is one."""


Post: TypeAlias = Callable[[str, Mapping[str, str], bytes], Awaitable[PostResult]]
"""Sends a body with headers to a URL; whatever goes wrong is in its answer."""


class HttpPost:
    """The `Post` of the real world."""

    def __init__(self, allowed: Collection[str], resolve: Resolve = resolved_by_system) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._tls: ssl.SSLContext | None = None

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> PostResult:
        """Send it, at most once."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._sent(url, headers, body)
        except TimeoutError:
            return PostResult(problem="time")
        except (AddressRefused, InvalidCommand):  # what the operator allows may have changed since it was made
            return PostResult(problem="address")
        except OSError:
            return PostResult(problem="name")

    async def _sent(self, url: str, headers: Mapping[str, str], body: bytes) -> PostResult:
        import httpx2  # noqa: PLC0415  the HTTP client, once something is to be told

        target = target_of(url, self._allowed)
        result = PostResult(problem="connection")
        for address in await checked_addresses(target, self._allowed, self._resolve):
            # A connection of its own: one that was opened for another name at the same address proved that name.
            async with httpx2.AsyncClient(
                verify=self._context(),
                trust_env=False,
                follow_redirects=False,
                timeout=httpx2.Timeout(ANSWER_S, connect=CONNECT_S),
            ) as client:
                request = client.build_request(
                    "POST",
                    target.at(address),
                    headers={**headers, "host": target.host_header},
                    content=body,
                    extensions={"sni_hostname": target.host},
                )
                try:
                    answer = await client.send(request, stream=True)
                except httpx2.ConnectError as error:
                    result = PostResult(problem="certificate" if _is_tls(error) else "connection")
                    continue  # nothing was sent; perhaps another of its addresses answers
                except httpx2.ConnectTimeout:
                    result = PostResult(problem="time")
                    continue
                except httpx2.TimeoutException:
                    return PostResult(problem="time")
                except httpx2.RequestError:
                    return PostResult(problem="connection")
                await answer.aclose()
                return _result_of(answer)
        return result

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            import httpx2  # noqa: PLC0415  as above

            self._tls = httpx2.create_ssl_context()
        return self._tls


def _result_of(answer: httpx2.Response) -> PostResult:
    problem: DeliveryProblem | None = None if answer.is_success else "status"
    return PostResult(answer.status_code, problem, answer.headers.get("retry-after"))


def _is_tls(error: BaseException) -> bool:
    seen: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in seen:
        seen.append(cause)
        cause = cause.__cause__ or cause.__context__
    return any(isinstance(each, ssl.SSLError) for each in seen)
