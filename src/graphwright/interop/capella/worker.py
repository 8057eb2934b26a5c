"""The process that loads one Capella project and ends: `python -m graphwright.interop.capella.worker`.

The file stands on its standard input. It takes its limits upon itself before it looks at the file; the time is watched
from outside. It is given no secrets and writes no file; whatever happens in it, only its answer or its end is seen.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from graphwright.documents.restricting import restrict
from graphwright.errors import GraphwrightError
from graphwright.interop.archives import member_names, read_archive
from graphwright.interop.capella.load import load
from graphwright.interop.capella.records import CapellaProject, CapellaRefusal

SECONDS: Final = 120
MEMORY: Final = 4 * 1024 * 1024 * 1024


def main() -> None:
    """Answer with the project or a refusal."""
    restrict(memory=MEMORY, seconds=SECONDS)
    answer: CapellaProject | CapellaRefusal
    try:
        data = sys.stdin.buffer.read()
        answer = load(read_archive(data) if member_names(data) else {"model.capella": data})
    except GraphwrightError as error:
        answer = CapellaRefusal(message=error.message)
    except MemoryError:
        answer = CapellaRefusal(message=too_much())
    except RecursionError:
        answer = CapellaRefusal(message="the parts of the project are nested too deeply")
    sys.stdout.buffer.write(msgspec.json.encode(answer))
    sys.stdout.buffer.flush()


def too_much() -> str:
    """What to do about a project that cannot be loaded in the memory allowed."""
    return f"loading the project takes more than {MEMORY // 1024**3} GiB of memory; bring in a part of it"


if __name__ == "__main__":
    main()
