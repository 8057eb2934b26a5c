"""Sign-in with the organisation's identity provider: the ways in, both ends of a sign-in, and the provider's logout."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import parse_qs

from msgspec import Meta

from graphwright.errors import AccessDenied, InvalidCommand, NotAuthenticated
from graphwright.languages import Language
from graphwright.oidc.flow import SignInReturn
from graphwright.oidc.tokens import MAX_TOKEN_LENGTH
from graphwright.protocol.base import Command, Record
from graphwright.server.accounts import PASSWORD_MOST
from graphwright.server.attempts import ATTEMPT_LIFE
from graphwright.server.company import COOKIE
from graphwright.server.endpoint import (
    SMALL_BODY_BYTES,
    EndpointCall,
    HttpAnswer,
    NoBody,
    NoQuery,
    endpoint,
)
from graphwright.server.routes.people import LoggedOut, LoginSession, login_session
from graphwright.server.sessions import cookie_in, set_cookie

Opaque = Annotated[str, Meta(min_length=1, max_length=4_096)]
"""Of the provider's making; the longest codes have about 2,000 characters."""
_COMPANY: Final = "/api/session/company"
_FORM: Final = "application/x-www-form-urlencoded"


class SignInWays(Record, frozen=True, kw_only=True):
    """How people may come in."""

    passwords: bool
    passkeys: bool
    company: str | None
    """What the identity provider is called; `null` where none is configured."""


class CompanyPost(Command, frozen=True, kw_only=True):
    """A sign-in that begins."""

    connect: bool = False
    """Open one's own account with this identity from now on; for whoever is logged in."""
    password: Annotated[str, Meta(max_length=PASSWORD_MOST)] | None = None
    """To connect: one's own, for whoever has one."""
    code: Annotated[str, Meta(max_length=100)] | None = None
    """To connect: of one's second factor, for whoever has one."""


class SignInBegun(Record, frozen=True, kw_only=True):
    """Where the browser goes to sign in."""

    address: str


class CompanyPut(Command, frozen=True, kw_only=True):
    """What the browser brought back from the identity provider."""

    state: Opaque
    code: Opaque
    issuer: Opaque | None = None
    language: Language = "en"
    """Of the page; mails are written in it."""


@endpoint("ways.get", "/api/session/ways", "everybody")
async def sign_in_ways(call: EndpointCall[NoQuery, NoBody]) -> SignInWays:
    """How people may come in."""
    authenticator = call.server_state.authenticator
    return SignInWays(
        passwords=call.workbench.settings.passwords,
        passkeys=authenticator.allows_passkeys,
        company=authenticator.company.name,
    )


@endpoint("company.post", _COMPANY, "everybody", answer=SignInBegun, most=SMALL_BODY_BYTES)
async def begin_sign_in(call: EndpointCall[NoQuery, CompanyPost]) -> HttpAnswer:
    """Begin to sign in with the identity provider."""
    connects = None
    if call.body.connect:
        if call.somebody is None:
            raise NotAuthenticated("log in first; then this account can be connected")
        connects = await call.server_state.authenticator.prove(
            call.somebody, password=call.body.password, code=call.body.code, address=call.address
        )
    origin = call.headers.get("origin") or call.origin
    begun = await call.server_state.authenticator.company.begin(origin, connects=connects)
    cookie = set_cookie(call.headers, begun.cookie, of=COOKIE, life=ATTEMPT_LIFE)
    return HttpAnswer(SignInBegun(address=begun.address), headers={"set-cookie": cookie})


@endpoint("company.put", _COMPANY, "everybody", answer=LoginSession, most=SMALL_BODY_BYTES, audited=())
async def complete_sign_in(call: EndpointCall[NoQuery, CompanyPut]) -> HttpAnswer:
    """Log in with what the identity provider answered."""
    back = SignInReturn(call.body.state, call.body.code, call.body.issuer)
    try:
        caller, completed = await call.server_state.authenticator.sign_in(
            cookie_in(call.headers, COOKIE),
            back,
            by=call.somebody,
            address=call.address,
            browser=call.headers.get("user-agent", ""),
        )
    except AccessDenied:  # whoever may not come in any more has no page open either
        await call.server_state.socket.recheck()
        raise
    await call.server_state.socket.recheck()
    if completed.email is not None and call.server_state.postman is not None:
        await call.workbench.mailboxes.vouched(completed.account.person_id, completed.email, call.body.language)
    cookie = set_cookie(call.headers, completed.secret, life=completed.life)
    return HttpAnswer(await login_session(call, caller), headers={"set-cookie": cookie})


@endpoint(
    "companyLogout.post",
    f"{_COMPANY}/logout",
    "everybody",
    takes=_FORM,
    body=bytes,
    most=2 * MAX_TOKEN_LENGTH,
    audited=(),
)
async def company_logout(call: EndpointCall[NoQuery, bytes]) -> LoggedOut:
    """For the identity provider alone: end the sessions that its signed logout token names."""
    try:
        form = parse_qs(call.body.decode("ascii"), strict_parsing=True, max_num_fields=10)
    except (ValueError, UnicodeDecodeError):
        form = {}
    match form.get("logout_token"):
        case [text]:
            pass
        case _:
            raise InvalidCommand("send one logout_token, as a form")
    try:
        await call.server_state.authenticator.company.log_out(text)
    except NotAuthenticated as error:  # the specification wants 400
        raise InvalidCommand(error.message) from None
    await call.server_state.socket.recheck()
    return LoggedOut(logged_out=True)
