"""Writes web/src/protocol/generated.ts: the records, commands, events and fixed tables of the wire, for TypeScript.

What only a drawer reads stands in `later.ts` beside it, so that it comes with the drawer. Everything comes from the
package, so nothing about the wire is typed twice (ADR-12). The types are made by openapi-typescript out of
`web/node_modules` (`make web` brings it). Each file names the digest of what it was made from, so that `--check` finds
an outdated one without node; with node at hand it compares the whole text.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal, get_args

import msgspec

from graphwright import errors, fold
from graphwright.actions.cures import CureResult
from graphwright.actions.imports import ImportTaken
from graphwright.actions.overview import Overview
from graphwright.comments import TEXT_LENGTH
from graphwright.discussion.costs import Costs
from graphwright.discussion.votes import MAX_REASON
from graphwright.graph.foreign import KNOWN_ID_KEYS, MADE_ID_PART, SAID_ID
from graphwright.graph.quality import ENOUGH
from graphwright.graph.views import VIEWS
from graphwright.inquiry import evidence
from graphwright.inquiry import records as inquiry
from graphwright.inquiry.clarity import RequirementQuestions
from graphwright.inquiry.templates import frameworks
from graphwright.interop.passages import CandidateNode
from graphwright.interop.scope import ExportPost
from graphwright.operations import values
from graphwright.operations.plan import API_OPERATIONS
from graphwright.protocol import canvas, commands, documents, events, graph, operations, projects, runs, state, threads
from graphwright.protocol.json_schema import without_nulls
from graphwright.protocol.state_lines import StateLine
from graphwright.protocol.wire import CLOSE_CODES, CLOSE_ERRORS, PROTOCOL_VERSION
from graphwright.runs.compare import RunComparison
from graphwright.saved_views import NAME_LENGTH, PLACE_LENGTH
from graphwright.server.routes.documents import DocumentLine
from graphwright.server.routes.exchange import ExportLine, FormatList, ImportLine
from graphwright.server.routes.machine import ModelList
from graphwright.server.routes.mappings import MappingList
from graphwright.server.routes.quotas import QuotaList
from graphwright.threads import MESSAGE_LENGTH
from graphwright.turns import sources
from graphwright.workflows.registry import BY_NAME, STEP_KINDS

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
GENERATED: Final = WEB / "src" / "protocol" / "generated.ts"
LATER: Final = "later.ts"
COMPILER: Final = WEB / "node_modules" / ".bin" / "openapi-typescript"

UNIONS: Final = {
    "Operation": operations.Operation,
    "ProposedOperation": operations.ProposedOperation,
    "Change": graph.Change,
    "Part": threads.Part,
    "DurableEvent": events.DurableEvent,
    "Event": events.Event,
    "ClientCommand": commands.ClientCommand,
}
"""Given a name of their own; without it their members would be printed wherever the union is used."""

RECORDS: Final = (
    canvas.CanvasState,
    graph.Snapshot,
    operations.Commit,
    events.CommitAnnounced,
    operations.Proposal,
    projects.ProjectHeader,
    runs.Run,
    runs.Step,
    state.State,
    threads.Message,
    threads.Thread,
    documents.Passage,
    documents.PassageHit,
    documents.PassageLink,
    CandidateNode,
    RequirementQuestions,
    Overview,
    RunComparison,
    Costs,
    QuotaList,
    ModelList,
    ImportTaken,
    CureResult,
    FormatList,
    ImportLine,
    DocumentLine,
    ExportLine,
    ExportPost,
    StateLine,
    MappingList,
    # What the steps of an investigation give back.
    evidence.Evidence,
    inquiry.UnderstoodQuestion,
    inquiry.HypothesisResult,
    sources.FoundPassages,
    sources.FoundNodes,
    sources.TraversalResult,
    sources.RetrievalResult,
    inquiry.Template,
    inquiry.WrittenAnswer,
    inquiry.GeneratedAnswer,
    inquiry.RegeneratedAnswer,
    inquiry.QualityCheck,
)
"""Records that REST answers with; the others are reached through commands and events."""

WORDS: Final = {
    "ACCESSES": projects.Access,
    "POLICIES": projects.Policy,
    "CONTEXT_MODES": canvas.ContextMode,
    "LAYOUTS": canvas.Layout,
    "STEP_KINDS": Literal[STEP_KINDS],
    "WORKFLOWS": Literal[tuple(BY_NAME)],
    "PROBLEM_CODES": operations.ProblemCode,
    "SEVERITIES": operations.Severity,
}
"""Closed lists of words that the page iterates over."""

LIMITS: Final = {
    "nameLength": values.NAME_LENGTH,
    "descrLength": values.DESCR_LENGTH,
    "messageLength": MESSAGE_LENGTH,
    "operations": API_OPERATIONS,
    "goodScore": ENOUGH,
    "commentLength": TEXT_LENGTH,
    "voteReasonLength": MAX_REASON,
    "viewNameLength": NAME_LENGTH,
    "placeLength": PLACE_LENGTH,
}

PATTERNS: Final = {"SAID_ID": SAID_ID, "MADE_ID_PART": MADE_ID_PART}
"""What the page looks for in a text as the server does; both languages read them alike."""

# What a `Raw` holds; msgspec can only say "anything" about it.
_RAW: Final = {
    ("ChangesSubmit", "operations"): {"type": "array", "items": {"$ref": "#/components/schemas/Operation"}},
    ("ProposalAmend", "edits"): {
        "type": "object",
        "additionalProperties": {"$ref": "#/components/schemas/Operation"},
    },
}


def document() -> dict[str, Any]:
    """All schemas as an OpenAPI 3.1 document without paths, unions by name."""
    types = [*UNIONS.values(), *RECORDS]
    made, found = without_nulls(msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}"))
    named = dict(zip(UNIONS, made, strict=False))  # the unions come first
    by_members = {_members(schema): name for name, schema in named.items()}
    schemas: dict[str, Any] = {name: _refer(schema, by_members) for name, schema in found.items()}
    for name, union in named.items():
        schemas[name] = {"oneOf": union["anyOf"], "discriminator": union["discriminator"]}
    for (record, field), schema in _RAW.items():
        schemas[record]["properties"][field] = schema
    return {
        "openapi": "3.1.0",
        "info": {"title": "Graphwright", "version": str(PROTOCOL_VERSION)},
        "paths": {},
        "components": {"schemas": schemas},
    }


# A schema is any JSON, so that these two take and give what has no closer type.
def _members(schema: Any) -> frozenset[str]:  # noqa: ANN401
    return frozenset(str(member.get("$ref")) for member in schema.get("anyOf", ()))


def _refer(schema: Any, by_members: dict[frozenset[str], str]) -> Any:  # noqa: ANN401
    """The same schema with every spelled-out union replaced by its name."""
    match schema:
        case list():
            return [_refer(each, by_members) for each in schema]
        case dict():
            return _refer_in(schema, by_members)
        case _:
            return schema


def _refer_in(schema: dict[str, Any], by_members: dict[frozenset[str], str]) -> dict[str, Any]:
    name = by_members.get(_members(schema)) if "anyOf" in schema else None
    if name is not None:
        return {"$ref": f"#/components/schemas/{name}"}
    if schema.get("type") == "object" and not schema.get("properties") and not schema.get("additionalProperties"):
        # A map to any JSON value; unsaid, openapi-typescript takes it for an object that must be empty.
        return {**schema, "additionalProperties": True}
    return {key: _refer(value, by_members) for key, value in schema.items()}


def constants() -> dict[str, object]:
    """The fixed tables the page needs, by the name they get there."""
    profile = msgspec.json.decode((resources.files("graphwright.graph") / "profiles" / "systems.json").read_bytes())
    return {
        "PROTOCOL_VERSION": PROTOCOL_VERSION,
        "CLOSE_CODES": {str(code): meaning for code, meaning in CLOSE_CODES.items()},
        "CLOSE_ERRORS": {str(code): error for code, error in CLOSE_ERRORS.items()},
        "ERROR_CODES": sorted(_error_codes(errors.GraphwrightError)),
        "LIMITS": LIMITS,
        "KNOWN_ID_KEYS": KNOWN_ID_KEYS,
        "RIGHTS": {access: sorted(rights) for access, rights in projects.RIGHTS.items()},
        "ENDED_RUN": sorted(runs.ENDED_RUN),
        "NODE_TYPE_NAMES": _names("nodeTypes"),
        "RELATION_NAMES": _names("relations"),
        "NODE_TYPES": [_kept(each, _NODE_TYPE_FIELDS) for each in profile["nodeTypes"]],
        "VIEWS": msgspec.to_builtins([*VIEWS.values()]),
        "RELATIONS": [_kept(each, _RELATION_FIELDS) for each in profile["relations"]],
        **{name: list(get_args(words)) for name, words in WORDS.items()},
        "RECORDS": {name: _record_kind(kind) for name, kind in fold.RECORDS.items()},
        "FOLD": {_tag(event): [_rule(rule) for rule in rules] for event, rules in fold.FOLD.items()},
    }


def later() -> dict[str, object]:
    """Those that are read where runs are looked at."""
    return {
        "FRAMEWORKS": {
            each.name: {"title": each.title, "sections": {one.section_id: one.title for one in each.sections}}
            for each in frameworks()
        }
    }


def _record_kind(kind: fold.RecordKind) -> dict[str, object]:
    told = kind.record.__struct_encode_fields__ if kind.stored is None else _common(kind.record, kind.stored)
    return {
        "fields": [name for name in told if name != "sequence"],
        "key": [_camel(name) for name in kind.key],
        "group": _camel(kind.group),
        "anyCase": kind.any_case,
    }


def _common(one: type[msgspec.Struct], two: type[msgspec.Struct]) -> list[str]:
    return [name for name in one.__struct_encode_fields__ if name in two.__struct_encode_fields__]


def _rule(rule: fold.Rule) -> dict[str, object]:
    """A rule of the fold, its fields called as on the wire."""
    told: dict[str, object] = {"rule": rule.__struct_config__.tag, "kind": rule.kind}
    match rule:
        case fold.SetFields():
            return told | {
                "values": {_camel(name): value for name, value in rule.values.items()},
                "copied": [_camel(name) for name in rule.copied],
                "gathered": {_camel(name): list(into.__struct_encode_fields__) for name, into in rule.gathered.items()},
            }
        case fold.Put():
            return told | {"of": _camel(rule.of), "completedBy": _camel(rule.completed_by)}
        case fold.PutEntries():
            return told | {"of": _camel(rule.of), "entry": _camel(rule.entry)}
        case fold.Remove():
            return told | {"of": _camel(rule.of)}
        case fold.Clear():
            return told | {"where": _camel(rule.where)}


def _tag(event: type[msgspec.Struct]) -> str:
    return str(event.__struct_config__.tag)


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _names(kind: str) -> list[str]:
    """Of all profiles that ship: what the page has views for."""
    shipped = sorted((resources.files("graphwright.graph") / "profiles").iterdir(), key=lambda each: each.name)
    profiles = [msgspec.json.decode(each.read_bytes()) for each in shipped if each.name.endswith(".json")]
    return list(dict.fromkeys(each["name"] for profile in profiles for each in profile[kind]))


_NODE_TYPE_FIELDS: Final = (
    *("name", "abbreviation", "order", "title", "meaning"),
    *("attributes", "fill", "stroke", "symbol"),
)
_RELATION_FIELDS: Final = ("name", "short", "title", "meaning", "nesting", "pairs")


def _kept(record: dict[str, object], fields: tuple[str, ...]) -> dict[str, object]:
    return {field: record[field] for field in fields if field in record}


def _error_codes(top: type[errors.GraphwrightError]) -> set[str]:
    return {top.code}.union(*(_error_codes(below) for below in top.__subclasses__()))


def digest() -> str:
    """Of everything that goes into the files, this script included."""
    made_of = (
        msgspec.json.encode([document(), constants(), later()], order="deterministic") + Path(__file__).read_bytes()
    )
    return hashlib.sha256(made_of).hexdigest()


def types() -> str:
    """The types, printed by openapi-typescript."""
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "protocol.json"
        schema.write_bytes(msgspec.json.encode(document()))
        flags = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false", "--immutable")
        run = subprocess.run([COMPILER, schema, *flags], cwd=WEB, check=True, capture_output=True, text=True)
    return run.stdout


def text(path: Path) -> str:
    """One of the files, whole."""
    if path.name == LATER:
        return f"{_head()}\n{_tables(later())}"
    patterns = "".join(f"export const {name} = /{pattern.pattern}/;\n" for name, pattern in PATTERNS.items())
    return f"{_head()}{types()}\n{_tables(constants())}{patterns}"


def _tables(tables: dict[str, object]) -> str:
    return "".join(
        f"export const {name} = {msgspec.json.encode(value).decode()} as const;\n" for name, value in tables.items()
    )


def _head() -> str:
    return (
        "// Written by scripts/generate_protocol.py out of graphwright.protocol; never edited.\n"
        f"// Made from {digest()}\n"
    )


def main(arguments: list[str]) -> int:
    """Write the files; with `--check` only say whether they are out of date."""
    if "--check" in arguments:
        stale = next(filter(_is_stale, _paths()), None)
        name = stale and stale.relative_to(ROOT)
        print(f"out of date: {name}; run: python scripts/generate_protocol.py" if name else "up to date")
        return int(stale is not None)
    if not COMPILER.exists():
        print("openapi-typescript is missing; run: cd web && npm ci")
        return 2
    GENERATED.parent.mkdir(parents=True, exist_ok=True)
    for path in _paths():
        path.write_text(text(path), encoding="utf-8")
        print(f"wrote: {path.relative_to(ROOT)}")
    return 0


def _paths() -> tuple[Path, Path]:
    return GENERATED, GENERATED.with_name(LATER)


def _is_stale(path: Path) -> bool:
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    return not found.startswith(_head()) or (COMPILER.exists() and found != text(path))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
