"""`doorstop`: a folder of Doorstop, in and out. Requirements and tests with their links, stamps and settings."""

from __future__ import annotations

from typing import Final

from graphwright.interop.doorstop.items import SETTINGS
from graphwright.interop.doorstop.read import read_folder
from graphwright.interop.doorstop.write import write_folder
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import Format


def _recognise(file: ForeignFile) -> bool:
    return any(name.rpartition("/")[2] == SETTINGS for name in file.members)


DOORSTOP: Final = Format(
    name="doorstop",
    title="a Doorstop folder",
    endings=("zip",),
    media="application/zip",
    recognise=_recognise,
    read=read_folder,
    write=write_folder,
    needs=("yaml",),
    extra="exchange",
    is_folder=True,
    hidden_files=(SETTINGS,),
)
