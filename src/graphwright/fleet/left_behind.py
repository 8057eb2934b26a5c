"""Files of indexes that this server has of projects which another one works on: after an hour they are removed.

Not at once: a project that is given back because nobody asks for it, or for a moment of somebody else's, comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphwright.workbench import Workbench

LEFT_S: Final = 3_600.0
LOOK_S: Final = 60.0


class LeftBehind:
    """What lies here of projects that are elsewhere."""

    def __init__(self, is_elsewhere: Callable[[str], bool]) -> None:
        """`is_elsewhere`: does another server have this project now?"""
        self._is_elsewhere = is_elsewhere
        self._elsewhere_since: dict[str, float] = {}
        self._look_at = 0.0

    async def look(self, workbench: Workbench) -> None:
        """Remove what has been elsewhere for long; called often, and looks once a minute."""
        now = workbench.clock.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + LOOK_S
        files = await workbench.index_files()
        elsewhere = {project for project, _ in files if self._is_elsewhere(project)}
        self._elsewhere_since = {each: self._elsewhere_since.get(each, now) for each in elsewhere}
        for project, path in files:
            if project in elsewhere and now - self._elsewhere_since[project] >= LEFT_S:
                path.unlink(missing_ok=True)
