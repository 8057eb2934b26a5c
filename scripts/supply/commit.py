"""Which commit is being built: its name, its time, and whether the working tree is exactly it."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime

from scripts.supply.locks import ROOT


def git(*arguments: str) -> str:
    """What git says here."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def commit() -> str:
    """The name of the commit."""
    return git("rev-parse", "HEAD")


def commit_time() -> datetime:
    """When it was made; what is built of it has no other time."""
    return datetime.fromtimestamp(int(git("show", "-s", "--format=%ct", "HEAD")), UTC)


def is_clean() -> bool:
    """Is there nothing here that the commit does not hold?"""
    return not git("status", "--porcelain")
