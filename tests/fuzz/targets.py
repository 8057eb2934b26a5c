"""What is fuzzed: every reader of bytes that come from outside, each with what it may say of bytes that are wrong.

A target takes any bytes. Whatever else than its named refusals comes out of it, and every input that takes longer than
`MAX_SECONDS` of processor, is a finding. Which bytes it is given is decided by `__main__` and by `test_fuzz`.
"""

from __future__ import annotations

import asyncio
import base64
import io
import json
import time
import zipfile
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from graphwright.documents.limits import UnreadableFile
from graphwright.documents.reading import ReadingTask, read_file
from graphwright.errors import GraphwrightError, InvalidCommand, NotAuthenticated, ProviderUnavailable
from graphwright.graph.load import default_ontology, load_profile
from graphwright.graph.ontology import Ontology
from graphwright.interop.files import ForeignFile
from graphwright.interop.imports import format_of, read_import
from graphwright.llm.sse import EventDecoder
from graphwright.oidc.provider import IdentityProvider
from graphwright.oidc.tokens import TokenChecker
from graphwright.operations.parse import AnswerReader, ParsedAnswer, read_answer
from graphwright.operations.plan import IMPORT_OPERATIONS, plan
from graphwright.ports import Ids, ManualClock
from graphwright.protocol.ids import DocumentId
from graphwright.protocol.operations import ChangeSet
from graphwright.protocol.wire import decode_command, encode
from graphwright.settings import DocumentLimits
from graphwright.store.memory import MemoryStore
from tests.documents.files import docx, xlsx
from tests.interop.applying import empty
from tests.oidc.fake_provider import CLIENT, ISSUER, FakeProvider

MAX_LENGTH: Final = 8_192
"""Bytes of an input: what goes wrong goes wrong in a few."""
MAX_SECONDS: Final = 1.0
"""Of processor, for 8,192 bytes: a hundred times what the slowest reader takes for sound ones."""
SHEET: Final = "xl/worksheets/sheet1.xml"
START: Final = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


class Target(Struct, frozen=True):
    """A reader, and how bytes for it look."""

    name: str
    read: Callable[[bytes], None]
    is_json: bool = False
    """Its bytes are changed as a tree of JSON, too: bytes changed one by one seldom come behind the decoder."""

    def run(self, data: bytes) -> None:
        """Read these bytes; raises what is a finding."""
        began = time.process_time()
        self.read(data)
        if (took := time.process_time() - began) > MAX_SECONDS:
            raise TooSlow(f"{self.name}: {took:.1f} s for {len(data)} bytes")


class TooSlow(Exception):
    """An input that takes longer than any input of its length may."""


@cache
def ontology() -> Ontology:
    """The profile that everything is read against."""
    return default_ontology()


def text_of(data: bytes) -> str:
    """Text as it comes from a decoder that saw to it."""
    return data.decode("utf-8", "replace")


def finished(work: Coroutine[Any, Any, object]) -> None:
    """Run what waits for nothing."""
    with suppress(StopIteration):
        work.send(None)
        raise AssertionError("it waits")


# what a language model sends ---------------------------------------------------------------------------------------


def answer(data: bytes) -> None:
    """An answer is the same in one piece and in many."""
    text = text_of(data)
    whole = read_answer(text, ontology())
    step = 1 + len(text) % 7
    reader = AnswerReader(ontology())
    for at in range(0, len(text), step):
        reader.feed(text[at : at + step])
    pieces = reader.close()
    assert comparable(pieces) == comparable(whole)


def comparable(read: ParsedAnswer) -> bytes:
    """An answer as bytes."""
    return msgspec.json.encode(read)


def stream(data: bytes) -> None:
    """Events are the same in one piece and in many."""
    whole, pieces = EventDecoder(), EventDecoder()
    with suppress(ProviderUnavailable):
        found = whole.feed(data)
        step = 1 + len(data) % 5
        assert [each for at in range(0, len(data), step) for each in pieces.feed(data[at : at + step])] == found


# models of other people --------------------------------------------------------------------------------------------


def model(ending: str, format_name: str | None = None, *, is_here: bool = False) -> Callable[[bytes], None]:
    """A file with this ending, as an import reads it: recognised, read, and planned into an empty project.

    What an import reads in a process of its own is left out, unless it is to be read in this one.
    """

    def read(data: bytes) -> None:
        file = ForeignFile(data, f"model.{ending}")
        with suppress(GraphwrightError):
            chosen = format_of(file, format_name)
            if chosen.is_apart or (chosen.is_slow and not is_here):
                return  # a library of other people
            graph = empty()
            change_set = ChangeSet(base_revision=0, operations=read_import(file, graph.ontology).operations)
            ids = Ids(ManualClock(START))
            for change in plan(graph, change_set, ids=ids, importing=True, limit=IMPORT_OPERATIONS).changes:
                encode(change)

    return read


# documents ---------------------------------------------------------------------------------------------------------


def document(ending: str) -> Callable[[bytes], None]:
    """A file with this ending, as the process that reads documents does."""

    def read(data: bytes) -> None:
        task = ReadingTask(f"document.{ending}", DocumentId("d"), len(data), DocumentLimits())
        with suppress(UnreadableFile, RecursionError, MemoryError):  # the last two are answered by the worker
            read_file(task, data)

    return read


