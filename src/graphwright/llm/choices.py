"""Which language model a workflow asks, or one of its personas, and how much it is to think: the operator's choice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from graphwright.setting_kinds import Effort, ModelChoice
from graphwright.settings import Settings


class ModelChoices:
    """All choices of one operator."""

    def __init__(
        self, choices: Sequence[ModelChoice], *, effort: Effort | None = None, only_chosen: Collection[str] = ()
    ) -> None:
        self._choices = {(choice.workflow, choice.persona): choice for choice in choices}
        self._effort = effort
        self.only_chosen = frozenset(only_chosen)
        """Language models that nobody asks who did not choose them: they are not in the fallback chain."""

    def of(self, workflow: str, persona: str = "") -> ModelChoice:
        """What holds for this part of a workflow: its own choice, else the workflow's, else what holds for all."""
        whole = self._choices.get((workflow, ""), ModelChoice(workflow))
        own = self._choices.get((workflow, persona), whole)
        effort = own.effort or whole.effort or self._effort
        return replace(own, model=own.model or whole.model, effort=effort)


NO_CHOICES: Final = ModelChoices(())


def choices_of(settings: Settings) -> ModelChoices:
    """The choices that the operator made."""
    only_chosen = set(settings.models) - set(settings.chain)
    return ModelChoices(settings.model_choices, effort=settings.effort, only_chosen=only_chosen)
