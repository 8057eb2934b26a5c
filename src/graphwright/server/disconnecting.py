"""Takes the identity at the organisation's identity provider away from an account, as when there is another provider.

The account stays, with all that it may do as a member by name; how its holder comes in again is not decided here.
"""

from __future__ import annotations

from graphwright.protocol.wire import decode
from graphwright.server.accounts import Account, Accounts
from graphwright.server.company import CompanyIdentity
from graphwright.server.sessions import Sessions
from graphwright.workbench import Workbench


async def disconnect(workbench: Workbench, account: Account) -> Account:
    """No identity opens the account any more; sessions that began with one end, and what its groups gave is over."""
    store, person_id = workbench.store, account.person_id
    for identity_id, body in await store.records("identity"):
        if decode(body, CompanyIdentity).person_id == person_id:
            await store.set_record("identity", identity_id, None)
    await store.set_record("groups", person_id, None)
    account = await Accounts(workbench).change(account, is_connected=False)
    await Sessions(workbench).end_all(lambda each: each.person_id == person_id and each.identity is not None)
    return account
