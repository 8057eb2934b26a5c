"""Who is there: logging in and out, members of a project, API tokens."""

from __future__ import annotations

from typing import Annotated, Final, cast

from msgspec import Meta

from graphwright.errors import InvalidCommand, NotAuthenticated, NotFound
from graphwright.protocol.base import UNSET, Command, Record, UnsetType
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.projects import Access, Person
from graphwright.server.access import Caller, access_of, allow, members, no_project
from graphwright.server.accounts import PASSWORD_MOST, folded
from graphwright.server.endpoint import SMALL_BODY_BYTES, Answer, Call, Endpoint, NoBody, NoQuery
from graphwright.server.sessions import set_cookie
from graphwright.server.tickets import INVITATION_LIFE
from graphwright.server.tokens import DAYS, MOST_DAYS, Issued

Short = Annotated[str, Meta(max_length=200)]


class LogIn(Command, frozen=True, kw_only=True):
    """Either a ticket (with a password to choose, if wanted) or name and password."""

    ticket: Short | UnsetType = UNSET
    name: Short | UnsetType = UNSET
    password: Annotated[str, Meta(max_length=PASSWORD_MOST)] | UnsetType = UNSET


class Session(Record, frozen=True, kw_only=True):
    """Who is logged in."""

    person: Author
    access: Access | None
    """In everything there is (the owner) or in a token's project; otherwise each project says it."""
    has_password: bool


class LoggedOut(Record, frozen=True, kw_only=True):
    """The session has ended."""

    logged_out: bool = True


class MemberPut(Command, frozen=True, kw_only=True):
    """Somebody's access to a project: by id, or by the name of an account, which is made if there is none."""

    access: Access | None
    """`null` takes it away."""
    person_id: PersonId | UnsetType = UNSET
    name: Short | UnsetType = UNSET


class Members(Record, frozen=True, kw_only=True):
    """Everybody who may enter a project."""

    members: list[Person]
    ticket: str | UnsetType = UNSET
    """For a person who was invited: the link `/#ticket=...` lets them in once. Shown only now."""


class TokenPost(Command, frozen=True, kw_only=True):
    """A token to be made."""

    project: Short
    access: Access
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = DAYS


async def log_in(call: Call[NoQuery, LogIn]) -> Answer:
    """Exchange a ticket, or name and password, for a cookie."""
    wanted, reception = call.body, call.site.reception
    password = None if isinstance(wanted.password, UnsetType) else wanted.password
    if not isinstance(wanted.ticket, UnsetType) and isinstance(wanted.name, UnsetType):
        caller, secret = await reception.enter(wanted.ticket, password=password, address=call.address)
    elif not isinstance(wanted.name, UnsetType) and isinstance(wanted.ticket, UnsetType) and password is not None:
        caller, secret = await reception.log_in(wanted.name, password, address=call.address)
    else:
        raise InvalidCommand("send either ticket (and a password to choose), or name and password")
    return Answer(await _session(call, caller), headers={"set-cookie": set_cookie(call.headers, secret)})


async def who_am_i(call: Call[NoQuery, NoBody]) -> Session:
    """The person behind the cookie or token."""
    return await _session(call, call.caller)


async def log_out(call: Call[NoQuery, NoBody]) -> Answer:
    """End this session; its sockets end too."""
    await call.site.reception.log_out(call.caller)
    await call.site.socket.recheck()
    return Answer(LoggedOut(), headers={"set-cookie": set_cookie(call.headers, None)})


async def list_members(call: Call[NoQuery, NoBody]) -> Members:
    """Everybody who may enter the project."""
    return Members(members=await members(call.desk.project, await call.site.workbench.owner()))


async def put_member(call: Call[NoQuery, MemberPut]) -> Members:
    """Give, change or take away somebody's access; unknown names are invited."""
    person, ticket = await _meant(call)
    owner = await call.site.workbench.owner()
    if person.person_id == owner.person_id:
        raise InvalidCommand("the owner of the data folder always has admin access")
    project = call.desk.project
    await project.record([AccessChanged(person=person, access=call.body.access)])
    if call.body.access is None and await call.site.reception.tokens.revoke(person.person_id):
        await call.site.socket.recheck()
    return Members(members=await members(project, owner), ticket=ticket)


