"""Questions about two real models: the figures may only rise, and nothing that is there is denied."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.offline.judging.questions import answered, models, questions
from tests.offline.judging.table import read_ratchet


@pytest.mark.requirement("U-58")
def test_questions_about_real_models_are_answered_as_they_were(shared_data):
    asked, stages = questions(shared_data), models(shared_data)
    came = [(question, *answered(question, stages[question.model])) for question in asked]
    counted = Counter(verdict for _, verdict, _, _ in came)
    least = read_ratchet().others

    assert len(asked) == 100
    assert counted["right"] >= least["questions right"], counted
    assert counted["denied"] <= least["questions denied"], [q.say for q, verdict, _, _ in came if verdict == "denied"]
