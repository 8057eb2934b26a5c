"""What a file is, by its content. The name only decides between text and Markdown, and a wrong one is noted."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Final

import msgspec

from graphwright.documents.limits import UnreadableFile, damaged, encrypted
from graphwright.protocol.documents import DocumentFormat
from graphwright.protocol.texts import Term
from graphwright.settings import DocumentLimits

EXTENSIONS: Final[dict[str, DocumentFormat]] = {
    "md": "markdown", "markdown": "markdown", "txt": "text", "text": "text", "htm": "html", "html": "html",
    "xhtml": "html", "pdf": "pdf", "docx": "docx", "docm": "docx", "xlsx": "xlsx", "xlsm": "xlsx",
}  # fmt: skip
"""By which files of a folder are chosen; what they are is decided by their content."""

_HEAD: Final = 2_048
_OTHERS: Final = (
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"{\\rtf", "RTF; save it as DOCX"),
)
_HTML: Final = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?+(?:<!--.*?-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_FRAGMENT: Final = re.compile(r"\s*<(?:h[1-6]|p|div|section|article|ul|ol|table|main)\b[^>]*>", re.IGNORECASE)
_XML: Final = re.compile(r"<\?xml\b|<!--|<!DOCTYPE|<[A-Za-z_][\w.-]*(?::[\w.-]+)?(?:\s+[\w:.-]+\s*=|\s*/?>)")
_DATA: Final = {"csv": "a CSV table", "tsv": "a CSV table", "yml": "YAML", "yaml": "YAML", "json": "JSON", "xml": "XML"}
_AS_SAID: Final = ("text", "markdown", "html")
"""Whoever calls a file so wants its words."""
_MARKDOWN: Final = re.compile(r"^#{1,6} \S", re.MULTILINE)
_ZIP_PARTS: Final[tuple[tuple[str, DocumentFormat], ...]] = (("word/document.xml", "docx"), ("xl/workbook.", "xlsx"))
_BLOCK: Final = 1024 * 1024
_BEFORE: Final = rb"\A[^<]*+(?:<\?[^>]*>\s*+|<!--.*?-->\s*+)*+"
_DECLARATION: Final = re.compile(_BEFORE + rb"<!DOCTYPE", re.DOTALL)
"""No Office program writes one; entities of a document's own could name files or multiply."""
_UNFINISHED: Final = re.compile(_BEFORE + rb"<(?:!--|\?)", re.DOTALL)
"""A remark that is longer than what is looked at: a declaration may hide behind it."""
_MAX_PARTS: Final = 10_000
_MAX_CONTROLS: Final = 0.05
"""Share of control characters above which bytes are no text."""


def extension_of(name: str) -> str:
    """The end of a file's name, in lower case."""
    return name.rpartition(".")[2].lower() if "." in name.rpartition("/")[2] else ""


def recognised(data: bytes, name: str, limits: DocumentLimits) -> tuple[DocumentFormat, str, list[Term]]:
    """The format, the decoded text of one that is text (else empty), and notes. `UnreadableFile`."""
    if not data.strip(b"\0 \t\r\n\f"):
        raise UnreadableFile("empty", "the file is empty; there is nothing to take in")
    found, text, notes = _format(data, name, limits)
    stated = EXTENSIONS.get(extension_of(name))
    if stated is not None and stated != found and {stated, found} != {"text", "markdown"}:
        notes.append(Term(key="notes.otherContent", values={"extension": extension_of(name), "found": found}))
    return found, text, notes


