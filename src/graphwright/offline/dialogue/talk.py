"""Small talk: a greeting, thanks and their like, answered in the language of the person and never built from."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.grammar.records import MessageReading, TalkKind
from graphwright.offline.dialogue.messages import DialogueMessages, dialogue_words


def talk_reply(reading: MessageReading) -> str | None:
    """What is said to a message that only talks; `None` where it says something else too."""
    kinds: list[TalkKind | None] = [clause.talk for sentence in reading.sentences for clause in sentence.clauses]
    if not kinds or any(kind is None for kind in kinds):
        return None
    replies = _replies(dialogue_words(reading.language))
    return " ".join(dict.fromkeys(replies[kind] for kind in kinds if kind is not None))


def _replies(say: DialogueMessages) -> Mapping[TalkKind, str]:
    return {
        "greeting": say.greeting,
        "farewell": say.farewell,
        "thanks": say.thanks,
        "sorry": say.sorry,
        "wait": say.wait,
        "agreement": say.agreement,
        "refusal": say.refusal,
    }
