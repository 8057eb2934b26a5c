"""Requirements are found in two documents that were judged by hand."""

from __future__ import annotations

import pytest

from tests.offline.judging.passages import judged, labelled


@pytest.mark.requirement("U-59")
@pytest.mark.parametrize("document", ["strictdoc", "baurecht"])
def test_nine_of_ten_requirements_are_found_and_nine_of_ten_found_are_requirements(document, shared_data):
    figures = judged([each for each in labelled(shared_data) if each.place.startswith(document)])

    assert figures.precision >= 0.9, figures.mistakes
    assert figures.recall >= 0.9, figures.mistakes
