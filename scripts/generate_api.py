"""Writes src/graphwright/api/project.py: the blocking twin of `AsyncProject`, method by method, with its docstrings.

With `--check` nothing is written, and the exit code is 1 when the file is out of date.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "graphwright" / "api" / "async_project.py"
TWIN: Final = SOURCE.with_name("project.py")
HEAD: Final = '''"""A project, for programs that do not `await`. Made by `scripts/generate_api.py`; do not edit.

What the methods do stands in `async_project.py`, from which they are made.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from graphwright.actions.changes import ChangeResult
from graphwright.actions.cures import CureResult
from graphwright.actions.proposals import DecisionResult
from graphwright.actions.search import SearchResult
from graphwright.api.async_project import AsyncProject, CommentedThing, OnText, open_async
from graphwright.api.blocking import LoopThread
from graphwright.api.change import ChangeSetBuilder
from graphwright.api.exported import ExportedFile
from graphwright.api.frames import NetworkxGraph, NodeEdgeTables
from graphwright.api.model import SystemModel
from graphwright.api.pictures import ModelPicture
from graphwright.api.reply import AssistantReply
from graphwright.protocol.base import JsonValue
from graphwright.protocol.comments import Comment
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.operations import Finding, Proposal
from graphwright.protocol.runs import WorkflowName


class BlockingProject:
    """An open project: use it in a `with` block, or close it. Made by `graphwright.open`."""

    def __init__(
        self,
        project: str,
        *,
        folder: str | os.PathLike[str] | None = None,
        address: str | None = None,
        token: str | None = None,
    ) -> None:
        self._loop = LoopThread()
        self._opening = open_async(project, folder=folder, address=address, token=token)
        try:
            self._project: AsyncProject = self._loop.enter(self._opening)
        except BaseException:
            self._loop.close()
            raise

    def __enter__(self) -> Self:
        """The project itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let go of the folder or the connection; what was acknowledged is kept. Again it does nothing."""
        if not self._loop.is_closed:
            try:
                self._loop.leave(self._opening)
            finally:
                self._loop.close()

    def __repr__(self) -> str:
        """What a prompt shows."""
        return f"<Project {self.name}: {self.model!r}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.model._repr_html_()

    def _repr_svg_(self) -> str | None:
        """A picture, for whoever shows pictures."""
        return self.model._repr_svg_()
'''


def main() -> int:
    """Write the twin, or say whether it is true."""
    written = twin(SOURCE.read_text(encoding="utf-8"))
    if "--check" in sys.argv[1:]:
        if TWIN.read_text(encoding="utf-8") == written:
            return 0
        print(f"{TWIN.relative_to(ROOT)} is out of date: run `python -m scripts.generate_api`")
        return 1
    TWIN.write_text(written, encoding="utf-8")
    print(f"wrote: {TWIN.relative_to(ROOT)}")
    return 0


def twin(source: str) -> str:
    """The text of the blocking twin of a source."""
    body = next(
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == "AsyncProject"
    )
    methods = [node for node in body.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    text = HEAD + "\n" + "\n".join("\n".join(_method(each)) for each in methods if not each.name.startswith("_"))
    text += "\n\nopen = BlockingProject  # noqa: A001  as of a file: `with graphwright.open(...) as project`\n"
    formatted = subprocess.run(
        [str(Path(sys.executable).with_name("ruff")), "format", "--stdin-filename", str(TWIN), "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return formatted.stdout


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The lines of one method."""
    decorators = {ast.unparse(each) for each in node.decorator_list}
    is_context = "asynccontextmanager" in decorators
    result = ast.unparse(node.returns) if node.returns is not None else "None"
    if is_context:
        yield "    @contextmanager"
        result = result.replace("AsyncGenerator[", "Generator[")
    elif "property" in decorators:
        yield "    @property"
    yield f"    def {node.name}({ast.unparse(node.args)}) -> {result}:"
    told = ast.get_docstring(node) or ""
    yield (
        f'        """{told}"""'
        if "\n" not in told
        else '        """' + told.replace("\n", "\n        ") + '\n        """'
    )
    given = [each.arg for each in node.args.args[1:]] + ([f"*{node.args.vararg.arg}"] if node.args.vararg else [])
    given += [f"{each.arg}={each.arg}" for each in node.args.kwonlyargs]
    call = f"self._project.{node.name}({', '.join(given)})"
    if is_context:
        yield f"        context = {call}"
        yield "        draft = self._loop.enter(context)"
        yield "        try:"
        yield "            yield draft"
        yield "        except BaseException as error:"
        yield "            self._loop.leave(context, error)"
        yield "            raise"
        yield "        self._loop.leave(context)"
    elif "property" in decorators:
        yield f"        return self._loop.call(lambda: self._project.{node.name})"
    elif isinstance(node, ast.AsyncFunctionDef):
        yield f"        return self._loop.wait({call})"
    elif given:
        yield f"        return self._loop.call(lambda: {call})"
    else:
        yield f"        return self._loop.call(self._project.{node.name})"
    yield ""


if __name__ == "__main__":
    sys.exit(main())
