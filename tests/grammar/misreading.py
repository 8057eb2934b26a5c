"""What must be read of a sentence, in one line: `The farrier trims the hoof. => trim doer=farrier thing=hoof`.

Each file of `constructions/` is a language, each heading a construction. Behind the arrow stand the clauses, by their verbs, and who or
what is which role to them: `+` for all of several, `|` for one of them, `-` before what is not in a role. A clause that is not listed may not be there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphwright.grammar.read import read
from graphwright.grammar.records import SpokenClause, SpokenPhrase
from graphwright.languages import Language
from graphwright.text.folding import fold

HERE = Path(__file__).parent / "constructions"
_SURE = 3
"""Letters of a verb that must be right; what its base form ends in is tested elsewhere."""


def constructions(language: Language) -> Iterator[tuple[str, str]]:
    """Each line of a language with the construction that it stands for."""
    heading = ""
    for line in (HERE / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line:
            yield heading, line


def misread(line: str, language: Language) -> list[str]:
    """What of a line is not read as it says; nothing when all is."""
    text, _, wanted = line.partition(" => ")
    reading = read(text, language)
    clauses = [each for sentence in reading.sentences for each in sentence.clauses]
    found: list[str] = []
    for part in wanted.split("; "):
        verb, *roles = part.split()
        clause = next((each for each in clauses if _is_of(each, verb)), None)
        if clause is None:
            found.append(f"no {verb}")
            continue
        clauses.remove(clause)
        found += [f"{verb}: {role}" for role in roles if _has(clause, role.removeprefix("-")) == role.startswith("-")]
    return found + [f"more: {each.text}" for each in clauses]


def _is_of(clause: SpokenClause, verb: str) -> bool:
    if clause.verb is None:
        return False
    lemma, wanted = fold(clause.verb.lemma), fold(verb)
    return lemma[: max(_SURE, len(wanted) - 2)] == wanted[: max(_SURE, len(wanted) - 2)]


def _has(clause: SpokenClause, role: str) -> bool:
    names, _, words = role.partition("=")
    said = " ".join(_words(each.phrase) for each in clause.roles if each.name in names.split("|"))
    return any(all(fold(word) in said for word in choice.split("+")) for choice in words.split("|"))


def _words(phrase: SpokenPhrase) -> str:
    if phrase.negated:
        return ""
    if phrase.members:
        return " ".join(_words(each) for each in phrase.members)
    if phrase.refers_to is not None:
        meant = phrase.refers_to
        return _words(meant.phrase) if meant.phrase is not None else fold(meant.name or phrase.text)
    return fold(phrase.name or phrase.text)
