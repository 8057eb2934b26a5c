"""Sentences that would work on the model of a project, each tried on it, with pauses for everybody else.

Trying one takes a large model a tenth of a second, so they are not tried in one go (ADR-18).
"""

from __future__ import annotations

from functools import partial

from graphwright.languages import Language
from graphwright.offline.first_words import words_are_read
from graphwright.offline.names import filled, names_in
from graphwright.offline.slices import read_in_slices
from graphwright.offline.understand import suggested
from graphwright.ports import Overtaken
from graphwright.projects import Project


async def offered(project: Project, language: Language, count: int) -> list[str]:
    """Up to so many sentences, the most useful first."""
    await words_are_read()
    tried = 0
    while True:
        index = await filled(names_in(project, project.graph), project.clock)
        trying = partial(suggested, index.graph, index, language, count)
        try:
            return await read_in_slices(trying, index.graph, project.clock, tried=tried)
        except Overtaken:
            tried += 1
