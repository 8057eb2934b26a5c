"""A persona's answer becomes a turn: what it claims, what it wants to change, and what had to be taken out of it.

Whatever a language model writes is foreign text (R-27). The rules, in this order, each leaving a visible note:
invisible characters and role marks go (`roleMarks`); a text that is too long is cut (`cut`); from the first header of
another persona on it is cut, because nobody speaks for others (`spokeForOthers`); its own header goes silently; a block
of operations of somebody who may not propose is dropped (`operationsDropped`), an unreadable one is named
(`operationsUnread`). What is left empty is no turn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from graphwright.context.data_block import escape_roles
from graphwright.discussion.turns import Claim, Note, TurnPlace
from graphwright.formats.cleaning import clean
from graphwright.graph.ontology import Ontology
from graphwright.operations.parse import AnswerReader
from graphwright.protocol.ids import OperationId
from graphwright.protocol.operations import NodeCreate, Operation, Problem
from graphwright.text.recognition import Recogniser
from graphwright.text.words import words

LONGEST: Final = 20_000
"""Characters of a turn; ten times what we ask for."""
HEARD: Final = 60_000
"""Characters after which the language model is stopped: room for a block of operations beside the longest turn."""
CLAIMS: Final = 8
CLAIM_LENGTH: Final = 500

_CLAIM: Final = Recogniser(
    r"(?m)^[ \t]*(?:[-*][ \t]+|\d+[.)][ \t]+)?(?:\*\*|__)?(?:<blocks.claim>)(?:\s*\d+)?"
    r"(?:\*\*|__)?\s*:(?:\*\*|__)?[ \t]*(\S.*)$"
)
_ROLE_TOKEN: Final = re.compile(
    r"<[|｜][^|｜\n>]{0,60}[|｜]>|\[/?INST\]|<</?SYS>>|</?(?:s|bos|eos|start_of_turn|end_of_turn)>|"
    r"</?(?:system|user|assistant|human)>",
    re.IGNORECASE,
)
_SPEAKER: Final = re.compile(r"^[ \t]*(?:human|assistant|system|user)[ ]*:[ \t]*", re.IGNORECASE | re.MULTILINE)


class ReadTurn(Struct, frozen=True):
    """What a persona said."""

    text: str
    claims: list[Claim]
    operations: list[Operation]
    problems: list[Problem]
    notes: list[Note]


def read_turn(
    answer: str,
    place: TurnPlace,
    personas: Sequence[str],
    ontology: Ontology,
    *,
    proposes: bool,
    known: Collection[str] = (),
    projects: Sequence[str] = (),
) -> ReadTurn:
    """Read a whole answer. `known` are the claims made before, folded by `folded`; a repetition is no new claim."""
    notes: list[Note] = []
    reader = AnswerReader(ontology, projects=projects)
    reader.feed(answer[:HEARD])
    read = reader.close()
    if read.operations and not proposes:
        notes.append("operationsDropped")
    if proposes and read.problems and not read.operations:
        notes.append("operationsUnread")
    text = _without_roles(clean(read.text), notes)
    if len(text) > LONGEST:
        text = text[:LONGEST].rstrip() + "…"
    if len(text) > LONGEST or len(answer) >= HEARD:
        notes.append("cut")
    text = _own_words(text, place.persona, personas, notes)
    return ReadTurn(
        text=text,
        claims=_claims(text, place, known),
        operations=_named(read.operations, place) if proposes else [],
        problems=read.problems if proposes else [],
        notes=notes,
    )


def folded(claim: str) -> str:
    """A claim for comparing: its words."""
    return " ".join(words(claim))


def _without_roles(text: str, notes: list[Note]) -> str:
    cleaned = _SPEAKER.sub("", _ROLE_TOKEN.sub("", text))
    if cleaned != text:
        notes.append("roleMarks")
    return cleaned.strip()


def _own_words(text: str, persona: str, personas: Sequence[str], notes: list[Note]) -> str:
    """The text without its own header, up to where it begins to speak for somebody else."""
    others = [name for name in personas if name != persona]
    own = _header([persona]).match(text)
    if own is not None:
        text = text[own.end() :].lstrip()
    foreign = _header(others).search(text) if others else None
    if foreign is not None:
        text = text[: foreign.start()].rstrip()
        notes.append("spokeForOthers")
    return text


def _header(names: Sequence[str]) -> re.Pattern[str]:
    """A line that announces a speaker: `## Solver`, `**Solver:**`, `Solver (turn 2):`, `[Solver]`."""
    either = "|".join(re.escape(name) for name in names)
    ai = r"(?:[ ]+(?:AI|KI|IA))?"
    turn = r"(?:[ ]*[(\[][^)\]\n]{0,40}[)\]])?"
    return re.compile(
        rf"^[ \t]*(?:\#{{1,6}}[ ]*(?:\*\*)?(?:{either}){ai}{turn}(?:\*\*)?[ ]*:?[ ]*$"
        rf"|(?:\*\*|__|\[)?(?:{either}){ai}{turn}(?:\*\*|__|\])?[ ]*:(?:\*\*|__)?"
        rf"|(?:\*\*|__|\[)(?:{either}){ai}{turn}(?:\*\*|__|\])[ ]*$)",
        re.MULTILINE,
    )


def _claims(text: str, place: TurnPlace, known: Collection[str]) -> list[Claim]:
    found: list[Claim] = []
    seen = set(known)
    for match in _CLAIM.finditer(text):
        words = " ".join(match[1].strip().strip("*_").split())[:CLAIM_LENGTH]
        if folded(words) and folded(words) not in seen and len(found) < CLAIMS:
            seen.add(folded(words))
            claim_id = f"{place.label}.{len(found) + 1}"
            found.append(Claim(claim_id=claim_id, persona=place.persona, text=escape_roles(words)))
    return found


def _named(operations: Sequence[Operation], place: TurnPlace) -> list[Operation]:
    """Operations whose ids say which turn they come from, so that those of all turns can stand in one change set."""
    names = {operation.id: OperationId(f"t{place.label}.{operation.id}") for operation in operations}
    return [
        replace(
            operation,
            id=names[operation.id],
            depends_on=[names.get(each, each) for each in operation.depends_on],
        )
        for operation in operations
    ]


def merged(offers: Sequence[Sequence[Operation]]) -> list[Operation]:
    """The operations of several turns as one draft: about the same element the later word counts."""
    kept: dict[tuple[str, ...], Operation] = {}
    for operations in offers:
        for operation in operations:
            key = _subject(operation)
            kept.pop(key, None)
            kept[key] = operation
    ids = {operation.id for operation in kept.values()}
    return [
        replace(operation, depends_on=[each for each in operation.depends_on if each in ids])
        for operation in kept.values()
    ]


def _subject(operation: Operation) -> tuple[str, ...]:
    """What an operation is about: two turns that create `ValidateOrder` mean the same node."""
    if isinstance(operation, NodeCreate):
        return "create", operation.node_type, folded(operation.name)
    ends = [getattr(operation, name, "") for name in ("ref", "edge_type", "source", "target")]
    return type(operation).__name__, *("" if end is None else str(end) for end in ends)
