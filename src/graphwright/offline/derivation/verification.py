"""Tests follow from requirements that nothing verifies: one that shows it, and one beyond each limit in numbers."""

from __future__ import annotations

from graphwright.graph.quality import BINDING, CRITERION
from graphwright.graph.statement import statement_of
from graphwright.offline.derivation.conclusions import CERTAIN, GUESSED, LIKELY, PLAUSIBLE, QUOTED, Conclusions
from graphwright.offline.draft import Draft
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.protocol.graph import Node


def verifying(requirement: Node, found: Conclusions) -> None:
    """The better a requirement says what it demands, the surer it is what its test must show."""
    draft, say = found.draft, found.say
    if any(found.graph.targets(requirement.node_id, "verify", "TEST")):
        return
    text = statement_of(requirement).strip()[:QUOTED]
    has_number = any(char.isdecimal() for char in text)
    names = vocabulary(draft.language).names
    _add(requirement, names.test, say.test_descr.format(text=text or requirement.name), draft)
    if has_number and BINDING.search(text):
        found.because(say.measured, CERTAIN)
    elif CRITERION.search(text):
        found.because(say.decidable, LIKELY)
    elif text:
        found.because(say.described, PLAUSIBLE)
    else:
        found.because(say.undescribed, GUESSED)
    if has_number:
        _add(requirement, names.test_beyond, say.beyond_descr.format(text=text), draft)
        found.because(say.beyond, PLAUSIBLE)


def _add(requirement: Node, pattern: str, descr: str, draft: Draft) -> None:
    test = draft.create("TEST", draft.free_name("TEST", patterned(pattern, requirement.name)), descr)
    draft.link("verify", requirement, test)
