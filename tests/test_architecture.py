"""The shape of the code is a test: who may import whom, how large a module may be, what the locks must hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.sources import MODULES, PACKAGE, ROOT, functions_of, nodes_of, tree_of

CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-dev.lock")

# Above this a file holds more than one idea.
MAX_LINES = 600

# What is pure, and what the pure may not reach. import-linter refuses names of modules that do not exist yet, so the
# contract grows with the package and this list says what it has to hold in the end.
PURE = (
    "protocol",
    "graph",
    "formats",
    "operations.conflicts",
    "operations.execution_order",
    "operations.parse",
    "operations.plan",
    "operations.refs",
    "operations.staged",
    "operations.staging",
    "operations.values",
    "runs.tree",
)
IMPURE = ("bus", "llm", "ports", "projects", "store", "threads", "runs.engine", "operations.commit")


def name_of(module: Path) -> str:
    """The dotted name of a module, for messages."""
    return ".".join(module.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def exists(name: str) -> bool:
    """Whether the package has a module or a folder with code of that name."""
    path = PACKAGE.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or any(path.glob("*.py"))


def tracked_files() -> list[Path]:
    """All files that git keeps, as far as they are still there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def locked(name: str) -> dict[str, str]:
    """The distributions of a lock file, each with everything that stands under it."""
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {canonicalize_name(block.split("==")[0]): block for block in blocks if "==" in block.split("\n")[0]}


def test_imports_keep_to_the_contracts():
    """The contracts stand in pyproject.toml; `make check` prints the chain that breaks one."""
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))",
        ],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )

    assert run.returncode == 0, run.stdout + run.stderr


def imports_of(module: Path) -> dict[str, int]:
    """What a file imports of the package, types and imports in functions included: dotted names and their lines."""
    found: dict[str, int] = {}
    for origin in nodes_of(module, ast.ImportFrom):
        if origin.module and origin.module.split(".")[0] == PACKAGE.name:
            for alias in origin.names:
                full = f"{origin.module}.{alias.name}"
                found.setdefault(full if full in NAMES_OF_MODULES else origin.module, origin.lineno)
    for node in nodes_of(module, ast.Import):
        found.update({alias.name: node.lineno for alias in node.names if alias.name in NAMES_OF_MODULES})
    return {name: line for name, line in found.items() if name != name_of(module)}


NAMES_OF_MODULES = {name_of(module) for module in MODULES}


@pytest.mark.requirement("H-81")
def test_no_file_imports_itself_by_way_of_others():
    """Imports for type checkers count too: who reads a file has to read what its types come from."""
    wanted = {name_of(module): set(imports_of(module)) for module in MODULES}
    assert sum(map(len, wanted.values())) > len(MODULES)

    assert circles(wanted) == {}


def circles(wanted: dict[str, set[str]]) -> dict[str, list[str]]:
    """What is left when files that import none of the rest are taken away, and then those that none of the rest imports."""
    left = {name: set(names) for name, names in wanted.items()}
    for turned in (False, True):
        while True:
            imported = set().union(*left.values()) if left else set()
            loose = {
                name for name, names in left.items() if (name not in imported if turned else not names & left.keys())
            }
            if not loose:
                break
            left = {name: names - loose for name, names in left.items() if name not in loose}
    return {name: sorted(names & left.keys()) for name, names in sorted(left.items())}


@pytest.mark.requirement("H-81")
def test_a_circle_is_found_where_there_is_one():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {"b": ["c"], "c": ["b"]}


