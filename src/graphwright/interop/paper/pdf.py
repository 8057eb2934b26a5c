"""A specification as PDF, set by Typst: a template that is ours, and the document as its data."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files
from typing import Final

import msgspec

from graphwright.errors import InvalidCommand
from graphwright.interop.paper.content import PaperDocument
from graphwright.interop.paper.diagrams import Diagram

_TEMPLATE: Final = "specification.typ"
_PICTURE: Final = (
    '#set page(width: auto, height: auto, margin: 0pt, fill: white)\n#image(bytes(sys.inputs.svg), format: "svg")'
)
_DOTS_PER_INCH: Final = 200


def write_pdf(document: PaperDocument, at: datetime) -> bytes:
    """The pages; the same document gives the same bytes."""
    import typst

    template = files("graphwright.interop.paper").joinpath(_TEMPLATE).read_bytes()
    data = msgspec.json.encode(msgspec.to_builtins(document) | {"stamp": document.stamp}).decode()
    try:
        return typst.compile(template, sys_inputs={"data": data}, timestamp=at.replace(microsecond=0))
    except typst.TypstError as error:
        raise InvalidCommand(f"the PDF cannot be set: {error.message}") from None


def picture_of(diagram: Diagram) -> bytes:
    """A diagram as PNG, for what shows no SVG."""
    import typst

    return typst.compile(
        _PICTURE.encode(), sys_inputs={"svg": diagram.svg}, format="png", ppi=float(_DOTS_PER_INCH)
    )  # fmt: skip
