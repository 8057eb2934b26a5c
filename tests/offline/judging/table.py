"""The figures of a judged set: a table of language and kind, and the ratchet that they may not fall below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from tests.offline.judging.entries import (
    ABROAD,
    ASIDES,
    CANDID,
    CASUAL,
    CLOSED,
    COUNTED,
    DAILY,
    EVERYDAY,
    FRESH,
    HERE,
    JOURNAL,
    LATER,
    LATEST,
    LEDGER,
    MANUALS,
    NEWCOME,
    OFFHAND,
    OPEN,
    PLAIN,
    RECENT,
    SEALED,
    SENTENCES,
    SPOKEN,
    UNFORESEEN,
    UNHEARD,
    UNOPENED,
    UNSEEN,
    UNTOLD,
    UNTRIED,
    WAYSIDE,
)
from tests.offline.judging.judge import VERDICTS, Judgement

KINDS = ("build", "require", "change", "ask", "clarify", "decline", "talk")
RATCHETS = {
    SENTENCES: HERE / "ratchet.json",
    LATER: HERE / "ratchet_later.json",
    EVERYDAY: HERE / "ratchet_everyday.json",
    FRESH: HERE / "ratchet_fresh.json",
    PLAIN: HERE / "ratchet_plain.json",
    UNSEEN: HERE / "ratchet_unseen.json",
    OPEN: HERE / "ratchet_open.json",
    COUNTED: HERE / "ratchet_counted.json",
    SPOKEN: HERE / "ratchet_spoken.json",
    UNTOLD: HERE / "ratchet_untold.json",
    DAILY: HERE / "ratchet_daily.json",
    UNHEARD: HERE / "ratchet_unheard.json",
    CANDID: HERE / "ratchet_candid.json",
    CASUAL: HERE / "ratchet_casual.json",
    UNTRIED: HERE / "ratchet_untried.json",
    OFFHAND: HERE / "ratchet_offhand.json",
    SEALED: HERE / "ratchet_sealed.json",
    UNOPENED: HERE / "ratchet_unopened.json",
    WAYSIDE: HERE / "ratchet_wayside.json",
    ASIDES: HERE / "ratchet_asides.json",
    ABROAD: HERE / "ratchet_abroad.json",
    MANUALS: HERE / "ratchet_manuals.json",
    JOURNAL: HERE / "ratchet_journal.json",
    LEDGER: HERE / "ratchet_ledger.json",
    CLOSED: HERE / "ratchet_closed.json",
    LATEST: HERE / "ratchet_latest.json",
    RECENT: HERE / "ratchet_recent.json",
    UNFORESEEN: HERE / "ratchet_unforeseen.json",
    NEWCOME: HERE / "ratchet_newcome.json",
}
SWING = 2
"""Sentences that one rule may lose where another gains: these are figures of a set, no promises about single ones."""


class Ratchet(msgspec.Struct):
    """What was reached: least counts of understood sentences by language and kind, and the most that were wrong."""

    understood: dict[str, int]
    wrong: int
    others: dict[str, int] = {}
    """Least counts of the sets beside: requirement sentences, questions about real models."""


def reached(judgements: Sequence[Judgement]) -> Ratchet:
    """The figures of now."""
    counted = Counter(f"{each.entry.language} {each.entry.expect.kind}" for each in judgements if _is_right(each))
    cells = dict.fromkeys(f"{each.entry.language} {each.entry.expect.kind}" for each in judgements)
    return Ratchet({cell: counted[cell] for cell in cells}, sum(each.verdict == "wrong" for each in judgements))


def read_ratchet(of: Path = SENTENCES) -> Ratchet:
    """The figures of the last time that they rose, of a set."""
    return msgspec.json.decode(RATCHETS[of].read_bytes(), type=Ratchet)


def table(judgements: Sequence[Judgement]) -> str:
    """The counts of each verdict, by language, by kind, and by both."""
    languages = sorted({each.entry.language for each in judgements}, key="en de fr".find)
    lines = ["| | " + " | ".join(VERDICTS) + " | all |", "|---|" + "---:|" * (len(VERDICTS) + 1)]
    for language in languages:
        for kind in KINDS:
            some = [each for each in judgements if (each.entry.language, each.entry.expect.kind) == (language, kind)]
            lines += [_row(f"{language} {kind}", some)] if some else []
    lines += [_row(f"**{kind}**", [each for each in judgements if each.entry.expect.kind == kind]) for kind in KINDS]
    lines += [_row(f"**{each}**", [one for one in judgements if one.entry.language == each]) for each in languages]
    applied = sum(each.verdict == "wrong" and each.outcome.how == "applied" for each in judgements)
    told = f"Of what was wrong, {applied} were applied; the others wait for somebody to agree."
    return "\n".join([*lines, _row("**all**", judgements), "", told])


def wrong_ones(judgements: Iterable[Judgement]) -> list[str]:
    """What was wrong, a line for each sentence."""
    return [f"{each.entry.id}: {'; '.join(each.wrong)}" for each in judgements if each.verdict == "wrong"]


def _row(title: str, some: Sequence[Judgement]) -> str:
    counted = Counter(each.verdict for each in some)
    cells = [str(counted[verdict]) for verdict in VERDICTS]
    share = f" ({100 * counted['understood'] / len(some):.0f} %)" if some else ""
    return f"| {title} | {cells[0]}{share} | {' | '.join(cells[1:])} | {len(some)} |"


def _is_right(judgement: Judgement) -> bool:
    return judgement.verdict == "understood"
