"""What a name of a SysML v2 text means: members, what is inherited from types, imports, and the namespaces around.

Names of libraries and other files mean nothing here; whoever asks is told so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graphwright.interop.sysml.declarations import Declaration, Path, declaration_of
from graphwright.interop.sysml.statements import Statement

_DEEPEST: Final = 25
"""Types of types of types, imports of imports: what is further away is not looked for."""
_USES: Final = frozenset({"perform", "include", "exhibit"})
"""Names something that is elsewhere, with all that is in it."""


class Element:
    """A declaration with its place among the others."""

    def __init__(self, read: Declaration, owner: Element | None) -> None:
        self.read = read
        self.owner = owner
        self.members: list[Element] = []
        self.named: dict[str, Element] = {}
        self.imports: list[Path] = []
        self.below: dict[str, Element] | None = None
        self.name = read.name or _last(read.redefines) or _last(read.references) or read.short
        if read.role in _USES and not read.keyword:
            self.name = self.name or _last([read.target])

    def walk(self) -> Iterator[Element]:
        """It, and everything in it, in the order of the text."""
        yield self
        for each in self.members:
            yield from each.walk()

    @property
    def around(self) -> Iterator[Element]:
        """What it stands in, from the inside out."""
        owner = self.owner
        while owner is not None:
            yield owner
            owner = owner.owner


def elements_of(statements: Sequence[Statement]) -> Element:
    """The namespace that holds the whole text."""
    root = Element(Declaration(Statement([], [], 0)), None)
    _fill(root, statements)
    return root


def _fill(owner: Element, statements: Sequence[Statement]) -> None:
    for statement in statements:
        read = declaration_of(statement)
        element = Element(read, owner)
        owner.members.append(element)
        if read.keyword == "import":
            owner.imports.append(read.target)
        for name in (element.name, read.short):
            if name and not (read.role in {"satisfy", "verify"} and not read.keyword):
                owner.named.setdefault(name, element)
        _fill(element, statement.body)


def _last(paths: Sequence[Path]) -> str:
    return paths[0][-1] if paths and paths[0] else ""


class Scopes:
    """Finds what paths mean. Each question is answered once."""

    def __init__(self) -> None:
        self._members: dict[tuple[int, str], Element | None] = {}
        self._bases: dict[int, list[Element]] = {}

    def find(self, path: Path, place: Element, depth: int = 0) -> Element | None:
        """What a path means where it stands; `None` for what is not in this text."""
        if not path or depth > _DEEPEST:
            return None
        found = self._first(path[0], place, depth)
        for step in path[1:]:
            if found is None:
                return None
            found = self._member(found, step, depth + 1)
        return found

    def _first(self, name: str, place: Element, depth: int) -> Element | None:
        for namespace in place.around:
            found = self._member(namespace, name, depth + 1)
            if found is not None and found is not place:
                return found
        return None

    def _member(self, namespace: Element, name: str, depth: int) -> Element | None:
        """A member of its own, inherited, or imported."""
        own = namespace.named.get(name)
        if own is not None or depth > _DEEPEST:
            return own
        key = id(namespace), name
        if key not in self._members:
            self._members[key] = None  # a circle of types or imports ends here
            self._members[key] = self._inherited(namespace, name, depth) or self._imported(namespace, name, depth)
        return self._members[key]

    def _inherited(self, element: Element, name: str, depth: int) -> Element | None:
        key = id(element)
        if key not in self._bases:
            self._bases[key] = []
            read = element.read
            used = [read.target] if read.role in _USES and not read.keyword else []
            paths = [*used, *read.types, *read.subsets, *read.redefines, *read.references]
            found = (self.find(path, element, depth + 1) for path in paths)
            self._bases[key] = [base for base in found if base is not None and base is not element]
        for base in self._bases[key]:
            inherited = self._member(base, name, depth + 1)
            if inherited is not None:
                return inherited
        return None

    def _imported(self, namespace: Element, name: str, depth: int) -> Element | None:
        for path in namespace.imports:
            stars = [step for step in path if step in {"*", "**"}]
            steps = tuple(step for step in path if step not in {"*", "**"})
            if not stars:
                if steps and steps[-1] == name:
                    return self._absolute(steps, namespace, depth)
                continue
            source = self._absolute(steps, namespace, depth)
            if source is None:
                continue
            found = self._member(source, name, depth + 1) or ("**" in stars and _below(source).get(name)) or None
            if found is not None:
                return found
        return None

    def _absolute(self, path: Path, namespace: Element, depth: int) -> Element | None:
        """An import names what is around its namespace, or in it."""
        found = namespace.named.get(path[0]) if path else None
        if found is None:
            return self.find(path, namespace, depth + 1)
        for step in path[1:]:
            found = None if found is None else self._member(found, step, depth + 1)
        return found


def _below(element: Element) -> dict[str, Element]:
    """Everything in it by name, however deep; the first of a name."""
    if element.below is None:
        element.below = {}
        for each in element.walk():
            for name, member in each.named.items():
                element.below.setdefault(name, member)
    return element.below
