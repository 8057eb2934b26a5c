"""Who somebody is: by cookie, bearer token or ticket, from an address that may speak for them (R-03..R-08, ADR-15).

There is no anonymous role and loopback is no identity. Host and Origin are allow-lists; a credential never stands in
an address. What somebody may do is `actions.access`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from graphwright.access import is_suspended
from graphwright.actions.context import Caller, CallerKind
from graphwright.errors import AccessDenied, NotAuthenticated
from graphwright.oidc.flow import SignInReturn
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.server.accounts import Account, Accounts, check_password, folded
from graphwright.server.company import CompanySignIn, CompletedSignIn
from graphwright.server.directory import Directory
from graphwright.server.login_throttle import LoginThrottle
from graphwright.server.passkeys import AskedPasskey, Passkeys, are_installed
from graphwright.server.peers import block_of
from graphwright.server.second_factor import SecondFactors
from graphwright.server.sessions import Sessions, Way, cookie_in
from graphwright.server.tickets import Tickets, hashed
from graphwright.server.tokens import ApiTokens
from graphwright.workbench import Workbench

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
DIRECTORY: Final = "SCIM"
"""What the organisation's directory is called in the audit."""
_BEARER: Final = "bearer "


class Authenticator:
    """Recognises everybody who comes in over the network."""

    def __init__(self, workbench: Workbench, *, host: str = "127.0.0.1", origins: Iterable[str] = ()) -> None:
        self.accounts = Accounts(workbench)
        self.sessions = Sessions(workbench)
        self.tokens = ApiTokens(workbench)
        self.tickets = Tickets(workbench)
        self.throttle = LoginThrottle(workbench.clock)
        self.second_factors = SecondFactors(self.accounts, workbench.clock)
        self.passkeys = Passkeys(workbench, self.accounts, self.tokens)
        self.company = CompanySignIn(workbench, self.accounts, self.sessions, self.tokens)
        self.directory = Directory(workbench, self.accounts, self.sessions, self.tokens, self.company)
        self._workbench = workbench
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)
        named = {urlsplit(origin).hostname or "" for origin in self._origins}
        self._hosts = LOOPBACK | {f"[{host}]" if ":" in host else host.lower()} | named

    # from where --------------------------------------------------------------------------------------------------

    def check_host(self, headers: Headers) -> None:
        """Refuse names that are not ours: another name that leads here is an attack on the browser (R-07)."""
        hosts = headers.getlist("host")
        name = hosts[0].lower() if len(hosts) == 1 else ""
        if _without_port(name) not in self._hosts:
            raise AccessDenied("this server does not answer to this host name; set GRAPHWRIGHT_ORIGINS to allow it")

    def check_origin(self, headers: Headers, *, required: bool) -> None:
        """Refuse what somebody else's page sends (R-06, R-08); our own pages come from the host, which was checked.

        Without `required` it may be missing.
        """
        origins = headers.getlist("origin")
        if not origins and not required:
            return
        origin = origins[0].lower() if len(origins) == 1 else ""
        host = headers.get("host", "").lower()
        if origin not in self._origins | {f"http://{host}", f"https://{host}"}:
            raise AccessDenied("requests of this origin are not accepted; set GRAPHWRIGHT_ORIGINS to allow it")

    # who ---------------------------------------------------------------------------------------------------------

    async def arrived(self, headers: Headers) -> Caller | None:
        """Who opens a WebSocket; `None` = nobody yet, a ticket may follow.

        `AccessDenied` for a foreign host or origin (which must not be missing beside a cookie: browsers send cookies by
        themselves), `NotAuthenticated` for a credential that does not hold.
        """
        self.check_host(headers)
        self.check_origin(headers, required="cookie" in headers)
        return await self.recognised(headers)

    async def recognised(self, headers: Headers) -> Caller | None:
        """Who sent a request; `None` without any credential. `NotAuthenticated` for one that does not hold."""
        authorization = headers.getlist("authorization")
        if authorization:
            if len(authorization) > 1 or not authorization[0].lower().startswith(_BEARER):
                raise NotAuthenticated("send `Authorization: Bearer TOKEN`, once")
            token = await self.tokens.read(authorization[0][len(_BEARER) :].strip())
            return Caller(
                person=token.person, kind="token", credential=f"token/{token.token_id}", project_id=token.project_id
            )
        secret = cookie_in(headers)
        if secret is None:
            return None
        session_id = hashed(secret)
        person_id = await self.sessions.person(session_id)
        account = None if person_id is None else await self.accounts.get(person_id)
        if account is None or await is_suspended(self._workbench.store, account.person_id):
            return None
        return await self.caller_of(account, session_id)

    async def directory_caller(self, headers: Headers) -> Caller:
        """The organisation's directory, by its own token. `NotAuthenticated`."""
        sent = headers.getlist("authorization")
        if len(sent) != 1 or not sent[0].lower().startswith(_BEARER):
            raise NotAuthenticated("send `Authorization: Bearer TOKEN`, once")
        token_id = await self.directory.check(sent[0][len(_BEARER) :].strip())
        person = Author(person_id=PersonId(token_id), name=DIRECTORY)
        return Caller(person=person, kind="token", credential=f"directory/{token_id}")

    async def redeem(self, ticket: str) -> Caller:
        """Who holds a single-use ticket; the account has been entered then. `NotAuthenticated`."""
        return (await self.enter(ticket, password=None, address="a socket"))[0]

    async def enter(self, ticket: str, *, password: str | None, address: str, browser: str = "") -> tuple[Caller, str]:
        """Log in with a ticket, and choose a password with it; answers with the cookie's secret too.

        `NotAuthenticated`, `InvalidCommand` (the password is too short; the ticket stays good), `LimitExceeded`.
        """
        if password is not None:
            self._allow_passwords()
            check_password(password)
        keys = (_address_key(address),)
        self.throttle.count(*keys)
        person_id = await self.tickets.redeem(ticket)
        self.throttle.succeeded(*keys)
        account = await self.accounts.get(person_id)
        if account is None:
            raise NotAuthenticated("the account of this link is gone")
        if password is not None:
            _refuse_password(account)
        return await self._logged_in(await self.accounts.entered(account, password=password), "link", browser)

    async def log_in(
        self, name: str, password: str, *, code: str | None = None, address: str, browser: str = ""
    ) -> tuple[Caller, str]:
        """Log in with name and password, and the code of a second factor where there is one.

        `NotAuthenticated`, whose `needs` says where only the code is missing; `LimitExceeded` after too many attempts;
        `AccessDenied` where passwords are switched off.
        """
        self._allow_passwords()
        with self.attempt(name, address):
            account = await self.accounts.check(name, password)
            if code is not None:
                await self.second_factors.check(account, code)
        if code is None:  # a right password is no failed attempt, and everybody comes here first
            await self.second_factors.check(account, None)
        return await self._logged_in(account, "password", browser)

    @property
    def allows_passkeys(self) -> bool:
        """Whether passkeys open accounts here: they stand in the place of passwords, and go with them."""
        return self._workbench.settings.passwords and are_installed()

    async def begin_passkey_login(self, origin: str) -> AskedPasskey:
        """What a browser needs to log somebody in with a passkey. `AccessDenied` where passwords are switched off."""
        self._allow_passwords()
        return await self.passkeys.begin_login(origin)

    async def log_in_with_passkey(
        self, cookie: str | None, credential: Mapping[str, JsonValue], *, address: str, browser: str
    ) -> tuple[Caller, str]:
        """Log in whoever holds a passkey; their device has made sure who they are, so no code is asked for.

        `NotAuthenticated`, `AccessDenied` where passwords are switched off, `LimitExceeded` after too many attempts.
        """
        self._allow_passwords()
        keys = (_address_key(address),)
        self.throttle.count(*keys)
        account = await self.passkeys.finish_login(cookie, credential)
        self.throttle.succeeded(*keys)
        return await self._logged_in(account, "passkey", browser)

    async def begin_making_passkey(
        self, caller: Caller, origin: str, *, password: str | None, code: str | None, address: str
    ) -> AskedPasskey:
        """What a browser needs to make a passkey for the caller's account. Refuses as `prove`."""
        self._allow_passwords()
        await self.prove(caller, password=password, code=code, address=address)
        return await self.passkeys.begin_making(await self.account_of(caller), origin)

    async def prove(self, caller: Caller, *, password: str | None, code: str | None, address: str) -> PersonId:
        """Whose account may be opened in another way from now on: a page left open is no way into an account.

        `AccessDenied` for a wrong password or code, or where one is missing; `LimitExceeded` after too many attempts.
        """
        if caller.kind == "token":
            raise AccessDenied("this is for people; a token opens one project only")
        account = await self.account_of(caller)
        if account.password is None or not self._workbench.settings.passwords:
            return account.person_id
        with self.attempt(account.name, address):
            if not await self.accounts.knows(account, password or ""):
                raise AccessDenied("your password is needed for this, and it is another one; nothing was changed")
            if account.second_factor is not None and not await self.second_factors.use(account, code or ""):
                raise AccessDenied("the code is wrong, or was used already; nothing was changed")
        return account.person_id

    @contextmanager
    def attempt(self, name: str, address: str) -> Generator[None]:
        """One attempt to prove who one is, which counts unless it goes well. `LimitExceeded` after too many."""
        keys = (f"name {hashed(folded(name))}", _address_key(address))
        self.throttle.count(*keys)
        yield
        self.throttle.succeeded(*keys)

    async def sign_in(
        self, cookie: str | None, back: SignInReturn, *, by: Caller | None, address: str, browser: str
    ) -> tuple[Caller, CompletedSignIn]:
        """Log in whom the identity provider vouches for. Refuses as `CompanySignIn.complete`; `LimitExceeded`."""
        keys = (_address_key(address),)
        self.throttle.count(*keys)
        person_id = None if by is None or by.kind == "token" else PersonId(by.person.person_id)
        completed = await self.company.complete(cookie, back, by=person_id, browser=browser)
        self.throttle.succeeded(*keys)
        return await self.caller_of(completed.account, hashed(completed.secret)), completed

    def may_choose_password(self, account: Account) -> bool:
        """Whether an account may have a password."""
        return self._workbench.settings.passwords and not account.signed_up

    async def choose_password(self, caller: Caller, password: str, *, current: str | None, address: str) -> None:
        """A first or another password; whoever has one must know it, so a page left open is no way into an account.

        Every other session of the person ends. `InvalidCommand` (too short), `AccessDenied` (the one so far is wrong),
        `LimitExceeded` after too many attempts.
        """
        self._allow_passwords()
        check_password(password)
        account = await self.account_of(caller)
        _refuse_password(account)
        if account.password is not None:
            with self.attempt(account.name, address):
                if not await self.accounts.knows(account, current or ""):
                    raise AccessDenied("the password so far is another one; nothing was changed")
        await self.accounts.set_password(account, password)
        await self.sessions.end_others(account.person_id, but=caller.credential.partition("/")[2])

    async def log_out(self, caller: Caller) -> None:
        """End the session that this caller came with."""
        kind, _, record_id = caller.credential.partition("/")
        if kind == "session":
            await self.sessions.end(record_id)

    async def is_still(self, caller: Caller) -> bool:
        """Whether the credential that proved the caller still holds."""
        kind, _, record_id = caller.credential.partition("/")
        match kind:
            case "token":
                return await self.tokens.get(record_id) is not None
            case "directory":
                return await self.directory.token_id() == record_id
            case "session":
                return await self.sessions.person(record_id) == caller.person.person_id
            case _:
                return caller.credential == ""

    async def owner(self) -> Caller:
        """Whoever reaches the Unix socket: the same user of the machine, so the owner."""
        return Caller(person=await self._workbench.owner(), kind="owner")

    async def account_of(self, caller: Caller) -> Account:
        """What a person holds; the owner's is made at the first look. `NotAuthenticated` where it is gone."""
        accounts = self.accounts
        account = await (accounts.owner() if caller.kind == "owner" else accounts.get(caller.person.person_id))
        if account is None:
            raise NotAuthenticated("this account is gone")
        return account

    async def caller_of(self, account: Account, session_id: str) -> Caller:
        """The holder of an account in one of its sessions."""
        owner = await self._workbench.owner()
        kind: CallerKind = "owner" if account.person_id == owner.person_id else "account"
        person = Author(person_id=PersonId(account.person_id), name=account.name)
        return Caller(person=person, kind=kind, credential=f"session/{session_id}")

    def _allow_passwords(self) -> None:
        if not self._workbench.settings.passwords:
            name = self.company.name
            raise AccessDenied(f"passwords are switched off here; sign in with {name}, or ask for a one-time link")

    async def _logged_in(self, account: Account, way: Way, browser: str) -> tuple[Caller, str]:
        if await is_suspended(self._workbench.store, account.person_id):
            raise AccessDenied("your organisation has switched this account off; ask whoever looks after it")
        secret = await self.sessions.begin(account.person_id, way, browser=browser)
        return await self.caller_of(account, hashed(secret)), secret


def _address_key(address: str) -> str:
    """By what attempts from an address are counted."""
    return f"address {block_of(address)}"


def _refuse_password(account: Account) -> None:
    if account.signed_up:
        raise AccessDenied("this account is opened by the identity provider alone, and has no password")


def _without_port(host: str) -> str:
    """`127.0.0.1` of `127.0.0.1:8426`; brackets of IPv6 stay."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and not name.endswith(":") else host
