"""Loads a Capella project with capellambse and says what is in it. Runs in the worker's process only.

A model without its diagrams (`.aird`) is given a list of its files in their place, since the library begins there; of
diagrams nothing is read in any case.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from inspect import getattr_static
from pathlib import PurePosixPath
from typing import Final, Protocol, cast
from urllib.parse import unquote
from xml.sax.saxutils import escape

from graphwright.errors import InvalidCommand, LimitExceeded
from graphwright.interop.capella.records import CapellaElement, CapellaProject
from graphwright.interop.files import ForeignFile
from graphwright.interop.reqif.rich_text import RichTextReader
from graphwright.interop.xml_text import parse_xml

ELEMENTS: Final = 1_000_000
"""Of every kind, ports and links among them: ten of them make one node."""
MODELS: Final = (".capella", ".melodymodeller")
FRAGMENTS: Final = (".capellafragment", ".melodyfragment")
_DIAGRAMS: Final = ".aird"
_METADATA: Final = ".afm"
_VERSION: Final = re.compile(r"<!--Capella_Version_(\d+\.\d+\.\d+)-->")
_OLDEST: Final = "5.0.0"
_ENDS: Final = (
    ("source", "target"),
    ("parent", "involved"),
    ("sub", "super"),
    ("parent", "capability"),
    ("location", "deployed_element"),
    ("parent", "allocated_item"),
    ("parent", "used_interface"),
    ("parent", "implemented_interface"),
)
"""Attributes that say from where to where, in the order in which they are looked for."""
_TO_LIBRARY: Final = re.compile(rb"(?:platform:/resource/|\.\./)(?=([^/\"<>]{1,300})/)")
"""How a file of one project leads to another, whose folder it names."""
_PROJECT: Final = ".project"
_PROJECT_NAME: Final = re.compile(rb"<projectDescription>\s*<name>([^<]{1,300})</name>")
_TOLD: Final = 10
"""Projects that are named where there are too many."""
_ITEMS: Final = ("exchanged_items", "convoyed_informations")
_VIEWPOINTS: Final = {
    "org.polarsys.capella.core.viewpoint": "",
    "org.polarsys.kitalpha.vp.requirements": "0.12.4",
    "org.polarsys.capella.vp.requirements": "0.12.4",
}


class _SearchableModel(Protocol):
    """What is used of a model of capellambse, whose elements have no type."""

    def search(self) -> Iterable[object]:
        """Every element."""
        ...


class _Errors(Protocol):
    LxmlError: type[Exception]


class _Html(Protocol):
    """What is used of `lxml.html`, which has no types."""

    etree: _Errors

    def HTMLParser(self, *, remove_comments: bool) -> object:  # noqa: N802  the name is the library's
        """How markup is read."""
        ...

    def fragment_fromstring(self, html: str, *, create_parent: str, parser: object) -> object:
        """The element that markup was put into."""
        ...

    def tostring(self, doc: object, *, encoding: str, method: str) -> bytes:
        """An element as text."""
        ...


def load(files: Mapping[str, bytes]) -> CapellaProject:
    """The elements of the only project in a folder. `InvalidCommand` says what is missing, `LimitExceeded`."""
    import capellambse
    from capellambse.filehandler.memory import MemoryFileHandler

    logging.disable()
    files = in_named_folders(files)
    version = _version(files)
    entry, whole = _with_diagrams(files, version)
    handler = MemoryFileHandler()
    for name, data in whole.items():
        with handler.open(name, "wb") as stream:
            stream.write(data)
    try:
        loaded = capellambse.MelodyModel(handler, entrypoint=entry)  # type: ignore[arg-type]  # says only paths
    except FileNotFoundError as error:
        raise InvalidCommand(f"the project names the file {str(error)[:200]}, which was not brought with it") from None
    except (ValueError, KeyError, RuntimeError, TypeError, SyntaxError) as error:
        raise InvalidCommand(f"{entry}: no Capella project that can be loaded ({str(error)[:300]})") from None
    elements: list[CapellaElement] = []
    for each in cast("_SearchableModel", loaded).search():
        if len(elements) >= ELEMENTS:
            raise LimitExceeded(f"the project has more than {ELEMENTS:,} elements; bring in a part of it")
        elements.append(_element(each))
    return CapellaProject(version=version, elements=elements)


def _with_diagrams(files: Mapping[str, bytes], version: str) -> tuple[str, dict[str, bytes]]:
    """Where the library is to begin, and the files with what it needs."""
    begins = sorted(name for name in files if name.endswith(_DIAGRAMS))
    models = sorted(name for name in files if name.endswith(MODELS))
    if not models:
        raise InvalidCommand("the folder holds diagrams but no .capella file; bring the whole project")
    begin = main_project(begins or models, files)
    if begins:
        return begin, dict(files)
    models.remove(begin)
    models.insert(0, begin)
    folder = PurePosixPath(begin).parent
    metadata = next((name for name in sorted(files) if name.endswith(_METADATA)), str(folder / f"model{_METADATA}"))
    listed = [metadata, *models, *sorted(name for name in files if name.endswith(FRAGMENTS))]
    places = "".join(f"<semanticResources>{escape(_beside(name, folder))}</semanticResources>" for name in listed)
    diagrams = (
        '<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
        'xmlns:viewpoint="http://www.eclipse.org/sirius/1.1.0">'
        f'<viewpoint:DAnalysis uid="_graphwright">{places}</viewpoint:DAnalysis></xmi:XMI>'
    )
    made = {metadata: _made_metadata(version), **files}
    return str(folder / f"model{_DIAGRAMS}"), {**made, str(folder / f"model{_DIAGRAMS}"): diagrams.encode()}


def in_named_folders(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Each project in a folder of its own name, by which others lead to it; in a repository it may lie elsewhere."""
    folders = {folder for name in files for folder in PurePosixPath(name).parents}
    named: dict[PurePosixPath, PurePosixPath] = {}
    for name, data in files.items():
        path = PurePosixPath(name)
        said = _PROJECT_NAME.search(data) if path.name == _PROJECT and path.parent.name else None
        own = unescape(said[1].decode("utf-8", "replace")).strip() if said else ""
        if own and own not in (".", "..") and not {"/", "\\"} & {*own}:
            there = path.parent.with_name(own)
            if there not in folders and there not in named.values():
                named[path.parent] = there
    return {_moved(PurePosixPath(name), named): data for name, data in files.items()}


