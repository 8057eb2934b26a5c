"""What can be made wrong in a source: one small change each, of code that runs when a function is called.

Left out, because no test should have to notice it: texts (words are held by tests of their own), numbers outside of
functions (they are settings), annotations, and what only a type checker reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_Operators = dict[type[ast.AST], type[ast.AST]]

_SWAPPED: Final[_Operators] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_UNREAD: Final = {"annotation", "returns", "decorator_list", "type_params"}
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the lines whose execution can show it, and what stood and stands there."""

    number: int
    lines: frozenset[int]
    line: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A field of a node that may hold something else; `at` where it is a list; the statement it belongs to."""

    holder: ast.AST
    field: str
    at: int | None
    statement: ast.stmt

    @property
    def node(self) -> ast.AST:
        """What stands there."""
        held = getattr(self.holder, self.field)
        found: ast.AST = held if self.at is None else held[self.at]
        return found

    def put(self, node: ast.AST) -> None:
        """Let something else stand there."""
        if self.at is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.at] = node


def mutants(source: str) -> list[Mutant]:
    """Every mutant of a source, numbered as they stand in it."""
    found: list[Mutant] = []
    for place, changed in _changes(ast.parse(source)):
        node = place.node
        whole = node if isinstance(node, ast.expr | ast.stmt) else place.holder  # an operator has no place of its own
        first, last = getattr(whole, "lineno", 0), getattr(whole, "end_lineno", 0)
        before = _shown(whole)
        place.put(changed)
        after = _shown(changed if whole is node else whole)
        place.put(node)
        lines = frozenset({place.statement.lineno, *range(first, last + 1)})
        found.append(Mutant(len(found), lines, first, before, after))
    return found


def planted(source: str, number: int) -> ast.Module:
    """The tree of a source with one of its mutants; lines stay what they were."""
    tree = ast.parse(source)
    for count, (place, changed) in enumerate(_changes(tree)):
        if count == number:
            place.put(ast.copy_location(changed, place.statement))
            return ast.fix_missing_locations(tree)
    raise IndexError(f"there is no mutant {number}")


def _shown(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()
    return text[0] if text else ""


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, ast.AST]]:
    """Each place with each thing that may stand there instead, in the order of the source."""
    for place in _places(tree, None):
        for changed in _instead(place):
            yield place, changed


def _places(holder: ast.AST, statement: ast.stmt | None) -> Iterator[_Place]:
    """What is inside of functions, depth first; the statement is None outside of them."""
    for field, held in ast.iter_fields(holder):
        if field in _UNREAD:
            continue
        for at, node in enumerate(held) if isinstance(held, list) else [(None, held)]:
            if not isinstance(node, ast.AST):
                continue
            inside = statement
            if isinstance(node, ast.stmt) and (statement is not None or isinstance(holder, _FUNCTIONS)):
                inside = node
            elif isinstance(holder, _FUNCTIONS) or _is_for_types(node):
                continue  # defaults are settings, too
            if inside is not None:
                yield _Place(holder, field, at, inside)
            yield from _places(node, inside)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _instead(place: _Place) -> Iterator[ast.AST]:
    """What may stand at a place instead of what stands there."""
    node = place.node
    if type(node) in _SWAPPED:
        yield _SWAPPED[type(node)]()
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise():
            yield ast.Pass()
        case ast.Name() | ast.Call() | ast.Attribute() if place.field == "test":
            yield ast.UnaryOp(ast.Not(), node)
