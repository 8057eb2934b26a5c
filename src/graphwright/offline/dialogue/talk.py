"""Small talk: a greeting, thanks and their like, answered in the language of the person and never built from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.context.workflow_choice import is_order
from graphwright.grammar.records import MessageReading, TalkKind
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import DialogueMessages, dialogue_words
from graphwright.text.recognition import Recogniser

_LONGEST: Final = 160
"""Characters of a remark; a longer message wants something."""
_COURTEOUS: Final = Recogniser(
    r"^\W*(?:<assistant.greets>|<assistant.thanks>)[ \t]*[,;:\u2013-][ \t]*"
    r"(?:(?:<workflow.and>|<assistant.now>)[ \t,]+)*(?P<order>\S.*)$"
)
_GREETED: Final = Recogniser(r"^\W*(?:<assistant.greets>)(?!\w)[\s,;:!\u2013-]+(?P<rest>[^.!?\n]{1,80})\?[.!?\s]*$")
_WHICH: Final = Recogniser(r"(?<!\w)(?:<workflow.which>)(?!\w)")
_FEW: Final = 6
"""Words of a remark behind a greeting; more of them want something."""
_GREETS: Final = Recogniser(r"(?<!\w)(?:<assistant.greets>)(?!\w)")
_THANKS: Final = Recogniser(r"(?<!\w)(?:<assistant.thanks>)(?!\w)")
_LEAVES: Final = Recogniser(r"(?<!\w)(?:<assistant.leaves>)(?!\w)")
_WISHES: Final = Recogniser(
    r"^\W*(?:(?:<assistant.greets>)(?!\w)[^.!?\n]{0,40}?[\s,;:.!\u2013-]+)?(?:<assistant.hoping>)(?!\w)[^,;.!?\n]{0,60}[.!?\s]*$"
)
"""A wish for whoever is spoken to, with a greeting before it or without: "hope you had a nice weekend"."""
_APPROVES: Final = Recogniser(
    r"^\W*(?:[^,;:.!?\n]{1,20}[,;.!\s\u2013-]+)?(?:<assistant.approves>)(?!\w)[^,;:.!?\n]{0,60}"
    r"(?:[,;.!\u2013-]+[ \t]*(?:<assistant.thanks>)[^,;:.!?\n]{0,12})?[.!\s]*$"
)
"""What was done is right, however one goes on to say so: "that's exactly how our mill works"."""
_CHATS: Final = Recogniser(r"(?<!\w)(?:<assistant.chats>)(?!\w)")


def talk_reply(reading: MessageReading) -> str | None:
    """What is said to a message that only talks; `None` where it says something else too."""
    kinds: list[TalkKind | None] = [clause.talk for sentence in reading.sentences for clause in sentence.clauses]
    if not kinds or any(kind is None for kind in kinds):
        return None
    replies = _replies(dialogue_words(reading.language))
    return " ".join(dict.fromkeys(replies[kind] for kind in kinds if kind is not None))


def wish_reply(text: str, language: Language) -> str | None:
    """What is said to a message that only wishes well, or approves with thanks; `None` where it is something else."""
    if len(text) > _LONGEST:
        return None
    if _APPROVES.search(text) and _THANKS.search(text) and not is_order(text):
        return dialogue_words(language).thanks
    return dialogue_words(language).greeting if _WISHES.match(text) else None


def remark_reply(text: str, language: Language) -> str | None:
    """What is said to a short message that also greets, thanks or chats, where nothing else could be made of it."""
    if len(text) > _LONGEST:
        return None
    say = dialogue_words(language)
    found = ((_GREETS, say.greeting), (_THANKS, say.thanks), (_LEAVES, say.farewell), (_CHATS, say.chat))
    return next((reply for recogniser, reply in found if recogniser.search(text)), None)


def courteous_reply(text: str, language: Language) -> str | None:
    """What is said to a greeting with a short question for nothing: "hey, slept well?", "coucou, bien dormi ?"."""
    found = _GREETED.match(text) if len(text) <= _LONGEST else None
    if found is None or len(found["rest"].split()) > _FEW or _WHICH.search(found["rest"]):
        return None
    return dialogue_words(language).greeting


def behind_courtesy(text: str) -> str:
    """The order behind a greeting or thanks in the same sentence: "Thanks, now delete X"; else the text as it is."""
    found = _COURTEOUS.match(text)
    return found["order"] if found is not None and is_order(found["order"]) else text


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
