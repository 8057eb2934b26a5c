"""Baselines: revisions with names, the model as it was at one of them, and what is different from it.

A name is a fact of the project and no part of the model: giving or taking one is an event of the journal and makes no
revision, so it is not undone but removed. Wherever a revision may be given, its number or a name will do.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import Counter
from typing import Final

from graphwright.errors import Conflict, InvalidCommand, LimitExceeded, NotFound
from graphwright.fold import baseline_key
from graphwright.graph.difference import Fate, differences
from graphwright.graph.document import Graph
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.events import BaselineNamed, BaselineRemoved
from graphwright.protocol.graph import Author, Change, NodeChange
from graphwright.protocol.projects import Baseline

NAME_LENGTH: Final = 64
MOST: Final = 1_000
"""Names in one project: more than it has reviews and releases."""
MAX_CHANGES: Final = 2_000
"""Of a comparison that are listed, as in a commit on the wire; all are counted."""
SLICE: Final = 500
"""Elements compared between two pauses: about 1 ms (ADR-18)."""
PAUSE_S: Final = 0.001

# A letter first, so that no name reads like a number; a letter or digit last, so that `@PDR.` can end a sentence.
_NAME: Final = re.compile(rf"[^\W\d_](?:[\w.-]{{0,{NAME_LENGTH - 2}}}\w)?")
_MENTION: Final = re.compile(rf"(?<![\w@.-])@({_NAME.pattern})")
_LONGEST_NUMBER: Final = 16


class Tally(Record, frozen=True, kw_only=True):
    """How many elements became what."""

    added: Count
    modified: Count
    deleted: Count
    unchanged: Count


class RevisionComparison(Record, frozen=True, kw_only=True):
    """What is different at a revision from another one."""

    base: Count
    revision: Count
    nodes: Tally
    edges: Tally
    changes: list[Change]
    """Every element that is not the same, as it was at the base and as it is at the revision."""
    is_cut: bool
    """There are more than fit; the tallies count all."""


class Baselines:
    """The named revisions of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._changing = asyncio.Lock()

    async def all(self) -> list[Baseline]:
        """All of them, by revision."""
        found = await self._project.read_all(Baseline)
        return sorted(found, key=lambda each: (each.revision, each.name))

    async def get(self, name: str) -> Baseline:
        """The one with this name, whatever its case. `NotFound` says which there are."""
        found = await self._find(name)
        if found is None:
            known = ", ".join(each.name for each in (await self.all())[-10:]) or "none yet"
            message = f"there is no baseline {name[:80]!r} (there are: {known})"
            raise NotFound(message)
        return found

    async def name(self, name: str, revision: int, person: Author) -> Baseline:
        """Give a revision a name; the same again changes nothing.

        `InvalidCommand` for what is no name, `NotFound` for a revision that never was, `Conflict` for a taken name.
        """
        name = checked_name(name)
        self._check_revision(revision)
        async with self._changing:
            known = await self._find(name)
            if known is not None and (known.name, known.revision) == (name, revision):
                return known
            _check_free(known)
            if len(await self.all()) >= MOST:
                message = f"the project has {MOST:,} baselines, and no more are kept; remove one first"
                raise LimitExceeded(message)
            return await self._record(name, revision, person)

    async def rename(self, name: str, to: str, person: Author) -> Baseline:
        """Give a baseline another name. `NotFound`, and what `name` raises."""
        to = checked_name(to)
        async with self._changing:
            known = await self.get(name)
            if known.name == to:
                return known
            if baseline_key(to) != baseline_key(known.name):
                _check_free(await self._find(to))
            return await self._record(to, known.revision, person, BaselineRemoved(name=known.name, person=person))

    async def remove(self, name: str, person: Author) -> Baseline:
        """Take a name away; the revision stays. `NotFound`."""
        async with self._changing:
            known = await self.get(name)
            await self._project.record([BaselineRemoved(name=known.name, person=person)])
            return known

    async def revision_of(self, word: str) -> int:
        """The revision that a number or a name stands for. `NotFound`."""
        if not word.isdecimal():
            return (await self.get(word.removeprefix("@"))).revision
        revision = int(word[:_LONGEST_NUMBER])
        self._check_revision(revision)
        return revision

    async def graph(self, word: str | None) -> Graph:
        """The model as it was at a revision; as it stands where none is given. `NotFound`."""
        if word is None:
            return self._project.graph
        return await self._project.at_revision(await self.revision_of(word))

    async def known(self, name: str) -> Baseline | None:
        """The one with this name, whatever its case, if there is one."""
        return await self._find(name)

    async def names_of(self, revision: int) -> list[str]:
        """What a revision is called, oldest name first; nothing where nobody named it."""
        return [each.name for each in await self.all() if each.revision == revision]

    async def mentioned(self, text: str) -> list[Baseline]:
        """The baselines that a text names as `@NAME`, in its order. What else stands behind an `@` is only a word."""
        found = [await self._find(name) for name in dict.fromkeys(map(baseline_key, _MENTION.findall(text)))]
        return [each for each in found if each is not None]

    async def compare(self, base: int, revision: int, *, most: int = MAX_CHANGES) -> RevisionComparison:
        """What is different at a revision from another one. `NotFound` for a revision that never was."""
        # The newest one last: it is the model itself, which others change while an older one is read.
        graphs = {each: await self._project.at_revision(each) for each in sorted({base, revision})}
        nodes: Counter[Fate] = Counter()
        edges: Counter[Fate] = Counter()
        changes: list[Change] = []
        for position, (fate, change) in enumerate(differences(graphs[base], graphs[revision]), 1):
            tally = nodes if isinstance(change, NodeChange) else edges
            tally[fate] += 1
            if fate != "unchanged" and len(changes) <= most:
                changes.append(change)
            if position % SLICE == 0:
                await self._project.clock.sleep(PAUSE_S)
        return RevisionComparison(
            base=base,
            revision=revision,
            nodes=_tally(nodes),
            edges=_tally(edges),
            changes=changes[:most],
            is_cut=len(changes) > most,
        )

    async def _find(self, name: str) -> Baseline | None:
        return await self._project.find(Baseline, baseline_key(name))

    async def _record(self, name: str, revision: int, person: Author, *instead: BaselineRemoved) -> Baseline:
        baseline = Baseline(name=name, revision=revision, person=person, at=self._project.clock.now())
        named = BaselineNamed(name=name, revision=revision, person=person, at=baseline.at)
        await self._project.record([*instead, named])
        return baseline

    def _check_revision(self, revision: int) -> None:
        newest = self._project.graph.revision
        if not 0 <= revision <= newest:
            message = f"there is no revision {revision}; the newest is {newest}"
            raise NotFound(message)


def checked_name(name: str) -> str:
    """The name as it is kept. `InvalidCommand` says what one looks like."""
    name = unicodedata.normalize("NFC", name.strip().removeprefix("@"))
    if not _NAME.fullmatch(name):
        message = (
            f"{name[:80]!r} cannot be a baseline's name: use 1 to {NAME_LENGTH} letters, digits, '.', '-' or '_', "
            "beginning with a letter and ending with a letter or digit, such as PDR or v1.2"
        )
        raise InvalidCommand(message, path="$.name")
    return name


def _check_free(known: Baseline | None) -> None:
    if known is not None:
        message = f"revision {known.revision} is called {known.name!r} already; choose another name, or remove that one"
        raise Conflict(message, name=known.name, revision=known.revision)


def _tally(counted: Counter[Fate]) -> Tally:
    return Tally(
        added=counted["added"],
        modified=counted["modified"],
        deleted=counted["deleted"],
        unchanged=counted["unchanged"],
    )
