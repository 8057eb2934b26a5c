"""Finds the fenced blocks of a page."""

from __future__ import annotations

import re


def fences(page: str, language: str) -> list[str]:
    """What stands in each fence of a language, without the fence."""
    return re.findall(rf"^```{language}\n(.*?)\n```$", page, re.DOTALL | re.MULTILINE)
