"""What the next message would send to the language model, before anybody sends it: sections, tokens, cache, price.

The prompt is built as it will be; only what is looked up while a question is answered is not in it. How much of it the
provider still keeps is an estimate: the beginning that it shares with the last prompt, if that was a moment ago.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from graphwright.access import rights_of
from graphwright.context.tokens import tokenizer
from graphwright.context.workflow_choice import asks_only
from graphwright.llm.capabilities import Price, capabilities_of
from graphwright.projects import Project
from graphwright.protocol.base import Count, Record
from graphwright.protocol.ids import PersonId
from graphwright.protocol.runs import WorkflowName
from graphwright.setting_kinds import PriceOverride
from graphwright.tools.toolbox import Toolbox
from graphwright.turns.preparation import ASK_GUIDE, BUILD_GUIDE, Preparation, PromptGuide
from graphwright.turns.workflow import TurnQuestion

GUIDES: Final[Mapping[str, PromptGuide]] = {"build": BUILD_GUIDE, "ask": ASK_GUIDE}
"""Those that begin with one prompt; an investigation and a discussion make many."""
_MILLION: Final = 1_000_000
_TOOLS: Final = "tools"


class PreviewSection(Record, frozen=True, kw_only=True):
    """A part of the prompt, in the order in which it is sent."""

    label: str
    tokens: Count
    share: float
    """Of all tokens, 0 to 1."""
    is_cached: bool
    """The provider probably still keeps it."""


class PromptPreview(Record, frozen=True, kw_only=True):
    """What the next message would send."""

    workflow: WorkflowName
    model: str
    sections: list[PreviewSection]
    tokens: Count
    token_method: str
    cached_share: float
    """Of all tokens, 0 to 1; an estimate."""
    cost_micros: Count | None = None
    """Of sending it, in millionths of `currency`, without the answer; absent where nobody knows the price."""
    currency: str


class Preview:
    """Previews the prompts of one project."""

    def __init__(
        self,
        project: Project,
        preparation: Preparation,
        toolbox: Toolbox,
        *,
        model: str,
        prices: tuple[PriceOverride, ...] = (),
    ) -> None:
        self._project = project
        self._preparation = preparation
        self._toolbox = toolbox
        self._model = model
        self._price = capabilities_of(model, prices).price

    async def of(self, question: TurnQuestion, workflow: WorkflowName, person_id: PersonId) -> PromptPreview | None:
        """The prompt of a message that is not sent yet; absent for a workflow that makes many."""
        guide = GUIDES.get(workflow)
        if guide is None:
            return None
        prompt = await self._preparation.unsent(question, guide, person_id)
        kept = self._preparation.kept(prompt)
        told = [(each.label, each.tokens, at < kept) for at, each in enumerate(prompt.sections)]
        if workflow == "ask":
            told.insert(0, (_TOOLS, await self._tool_tokens(question.text, person_id), kept > 0))
        total = sum(tokens for _, tokens, _ in told)
        cached = sum(tokens for _, tokens, is_cached in told if is_cached)
        return PromptPreview(
            workflow=workflow,
            model=self._model,
            sections=[
                PreviewSection(label=label, tokens=tokens, share=tokens / total if total else 0.0, is_cached=is_cached)
                for label, tokens, is_cached in told
            ],
            tokens=total,
            token_method=prompt.token_method,
            cached_share=cached / total if total else 0.0,
            cost_micros=None if self._price is None else _cost(self._price, total - cached, cached),
            currency="USD",
        )

    async def _tool_tokens(self, text: str, person_id: PersonId) -> int:
        rights = await rights_of(self._project, person_id)
        specs = await self._toolbox.specs(rights, writes=not asks_only(text), lean=self._preparation.is_lean)
        return tokenizer().count(msgspec.json.encode(specs).decode())


def _cost(price: Price, fresh: int, cached: int) -> int:
    """Millionths of a dollar."""
    return (fresh * price.input + cached * price.cached) // _MILLION
