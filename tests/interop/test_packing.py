"""Archives that are packed otherwise than files of models are: refused before anything of them is unpacked."""

from __future__ import annotations

import io
import tracemalloc
import zipfile

import pytest

from graphwright.errors import InvalidCommand
from graphwright.interop.archives import begin_of_member, check_archive, read_archive

NAME = "xl/workbook.xml"


def packed(method: int, content: bytes = bytes(100_000_000)) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr(NAME, content)
    return made.getvalue()


@pytest.mark.requirement("X-201")
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_whose_packing_has_no_limit_is_refused_before_it_is_unpacked(method: int):
    data = packed(method)
    tracemalloc.start()
    try:
        for read in (read_archive, check_archive):
            with pytest.raises(InvalidCommand, match=NAME):
                read(data)
        assert begin_of_member(data, NAME) == b""
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.requirement("X-201")
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_usual_packings_are_read(method: int):
    data = packed(method, b"<workbook/>")
    assert (read_archive(data), begin_of_member(data, NAME)) == ({NAME: b"<workbook/>"}, b"<workbook/>")
