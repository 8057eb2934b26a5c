"""Turns every error of a command into a message and an exit code."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from graphwright.actions.refusals import refusal
from graphwright.cli.output import Output
from graphwright.errors import GraphwrightError, Refused
from graphwright.languages import supported
from graphwright.protocol.operations import Problem
from graphwright.protocol.runs import StoredError

INTERNAL: Final = 6
"""Exit code of what should never happen."""


async def guarded(command: Callable[[], Awaitable[int]], output: Output) -> int:
    """Turn every error into a message and an exit code."""
    try:
        return await command()
    except GraphwrightError as error:
        return failed(output, error)
    except MemoryError:
        output.note("graphwright: there is not enough memory for this")
        output.result({"error": StoredError(code="internal", message="not enough memory", retry="never")}, ())
        return INTERNAL
    except BrokenPipeError:  # whoever read our output has gone: `main` knows what to do
        raise
    except Exception as error:  # noqa: BLE001  the last door: a person gets a sentence and a place, never a traceback
        place = traceback.extract_tb(error.__traceback__)[-1]
        output.note(f"graphwright: internal error at {Path(place.filename).name}:{place.lineno}, please report it")
        output.note(f"  {type(error).__name__}: {error}")
        output.result({"error": refusal(error, supported(output.language))}, ())
        return INTERNAL


def failed(output: Output, error: GraphwrightError) -> int:
    """Say why, in words and as the one JSON object; answers with the exit code."""
    output.failure(error)
    if isinstance(error, Refused):
        for problem in [each for each in error.problems if isinstance(each, Problem)]:
            output.note(problem)
    output.result({"error": refusal(error, supported(output.language))}, ())
    return error.exit_code
