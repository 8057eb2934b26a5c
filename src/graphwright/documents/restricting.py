"""The limits that a process takes upon itself before it looks at a file of somebody; the time is watched outside."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

_OPEN_FILES: Final = 64


_TAKEN: Final[list[bool]] = []
"""Whether this process has limits; it never loses them."""


def is_restricted() -> bool:
    """Has this process taken limits upon itself?"""
    return bool(_TAKEN)


def restrict(*, memory: int, seconds: int) -> None:
    """At most these bytes of memory and seconds of processor, few open files, nothing written; what the system can."""
    _TAKEN.append(True)
    try:
        import resource  # noqa: PLC0415  only on POSIX
    except ImportError:
        return
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds + 1),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):
            continue  # macOS knows no limit of the address space; the time still ends it


def allow(seconds: int) -> None:
    """So many seconds of processor from now on, within what `restrict` left; what the system can."""
    try:
        import resource  # noqa: PLC0415  only on POSIX
    except ImportError:
        return
    used, (_, most) = resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(used.ru_utime + used.ru_stime) + seconds + 1
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