def _moved(path: PurePosixPath, named: Mapping[PurePosixPath, PurePosixPath]) -> str:
    folder = next((each for each in path.parents if each in named), None)
    return str(path if folder is None else named[folder] / path.relative_to(folder))


def _named_folders(files: Mapping[str, bytes], folders: Collection[PurePosixPath]) -> set[PurePosixPath]:
    """The folders of projects to which a file of another one leads, by name. Each file is looked through once."""
    by_name: dict[str, set[PurePosixPath]] = {}
    for folder in folders:
        by_name.setdefault(folder.name, set()).add(folder)
    found: set[PurePosixPath] = set()
    for name, data in files.items():
        own = {folder for folder in PurePosixPath(name).parents if folder in folders}
        if own:
            led = {each[1] for each in _TO_LIBRARY.finditer(data)}
            named = (unquote(unescape(each.decode("utf-8", "replace"))) for each in led)
            # A file below two folders is one of each: it leads from either to the other.
            found |= {each for to in named for each in by_name.get(to, ()) if own != {each}}
    return found


def main_project(begins: Sequence[str], files: Mapping[str, bytes]) -> str:
    """The project that the others in a folder are libraries of: they are named by it, and nobody names it."""
    if len(begins) == 1:
        return begins[0]
    folders = {each: PurePosixPath(each).parent for each in begins}
    named = _named_folders(files, {*folders.values()})
    mains = [each for each in begins if folders[each] not in named]
    if len(mains) != 1:
        more = f" and {len(begins) - _TOLD} more" if len(begins) > _TOLD else ""
        raise InvalidCommand(
            f"the folder holds several projects ({', '.join(begins[:_TOLD])}{more}), none of which has "
            "the others as its libraries; bring one at a time, each library beside it in a folder of its own name"
        )
    return mains[0]


