"""Notices by mail: one's own address and choices, the end of mails by a link, what was read, and a test."""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import quote

from msgspec import Meta

from graphwright.errors import NotFound
from graphwright.languages import Language
from graphwright.mail.mailboxes import Mailboxes
from graphwright.mail.postman import Postman
from graphwright.mail.records import MAX_TOLD, Mailbox, MailboxState, MailProblem
from graphwright.protocol.base import Command, Record, Time
from graphwright.protocol.ids import PersonId
from graphwright.server.endpoint import (
    ANYTHING,
    PROJECT,
    SMALL_BODY_BYTES,
    EndpointCall,
    HttpAnswer,
    NoBody,
    NoQuery,
    endpoint,
)
from graphwright.server.peers import block_of

Short = Annotated[str, Meta(min_length=1, max_length=300)]
_OWN: Final = "/api/session/mail"
_UNSUBSCRIBED: Final = "/api/mail/unsubscribed/{secret}"


class MailChoices(Record, frozen=True, kw_only=True):
    """Where and of what somebody is told by mail."""

    is_offered: bool
    """Not where the operator has set no mail server: then there is nothing else to say."""
    address: str | None = None
    """The one that counts."""
    awaited: str | None = None
    """One that waits for its code."""
    comments: bool = False
    reviews: bool = False
    given_up_at: Time | None = None
    """Since when nothing is sent any more, because nobody had taken a mail for days."""
    problem: MailProblem | None = None
    """Why the code, or the newest mail, was not taken."""


class MailAddressPut(Command, frozen=True, kw_only=True):
    """An address to be told at."""

    address: Short
    language: Language = "en"
    """In which mails are written."""


class MailConfirmationPost(Command, frozen=True, kw_only=True):
    """The code that was sent there."""

    code: Annotated[str, Meta(max_length=20)]


class MailChoicesPatch(Command, frozen=True, kw_only=True):
    """What to be told of."""

    comments: bool | None = None
    """Remarks in which one is called, or answered."""
    reviews: bool | None = None
    """Proposals that one may decide."""
    language: Language | None = None


class MailEnding(Record, frozen=True, kw_only=True):
    """No mails are sent any more to whoever had this link."""

    unsubscribed: bool


class SeenPost(Command, frozen=True, kw_only=True):
    """Comments that were shown to whoever asks."""

    comment_ids: Annotated[list[Short], Meta(max_length=MAX_TOLD)]


class SeenTaken(Record, frozen=True, kw_only=True):
    """They are not mailed any more."""

    seen: bool


class MailTestPost(Command, frozen=True, kw_only=True):
    """Where a test is to arrive."""

    address: Short
    language: Language = "en"


class MailTestResult(Record, frozen=True, kw_only=True):
    """What became of a test."""

    problem: MailProblem | None = None
    """None: the mail server took it."""
    reply: str = ""
    """What the mail server said."""


@endpoint("mail.get", _OWN, "account")
async def read_choices(call: EndpointCall[NoQuery, NoBody]) -> MailChoices:
    """Where and of what one is told by mail."""
    if call.server_state.postman is None:
        return MailChoices(is_offered=False)
    return await _choices(call)


@endpoint("mail.put", _OWN, "account", most=SMALL_BODY_BYTES, audited=())
async def put_address(call: EndpointCall[NoQuery, MailAddressPut]) -> MailChoices:
    """Give an address; a code is sent there, and nothing else before one knows it."""
    postman, wanted = _postman(call), call.body
    code = await _boxes(call).ask(_me(call), wanted.address, wanted.language)
    message = postman.composer.code(
        wanted.address.strip(), code, name=call.person.name, language=wanted.language, now=call.workbench.clock.now()
    )
    result = await postman.post(message)
    return await _choices(call, result.problem)


@endpoint("mailConfirmation.post", _OWN + "/confirmation", "account", most=SMALL_BODY_BYTES, audited=())
async def confirm_address(call: EndpointCall[NoQuery, MailConfirmationPost]) -> MailChoices:
    """Say the code that was sent; from then on the address counts."""
    _postman(call)
    await _boxes(call).confirm(_me(call), call.body.code)
    return await _choices(call)


