"""Who proves something on a PostgreSQL and servers of their own leaves none of them behind, however they end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from signal import Signals

import pytest

from tests.postgres import is_alive
from tests.waiting import until_in_a_process

_PROOF = """
import sys
from pathlib import Path
from tests.fleet import running_fleet
from tests.postgres import running_postgres

with running_postgres() as postgres, running_fleet(postgres, "postgres", Path(sys.argv[1]), 1) as servers:
    print(postgres.folder, postgres.pid, servers[0].process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.requirement("Z-161")
@pytest.mark.parametrize("number", [Signals.SIGTERM, Signals.SIGKILL])
def test_a_proof_that_a_signal_ends_leaves_no_process_and_no_folder(root, tmp_path, number):
    typed = [sys.executable, "-c", _PROOF, str(tmp_path)]
    with subprocess.Popen(typed, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as proof:
        assert proof.stdout is not None
        folder, *pids = proof.stdout.readline().split()
        proof.send_signal(number)
    until_in_a_process(lambda: not any(is_alive(int(pid)) for pid in pids))
    until_in_a_process(lambda: not Path(folder).exists())
