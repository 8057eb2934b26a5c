"""The files of Doorstop as text: items in YAML or in Markdown with YAML before it, and the settings of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.interop.files import ForeignFile
from graphwright.protocol.base import JsonValue

if TYPE_CHECKING:
    import yaml

SETTINGS: Final = ".doorstop.yml"
"""The file that makes a folder a document."""
MARKDOWN: Final = "markdown"
_DEFAULT_PREFIX: Final = "REQ"
_FRONT: Final = re.compile(r"---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)(.*)", re.DOTALL)
_HEADING: Final = re.compile(r"\s*# ++([^\n]*+)(?:\n|\Z)")
_LITERAL: Final = 80
"""Characters from which Doorstop begins a text on a line of its own."""

Item = dict[str, JsonValue]


class _Yaml(Protocol):
    """What the library does not say of its types."""

    def parse(self, text: str, loader: type[Any], /) -> Iterable[object]:
        """The events of a text."""
        ...


class _Dumper(Protocol):
    """What writes values."""

    def represent_scalar(self, tag: str, value: str, style: str | None, /) -> yaml.Node:
        """A value as it is to be written."""
        ...


class DoorstopDocument(Struct, frozen=True, kw_only=True):
    """A folder of items and its settings."""

    path: str
    """Of the folder; empty for the outermost."""
    prefix: str
    parent: str = ""
    """The prefix of the document that the items of this one lead to."""
    item_format: str = "yaml"
    settings: str = ""
    """The settings as they stood in the file."""
    included: dict[str, str] = {}
    """Texts of files that the settings include, by their path in the document."""


def read_document(path: str, files: Mapping[str, bytes]) -> DoorstopDocument:
    """The settings of the document in a folder of these files. `InvalidCommand` names the file and the line."""
    folder = f"{path}/" if path else ""
    file = ForeignFile(files[f"{folder}{SETTINGS}"], f"{folder}{SETTINGS}")
    text = file.text
    names: list[str] = []
    found = _mapping(text, file.name, names).get("settings")
    settings: Mapping[str, JsonValue] = found if isinstance(found, dict) else {}
    return DoorstopDocument(
        path=path,
        prefix=str(settings.get("prefix") or _DEFAULT_PREFIX),
        parent=str(settings.get("parent") or ""),
        item_format=str(settings.get("itemformat") or "yaml"),
        settings=text,
        included={
            name: ForeignFile(files[f"{folder}{name}"], f"{folder}{name}").text
            for name in names
            if f"{folder}{name}" in files
        },
    )


def read_item(name: str, data: bytes) -> Item:
    """The fields of an item. `InvalidCommand` names the file and the line."""
    text = ForeignFile(data, name).text
    if not name.endswith(".md"):
        return _mapping(text, name, [])
    front = _FRONT.match(text)
    if front is None:
        raise InvalidCommand(f"{name}, line 1: an item in Markdown begins with its fields between two lines ---")
    body = front[2]
    heading = _HEADING.match(body)
    rest = body if heading is None else body[heading.end() :]
    return {"header": "" if heading is None else heading[1], **_mapping(front[1], name, [], above=1), "text": rest}


def write_item(fields: Item, *, item_format: str) -> bytes:
    """An item as Doorstop itself writes it."""
    if item_format != MARKDOWN:
        return _dumped(fields).encode()
    front = {key: value for key, value in fields.items() if key not in {"header", "text"}}
    heading = f"# {fields['header']}\n" if fields.get("header") else ""
    return f"---\n{_dumped(front)}---\n\n{heading}{fields.get('text', '')}".encode()


def write_settings(document: DoorstopDocument) -> bytes:
    """The settings of a document: as they came, else the few that it needs."""
    if document.settings:
        return document.settings.encode()
    parent = {"parent": document.parent} if document.parent else {}
    return _dumped({"settings": {"digits": 3, "prefix": document.prefix, "sep": "-", **parent}}).encode()


def _mapping(text: str, name: str, included: list[str], *, above: int = 0) -> Item:
    """The YAML of a file; names of files that it includes are put into `included`.

    What repeats itself is refused: a short text could stand for an endless one.
    """
    import yaml

    loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(loader):  # type: ignore[misc]  # one of two classes, told apart when the program runs
        """Leaves out values of kinds of their own, and includes nothing."""

    def include(_: object, _kind: str, node: yaml.Node) -> None:
        included.append(str(node.value))

    Loader.add_multi_constructor("!", include)
    try:
        events = cast("_Yaml", yaml).parse(text, loader) if "*" in text else ()
        if any(isinstance(event, yaml.AliasEvent) for event in events):
            raise InvalidCommand(f"{name}: the YAML repeats parts of itself by *name; write them out")
        found = _plain(yaml.load(text, Loader=Loader))  # noqa: S506  a safe loader
    except yaml.MarkedYAMLError as error:
        line = 0 if error.problem_mark is None else error.problem_mark.line + 1 + above
        raise InvalidCommand(f"{name}, line {line}: the YAML cannot be read: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise InvalidCommand(f"{name}: the YAML cannot be read: {str(error)[:200]}") from None
    if not isinstance(found, dict):
        raise InvalidCommand(f"{name}, line {1 + above}: there are no fields, such as text: |")
    return found


def _plain(value: object) -> JsonValue:
    """A value of YAML as JSON has it; dates become text."""
    match value:
        case dict():
            return {str(key): _plain(each) for key, each in cast("dict[object, object]", value).items()}
        case set():
            return [_plain(each) for each in sorted(cast("set[object]", value), key=str)]  # alike in every process
        case list() | tuple():
            return [_plain(each) for each in cast("Iterable[object]", value)]
        case bool() | int() | float() | str() | None:
            return value
        case date():
            return value.isoformat()
        case _:
            return str(value)


def _dumped(fields: Mapping[str, Any]) -> str:
    import yaml

    class Dumper(yaml.SafeDumper):  # type: ignore[misc]  # the library says nothing of its types
        """Writes texts of several lines, or long ones, as lines of their own."""

    def as_text(dumper: _Dumper, text: str) -> yaml.Node:
        is_long = "\n" in text or len(text) >= _LITERAL
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, "|" if is_long else None)

    Dumper.add_representer(str, as_text)
    return str(yaml.dump(dict(fields), Dumper=Dumper, default_flow_style=False, allow_unicode=True))
