"""Orders to the assistant itself: help, undo, keep what was to go, repair, derive; known by their words.

They are few and fixed, so that nobody's sentence about a system is taken for one: the whole message is the order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from graphwright.context.workflow_choice import PLEASE
from graphwright.formats.diff_text import operations_of
from graphwright.graph.difference import differences
from graphwright.graph.document import Graph
from graphwright.languages import LANGUAGES, Language
from graphwright.offline.derivation.derive import derive, product_of
from graphwright.offline.derivation.messages import derive_words
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.meaning.matching import NodeIndex
from graphwright.offline.meaning.vocabulary import LONGEST_TYPE_WORD, node_type_of
from graphwright.offline.repairs import repair
from graphwright.protocol.graph import EdgeChange, NodeChange
from graphwright.protocol.operations import Finding, Operation
from graphwright.text.folding import fold
from graphwright.text.recognition import Recogniser

_LONGEST: Final = 200
"""Characters; no order to the assistant has more."""
_END: Final = r"[\W_]*$"
_HELP: Final = Recogniser(PLEASE + r"(?:<assistant.help>)" + _END)
_UNDO: Final = Recogniser(
    r"^[\W_]*(?:(?:<assistant.hesitating>)[\W_]+)*"
    + PLEASE.removeprefix("^")
    + r"(?:<assistant.undo>)(?:[\W_]+(?:<assistant.asking>))?"
    + _END
)
_KEEP: Final = Recogniser(
    r"^[\W_]*(?:(?:<assistant.hesitating>)[\W_]+)*(?:<assistant.keeping>)(?:[\W_]+(?:<assistant.asking>))?" + _END
)
_REPAIR_ALL: Final = Recogniser(PLEASE + r"(?:<assistant.repair>)[\s-]+(?:<assistant.mendable>)" + _END)
_REPAIR: Final = Recogniser(
    PLEASE + r"(?:<assistant.repair>)\s+(?:(?:<assistant.rule>)\s+)?(?P<thing>\S.{0,120}?)" + _END
)
_DERIVE: Final = Recogniser(PLEASE + r"(?:<derivation.order>)")


_SAID_IN: Final = {
    kind: {language: Recogniser(rf"(?<!\w)(?:<{words}>)", language) for language in LANGUAGES}
    for kind, words in (
        ("help", "assistant.help"),
        ("undo", "assistant.undo"),
        ("keep", "assistant.keeping"),
        ("repair", "assistant.repair"),
        ("derive", "derivation.order"),
    )
}
"""The words of each order, language by language."""


class Task(Struct, frozen=True):
    """An order to the assistant."""

    kind: Literal["help", "undo", "keep", "repair", "derive"]
    text: str


def language_of_task(task: Task, default: Language) -> Language:
    """The language whose words give the order; it is too short to be told by its small words."""
    found: list[Language] = [language for language in LANGUAGES if _SAID_IN[task.kind][language].search(task.text)]
    return default if default in found or not found else found[0]


def task_of(text: str) -> Task | None:
    """The order that a message is, if it is one."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    if _HELP.match(text):
        return Task("help", text)
    if _UNDO.match(text):
        return Task("undo", text)
    if _KEEP.match(text):
        return Task("keep", text)
    if _DERIVE.match(text):
        return Task("derive", text)
    return Task("repair", text) if _REPAIR_ALL.match(text) or _REPAIR.match(text) else None


def derived(task: Task, draft: Draft, index: NodeIndex) -> str | None:
    """What follows is put into the draft; in words, or `None` where the message names nothing that can be derived."""
    names = index.named_in(task.text)
    node_type = type_in(task.text)
    say = derive_words(draft.language)
    if node_type is None:
        return None
    product = product_of(node_type)
    if product is None:
        return say.cannot.format(type=node_type)
    return derive(product, draft, about=names[0].nodes[0] if names else None)


def repaired(task: Task, draft: Draft, index: NodeIndex, findings_of: Callable[[], Sequence[Finding]]) -> str | None:
    """The repairs are put into the draft; in words, or `None` where the message names nothing that has findings."""
    if _REPAIR_ALL.match(task.text):
        return _mended(draft, findings_of())
    named = _REPAIR.match(task.text)
    if named is None:
        return None
    rule = fold(named["thing"]).strip(" .!").replace(" ", "_")
    if rule in draft.graph.ontology.rules:
        return _mended(draft, [each for each in findings_of() if each.rule_id == rule])
    nodes = {node.node_id for node in index.find(named["thing"])}
    return _mended(draft, [each for each in findings_of() if nodes & set(each.node_ids)]) if nodes else None


def _mended(draft: Draft, findings: Sequence[Finding]) -> str:
    try:
        return repair(draft, findings)
    except CannotApply as refused:
        draft.rollback(0)
        return refused.text


def type_in(text: str) -> str | None:
    """The first words for a node type in a text, the longest phrase first."""
    words = [word.strip(".,;:!?") for word in text.split()]
    for at in range(len(words)):
        for length in range(LONGEST_TYPE_WORD, 0, -1):
            found = node_type_of(" ".join(words[at : at + length])) if at + length <= len(words) else None
            if found is not None:
                return found
    return None


def undone(before: Graph, now: Graph) -> list[Operation]:
    """The operations that lead back to the model of before."""
    changes = [change for fate, change in differences(now, before) if fate != "unchanged"]
    gone = {each.before.node_id for each in changes if isinstance(each, NodeChange) and each.before and not each.after}
    # An edge goes with its node.
    kept = [
        each
        for each in changes
        if not isinstance(each, EdgeChange)
        or each.before is None
        or not {each.before.source, each.before.target} & gone
    ]
    nodes = {**now.nodes, **before.nodes}
    return operations_of(kept, lambda node_id: nodes[node_id].semantic_id)
