"""Who answers: said before the first answer of a conversation, not before each."""

from __future__ import annotations

from graphwright.languages import Language
from graphwright.llm.base import ModelRequest
from graphwright.offline.dialogue.messages import dialogue_words


def greeted(request: ModelRequest, language: Language, answer: str) -> str:
    """The answer, after a line that says who answers where nobody has answered yet."""
    if any(message.role == "assistant" and message.text for message in request.messages):
        return answer
    return f"{dialogue_words(language).hello}\n\n{answer}"
