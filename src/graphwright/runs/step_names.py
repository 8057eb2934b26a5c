"""Names of steps under one parent: replay finds them by these, so they follow from the source and `key=` alone."""

from __future__ import annotations

import inspect
from collections import Counter
from types import CodeType
from typing import Final, TypeAlias

from graphwright.errors import Misuse

KEY_LENGTH: Final = 200
"""An explicit key is an id, a number or a name (names have 200 characters at most)."""

_Site: TypeAlias = tuple[str, CodeType, int]
"""A kind of step and the place in the source that calls it: code and instruction."""
_OURS: Final = {__file__, __file__.replace("step_names.py", "scope.py")}


class StepNames:
    """Gives each step its name in the order in which they are called: `kind:key`, or `kind#ordinal` without a key."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._ordinals: Counter[str] = Counter()
        self._sites: set[_Site] = set()

    def next(self, kind: str, key: str | None) -> str:
        """The name of the step that is called now. `Misuse` for a loop without keys, and for a key used before."""
        if key is None:
            self._mark_site(kind)
            self._ordinals[kind] += 1
            name = f"{kind}#{self._ordinals[kind]}"
        elif not key or len(key) > KEY_LENGTH:
            raise Misuse(f"the key of a step has 1 to {KEY_LENGTH} characters, not {len(key)}")
        else:
            # The path of names is cut at "/", so a key may not hold one.
            name = f"{kind}:{key.replace('%', '%25').replace('/', '%2F')}"
        if name in self._given:
            raise Misuse(f"{name!r} was already called here; give each step a key of its own")
        self._given.add(name)
        return name

    def _mark_site(self, kind: str) -> None:
        """The same call twice is a loop, and rounds of a loop must not be told apart by counting (ADR-10)."""
        frame = inspect.currentframe()
        while frame is not None and frame.f_code.co_filename in _OURS:
            frame = frame.f_back
        if frame is None:
            return
        site = (kind, frame.f_code, frame.f_lasti)
        if site in self._sites:
            raise Misuse(f"{kind!r} is called in a loop; pass `key=` to tell its rounds apart")
        self._sites.add(site)
