"""A conversation for people and programs outside: as Markdown to read and file, as JSON with everything in it.

Markdown holds who said what, what was cited, what was proposed and decided, and what it cost. What an answer cites but
never saw, or states without a source, stays marked. Texts of people are quoted, so that none of them can pass for a
heading of the page or for somebody else's words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from graphwright.context.history import decision_text
from graphwright.context.naming import Names
from graphwright.formats.cleaning import clean
from graphwright.graph.document import Graph
from graphwright.protocol.base import Record
from graphwright.protocol.ids import ProjectId, ProposalId, ThreadId
from graphwright.protocol.operations import Proposal
from graphwright.protocol.runs import Run
from graphwright.protocol.threads import CitationPart, Message, ProposalPart, TextPart, Thread, ThreadFigures, text_of
from graphwright.store.base import Store
from graphwright.store.reads import StoredProject
from graphwright.thread_book import figures
from graphwright.threads import history, thread

_WRONG: Final[Mapping[str, str]] = {"notGiven": "was not shown to the model", "unknown": "does not exist"}


class Conversation(Record, frozen=True, kw_only=True):
    """Everything that belongs to one thread; what the JSON export is."""

    thread: Thread
    figures: ThreadFigures
    messages: list[Message]
    runs: list[Run]
    proposals: list[Proposal]


async def conversation_of(store: Store, project_id: ProjectId, thread_id: ThreadId) -> Conversation:
    """Everything that belongs to a thread. `NotFound`."""
    header = await thread(store, project_id, thread_id)
    messages = await history(store, project_id, thread_id)
    project = StoredProject(store, project_id)
    named = [part.proposal_id for message in messages for part in message.parts if isinstance(part, ProposalPart)]
    proposals = [await project.find(Proposal, proposal_id) for proposal_id in named]
    return Conversation(
        thread=header,
        figures=await figures(store, project_id, thread_id),
        messages=messages,
        runs=await project.read_all(Run, group=thread_id),
        proposals=[proposal for proposal in proposals if proposal is not None],
    )


def markdown(conversation: Conversation, graph: Graph) -> str:
    """The conversation as a page; `graph` gives the names of nodes that proposals speak of."""
    proposals = {proposal.proposal_id: proposal for proposal in conversation.proposals}
    runs = {run.run_id: run for run in conversation.runs}
    lines = [f"# {_line(conversation.thread.title)}", "", _figures(conversation), ""]
    known = {message.message_id: number for number, message in enumerate(conversation.messages, 1)}
    for number, message in enumerate(conversation.messages, 1):
        parent = message.parent_message_id
        follows = None if parent is None else known.get(parent)
        lines.append(_heading(number, message, follows))
        lines.append("")
        lines += [f"> {line}".rstrip() for line in clean(text_of(message.parts)).splitlines()]
        lines.append("")
        run = None if message.run_id is None else runs.get(message.run_id)
        lines += [f"- {line}" for line in _notes(message, run, proposals, graph)]
        if lines[-1]:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _figures(conversation: Conversation) -> str:
    figures = conversation.figures
    began = conversation.thread.started_at.isoformat(timespec="seconds")
    tokens = f"{figures.input_tokens:,} tokens in, {figures.output_tokens:,} out"
    return (
        f"Begun {began}; {figures.messages} messages, {figures.runs} runs, {figures.model_calls} model calls, "
        f"{figures.tool_calls} tool calls, {tokens}."
    )


def _heading(number: int, message: Message, follows: int | None) -> str:
    status = "" if message.status == "complete" else f" ({message.status})"
    # In a conversation without branches each message follows the one before it; only the others say whom they follow.
    branch = "" if follows in (None, number - 1) else f" (after {follows})"
    return f"## {number}. {_line(message.author.name)}{branch}{status}"


def _notes(message: Message, run: Run | None, proposals: Mapping[ProposalId, Proposal], graph: Graph) -> Iterator[str]:
    text = text_of(message.parts)
    if run is not None:
        outcome = run.status if run.outcome is None else run.outcome
        yield f"story: {run.workflow}, {outcome}"
    cited = [part for part in message.parts if isinstance(part, CitationPart)]
    if cited:
        yield f"cites: {', '.join(dict.fromkeys(_cited(part) for part in cited))}"
    for part in message.parts:
        if isinstance(part, TextPart) and part.unsupported is not None:
            for span in part.unsupported:
                yield f"without a source: {_line(text[span.start : span.end])}"
        if isinstance(part, ProposalPart) and (proposal := proposals.get(part.proposal_id)) is not None:
            yield _line(decision_text(proposal, Names(graph, whole=True)))


def _cited(part: CitationPart) -> str:
    label = "?" if part.label is None else _line(part.label)
    return label if part.status == "given" else f"{label} ({_WRONG[part.status]})"


def _line(text: str) -> str:
    """One line that cannot begin anything."""
    return " ".join(clean(text).split())
