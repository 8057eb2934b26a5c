"""What a rule is: a function, what it looks at, and which changes call for it again (ADR-07).

A rule says what is wrong as a `Breach`. Phase, severity, weight and options are the profile's (`RuleSetting`), so a
rule never decides how much it matters; `check.py` makes findings of breaches and decides when a rule runs.

Four kinds, by what one call may look at:
- a *node rule* looks at one node and two hops around it;
- an *edge rule* looks at one edge and its ends;
- a *pair rule* judges two similar nodes of one type; `similarity.py` finds the pairs that are worth it;
- a *graph rule* reads a `Picture` of the whole graph and offers a pause between slices of its work (ADR-18).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphwright.errors import Misuse
from graphwright.graph.profile import NodeType, OptionValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import EdgeId, NodeId
from graphwright.protocol.operations import Operation, Severity
from graphwright.protocol.texts import Term, Values

if TYPE_CHECKING:
    from graphwright.graph.document import Graph
    from graphwright.graph.picture import Picture
    from graphwright.graph.similarity import SimilarPair

ANY: Final = "*"
"""Among the `edges` of a rule: every relation."""
PAUSE: Final = None
"""What a graph rule yields where its caller may pause."""


class Breach(NamedTuple):
    """What a rule found, before it is known how much that matters."""

    nodes: tuple[NodeId, ...]
    """The subjects, the one it is about first."""
    values: Values
    """What the text of the finding names; the texts stand in `languages/*/findings.toml`."""
    case: str = "broken"
    """Which of the rule's texts."""
    edges: tuple[EdgeId, ...] = ()
    repair: Callable[[], Sequence[Operation]] | None = None
    """Makes operations that mend it, where that is mechanical; legal by themselves."""
    severity: Severity | None = None
    """Set where it is milder than the profile says: the smaller half of a rule."""
    identity: tuple[str, ...] | None = None
    """What makes it the same finding as before, where that is less than all its subjects."""


class Options(dict[str, OptionValue]):
    """A rule's options: its defaults with the profile's values over them. Their types were checked at load."""

    def number(self, name: str) -> float:
        """An option that is a number."""
        value = self[name]
        if not isinstance(value, int | float):
            raise Misuse(f"option {name!r} of a rule is no number")
        return value

    def words(self, name: str) -> list[str]:
        """An option that is a list of words."""
        value = self[name]
        if not isinstance(value, list):
            raise Misuse(f"option {name!r} of a rule is no list")
        return value


SOUND: Final[tuple[Breach, ...]] = ()
"""What a rule answers where nothing is wrong, which is nearly always; to begin a generator would cost thrice that."""

NodeCheck: TypeAlias = "Callable[[Graph, Node, Options], Sequence[Breach]]"
EdgeCheck: TypeAlias = "Callable[[Graph, Edge, Options], Sequence[Breach]]"
PairCheck: TypeAlias = "Callable[[SimilarPair, Options], Sequence[Breach]]"
GraphCheck: TypeAlias = "Callable[[Picture, Options], Iterator[Breach | None]]"


class NearTrigger(NamedTuple):
    """A trigger at a node of one type calls for the rule one hop on.

    The rule's own `edges` name the relation of the hop too, so that a cut hop is a trigger itself.
    """

    trigger: str
    """A field or a relation."""
    at: str
    """The node type it fires at."""
    by: str
    """The relation of the hop, in either direction."""
    to: str | None = None
    """Where the trigger is a relation: only edges to nodes of this type fire it."""
    moved: bool = False
    """The trigger is that the node was put into another one: it fires for everything below the node as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    of: tuple[str, ...] = ()
    """Node types it judges; none = every type."""
    needs: tuple[str, ...] = ()
    """Other node types without which it makes no sense."""
    edges: frozenset[str] = frozenset()
    """Relations whose coming and going calls for it, at both ends."""
    covers: tuple[str, ...] = ()
    """Rules of the sources that say the same and are merged into this one."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    """What a profile may set, with its default."""


@dataclass(frozen=True, slots=True)
class NodeRule(_Rule):
    """Looks at one node and what is around it."""

    id: str
    check: NodeCheck
    fields: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Changes of `name`, `descr` or an attribute (by its name) that call for it."""
    only_to: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    """Of these relations among `edges` only those call for it that join it with nodes of one type."""
    near: tuple[NearTrigger, ...] = field(default=(), kw_only=True)
    """Triggers whose effect is seen further on."""
    namesakes: bool = field(default=False, kw_only=True)
    """A trigger also calls for it at the nodes of the same type and name, as it was and as it is."""
    concerns: Callable[[NodeType], bool] | None = field(default=None, kw_only=True)
    """Whether it can find anything at nodes of a type, by what the profile says of that; none = at all it judges."""


@dataclass(frozen=True, slots=True)
class EdgeRule(_Rule):
    """Looks at one edge; called for when it, or another edge between the same ends, comes or goes."""

    id: str
    check: EdgeCheck
    among_several: bool = field(default=False, kw_only=True)
    """Only where there are several that say the same; by itself any edge is sound."""
    planned: bool = field(default=False, kw_only=True)
    """A plan refuses to make an edge that breaks it, whatever else the change set does."""


@dataclass(frozen=True, slots=True)
class PairRule(_Rule):
    """Judges two similar nodes of one type."""

    id: str
    check: PairCheck


@dataclass(frozen=True, slots=True)
class GraphRule(_Rule):
    """Looks at the whole graph, late and in slices; called for when what it looks at comes or goes."""

    id: str
    check: GraphCheck
    fields: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Changes of `name`, `descr` or an attribute that call for it, too."""


Rule: TypeAlias = NodeRule | EdgeRule | PairRule | GraphRule


def statement(rule: Rule) -> str:
    """What the rule demands: the first line of its function's docstring."""
    return (rule.check.__doc__ or "").partition("\n")[0]


def lacks(*parts: tuple[str, object]) -> list[str | Term]:
    """What of something is not there, by the names of the texts that say so."""
    return [_term(name) for name, there in parts if not there]


@cache
def _term(name: str) -> Term:
    """One for all that lack it: findings are kept by the thousand, each of them with several."""
    return Term(key=f"terms.{name}")


def asks(node: Node) -> bool:
    """Does it ask for anything? What says of itself `normative: false` is a heading or explains something."""
    return node.attributes.get("normative") is not False


def label(node: Node) -> str:
    """A node as texts name it: `FUNC 'PlaceOrder'`. Quoted, so a hostile name cannot look like our words."""
    return f"{node.node_type} {node.name!r}"
