"""Who is there: logging in and out, one's own password, data and API tokens. Members of a project are `members`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Annotated, Any, Final

from msgspec import Meta, Raw

from graphwright.actions.access import access_of, access_to, allow, no_project
from graphwright.actions.context import Caller
from graphwright.errors import InvalidCommand, NotAuthenticated, NotFound
from graphwright.protocol.base import Command, Record, Time
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.projects import Access
from graphwright.server.accounts import PASSWORD_MOST
from graphwright.server.endpoint import (
    LINES,
    SMALL_BODY_BYTES,
    EndpointCall,
    HttpAnswer,
    NoBody,
    NoQuery,
    Pieces,
    endpoint,
)
from graphwright.server.personal_data import personal_data
from graphwright.server.sessions import set_cookie
from graphwright.server.tokens import DAYS, MAX_DAYS, ApiToken, IssuedToken

Short = Annotated[str, Meta(max_length=200)]

LINES_PER_LOOK: Final = 100
"""Of an answer that goes on, until it is looked again whether who asked is still logged in."""


class LogIn(Command, frozen=True, kw_only=True):
    """Either a ticket (with a password to choose, if wanted) or name and password."""

    ticket: Short | None = None
    name: Short | None = None
    password: Annotated[str, Meta(max_length=PASSWORD_MOST)] | None = None
    code: Annotated[str, Meta(max_length=100)] | None = None
    """Of the second factor, for who has one."""


class LoginSession(Record, frozen=True, kw_only=True):
    """Who is logged in."""

    person: Author
    access: Access | None
    """In everything there is (the owner) or in a token's project; otherwise each project says it."""
    has_password: bool
    may_choose_password: bool
    """Not where passwords are switched off, nor in an account that the identity provider opens."""
    has_second_factor: bool
    is_connected: bool
    """An identity of the organisation's identity provider opens this account."""


class LoggedOut(Record, frozen=True, kw_only=True):
    """The session has ended."""

    logged_out: bool


class PasswordPut(Command, frozen=True, kw_only=True):
    """A new password."""

    password: Annotated[str, Meta(max_length=PASSWORD_MOST)]
    current: Annotated[str, Meta(max_length=PASSWORD_MOST)] | None = None
    """The one so far; needed by whoever has one."""


class TokenPost(Command, frozen=True, kw_only=True):
    """A token to be made."""

    project: Short
    access: Access
    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)] = DAYS


class ListedToken(Record, frozen=True, kw_only=True):
    """A token that lives. Its text is nowhere any more."""

    token_id: str
    name: str
    project_id: ProjectId
    project: str
    access: Access
    expires_at: Time


class TokenList(Record, frozen=True, kw_only=True):
    """Tokens, oldest first."""

    tokens: list[ListedToken]


@endpoint("session.post", "/api/session", "everybody", answer=LoginSession, most=SMALL_BODY_BYTES, audited=())
async def log_in(call: EndpointCall[NoQuery, LogIn]) -> HttpAnswer:
    """Log in with a ticket, or with name and password."""
    wanted, authenticator = call.body, call.server_state.authenticator
    password, browser = wanted.password, call.headers.get("user-agent", "")
    if wanted.ticket is not None and wanted.name is None:
        caller, secret = await authenticator.enter(
            wanted.ticket, password=password, address=call.address, browser=browser
        )
    elif wanted.name is not None and wanted.ticket is None and password is not None:
        caller, secret = await authenticator.log_in(
            wanted.name, password, code=wanted.code, address=call.address, browser=browser
        )
    else:
        raise InvalidCommand("send either ticket (and a password to choose), or name and password")
    return HttpAnswer(await login_session(call, caller), headers={"set-cookie": set_cookie(call.headers, secret)})


@endpoint("session.get", "/api/session", "person")
async def who_am_i(call: EndpointCall[NoQuery, NoBody]) -> LoginSession:
    """Who is logged in."""
    return await login_session(call, call.caller)