def packed(read: Callable[[bytes], None], make: Callable[[], bytes], part: str) -> Callable[[bytes], None]:
    """The same, of an archive in which these bytes are the part that holds the text."""

    @cache
    def parts() -> dict[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(make())) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def read_packed(data: bytes) -> None:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in (parts() | {part: data}).items():
                archive.writestr(name, content)
        read(out.getvalue())

    return read_packed


# the doors ---------------------------------------------------------------------------------------------------------


def frame(data: bytes) -> None:
    """A frame is a command, or its sender is told why not; what was a command once stays one."""
    from graphwright.rooms.session import ConnectionCut
    from graphwright.server.websocket import _command_id

    text = text_of(data)
    try:
        command = decode_command(text)
    except InvalidCommand:
        with suppress(ConnectionCut):
            _command_id(text)
        return
    assert decode_command(encode(command)) == command


def profile(data: bytes) -> None:
    """A profile that somebody wrote."""
    with suppress(GraphwrightError):
        load_profile(data)


@cache
def checker() -> TokenChecker:
    """Checks tokens of a provider in this process, whose keys have been read."""
    clock = ManualClock(START)
    provider = FakeProvider(clock)
    made = TokenChecker(IdentityProvider(ISSUER, clock, provider), CLIENT, clock)
    asyncio.run(made.identity(provider.signed({"sub": "ana", "nonce": "n"}), "n"))
    return made


def identity_token(data: bytes) -> None:
    """Nobody signs in with bytes that the provider has not signed."""
    for work in (checker().identity(data.decode("latin-1"), "n"), checker().logout(data.decode("latin-1"))):
        with suppress(NotAuthenticated):
            finished(work)
            raise AssertionError("a made-up token of the identity provider counts")


def claims(data: bytes) -> None:
    """Claims that the provider did sign may still be anything."""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(told, dict):
        return
    head = base64.urlsafe_b64encode(b'{"alg":"RS256","typ":"JWT"}').decode().rstrip("=")
    with suppress(NotAuthenticated):
        finished(checked(told, head))


class _Signed(TokenChecker):
    """Takes claims as if the provider had signed them."""

    told: Mapping[str, Any]

    async def _signed(self, text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return {"typ": str(self.told.get("typ"))}, self.told  # the library takes no other type in a header


async def checked(told: dict[str, Any], head: str) -> None:
    """As if the signature had been right."""
    made = _Signed(checker()._provider, CLIENT, ManualClock(START))
    made.told = told
    for read in (made.identity(head, "n"), made.logout(head)):
        with suppress(NotAuthenticated):
            await read


class _NoWorkbench:
    """What tokens are read with, and nothing else."""

    def __init__(self) -> None:
        self.clock = ManualClock(START)
        self.ids = Ids(self.clock)
        self.store = MemoryStore()


@cache
def tokens() -> Any:
    """The tokens of a data folder that has given out none."""
    from graphwright.server.tokens import ApiTokens

    made = ApiTokens(_NoWorkbench())  # type: ignore[arg-type]
    asyncio.run(made.key())
    return made


def api_token(data: bytes) -> None:
    """No bytes are a token that was not given out, signed by our own key or not."""
    from joserfc import jwt

    from graphwright.server.tokens import ALGORITHM

    issuer, key = tokens()._key or ("", None)
    made = [data.decode("latin-1")]
    with suppress(ValueError, RecursionError):
        told = json.loads(data)
        if isinstance(told, dict):
            made.append(
                jwt.encode({"alg": ALGORITHM, "typ": "JWT"}, {"iss": issuer} | told, key, algorithms=[ALGORITHM])
            )
    for text in made:
        with suppress(NotAuthenticated):
            finished(tokens().read(text))
            raise AssertionError("a made-up token counts")


TARGETS: Final = {
    each.name: each
    for each in (
        Target("answer", answer),
        Target("api-token", api_token, is_json=True),
        Target("archimate", model("xml", "archimate")),
        Target("claims", claims, is_json=True),
        Target("compact", model("txt", "compact")),
        Target("csv", model("csv")),
        Target("docx", packed(document("docx"), lambda: docx(""), "word/document.xml")),
        Target("event-stream", stream),
        Target("format-e", model("txt", "format-e")),
        Target("frame", frame, is_json=True),
        Target("graphml", model("graphml")),
        Target("html", document("html")),
        Target("identity-token", identity_token),
        Target("markdown", document("md")),
        Target("needs", model("json", "needs"), is_json=True),
        Target("neutral", model("json", "neutral"), is_json=True),
        Target("own-json", model("json", "json"), is_json=True),
        Target("pdf", document("pdf")),
        Target("profile", profile, is_json=True),
        Target("reqif", model("reqif")),
        Target("strictdoc", model("sdoc")),
        Target("sysml", model("sysml")),
        Target("sysml-json", model("json", "sysml-json"), is_json=True),
        Target("workbook", packed(model("xlsx", is_here=True), lambda: xlsx({"S": [["a"]]}), SHEET)),
        Target("xlsx", packed(document("xlsx"), lambda: xlsx({"S": [["a"]]}), SHEET)),
    )
}
