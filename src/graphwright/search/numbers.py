"""Numpy as everything here imports it: with one thread, which must be said before it is loaded.

Two threads of a small product wait for each other when somebody else has a core: 8 ms instead of 0.1.
"""

from __future__ import annotations

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

import numpy as np  # noqa: E402 - it reads the above when it is loaded
from numpy.typing import NDArray  # noqa: E402 - as above

__all__ = ["NDArray", "np"]
