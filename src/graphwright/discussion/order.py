"""An order to discuss something, in the words of whoever gives it: is it one, and who is to take part.

What else may be chosen stands in `options`; the words of each language are data (`languages/*/words.toml`).
"""

from __future__ import annotations

from typing import Final

from graphwright.context.workflow_choice import PLEASE, said
from graphwright.text.recognition import Recogniser, listed

_DISCUSS: Final = Recogniser(PLEASE + r"(?:<discussion.order>)\b")
_LET_DISCUSS: Final = Recogniser(
    r"(?:^|[:;,]\s|\b(?:<workflow.and>)\s)[\W_]*(?:(?:<workflow.please>|<workflow.order>)[,\s]+)*"
    r"(?:<discussion.let>)\s(?P<who>[^.:;?!]{0,200}?)\b(?P<what>(?:<discussion.talk>)\b.*)"
)
"""An order that others discuss: "let the driver and the assessor discuss whether"."""
_SEVERAL: Final = Recogniser(r",|\b(?:<discussion.several>)\b")
_TOPIC: Final = Recogniser(r"\b(?:<discussion.topic>)\b")
_TALK: Final = Recogniser(r"^(?:<discussion.talk>)\s")
_ABOUT: Final = Recogniser(r"\s(?:<discussion.topic>)$")
_ARTICLE: Final = Recogniser(r"^(?:(?:<discussion.article>)\s+|l['’])")


def wants_discussion(text: str) -> bool:
    """Does a message order a discussion: its first verb does, or in any sentence several are to talk something over?

    "Let customers and agents discuss orders" says what a system can do: without a question nobody argues.
    """
    return _DISCUSS.match(text) is not None or any(_lets_discuss(sentence) for sentence in said(text))


def _lets_discuss(sentence: str) -> bool:
    found = _LET_DISCUSS.search(sentence)
    if found is None:
        return False
    # In French those who talk come behind the verb: "fais débattre le conducteur et l'expert".
    is_about = _TOPIC.search(found["what"]) is not None or _TOPIC.search(found["who"]) is not None
    return is_about and _SEVERAL.search(f"{found['who']} {found['what']}") is not None


def voices_in(text: str) -> list[str]:
    """Who is to discuss, as the order names them: "let the driver and an assessor discuss whether"; none if nobody.

    "Let us and the driver" names somebody who speaks for themselves; nobody is put in their place.
    """
    order = next((sentence for sentence in said(text) if _lets_discuss(sentence)), None)
    found = None if order is None else _LET_DISCUSS.search(order)
    if found is None:
        return []
    who = found["who"]
    if not _SEVERAL.search(who):
        who = _TOPIC.pattern.split(_TALK.pattern.sub("", found["what"]))[0]
    names = [_ARTICLE.pattern.sub("", _ABOUT.pattern.sub("", part.strip())) for part in _SEVERAL.pattern.split(who)]
    names = [name[:1].upper() + name[1:] for name in names if name]
    return [] if listed("discussion", "pronoun") & {name.casefold() for name in names} else names
