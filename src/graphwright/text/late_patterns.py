"""Regular expressions that are compiled when somebody first looks for one: at the start nobody does.

For those that cost: large classes of characters, many alternatives. Others are compiled where they stand, as usual.
"""

from __future__ import annotations

import re
from typing import cast


def late_pattern(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """The same as `re.compile`, later; a pattern that is none fails when it is first used."""
    return cast("re.Pattern[str]", _LatePattern(pattern, flags))


class _LatePattern:
    def __init__(self, pattern: str, flags: re.RegexFlag) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> object:
        """Asked once for each name, which is found without this from then on."""
        found: object = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found
