"""How often a capture comes from the cache in an hour of work of four people (goal: 80 of 100).

Run: python -m benchmarks hour

The hour is a script with a seed, not a recording of customers: four people in one project of 400 nodes, two of whom
edit. While somebody types, the chip under the line shows what would be sent and asks again at every pause; it asks too
when a selection, a filter or the model changes. A message captures once more, with the canvases. Six of ten messages
lead to a commit, and the two editors change something by hand every four minutes. Times between events are exponential.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from benchmarks._table import Table
from benchmarks.capture import made_graph, one_edit
from graphwright.context.capture import Captures
from graphwright.context.capture_parts import ChangesSince
from graphwright.context.captured import CaptureOptions
from graphwright.context.choose import choose_mode
from graphwright.protocol.canvas import CanvasState, Filters, Selection, TableView
from graphwright.protocol.graph import Change
from graphwright.protocol.projects import RIGHTS, Access

SECONDS: Final = 3_600.0
MISSES: Final = 20
"""Of 100 captures."""
TEAM: Final[tuple[Access, ...]] = ("editor", "editor", "approver", "commenter")
LOOKS_S, FILTERS_S, TYPES_S, EDITS_S = 40.0, 300.0, 180.0, 240.0
SENTENCES: Final = (
    "Please add a requirement that every order is confirmed within a minute",
    "What does this function need before it can start?",
    "Which functions have no test yet and which requirements are not satisfied?",
    "Benenne die markierten Funktionen so um, dass sie mit einem Verb beginnen",
    "How do I model a queue between two functions?",
    "Was hat sich seit gestern geändert?",
    "Check the whole architecture for loops and missing flows",
)


class Person:
    """One screen, and the conversation on it."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.canvas = CanvasState()
        self.saw = 0


class Hour:
    """The script, carried out on real captures."""

    def __init__(self, seed: int, nodes: int) -> None:
        self.dice = random.Random(seed)
        self.graph = made_graph(nodes)
        self.ids = list(self.graph.nodes)
        self.captures = Captures(self.graph)
        self.people = [Person(access) for access in TEAM]
        self.changes: list[Change] = []
        self.asked: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()

    def run(self) -> None:
        queue: list[tuple[float, int, str]] = []
        for number, person in enumerate(self.people):
            doing = {"look": LOOKS_S, "filter": FILTERS_S, "type": TYPES_S}
            doing |= {"edit": EDITS_S} if person.access == "editor" else {}
            for what, mean in doing.items():
                heappush(queue, (self.dice.expovariate(1 / mean), number, what))
        every = {"look": LOOKS_S, "filter": FILTERS_S, "type": TYPES_S, "edit": EDITS_S}
        while queue:
            now, number, what = heappop(queue)
            if now > SECONDS:
                return
            getattr(self, what)(self.people[number])
            heappush(queue, (now + self.dice.expovariate(1 / every[what]), number, what))

    def look(self, person: Person) -> None:
        """Somebody selects something else and scrolls the table."""
        chosen = self.dice.sample(self.ids, self.dice.choice((0, 1, 1, 1, 2, 5)))
        top = self.dice.randrange(len(self.ids) - 20)
        table = TableView(rows=self.ids[top : top + 20], total=len(self.ids))
        person.canvas = replace(person.canvas, selection=Selection(nodes=chosen), table=table)
        self.preview(person, "", "selection")

    def filter(self, person: Person) -> None:
        """Somebody hides or shows types of nodes."""
        types = self.dice.choice(([], ["FUNC"], ["REQ", "TEST"], ["FUNC", "FLOW"]))
        person.canvas = replace(person.canvas, filters=Filters(node_types=types))
        self.preview(person, "", "filter")

    def type(self, person: Person) -> None:
        """Somebody writes a message, pausing at about every second word, and sends it."""
        words = self.dice.choice(SENTENCES).split()
        for end in range(1, len(words) + 1):
            if end == len(words) or self.dice.random() < 0.5:
                self.preview(person, " ".join(words[:end]), "typing")
        self.capture(person, " ".join(words), "message", canvases=True)
        person.saw = self.graph.revision
        if self.dice.random() < 0.6:
            self.edit(person)

    def edit(self, _person: Person) -> None:
        """The model changes; every chip shows the new figure."""
        self.graph.revision += 1
        commit = replace(one_edit(self.graph), revision=self.graph.revision)
        self.changes.extend(commit.changes)
        self.captures.on_commit(commit)
        for person in self.people:
            self.preview(person, "", "commit")

    def preview(self, person: Person, text: str, why: str) -> None:
        self.capture(person, text, why, canvases=False)

    def capture(self, person: Person, text: str, why: str, *, canvases: bool) -> None:
        since = ChangesSince(person.saw, self.changes[person.saw :]) if person.saw else None
        mode = choose_mode(
            text,
            selected=len(person.canvas.selection.nodes),
            nodes=len(self.graph.nodes),
            changed=None if since is None else len(since.changes),
            filtered=bool(person.canvas.filters.node_types),
        ).mode
        before = self.captures.stats().misses
        rights = RIGHTS["editor" if canvases else person.access]
        options = CaptureOptions(mode=mode, canvases=canvases)
        self.captures.capture(person.canvas, options, rights=rights, since=since)
        self.asked[why] += 1
        self.missed[why] += self.captures.stats().misses - before


def tables(*, quick: bool, folder: Path) -> Iterator[Table]:  # nothing is written
    """What `python -m benchmarks` measures of a working hour."""
    hours = [Hour(seed, 400) for seed in range(1 if quick else 10)]
    for hour in hours:
        hour.run()
    stats = [hour.captures.stats() for hour in hours]
    table = Table(f"an hour of four people, {len(hours)} seeds", what="100 captures", unit="misses")
    rates = [100 * (1 - each.hit_rate) for each in stats]
    captures = sum(each.hits + each.misses for each in stats) // len(stats)
    saved = sum(each.tokens_from_cache for each in stats) // len(stats)
    note = f"hit rate {100 - sum(rates) / len(rates):.1f} %, {captures:,} captures and {saved:,} tokens saved an hour"
    table.add("all", rates, note, most=MISSES)
    for why in hours[0].asked:
        shares = [100 * hour.missed[why] / hour.asked[why] for hour in hours if hour.asked[why]]
        table.add(why, shares, f"{sum(hour.asked[why] for hour in hours) // len(hours):,} captures an hour")
    yield table