LATE = {
    "actions.proposals": ("offline.derivation.propose", "three lexicons, for whoever derives"),
    "app": (
        (
            "contributions.limits, contributions.loading, interop.registry, llm.providers, llm.remote_catalogue, "
            "offline.assistant, offline.names, offline.waiting, search.local"
        ),
        "the tools, every reader and writer, the HTTP client, the lexicons, numpy: what is configured",
    ),
    "cli": ("cli.dispatch, cli.guard, cli.output", "`--help` and a typing error need no program behind them"),
    "cli.dispatch": (
        "cli, cli.commands, cli.demo, cli.mcp, cli.serve",
        "every command, the libraries of the server, the protocol of agents: a process runs one of them",
    ),
    "cli.serve": (
        "cli.demo, cli.host_command, cli.plugins, fleet.domain, fleet.exclusions, fleet.serving, server.server_state",
        "the sample, every command for whoever types one elsewhere, the way between servers and the driver",
    ),
    "cli.mcp": ("cli.mcp_relay", "the HTTP client, where a server owns the folder"),
    "context.retrieve": ("context.meaning", "numpy"),
    "contributions.loading": ("contributions.file_formats", "every reader and writer, for whoever has a plugin"),
    "documents.index": ("search.kept_vectors", "numpy"),
    "interop.choosing": ("interop.registry", "every reader and writer, for whoever names a format or has a file"),
    "projects": ("graph.load", "every rule, for whoever opens or makes a project"),
    "search.local": ("search.vectors", "numpy"),
    "search.shelf": ("search.scoring", "numpy"),
    "server.routes.talk": (
        "offline.offering, offline.understand",
        "three lexicons and a grammar, for whoever is offered sentences",
    ),
    "server.serve": ("server.http, server.server_state", "most of the program, while the first page is on its way"),
    "server.server_state": (
        "mail.composing, mail.posting",
        "the form and the protocol of mails, where a mail server is set",
    ),
    "storage": (
        "store.postgres.lease, store.postgres.lease_table, store.postgres.store",
        "the driver, for whoever has such a database",
    ),
    "store.moving": ("store.postgres, store.postgres.store", "the same driver"),
    "workbench": ("opening", "what works on a project, which is half of the program"),
}
"""Imports inside functions cost a reader; each of these pays with what not every start has to load."""


@pytest.mark.requirement("H-81")
def test_imports_inside_functions_are_those_that_pay():
    late: dict[str, set[str]] = {}
    for module in MODULES:
        if not any(node.col_offset for node in nodes_of(module, ast.ImportFrom)):
            continue
        for function in functions_of(module):
            late.setdefault(name_of(module), set()).update(
                (node.module or "").removeprefix("graphwright.")
                for node in ast.walk(function)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name)
            )

    found = {name.removeprefix("graphwright."): ", ".join(sorted(names)) for name, names in late.items() if names}
    assert found == {name: imports for name, (imports, _) in LATE.items()}


@pytest.mark.parametrize(("field", "names"), [("source_modules", PURE), ("forbidden_modules", IMPURE)])
def test_the_purity_contract_holds_every_module_it_should(field, names):
    (contract,) = (it for it in CONFIG["tool"]["importlinter"]["contracts"] if it["id"] == "pure")
    named = {module.removeprefix("graphwright.").removesuffix(".*") for module in contract[field]}

    assert [name for name in names if exists(name) and name not in named] == []


@pytest.mark.parametrize("module", MODULES, ids=name_of)
@pytest.mark.requirement("WC-20", "WE-20")
def test_a_module_says_its_one_job_and_stays_small(module):
    assert ast.get_docstring(tree_of(module)), "no module docstring"
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_no_file_knows_where_somebody_works():
    """A path of one machine works nowhere else."""
    private = re.compile(rb"(?<![\w.~$}])/(?:home|root|Users|work)/")
    found = []
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" not in content and private.search(content):
            found.append(str(path.relative_to(ROOT)))

    assert found == []


SILENT = {"SilentListener", "NoModels", "_NoSpan"}
"""Classes that do nothing on purpose."""


@pytest.mark.requirement("WC-18")
def test_no_function_is_a_stub():
    """One that says nothing but `...`, `pass` or that it is not implemented; a protocol only names what others do."""
    found: list[str] = []
    for module in MODULES:
        promised = {
            id(function)
            for each in nodes_of(module, ast.ClassDef)
            if each.name in SILENT or any("Protocol" in ast.unparse(base) for base in each.bases)
            for function in ast.walk(each)
        }
        found += [
            f"{name_of(module)}.{each.name}"
            for each in functions_of(module)
            if id(each) not in promised
            and not any("overload" in ast.unparse(one) for one in each.decorator_list)
            and all(is_empty(statement) for statement in each.body)
        ]

    assert found == []


