"""Sets as people write them down: one object for the model before, either direction of `allocate` and `verify`, bare numbers.

Turned into the form of the entries before they are read; what is in that form already stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_RELATION = re.compile(r"(.+) -(\w+)-> (.+)")
_HOLDS_NO_DATA = frozenset({"ACTOR", "FUNC", "UC", "SYS", "MOD"})


def as_entry(written: dict[str, Any]) -> dict[str, Any]:
    """The same entry in the form of `entries.py`."""
    given, expect = written.get("given") or [], written["expect"]
    types: dict[str, str] = {}
    if isinstance(given, dict):
        types |= {each["name"]: each["type"] for each in given.get("elements", [])}
        given = list(_lines(given, types))
    else:
        types |= {each["name"]: each["type"] for each in given if each.get("name")}
        given = [_line_turned(each, types) for each in given]
    elements = [each | {"name_any": each["name_any"] or [each["type"]]} for each in expect.get("elements", [])]
    types |= {name: each["type"] for each in elements for name in each["name_any"] if name not in types}
    expect = expect | {
        "elements": elements,
        "relations": [_turned(each, types) for each in expect.get("relations", [])],
        "absent": [_ruled_out(each, types) for each in expect.get("absent", [])],
        "numbers": [[each, ""] if isinstance(each, str) else each for each in expect.get("numbers", [])],
        "answer": expect.get("answer", ""),
        "text": expect.get("text", ""),
    }
    return written | {"given": given, "expect": expect}


def _lines(given: dict[str, Any], types: dict[str, str]) -> Iterator[dict[str, str]]:
    """The elements, the relations and what was spoken of last, a line each; a flow stands where data passes without one."""
    for each in given.get("elements", []):
        yield {"type": each["type"], "name": each["name"], "text": each.get("descr", "")}
    for source, relation, target in (_turned(each, types) for each in given.get("relations", [])):
        if source not in types or target not in types:
            continue
        if relation == "io" and {types[source], types[target]} <= _HOLDS_NO_DATA:
            flow = f"{source} – {target}"
            types[flow] = "FLOW"
            yield {"type": "FLOW", "name": flow}
            yield {"source": source, "relation": relation, "target": flow}
            yield {"source": flow, "relation": relation, "target": target}
        else:
            yield {"source": source, "relation": relation, "target": target}
    if given.get("last_mentioned") in types:
        yield {"last_mentioned": given["last_mentioned"]}
    for each in given.get("last_change_added") or []:
        yield {"last_change_added": each}


def _line_turned(line: dict[str, Any], types: dict[str, str]) -> dict[str, Any]:
    """A line of the model before; its relation as the model holds it."""
    if not line.get("relation"):
        return line
    source, relation, target = _turned([line["source"], line["relation"], line["target"]], types)
    return line | {"source": source, "relation": relation, "target": target}


def _turned(triple: list[str], types: dict[str, str]) -> list[str]:
    """A relation as the model holds it: a module carries, a requirement is verified by its test."""
    source, relation, target = triple
    turned = relation == "allocate" and (types.get(source) == "FUNC" or types.get(target) in {"MOD", "SYS"})
    turned = turned or (relation == "verify" and types.get(source) == "TEST")
    return [target, relation, source] if turned else [source, relation, target]


def _ruled_out(absent: str, types: dict[str, str]) -> str:
    match = _RELATION.fullmatch(absent)
    if not match:
        return absent
    source, relation, target = _turned([match[1], match[2], match[3]], types)
    return f"{source} -{relation}-> {target}"
