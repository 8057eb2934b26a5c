"""Builds the request to a language model: stable blocks first, volatile ones last, foreign text as data (T-06, R-26).

Order: what all workflows share (how the graph is written, ontology, graph), then the instructions of this workflow;
all the same bytes for the same revision, so that a provider's cache hits, between the workflows too. Then history,
then one user message with the project, the header of the capture, findings, retrieved passages and, last, the request.
`sections` is what the inspector shows: every block with its hash and its tokens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from graphwright.context.captured import Capture
from graphwright.context.data_block import data_block, delimited, escape_roles, own_mark
from graphwright.context.frame import FRAME
from graphwright.context.instructions import BUILD, CANDIDATES, HINT, MORE, REPAIR, REQUEST
from graphwright.context.tokens import Tokenizer, tokenizer
from graphwright.formats.cleaning import clean
from graphwright.graph.describe import prompt_text
from graphwright.graph.ontology import Ontology
from graphwright.languages import Language
from graphwright.llm.base import ChatMessage, ModelRequest, PromptBlock
from graphwright.protocol.base import Count, Record
from graphwright.protocol.operations import Problem
from graphwright.text.messages import hint_of, message_of

# A model mends the first few well; a list of hundreds is noise and costs as much as the answer.
_PROBLEMS: Final = 20
_NONCE_CHARACTERS: Final = 8


class EarlierMessage(Struct, frozen=True):
    """An earlier message of the conversation."""

    role: Literal["user", "assistant"]
    text: str


class ExtraBlock(Struct, frozen=True):
    """Foreign text beside the graph: a passage, a finding, a note."""

    label: str
    text: str


class PromptSection(Record, frozen=True, kw_only=True):
    """A block of the prompt as the inspector lists it; the text is stored once, under its hash."""

    label: str
    sha256: str
    tokens: Count
    is_stable: bool


class Prompt(Struct, frozen=True):
    """A request, and what it consists of."""

    request: ModelRequest
    sections: list[PromptSection]
    prefix_hash: str
    """Over the stable blocks: equal hashes mean that a provider's cache may hit."""
    token_method: str

    @property
    def tokens(self) -> int:
        """All sections together."""
        return sum(section.tokens for section in self.sections)

    def share(self, section: PromptSection) -> float:
        """The part of the prompt's tokens that a section takes, 0 to 1."""
        return section.tokens / self.tokens if self.tokens else 0.0


def build_prompt(
    *,
    ontology: Ontology,
    capture: Capture,
    request: str,
    nonce: str,
    language: Language,
    history: Sequence[EarlierMessage] = (),
    extras: Sequence[ExtraBlock] = (),
    instructions: Mapping[Language, str] = BUILD,
    phase: int = 4,
    names: str = "",
    counter: Tokenizer | None = None,
) -> Prompt:
    """The prompt for one message of a person, with the instructions of a workflow in a phase of the project.

    `names` are escaped lines that list what a large graph holds, where it is not shown whole.

    `nonce` is fresh random text of the ids port; it delimits the volatile blocks only. `ValueError` for a short one.
    """
    if len(nonce) < _NONCE_CHARACTERS or not nonce.isalnum():
        raise ValueError(f"a nonce has at least {_NONCE_CHARACTERS} letters and digits")
    counter = counter or tokenizer()
    stable = _stable_blocks(ontology, capture, instructions[language], language, phase)
    if names:
        stable.insert(-1, PromptBlock(label="names", text=delimited("names", names, mark=own_mark(names)), cache=True))
    foreign = [*_volatile_parts(capture), *extras]
    blocks = [(extra.label, data_block(extra.label, extra.text, mark=nonce)) for extra in foreign]
    asked = _asked(request)
    last = "\n\n".join([*(text for _, text in blocks), _request_line(asked, language)])
    turns = [EarlierMessage(turn.role, escape_roles(clean(turn.text))) for turn in history]
    sections = [
        *(_stable_section(block, capture, counter) for block in stable),
        *(_section("history", turn.text, counter) for turn in turns),
        *(_section(label, text, counter) for label, text in blocks),
        _section("request", asked, counter),
    ]
    return Prompt(
        request=ModelRequest(system=stable, messages=_merged([*turns, EarlierMessage("user", last)])),
        sections=sections,
        prefix_hash=_prefix_hash(sections),
        token_method=counter.method,
    )


def with_reply(request: ModelRequest, answer: str, reply: str) -> ModelRequest:
    """The same request, with the answer that it led to and what is said to that."""
    said = [ChatMessage(role="assistant", text=answer), ChatMessage(role="user", text=reply)]
    return replace(request, messages=[*request.messages, *said])


