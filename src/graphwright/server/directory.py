"""The organisation's directory, as SCIM tells it: who belongs to it, in which groups, and who does not any more.

A user of the directory is an account here, known by the identity that the provider signs them in with (their
`externalId` is its `sub`). What they may do follows from the names of their groups, by the list that counts at a
sign-in too. How SCIM is written, `scim_wire` knows.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from graphwright.access import SUSPENDED, GroupGrants, is_suspended
from graphwright.errors import AccessDenied, Conflict, InvalidCommand, NotAuthenticated, NotFound
from graphwright.protocol.base import Count, JsonValue, Record, Time
from graphwright.protocol.events import AccessChanged
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.server.accounts import Account, Accounts
from graphwright.server.company import MANAGED, CompanySignIn
from graphwright.server.directory_news import DirectoryJournal, DirectoryNews
from graphwright.server.granting import grants_of
from graphwright.server.sessions import Sessions
from graphwright.server.tickets import Tickets, hashed, new_secret
from graphwright.server.tokens import ApiToken, ApiTokens
from graphwright.store.base import Store
from graphwright.workbench import Workbench

Content: TypeAlias = dict[str, JsonValue]
"""A resource as SCIM writes it, without what the server adds."""
Kind: TypeAlias = Literal["Users", "Groups"]
MAX_RESOURCES: Final = 20_000
"""Of a kind."""
RESOURCES_SHOWN: Final = 200
"""Of a kind, to the owner."""
_GROUP: Final = "scimGroup"
_RECORDS: Final[Mapping[Kind, str]] = {"Users": MANAGED, "Groups": _GROUP}
_TOKEN: Final = "scimToken"  # noqa: S105  the kind of its record
_UNIQUE: Final = "uniqueness"


class DirectoryToken(Record, frozen=True, kw_only=True):
    """What the directory proves itself with; there is one, and only its hash is kept."""

    token_id: str
    hash: str
    made_at: Time


class DirectoryResource(Record, frozen=True, kw_only=True):
    """A user or a group, as the directory told it last."""

    content: Content
    created_at: Time
    changed_at: Time


class DirectoryUser(Record, frozen=True, kw_only=True):
    """Somebody whom the directory has told of."""

    name: str
    is_suspended: bool
    changed_at: Time


class DirectoryGroup(Record, frozen=True, kw_only=True):
    """A group of the directory."""

    name: str
    members: Count
    gives_access: bool
    """A rule of this server names it."""
    changed_at: Time


class DirectoryStanding(Record, frozen=True, kw_only=True):
    """What came from the directory, and how it stands with it."""

    token_made_at: Time | None
    """Of the token that counts; `null` where no directory is let in."""
    user_count: Count
    users: list[DirectoryUser]
    """Those that changed last."""
    group_count: Count
    groups: list[DirectoryGroup]
    """Those that changed last."""
    news: DirectoryNews


class Directory:
    """Everybody whom the directory has told of."""

    def __init__(
        self, workbench: Workbench, accounts: Accounts, sessions: Sessions, tokens: ApiTokens, company: CompanySignIn
    ) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._accounts = accounts
        self._sessions = sessions
        self._tokens = tokens
        self._company = company
        self._one_at_a_time = asyncio.Lock()
        self.journal = DirectoryJournal(self._store, workbench.clock)

    # who tells it ------------------------------------------------------------------------------------------------

    async def make_token(self) -> str:
        """A new token, told only now; an earlier one stops working."""
        secret = new_secret()
        token = DirectoryToken(
            token_id=self._workbench.ids.new(), hash=hashed(secret), made_at=self._workbench.clock.now()
        )
        await self._store.set_record(_TOKEN, _TOKEN, encode(token))
        return secret

    async def end_token(self) -> bool:
        """No directory tells anything from now on; whether one did."""
        had = await self.token_id() is not None
        await self._store.set_record(_TOKEN, _TOKEN, None)
        return had

    async def token_id(self) -> str | None:
        """Of the token that counts."""
        token = await self._token()
        return None if token is None else token.token_id

    async def check(self, secret: str) -> str:
        """The id of the token, if it is the one. `NotAuthenticated`."""
        token = await self._token()
        if token is None or not hmac.compare_digest(token.hash, hashed(secret)):
            refusal = NotAuthenticated(
                "send the directory's own token; the owner makes it with `graphwright scim-token`"
            )
            if token is not None:
                await self.journal.refused(refusal)
            raise refusal
        return token.token_id

    async def _token(self) -> DirectoryToken | None:
        kept = await self._store.get_record(_TOKEN, _TOKEN)
        return None if kept is None else decode(kept, DirectoryToken)

    async def standing(self) -> DirectoryStanding:
        """What came from it, and how it stands with it."""
        token, users, groups = await self._token(), await self.all("Users"), await self.all("Groups")
        rules = self._workbench.settings.oidc.groups
        suspended = {key for key, _ in await self._store.records(SUSPENDED)}
        return DirectoryStanding(
            token_made_at=None if token is None else token.made_at,
            user_count=len(users),
            users=[
                DirectoryUser(name=_called(each.content), is_suspended=key in suspended, changed_at=each.changed_at)
                for key, each in _newest(users)
            ],
            group_count=len(groups),
            groups=[
                DirectoryGroup(
                    name=str(each.content.get("displayName")),
                    members=len(_members(each.content)),
                    gives_access=any(rule.group == each.content.get("displayName") for rule in rules),
                    changed_at=each.changed_at,
                )
                for _, each in _newest(groups)
            ],
            news=await self.journal.read(),
        )

    # what it tells -----------------------------------------------------------------------------------------------

    async def all(self, kind: Kind) -> dict[str, DirectoryResource]:
        """Everything of a kind, by id."""
        kept = await self._store.records(_RECORDS[kind])
        return {key: decode(body, DirectoryResource) for key, body in kept}

    async def get(self, kind: Kind, resource_id: str) -> DirectoryResource:
        """One. `NotFound`."""
        kept = await self._store.get_record(_RECORDS[kind], resource_id)
        if kept is None:
            raise NotFound(f"there is nothing with this id among the {kind.lower()}")
        return decode(kept, DirectoryResource)

    async def create(self, kind: Kind, content: Content) -> str:
        """A new one, and its id. `Conflict` for one that is there already."""
        async with self._one_at_a_time:
            others = await self.all(kind)
            if len(others) >= MAX_RESOURCES:
                raise Conflict(f"there are {MAX_RESOURCES:,} {kind.lower()} already, and no more are kept")
            self._check_unique(kind, content, others)
            if kind == "Users":
                content = {"active": True, **content}
                account = await self._account_for(content)
                await self._check_owner(account.person_id, content)
                resource_id: str = account.person_id
            else:
                await self._check_members(content)
                resource_id = self._workbench.ids.new()
            await self._keep(kind, resource_id, None, content)
            return resource_id

    async def replace(self, kind: Kind, resource_id: str, content: Content) -> None:
        """As it is from now on. `NotFound`, `Conflict`; `AccessDenied` for the owner, who is never switched off."""
        async with self._one_at_a_time:
            before = await self.get(kind, resource_id)
            others = {key: each for key, each in (await self.all(kind)).items() if key != resource_id}
            self._check_unique(kind, content, others)
            if kind == "Users":
                await self._check_owner(resource_id, content)
                await self._connect(PersonId(resource_id), content, before.content)
            else:
                await self._check_members(content)
            await self._keep(kind, resource_id, before, content)

    async def delete(self, kind: Kind, resource_id: str) -> None:
        """It belongs to the directory no more; a user's account is switched off. Refuses as `replace`."""
        async with self._one_at_a_time:
            before = await self.get(kind, resource_id)
            if kind == "Users":
                await self._check_owner(resource_id, {"active": False})
                await self._suspend(PersonId(resource_id))
                await forget_in_directory(self._store, PersonId(resource_id), self._workbench)
            else:
                await self._store.set_record(_GROUP, resource_id, None)
                await self._refresh(_members(before.content))

    async def groups_of(self, person_id: str) -> dict[str, str]:
        """The names of the groups that a user is in, by id."""
        return {
            key: str(each.content.get("displayName"))
            for key, each in (await self.all("Groups")).items()
            if person_id in _members(each.content)
        }

    async def refresh(self) -> None:
        """Give everybody what their groups give by now: a project that is named may be newer than they are."""
        async with self._one_at_a_time:
            await self._refresh({*await self.all("Users")})

    # what becomes of it ------------------------------------------------------------------------------------------

    async def _keep(self, kind: Kind, resource_id: str, before: DirectoryResource | None, content: Content) -> None:
        now = self._workbench.clock.now()
        kept = DirectoryResource(content=content, created_at=now, changed_at=now)
        if before is not None:
            kept = replace(kept, created_at=before.created_at)
        await self._store.set_record(_RECORDS[kind], resource_id, encode(kept))
        if kind == "Groups":
            await self._refresh(_members(content) | (set() if before is None else _members(before.content)))
        elif content.get("active") is False:
            await self._suspend(PersonId(resource_id))
        else:
            await self._store.set_record(SUSPENDED, resource_id, None)
            await self._refresh({resource_id})

    async def _suspend(self, person_id: PersonId) -> None:
        """They may do nothing from now on, and nothing of theirs goes on; first what decides, then what it opened."""
        await self._store.set_record(SUSPENDED, person_id, encode(self._workbench.clock.now()))
        await self._store.set_record("groups", person_id, None)
        await Tickets(self._workbench).withdraw(person_id)
        await self._sessions.end_all(lambda each: each.person_id == person_id)
        for _, body in await self._store.records("token"):
            token = decode(body, ApiToken)
            if token.made_by == person_id:
                with suppress(NotFound):  # the project is gone
                    open_project = await self._workbench.open_project(token.project_id)
                    await open_project.project.record([AccessChanged(person=token.person, access=None)])
                await self._tokens.revoke(token.person.person_id)

    async def _refresh(self, people: set[str]) -> None:
        rows, rules = await self._workbench.projects.rows(), self._workbench.settings.oidc.groups
        for person_id in people:
            names = {*(await self.groups_of(person_id)).values()}
            grants = grants_of(rules, names, rows)
            is_off = grants == GroupGrants() or await is_suspended(self._store, PersonId(person_id))
            body = None if is_off else encode(replace(grants, is_managed=True))
            await self._store.set_record("groups", person_id, body)

    async def _account_for(self, content: Content) -> Account:
        """The account that this identity opens already, or a new one."""
        owner, subject = await self._accounts.owner(), _text(content, "externalId")
        if subject is not None and subject == self._workbench.settings.oidc.owner:
            return owner
        person_id = None if subject is None else await self._company.person_of(subject)
        account = None if person_id is None else await self._accounts.get(person_id)
        if account is None:
            name = content.get("name")
            formatted = _text(name, "formatted") if isinstance(name, dict) else None
            wanted = [_text(content, "displayName"), formatted, _text(content, "userName")]
            account = await self._accounts.sign_up(await self._accounts.free_name([each for each in wanted if each]))
            await self._connect(account.person_id, content, {})
        return account

    async def _connect(self, person_id: PersonId, content: Content, before: Content) -> None:
        """The identity that the directory names opens their account from now on, and the one so far does not."""
        old, new = _text(before, "externalId"), _text(content, "externalId")
        if old == new:
            return
        if new is not None:
            await self._company.name_identity(new, person_id)
        if old is not None:
            await self._company.forget_identity(old, person_id)

    async def _check_owner(self, person_id: str, content: Content) -> None:
        owner = await self._workbench.owner()
        if person_id == owner.person_id and content.get("active") is False:
            message = "this is the owner of the data folder, who is never removed or switched off; nothing was changed"
            raise AccessDenied(message)

    async def _check_members(self, content: Content) -> None:
        for each in _members(content):
            if await self._store.get_record(MANAGED, each) is None:
                message = f"the group names a member {each[:80]!r}, and there is no such user; nothing was changed"
                raise InvalidCommand(message, scimType="invalidValue")

    @staticmethod
    def _check_unique(kind: Kind, content: Content, others: Mapping[str, DirectoryResource]) -> None:
        for name in ("userName", "externalId") if kind == "Users" else ("displayName",):
            value = _text(content, name)
            if value is not None and any(_is_same(name, value, each.content) for each in others.values()):
                raise Conflict(f"another of the {kind.lower()} has this {name} already", scimType=_UNIQUE)