def _beside(name: str, folder: PurePosixPath) -> str:
    path = PurePosixPath(name)
    if path.is_relative_to(folder):
        return str(path.relative_to(folder))
    return str(PurePosixPath(*[".."] * len(folder.parts), path))


def _made_metadata(version: str) -> bytes:
    """Which parts of the metamodel a project uses: all that the library knows."""
    used = "".join(
        f'<viewpointReferences id="_{number}" vpId="{name}" version="{fixed or version}"/>'
        for number, (name, fixed) in enumerate(_VIEWPOINTS.items())
    )
    return (
        '<metadata:Metadata xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
        'xmlns:metadata="http://www.polarsys.org/kitalpha/ad/metadata/1.0.0" id="_graphwright">'
        f"{used}</metadata:Metadata>"
    ).encode()


def _version(files: Mapping[str, bytes]) -> str:
    """The version of Capella that wrote the model."""
    heads = (data[:500].decode("utf-8", "replace") for name, data in files.items() if name.endswith(MODELS))
    return next((found[1] for head in heads if (found := _VERSION.search(head))), _OLDEST)


def _element(each: object) -> CapellaElement:
    kind = type(each).__name__
    text = _first(each, "text", "description") if kind == "Requirement" else _first(each, "description")
    value_type = _one(each, "type")
    return CapellaElement(
        element_id=_id(each),
        kind=kind,
        parent=_id(_one(each, "parent")),
        name=_name(each, kind),
        descr=_markdown(text),
        ends=_found_ends(each),
        value_type=_id(value_type),
        items=[*_items(each)],
        is_actor=_one(each, "is_actor") is True,
        is_human=_one(each, "is_human") is True,
    )


def _name(each: object, kind: str) -> str:
    fields = ("name", "long_name", "identifier") if kind == "Requirement" else ("name",)
    return " ".join(_first(each, *fields).split())


def _found_ends(each: object) -> tuple[str, str] | None:
    for source, target in _ENDS:
        ends = _end(each, source), _end(each, target)
        if all(ends):
            return ends
    linked = [*map(_id, _many(each, "ends"))] if type(each).__name__ == "PhysicalLink" else []
    return (linked[0], linked[1]) if len(linked) == 2 else None  # noqa: PLR2004  one and the other


def _end(each: object, field: str) -> str:
    """The element that a field leads to: no field that asks every other element whether it names this one."""
    return "" if _asks_all(type(each), field) else _id(_one(each, field))  # type: ignore[arg-type]  # classes can be hashed


@cache
def _asks_all(kind: type, field: str) -> bool:
    from capellambse.model import Backref

    return isinstance(getattr_static(kind, field, None), Backref)


def _items(each: object) -> Iterator[str]:
    for field in _ITEMS:
        yield from map(_id, _many(each, field))


def _one(each: object, field: str) -> object:
    """A value, or nothing where an element has no such field or it leads nowhere."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(each, field, None)
    except (KeyError, ValueError, TypeError, AttributeError, RuntimeError, IndexError):
        return None


def _many(each: object, field: str) -> list[object]:
    found = _one(each, field)
    return list(cast("Iterable[object]", found)) if isinstance(found, Iterable) else []


def _first(each: object, *fields: str) -> str:
    found = (_one(each, field) for field in fields)
    return next((str(text) for text in found if isinstance(text, str) and text.strip()), "")


def _id(each: object) -> str:
    found = getattr(each, "uuid", "")
    return found if isinstance(found, str) else ""


def _markdown(html: str) -> str:
    """The text of a description, whose markup is HTML of any kind."""
    if "<" not in html and "&" not in html:
        return html.strip()
    import lxml.html

    reader = cast("_Html", lxml.html)
    try:
        root = reader.fragment_fromstring(html, create_parent="div", parser=reader.HTMLParser(remove_comments=True))
        text = reader.tostring(root, encoding="utf-8", method="xml")
        return RichTextReader(parse_xml(ForeignFile(text))).markdown
    except (reader.etree.LxmlError, ValueError, InvalidCommand):
        return html.strip()
