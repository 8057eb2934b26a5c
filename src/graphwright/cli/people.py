"""Commands about people: their tokens, passwords and second factors, the directory that tells of them, their end."""

from __future__ import annotations

import argparse
from typing import cast

from graphwright.cli.noting import note
from graphwright.cli.output import Output, counted
from graphwright.errors import InvalidCommand, NotFound
from graphwright.formats.cleaning import visible_in_json
from graphwright.protocol.projects import Access
from graphwright.server.accounts import PASSWORD_MOST, Accounts
from graphwright.server.company import CompanySignIn
from graphwright.server.directory import Directory
from graphwright.server.disconnecting import disconnect as disconnect_account
from graphwright.server.passkeys import Passkeys
from graphwright.server.person_deletion import DeletionPlan, PersonDeletion
from graphwright.server.personal_data import personal_data as personal_lines
from graphwright.server.second_factor import SecondFactors
from graphwright.server.sessions import Sessions
from graphwright.server.tickets import INVITATION_LIFE, Tickets
from graphwright.server.tokens import ApiTokens
from graphwright.workbench import Workbench


async def token(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make an API token; nothing else is printed."""
    open_project = await workbench.open_project(options.project)
    issued = await ApiTokens(workbench).issue(open_project, cast("Access", options.access), days=options.days)
    details = {"project": options.project, "access": options.access, "days": str(options.days)}
    await note(workbench, "tokens.post", details)
    output.result(issued, [issued.token])
    return 0


async def second_factor(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the second factor of somebody who lost theirs."""
    accounts = Accounts(workbench)
    account = await accounts.named(options.name)
    if account is None or account.second_factor is None:
        raise NotFound(f"nobody with a second factor is called {options.name[:80]!r}")
    await SecondFactors(accounts, workbench.clock).forget(account)
    await note(workbench, "secondFactor.put", {"name": account.name, "is_on": "False"})
    output.result(
        {"name": account.name}, [f"{account.name} logs in with the password alone, and can set up another app"]
    )
    return 0


async def passkeys(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the passkeys of somebody who lost a device."""
    accounts = Accounts(workbench)
    account = await accounts.named(options.name)
    if account is None or not account.passkeys:
        raise NotFound(f"nobody with a passkey is called {options.name[:80]!r}")
    await Passkeys(workbench, accounts, ApiTokens(workbench)).remove_all(account)
    await note(workbench, "passkey.delete", {"name": account.name})
    told = f"no passkey opens the account of {account.name} any more ({len(account.passkeys)} taken away)"
    output.result({"name": account.name, "removed": len(account.passkeys)}, [told])
    return 0


async def scim_token(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Make the token of the organisation's directory, or end it; nothing else is printed."""
    directory = _directory(workbench)
    if options.end:
        if not await directory.end_token():
            raise NotFound("there is no token of a directory")
        await note(workbench, "scimToken.delete", {})
        output.result({"ended": True}, ["no directory tells this server anything any more"])
        return 0
    token_text = await directory.make_token()
    await note(workbench, "scimToken.post", {})
    output.result({"token": token_text}, [token_text])
    return 0


async def directory_standing(workbench: Workbench, _options: argparse.Namespace, output: Output) -> int:
    """Tell who came from the organisation's directory, and what it was refused."""
    standing = await _directory(workbench).standing()
    news = standing.news
    lines = [
        f"token made {standing.token_made_at:%Y-%m-%d %H:%M}" if standing.token_made_at else "no directory is let in",
        f"heard of last {news.heard_at:%Y-%m-%d %H:%M}" if news.heard_at else "nothing was heard of it",
        f"users: {standing.user_count}",
        *(f"  {each.name}{' (switched off)' if each.is_suspended else ''}" for each in standing.users),
        f"groups: {standing.group_count}",
        *(
            f"  {each.name}: {each.members} members{'' if each.gives_access else ', gives no access here'}"
            for each in standing.groups
        ),
        *(f"refused {each.at:%Y-%m-%d %H:%M}: {each.message}" for each in news.refused),
    ]
    output.result(standing, lines)
    return 0


def _directory(workbench: Workbench) -> Directory:
    accounts, sessions, tokens = Accounts(workbench), Sessions(workbench), ApiTokens(workbench)
    return Directory(workbench, accounts, sessions, tokens, CompanySignIn(workbench, accounts, sessions, tokens))


async def disconnect(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Take away the identity of the organisation's provider that opens an account; another can be connected then."""
    account = await Accounts(workbench).named(options.name)
    if account is None or not account.is_connected:
        raise NotFound(f"nobody whom the identity provider lets in is called {options.name[:80]!r}")
    account = await disconnect_account(workbench, account)
    await note(workbench, "company.delete", {"name": account.name})
    lines, ticket = [f"no identity opens the account of {account.name} any more"], None
    if account.password is None or not workbench.settings.passwords:
        ticket = await Tickets(workbench).issue(account.person_id, INVITATION_LIFE)
        lines.append(f"this lets them in once within three days; *Connect with* stands in My account: #ticket={ticket}")
    output.result({"name": account.name, "ticket": ticket}, lines)
    return 0


async def personal_data(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Print what is kept of somebody."""
    accounts = Accounts(workbench)
    await accounts.owner()  # who never logged in has an account from now on
    account = await accounts.named(options.name)
    if account is None:
        raise NotFound(f"nobody here is called {options.name[:80]!r}")
    await note(workbench, "personalData.get", {"name": account.name})
    async for line in personal_lines(workbench, account):
        output.document(visible_in_json(line.decode()))
    return 0


async def person(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """List the accounts, or delete a person."""
    accounts, deletion = Accounts(workbench), PersonDeletion(workbench)
    await accounts.owner()
    await deletion.resume()
    if options.action == "list":
        people = [{"personId": each.person_id, "name": each.name} for each in await accounts.all()]
        output.result({"people": people}, [each["name"] for each in people])
        return 0
    account = await accounts.named(options.name or "")
    if account is None:
        raise NotFound(f"nobody here is called {(options.name or '')[:80]!r}; person list tells who is there")
    if options.confirm is None:
        plan = await deletion.plan(account)
        output.result(plan, _told(plan))
        return 0
    deleted = await deletion.delete(account, typed=options.confirm, by=await workbench.owner(), address="command line")
    files = "the files hold the name no more" if deleted.is_scrubbed else "the database gives its old pages back later"
    where = f"{deleted.entries:,} entries of journals and {deleted.audit_entries:,} of the audit"
    lines = [
        f"deleted; {deleted.pseudonym!r} stands in {where}, and {files}",
        "backups made before still hold it, and so do texts in which somebody wrote it",
    ]
    output.result(deleted, lines)
    return 0


def _told(plan: DeletionPlan) -> list[str]:
    name, projects = plan.person.name, ", ".join(plan.projects) or "no project"
    ways = f"{counted(plan.sessions, 'session')}, {counted(plan.tokens, 'token')}"
    return [
        f"nothing is done yet; to delete {name}: graphwright person delete {name!r} --confirm {name!r}",
        f"what goes: the account, {ways}, schedules and links ({plan.records:,}), access to {projects}",
        f"in {plan.entries:,} entries of journals they are called {plan.pseudonym!r}; what they wrote stays",
        *(f"not possible now: {each.words}" for each in plan.obstacles),
    ]


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
    await note(workbench, "password.put", {})
    output.result({"name": account.name}, [f"{account.name} can log in with this password now"])
    return 0
