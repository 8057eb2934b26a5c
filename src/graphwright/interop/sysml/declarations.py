"""What the head of a statement declares: its keyword, names, types, and the elements it refers to.

One grammar for all kinds of declarations: prefixes, a keyword, a name, and clauses in any order. Multiplicities and
other expressions are passed over; a value is kept as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from graphwright.interop.sysml.statements import Statement
from graphwright.interop.sysml.tokens import SourceToken, TokenKind

Path: TypeAlias = tuple[str, ...]
"""The steps of a qualified name or feature chain."""

_PREFIXES_WORDS: Final = """
public private protected abstract variation variant readonly derived constant end individual
snapshot timeslice standard library then return entry do exit parallel composite portion new not
"""
_PREFIXES: Final = frozenset(_PREFIXES_WORDS.split())
_DIRECTIONS: Final = frozenset({"in", "out", "inout"})
_ROLES_WORDS: Final = """
satisfy verify include perform exhibit event assert subject actor stakeholder objective require
assume frame render expose
"""
_ROLES: Final = frozenset(_ROLES_WORDS.split())
"""Words that say what an element is for; a keyword of what it is may follow."""
_KINDS_WORDS: Final = """
package namespace attribute enum occurrence item part port connection interface allocation flow
message action state calc constraint requirement concern case analysis verification use view
viewpoint rendering metadata dependency allocate connect bind import alias doc comment rep language
first succession accept send assign if else while for loop until transition fork join merge decide
terminate filter locale class struct datatype assoc behavior function predicate feature type
classifier metaclass interaction step expr bool inv connector binding
"""
_KINDS: Final = frozenset(_KINDS_WORDS.split())
_CLAUSES: Final = {
    ":": "types", "defined": "types", "typed": "types", "of": "types",
    ":>": "subsets", "subsets": "subsets", "specializes": "subsets",
    ":>>": "redefines", "redefines": "redefines",
    "::>": "references", "references": "references",
    "by": "by", "from": "sources", "to": "targets", "connect": "sources", "allocate": "sources", "for": "targets",
    "about": "about",
}  # fmt: skip


class Declaration(Struct):
    """A statement that was read. Lists hold paths to other elements."""

    statement: Statement
    keyword: str = ""
    """`use case`, `part`; empty for a bare `name : Type`."""
    role: str = ""
    direction: str = ""
    is_definition: bool = False
    is_reference: bool = False
    short: str = ""
    name: str = ""
    target: Path = ()
    """What stands where a name would: `satisfy a::b`, `import a::*`."""
    types: list[Path] = []
    subsets: list[Path] = []
    redefines: list[Path] = []
    references: list[Path] = []
    sources: list[Path] = []
    targets: list[Path] = []
    by: list[Path] = []
    about: list[Path] = []
    value: tuple[int, int] | None = None
    """Where the value stands in the text."""


def declaration_of(statement: Statement) -> Declaration:
    """What a statement declares. Never fails: what it cannot read it leaves out."""
    return _DeclarationParser(statement).read()


class _DeclarationParser:
    def __init__(self, statement: Statement) -> None:
        self._tokens: Sequence[SourceToken] = statement.head
        self._at = 0
        self._read = Declaration(statement)

    def read(self) -> Declaration:
        read = self._read
        self._prefixes()
        self._keyword()
        if self._is_sign("<"):
            self._at += 1
            read.short = self._take()
            self._at += self._is_sign(">")
        self._named()
        while self._at < len(self._tokens):
            self._clause()
        if read.targets and not read.sources and read.target:  # `flow a.x to b.y`, `dependency a to b`
            read.sources, read.name = [read.target], ""
        return read

    # a word, a path ------------------------------------------------------------------------------------------------

    def _word(self) -> str:
        """The keyword that stands here, else nothing."""
        if self._at < len(self._tokens) and self._tokens[self._at].kind is TokenKind.WORD:
            return self._tokens[self._at].text
        return ""

    def _is_sign(self, sign: str) -> bool:
        here = self._at < len(self._tokens)
        return here and self._tokens[self._at].kind is TokenKind.SIGN and self._tokens[self._at].text == sign

    def _is_name(self) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at].kind in {TokenKind.WORD, TokenKind.NAME}

    def _take(self) -> str:
        """A name, and on."""
        if not self._is_name():
            return ""
        self._at += 1
        return self._tokens[self._at - 1].text

    def _path(self) -> Path:
        while self._is_sign("~") or self._is_sign("$") or self._is_sign("::"):
            self._at += 1
        steps = [self._take()] if self._is_name() else []
        while steps and (self._is_sign("::") or self._is_sign(".")):
            self._at += 1
            if self._is_sign("*") or self._is_sign("**"):
                steps.append(self._tokens[self._at].text)
                self._at += 1
            elif self._is_name():
                steps.append(self._take())
        return tuple(steps)

    # parts of a head -----------------------------------------------------------------------------------------------

    def _prefixes(self) -> None:
        read = self._read
        while True:
            word = self._word()
            if self._is_sign("#"):
                self._at += 1
                self._path()
            elif self._is_sign("@"):
                self._at += 1
                read.keyword = "metadata"
                return
            elif word in _DIRECTIONS:
                read.direction = word
                self._at += 1
            elif word == "ref":
                read.is_reference = True
                self._at += 1
            elif word in _PREFIXES:
                self._at += 1
                if word == "end" and self._is_sign("["):
                    self._pass_over()
            else:
                return

    def _keyword(self) -> None:
        read = self._read
        while self._word() in _ROLES:
            read.role = self._word()
            self._at += 1
        word = self._word()
        if read.keyword or word not in _KINDS:
            if word == "def":  # `#service def Name`: a definition of a kind that somebody made
                read.is_definition = True
                self._at += 1
            return
        self._at += 1
        if word == "use" and self._word() == "case":
            word = "use case"
            self._at += 1
        elif word == "succession" and self._word() == "flow":
            word = "flow"
            self._at += 1
        if word in {"allocate", "connect", "bind"}:
            read.sources += self._ends()
            word = {"allocate": "allocation", "connect": "connection"}.get(word, word)
        read.keyword = word
        if self._word() == "def":
            read.is_definition = True
            self._at += 1
        if word == "import" and self._word() == "all":
            self._at += 1

    def _named(self) -> None:
        """A name, or the path to what is meant."""
        read = self._read
        if not self._is_name() or (self._word() in _CLAUSES and not self._is_path()):
            return
        if self._word() == "default":
            return
        path = self._path()
        if len(path) == 1:
            read.name = path[0]
        read.target = path

    def _is_path(self) -> bool:
        after = self._tokens[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind is TokenKind.SIGN and after[0].text in {"::", "."}

    def _clause(self) -> None:
        read, token = self._read, self._tokens[self._at]
        sign = token.text if token.kind in {TokenKind.SIGN, TokenKind.WORD} else ""
        if sign in {"=", ":="} or sign == "default":
            start = self._tokens[self._at + 1].start if self._at + 1 < len(self._tokens) else token.end
            read.value = (start, self._tokens[-1].end)
            self._at = len(self._tokens)
        elif sign in {"[", "("} and not (sign == "(" and read.keyword in {"connection", "interface", "allocation"}):
            self._pass_over()
        elif sign in _CLAUSES:
            self._at += 1
            if sign in {"defined", "typed"} and self._word() == "by":
                self._at += 1
            getattr(read, _CLAUSES[sign]).extend(self._ends())
        elif sign == "(":
            read.sources.extend(self._ends())
        else:
            self._at += 1

    def _ends(self) -> list[Path]:
        """Paths with commas between them, also in brackets; `a references b` of a connection means b."""
        paths: list[Path] = []
        in_brackets = self._is_sign("(")
        self._at += in_brackets
        while self._at < len(self._tokens):
            if self._is_sign("["):
                self._pass_over()
            path = self._path()
            if not path:
                break
            if self._is_sign("::>") or self._word() == "references":
                self._at += 1
                path = self._path() or path
            paths.append(path)
            if self._is_sign("["):
                self._pass_over()
            if not self._is_sign(","):
                break
            self._at += 1
        self._at += in_brackets and self._is_sign(")")
        return paths

    def _pass_over(self) -> None:
        """What stands in brackets."""
        depth = 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind is TokenKind.SIGN:
                depth += (token.text in "([{") - (token.text in ")]}")
            self._at += 1
            if depth <= 0:
                return