def _format(data: bytes, name: str, limits: DocumentLimits) -> tuple[DocumentFormat, str, list[Term]]:
    head = data[:_HEAD]
    if b"%PDF-" in head[:1024]:
        return "pdf", "", []
    if head.startswith(b"PK\x03\x04"):
        return _office(data, limits), "", []
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        if "EncryptedPackage".encode("utf-16-le") in data:
            encrypted("Office file")
        raise UnreadableFile("unknownFormat", "the file has the Office format of before 2007; save it as DOCX or XLSX")
    for magic, what in _OTHERS:
        if head.startswith(magic):
            raise UnreadableFile("unknownFormat", f"the file is {what}; {_ACCEPTED}")
    text, notes = _text(data)
    extension = extension_of(name)
    if EXTENSIONS.get(extension) not in _AS_SAID and (what := _data_format(text, extension)):
        raise UnreadableFile(
            "unknownFormat",
            f"the file is {what}, not a document to cite; bring it in as a model (`graphwright import`), or rename it "
            "to .txt to have its text as it stands",
        )
    if _HTML.match(text[:_HEAD]) or (EXTENSIONS.get(extension_of(name)) == "html" and _FRAGMENT.match(text[:_HEAD])):
        return "html", text, notes
    if EXTENSIONS.get(extension_of(name)) == "markdown" or _MARKDOWN.search(text):
        return "markdown", text, notes
    return "text", text, notes


_ACCEPTED: Final = "Markdown, text, HTML, PDF, DOCX and XLSX are taken in"


def _data_format(text: str, extension: str) -> str:
    """What machines wrote for machines, if it is that: its passages would be markup and cells without their heads."""
    begin = text[:_HEAD].lstrip()
    if extension in _DATA:
        return _DATA[extension]
    if begin.startswith("<") and _XML.match(begin) and not _HTML.match(begin) and not _FRAGMENT.match(begin):
        return "XML"
    return "JSON" if begin[:1] in ("{", "[") and _is_json(text) else ""


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _kind_of(names: list[str]) -> DocumentFormat | None:
    """What an archive with these parts is, if it is one of ours."""
    for part, kind in _ZIP_PARTS:
        if any(name.startswith(part) for name in names):
            return kind
    return None


def _office(data: bytes, limits: DocumentLimits) -> DocumentFormat:
    """DOCX or XLSX, after every part was unpacked once to see that it is whole and not too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            found = _kind_of(names)
            if found is None:
                raise UnreadableFile(
                    "unknownFormat",
                    f"the file is an archive; unpack it first, or import it if it is a model: {_ACCEPTED}",
                )
            if len(names) > _MAX_PARTS:
                raise _bomb(limits)
            size = 0
            for part in archive.infolist():
                with archive.open(part) as stream:
                    is_first = True
                    while block := stream.read(_BLOCK):
                        size += len(block)
                        if is_first and _declares(block):
                            damaged("Office file", f"{part.filename[:80]} declares entities, which none does")
                        is_first = False
                        if size > limits.unpacked:
                            raise _bomb(limits)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        damaged("Office file", error)
    except RuntimeError:  # what zipfile says of a part with a password
        encrypted("Office file")
    return found


def _declares(block: bytes) -> bool:
    """Does the first block of a part declare entities, or hide whether it does?"""
    seen = block.replace(b"\0", b"")
    return bool(_DECLARATION.match(seen) or (len(block) == _BLOCK and _UNFINISHED.match(seen)))


def _bomb(limits: DocumentLimits) -> UnreadableFile:
    return UnreadableFile(
        "tooLarge",
        f"unpacked, the file has more than {limits.unpacked:,} bytes; split it, or raise GRAPHWRIGHT_DOCUMENT_UNPACKED",
    )


def _text(data: bytes) -> tuple[str, list[Term]]:
    """Bytes as text: with their mark, as UTF-8, or as Windows-1252 if they cannot be anything else."""
    notes: list[Term] = []
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
            notes.append(Term(key="notes.windows1252"))
    controls = sum(text.count(chr(code)) for code in (*range(9), *range(14, 32)))
    if controls > _MAX_CONTROLS * len(text):
        raise UnreadableFile("unknownFormat", f"the file is no text and of no known format; {_ACCEPTED}")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd"), notes
