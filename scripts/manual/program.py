"""What the program knows of itself: errors, settings, commands of the command line, layers, limits."""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeAlias

from graphwright import errors
from graphwright.cli.arguments import COMMANDS, LISTED, ArgumentSpec
from graphwright.errors import GraphwrightError
from graphwright.graph.describe import markdown_tables
from graphwright.graph.load import load_profile
from graphwright.interop.exports import write_export
from graphwright.interop.format import ExportRequest, Format
from graphwright.interop.registry import FORMATS
from graphwright.protocol.ids import ProjectId
from graphwright.protocol.operations import ProblemCode
from graphwright.settings import SETTINGS
from graphwright.text.messages import term
from scripts.manual.tables import summary, table
from tests.interop.applying import graph_of
from tests.interop.judged import JUDGED
from tests.interop.test_losses import MODEL as EVERYTHING
from tests.interop.test_losses import come_back, missing

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "graphwright"

ErrorClass: TypeAlias = type[GraphwrightError]


def error_tree() -> str:
    """The tree as it is drawn in the module's docstring."""
    [drawn] = [part for part in (errors.__doc__ or "").split("\n\n") if part.startswith(GraphwrightError.__name__)]
    return f"```text\n{drawn}\n```\n"


def error_table() -> str:
    """Every code. A class with others below it only groups them; `Refused` has the code of its first problem."""
    classes = [each for each in _below(GraphwrightError) if each is not errors.Refused and not each.__subclasses__()]
    classes.append(GraphwrightError)
    rows = [
        (f"`{each.code}`", each.__name__, str(each.status), str(each.exit_code), each.retry, summary(each))
        for each in classes
    ]
    return table(("Code", "Class", "Status", "Exit", "Retry", "Meaning"), rows)


def problem_codes() -> str:
    """The codes that one operation's problem may have."""
    return ", ".join(f"`{code}`" for code in typing.get_args(ProblemCode)) + "\n"


def profile(name: str) -> str:
    """Types, attributes, relations and rules of a shipped profile."""
    return "\n" + markdown_tables(load_profile(name)) + "\n"


def _below(top: ErrorClass) -> Iterator[ErrorClass]:
    for each in top.__subclasses__():
        if each.__module__ == errors.__name__:
            yield each
            yield from _below(each)


def setting_table() -> str:
    """Every setting."""
    rows = (
        (
            f"`{each.variable}`",
            f"`{each.key}`",
            f"`{each.default}`" if each.default else "",
            each.meaning + (" (secret)" if each.secret else ""),
        )
        for each in SETTINGS
    )
    return table(("Environment", "File", "Default", "Meaning"), rows)


def command_sections() -> str:
    """Every command with its arguments."""
    return "\n".join(
        f"### {command.name}\n\n{command.help[0].upper()}{command.help[1:]}.\n\n"
        f"`graphwright {' '.join([command.name, *map(_in_usage, command.arguments)])}`\n"
        + (_argument_table(command.arguments) if command.arguments else "")
        for command in COMMANDS
    )


def _argument_table(arguments: tuple[ArgumentSpec, ...]) -> str:
    rows = ((f"`{_form(each)}`", str(each.options.get("help", "")).removesuffix(LISTED)) for each in arguments)
    return "\n" + table(("Argument", "Meaning"), rows)


def _in_usage(argument: ArgumentSpec) -> str:
    form = _form(argument)
    return f"[{form}]" if form.startswith("-") else form


def _form(argument: ArgumentSpec) -> str:
    options = argument.options
    value = "|".join(map(str, options["choices"])) if "choices" in options else str(options.get("metavar", ""))
    if not argument.names[0].startswith("-"):
        return value + ("..." if options.get("nargs") == "*" else "")
    return argument.names[0] if "action" in options else f"{argument.names[0]} {value}"


