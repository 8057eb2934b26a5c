"""Lists of numbers in a file and beside it: whatever is done to them, they are the lists of a plain program."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.search.kept import open_kept, write_kept
from graphwright.search.rows import Rows

VALUES = st.integers(min_value=0, max_value=2**32 - 1)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("new"), st.lists(VALUES, max_size=4)),
        st.tuples(st.just("append"), st.integers(0, 20), VALUES),
        st.tuples(st.just("replace"), st.integers(0, 20), st.lists(VALUES, max_size=4)),
        st.tuples(st.just("write")),
    ),
    max_size=40,
)


@pytest.mark.requirement("Z-10")
@given(STEPS)
def test_lists_are_what_was_done_to_them_however_often_they_are_written(steps):
    rows, plain = Rows(), list[list[int]]()
    for what, *given_ in steps:
        if what == "new":
            assert rows.new(given_[0]) == len(plain)
            plain.append(list(given_[0]))
        elif what == "write":
            rows.rebase(*rows.written())
        elif plain:
            row = given_[0] % len(plain)
            if what == "append":
                rows.append(row, given_[1])
                plain[row].append(given_[1])
            else:
                rows.replace(row, given_[1])
                plain[row] = list(given_[1])
        assert [list(rows[at]) for at in range(len(rows))] == plain
        assert [rows.size(at) for at in range(len(rows))] == list(map(len, plain))


@pytest.mark.requirement("Z-10", "Z-11")
def test_a_file_is_the_new_one_or_the_old_one_or_none(tmp_path):
    path = tmp_path / "folder" / "shelf"
    names = {"words": bytearray("Tür\n\nx\n".encode()), "no": bytearray()}
    write_kept(path, b'{"a":1}', {"n": array("I", (1, 2, 3)), "none": array("I")}, names)
    kept = open_kept(path)
    assert kept is not None
    assert (kept.facts, list(kept.numbers("n")), list(kept.numbers("none"))) == (b'{"a":1}', [1, 2, 3], [])
    assert (bytes(kept.block("words")), bytes(kept.block("no"))) == ("Tür\n\nx\n".encode(), b"")
    whole = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    for damaged in (
        b"",
        b"x",
        whole[:10],
        whole[:-8],
        whole + b"12345678",
        whole.replace(b"little", b"middle"),
        b"y" * 99,
    ):
        path.write_bytes(damaged)
        assert open_kept(path) is None
    assert open_kept(tmp_path / "none") is None
    # What was open goes on being read while another one takes its place.
    path.write_bytes(whole)
    before = open_kept(path)
    write_kept(path, b"{}", {"n": array("I", (9,))}, {})
    after = open_kept(path)
    assert before is not None
    assert after is not None
    assert (list(before.numbers("n")), list(after.numbers("n"))) == ([1, 2, 3], [9])
