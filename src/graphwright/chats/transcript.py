"""What a run says, as one text that only grows: for readers who cannot take back what they have shown.

A message that begins anew is told as withdrawn; where the completed message differs from what was told, it is told
again and is what counts (ADR-11). Of several voices each is named, and only one at a time is told while it speaks.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.languages import Language
from graphwright.protocol.events import Event, MessageCompleted, MessageDelta, MessageStarted
from graphwright.protocol.threads import text_of
from graphwright.threads import untold
from graphwright.turns.messages import message_text

_BETWEEN = "\n\n"


class Transcript:
    """The text of one run so far."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        """Of what is said around the messages."""
        self.text = ""
        """All that was told."""
        self.completed: list[MessageCompleted] = []
        """The messages that stand."""
        self._speaker: MessageStarted | None = None
        """The message that is told while it is written."""
        self._told = ""
        """Of that message, in its newest attempt."""
        self._was_withdrawn = False
        self._waiting: list[MessageCompleted] = []
        """Completed while somebody else spoke."""

    def hear(self, event: Event) -> str:
        """What an event adds to the text; empty where it adds nothing."""
        before = len(self.text)
        match event:
            case MessageStarted():
                self._begin(event)
            case MessageDelta():
                self._grow(event)
            case MessageCompleted() if event.author.kind != "person":
                self._end(event)
            case _:
                pass
        return self.text[before:]

    def rest(self) -> str:
        """What is left when the run has ended and a speaker has not."""
        before = len(self.text)
        self._speaker = None
        self._tell_waiting()
        return self.text[before:]

    def below(self, paragraphs: Sequence[str]) -> str:
        """Paragraphs that follow the text, as what they add to it."""
        open_lines = len(self.text) - len(self.text.rstrip("\n"))
        added = "".join(f"{_BETWEEN}{each}" for each in paragraphs)
        return added[min(open_lines, len(_BETWEEN)) :] if added else ""

    def _begin(self, message: MessageStarted) -> None:
        speaker = self._speaker
        if speaker is None:
            self._speaker, self._told, self._was_withdrawn = message, "", False
            self._open(message)
        elif speaker.message_id == message.message_id and speaker.attempt != message.attempt:
            if self._told:
                self._was_withdrawn = True
                self.text += f"{_BETWEEN}{message_text('withdrawn', self.language)}{_BETWEEN}"
            self._speaker, self._told = message, ""

    def _grow(self, delta: MessageDelta) -> None:
        speaker = self._speaker
        if speaker is None or (delta.message_id, delta.attempt) != (speaker.message_id, speaker.attempt):
            return
        if delta.offset == len(self._told):  # else a piece was missed, and the completed message has it
            self._told += delta.text
            self.text += delta.text

    def _end(self, message: MessageCompleted) -> None:
        speaker = self._speaker
        if speaker is not None and speaker.message_id != message.message_id:
            self._waiting.append(message)
            return
        if speaker is None:
            self._tell(message)
        else:
            self._tell_rest(message)
        self._speaker = None
        self._tell_waiting()

    def _tell_rest(self, message: MessageCompleted) -> None:
        self.completed.append(message)
        whole = text_of(message.parts)
        rest = untold(self._told, whole)
        if rest is None:
            counts = f"{message_text('counts', self.language)}{_BETWEEN}" if self._was_withdrawn else ""
            rest = f"{_BETWEEN}{counts}{whole}"
        self.text += rest

    def _tell_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self._tell(message)

    def _tell(self, message: MessageCompleted) -> None:
        self.completed.append(message)
        self._open(message)
        self.text += text_of(message.parts)

    def _open(self, message: MessageStarted | MessageCompleted) -> None:
        voice = f"**{message.author.name}**{_BETWEEN}" if message.author.kind == "persona" else ""
        self.text += (_BETWEEN if self.text else "") + voice
