"""An indirect question made direct: "I wonder which modules nobody needs." asks "Which modules nobody needs?".

Only the frame goes, sentence by sentence, and only where a question stands behind it: "Can you tell the cook" has none.
What is asked, and whether it is asked of the model, is for others.
"""

from __future__ import annotations

import re
from typing import Final

from graphwright.text.recognition import Recogniser

_LONGEST: Final = 400
"""Characters of a sentence whose frame is taken away; a longer one tells a story."""
_SENTENCE: Final = re.compile(r"(?:[^.!?\n]|[.!?](?![\s.!?]|$))*[.!?\n]*")
_FRAME: Final = Recogniser(
    r"^\s*(?:(?:<workflow.aside>)[\s,:;.!\u2013-]+)*(?:<workflow.frame>)[\s,:\u2013-]+"
    r"(?=(?:<workflow.which>|<workflow.indirect>|qu['\u2019]|ce qu[ei]?)\b)"
)
_TRUE: Final = Recogniser(r"^\s*(?:(?:<workflow.aside>)[\s,:;.!\u2013-]+)*(?:<workflow.truth>)[\s,]*")
"""Whether something is so is asked, and what it is stands behind that: "Is it true that the pump ..."."""
_SUPPOSES: Final = Recogniser(r"(?<!\w)(?:<workflow.supposing>)(?!\w)")
"""What is only supposed is part of the question: "Suppose we lose the pump: what stops?"."""
_LEAD: Final = Recogniser(
    r"^[^:?!]{0,20}\b(?:<workflow.speaker>|j['\u2019])(?!\w)[^:?!]{0,80}:\s+"
    r"(?=(?:<workflow.asks>)\b)"
)
"""What somebody says of themselves before a colon: "I always mix them up: what is a flow?"."""
_ASIDE: Final = Recogniser(r"^\s*(?:(?:<workflow.aside>)\s*[,:;\u2013-]\s*)+(?=\S)")
_WHETHER: Final = Recogniser(r"^(?:<workflow.indirect>)\s+")
_END: Final = re.compile(r"[\s.!?]*$")


def direct(text: str) -> str:
    """The text with its indirect questions made direct; everything else stays as it was."""
    return "".join(_direct(each) for each in _SENTENCE.findall(text))


def _direct(sentence: str) -> str:
    if not sentence.strip() or len(sentence) > _LONGEST:
        return sentence
    frame = _TRUE.match(sentence) or _FRAME.match(sentence)
    if frame is None:
        aside = (_LEAD.match(sentence) or _ASIDE.match(sentence)) if sentence.rstrip().endswith("?") else None
        supposes = aside is not None and _SUPPOSES.search(aside[0]) is not None
        return sentence if aside is None or supposes else sentence[aside.end() :]
    asked = sentence[frame.end() :]
    asked = _END.sub("", asked[whether.end() :] if (whether := _WHETHER.match(asked)) else asked)
    space = sentence[: len(sentence) - len(sentence.lstrip())]
    ending = "\n" if sentence.endswith("\n") else ""
    return f"{space}{asked[:1].upper()}{asked[1:]}?{ending}"