def is_empty(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Name(id="NotImplementedError") | ast.Call(func=ast.Name(id="NotImplementedError"))):
            return True
        case _:
            return False


@pytest.mark.requirement("R-28")
def test_no_text_of_a_person_is_a_pattern():
    """Where names stand in one they are escaped; elsewhere patterns are constants of the program."""
    ways = ("compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")
    makes = {"late_pattern", *(f"re.{way}" for way in ways)}
    made: dict[str, bool] = {}
    for module in MODULES:
        calls = {
            id(call)
            for call in nodes_of(module, ast.Call)
            if ast.unparse(call.func) in makes and not isinstance(call.args[0], ast.Constant)
        }
        for function in functions_of(module) if calls else ():
            if any(id(node) in calls for node in ast.walk(function)):
                made[f"{name_of(module)}.{function.name}"] = "re.escape(" in ast.unparse(function)

    assert made == {
        "graphwright.discussion.reading._header": True,
        "graphwright.formats.escape.positions": True,
        "graphwright.operations.cures.mentions._whole": True,
        # Patterns on the names of models, from the package's own data files; likewise the sentences of a language.
        "graphwright.llm.capabilities._family_of": False,
        "graphwright.offline.personas._votes": True,
        "graphwright.text.recognition.pattern": False,
        "graphwright.offline.dialogue.in_halves._words": False,
        "graphwright.offline.dialogue.numbered._numbering": False,
        "graphwright.offline.meaning.wished_steps._wording": False,
        "graphwright.offline.meaning.processes.separated": True,
        "graphwright.offline.dialogue.mending._article": False,
        "graphwright.offline.dialogue.mending._meaning": False,
        "graphwright.offline.dialogue.mending.said_again": True,
        "graphwright.offline.meaning.measuring.__init__": True,
        "graphwright.offline.meaning.obligations._forms": False,
        "graphwright.offline.meaning.recounting._denied": False,
        "graphwright.offline.meaning.recounting._numbered": False,
        # Constants, put together from others for the first text.
        "graphwright.grammar.tokens._token": False,
        "graphwright.text.late_patterns.__getattr__": False,
        "graphwright.text.numerals._spelling": True,
        "graphwright.text.quantities._amount_parts": False,
        "graphwright.text.quantities._quantity": False,
        "graphwright.store.pseudonyms.__init__": True,
        "graphwright.turns.answers.claims_a_change": False,
    }
    page = [path for path in (ROOT / "web" / "src").rglob("*.ts*") if "new RegExp(" in path.read_text("utf-8")]
    assert page == []


@pytest.mark.requirement("R-55")
@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_distribution_has_its_hashes_and_no_address(lock):
    distributions = locked(lock)

    assert len(distributions) > len(CONFIG["project"]["dependencies"])
    assert [name for name, block in distributions.items() if "--hash=sha256:" not in block] == []
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


@pytest.mark.requirement("R-55")
def test_set_up_installs_only_what_has_a_hash():
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    installs = [line for line in lines if "$(PIP_INSTALL)" in line]

    of_locks = [line for line in installs if ".lock" in line]
    assert (len(of_locks), [line for line in of_locks if "--require-hashes" not in line]) == (3, [])
    # And nothing that the lock does not name: a newer release of an extra's package must not stop it.
    assert [line for line in installs if "--no-deps" not in line] == []


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.lock", ("fast", "tokens")), ("requirements-dev.lock", ("docs", "fast", "tokens", "dev"))],
)
def test_the_locks_hold_what_the_project_asks_for(lock, extras):
    project = CONFIG["project"]
    wanted = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    distributions = locked(lock)

    for requirement in map(Requirement, wanted):
        block = distributions[canonicalize_name(requirement.name)]
        version = re.match(r"[^=]+==([^\s;\\]+)", block)
        assert version is not None
        assert requirement.specifier.contains(version[1]), f"{requirement} is not met by {version[0]}: run `make lock`"
