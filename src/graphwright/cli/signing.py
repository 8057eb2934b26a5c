"""Commands about signing in: what the identity provider needs to know and says, and who is logged in where."""

from __future__ import annotations

import argparse
from typing import Final

from graphwright.cli.noting import note
from graphwright.cli.output import Output, counted
from graphwright.errors import InvalidCommand, NotFound
from graphwright.formats.table import table
from graphwright.oidc.provider import IdentityProvider
from graphwright.protocol.base import Record
from graphwright.server.accounts import Accounts
from graphwright.server.company import redirect_uri_of
from graphwright.server.sessions import LoggedIn, Sessions, short_id
from graphwright.settings import Settings
from graphwright.workbench import Workbench

LOGOUT_PATH: Final = "api/session/company/logout"


class SignInCheck(Record, frozen=True, kw_only=True):
    """What there is to register at the identity provider, and what it says."""

    issuer: str
    redirect_uris: list[str]
    logout_uris: list[str]
    authorization_endpoint: str
    token_endpoint: str
    keys: int
    """Keys of the algorithms that count."""


async def sign_in(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:  # noqa: ARG001  as all commands
    """Ask the identity provider what it says of itself, and tell what to register there."""
    settings = workbench.settings
    issuer = settings.oidc.issuer
    if issuer is None:
        raise NotFound("no identity provider is configured; set GRAPHWRIGHT_OIDC_ISSUER and GRAPHWRIGHT_OIDC_CLIENT_ID")
    provider = IdentityProvider(issuer, workbench.clock)
    metadata = await provider.metadata()
    origins = _origins(settings)
    check = SignInCheck(
        issuer=issuer,
        redirect_uris=[redirect_uri_of(origin) for origin in origins],
        logout_uris=[redirect_uri_of(origin) + LOGOUT_PATH for origin in origins],
        authorization_endpoint=metadata.authorization_endpoint,
        token_endpoint=metadata.token_endpoint,
        keys=await provider.key_count(),
    )
    secret = (
        "a secret" if settings.oidc.client_secret or settings.oidc.client_secret_file else "no secret (public client)"
    )
    lines = [
        f"{issuer} answers, and has {counted(check.keys, 'key')} that can be used",
        f"register the client {settings.oidc.client_id} there, with {secret}, and these addresses:",
        *(f"  redirect:            {each}" for each in check.redirect_uris),
        *(f"  back-channel logout: {each}" for each in check.logout_uris),
    ]
    output.result(check, lines)
    return 0


async def sessions(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List who is logged in where, or end sessions."""
    kept = Sessions(workbench)
    if options.action == "end":
        ended = await _end(workbench, kept, options.session)
        await note(workbench, "session.other.delete", {"session": str(options.session)})
        output.result({"ended": ended}, [f"{counted(ended, 'session')} ended; open pages are closed within seconds"])
        return 0
    accounts = Accounts(workbench)
    cells: list[tuple[str, ...]] = []
    for key, session in await kept.living():
        account = await accounts.get(session.person_id)
        name = session.person_id if account is None else account.name
        begun = "" if session.begun_at is None else f"{session.begun_at:%Y-%m-%d %H:%M}"
        cells.append(
            (short_id(key), name, session.way or "", begun, f"{session.expires_at:%Y-%m-%d %H:%M}", session.browser)
        )
    headings = ("id", "person", "came by", "since", "until", "browser")
    rows = [dict(zip(("id", "person", "way", "begunAt", "expiresAt", "browser"), cell, strict=True)) for cell in cells]
    output.result({"sessions": rows}, table(headings, cells) if cells else ["nobody is logged in"])
    return 0


async def _end(workbench: Workbench, kept: Sessions, wanted: str | None) -> int:
    """A session by its id, or all of a person by their name."""
    if wanted is None:
        raise InvalidCommand("sessions end needs the id of a session, or the name of a person: all of theirs end")
    account = await Accounts(workbench).named(wanted)
    person_id = None if account is None else account.person_id

    def is_meant(key: str, session: LoggedIn) -> bool:
        return short_id(key) == wanted or session.person_id == person_id

    keys = [key for key, session in await kept.living() if is_meant(key, session)]
    if not keys:
        raise NotFound(f"nobody is logged in as {wanted[:80]!r}, and no session has this id")
    for key in keys:
        await kept.end(key)
    return len(keys)


def _origins(settings: Settings) -> tuple[str, ...]:
    return settings.origins or (f"http://{settings.host}:{settings.port}",)