@endpoint("mail.patch", _OWN, "account", most=SMALL_BODY_BYTES)
async def choose(call: EndpointCall[NoQuery, MailChoicesPatch]) -> MailChoices:
    """Choose what to be told of."""
    _postman(call)
    wanted = call.body
    await _boxes(call).choose(_me(call), comments=wanted.comments, reviews=wanted.reviews, language=wanted.language)
    return await _choices(call)


@endpoint("mail.delete", _OWN, "account", audited=())
async def forget_address(call: EndpointCall[NoQuery, NoBody]) -> MailChoices:
    """Forget one's address, and everything about one's mails."""
    await _boxes(call).forget(_me(call))
    return await read_choices(call)


@endpoint("unsubscription.get", _UNSUBSCRIBED, "everybody", answer=MailEnding, status=303)
async def show_unsubscribing(call: EndpointCall[NoQuery, NoBody]) -> HttpAnswer:
    """Lead a person to the page that ends their mails; whoever only looks at a link ends nothing."""
    return HttpAnswer(
        MailEnding(unsubscribed=False), headers={"location": f"/#unsubscribe={quote(call.path['secret'], safe='')}"}
    )


@endpoint(
    "unsubscription.post",
    _UNSUBSCRIBED,
    "everybody",
    most=SMALL_BODY_BYTES,
    takes=ANYTHING,
    counts_as_change=False,
)
async def unsubscribe(call: EndpointCall[NoQuery, bytes]) -> MailEnding:
    """End the mails of whoever has this link; mail programs do it by one click (RFC 8058)."""
    call.server_state.looks.count(block_of(call.address))
    await _boxes(call).unsubscribe(call.path["secret"])
    return MailEnding(unsubscribed=True)


@endpoint("seenComments.post", PROJECT + "/comments/seen", "read", counts_as_change=False)
async def see_comments(call: EndpointCall[NoQuery, SeenPost]) -> SeenTaken:
    """Say that comments were read, so that they are not mailed."""
    await _boxes(call).see(_me(call), call.body.comment_ids)
    return SeenTaken(seen=True)


@endpoint("mailTest.post", "/api/mail/test", "owner", most=SMALL_BODY_BYTES)
async def send_test(call: EndpointCall[NoQuery, MailTestPost]) -> MailTestResult:
    """Send a test mail, and say what became of it."""
    postman, wanted = _postman(call), call.body
    address = _boxes(call).checked(wanted.address)
    message = postman.composer.test(address, language=wanted.language, now=call.workbench.clock.now())
    result = await postman.post(message)
    return MailTestResult(problem=result.problem, reply=result.reply)


def _postman(call: EndpointCall[Any, Any]) -> Postman:
    if call.server_state.postman is None:
        raise NotFound("no mails are sent here; whoever runs this server sets GRAPHWRIGHT_SMTP_HOST")
    return call.server_state.postman


def _boxes(call: EndpointCall[Any, Any]) -> Mailboxes:
    return call.workbench.mailboxes


def _me(call: EndpointCall[Any, Any]) -> PersonId:
    return PersonId(call.person.person_id)


async def _choices(call: EndpointCall[Any, Any], problem: MailProblem | None = None) -> MailChoices:
    box, state = await _boxes(call).of(_me(call)), await _boxes(call).state_of(_me(call))
    return _told(box, state, problem)


def _told(box: Mailbox | None, state: MailboxState, problem: MailProblem | None) -> MailChoices:
    if box is None:
        return MailChoices(is_offered=True, comments=True)
    return MailChoices(
        is_offered=True,
        address=box.address,
        awaited=None if box.awaited is None else box.awaited.address,
        comments=box.comments,
        reviews=box.reviews,
        given_up_at=state.given_up_at,
        problem=problem or state.problem,
    )
