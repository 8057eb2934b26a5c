"""Sentences that would work on the model of a project, each tried on it, with pauses for everybody else.

Trying one takes a large model a tenth of a second, so they are not tried in one go (ADR-18).
"""

from __future__ import annotations

from typing import Final

from graphwright.languages import Language
from graphwright.offline.names import filled, names_in
from graphwright.offline.understand import suggested, suggesting
from graphwright.operations.watch import PAUSE_S
from graphwright.projects import Project

_TRIES: Final = 3
"""A model that others change all the time is tried in one go after so many interruptions."""


async def offered(project: Project, language: Language, count: int) -> list[str]:
    """Up to so many sentences, the most useful first."""
    for _ in range(_TRIES):
        found = await _undisturbed(project, language, count)
        if found is not None:
            return found
    index = await filled(names_in(project, project.graph), project.clock)
    return suggested(index.graph, index, language, count)


async def _undisturbed(project: Project, language: Language, count: int) -> list[str] | None:
    """The same, or `None` when a commit came in between."""
    index = await filled(names_in(project, project.graph), project.clock)
    found = list[str]()
    for text in suggesting(index.graph, index, language):
        found += [] if text is None else [text]
        if len(found) == count:
            break
        await project.clock.sleep(PAUSE_S)
        if project.graph is not index.graph or project.graph.revision != index.revision:
            return None
    return found
