"""People who may log in: their names and, hashed with argon2id, their passwords (R-09). Records, no events."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from graphwright.errors import InvalidCommand, NotAuthenticated
from graphwright.formats.cleaning import visible
from graphwright.ports import in_thread, random_bytes
from graphwright.protocol.base import Record, Time
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.wire import decode, encode
from graphwright.text.folding import name_key
from graphwright.workbench import Workbench

NAME_LENGTH: Final = 64
PASSWORD_LEAST: Final = 10
PASSWORD_MOST: Final = 1_000
# OWASP's first choice for argon2id: 19 MiB, two passes, one lane. 40 ms on the machine this was written on.
_MEMORY_KIB: Final = 19 * 1024
_PASSES: Final = 2
_LANES: Final = 1
_AT_ONCE: Final = 2
"""Hashes under way: 38 MiB."""


class SecondFactor(Record, frozen=True, kw_only=True):
    """What somebody has beside their password."""

    secret: str
    """Base32, as in the app."""
    last_step: int
    """The step of the code that was used last; none counts twice."""
    recovery: list[str]
    """Hashes of the recovery codes that are left."""


class Passkey(Record, frozen=True, kw_only=True):
    """A key of a device that opens the account by itself."""

    key_id: str
    """Hexadecimal, as is the key."""
    public_key: str
    uses: int
    """As its device counts them, or 0 for one that does not; a copy of the device would count on from less."""
    host: str
    """For which browsers keep it."""
    name: str
    made_at: Time
    used_at: Time | None = None


class Account(Record, frozen=True, kw_only=True):
    """Somebody who may log in."""

    person_id: PersonId
    name: str
    password: str | None = None
    """Argon2id in the PHC form; absent until a password is chosen."""
    invited_by: PersonId | None = None
    has_entered: bool = False
    """Nobody can be invited into this account any more."""
    is_connected: bool = False
    """An identity of the organisation's identity provider opens it."""
    signed_up: bool = False
    """Made by such a sign-in: it never has a password, or whoever leaves the organisation could still come in."""
    second_factor: SecondFactor | None = None
    awaited_secret: str | None = None
    """Of a second factor that counts once its first code was sent."""
    passkeys: list[Passkey] = []