def layers() -> str:
    """The folders from top to bottom, as the import contract has them; those that are not there yet are left out."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [each for each in config["tool"]["importlinter"]["contracts"] if each["id"] == "layers"]
    levels = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    there = [[name for name in names if _is_there(name)] for names in levels]
    numbered = enumerate((names for names in there if names), start=1)
    rows = (
        (str(number), f"`{name}`", summary(import_module(f"graphwright.{name}")))
        for number, names in numbered
        for name in names
    )
    return table(("Layer", "Folder or file", "What it does"), rows)


def _is_there(name: str) -> bool:
    return (PACKAGE / name / "__init__.py").is_file() or (PACKAGE / f"{name}.py").is_file()


_LIMITS: Final = (
    ("threads", "MESSAGE_LENGTH", "characters of a message"),
    ("operations.parse", "ANSWER_CHARACTERS", "characters of an answer"),
    ("operations.plan", "MODEL_OPERATIONS", "operations in one answer of a language model"),
    ("operations.plan", "API_OPERATIONS", "operations in one change set of a person"),
    ("operations.plan", "IMPORT_OPERATIONS", "operations in one import"),
    ("operations.values", "NAME_LENGTH", "characters of a name"),
    ("operations.values", "DESCR_LENGTH", "characters of a description"),
    ("operations.values", "ATTRIBUTES", "attributes of one element"),
    ("operations.values", "VALUE_LENGTH", "characters of an attribute's value"),
    ("operations.values", "DEPTH", "levels of an attribute's value"),
    ("operations.policy", "UPDATES_AT_ONCE", "updates that the policy `auto` applies without asking"),
    ("operations.proposals", "EXPIRES_DAYS", "days that a proposal waits"),
    ("projects", "DEFAULT_LIMITS.base_behind", "revisions that the base of a change set may lie behind"),
    ("interop.imports", "FILE_BYTES", "bytes of a file to import"),
    ("graph.profile", "PROFILE_BYTES", "bytes of a profile"),
    ("store.base", "DEFAULT_LIMITS.entry_bytes", "bytes of one entry of the journal"),
    ("store.base", "DEFAULT_LIMITS.waiting_writes", "writes that wait for the store"),
    ("runs.engine", "MAX_ACTIVE", "runs under way in one project; later ones are queued"),
    ("runs.execution", "MAX_STEPS", "steps of a run"),
    ("runs.execution", "MAX_DEPTH", "levels of a run's tree"),
    ("runs.execution", "MAX_PARALLEL", "steps of a run at the same time"),
    ("runs.run_driver", "DEADLINE_S", "seconds that a run works, waits left out"),
    ("runs.waits", "WAIT_DAYS", "days that a run waits for a person"),
    ("llm.retry", "MAX_RETRIES", "repetitions of a model call"),
    ("llm.complete", "MAX_CONTINUATIONS", "continuations of an answer that was cut at its length"),
    ("llm.sse", "MAX_TOTAL_BYTES", "bytes of one answer of a provider"),
    ("server.serve", "CONNECTIONS", "connections to the server"),
    ("server.limits", "HEADER_BYTES", "bytes of an address and its headers"),
    ("server.limits", "HEADERS", "headers of a request"),
    ("server.limits", "HEADERS_S", "seconds until the headers of a request are there"),
    ("server.endpoint", "SMALL_BODY_BYTES", "bytes of a body before somebody has logged in"),
    ("server.endpoint", "BODY_BYTES", "bytes of a body, imports left out"),
    ("server.bodies", "READ_S", "seconds until a body is there"),
    (
        "server.login_throttle",
        "TRIES",
        "attempts to log in with one name, or from one address, in a quarter of an hour",
    ),
    ("server.tokens", "MAX_DAYS", "days that a token lives"),
    ("rooms.session", "OPEN_S", "seconds until a WebSocket opens its session"),
    ("rooms.session", "OPEN_BYTES", "bytes that a WebSocket sends before that"),
    ("rooms.session", "FRAME_BYTES", "bytes of a frame after that"),
    ("rooms.outbox", "MAX_EVENTS", "events that wait for one client"),
    ("rooms.outbox", "MAX_BYTES", "bytes that wait for one client"),
    ("rooms.catching_up", "MISSED_EVENTS", "missed events that are told again; above that the state is read"),
)


NOTHING: Final = "nothing"
"""What a form lacks from which a model comes back the same."""


def format_table() -> str:
    """Every format, from the table that the program itself goes by."""
    lacked = {each.name: lacks(each) if each.write else "" for each in FORMATS.values()}
    rows = [
        (
            f"`{each.name}`",
            each.title,
            ", ".join(f".{ending}" for ending in each.endings),
            "yes" if each.read else "",
            "yes" if each.write else "",
            ("the same" if lacked[each.name] == NOTHING else "but for that") if each.read and each.write else "",
            f"`{each.extra}`" if each.extra else "",
            ", ".join(judge.name for judge in JUDGED.get(each.name, ())),
            lacked[each.name],
        )
        for each in FORMATS.values()
    ]
    return table(("Name", "What it is", "Endings", "In", "Out", "Round trip", "Extra", "Judged by", "Lacks"), rows)


def lacks(format_: Format) -> str:
    """What is missing of a model with everything in it, after it was written and, where that can be, read back."""
    graph = graph_of(EVERYTHING)
    if format_.read is not None:
        there, _ = come_back(graph, format_.name)
        return ", ".join(sorted(missing(graph, there))) or NOTHING
    _, report = write_export(ExportRequest(graph, ProjectId("01a2"), "shop"), format_.name)
    return "; ".join(term(note.key, note.values, "en") for note in report.notes) or NOTHING


def limit_table() -> str:
    """The limits that are constants of the code."""
    rows: list[tuple[str, str]] = []
    for module, name, what in _LIMITS:
        try:
            value = attrgetter(name)(import_module(f"graphwright.{module}"))
        except AttributeError:
            message = f"graphwright.{module} has no {name} any more; say in scripts/manual/program.py where it went"
            raise SystemExit(message) from None
        rows.append((f"{value:,.0f}", what))
    return table(("At most", "Of what"), rows)
