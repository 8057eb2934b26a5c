"""What is asked of the process that runs a plugin, and what it answers: a line for each contribution, in their order.

So the one that never answers is known by name: it is the first without a line.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.graph.profile import Profile
from graphwright.interop.report import ImportedModel
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node
from graphwright.protocol.ids import NodeId
from graphwright.protocol.operations import Severity

ContributionKind: TypeAlias = Literal["rule", "format", "tool", "profile", "workflow"]
GROUPS: Final[dict[str, ContributionKind]] = {
    "graphwright.rules": "rule",
    "graphwright.formats": "format",
    "graphwright.tools": "tool",
    "graphwright.profiles": "profile",
    "graphwright.workflows": "workflow",
}
"""Groups of entry points, and what stands in each."""
MAX_NOTICES: Final = 1_000
"""Of one rule; a person reads fewer."""
MAX_TEXT: Final = 500
"""Characters of what a rule says, and of why something failed."""


class ContributionName(Struct, frozen=True):
    """Where one contribution of a plugin stands: the kind is that of its group of entry points."""

    kind: ContributionKind
    name: str


class ModelContent(Struct, frozen=True):
    """A model, as it is handed over."""

    profile: Profile
    revision: int
    nodes: list[Node]
    edges: list[Edge]


def content_of(graph: Graph) -> ModelContent:
    """A model as it is now; it may be turned into bytes later, since nothing of it changes."""
    return ModelContent(graph.ontology.profile, graph.revision, [*graph.nodes.values()], [*graph.edges.values()])


class DescribeTask(Struct, frozen=True, tag="describe"):
    """Say what each contribution is."""


class CheckTask(Struct, frozen=True, tag="check"):
    """Hold a model against rules."""

    model: ModelContent


class WriteTask(Struct, frozen=True, tag="write"):
    """Write a model in a format."""

    model: ModelContent


class ReadTask(Struct, frozen=True, tag="read"):
    """Read the file that follows the task."""

    profile: Profile


class CallTask(Struct, frozen=True, tag="call"):
    """Answer a call of a tool."""

    model: ModelContent
    arguments: str
    """JSON, as a language model wrote it."""


class WorkTask(Struct, frozen=True, tag="work"):
    """Carry out a workflow. What it needs it asks for, line by line (`contributions.requests`)."""

    text: str
    """What somebody said."""
    language: str


class PluginTask(Struct, frozen=True):
    """One piece of work for the process of one plugin."""

    plugin: str
    names: list[ContributionName]
    what: DescribeTask | CheckTask | WriteTask | ReadTask | CallTask | WorkTask
    seconds: int
    memory: int


# --- answers -----------------------------------------------------------------------------------------------------


class ContributionFailure(Struct, frozen=True, tag="failed"):
    """Why it did not answer, in a sentence for people."""

    why: str
    is_refusal: bool = False
    """It said so itself of what it was given; not a fault of the plugin."""
    is_end: bool = False
    """It took its process with it, or had to be stopped."""


class RuleContribution(Struct, frozen=True, tag="rule"):
    """A rule of a plugin."""

    severity: Severity
    phase: int
    statement: str
    """What it demands."""
    node_types: list[str]
    """It makes no sense where the profile lacks one of them."""


class FormatContribution(Struct, frozen=True, tag="format"):
    """A format of a plugin."""

    title: str
    endings: list[str]
    media: str
    begins: str
    """How the text of each of its files begins; empty: it is read only where it is named."""
    is_read: bool
    is_written: bool


class ToolContribution(Struct, frozen=True, tag="tool"):
    """A tool of a plugin."""

    description: str
    schema: dict[str, JsonValue]


class ProfileContribution(Struct, frozen=True, tag="profile"):
    """A profile of a plugin."""

    content: bytes


class WorkflowContribution(Struct, frozen=True, tag="workflow"):
    """A workflow of a plugin."""

    title: str
    statement: str
    """What it does."""


class NoticeLine(Struct, frozen=True):
    """One thing that a rule says, about nodes that are there."""

    nodes: list[NodeId]
    said: dict[str, str]
    """By language; English is always there."""
    advice: dict[str, str]
    severity: Severity | None


class RuleNotices(Struct, frozen=True, tag="notices"):
    """What a rule says of a model."""

    notices: list[NoticeLine]
    is_cut: bool
    """It said more than is kept."""


class WrittenBytes(Struct, frozen=True, tag="written"):
    """A file, and what it leaves behind."""

    data: bytes
    losses: list[str]


class ReadModel(Struct, frozen=True, tag="readModel"):
    """What a file holds."""

    model: ImportedModel


class WorkflowAnswer(Struct, frozen=True, tag="ended"):
    """What a workflow answers; what it proposed last and without a problem is proposed with it."""

    text: str


class CallAnswer(Struct, frozen=True, tag="answer"):
    """What a tool answers."""

    text: str


PluginAnswer: TypeAlias = (
    ContributionFailure
    | RuleContribution
    | FormatContribution
    | ToolContribution
    | ProfileContribution
    | WorkflowContribution
    | RuleNotices
    | WrittenBytes
    | ReadModel
    | CallAnswer
    | WorkflowAnswer
)
