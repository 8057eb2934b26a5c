"""Questions that lean on each other, indirect, mistyped, in everyday words: answered in three languages."""

from __future__ import annotations

import pytest

from tests.offline.judging.conversations import conversations, denied, model_of, talked

OPEN = 5
"""Questions that are not answered rightly yet: a deed in another language than the model's, siblings of a part."""


@pytest.mark.requirement("U-86", "U-87")
def test_conversations_about_two_models_are_answered(shared_data):
    models = {name: model_of(name, shared_data) for name in {each.model for each in conversations()}}

    came = [each for one in conversations() for each in talked(one, models[one.model])]

    assert len(came) == 222
    assert [step.say for step, _, outcome in came if outcome.changes or denied(outcome)] == []
    assert len([step for step, wrong, _ in came if wrong]) <= OPEN, [step.say for step, wrong, _ in came if wrong]