async def forget_in_directory(store: Store, person_id: PersonId, workbench: Workbench) -> None:
    """A person is no user of the directory any more, and in none of its groups."""
    await store.set_record(MANAGED, person_id, None)
    for key, body in await store.records(_GROUP):
        group = decode(body, DirectoryResource)
        listed = group.content.get("members")
        if isinstance(listed, list) and person_id in _members(group.content):
            left = [each for each in listed if not (isinstance(each, dict) and each.get("value") == person_id)]
            content = {**group.content, "members": left}
            await store.set_record(
                _GROUP, key, encode(replace(group, content=content, changed_at=workbench.clock.now()))
            )


def _newest(resources: Mapping[str, DirectoryResource]) -> list[tuple[str, DirectoryResource]]:
    """Those that changed last."""
    return sorted(resources.items(), key=lambda each: each[1].changed_at, reverse=True)[:RESOURCES_SHOWN]


def _called(content: Content) -> str:
    return _text(content, "displayName") or _text(content, "userName") or ""


def _members(content: Content) -> set[str]:
    listed = content.get("members")
    values = [each.get("value") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return {each for each in values if isinstance(each, str)}


def _text(content: Mapping[str, JsonValue], name: str) -> str | None:
    value = content.get(name)
    return value if isinstance(value, str) and value else None


def _is_same(name: str, value: str, other: Content) -> bool:
    """Names of users are compared without case, as their schema says."""
    known = _text(other, name) or ""
    return known.casefold() == value.casefold() if name == "userName" else known == value
