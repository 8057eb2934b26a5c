"""What may be typed: one table of commands with their arguments, from which the parser and the docs are made."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, NoReturn

from graphwright.choices import Choices
from graphwright.errors import InvalidCommand
from graphwright.protocol.products import PRODUCTS
from graphwright.version import VERSION


class ArgumentSpec(NamedTuple):
    """One argument, as `argparse` wants it."""

    names: tuple[str, ...]
    options: dict[str, Any]


class CommandSpec(NamedTuple):
    """One command."""

    name: str
    function: str
    """The module here and its function that run it on an open workbench; empty where the command opens its own."""
    help: str
    arguments: tuple[ArgumentSpec, ...]


def _command(call: str, told: str, *arguments: ArgumentSpec) -> CommandSpec:
    """A command, written as `name` or `name module:function`."""
    name, _, function = call.partition(" ")
    return CommandSpec(name, function, told, arguments)


def _arg(name: str, metavar: str, told: str, *, other: str = "", **options: object) -> ArgumentSpec:
    """An argument with a value."""
    return ArgumentSpec((name, other) if other else (name,), {"metavar": metavar, "help": told, **options})


def _flag(name: str, told: str) -> ArgumentSpec:
    """An option that is there or not."""
    return ArgumentSpec((name,), {"action": "store_true", "help": told})


def _choice(name: str, told: str, choices: Container[object], **options: object) -> ArgumentSpec:
    """An argument that is one of several words, which its help lists."""
    metavar = name.lstrip("-").upper()  # else argparse would write the words out when it begins, and load them for it
    return ArgumentSpec((name,), {"metavar": metavar, "help": told + LISTED, "choices": choices, **options})


def _how_many(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number from 0 to {10**_DIGITS - 1:,}")
    return int(text)


_DIGITS: Final = 6
LISTED: Final = ": %(choices)s"
"""What `argparse` puts the choices into when somebody asks for help."""
_PROJECT: Final = _arg("project", "PROJECT", "short name or id of the project")
_HOST: Final = _arg("--host", "ADDRESS", "address to listen on (GRAPHWRIGHT_HOST)")
_PORT: Final = _arg("--port", "N", "port to listen on, 0 takes a free one (GRAPHWRIGHT_PORT)")
_LIMIT: Final = _arg("--limit", "N", "how many, newest first (50); 0 = all", type=_how_many, default=50)
_AT: Final = _arg("--at", "REVISION", "as it was: a revision's number, or a baseline's name", other="--revision")
_CURING: Final = (
    _flag("--dry-run", "tell what would move, be kept, be lost and end; change nothing"),
    _flag("--propose", "let somebody decide it instead of applying it"),
    _arg("--reason", "TEXT", "why, for those who read the history"),
)
_END: Final = _flag("--end", "take it away instead")
_RUN: Final = _arg("run", "RUN", "id of the run")

COMMANDS: Final = (
    _command("serve", "open the workbench to browsers and programs, until it is stopped", _HOST, _PORT),
    _command(
        "demo",
        "open the workbench on the sample project, without any key or network",
        _HOST,
        _PORT,
        _flag("--print", "show it here in the terminal instead"),
    ),
    _command(
        "mcp", "give an agent of yours a project, on standard input and output (Model Context Protocol)", _PROJECT
    ),
    _command(
        "token people:token",
        "make an API token for a project and print it; it is shown only now",
        _PROJECT,
        _choice("--access", "what it may do there", Choices("protocol.projects:Access"), required=True),
        _arg("--days", "N", "how long it lives (30)", type=int, default=30),
    ),
    _command(
        "models models:models",
        "tell which language models are configured, which workflows each can do and why not, and what it costs",
        _flag("--probe", "ask each of them three small things first"),
    ),
    _command(
        "plugin plugins:list_plugins",
        "tell which plugins are loaded and what each brings, or why not; or write a new one to begin with",
        _choice("action", "what to do", ("list", "new")),
        _arg("name", "NAME", "new: what the plugin is called", nargs="?"),
        _arg("--folder", "DIR", "new: where to (a folder of that name)"),
    ),
    _command(
        "password people:password",
        "choose the owner's password, to log in from browsers; it is asked for, or read from standard input",
    ),
    _command(
        "audit auditing:audit",
        "tell who came in, what rights, secrets and settings were touched and what left, and that nothing was changed",
        _choice("action", "what to do", ("list", "verify", "export")),
        _arg("--search", "WORDS", "only entries that hold all of these words"),
        _arg("--since", "DATE", "only entries from then on (UTC)"),
        _choice("--format", "export: lines of JSON, or the Common Event Format", ("jsonl", "cef"), default="jsonl"),
    ),
    _command(
        "second-factor people:second_factor",
        "take away the second factor of somebody who lost theirs; they log in with the password alone then",
        _arg("name", "NAME", "what the person is called"),
    ),
    _command(
        "passkeys people:passkeys", "take away somebody's passkeys", _arg("name", "NAME", "what the person is called")
    ),
    _command("scim-token people:scim_token", "make the token of the organisation's directory (SCIM)", _END),
    _command("directory people:directory_standing", "tell what came from the organisation's directory (SCIM)"),
    _command(
        "disconnect people:disconnect",
        "take away the identity of the organisation's provider that opens an account, so that another can be connected",
        _arg("name", "NAME", "what the person is called"),
    ),
    _command(
        "person people:person",
        "tell who has an account, or delete a person: their account goes, a pseudonym takes the place of their name",
        _choice("action", "what to do", ("list", "delete")),
        _arg("name", "NAME", "delete: the name of the person; without --confirm it is told what would go", nargs="?"),
        _arg("--confirm", "NAME", "delete: the same name once more, and it is done"),
    ),
    _command(
        "personal-data people:personal_data",
        "print all that is kept of a person, as lines of JSON; secrets are left out",
        _arg("name", "NAME", "what the person is called"),
    ),
    _command("sign-in signing:sign_in", "ask the identity provider about itself, and tell what to register there"),
    _command(
        "sessions signing:sessions",
        "tell who is logged in where, or end a session, or all of a person",
        _choice("action", "what to do", ("list", "end")),
        _arg("session", "SESSION", "end: the id of a session, or the name of a person", nargs="?"),
    ),
    _command(
        "say talking:say",
        "say something to the assistant; it answers and changes the model",
        _PROJECT,
        _arg("text", "TEXT", "what you want, in your own words; - reads standard input"),
        _choice(
            "--workflow",
            "which workflow answers (auto)",
            Choices("workflows.registry:BY_NAME", "auto", and_plugins=":"),
            default="auto",
        ),
        _arg("--thread", "THREAD", "go on with this conversation instead of beginning one"),
        _choice(
            "--policy", "stricter than the project's policy, for this message", Choices("protocol.projects:Policy")
        ),
        _arg("--rounds", "N", "of a discussion, at most (3)", type=int),
        _arg(
            "--document",
            "NAME",
            "name or id of a document to discuss or investigate; may stand several times",
            action="append",
        ),
        _arg("--at", "REVISION", "ask about the model as it was then: a number, or a baseline's name"),
    ),
    _command(
        "steer discussing:steer",
        "take part in a discussion that is under way; it is heard before the next turn",
        _RUN,
        _choice("action", "what to do", Choices("protocol.runs:SteerAction")),
        _arg("text", "TEXT", "what you say, or ask; the reason of a vote", nargs="?"),
        _arg("--persona", "NAME", "whom askPersona asks"),
        _arg("--rounds", "N", "how many addRounds adds (1)", type=int),
        _arg("--claim", "NUMBER", "what vote is about, such as 4.1"),
        _choice("--stance", "how you vote", Choices("protocol.runs:PersonStance")),
    ),
    _command(
        "decision discussing:decision", "print the decision record of a discussion, as far as it is written", _RUN
    ),
    _command(
        "costs discussing:costs",
        "what runs used up, by run, person, day and language model",
        _PROJECT,
        _choice("--workflow", "only of this workflow", Choices("workflows.registry:BY_NAME", and_plugins=":")),
        _LIMIT,
    ),
    _command(
        "apply changing:apply",
        "apply a recorded model answer, a Format E diff or our own JSON, as your own change",
        _PROJECT,
        _arg("file", "FILE", "the answer; - reads standard input"),
        _flag("--dry-run", "say what would happen, change nothing"),
        _flag("--propose", "let somebody decide it instead of applying it"),
        _arg("--base", "REVISION", "the revision that the change was made on (newest)", type=int),
        _arg("--command-id", "UUID", "makes a repetition safe: same id, same answer"),
    ),
    _command(
        "show reading:show",
        "print the model",
        _PROJECT,
        _choice(
            "--format",
            "how to print it (table)",
            Choices("interop.registry:TEXT_FORMATS", and_plugins=""),
            default="table",
        ),
        _AT,
    ),
    _command(
        "search searching:search",
        "find nodes by id, name, words, meaning and what lies around them, and say why",
        _PROJECT,
        _arg("text", "TEXT", "a question, some words, a name or an id"),
        _AT,
        _arg("--limit", "N", "how many nodes (20)", type=int, default=20),
    ),
    _command(
        "check checking:check",
        "list what the rules find, with hints, scores and gates",
        _arg("project", "PROJECT", "short name or id of the project, or a folder that sync writes"),
        _choice("--format", "how to tell it (text)", Choices("cli.checking:CHECK_FORMATS")),
        _choice(
            "--fail",
            "exit with 1 where something counts now and is as bad (of a folder error, of a project never)",
            Choices("cli.checking:FAIL"),
        ),
        _flag("--deep", "also rebuild everything derived from the journal and compare"),
    ),
    _command(
        "clarify clarifying:clarifying",
        "ask what requirements leave open, with answers to choose from",
        _PROJECT,
        _arg("nodes", "REQUIREMENT", "id or name of a requirement; none: all of them", nargs="*"),
    ),
    _command(
        "understand understanding:understanding",
        "show how the offline assistant reads a text, as a tree, and what would come of it; changes nothing",
        _arg("text", "TEXT", "one or more sentences; - reads standard input"),
        _arg("--project", "PROJECT", "read it against the model of this project (an empty one)"),
    ),
    _command(
        "new changing:new",
        "make an empty project; the other commands make one with profile systems when they need it",
        _PROJECT,
        _arg("file", "FILE", "a profile of your own; - reads standard input", nargs="?"),
        _arg("--profile", "NAME", "a shipped profile (systems)", default="systems"),
        _choice("--policy", "how changes of the assistant are applied", Choices("protocol.projects:Policy")),
        _choice("--language", "of answers, where a message does not tell", Choices("settings:Language")),
    ),
    _command(
        "configure changing:configure",
        "change a project's policy, language or phase, or whether viewers may ask",
        _PROJECT,
        _choice("--policy", "how changes of the assistant are applied", Choices("protocol.projects:Policy")),
        _choice("--language", "of answers, where a message does not tell", Choices("settings:Language")),
        _choice("--phase", "what the model must meet by now, see the gates", (1, 2, 3, 4), type=int),
        _choice("--viewers-ask", "whether viewers may ask, which costs money", ("yes", "no")),
    ),
    _command("undo changing:undo", "take back your newest change that is not taken back yet", _PROJECT),
    _command("redo changing:redo", "bring back what you undid last", _PROJECT),
    _command(
        "revert changing:revert",
        "take back a commit, or everything a run or message did",
        _PROJECT,
        _arg("commit", "COMMIT", "id of a commit, run or message, or a revision number"),
    ),
    _command("history reading:history", "list the commits", _PROJECT, _LIMIT),
    _command(
        "baseline baselines:baseline",
        "give a revision a name to find, ask and compare it by; without a name list them",
        _PROJECT,
        _arg("name", "NAME", "letters, digits, '.', '-' and '_', such as PDR or v1.2", nargs="?"),
        _arg("--at", "REVISION", "which revision (the newest)"),
        _arg("--rename", "NAME", "give the baseline this other name"),
        _flag("--remove", "take the name away; the revision stays"),
    ),
    _command(
        "compare baselines:compare",
        "say what was added, modified and deleted from one revision to another",
        _PROJECT,
        _arg("base", "BASE", "a revision's number, or a baseline's name"),
        _arg("revision", "REVISION", "the same (the newest)", nargs="?"),
    ),
    _command(
        "diff differing:diff",
        "say what is different between two models: files, folders that sync writes, projects, baselines",
        _arg("before", "BEFORE", "a file, a folder, PROJECT, or PROJECT@REVISION with a number or a baseline's name"),
        _arg("after", "AFTER", "the same"),
        _choice("--format", "how to tell it (text)", Choices("cli.differing:DIFFERENCE_FORMATS")),
        _arg("--output", "FILE", "where the page goes (standard output)"),
    ),
    _command(
        "comment commenting:comment",
        "list the comments on a model, write one, answer or resolve one",
        _PROJECT,
        _arg(
            "about",
            "ABOUT",
            "a node by any id or its name; an edge, proposal, passage, step or message by its id; or a comment's id",
            nargs="?",
        ),
        _arg("text", "TEXT", "what you remark; members are called as @Name", nargs="?"),
        _arg("--reply", "TEXT", "answer the comment"),
        _flag("--resolve", "take the comment as dealt with"),
        _flag("--reopen", "it is not dealt with after all"),
        _flag("--remove", "take the comment away, as long as nobody has answered it"),
        _flag("--all", "list also those that are resolved"),
    ),
    _command(
        "share sharing:share",
        "list the links by which people without an account look at one thing, make one, or end one",
        _PROJECT,
        _arg("element", "ELEMENT", "share this node, by any of its ids or its name", nargs="?"),
        _arg("--view", "VIEW", "share a view of the diagram, such as hierarchy or requirements"),
        _arg("--thread", "ID", "share a conversation"),
        _arg("--days", "N", "how long the link leads there (7)", type=int, default=7),
        _arg("--end", "ID", "end this link"),
    ),
    _command(
        "proposals deciding:proposals",
        "list the proposals that wait for a decision, and their operations",
        _PROJECT,
        _flag("--all", "also those that are decided, with who decided them"),
    ),
    _command(
        "decide deciding:decide",
        "accept or reject a proposal, or withdraw your own",
        _arg("proposal", "PROPOSAL", "id of the proposal"),
        _choice("decision", "", ("accept", "reject", "withdraw")),
        _arg("--only", "OP,...", "accept only these operations"),
        _arg("--without", "OP,...", "accept all but these and what needs them"),
        _arg("--digest", "DIGEST", "what you saw (default: as it stands now)"),
        _arg("--feedback", "TEXT", "why, for the assistant and the record"),
    ),
    _command(
        "amend deciding:amend",
        "edit operations of a proposal before it is decided: a new version",
        _arg("proposal", "PROPOSAL", "id of the proposal"),
        _arg(
            "file",
            "FILE",
            "JSON list of edited operations; - reads standard input; "
            "without it the proposal is renewed on the model as it is now",
            nargs="?",
        ),
        _arg("--digest", "DIGEST", "what you saw (default: as it stands now)"),
    ),
    _command("runs runs:runs", "list the runs of a project", _PROJECT, _LIMIT),
    _command(
        "run runs:run",
        "show the steps of a run, with times and tokens",
        _RUN,
        _flag("--resume", "take it up if its process ended while it was under way"),
        _flag("--cancel", "stop it for good"),
        _flag("--digest", "print the tree as text for a language model"),
        _flag("--tree", "print its branches, what each cost, and what was found"),
        _arg("--against", "RUN", "lay it beside another run, step by step"),
        _choice("--format", "write it as a file for others instead", Choices("interop.runs.write:RunFormat")),
        _arg("--output", "FILE", "where to write that file (standard output)"),
    ),
    _command(
        "verify runs:verify",
        "check a file of evidence about a run; it needs no data of ours",
        _arg("file", "FILE", "what `run RUN --format evidence` wrote; - reads standard input"),
        _arg("--against", "PROJECT", "also hold each entry against this project's journal"),
    ),
    _command(
        "answer talking:answer",
        "answer the form that a run waits for",
        _RUN,
        _arg("step", "STEP", "id of the waiting step"),
        _arg("values", "KEY=VALUE", "one for each field", nargs="*"),
        _flag("--skip", "let the form's assumption hold"),
    ),
    _command("threads reading:threads", "list the conversations of a project", _PROJECT),
    _command(
        "thread reading:thread",
        "print a conversation",
        _arg("thread", "THREAD", "id of the conversation"),
        _choice("--format", "how to print it (text)", ("text", "markdown", "json"), default="text"),
    ),
    _command(
        "import exchanging:import_file",
        "bring a model in: at once into an empty project, else as a proposal",
        _PROJECT,
        _arg("file", "FILE", "the file; - reads standard input"),
        _choice(
            "--format",
            "what it is (recognised by its content)",
            Choices("interop.registry:IMPORT_FORMATS", and_plugins=""),
        ),
        _arg(
            "--map",
            "PLACE=MEANING",
            "of a table: SHEET=TYPE, SHEET=- (leave out), SHEET.COLUMN=id, name, descr, type, attribute, - or "
            "'-> RELATION' or '<- RELATION'; may stand several times, and is remembered for tables with these headers",
            action="append",
        ),
        _flag("--dry-run", "say what would happen, change nothing"),
    ),
    _command(
        "mapping mappings:mapping",
        "list how tables are read that people have said something of; change or forget one",
        _PROJECT,
        _arg("mapping", "MAPPING", "its id, as the list has it", nargs="?"),
        _arg(
            "--map",
            "PLACE=MEANING",
            "what it is from now on: TYPE for its rows as =TYPE, COLUMN=MEANING as for import; may stand several times",
            action="append",
            default=[],
        ),
        _flag("--forget", "read such tables by what they look like again"),
    ),
    _command(
        "export exchanging:export",
        "write the model for others, with a report of what the format cannot hold",
        _PROJECT,
        _choice(
            "--format",
            "which (what the name of the file promises, else json)",
            Choices("interop.registry:EXPORT_FORMATS", and_plugins=""),
        ),
        _AT,
        _choice("--view", "only what this view of the graph shows", Choices("graph.views:VIEW_NAMES")),
        _arg("--focus", "NODE", "what a view such as fchain is about (the first there is)"),
        _arg(
            "--select",
            "NODE",
            "only this element, what it is composed of, and the flows between; may stand several times",
            action="append",
            default=[],
        ),
        _arg("--type", "TYPE", "only elements of this type; may stand several times", action="append", default=[]),
        _arg("--relation", "RELATION", "only this relation; may stand several times", action="append", default=[]),
        _arg("--output", "FILE", "where to (standard output)"),
    ),
    _command(
        "sync syncing:sync",
        "keep a model in a folder of text files, for git: changes of both sides are merged, each once",
        _arg("folder", "FOLDER", "the folder; made where it does not exist"),
        _arg("--project", "PROJECT", "which project (the one that the folder names); made where it does not exist"),
        _choice("--keep", "whose value holds where both changed the same", Choices("interop.folder.merging:KEEP")),
        _flag("--dry-run", "say what would happen, change nothing"),
    ),
    _command(
        "documents documents:documents",
        "bring in documents that people and the assistant can cite: add, list, show, find, propose, remove",
        _choice("action", "", ("add", "list", "show", "find", "propose", "remove")),
        _PROJECT,
        _arg(
            "paths",
            "PATH",
            "add: files and folders; find: a question; show, propose and remove: names or ids of documents",
            nargs="*",
        ),
    ),
    _command(
        "webhook webhooks:webhook",
        "tell another program what happens in a project: list, add, on, off, test, redeliver, secret, remove",
        _choice("action", "", Choices("cli.webhooks:WEBHOOK_ACTIONS")),
        _PROJECT,
        _arg("target", "URL|WEBHOOK", "add: the address; else: the id of the webhook, or its end", nargs="?"),
        _arg("--event", "TYPE", "add: only this type of event; may stand several times", action="append", default=[]),
        _arg("--description", "TEXT", "add: what it is for"),
        _arg("--after", "SEQUENCE", "add: tell the events after this one too (0: all)", type=int),
        _arg("--sequence", "SEQUENCE", "redeliver: which event", type=int),
        _flag("--from-now", "on: leave out what was not told yet"),
    ),
    _command(
        "schedule schedules:schedule",
        "have a workflow started at times by the running server: list, add, edit, on, off, remove",
        _choice("action", "", Choices("cli.schedules:SCHEDULE_ACTIONS")),
        _PROJECT,
        _arg("name", "NAME", "what it is called; else the name or id of a schedule", nargs="?"),
        _arg("--cron", "WORDS", "minute, hour, day, month, weekday, such as '0 3 * * 1-5'; or @hourly, @daily"),
        _arg("--zone", "ZONE", "the time zone that is meant, such as Europe/Berlin (UTC)"),
        _choice("--workflow", "what is started", Choices("schedules.schedules:SCHEDULABLE", and_plugins=":")),
        _arg("--text", "TEXT", "what is asked"),
        _choice("--missed", "what of times at which no server ran (once)", Choices("schedules.records:Missed")),
        _arg("--calls-a-day", "N", "model calls of its runs within 24 hours; 0: no limit", type=_how_many),
    ),
    _command("projects reading:projects", "list the projects"),
    _command(
        "merge curing:merge",
        "let one node stand for others, too: it takes over their edges and what it leaves open, and they go",
        _PROJECT,
        _arg("kept", "KEPT", "id or name of the node that stays"),
        _arg("others", "OTHER", "id or name of a node that becomes part of it", nargs="+"),
        *_CURING,
    ),
    _command(
        "retype curing:retype",
        "make a node one of another type, with its name, fields and edges, under a new id",
        _PROJECT,
        _arg("node", "NODE", "id or name of the node"),
        _arg("type", "TYPE", "the type that it is to be of"),
        _flag("--drop-edges", "let go of edges that the new type may not have, instead of refusing"),
        *_CURING,
    ),
    _command(
        "relink curing:relink",
        "let an edge lead from or to another node, or be one of another relation",
        _PROJECT,
        _arg("edge", "EDGE", "id of the edge, or its ends: 'Guest -io-> Order'"),
        _arg("--source", "NODE", "where it leads from now on"),
        _arg("--target", "NODE", "where it leads to from now on"),
        _arg("--type", "RELATION", "which relation it is from now on"),
        *_CURING,
    ),
    _command(
        "derive deciding:derive",
        "propose what follows from the model, each change with its reason and how sure it is",
        _PROJECT,
        _choice("product", "what to derive", PRODUCTS),
        _arg("--about", "NODE", "only what belongs to this node"),
    ),
    _command(
        "backup storing:backup",
        "copy all data into a new folder, with a manifest that proves it",
        _arg("folder", "FOLDER", "a folder that is empty or does not exist yet"),
    ),
    _command("compact compacting:compact", "remove what nobody can see any more", _flag("--dry-run", "only tell it")),
    _command(
        "restore",
        "fill an empty data folder, or the empty database of the settings, from a backup, after checking it",
        _arg("folder", "FOLDER", "the backup"),
    ),
    _command(
        "migrate",
        "copy everything from a data folder or a PostgreSQL into another one that is empty, and verify every hash",
        _arg("source", "FROM", "a data folder, or an address that begins with postgresql://"),
        _arg("target", "TO", "the same: what is to hold everything; it must be empty"),
    ),
)


class CommandParser(argparse.ArgumentParser):
    """Tells what cannot be understood as every other error is told, instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        """Raises `InvalidCommand`; the usage goes to standard error first."""
        self.print_usage(sys.stderr)
        raise InvalidCommand(message)


def parser_of(words: Sequence[str]) -> argparse.ArgumentParser:
    """What reads this command line: of sixty commands a process runs one, which mostly is the first word."""
    first = words[0] if words else ""
    return parser(first if any(each.name == first for each in COMMANDS) else None)


@cache
def parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line, or of the lines that begin with this command."""
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
    top.add_argument("--version", action="version", version=f"graphwright {VERSION}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for each in COMMANDS:
        if command not in {None, each.name}:
            continue
        sub = commands.add_parser(each.name, help=each.help, description=each.help, parents=[shared])
        for names, options in each.arguments:
            sub.add_argument(*names, **options)
    return top
