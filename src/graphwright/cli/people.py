"""Commands about who may come in: token, password, second-factor, disconnect."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import cast

from graphwright.cli.output import Output
from graphwright.errors import InvalidCommand, NotFound
from graphwright.protocol.projects import Access
from graphwright.server.accounts import PASSWORD_MOST, Accounts
from graphwright.server.disconnecting import disconnect as disconnect_account
from graphwright.server.second_factor import SecondFactors
from graphwright.server.tickets import INVITATION_LIFE, Tickets
from graphwright.server.tokens import ApiTokens
from graphwright.workbench import Workbench


async def token(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make an API token; nothing else is printed."""
    open_project = await workbench.open_project(options.project)
    issued = await ApiTokens(workbench).issue(open_project, cast("Access", options.access), days=options.days)
    details = {"project": options.project, "access": options.access, "days": str(options.days)}
    await _note(workbench, "tokens.post", details)
    output.result(issued, [issued.token])
    return 0


async def second_factor(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the second factor of somebody who lost theirs."""
    accounts = Accounts(workbench)
    account = await accounts.named(options.name)
    if account is None or account.second_factor is None:
        raise NotFound(f"nobody with a second factor is called {options.name[:80]!r}")
    await SecondFactors(accounts, workbench.clock).forget(account)
    await _note(workbench, "secondFactor.put", {"name": account.name, "is_on": "False"})
    output.result(
        {"name": account.name}, [f"{account.name} logs in with the password alone, and can set up another app"]
    )
    return 0


async def disconnect(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the identity of the organisation's provider that opens an account; another can be connected then."""
    account = await Accounts(workbench).named(options.name)
    if account is None or not account.is_connected:
        raise NotFound(f"nobody whom the identity provider lets in is called {options.name[:80]!r}")
    account = await disconnect_account(workbench, account)
    await _note(workbench, "company.delete", {"name": account.name})
    lines, ticket = [f"no identity opens the account of {account.name} any more"], None
    if account.password is None or not workbench.settings.passwords:
        ticket = await Tickets(workbench).issue(account.person_id, INVITATION_LIFE)
        lines.append(f"this lets them in once within three days; *Connect with* stands in My account: #ticket={ticket}")
    output.result({"name": account.name, "ticket": ticket}, lines)
    return 0


async def password(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:  # noqa: ARG001  as all commands
    """Choose the owner's password: typed twice without being shown, or piped in."""
    if not workbench.settings.passwords:
        raise InvalidCommand("passwords are switched off (GRAPHWRIGHT_PASSWORDS=no); nothing was changed")
    try:
        text = output.secret(4 * PASSWORD_MOST).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        message = "the password is no UTF-8 text"
        raise InvalidCommand(message) from None
    accounts = Accounts(workbench)
    account = await accounts.set_password(await accounts.owner(), text)
    await _note(workbench, "password.put", {})
    output.result({"name": account.name}, [f"{account.name} can log in with this password now"])
    return 0


async def _note(workbench: Workbench, action: str, details: Mapping[str, str]) -> None:
    await workbench.audit.note(action, person=await workbench.owner(), address="command line", details=details)
    await workbench.audit.settle()
