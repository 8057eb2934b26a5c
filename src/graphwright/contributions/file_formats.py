"""The formats of plugins, as lines of the one table of formats: reading and writing are done in processes of theirs."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from msgspec import Struct

from graphwright.contributions.calling import answer_beside
from graphwright.contributions.limits import PluginLimits
from graphwright.contributions.tasks import (
    ContributionFailure,
    ContributionName,
    FormatContribution,
    PluginAnswer,
    PluginTask,
    ReadModel,
    ReadTask,
    WriteTask,
    WrittenBytes,
    content_of,
)
from graphwright.errors import InvalidCommand, PluginFailed
from graphwright.graph.ontology import Ontology
from graphwright.interop.choosing import formats
from graphwright.interop.files import ForeignFile
from graphwright.interop.format import ExportRequest, Format, WrittenModel
from graphwright.interop.report import ImportedModel
from graphwright.protocol.texts import Term

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")


class _FormatCall(Struct, frozen=True):
    """Where a format stands."""

    plugin: str
    version: str
    name: str
    limits: PluginLimits

    def task(self, what: WriteTask | ReadTask) -> PluginTask:
        """The task for its process."""
        place = ContributionName("format", self.name)
        return PluginTask(self.plugin, [place], what, self.limits.seconds, self.limits.memory)

    def failure(self, answer: PluginAnswer) -> InvalidCommand | PluginFailed:
        """The error for an answer that is none."""
        if isinstance(answer, ContributionFailure) and answer.is_refusal:
            return InvalidCommand(answer.why)
        why = answer.why if isinstance(answer, ContributionFailure) else f"it answered with a {type(answer).__name__}"
        return PluginFailed(f"format {self.name!r} of plugin {self.plugin} {self.version} failed: {why}")


def plugin_format(plugin: str, version: str, name: str, told: FormatContribution, limits: PluginLimits) -> Format:
    """The line of the table. `InvalidCommand` for a name that cannot be typed or is taken."""
    if not _NAME.fullmatch(name):
        message = f"{name[:40]!r} is no name of a format: use small letters, digits and '-', at most 32"
        raise InvalidCommand(message)
    if name in formats():
        message = f"a format is called {name!r} already: {formats()[name].title}"
        raise InvalidCommand(message)
    place = _FormatCall(plugin, version, name, limits)
    return Format(
        name=name,
        title=told.title,
        endings=tuple(told.endings),
        media=told.media,
        recognise=partial(_begins, told.begins) if told.begins else None,
        read=partial(_read, place) if told.is_read else None,
        write=partial(_write, place) if told.is_written else None,
        is_apart=True,
    )


def _begins(begins: str, file: ForeignFile) -> bool:
    return file.head.startswith(begins)


def _read(place: _FormatCall, file: ForeignFile, ontology: Ontology) -> ImportedModel:
    answer = answer_beside(place.task(ReadTask(ontology.profile)), file.data)
    if isinstance(answer, ReadModel):
        return answer.model
    raise place.failure(answer)


def _write(place: _FormatCall, request: ExportRequest) -> WrittenModel:
    graph = request.graph
    content = content_of(graph)
    answer = answer_beside(place.task(WriteTask(content)))
    if isinstance(answer, WrittenBytes):
        return WrittenModel(answer.data, [Term(key="notes.said", values={"said": each}) for each in answer.losses])
    raise place.failure(answer)
