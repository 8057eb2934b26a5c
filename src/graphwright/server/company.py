"""Sign-in with the organisation's identity provider: whose account it is, what their groups give, its end.

A person is known by issuer and subject, never by name or e-mail: being called like somebody opens no account. What
a sign-in needs between its two ends travels sealed in a cookie: a stranger makes us keep nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from graphwright.access import GroupGrants, is_suspended
from graphwright.errors import AccessDenied, Conflict, InvalidCommand, NotAuthenticated, NotFound, SignInUnavailable
from graphwright.oidc.flow import CodeFlow, SignInAttempt, SignInReturn, groups_in
from graphwright.oidc.provider import IdentityProvider
from graphwright.oidc.tokens import SKEW_S, IdentityClaims, TokenChecker
from graphwright.ports import in_thread
from graphwright.protocol.base import Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.server.accounts import Account, Accounts
from graphwright.server.attempts import Attempts
from graphwright.server.granting import grants_of
from graphwright.server.sessions import LoggedIn, Sessions
from graphwright.server.tokens import ApiTokens
from graphwright.setting_kinds import Secret
from graphwright.workbench import Workbench

COOKIE: Final = "signin"
MANAGED: Final = "scimUser"
"""The kind of record by which the organisation's directory tells of somebody (`directory`)."""
MAX_SECRET_BYTES: Final = 4_096
_AUDIENCE: Final = "graphwright sign-in"
_NAMES: Final = ("name", "preferred_username", "email")
"""Claims that say what somebody is called, the best first."""


class CompanyIdentity(Record, frozen=True, kw_only=True):
    """Whose account an identity at the provider opens."""

    person_id: PersonId


class UsedLogout(Record, frozen=True, kw_only=True):
    """A logout token that was obeyed; it is refused until it would expire anyway."""

    ends_at: Time


class BegunSignIn(Struct, frozen=True):
    """What a browser is given to sign in."""

    address: str
    cookie: str


class CompletedSignIn(Struct, frozen=True):
    """Somebody who is logged in now."""

    account: Account
    secret: str
    life: timedelta
    email: str | None = None
    """Theirs, as the identity provider has verified it."""


class _SealedAttempt(Struct, frozen=True):
    attempt: SignInAttempt
    connects: str | None
    """The person whose account is to be opened by this identity from now on."""