def with_block(request: ModelRequest, block: str, *, asked: str, language: Language) -> ModelRequest:
    """The same request with one more data block, right before the words of the person.

    `asked` and `language` are what the prompt was built with. The block is made with `data_block.data_block`; it
    is volatile, so nothing that stands before the last message changes (WD-22).
    """
    *earlier, last = request.messages
    ending = _request_line(_asked(asked), language)
    before = last.text.removesuffix(ending)
    return replace(request, messages=[*earlier, replace(last, text=f"{before}{block}\n\n{ending}")])


def feedback(problems: Sequence[tuple[str, Problem]], language: Language) -> str:
    """Why a change set was refused, in words the model can act on (A-19, A-31); what they quote is escaped.

    Each problem comes with the line of the answer that it is about, because that is the only name that the model has
    for it. What would help several lines is said once, behind the last of them.
    """
    lines = [REPAIR[language]]
    told = problems[:_PROBLEMS]
    for at, (quote, problem) in enumerate(told):
        line = f"- `{quote}`: " if quote else "- "
        line += f"{message_of(problem, language, coded=True).rstrip('.')}."
        if problem.candidates:
            line += f" {CANDIDATES[language]}: {', '.join(problem.candidates)}."
        hint = hint_of(problem, language, coded=True)
        is_said_again = at + 1 < len(told) and hint_of(told[at + 1][1], language, coded=True) == hint
        if hint and not is_said_again:
            line += f" {HINT[language]}: {hint.rstrip('.')}."
        lines.append(escape_roles(" ".join(clean(line).split())))
    if len(problems) > _PROBLEMS:
        lines.append(f"- {len(problems) - _PROBLEMS} {MORE[language]}")
    return "\n".join(lines)


def _asked(request: str) -> str:
    return escape_roles(clean(request)).strip()


def _request_line(asked: str, language: Language) -> str:
    return f"{REQUEST[language]}\n{asked}"


def _prefix_hash(sections: Sequence[PromptSection]) -> str:
    """sha256 over the hashes of the stable blocks, in order."""
    return _sha256("".join(section.sha256 for section in sections if section.is_stable))


def _stable_blocks(
    ontology: Ontology, capture: Capture, instructions: str, language: Language, phase: int
) -> list[PromptBlock]:
    """What the workflows share, most lasting first, and behind it what this one asks for."""
    blocks = [
        PromptBlock(label="frame", text=FRAME[language]),
        PromptBlock(label="ontology", text=_ontology_text(ontology, language, phase), cache=True),
    ]
    if capture.is_whole and capture.body:
        text = delimited("graph", capture.body, mark=own_mark(capture.body))
        blocks.append(PromptBlock(label="graph", text=text, cache=True))
    return [*blocks, PromptBlock(label="instructions", text=instructions, cache=True)]


def _volatile_parts(capture: Capture) -> list[ExtraBlock]:
    """What of the capture depends on more than the graph."""
    parts: list[ExtraBlock] = []
    if capture.body and not capture.is_whole:
        parts.append(ExtraBlock("graph", capture.body))
    if capture.header:
        parts.append(ExtraBlock("canvas", capture.header))
    return parts


def _merged(turns: Sequence[EarlierMessage]) -> list[ChatMessage]:
    """Messages with alternating roles, as both wire dialects want them; a conversation begins with a person."""
    messages: list[ChatMessage] = []
    for turn in turns:
        if messages and messages[-1].role == turn.role:
            text = f"{messages[-1].text}\n\n{turn.text}"
            messages[-1] = ChatMessage(role=turn.role, text=text)
        elif messages or turn.role == "user":
            messages.append(ChatMessage(role=turn.role, text=turn.text))
    return messages


def _stable_section(block: PromptBlock, capture: Capture, counter: Tokenizer) -> PromptSection:
    """Fixed texts are counted once; the graph's tokens are kept beside its lines."""
    tokens = capture.body_tokens if block.label == "graph" else _count_once(block.text, counter)
    return PromptSection(label=block.label, sha256=_sha256(block.text), tokens=tokens, is_stable=True)


def _section(label: str, text: str, counter: Tokenizer) -> PromptSection:
    return PromptSection(label=label, sha256=_sha256(text), tokens=counter.count(text), is_stable=False)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# Per language one text of instructions, and per profile one of its ontology.
@lru_cache(maxsize=64)
def _count_once(text: str, counter: Tokenizer) -> int:
    return counter.count(text)


@lru_cache(maxsize=128)
def _ontology_text(ontology: Ontology, language: Language, phase: int) -> str:
    return prompt_text(ontology, language, phase=phase)
