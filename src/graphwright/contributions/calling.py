"""Calls a plugin in a process of its own, and says in a sentence what became of what never answered."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.contributions.tasks import ContributionFailure, PluginAnswer, PluginTask
from graphwright.ports import ProcessPlaces, TooMuchSaid, apart, in_thread, talking_process

WORKER: Final = "graphwright.plugin.worker"
_ANSWER_BYTES: Final = 512 * 1024 * 1024
"""As much as a file may have that is imported."""
_LINE_BYTES: Final = 32 * 1024 * 1024
"""Of one answer: as much as the notices of a rule have."""
_LINES: Final[msgspec.json.Decoder[PluginAnswer]] = msgspec.json.Decoder(PluginAnswer)


async def each_answer(task: PluginTask, places: ProcessPlaces) -> list[PluginAnswer]:
    """One answer for each contribution of a task. One that does not end takes its process with it, and no other one."""
    answers: list[PluginAnswer] = []
    async with places.taken(lambda: None):
        while len(answers) < len(task.names):
            answers += await _answers(replace(task, names=task.names[len(answers) :]))
    return answers


async def _answers(task: PluginTask) -> Sequence[PluginAnswer]:
    """Those that come until all are there or one does not: then its failure is the last. Each has its own time."""
    came: list[PluginAnswer] = []
    why = ended(task)
    line = await in_thread(lambda: _line(task))
    try:
        async with talking_process(WORKER) as talk:
            async with asyncio.timeout(task.seconds):
                await talk.tell(line)
            while len(came) < len(task.names):
                async with asyncio.timeout(task.seconds):
                    told = await talk.hear(most=_LINE_BYTES)
                if told is None:
                    break
                came.append(_LINES.decode(told))
    except TimeoutError:
        why = slow(task)
    except TooMuchSaid as error:
        why = too_much(error)
    except msgspec.MsgspecError:
        why = "what it answers cannot be read"
    return came if len(came) >= len(task.names) else [*came, ContributionFailure(why, is_end=True)]


def answer_beside(task: PluginTask, data: bytes = b"") -> PluginAnswer:
    """The answer of the only contribution of a task, for a function that already runs away from the event loop.

    The process is ended when nobody waits for the answer any more.
    """
    end = apart(WORKER, _line(task) + data, seconds=task.seconds, most=_ANSWER_BYTES)
    if end.why == "tooSlow":
        return ContributionFailure(slow(task), is_end=True)
    if end.why == "tooMuch":
        return ContributionFailure(f"it answers with more than {_ANSWER_BYTES // 1024**2} MiB")
    try:
        return _LINES.decode(end.out)
    except msgspec.MsgspecError:
        return ContributionFailure(ended(task), is_end=True)


def _line(task: PluginTask) -> bytes:
    return msgspec.json.encode(task) + b"\n"


def slow(task: PluginTask) -> str:
    """It did not answer in time."""
    return f"it takes longer than {task.seconds} s"


def too_much(error: TooMuchSaid) -> str:
    """It said more at once than is heard."""
    return f"it says more than {error.most // 1024**2} MiB at once"


def ended(task: PluginTask) -> str:
    """It ended without a word."""
    return f"its process ended without an answer; more than {task.memory // 1024**2} MiB of memory end it, too"
