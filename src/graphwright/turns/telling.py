"""The answer of a tool loop while it streams: the texts of all its model calls grow into one message.

A model call goes on where the one before it stopped. Only when that is not possible - a try failed, or the run was
taken up again by another process - the message begins anew, with a higher attempt and all that was said so far.
"""

from __future__ import annotations

from typing import Final

from graphwright.protocol.events import MessageDelta, MessageStarted
from graphwright.protocol.threads import MessageAuthor
from graphwright.runs.scope import StepScope
from graphwright.turns.preparation import Talk

BETWEEN: Final = "\n\n"


def joined(said: str, more: str) -> str:
    """The text of an answer with that of its next model call."""
    more = more.strip()
    return f"{said}{BETWEEN}{more}" if said and more else said or more


class Telling:
    """The message of one turn, as one pass over the workflow's code tells it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.attempt: int | None = None
        """Of the open stream; `None`: the next text begins the message anew."""
        self.offset = 0

    def listener(self, step: StepScope, *, number: int, said: str, model_call: int) -> Hearing:
        """Hears one try of a model call. `said`: the answer's text before it."""
        return Hearing(self, step, attempt=(model_call * 100 + number) * 10 + step.attempt, said=said)


class Hearing:
    """See `model_calls.Listener`."""

    def __init__(self, telling: Telling, step: StepScope, *, attempt: int, said: str) -> None:
        self._telling = telling
        self._step = step
        self._attempt = attempt
        self._said = said
        self._has_spoken = False

    async def begin(self) -> None:
        """See `model_calls.Listener`."""
        telling, talk = self._telling, self._telling.talk
        if telling.attempt is not None:
            return
        await self._step.record(
            [
                MessageStarted(
                    message_id=talk.message_id,
                    thread_id=talk.thread_id,
                    parent_message_id=talk.question_id,
                    run_id=talk.run_id,
                    author=MessageAuthor(kind="assistant", name=talk.assistant),
                    parts=[],
                    status="streaming",
                    attempt=self._attempt,
                )
            ]
        )
        telling.attempt, telling.offset = self._attempt, 0
        if self._said:
            self._tell(self._said)

    def hear(self, text: str) -> None:
        """See `model_calls.Listener`."""
        if not self._has_spoken:
            text = text.lstrip()
            if not text:
                return
            self._has_spoken = True
            if self._said:
                text = f"{BETWEEN}{text}"
        self._tell(text)

    def withdraw(self, reason: str) -> None:
        """See `model_calls.Listener`; what was told of this try goes when the next one begins."""
        self._telling.attempt = None

    def _tell(self, text: str) -> None:
        telling = self._telling
        if telling.attempt is None:
            return
        self._step.publish(
            MessageDelta(
                message_id=telling.talk.message_id, attempt=telling.attempt, part=0, offset=telling.offset, text=text
            )
        )
        telling.offset += len(text)
