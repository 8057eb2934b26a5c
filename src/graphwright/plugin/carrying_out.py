"""What a contribution is and does, checked: a plugin may hand over anything, and only what fits is passed on.

Whatever does not fit is an error of the plugin that says what came and what was expected.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, TypeVar, cast, get_args

import msgspec

from graphwright.api.model import SystemModel
from graphwright.contributions.requests import WorkReply, WorkRequest
from graphwright.contributions.tasks import (
    MAX_NOTICES,
    MAX_TEXT,
    CallAnswer,
    ContributionKind,
    FormatContribution,
    NoticeLine,
    PluginAnswer,
    ProfileContribution,
    ReadModel,
    RuleContribution,
    RuleNotices,
    ToolContribution,
    WorkflowAnswer,
    WorkflowContribution,
    WorkTask,
    WrittenBytes,
)
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.ontology import Ontology
from graphwright.interop.builder import ImportBuilder
from graphwright.languages import LANGUAGES
from graphwright.plugin.file_formats import FileFormat, ModelBuilder, WrittenFile
from graphwright.plugin.profiles import ModelProfile
from graphwright.plugin.rules import ModelRule, Notice, NoticeText
from graphwright.plugin.tools import ModelTool
from graphwright.plugin.workflows import ModelWorkflow, WorkflowRun
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Severity
from graphwright.tools.answer import ANSWER_BYTES, json_text
from graphwright.tools.schema import ToolArguments, arguments_of, schema_of

T = TypeVar("T")

_LAST_PHASE: Final = 4
_ENDING: Final = re.compile(r"[a-z0-9]{1,16}")
_MEDIA: Final = re.compile(r"[a-z]+/[a-z0-9.+-]+")
_TITLE: Final = 100
MAX_ANSWER: Final = 50_000
"""Characters of what a workflow answers."""
_ABOUT: Final = 20
"""Nodes that one notice may be about."""


# --- what it is --------------------------------------------------------------------------------------------------


def described(kind: ContributionKind, found: object) -> PluginAnswer:
    """What a contribution is. `TypeError` and `ValueError` say what does not fit."""
    match kind:
        case "rule":
            return _described_rule(_fitting(found, ModelRule))
        case "format":
            return _described_format(_fitting(found, FileFormat))
        case "tool":
            return _described_tool(_fitting(found, ModelTool))
        case "profile":
            content = _fitting(_fitting(found, ModelProfile).content, bytes)
            load_profile(content, source="its profile")
            return ProfileContribution(content)
        case "workflow":
            return _described_workflow(_fitting(found, ModelWorkflow))


def _described_rule(rule: ModelRule) -> RuleContribution:
    _callable("check", rule.check)
    _hold(
        rule.severity in get_args(Severity), f"severity is {rule.severity!r}, not one of {_words(get_args(Severity))}"
    )
    _hold(type(rule.phase) is int and 0 <= rule.phase <= _LAST_PHASE, f"phase is {rule.phase!r}, not 0 to 4")
    _texts("node_types", rule.node_types)
    statement = _first_line(rule.check)
    _hold(bool(statement), "the function that checks has no docstring; its first line says what the rule demands")
    return RuleContribution(rule.severity, rule.phase, statement, [*rule.node_types])


def _described_format(form: FileFormat) -> FormatContribution:
    title, begins = _fitting(form.title, str), _fitting(form.begins, str)
    _hold(0 < len(title) <= _TITLE, f"the title has {len(title)} characters, not 1 to {_TITLE}")
    _texts("endings", form.endings)
    _hold(bool(form.endings), "endings is empty")
    wrong = [each for each in form.endings if not _ENDING.fullmatch(each)]
    _hold(not wrong, f"{wrong!r} are no endings: small letters and digits, without the dot")
    _hold(bool(_MEDIA.fullmatch(form.media)), f"{form.media!r} is no media type")
    _hold(form.write is not None or form.read is not None, "it neither reads nor writes")
    for name, function in (("write", form.write), ("read", form.read)):
        if function is not None:
            _callable(name, function)
    return FormatContribution(title, [*form.endings], form.media, begins, form.read is not None, form.write is not None)


def _described_tool(tool: ModelTool) -> ToolContribution:
    _callable("answer", tool.answer)
    _hold(_is_of_arguments(tool.arguments), "arguments is no class that is derived from ToolArguments")
    description = " ".join((tool.arguments.__dict__.get("__doc__") or "").split())
    _hold(bool(description), f"{tool.arguments.__name__} has no docstring; it tells what the tool is for")
    return ToolContribution(description[:MAX_TEXT], schema_of(tool.arguments, default_ontology()))


def _described_workflow(workflow: ModelWorkflow) -> WorkflowContribution:
    _callable("run", workflow.run)
    title = " ".join(_fitting(workflow.title, str).split())
    _hold(0 < len(title) <= _TITLE, f"the title has {len(title)} characters, not 1 to {_TITLE}")
    statement = _first_line(workflow.run)
    _hold(bool(statement), "the function that runs has no docstring; its first line says what the workflow does")
    return WorkflowContribution(title, statement)


# --- what it does ------------------------------------------------------------------------------------------------


def notices(found: object, model: SystemModel) -> RuleNotices:
    """What a rule says of a model, at most `MAX_NOTICES`."""
    rule = _fitting(found, ModelRule)
    said: Iterable[object] = rule.check(model) or ()
    lines = [_notice_line(_fitting(each, Notice)) for each in islice(said, MAX_NOTICES + 1)]
    return RuleNotices(lines[:MAX_NOTICES], len(lines) > MAX_NOTICES)


def _notice_line(notice: Notice) -> NoticeLine:
    about: object = notice.about
    several: Sequence[object] = about if isinstance(about, Sequence) else [about]
    nodes: list[NodeId] = [_fitting(each, Node).node_id for each in several[:_ABOUT]]
    _hold(bool(nodes), "a notice is about no node")
    said = _in_languages(notice.said)
    _hold(bool(said.get("en")), "a notice says nothing in English")
    severity = notice.severity
    _hold(severity is None or severity in get_args(Severity), f"severity of a notice is {severity!r}")
    return NoticeLine(nodes, said, _in_languages(notice.advice), severity)


def _in_languages(text: NoticeText) -> dict[str, str]:
    texts: Mapping[str, object] = text if isinstance(text, Mapping) else {"en": text}
    return {
        language: " ".join(_fitting(texts[language], str).split())[:MAX_TEXT]
        for language in LANGUAGES
        if language in texts
    }


def written(found: object, model: SystemModel) -> WrittenBytes:
    """The file that a format makes of a model."""
    form = _fitting(found, FileFormat)
    if form.write is None:
        raise TypeError("the format does not write any more")
    made = form.write(model)
    content, losses = made if isinstance(made, WrittenFile) else (made, ())
    _hold(_is_file(content), f"write gave back {type(content).__name__}, not str, bytes or WrittenFile")
    _texts("losses", losses)
    return WrittenBytes(content.encode() if isinstance(content, str) else content, [each[:MAX_TEXT] for each in losses])


def read(found: object, name: str, data: bytes, ontology: Ontology) -> ReadModel:
    """What a format finds in a file. `InvalidCommand` where the file has a mistake."""
    form = _fitting(found, FileFormat)
    if form.read is None:
        raise TypeError("the format does not read any more")
    builder = ImportBuilder(name, ontology)
    form.read(data, ModelBuilder(builder))
    return ReadModel(builder.finish())


def called(found: object, model: SystemModel, arguments: str) -> CallAnswer:
    """What a tool finds. `InvalidCommand` for arguments that do not fit it."""
    tool = _fitting(found, ModelTool)
    answer = tool.answer(model, arguments_of(arguments, tool.arguments))
    text = json_text(cast("dict[str, JsonValue]", msgspec.to_builtins(_fitting(answer, dict))))
    if len(text.encode()) > ANSWER_BYTES:
        text = json_text(
            {"cut": f"the answer has more than {ANSWER_BYTES:,} bytes", "begins": text[: ANSWER_BYTES // 2]}
        )
    return CallAnswer(text)


def worked(found: object, what: WorkTask, asked: Callable[[WorkRequest], WorkReply]) -> WorkflowAnswer:
    """What a workflow answers, after all that it asks for."""
    workflow = _fitting(found, ModelWorkflow)
    text = _fitting(workflow.run(WorkflowRun(what.text, what.language, asked)), str)
    _hold(
        len(text.strip()) > 0 and len(text) <= MAX_ANSWER,
        f"it answers with {len(text):,} characters",
    )
    return WorkflowAnswer(text)


# --- what fits ---------------------------------------------------------------------------------------------------


def _fitting(found: object, kind: type[T]) -> T:
    if not isinstance(found, kind):
        message = f"{type(found).__name__} where {kind.__name__} is expected"
        raise TypeError(message)
    return found


def _hold(fits: bool, otherwise: str) -> None:  # noqa: FBT001  an assertion that stays
    if not fits:
        raise ValueError(otherwise)


def _callable(name: str, function: object) -> None:
    _hold(callable(function) and not inspect.iscoroutinefunction(function), f"{name} is no plain function")


def _texts(name: str, found: object) -> None:
    items = [*cast("Sequence[object]", found)] if isinstance(found, tuple | list) else [None]
    _hold(all(isinstance(each, str) for each in items), f"{name} is no tuple of texts")


def _is_of_arguments(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, ToolArguments) and kind is not ToolArguments


def _is_file(content: object) -> bool:
    return isinstance(content, str | bytes)


def _first_line(function: Callable[..., object]) -> str:
    return (inspect.getdoc(function) or "").partition("\n")[0].strip()[:MAX_TEXT]


def _words(words: Iterable[str]) -> str:
    return ", ".join(words)
