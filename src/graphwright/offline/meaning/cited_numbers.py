"""Numbers that tests take from their requirement: `at most 6 min` becomes 5, and its test measures against 5 as well.

A person looks at both: what a test was run with before is then no longer what it says.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.graph.foreign import read_by_people
from graphwright.graph.statement import statement_of
from graphwright.offline.draft import Draft
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.operations import NodeUpdate

_AMOUNT: Final = re.compile(r"(?<![\w.,-])(\d+(?:[.,]\d+)?)(?=\s?([^\W\d_]\w*|[%°€$£]\w*))")
"""A number with the word behind it: `TC-5`, `5. Press` and `5 keys` are not what `5 s` is."""
_Amount = tuple[str, str]


def renumber_tests(draft: Draft) -> bool:
    """Changes the tests that cite a number which their requirement no longer has; whether there are any."""
    changed = [each.ref for each in draft.operations if isinstance(each, NodeUpdate)]
    found = False
    for ref in dict.fromkeys(changed):
        if not (held := draft.graph.find(ref)):
            continue  # a later sentence took it away
        after, before = draft.graph.nodes[held[0]], draft.base.nodes.get(held[0])
        if before is None or after.node_type != "REQ":
            continue
        swap = _swap(statement_of(before), statement_of(after))
        if swap is not None:
            for test in list(draft.graph.targets(after.node_id, "verify", "TEST")):
                found = _renumbered(test, swap, draft) or found
    return found


def _swap(before: str, after: str) -> tuple[_Amount, str] | None:
    """The one amount of a text whose number another took the place of, and that; none where more has changed."""
    old, new = set(_AMOUNT.findall(before)), set(_AMOUNT.findall(after))
    gone, came = old - new, new - old
    if len(gone) != 1 or len(came) != 1:
        return None
    [was], [(number, unit)] = gone, came
    return (was, number) if was[1] == unit else None


def _renumbered(test: Node, swap: tuple[_Amount, str], draft: Draft) -> bool:
    """Writes the other number into the texts of a test; whether one held the old."""
    if draft.base.nodes.get(test.node_id) is not test:
        return False  # the message itself says what becomes of it

    old, new = swap

    def put(text: str) -> str:
        return _AMOUNT.sub(lambda match: new if match.groups() == old else match[0], text)

    texts: dict[str, JsonValue] = {
        key: put(value)
        for key, value in read_by_people(test.attributes).items()
        if isinstance(value, str) and put(value) != value
    }
    name, descr = put(test.name), put(test.descr)
    if not texts and name == test.name and descr == test.descr:
        return False
    draft.update(
        test,
        name=name if name != test.name else None,
        descr=descr if descr != test.descr else None,
        attributes=texts,
    )
    return True
