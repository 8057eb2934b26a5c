"""What is said of changes themselves: accept it, do it again, what did you just do, what waits for a decision?

Whoever accepts in words decides as with the button, before the run begins that tells it: `actions.answering` does so.
What was done last is read from the messages of the conversation, the newest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import Final, Literal

from graphwright.access import rights_of
from graphwright.graph.document import Graph
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import DialogueMessages
from graphwright.operations.history import commits_of
from graphwright.operations.proposals import Proposals, open_proposals
from graphwright.projects import Project
from graphwright.protocol.base import Record
from graphwright.protocol.graph import Change, Node, NodeChange
from graphwright.protocol.ids import MessageId, NodeId, PersonId, ThreadId
from graphwright.protocol.operations import EdgeCreate, NodeCreate, Proposal
from graphwright.protocol.projects import Person
from graphwright.protocol.threads import Message, ProposalPart, text_of
from graphwright.text.messages import quoted
from graphwright.text.recognition import Recogniser
from graphwright.threads import history

_SHOWN: Final = 100
"""Characters of what was said for a change."""
_NAMES: Final = 8
"""Elements that are named of a change."""
_LOOKED_AT: Final = 20
"""Messages at the end of a conversation among which the last change is looked for."""
_LONGEST: Final = 100
"""Characters; nobody says more who only accepts or asks."""
_BEFORE: Final = r"^[\W_]*(?:(?:<assistant.hesitating>|<assistant.agreeing>|<assistant.asking>)[\W_]+)*"
_END: Final = r"(?:[\W_]+(?:<assistant.asking>))?[\W_]*$"
_ACCEPTS, _REDOES, _RECALLS, _WAITS = _SAID = tuple(
    Recogniser(f"{_BEFORE}(?:<assistant.{words}>){_END}") for words in ("accepting", "redoing", "recalling", "waiting")
)
_ALL: Final = Recogniser(r"(?<!\w)(?:<assistant.accepting_all>)(?!\w)")


class AcceptedInWords(Record, frozen=True, kw_only=True):
    """What became of an acceptance in words."""

    end: Literal["accepted", "mayNot", "cannot"]
    said: str = ""
    """What the proposal was made for."""
    people: list[str] = []
    """Who may accept it, where whoever said so may not."""
    beside: list[str] = []
    """What the other proposals were made for that were accepted with it."""
    left: int = 0
    """Of all that should be accepted those that could not be."""


def wants_to_accept(text: str) -> bool:
    """Is a message nothing but the acceptance of what waits?"""
    return len(text) <= _LONGEST and _ACCEPTS.match(text) is not None


def wants_to_accept_all(text: str) -> bool:
    """Does an acceptance mean all that waits, and not the newest only?"""
    return wants_to_accept(text) and _ALL.search(text) is not None


def wants_redo(text: str) -> bool:
    """Is a message nothing but the order to do again what was undone?"""
    return len(text) <= _LONGEST and _REDOES.match(text) is not None


def asks_what_was_done(text: str) -> bool:
    """Is a message nothing but the question what was done last?"""
    return len(text) <= _LONGEST and _RECALLS.match(text) is not None


def asks_what_waits(text: str) -> bool:
    """Is a message nothing but the question what waits for a decision?"""
    return len(text) <= _LONGEST and _WAITS.match(text) is not None


def is_about_changes(text: str) -> bool:
    """Is it any of these?"""
    return wants_to_accept(text) or wants_redo(text) or asks_what_was_done(text) or asks_what_waits(text)


def language_said(text: str, default: Language, forms: Sequence[Recogniser] = _SAID) -> Language:
    """The language in whose forms a message is said, which is too short to be told by its small words."""
    found: list[Language] = [language for form in forms for language in form.languages(text)]
    return default if default in found or not found else found[0]


async def who_may_accept(project: Project, proposal: Proposal, *, but: PersonId) -> list[str]:
    """The names of the members who may decide a proposal."""
    writers = {proposal.author.person_id} if project.header.four_eyes else set[PersonId]()
    members = await project.read_all(Person)
    return [
        each.name
        for each in members
        if each.person_id not in {but, *writers} and "decide" in await rights_of(project, each.person_id)
    ]


def acceptance_told(accepted: AcceptedInWords | None, say: DialogueMessages, language: Language) -> str:
    """What became of it, in words."""
    if accepted is None:
        return say.nothing_waits
    if accepted.end == "cannot":
        return say.cannot_accept
    if accepted.end == "mayNot":
        people = ", ".join(accepted.people)
        return say.may_not_accept.format(people=people) if people else say.nobody_may_accept
    if not accepted.beside and not accepted.left:
        return say.accepted_said.format(said=accepted.said) if accepted.said else say.accepted_plain
    count, several = 1 + len(accepted.beside), (accepted.said, *accepted.beside)
    said = ", ".join(quoted(each, language) for each in several if each)
    told = [_counted(say.accepted_all, count, said=said)]
    told += [_counted(say.not_accepted, accepted.left)] if accepted.left else []
    return " ".join(told)


def _counted(forms: str, count: int, **others: str) -> str:
    one, _, several = forms.partition(" || ")
    return (one if count == 1 else several).format(count=count, **others)


async def last_done(project: Project, proposals: Proposals, thread_id: ThreadId, say: DialogueMessages) -> str:
    """The newest change or proposal of a conversation, in words."""
    messages = await history(project.store, project.project_id, thread_id, newest=_LOOKED_AT)
    for message in reversed(messages):
        for part in (part for part in message.parts if isinstance(part, ProposalPart)):
            proposal = await proposals.get(part.proposal_id)
            form = say.did_propose if proposal.state == "open" else say.did_decided
            names = few(_of_proposal(proposal, project.graph))
            return form.format(said=await said_for(project, message), names=names)
        commits = await commits_of(project, message.message_id)
        if commits:
            names = few(_of_changes([each for commit in commits for each in commit.changes], project.graph))
            return say.did.format(said=await said_for(project, message), names=names)
    return say.did_nothing


async def waiting_told(project: Project, say: DialogueMessages) -> str:
    """The proposals of a project that wait for a decision, the newest first, in words."""
    told = [
        say.waiting_one.format(
            said=shorten(each.reason or each.author.name, _SHOWN, placeholder=" …"),
            names=few(_of_proposal(each, project.graph)),
        )
        for each in reversed(await open_proposals(project))
    ]
    return say.waiting_all.format(proposals=_first_few(told, "; ")) if told else say.waiting_none


async def said_for(project: Project, message: Message) -> str:
    """The beginning of what somebody had said, to which a message is the answer; empty where nobody had."""
    parent: MessageId | None = message.parent_message_id
    asked = None if parent is None else await project.find(Message, parent)
    return shorten("" if asked is None else text_of(asked.parts), _SHOWN, placeholder=" …")


def _of_changes(changes: Iterable[Change], graph: Graph) -> Iterable[str]:
    for change in changes:
        element = change.after or change.before
        if isinstance(change, NodeChange):
            yield "" if element is None else getattr(element, "name", "")
        elif element is not None:
            yield from _ends(element, graph)


def _of_proposal(proposal: Proposal, graph: Graph) -> Iterable[str]:
    for operation in proposal.operations:
        if isinstance(operation, NodeCreate):
            yield operation.name
        elif isinstance(operation, EdgeCreate):
            yield from _ends(operation, graph)
        else:
            before = operation.before
            yield from [before.name] if isinstance(before, Node) else _ends(before, graph)


def _ends(edge: object, graph: Graph) -> Iterable[str]:
    for end in (getattr(edge, "source", ""), getattr(edge, "target", "")):
        node = graph.nodes.get(NodeId(end))
        if node is not None:
            yield node.name


def few(names: Iterable[str], count: int = 0) -> str:
    """Each name once, the first few of them, and how many more there are; `count` where not all are given."""
    return _first_few([each for each in dict.fromkeys(names) if each], ", ", count)


def _first_few(told: Sequence[str], joint: str, count: int = 0) -> str:
    more = max(len(told), count) - _NAMES
    return joint.join(told[:_NAMES]) + (f" (+ {more})" if more > 0 else "")
