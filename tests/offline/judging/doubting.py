"""Whether doubts pay: of the sentences that each holds up, how many were read wrongly and how many rightly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphwright.formats.cleaning import clean
from graphwright.grammar.read import read
from graphwright.offline.dialogue.certainty import misreadings
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.means import means
from tests.offline.judging.entries import Entry
from tests.offline.judging.judge import VERDICTS, judge

_BUILT = [each for each in VERDICTS if each != "declined"]


def doubting(entries: Sequence[Entry]) -> str:
    """A row for each doubt: what the readings that it was about would have come to, had somebody agreed to all."""
    counted: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        agreed = judge(entry, agrees=True)
        if not agreed.outcome.changes:
            continue
        graph = agreed.stage.graph
        reading = read(clean(entry.say))
        found = {each.code for each in misreadings(reading, means(reading, graph, NodeIndex(graph)))}
        counted.update((code, agreed.verdict) for code in found | {"**all**"} | ({"**any**"} if found else set()))
    codes = sorted({code for code, _ in counted}, key=lambda code: (code.startswith("*"), -counted[code, "wrong"]))
    lines = ["| doubt | " + " | ".join(_BUILT) + " |", "|---|" + "---:|" * len(_BUILT)]
    return "\n".join(
        [*lines, *(f"| {code} | {' | '.join(str(counted[code, each]) for each in _BUILT)} |" for code in codes)]
    )
