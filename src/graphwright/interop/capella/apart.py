"""Has a project loaded in a process of its own, and says in our errors what became of it."""

from __future__ import annotations

from typing import Final

import msgspec

from graphwright.documents.restricting import is_restricted
from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.archives import read_archive
from graphwright.interop.capella.load import load
from graphwright.interop.capella.records import CapellaProject, CapellaRefusal
from graphwright.interop.capella.worker import SECONDS, too_much
from graphwright.interop.files import ForeignFile
from graphwright.interop.xml_text import check_prolog
from graphwright.ports import apart

_ANSWER_BYTES: Final = 1024 * 1024 * 1024
_XML: Final = (".aird", ".airdfragment", ".capella", ".capellafragment", ".melodymodeller", ".melodyfragment", ".afm")
_DECODER: Final[msgspec.json.Decoder[CapellaProject | CapellaRefusal]] = msgspec.json.Decoder(
    CapellaProject | CapellaRefusal
)


def loaded(file: ForeignFile, *, seconds: float = SECONDS) -> CapellaProject:
    """The elements of a project. `InvalidCommand` and `LimitExceeded` say why not and what to do."""
    for name, data in (read_archive(file.data) if file.members else {file.name: file.data}).items():
        if name.endswith(_XML) or not file.members:
            try:
                check_prolog(ForeignFile(data, name))
            except InvalidCommand as error:
                raise InvalidCommand(f"{name}: {error.message}") from None
    if is_restricted():  # this process has limits already and may be stopped
        return load(read_archive(file.data) if file.members else {"model.capella": file.data})
    ended = apart("graphwright.interop.capella.worker", file.data, seconds=seconds, most=_ANSWER_BYTES)
    if ended.why == "tooSlow":
        raise LimitExceeded(f"loading the project takes longer than {seconds:g} s; bring in a part of it")
    if ended.why == "tooMuch" or ended.code != 0 or not ended.out:
        raise LimitExceeded(f"{too_much()}; or the project is damaged")
    answer = _DECODER.decode(ended.out)
    if isinstance(answer, CapellaRefusal):
        raise InvalidCommand(answer.message)
    return answer