class Accounts:
    """All accounts of a data folder."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._store = workbench.store
        self._hashing = asyncio.Semaphore(_AT_ONCE)
        self._changing = asyncio.Lock()
        self._nobody: str | None = None

    async def owner(self) -> Account:
        """The account of the data folder's owner; it is there from the first look on."""
        author = await self._workbench.owner()
        return await self.get(author.person_id) or await self.keep(
            Account(person_id=author.person_id, name=author.name)
        )

    async def get(self, person_id: PersonId) -> Account | None:
        """One account."""
        kept = await self._store.get_record("person", person_id)
        return None if kept is None else decode(kept, Account)

    async def all(self) -> list[Account]:
        """Everybody, by id."""
        return [decode(body, Account) for _, body in await self._store.records("person")]

    async def named(self, name: str) -> Account | None:
        """The account with this name, however it is written."""
        wanted = folded(name)
        return next((account for account in await self.all() if folded(account.name) == wanted), None)

    async def invite(self, name: str, *, by: Author) -> Account:
        """A new account that nobody has entered yet. `InvalidCommand` for a name that cannot be one."""
        person_id = PersonId(self._workbench.ids.new())
        return await self.keep(Account(person_id=person_id, name=checked_name(name), invited_by=by.person_id))

    async def sign_up(self, name: str) -> Account:
        """A new account of somebody whom the identity provider vouches for."""
        person_id = PersonId(self._workbench.ids.new())
        account = Account(person_id=person_id, name=name, has_entered=True, is_connected=True, signed_up=True)
        return await self.keep(account)

    async def connect(self, account: Account) -> Account:
        """An identity opens this account from now on."""
        return account if account.is_connected else await self.change(account, is_connected=True)

    async def free_name(self, wanted: Sequence[str]) -> str:
        """The first of these names that can be one; with a number where somebody is called so already."""
        for name in wanted:
            with suppress(InvalidCommand):
                best = checked_name(name[:NAME_LENGTH])
                break
        else:
            best = "somebody"
        taken = {folded(account.name) for account in await self.all()}
        number, name = 1, best
        while folded(name) in taken:
            number += 1
            name = f"{best[: NAME_LENGTH - 8].rstrip()} ({number})"
        return name

    async def entered(self, account: Account, *, password: str | None) -> Account:
        """Somebody came in through a link; with a password they can come again."""
        if password is None:
            return await self.change(account, has_entered=True)
        return await self.change(account, has_entered=True, password=await self._hash(password))

    async def set_password(self, account: Account, password: str) -> Account:
        """Choose a password. `InvalidCommand` when it is too short."""
        return await self.change(account, password=await self._hash(password))

    async def check(self, name: str, password: str) -> Account:
        """The account with this name and password. `NotAuthenticated`, which does not say which of them was wrong."""
        account = await self.named(name[:PASSWORD_MOST])
        if not await self.knows(account, password) or account is None:
            raise NotAuthenticated("name and password do not belong together")
        return account

    async def knows(self, account: Account | None, password: str) -> bool:
        """Whether it is their password; finding out takes as long for an account that has none, or is none."""
        hashed = None if account is None or account.password is None else account.password
        matches = await self._matches(password[:PASSWORD_MOST], hashed or await self._hash_of_nobody())
        return hashed is not None and matches

    async def keep(self, account: Account) -> Account:
        """Keep a new account."""
        await self._store.set_record("person", account.person_id, encode(account))
        return account

    async def change(self, account: Account, **fields: object) -> Account:
        """Change these fields of an account and leave the others as they are by now: a hash takes its time.

        `NotAuthenticated` for an account that is gone by now: nothing brings back whoever was deleted.
        """
        async with self._changing, self._workbench.alone("accounts"):
            now = await self.get(account.person_id)
            if now is None:
                raise NotAuthenticated("this account is gone")
            return await self.keep(replace(now, **fields))

    async def _hash(self, password: str) -> str:
        check_password(password)
        salt = random_bytes(16)
        async with self._hashing:
            return await in_thread(lambda: _hashed(password, salt))

    async def _matches(self, password: str, hashed: str) -> bool:
        async with self._hashing:
            return await in_thread(lambda: _fits(password, hashed))

    async def _hash_of_nobody(self) -> str:
        """What an unknown name is checked against, so that it takes as long as a known one."""
        if self._nobody is None:
            self._nobody = await self._hash(random_bytes(16).hex())
        return self._nobody


def check_password(password: str) -> None:
    """Long enough to resist guessing, short enough to be hashed. `InvalidCommand`."""
    if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
        message = f"a password has {PASSWORD_LEAST} to {PASSWORD_MOST:,} characters"
        raise InvalidCommand(message, path="$.password")


def folded(name: str) -> str:
    """A name as it is compared; one that only looks different is the same."""
    return name_key(name, lookalikes=True)


def checked_name(name: str) -> str:
    """A name that people can read and nobody can hide in. `InvalidCommand`."""
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(cleaned) <= NAME_LENGTH or visible(cleaned) != cleaned:
        message = f"a name has 1 to {NAME_LENGTH} visible characters"
        raise InvalidCommand(message, path="$.name")
    return cleaned


def _hashed(password: str, salt: bytes) -> str:
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415  6 MiB, for the first password

    argon = Argon2id(salt=salt, length=32, iterations=_PASSES, lanes=_LANES, memory_cost=_MEMORY_KIB)
    return argon.derive_phc_encoded(password.encode())


def _fits(password: str, hashed: str) -> bool:
    from cryptography.exceptions import InvalidKey  # noqa: PLC0415  see `_hashed`
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id  # noqa: PLC0415

    try:
        Argon2id.verify_phc_encoded(password.encode(), hashed)
    except InvalidKey:
        return False
    return True
