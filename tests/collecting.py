"""What is still in memory where nobody looks for dead cycles: a server never looks again at what it took for lasting."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected_here() -> Iterator[None]:
    """Everything dead is gone at the beginning; from then on only what nobody refers to goes."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def kept(*types: type) -> Counter[type]:
    """How many objects of these types are in memory."""
    return Counter(type(each) for each in gc.get_objects() if type(each) in types)
