"""Which sentences read like requirements, and how they would be named: what a proposal of nodes may begin from. Pure.

Nothing is proposed here and nothing decided; looked at is what obliges (`duties`), or a name such as `REQ-12`. Each
binding sentence is one candidate, and so is each of its main clauses that has a subject and a duty of its own; a list
stays with the sentence that begins it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from graphwright.documents.duties import clauses_of_duty, obliges
from graphwright.documents.structure import ITEM
from graphwright.protocol.documents import Passage
from graphwright.protocol.ids import PassageId
from graphwright.text.sentences import sentences

NAME_WORDS: Final = 8
_BULLET: Final = re.compile(r"[ \t]*(?:[-*+\u2022\u2013]|\(?\d{1,3}[.)]|[a-z]\))[ \t]+")
_ASIDES: Final = re.compile(r"(?i)(?:note|example|e\.g\.|hinweis|beispiel|anmerkung|remarque|exemple)\b[^\n:]{0,20}:")
_CLAUSE: Final = re.compile(r"[ \t]*\(\d{1,3}[a-z]?\)[ \t]+")
_MARKS: Final = re.compile(r"[*_`|]+")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n+")


class Candidate(Struct, frozen=True):
    """A sentence that may become a requirement."""

    passage_id: PassageId
    label: str
    """Its own name, `REQ-12`; empty where it has none."""
    name: str
    """Its first words, without its own name."""
    text: str


def candidates(passages: Iterable[Passage]) -> list[Candidate]:
    """What obliges somebody or is numbered as a requirement, in its order; suspicious passages stay out."""
    found: list[Candidate] = []
    for passage in passages:
        if passage.suspicious or passage.kind in {"heading", "code"}:
            continue
        numbered = ITEM.match(passage.text) or _CLAUSE.match(passage.text)
        bare = passage.text[numbered.end() :] if numbered else passage.text
        label = passage.place.label if passage.kind == "item" else ""
        told = [" ".join(bare.split())] if passage.kind == "item" else list(binding(bare))
        found += [Candidate(passage.passage_id, label, _name(text), text) for text in map(_plain, told) if text]
    return found


def binding(text: str) -> Iterator[str]:
    """The sentences of a text that oblige or recommend, each with the list that it begins."""
    for sentence in _sentences(text):
        if not obliges(sentence):
            continue
        clauses = clauses_of_duty(sentence)
        yield from clauses if len(clauses) > 1 and all(map(obliges, clauses)) else [sentence]


def _sentences(text: str) -> Iterator[str]:
    """Sentences without the line breaks of their source; a list stays with the sentence that begins it."""
    paragraphs = [_unwrapped(each) for each in _PARAGRAPH.split(text) if each.strip()]
    begun = ""
    for paragraph in paragraphs:
        if begun and _BULLET.match(paragraph):
            begun = f"{begun}\n{paragraph}"
            continue
        if begun:
            yield begun
        begun = ""
        if _ASIDES.match(paragraph):
            continue
        lead, *items = paragraph.split("\n")
        told = [each.text for each in sentences(lead)]
        if told and told[-1].endswith(":"):
            begun = "\n".join([told.pop(), *items])
            items = []
        yield from told
        yield from items
    if begun:
        yield begun


def _unwrapped(paragraph: str) -> str:
    """A paragraph on one line, and each item of a list on a line of its own."""
    lines: list[str] = []
    for line in paragraph.strip().splitlines():
        if lines and not _BULLET.match(line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.strip())
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Without the marks of Markdown; lines stay."""
    return "\n".join(" ".join(_MARKS.sub(" ", line).split()) for line in text.splitlines()).strip()


def _name(text: str) -> str:
    return " ".join(text.split()[:NAME_WORDS]).rstrip(".,;:")
