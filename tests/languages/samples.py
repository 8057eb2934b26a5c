"""Every text of rules, problems and notes with made-up values, in every language, as the server says it.

The page proves with the same file that it says the same (web/tests/told.test.ts). Written anew by
`python -m tests.languages.samples`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from graphwright.graph.rules import RULES
from graphwright.languages import LANGUAGES, places
from graphwright.protocol.operations import Finding, Problem
from graphwright.protocol.texts import Phrases, Term, Value
from graphwright.text.messages import hint_of, message_of, term

FILE = Path(__file__).parent / "told.json"
VALUES: dict[str, list[Value]] = {
    "count": [1, 12_345],
    "score": [0.875],
    "missing": [[Term(key="terms.noInput"), Term(key="terms.noOutput")], [Term(key="terms.noName")]],
    "expected": [Term(key="terms.choice", values={"options": ["low", "high"]}), Term(key="terms.number")],
    "advice": [
        [Term(key="terms.turnRound", values={"relation": "io", "source": "FUNC", "target": "FLOW"}), "Or so."],
        Phrases(texts={"en": "Use [a chain]: [UC -cp-> FCHAIN].", "de": "Nehmen Sie [eine Kette]: [UC -cp-> FCHAIN]."}),
    ],
    "fitting": [["out", "error"], Term(key="terms.none")],
    "node": ["FUNC 'TEST it'", 'MOD "It\'s"', "TOWN 'Rome' (Rome.TN.001)"],
    "edge": ["FUNC 'A' -satisfy-> REQ 'B'"],
    "pair": ["FUNC -st-> UC", "TOWN -near-> TOWN"],
    "arrow": ["FLOW -rl-> SCHEMA"],
    "part": ["MOD"],
}


def texts(language: str) -> dict[str, Any]:
    """The catalogue of a language as it is written."""
    path = resources.files("graphwright.languages") / language / "findings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def findings() -> Iterator[Finding]:
    """One of each case of each rule, with each kind of value."""
    written = texts("en")
    for rule_id, cases in {**written["rules"], "plugin:rule": written["plugins"]}.items():
        for case, pair in cases.items():
            for values in _filled("".join(pair)) if isinstance(pair, list) else ():
                yield Finding(
                    finding_id="f", rule_id=rule_id, phase=0, severity="info", reach="local",
                    node_ids=[], edge_ids=[], case=case, values=values,
                )  # fmt: skip


def problems() -> Iterator[Problem]:
    """The same of problems, and a broken rule as a problem."""
    for code, cases in texts("en")["problems"].items():
        for case, pair in cases.items():
            for values in _filled("".join(pair)):
                yield Problem(code=code, case=case, path="$", values=values, candidates=[])
    for rule_id in list(RULES)[:1]:
        yield Problem(code="ruleViolation", case=f"{rule_id}.broken", path="$", values={"node": "A"}, candidates=[])


def notes() -> Iterator[Term]:
    """One of each note."""
    for name, text in texts("en")["notes"].items():
        for values in _filled(text):
            yield Term(key=f"notes.{name}", values=values)


def _filled(text: str) -> Iterator[dict[str, Value]]:
    names = sorted(places(text))
    for number in range(max([1, *(len(VALUES.get(name, [""])) for name in names)])):
        yield {name: (choices := VALUES.get(name, [f"<{name}>"]))[number % len(choices)] for name in names}


def document() -> bytes:
    """The file."""
    told = [
        {"language": language, "told": each, "message": message_of(each, language), "hint": hint_of(each, language)}
        for language in LANGUAGES
        for each in chain(findings(), problems())
    ]
    noted = [
        {"language": language, "note": each, "text": term(each.key, each.values, language)}
        for language in LANGUAGES
        for each in notes()
    ]
    lists: dict[str, list[Any]] = {"told": told, "notes": noted}
    lines = {name: b",\n".join(map(_line, each)) for name, each in lists.items()}
    return b"{" + b",\n".join(b'"%s": [\n%s\n]' % (name.encode(), each) for name, each in lines.items()) + b"}"


def _line(record: object) -> bytes:
    return msgspec.json.encode(record, order="deterministic")


if __name__ == "__main__":
    FILE.write_bytes(document() + b"\n")
