"""What may be typed: one table of commands with their arguments, from which the parser and the docs are made."""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final, NamedTuple, NoReturn

from graphwright import __version__
from graphwright.errors import InvalidCommand
from graphwright.protocol.products import PRODUCTS

SHOW_FORMATS: Final = ("table", "json", "format-e", "compact", "toon")
RUN_FORMATS: Final = ("process-json", "markdown", "otlp", "evidence")
EXPORT_FORMATS: Final = ("json", "format-e", "compact", "toon", "table", "neutral", "specification")
THREAD_FORMATS: Final = ("text", "markdown", "json")
IMPORT_FORMATS: Final = ("json", "format-e", "compact", "neutral")
WORKFLOWS: Final = ("auto", "build", "ask", "investigate", "discuss")
STEERING: Final = ("speak", "askPersona", "addRounds", "stopAfterTurn")
ACCESS: Final = ("viewer", "commenter", "approver", "editor", "admin")
POLICIES: Final = ("auto", "review", "locked")
LANGUAGES: Final = ("auto", "de", "en", "fr")


class ArgumentSpec(NamedTuple):
    """One argument, as `argparse` wants it."""

    names: tuple[str, ...]
    options: dict[str, Any]


class CommandSpec(NamedTuple):
    """One command."""

    name: str
    help: str
    arguments: tuple[ArgumentSpec, ...]


def _arg(*names: str, **options: object) -> ArgumentSpec:
    return ArgumentSpec(names, options)


