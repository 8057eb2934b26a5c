"""What stands below an answer: the sources it rests on, what waits for a decision, what is asked back; each a link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.actions.page_links import LinkKind, page_link
from graphwright.actions.seat import Seat
from graphwright.languages import Language, load
from graphwright.operations.proposals import open_proposals
from graphwright.protocol.runs import Form
from graphwright.protocol.threads import CitationPart
from graphwright.runs.run_ending import RunState

SHOWN: Final = 20
"""Sources that are listed; programs are told all."""
_BRACKETS: Final = str.maketrans({"[": "(", "]": ")", "\n": " "})


class SourceLink(NamedTuple):
    """Something that an answer cites, and where it is seen."""

    title: str
    url: str


def source_of(seat: Seat, part: CitationPart) -> SourceLink | None:
    """Where a citation leads to; None for one that does not hold."""
    if part.status != "given":
        return None
    if part.passage_id is not None:
        return SourceLink(part.label or part.passage_id, _link(seat, "passage", part.passage_id))
    node = None if part.node_id is None else seat.graph.nodes.get(part.node_id)
    if part.node_id is None or (node is None and part.label is None):
        return None
    title = part.label or "" if node is None else f"{node.name} ({node.semantic_id})"
    return SourceLink(title, _link(seat, "node", part.node_id))


async def closing(seat: Seat, state: RunState, cited: Sequence[CitationPart], language: Language) -> list[str]:
    """The paragraphs below an answer, as Markdown."""
    said = load(language, "sentences", "chats", dict[str, str])
    lines: list[str] = []
    links = list(dict.fromkeys(source for part in cited if (source := source_of(seat, part)) is not None))
    if links:
        shown = ", ".join(_marked(*link) for link in links[:SHOWN]) + (", ..." if len(links) > SHOWN else "")
        lines.append(said["sources"].format(links=shown))
    unfounded = list(dict.fromkeys(part.label for part in cited if part.status != "given" and part.label))
    if unfounded:
        lines.append(said["unfounded"].format(labels=", ".join(unfounded[:SHOWN])))
    for proposal_id in await _proposals(seat, state):
        link = _marked(proposal_id, _link(seat, "proposal", proposal_id))
        lines.append(said["decide"].format(link=link))
    for wait in state.waits:
        if wait.form is not None:
            link = _marked(state.run_id, _link(seat, "run", state.run_id))
            lines.append("\n".join([said["asked"], *_asked(wait.form), said["answer"].format(link=link)]))
    return lines


async def _proposals(seat: Seat, state: RunState) -> list[str]:
    """Those of the run that wait for somebody."""
    waiting = await open_proposals(seat.open_project.project)
    return [each.proposal_id for each in waiting if each.run_id == state.run_id]


def _asked(form: Form) -> list[str]:
    return [f"- {field.label}" + (f" ({' / '.join(field.options)})" if field.options else "") for field in form.fields]


def _link(seat: Seat, kind: LinkKind, id_: str) -> str:
    return page_link(seat.address, seat.project.header.name, kind, id_)


def _marked(title: str, url: str) -> str:
    """A link; where there is no page its title alone."""
    return f"[{title.translate(_BRACKETS)}]({url})" if url else title
