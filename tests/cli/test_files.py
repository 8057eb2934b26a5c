"""Folders that cannot be written to their end: nothing of them stays in the way of the same command."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.cli.files import write_folder
from graphwright.cli.model_folders import write_model
from graphwright.errors import InvalidCommand
from graphwright.interop.archives import write_archive

FILES = {"reqs/a.yml": b"a", "reqs/b.yml": b"b", "reqs/c.yml": b"c"}


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files the disk has room for; of the next one it takes a part."""
    room = [2]
    write = Path.write_bytes

    def write_some(self: Path, data: bytes) -> int:
        if not room[0]:
            write(self, data[:0])
            raise OSError(28, "No space left on device")
        room[0] -= 1
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", write_some)
    return room


@pytest.mark.requirement("X-202")
@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_that_found_no_room_is_written_by_the_same_command_when_there_is(tmp_path, disk, is_there):
    folder = tmp_path / "out"
    if is_there:
        folder.mkdir()
    with pytest.raises(InvalidCommand, match="No space left"):
        write_folder(str(folder), write_archive(FILES))
    assert not list(tmp_path.rglob("*.yml"))
    disk[0] = 3
    assert write_folder(str(folder), write_archive(FILES)) == 3
    assert {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*.yml")} == FILES


@pytest.mark.requirement("X-202")
def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path, disk):
    (tmp_path / "theirs").touch()
    with pytest.raises(InvalidCommand, match="is there already"):
        write_folder(str(tmp_path), write_archive(FILES))
    assert [each.name for each in tmp_path.iterdir()] == ["theirs"]


@pytest.mark.requirement("X-201")
def test_a_model_that_found_no_room_leaves_no_part_of_a_file(tmp_path, disk):
    with pytest.raises(InvalidCommand, match="No space left"):
        write_model(str(tmp_path), FILES, ())
    assert sorted(each.name for each in tmp_path.rglob("*") if each.is_file()) == ["a.yml", "b.yml"]