def _how_many(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > _DIGITS:
        message = f"{text[:40]!r} is not a number from 0 to {10**_DIGITS - 1:,}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


_DIGITS: Final = 6
_PROJECT: Final = _arg("project", metavar="PROJECT", help="short name or id of the project")
_HOST: Final = _arg("--host", metavar="ADDRESS", help="address to listen on (GRAPHWRIGHT_HOST)")
_PORT: Final = _arg("--port", metavar="N", help="port to listen on, 0 takes a free one (GRAPHWRIGHT_PORT)")
_LIMIT: Final = _arg("--limit", type=_how_many, default=50, metavar="N", help="how many, newest first (50); 0 = all")
_AT: Final = _arg("--at", "--revision", metavar="REVISION", help="as it was: a revision's number, or a baseline's name")
_RUN: Final = _arg("run", metavar="RUN", help="id of the run")

COMMANDS: Final = (
    CommandSpec(
        "serve",
        "open the workbench to browsers and programs, until it is stopped",
        (_HOST, _PORT),
    ),
    CommandSpec(
        "demo",
        "open the workbench on the sample project, without any key or network",
        (
            _HOST,
            _PORT,
            _arg("--print", action="store_true", help="show it here in the terminal instead"),
        ),
    ),
    CommandSpec(
        "token",
        "make an API token for a project and print it; it is shown only now",
        (
            _PROJECT,
            _arg("--access", choices=ACCESS, required=True, help="what it may do there"),
            _arg("--days", type=int, default=30, metavar="N", help="how long it lives (30)"),
        ),
    ),
    CommandSpec(
        "models",
        "tell which language models are configured, which workflows each can do and why not, and what it costs",
        (_arg("--probe", action="store_true", help="ask each of them three small things first"),),
    ),
    CommandSpec(
        "password",
        "choose the owner's password, to log in from browsers; it is asked for, or read from standard input",
        (),
    ),
    CommandSpec(
        "say",
        "say something to the assistant; it answers and changes the model",
        (
            _PROJECT,
            _arg("text", metavar="TEXT", help="what you want, in your own words; - reads standard input"),
            _arg("--workflow", choices=WORKFLOWS, default="auto", help="which workflow answers (auto)"),
            _arg("--thread", metavar="THREAD", help="go on with this conversation instead of beginning one"),
            _arg("--policy", choices=POLICIES, help="stricter than the project's policy, for this message"),
            _arg("--rounds", type=int, metavar="N", help="of a discussion, at most (3)"),
            _arg(
                "--document",
                metavar="NAME",
                action="append",
                help="name or id of a document to discuss or investigate; may stand several times",
            ),
            _arg(
                "--at",
                metavar="REVISION",
                help="ask about the model as it was then: a number, or a baseline's name",
            ),
        ),
    ),
    CommandSpec(
        "steer",
        "take part in a discussion that is under way; it is heard before the next turn",
        (
            _RUN,
            _arg("action", choices=STEERING, help="what to do"),
            _arg("text", metavar="TEXT", nargs="?", help="what you say, or ask"),
            _arg("--persona", metavar="NAME", help="whom askPersona asks"),
            _arg("--rounds", type=int, metavar="N", help="how many addRounds adds (1)"),
        ),
    ),
    CommandSpec(
        "decision",
        "print the decision record of a discussion, as far as it is written",
        (_RUN,),
    ),
    CommandSpec(
        "costs",
        "what runs used up, by run, person, day and language model",
        (_PROJECT, _arg("--workflow", choices=WORKFLOWS[1:], help="only of this workflow"), _LIMIT),
    ),
    CommandSpec(
        "apply",
        "apply a recorded model answer, a Format E diff or our own JSON, as your own change",
        (
            _PROJECT,
            _arg("file", metavar="FILE", help="the answer; - reads standard input"),
            _arg("--dry-run", action="store_true", help="say what would happen, change nothing"),
            _arg("--propose", action="store_true", help="let somebody decide it instead of applying it"),
            _arg("--base", type=int, metavar="REVISION", help="the revision that the change was made on (newest)"),
            _arg("--command-id", metavar="UUID", help="makes a repetition safe: same id, same answer"),
        ),
    ),
    CommandSpec(
        "show",
        "print the model",
        (
            _PROJECT,
            _arg("--format", choices=SHOW_FORMATS, default="table", help="how to print it (table)"),
            _AT,
        ),
    ),
    CommandSpec(
        "search",
        "find nodes by id, name, words, meaning and what lies around them, and say why",
        (
            _PROJECT,
            _arg("text", metavar="TEXT", help="a question, some words, a name or an id"),
            _AT,
            _arg("--limit", type=int, default=20, metavar="N", help="how many nodes (20)"),
        ),
    ),
    CommandSpec(
        "check",
        "list what the rules find, with hints, scores and gates",
        (
            _PROJECT,
            _arg("--deep", action="store_true", help="also rebuild everything derived from the journal and compare"),
        ),
    ),
    CommandSpec(
        "clarify",
        "ask what requirements leave open, with answers to choose from",
        (
            _PROJECT,
            _arg("nodes", metavar="REQUIREMENT", nargs="*", help="id or name of a requirement; none: all of them"),
        ),
    ),
    CommandSpec(
        "new",
        "make an empty project; the other commands make one with profile systems when they need it",
        (
            _PROJECT,
            _arg("file", metavar="FILE", nargs="?", help="a profile of your own; - reads standard input"),
            _arg("--profile", metavar="NAME", default="systems", help="a shipped profile (systems)"),
            _arg("--policy", choices=POLICIES, help="how changes of the assistant are applied"),
            _arg("--language", choices=LANGUAGES, help="of answers, where a message does not tell"),
        ),
    ),
    CommandSpec(
        "configure",
        "change a project's policy, language or phase, or whether viewers may ask",
        (
            _PROJECT,
            _arg("--policy", choices=POLICIES, help="how changes of the assistant are applied"),
            _arg("--language", choices=LANGUAGES, help="of answers, where a message does not tell"),
            _arg("--phase", type=int, choices=(1, 2, 3, 4), help="what the model must meet by now, see the gates"),
            _arg("--viewers-ask", choices=("yes", "no"), help="whether viewers may ask, which costs money"),
        ),
    ),
    CommandSpec("undo", "take back your newest change that is not taken back yet", (_PROJECT,)),
    CommandSpec("redo", "bring back what you undid last", (_PROJECT,)),
    CommandSpec(
        "revert",
        "take back a commit, or everything a run or message did",
        (_PROJECT, _arg("commit", metavar="COMMIT", help="id of a commit, run or message, or a revision number")),
    ),
    CommandSpec(
        "history",
        "list the commits",
        (_PROJECT, _LIMIT),
    ),
    CommandSpec(
        "baseline",
        "give a revision a name to find, ask and compare it by; without a name list them",
        (
            _PROJECT,
            _arg("name", metavar="NAME", nargs="?", help="letters, digits, '.', '-' and '_', such as PDR or v1.2"),
            _arg("--at", metavar="REVISION", help="which revision (the newest)"),
            _arg("--rename", metavar="NAME", help="give the baseline this other name"),
            _arg("--remove", action="store_true", help="take the name away; the revision stays"),
        ),
    ),
    CommandSpec(
        "compare",
        "say what was added, modified and deleted from one revision to another",
        (
            _PROJECT,
            _arg("base", metavar="BASE", help="a revision's number, or a baseline's name"),
            _arg("revision", metavar="REVISION", nargs="?", help="the same (the newest)"),
        ),
    ),
    CommandSpec(
        "proposals",
        "list the proposals that wait for a decision, and their operations",
        (_PROJECT, _arg("--all", action="store_true", help="also those that are decided, with who decided them")),
    ),
    CommandSpec(
        "decide",
        "accept or reject a proposal, or withdraw your own",
        (
            _arg("proposal", metavar="PROPOSAL", help="id of the proposal"),
            _arg("decision", choices=("accept", "reject", "withdraw")),
            _arg("--only", metavar="OP,...", help="accept only these operations"),
            _arg("--without", metavar="OP,...", help="accept all but these and what needs them"),
            _arg("--digest", metavar="DIGEST", help="what you saw (default: as it stands now)"),
            _arg("--feedback", metavar="TEXT", help="why, for the assistant and the record"),
        ),
    ),
    CommandSpec(
        "amend",
        "edit operations of a proposal before it is decided: a new version",
        (
            _arg("proposal", metavar="PROPOSAL", help="id of the proposal"),
            _arg(
                "file",
                metavar="FILE",
                nargs="?",
                help="JSON list of edited operations; - reads standard input; "
                "without it the proposal is renewed on the model as it is now",
            ),
            _arg("--digest", metavar="DIGEST", help="what you saw (default: as it stands now)"),
        ),
    ),
    CommandSpec("runs", "list the runs of a project", (_PROJECT, _LIMIT)),
    CommandSpec(
        "run",
        "show the steps of a run, with times and tokens",
        (
            _RUN,
            _arg("--resume", action="store_true", help="take it up if its process ended while it was under way"),
            _arg("--cancel", action="store_true", help="stop it for good"),
            _arg("--digest", action="store_true", help="print the tree as text for a language model"),
            _arg("--tree", action="store_true", help="print its branches, what each cost, and what was found"),
            _arg("--against", metavar="RUN", help="lay it beside another run, step by step"),
            _arg("--format", choices=RUN_FORMATS, help="write it as a file for others instead"),
            _arg("--output", metavar="FILE", help="where to write that file (standard output)"),
        ),
    ),
    CommandSpec(
        "verify",
        "check a file of evidence about a run; it needs no data of ours",
        (
            _arg("file", metavar="FILE", help="what `run RUN --format evidence` wrote; - reads standard input"),
            _arg("--against", metavar="PROJECT", help="also hold each entry against this project's journal"),
        ),
    ),
    CommandSpec(
        "answer",
        "answer the form that a run waits for",
        (
            _RUN,
            _arg("step", metavar="STEP", help="id of the waiting step"),
            _arg("values", metavar="KEY=VALUE", nargs="*", help="one for each field"),
            _arg("--skip", action="store_true", help="let the form's assumption hold"),
        ),
    ),
    CommandSpec("threads", "list the conversations of a project", (_PROJECT,)),
    CommandSpec(
        "thread",
        "print a conversation",
        (
            _arg("thread", metavar="THREAD", help="id of the conversation"),
            _arg("--format", choices=THREAD_FORMATS, default="text", help="how to print it (text)"),
        ),
    ),
    CommandSpec(
        "import",
        "bring a model in: at once into an empty project, else as a proposal",
        (
            _PROJECT,
            _arg("file", metavar="FILE", help="the file; - reads standard input"),
            _arg("--format", choices=IMPORT_FORMATS, help="what it is (recognised by its content)"),
        ),
    ),
    CommandSpec(
        "export",
        "write the model for others, with a report of what the format cannot hold",
        (
            _PROJECT,
            _arg("--format", choices=EXPORT_FORMATS, default="json"),
            _AT,
            _arg("--output", metavar="FILE", help="where to (standard output)"),
        ),
    ),
    CommandSpec(
        "documents",
        "bring in documents that people and the assistant can cite: add, list, show, find, propose, remove",
        (
            _arg("action", choices=("add", "list", "show", "find", "propose", "remove")),
            _PROJECT,
            _arg(
                "paths",
                metavar="PATH",
                nargs="*",
                help="add: files and folders; find: a question; show, propose and remove: names or ids of documents",
            ),
        ),
    ),
    CommandSpec("projects", "list the projects", ()),
    CommandSpec(
        "derive",
        "propose what follows from the model, each change with its reason and how sure it is",
        (
            _PROJECT,
            _arg("product", choices=PRODUCTS, help="what to derive"),
            _arg("--about", metavar="NODE", help="only what belongs to this node"),
        ),
    ),
    CommandSpec(
        "backup",
        "copy all data into a new folder, with a manifest that proves it",
        (_arg("folder", metavar="FOLDER", help="a folder that is empty or does not exist yet"),),
    ),
    CommandSpec(
        "restore",
        "fill an empty data folder from a backup, after checking it",
        (_arg("folder", metavar="FOLDER", help="the backup"),),
    ),
)


class CommandParser(argparse.ArgumentParser):
    """Tells what cannot be understood as every other error is told, instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        """Raises `InvalidCommand`; the usage goes to standard error first."""
        self.print_usage(sys.stderr)
        raise InvalidCommand(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    shared = CommandParser(add_help=False)
    shared.add_argument("--data", metavar="DIR", default=argparse.SUPPRESS, help="the data folder (GRAPHWRIGHT_DATA)")
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object instead of text"
    )
    shared.add_argument("--api-key", dest="api_key", metavar="KEY", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    top = CommandParser(
        prog="graphwright",
        description="Build, question and check a system model together with a language model.",
        parents=[shared],
    )
    top.add_argument("--version", action="version", version=f"graphwright {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(command.name, help=command.help, description=command.help, parents=[shared])
        for names, options in command.arguments:
            sub.add_argument(*names, **options)
    return top
