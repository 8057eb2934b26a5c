"""What every store refuses in the same words: names, bytes and revisions, at the limit and one beyond."""

from __future__ import annotations

import pytest

from graphwright.errors import LimitExceeded, NotFound
from graphwright.store.base import StoreLimits
from graphwright.store.refusals import check_bytes, check_names, check_revision, check_size


@pytest.mark.requirement("R-40", "R-122")
def test_what_just_reaches_a_limit_is_let_through():
    check_size(b"x" * 10, StoreLimits(entry_bytes=10))
    check_names("", "n" * 1_000, "ä" * 1_000)
    check_bytes(8, "n" * 8, "ä" * 4, "\U0001f418" * 2)
    for revision in (0, 1, 7):
        check_revision(revision, 7)


@pytest.mark.requirement("R-40", "R-122")
def test_what_goes_one_beyond_is_refused_with_the_limit():
    with pytest.raises(LimitExceeded, match=r"^11 bytes; 10 is the limit$"):
        check_size(b"x" * 11, StoreLimits(entry_bytes=10))
    with pytest.raises(LimitExceeded, match=r"^a name of 1001 characters; 1000 is the limit$"):
        check_names("fine", "n" * 1_001)
    for name, size in (("n" * 9, 9), ("ä" * 4 + "n", 9), ("\U0001f418" * 3, 12)):
        with pytest.raises(LimitExceeded, match=f"^a name of {size} bytes; 8 is the limit of this database$"):
            check_bytes(8, "fine", name)
    for revision in (-1, 8):
        with pytest.raises(NotFound, match=f"^there is no revision {revision}; the newest is 7$"):
            check_revision(revision, 7)
