"""Runs the console blocks of a page as a reader would: one after the other, in an empty folder, in this process.

A block is a session: lines that begin with `$ ` are commands, what follows is what they print (both streams). A command
without output in the page may print what it likes. `...` on a line of its own stands for any lines. Ids, times and
durations may differ; an id that the page shows stands, in later commands, for the one that really came. A command ends
with exit code 0 unless the next one is `echo $?`. Before it may stand `NAME=value`, behind it `< file`.

`python -m tests.docs.console PAGE...` writes the outputs of pages anew, those with `...` in them excepted.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from graphwright.cli import main
from tests.docs.pages import ROOT, blocks

ANYTHING = "..."
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VARYING = (
    (_ID, "<id>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<sha256>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"), "<time>"),
    (re.compile(r"\b\d+ ms\b"), "<n> ms"),
    (re.compile(r"\b[\d,]+ bytes\b"), "<n> bytes"),
)


class Typed(NamedTuple):
    """A command of a page and the output that the page shows."""

    words: str
    shown: list[str]
    line: int


def typed(page: Path) -> list[Typed]:
    """Everything a reader of the page types."""
    commands: list[Typed] = []
    for block in blocks(page):
        if block.language != "console":
            continue
        for number, text in enumerate(block.text.splitlines(), start=block.line):
            if text.startswith("$ "):
                commands.append(Typed(text[2:], [], number))
            else:
                commands[-1].shown.append(text)
    return commands


class Terminal:
    """A reader's terminal: an empty folder with the examples in it, and a data folder of its own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.ids: dict[str, str] = {}
        """Ids of the page, and what they are this time."""
        self._folder = folder
        self._patch = patch
        self._code = 0
        (folder / "examples").symlink_to(ROOT / "examples")
        patch.chdir(folder)
        patch.setenv("GRAPHWRIGHT_DATA", str(folder / "data"))
        patch.setenv("LOGNAME", "ana")
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            patch.delenv(name, raising=False)

    def type(self, words: str) -> tuple[int, list[str]]:
        """Run one command; its exit code and all it printed."""
        if words == "echo $?":
            return 0, [str(self._code)]
        known = _ID.sub(lambda match: self.ids.get(match[0], match[0]), words)
        arguments = shlex.split(known)
        with self._patch.context() as patch, _captured() as printed, contextlib.ExitStack() as opened:
            while (assigned := re.fullmatch(r"([A-Z_]+)=(.*)", arguments[0])) is not None:
                patch.setenv(assigned[1], assigned[2])
                del arguments[0]
            if arguments[-2:-1] == ["<"]:
                patch.setattr("sys.stdin", opened.enter_context(Path(arguments[-1]).open(encoding="utf-8")))
                del arguments[-2:]
            assert arguments[0] == "graphwright", f"only graphwright may be typed in a console block, not {words!r}"
            try:
                self._code = main(arguments[1:])
            except SystemExit as ended:  # argparse's way to say that the arguments are wrong
                self._code = ended.code if isinstance(ended.code, int) else 1
        return self._code, printed.getvalue().rstrip("\n").replace(str(self._folder), "~").splitlines()


def differences(page: Path, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the page says something else than the program does."""
    terminal = Terminal(folder, patch)
    commands = typed(page)
    for command, following in pairwise([*commands, Typed("", [], 0)]):
        code, printed = terminal.type(command.words)
        if code != 0 and following.words != "echo $?":
            yield f"line {command.line}: `{command.words}` ends with {code}:\n" + "\n".join(printed)
        elif command.shown and not _matches(command.shown, printed, terminal.ids):
            yield f"line {command.line}: `{command.words}` prints something else:\n" + "\n".join(printed)


def _matches(shown: Sequence[str], printed: Sequence[str], ids: dict[str, str]) -> bool:
    """Whether the output is the one of the page; learns what the page's ids are this time."""
    if not shown:
        return not printed
    if shown[0] == ANYTHING:
        return any(_matches(shown[1:], printed[skipped:], ids) for skipped in range(len(printed) + 1))
    if not printed or _plain(shown[0]) != _plain(printed[0]) or not _matches(shown[1:], printed[1:], ids):
        return False
    ids.update(zip(_ID.findall(shown[0]), _ID.findall(printed[0]), strict=True))
    return True


def _plain(line: str) -> str:
    for pattern, word in _VARYING:
        line = pattern.sub(word, line)
    return line.rstrip()


@contextlib.contextmanager
def _captured() -> Iterator[io.StringIO]:
    both = io.StringIO()
    with contextlib.redirect_stdout(both), contextlib.redirect_stderr(both):
        yield both


def rewrite(page: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Replace the outputs that a page shows by what the program prints now."""
    terminal = Terminal(folder, patch)
    lines = page.read_text(encoding="utf-8").splitlines()
    moved = 0
    for command in typed(page):
        _, printed = terminal.type(command.words)
        if not command.shown or _matches(command.shown, printed, terminal.ids):
            continue
        if ANYTHING in command.shown:
            print(f"{page}:{command.line}: look at it yourself; it prints\n" + "\n".join(printed))
            continue
        printed = _with_ids_of_the_page(command.shown, printed, terminal.ids)
        start = command.line + moved
        lines[start : start + len(command.shown)] = printed
        moved += len(printed) - len(command.shown)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _with_ids_of_the_page(shown: list[str], printed: list[str], ids: dict[str, str]) -> list[str]:
    """New output under the old ids, because later commands of the page go on using them."""
    old, new = (_ID.findall("\n".join(lines)) for lines in (shown, printed))
    if len(old) != len(new):
        return printed
    ids.update(zip(old, new, strict=True))
    back = dict(zip(new, old, strict=True))
    return [_ID.sub(lambda match: back[match[0]], line) for line in printed]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as made, pytest.MonkeyPatch.context() as patching:
            rewrite(Path(name).resolve(), Path(made), patching)
