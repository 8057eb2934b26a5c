"""Archives of many files: what is a file is found where it lies, and nothing that an archive says is believed."""

from __future__ import annotations

import io
import random
import tarfile

import pytest

from graphwright.documents.archive import ArchivedFile, files_in
from graphwright.errors import InvalidCommand, LimitExceeded


def packed(*members: tarfile.TarInfo, tar_format: int = tarfile.PAX_FORMAT) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tar_format) as archive:
        for each in members:
            archive.addfile(each, io.BytesIO(each.name.encode().ljust(each.size, b".")[: each.size]))
    return data.getvalue()


def member(name: str, size: int = 40, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname = kind, size if kind == tarfile.REGTYPE else 0, "a.md"
    return info


@pytest.mark.requirement("Z-12")
@pytest.mark.parametrize("tar_format", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_files_are_found_where_they_lie_whatever_their_names(tar_format):
    names = ["a.md", f"{'deep/' * 60}b.txt", "Grüße.html"]
    data = packed(*map(member, names), tar_format=tar_format)
    found = files_in(data).files
    assert [each.name for each in found] == names
    for each in found:
        lies = data[each.start : each.start + each.size]
        assert lies == each.name.encode().ljust(40, b".")[:40]


@pytest.mark.requirement("Z-12", "R-35")
def test_links_devices_and_hidden_files_stay_out():
    kinds = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE)
    odd = [member(f"{number}.md", kind=kind) for number, kind in enumerate(kinds)]
    data = packed(*odd, member("x", kind=tarfile.DIRTYPE), member(".git/a.md"), member("./b.md"), member("a.exe"))
    found = files_in(data)
    assert ([each.name for each in found.files], found.passed_over) == (["./b.md", "a.exe"], len(kinds) + 1)


@pytest.mark.requirement("Z-12", "R-35")
def test_more_files_than_a_project_holds_are_refused():
    data = packed(*(member(f"{number}.md", 1) for number in range(4)))
    assert len(files_in(data, most=4).files) == 4
    with pytest.raises(LimitExceeded, match="more than 3 files"):
        files_in(data, most=3)


@pytest.mark.requirement("R-35")
def test_a_size_below_nothing_ends_in_an_error_and_not_in_a_circle():
    data = bytearray(packed(member("a.md"), member("b.md")))
    header = data[1_024:1_536]
    header[124:136] = b"\xff" * 10 + (-2_048 & 0xFFFF).to_bytes(2, "big")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    data[1_024:1_536] = header
    with pytest.raises(InvalidCommand, match="no tar archive"):
        files_in(bytes(data))


@pytest.mark.requirement("R-35")
def test_whatever_bytes_come_there_are_files_inside_the_archive_or_an_error_of_ours():
    dice, whole = random.Random(1), packed(*(member(f"{number}.md", number * 99) for number in range(9)))
    for _ in range(2_000):
        data = bytearray(whole[: dice.choice((len(whole), dice.randrange(len(whole))))])
        for _ in range(dice.randrange(4)):
            if data:
                data[dice.randrange(len(data))] = dice.randrange(256)
        try:
            found = files_in(bytes(data)).files
        except (InvalidCommand, LimitExceeded):
            continue
        assert all(_is_inside(each, len(data)) for each in found)


def _is_inside(file: ArchivedFile, size: int) -> bool:
    return 0 <= file.start <= file.start + file.size <= size