@endpoint("session.delete", "/api/session", "person", answer=LoggedOut, audited=())
async def log_out(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Log out."""
    await call.server_state.authenticator.log_out(call.caller)
    await call.server_state.socket.recheck()
    return HttpAnswer(LoggedOut(logged_out=True), headers={"set-cookie": set_cookie(call.headers, None)})


@endpoint("password.put", "/api/session/password", "account", most=SMALL_BODY_BYTES, audited=())
async def put_password(call: EndpointCall[NoQuery, PasswordPut]) -> LoginSession:
    """Choose a password, or another one; every other browser of this person is logged out."""
    current = call.body.current
    await call.server_state.authenticator.choose_password(
        call.caller, call.body.password, current=current, address=call.address
    )
    await call.server_state.socket.recheck()
    return await login_session(call, call.caller)


@endpoint("personalData.get", "/api/session/data", "account", answer=Raw, media=LINES, audited=())
async def read_personal_data(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """All that is kept of oneself, as lines of JSON."""
    authenticator = call.server_state.authenticator
    account = await authenticator.account_of(call.caller)

    async def lines() -> AsyncGenerator[bytes]:
        number = 0
        async for line in personal_data(call.workbench, account):
            if number % LINES_PER_LOOK == 0 and not await authenticator.is_still(call.caller):
                return
            number += 1
            yield line

    headers = {"content-disposition": 'attachment; filename="my-data.jsonl"'}
    return HttpAnswer(Pieces(lines()), media=LINES, headers=headers)


@endpoint("tokens.get", "/api/tokens", "account")
async def list_tokens(call: EndpointCall[NoQuery, NoBody]) -> TokenList:
    """One's own API tokens; the owner sees all."""
    listed: list[ListedToken] = []
    for token in await _tokens(call):
        try:
            project = (await call.workbench.open_project(token.project_id)).project
        except NotFound:
            continue  # gone with its project
        access = await access_to(Caller(person=token.person, kind="token"), token.project_id, project.store)
        if access is not None:
            listed.append(
                ListedToken(
                    token_id=token.token_id,
                    name=token.person.name,
                    project_id=token.project_id,
                    project=project.header.name,
                    access=access,
                    expires_at=token.expires_at,
                )
            )
    return TokenList(tokens=listed)


@endpoint("token.delete", "/api/tokens/{token}", "account", audited=())
async def delete_token(call: EndpointCall[NoQuery, NoBody]) -> TokenList:
    """End an API token."""
    wanted = next((token for token in await _tokens(call) if token.token_id == call.path["token"]), None)
    if wanted is None:
        raise NotFound("you have no token with this id")
    await call.server_state.authenticator.tokens.revoke(wanted.person.person_id)
    with suppress(NotFound):  # of a project that is gone only the token was left
        open_project = await call.workbench.open_project(wanted.project_id)
        await open_project.project.record([AccessChanged(person=wanted.person, access=None)])
    await call.server_state.socket.recheck()
    return await list_tokens(call)


@endpoint("tokens.post", "/api/tokens", "account", status=201, audited=("project", "access", "days"))
async def post_token(call: EndpointCall[NoQuery, TokenPost]) -> IssuedToken:
    """Make an API token for a project (admin access)."""
    name = call.body.project
    try:
        open_project = await call.workbench.open_project(name)
    except NotFound:
        raise no_project(name) from None
    allow(await access_of(call.caller, open_project.project), "admin", project=name)
    return await call.server_state.authenticator.tokens.issue(
        open_project, call.body.access, days=call.body.days, by=call.person
    )


async def _tokens(call: EndpointCall[NoQuery, NoBody]) -> list[ApiToken]:
    tokens = await call.server_state.authenticator.tokens.living()
    if call.caller.kind == "owner":
        return tokens
    return [token for token in tokens if token.made_by == call.person.person_id]


async def login_session(call: EndpointCall[NoQuery, Any], caller: Caller) -> LoginSession:
    """Who is logged in, as it is told."""
    account = await call.server_state.authenticator.accounts.get(caller.person.person_id)
    access: Access | None = "admin" if caller.kind == "owner" else None
    if caller.kind == "token" and caller.project_id is not None:
        try:
            open_project = await call.workbench.open_project(caller.project_id)
        except NotFound:
            raise NotAuthenticated("the project of this token is gone") from None
        access = await access_of(caller, open_project.project)
    return LoginSession(
        person=caller.person,
        access=access,
        has_password=account is not None and account.password is not None,
        may_choose_password=account is not None and call.server_state.authenticator.may_choose_password(account),
        has_second_factor=account is not None and account.second_factor is not None,
        is_connected=account is not None and account.is_connected,
    )
