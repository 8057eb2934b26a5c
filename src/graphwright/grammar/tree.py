"""A reading as lines, for people and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.grammar.records import (
    LayoutRow,
    MessageReading,
    SentenceReading,
    SpokenClause,
    SpokenPhrase,
    VerbGroup,
)


def tree_of(reading: MessageReading) -> str:
    """All sentences of a message, one line for each clause, link, layout and doubt."""
    lines: list[str] = []
    for sentence in reading.sentences:
        lines += _sentence(sentence)
    if reading.cut:
        lines.append("… (cut)")
    return "\n".join(lines)


def _sentence(sentence: SentenceReading) -> Iterator[str]:
    yield f'{sentence.language}  "{sentence.text}"'
    if sentence.layout is not None:
        yield f"├ {_layout(sentence.layout)}"
    for clause in sentence.clauses:
        yield f"├ {clause.index} {_clause(clause)}"
    for link in sentence.links:
        word = f" ({link.word})" if link.word else ""
        yield f"├ {link.source} {link.kind} {link.target}{word}"
    for doubt in sentence.doubts:
        options = f": {', '.join(doubt.alternatives)}" if doubt.alternatives else ""
        yield f"├ doubt {doubt.code} [{doubt.text}] {doubt.weight}{options}"


def _layout(row: LayoutRow) -> str:
    members = " | ".join(phrase_text(each) for each in row.members)
    said = f" = {row.text}" if row.kind == "pair" else ""
    return f"{row.kind} {row.label}: {members}{said}".replace(":  ", ": ").rstrip(": ")


def _clause(clause: SpokenClause) -> str:
    parts = [f"{clause.kind} {clause.mood}"]
    if clause.talk is not None:
        parts.append(clause.talk)
    if clause.hedged:
        parts.append("hedged")
    if clause.asked is not None:
        asked = clause.asked.kind + (f" {phrase_text(clause.asked.phrase)}" if clause.asked.phrase is not None else "")
        parts.append(f"asks {asked}" + (f" as {clause.asked.role}" if clause.asked.role is not None else ""))
    if clause.verb is not None:
        parts.append(_verb(clause.verb))
    for role in clause.roles:
        preposition = f" {role.preposition.lower()}" if role.preposition else ""
        over = " (taken over)" if role.taken_over else ""
        parts.append(f"{role.name}{preposition} {phrase_text(role.phrase)}{over}")
    if clause.measures:
        parts.append("measures " + ", ".join(each.text for each in clause.measures))
    if clause.uncovered:
        parts.append("uncovered " + " ".join(each.text for each in clause.uncovered))
    return " · ".join(parts)


def _verb(verb: VerbGroup) -> str:
    marks = [
        verb.modality if verb.modality != "none" else "",
        "not" if verb.negated else "",
        "passive" if verb.passive else "",
        "taken over" if verb.taken_over else "",
    ]
    said = ", ".join(mark for mark in marks if mark)
    return f"{verb.lemma} ({said})" if said else verb.lemma


def phrase_text(phrase: SpokenPhrase) -> str:
    """A phrase as one reads it: its name, its members, or what it stands for."""
    text = phrase.name or phrase.text
    if phrase.members:
        text = f" {phrase.joined} ".join(phrase_text(each) for each in phrase.members)
        text = f"[{text}]"
    elif phrase.refers_to is not None:
        meant = phrase.refers_to.name or (phrase_text(phrase.refers_to.phrase) if phrase.refers_to.phrase else "?")
        text = f"{phrase.refers_to.text} -> {meant}"
    if phrase.negated:
        text = f"not {text}"
    return text