async def post_token(call: Call[NoQuery, TokenPost]) -> Issued:
    """Make an API token: a person of its own, member of one project."""
    name = call.body.project
    try:
        desk = await call.site.workbench.desk(name)
    except NotFound:
        raise no_project(name) from None
    allow(await access_of(call.caller, desk.project), "admin", project=name)
    return await call.site.reception.tokens.issue(desk, call.body.access, days=call.body.days)


async def _meant(call: Call[NoQuery, MemberPut]) -> tuple[Author, str | UnsetType]:
    """The person a request speaks of, and the ticket of one who was invited."""
    wanted, accounts = call.body, call.site.reception.accounts
    if isinstance(wanted.person_id, UnsetType) == isinstance(wanted.name, UnsetType):
        raise InvalidCommand("send exactly one of personId and name")
    if not isinstance(wanted.person_id, UnsetType):
        here = await call.desk.project.store.documents(call.desk.project.project_id, "member")
        if wanted.person_id not in {document.id for document in here}:
            raise NotFound("nobody in this project has that personId; invite people by name")
        known = {person.person_id: person.name for person in await members(call.desk.project, call.person)}
        return Author(person_id=wanted.person_id, name=known[wanted.person_id]), UNSET
    name = cast("str", wanted.name)
    account = await accounts.named(name)
    if account is None and wanted.access is None:
        raise NotFound(f"nobody is called {folded(name)[:80]!r}")
    if account is None:
        account = await accounts.invite(name, by=call.person)
    person = Author(person_id=account.person_id, name=account.name)
    # A second link goes only to whoever invited, and only until it was used: no way into somebody's account.
    if account.has_entered or account.invited_by != call.person.person_id or wanted.access is None:
        return person, UNSET
    return person, await call.site.reception.tickets.issue(account.person_id, INVITATION_LIFE)


async def _session(call: Call[NoQuery, LogIn] | Call[NoQuery, NoBody], caller: Caller) -> Session:
    account = await call.site.reception.accounts.get(caller.person.person_id)
    access: Access | None = "admin" if caller.kind == "owner" else None
    if caller.kind == "token" and caller.project_id is not None:
        try:
            desk = await call.site.workbench.desk(caller.project_id)
        except NotFound:
            raise NotAuthenticated("the project of this token is gone") from None
        access = await access_of(caller, desk.project)
    has_password = account is not None and not isinstance(account.password, UnsetType)
    return Session(person=caller.person, access=access, has_password=has_password)


PEOPLE: Final = (
    Endpoint(
        name="session.post", method="POST", path="/api/session", needs="everybody", most=SMALL_BODY_BYTES,
        summary="Log in with a ticket, or with name and password", handle=log_in, body=LogIn, answer=Session,
    ),
    Endpoint(
        name="session.get", method="GET", path="/api/session", needs="person",
        summary="Who is logged in", handle=who_am_i, answer=Session,
    ),
    Endpoint(
        name="session.delete", method="DELETE", path="/api/session", needs="person",
        summary="Log out", handle=log_out, answer=LoggedOut,
    ),
    Endpoint(
        name="members.get", method="GET", path="/api/projects/{project}/members", needs="read",
        summary="Who may enter the project", handle=list_members, answer=Members,
    ),
    Endpoint(
        name="members.put", method="PUT", path="/api/projects/{project}/members", needs="admin",
        summary="Give, change or take away somebody's access", handle=put_member, body=MemberPut, answer=Members,
    ),
    Endpoint(
        name="tokens.post", method="POST", path="/api/tokens", needs="person", status=201,
        summary="Make an API token for a project (admin access)", handle=post_token, body=TokenPost, answer=Issued,
    ),
)  # fmt: skip
