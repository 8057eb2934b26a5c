"""Files of arrays: a disk that is full leaves the old one, and nothing of the new."""

from __future__ import annotations

from array import array

import pytest

from graphwright.search.kept import Blocks, open_kept, write_kept


@pytest.mark.requirement("X-201")
def test_what_could_not_be_written_to_its_end_takes_no_room_from_others(tmp_path):
    path = tmp_path / "index"
    write_kept(path, b"1", {"a": array("I", [1, 2])}, {})

    def torn():
        yield b"some"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        write_kept(path, b"2", {}, {}, {"b": Blocks(8, torn())})
    assert [each.name for each in tmp_path.iterdir()] == ["index"]
    kept = open_kept(path)
    assert kept is not None
    assert (kept.facts, list(kept.numbers("a"))) == (b"1", [1, 2])
