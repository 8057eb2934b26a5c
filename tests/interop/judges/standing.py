"""Keeps one judge: its libraries are loaded once, and each question is answered by a process of its own that begins there.

A question is a line with the judge's arguments, an answer a line with how it ended and what it printed.
"""

from __future__ import annotations

import ast
import json
import os
import runpy
import sys
import traceback
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryFile


def load(script: Path) -> None:
    """What the script does before it looks at its arguments: import, above all."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    tree.body = [*takewhile(lambda each: "argv" not in ast.dump(each), tree.body)]
    exec(compile(tree, script, "exec"), {"__name__": "loading"})


def answer(script: Path, arguments: list[str]) -> dict[str, object]:
    """What the script prints when it is given these arguments, run apart from all questions before and after."""
    with TemporaryFile("w+", encoding="utf-8") as told, TemporaryFile("w+", encoding="utf-8") as failed:
        child = os.fork()
        if child == 0:
            run(script, arguments, told.fileno(), failed.fileno())
        _, status = os.waitpid(child, 0)
        told.seek(0)
        failed.seek(0)
        return {"status": os.waitstatus_to_exitcode(status), "told": told.read(), "failed": failed.read()}


def run(script: Path, arguments: list[str], told: int, failed: int) -> None:
    """The script from its beginning, then the end of this process."""
    status = 1
    try:
        os.dup2(told, 1)
        os.dup2(failed, 2)
        sys.argv = [str(script), *arguments]
        runpy.run_path(str(script), run_name="__main__")
        status = 0
    except SystemExit as end:
        status = 0 if end.code is None else 1
        sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001  whatever it is, the question has failed and no other one
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    judge = Path(sys.argv[1])
    load(judge)
    for question in sys.stdin:
        print(json.dumps(answer(judge, json.loads(question))), flush=True)
