"""Text that is made to keep a pattern busy takes no longer than other text of its length (R-71).

Before, each of these took minutes, or longer than anybody waits; the limit of the whole test is the measure.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from graphwright.context.citations import check_citations
from graphwright.discussion.record import nodes_in
from graphwright.documents.blocks import UnsplitDocument
from graphwright.documents.limits import UnreadableFile
from graphwright.documents.read_text import read_markdown
from graphwright.documents.recognise import recognised
from graphwright.graph.load import default_ontology
from graphwright.inquiry import understanding
from graphwright.interop.files import ForeignFile
from graphwright.interop.formats.sysml import _recognise
from graphwright.offline import lookups
from graphwright.operations.parse import read_answer
from graphwright.settings import DocumentLimits
from graphwright.turns import preparation
from tests.documents.files import zipped
from tests.interop.applying import empty

ONTOLOGY = default_ontology()
LONG = 200_000


def document(data: bytes, name: str) -> None:
    with suppress(UnreadableFile):
        recognised(data, name, DocumentLimits())


HOSTILE: dict[str, Callable[[], object]] = {
    "remarks before the first element of a model": lambda: ForeignFile(b"<!---->" * 5_000 + b"!", "x.xml").root,
    "slashes before anything else": lambda: _recognise(ForeignFile(b"/" * 60_000 + b"\n" * 5_000, "x")),
    "remarks before the first element of a page": lambda: document(b"<!---->" * 200 + b"!", "x.html"),
    "remarks in a part of an Office file": lambda: document(
        zipped({"word/document.xml": "<!---->" * 50_000 + "!"}), "x.docx"
    ),
    "blanks in an answer before an arrow": lambda: read_answer(
        "```diff\n+ a -" + " " * LONG + "x -\n+ a" + " " * LONG + ">\n```", ONTOLOGY
    ),
    "columns without a rule in an answer": lambda: check_citations("|a" * LONG, empty(), []),
    "words with dashes in what a persona says": lambda: nodes_in("a-" * LONG, empty()),
    "a fence that is none": lambda: read_answer("```" + " " * LONG + "`\n+ a", ONTOLOGY),
    "an attribute that is unset by blanks": lambda: read_answer(
        "```diff\n+ A|FUNC|A.FN.001|a [!" + " " * 4_000 + "!", ONTOLOGY
    ),
    "signs of sections in a question": lambda: list(understanding._WRITTEN.finditer("§" * LONG)),
    "digits in a question": lambda: list(lookups._ID.finditer("1" * LONG)),
    "digits in a message": lambda: list(preparation._ID.finditer("1" * LONG)),
    "a heading of blanks": lambda: read_markdown("# a" + " " * LONG + "!"),
    "a row that is nearly a rule": lambda: read_markdown("|" + "\t" * LONG + "!|"),
    "a title of blanks": lambda: read_markdown("---\ntitle: a" + " " * LONG + "!\n---\n"),
}


@pytest.mark.requirement("R-71")
@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.timeout(20)
def test_a_text_made_to_keep_a_pattern_busy_is_read_like_any_other(case):
    HOSTILE[case]()


def titles(read: UnsplitDocument) -> list[str]:
    return [read.text[block.start : block.end] for block in read.blocks if block.kind == "heading"]


@pytest.mark.requirement("R-71")
@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# a", "a"),
        ("## a ##", "a"),
        ("# a # b #  ", "a # b"),
        ("#\ta\t", "a"),
        ("# a ##  ##", "a ##"),
        ("### ", None),
        ("#a", None),
        ("# ##", None),
    ],
)
def test_a_heading_may_end_with_its_marks(line, title):
    assert titles(read_markdown(line + "\n\ntext")) == ([] if title is None else [title])


@pytest.mark.requirement("R-71")
@pytest.mark.parametrize(
    ("written", "title"), [("a b", "a b"), ('"a"', "a"), ("'a' ", "a"), ('\ta"b', 'a"b'), ("", "")]
)
def test_the_title_of_the_front_matter_is_read_without_its_quotes(written, title):
    assert read_markdown(f"---\ntitle: {written}\n---\n\ntext\n").title == title