class CompanySignIn:
    """The identity provider of this server; `is_on` where one is configured."""

    def __init__(self, workbench: Workbench, accounts: Accounts, sessions: Sessions, tokens: ApiTokens) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._accounts = accounts
        self._sessions = sessions
        self._settings = settings = workbench.settings.oidc
        self._provider = IdentityProvider(settings.issuer or "", workbench.clock)
        self._checker = TokenChecker(self._provider, settings.client_id, workbench.clock)
        needs_groups = bool(settings.allowed_groups or settings.groups)
        wanted = ("name", settings.groups_claim) if needs_groups else ("name",)
        self._flow = CodeFlow(self._provider, self._checker, settings.client_id, settings.scopes, wanted)
        self._one_at_a_time = asyncio.Lock()
        self._attempts = Attempts(tokens, workbench.clock, _SealedAttempt, _AUDIENCE)

    @property
    def name(self) -> str | None:
        """What the page calls the provider; `None` where none is configured."""
        settings = self._settings
        return None if settings.issuer is None else settings.name or urlsplit(settings.issuer).hostname

    @property
    def provider(self) -> IdentityProvider:
        """The provider itself. `NotFound` where none is configured."""
        if self._settings.issuer is None:
            raise NotFound("no identity provider is configured here; set GRAPHWRIGHT_OIDC_ISSUER")
        return self._provider

    async def begin(self, origin: str, *, connects: PersonId | None = None) -> BegunSignIn:
        """Where to send a browser, and the cookie it brings back. `NotFound`, `SignInUnavailable`."""
        _ = self.provider
        attempt, address = await self._flow.begin(redirect_uri_of(origin))
        return BegunSignIn(address, await self._attempts.seal(_SealedAttempt(attempt, connects)))

    async def complete(
        self, cookie: str | None, back: SignInReturn, *, by: PersonId | None, browser: str
    ) -> CompletedSignIn:
        """Log in who came back; by: who is logged in already.

        `NotAuthenticated` for an attempt that is not this one, `AccessDenied` for groups that may not come in.
        """
        _ = self.provider
        sealed = await self._attempts.unseal(cookie)
        self._attempts.use(sealed.attempt.state)
        identity = await self._flow.complete(sealed.attempt, back, await in_thread(self._secret))
        groups = groups_in(identity.claims, self._settings.groups_claim)
        identity_id = self._identity_id(identity.subject)
        allowed = frozenset(self._settings.allowed_groups)
        if allowed and not allowed & groups:
            await self._shut_out(identity_id)
            raise AccessDenied("none of your groups may come in here; ask an administrator to add you to one that may")
        connects = None if sealed.connects is None else PersonId(sealed.connects)
        if connects != (by if connects is not None else None):
            raise NotAuthenticated("you are not logged in any more as who you were; log in and connect once more")
        async with self._one_at_a_time:
            account = await self._account_of(identity_id, identity, connects)
            if await is_suspended(self._store, account.person_id):
                raise AccessDenied("your organisation has switched this account off; ask whoever looks after it")
            if await self._store.get_record(MANAGED, account.person_id) is None:
                await self._grant(account.person_id, groups)
        life = timedelta(hours=self._settings.hours)
        secret = await self._sessions.begin(
            account.person_id,
            "company",
            browser=browser,
            life=life,
            identity=identity_id,
            provider_session=None if identity.session is None else self._session_id(identity.session),
        )
        return CompletedSignIn(account, secret, life, verified_email(identity.claims))

    async def log_out(self, logout_token: str) -> int:
        """End the sessions that the provider says have ended; how many.

        `NotAuthenticated` for a token that does not count.
        """
        _ = self.provider
        told = await self._checker.logout(logout_token)
        identity_id = None if told.subject is None else self._identity_id(told.subject)
        provider_session = None if told.session is None else self._session_id(told.session)

        def ends_with_it(session: LoggedIn) -> bool:
            if session.identity is None or identity_id not in {None, session.identity}:
                return False
            # A session of which the provider never said which it was ends with any of its person's.
            known = session.provider_session
            return provider_session is None or known == provider_session or (known is None and identity_id is not None)

        key = _digest(self._provider.issuer, "logout", told.token_id)
        async with self._one_at_a_time:
            if await self._store.get_record("logout", key) is not None:
                raise NotAuthenticated("this logout token was used already")
            # Used once it was obeyed: a provider that is told of a failure sends it again.
            ended = await self._sessions.end_all(ends_with_it)
            ends = self._workbench.clock.now() + timedelta(seconds=max(0, told.ends_at - told.issued_at) + 2 * SKEW_S)
            await self._store.set_record("logout", key, encode(UsedLogout(ends_at=ends)))
        return ended

    async def forget_old(self) -> None:
        """Drop logout tokens that have expired, and what groups gave to people who did not sign in again."""
        now = self._workbench.clock.now()
        for key, body in await self._store.records("logout"):
            if decode(body, UsedLogout).ends_at <= now:
                await self._store.set_record("logout", key, None)
        for key, body in await self._store.records("groups"):
            grants = decode(body, GroupGrants)
            if not grants.is_managed and (grants.ends_at is None or grants.ends_at <= now):
                await self._store.set_record("groups", key, None)

    # identities that the organisation's directory names ----------------------------------------------------------

    async def person_of(self, subject: str) -> PersonId | None:
        """Whose account an identity opens."""
        if self._settings.issuer is None:
            return None
        kept = await self._store.get_record("identity", self._identity_id(subject))
        return None if kept is None else decode(kept, CompanyIdentity).person_id

    async def name_identity(self, subject: str, person_id: PersonId) -> None:
        """An identity opens this account from now on. `Conflict` where it opens another one."""
        if self._settings.issuer is None:
            return
        known = await self.person_of(subject)
        if known is not None and known != person_id and await self._accounts.get(known) is not None:
            message = "this externalId is the identity of another account; nothing was changed"
            raise Conflict(message, scimType="uniqueness")
        await self._store.set_record(
            "identity", self._identity_id(subject), encode(CompanyIdentity(person_id=person_id))
        )

    async def forget_identity(self, subject: str, person_id: PersonId) -> None:
        """An identity opens this account no more."""
        if await self.person_of(subject) == person_id:
            await self._store.set_record("identity", self._identity_id(subject), None)

    # accounts ----------------------------------------------------------------------------------------------------

    async def _account_of(self, identity_id: str, identity: IdentityClaims, connects: PersonId | None) -> Account:
        kept = await self._store.get_record("identity", identity_id)
        if kept is not None:
            account = await self._accounts.get(decode(kept, CompanyIdentity).person_id)
            if account is not None and connects in {None, account.person_id}:
                return account
            if account is not None:
                raise InvalidCommand("this identity belongs to another account here; nothing was connected")
        account = None if connects is None else await self._accounts.get(connects)
        if account is None and self._settings.owner and identity.subject == self._settings.owner:
            account = await self._accounts.owner()
        if account is None:
            account = await self._accounts.sign_up(await self._free_name(identity))
        elif account.is_connected:
            raise InvalidCommand("this account is connected with another identity already; nothing was changed")
        account = await self._accounts.connect(account)
        await self._store.set_record("identity", identity_id, encode(CompanyIdentity(person_id=account.person_id)))
        return account

    async def _free_name(self, identity: IdentityClaims) -> str:
        told = [identity.claims.get(name) for name in _NAMES]
        return await self._accounts.free_name([each for each in told if isinstance(each, str)])

    async def _grant(self, person_id: PersonId, groups: frozenset[str]) -> None:
        """What somebody's groups give them from now on."""
        grants = grants_of(self._settings.groups, groups, await self._workbench.projects.rows())
        ends = self._workbench.clock.now() + timedelta(hours=self._settings.hours)
        body = None if grants == GroupGrants() else encode(replace(grants, ends_at=ends))
        await self._store.set_record("groups", person_id, body)

    async def _shut_out(self, identity_id: str) -> None:
        """Somebody who lost the groups that let them in: their sessions with the provider end."""
        kept = await self._store.get_record("identity", identity_id)
        if kept is not None:
            await self._store.set_record("groups", decode(kept, CompanyIdentity).person_id, None)
        await self._sessions.end_all(lambda session: session.identity == identity_id)

    def _identity_id(self, subject: str) -> str:
        return _digest(self._provider.issuer, "subject", subject)

    def _session_id(self, session: str) -> str:
        return _digest(self._provider.issuer, "session", session)

    def _secret(self) -> Secret | None:
        """Of this server at the provider, read anew where it stands in a file."""
        settings = self._settings
        if not settings.client_secret_file:
            return settings.client_secret
        try:
            with Path(settings.client_secret_file).expanduser().open("rb") as file:
                text = file.read(MAX_SECRET_BYTES).decode().strip()
        except (OSError, UnicodeDecodeError):
            message = (
                "this server's secret cannot be read; an administrator looks at GRAPHWRIGHT_OIDC_CLIENT_SECRET_FILE"
            )
            raise SignInUnavailable(message) from None
        return Secret(text)


def verified_email(claims: Mapping[str, Any]) -> str | None:
    """The address that the provider says it has verified; one that it only knows may be anybody's."""
    email = claims.get("email")
    return email if isinstance(email, str) and claims.get("email_verified") is True else None


def redirect_uri_of(origin: str) -> str:
    """Where the provider sends people back: the page itself, and nowhere else."""
    return f"{origin.rstrip('/')}/"


def _digest(*parts: str) -> str:
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
