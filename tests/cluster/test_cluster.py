"""Three servers on a simulated network and database are killed, cut off and replaced while people write."""

from __future__ import annotations

import pytest

requirement = pytest.mark.requirement


@pytest.mark.simulation
@pytest.mark.timeout(600)
@requirement("Z-50", "Z-51", "Z-52", "Z-53", "I-01", "I-02", "I-03", "I-04", "I-05")
def test_thirty_simulated_histories_lose_tear_and_double_nothing():
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    from tests.cluster.seeds import history

    told = [history(seed) for seed in range(30)]
    assert {kind for each in told for kind in each.happened} == {
        "kill", "late and killed", "cut off", "split", "replaced", "clock"
    }  # fmt: skip
    assert sum(each.refused for each in told) > 0, "somebody who had been replaced has tried to write"


@pytest.mark.simulation
@pytest.mark.timeout(300)
@requirement("I-15")
def test_a_seed_gives_the_same_history_of_a_cluster_again():
    pytest.importorskip("simloop", reason="the simulated event loop needs Python 3.12")
    from tests.cluster.seeds import history

    assert history(7) == history(7)
