"""New elements and the edges between them, in the legal form, found before made. Decides nothing about meaning.

What an actor reaches is a use case with its chain; what a part of the system does is a function that the part carries;
what goes from one to the other is a flow with a name of its own (K-03, K-04, K-05).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graphwright.languages import Language
from graphwright.offline.draft import CannotApply, Draft
from graphwright.offline.meaning.casting import Participant
from graphwright.offline.meaning.messages import MeaningMessages, meaning_words
from graphwright.offline.meaning.naming import patterned
from graphwright.offline.meaning.vocabulary import NamePatterns, vocabulary
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node

# More of the same name are counted up no further: nobody says so many.
_MAX_TWINS: Final = 50
_MAX_DESCR: Final = 1_000


class Maker:
    """Makes elements in a draft, with what one language writes into them."""

    def __init__(self, draft: Draft, language: Language) -> None:
        self.draft = draft
        self.language: Language = language
        self.names: NamePatterns = vocabulary(language).names
        self.say: MeaningMessages = meaning_words(language)

    def called(self, pattern: str, name: str) -> str:
        """A name made of another one: `Check ticket result`. German keeps its capitals."""
        return patterned(pattern, name, keeps=self.names.object_first)

    def node(self, node_type: str, name: str, descr: str, attributes: dict[str, JsonValue] | None = None) -> Node:
        """The node of this type and meaning, made if there is none."""
        found = self.draft.find(name, [node_type])
        return found[0] if found else self.new(node_type, name, descr, attributes)

    def new(self, node_type: str, name: str, descr: str, attributes: dict[str, JsonValue] | None = None) -> Node:
        """A new node, its name in the style of the model."""
        return self.draft.create(node_type, self.draft.styled(name), descr[:_MAX_DESCR], attributes)

    def participant(self, participant: Participant, said: str, attributes: dict[str, JsonValue] | None = None) -> Node:
        """The node of somebody whose type is known."""
        if participant.node is not None:
            return participant.node
        node_type = participant.node_type or "ACTOR"
        texts = {"ACTOR": self.say.actor, "MOD": self.say.module, "SYS": self.say.system}
        if node_type == "MOD" and (whole := self.draft.find(participant.name, ["SYS"])):
            return whole[0]  # another sentence of the message told its parts
        descr = texts[node_type].format(name=participant.name, said=said.strip())
        return self.node(node_type, participant.name, descr, attributes)

    def use_case(self, name: str, said: str, actors: list[Node]) -> Node:
        """A use case with the chain that holds its actors; the chain is given back."""
        use_case = self.node("UC", name, self.say.use_case.format(said=said.strip()))
        root = self.draft.root()
        if root is not None and self.draft.graph.parent(use_case.node_id) is None:
            self.link("compose", root, use_case)
        chain = self.chain(use_case)
        for actor in actors:
            self.link("compose", chain, actor)
        return chain

    def chain(self, use_case: Node) -> Node:
        """The function chain of a use case, made if there is none."""
        existing = next(self.draft.graph.targets(use_case.node_id, "compose", "FCHAIN"), None)
        if existing is not None:
            return existing
        name = self.draft.free_name("FCHAIN", self.called(self.names.chain_of(use_case.name), use_case.name))
        chain = self.new("FCHAIN", name, self.say.chain.format(name=use_case.name))
        self.link("compose", use_case, chain)
        return chain

    def function(self, name: str, said: str) -> Node:
        """A function by its name."""
        return self.node("FUNC", name, self.say.function.format(said=said.strip()))

    def function_of(self, deed: Node) -> Node:
        """A function itself; of a use case the last in its chain, else one of its name."""
        if deed.node_type == "FUNC":
            return deed
        chain = self.chain(deed)
        found = list(self.draft.graph.targets(chain.node_id, "compose", "FUNC"))
        function = found[-1] if found else self.function(deed.name, deed.descr)
        self.link("compose", chain, function)
        return function

    def is_anothers(self, name: str, owner: Node) -> bool:
        """Does a function of this name belong to another part already?"""
        found = self.draft.find(name, ["FUNC"])
        carriers = list(self.draft.graph.sources(found[0].node_id, "allocate")) if found else []
        return bool(carriers) and owner not in carriers

    def own(self, owner: Node, function: Node) -> None:
        """A module carries a function, a system has it."""
        if owner.node_type == "MOD":
            self.link("allocate", owner, function)
        elif owner.node_type == "SYS" and self.draft.graph.parent(function.node_id) is None:
            self.link("compose", owner, function)

    def flow(self, source: Node, target: Node, name: str) -> None:
        """A flow from one to the other; one that exists and fits is joined, else one of another name is made."""
        for wanted in self._flow_names(source, name):
            flow = next(iter(self.draft.find(wanted, ["FLOW"])), None)
            if flow is None:
                descr = self.say.flow.format(name=wanted, source=source.name, target=target.name)
                flow = self.new("FLOW", wanted, descr)
            elif self._goes_back(source, flow, target) or self._would_mix(source, flow, target):
                continue
            self.link("io", source, flow)
            self.link("io", flow, target)
            return

    def output(self, function: Node, name: str) -> None:
        """A flow that a function writes, unless something leads on from it already."""
        if not any(each.node_type == "FLOW" for each in self.draft.graph.targets(function.node_id, "io")):
            self.link("io", function, self.node("FLOW", name, self.say.schema.format(name=name)))

    def input(self, function: Node, name: str) -> None:
        """A flow that a function reads, unless it reads one already."""
        if not any(each.node_type == "FLOW" for each in self.draft.graph.sources(function.node_id, "io")):
            self.link("io", self.node("FLOW", name, self.say.schema.format(name=name)), function)

    def _flow_names(self, source: Node, name: str) -> Iterator[str]:
        """The name that was said; then what the source results in, numbered."""
        yield name
        result = self.called(self.names.result, source.name)
        yield result
        for number in range(2, _MAX_TWINS):
            yield f"{result} {number}"

    def _goes_back(self, source: Node, flow: Node, target: Node) -> bool:
        """Does a flow already lead the other way at one of the ends? One both writes and reads nothing (K-05)."""
        graph = self.draft.graph
        reads = graph.edge_between("io", flow.node_id, source.node_id)
        writes = graph.edge_between("io", target.node_id, flow.node_id)
        return reads is not None or writes is not None

    def _would_mix(self, source: Node, flow: Node, target: Node) -> bool:
        """Is the flow one between others? Joining both ends to it would say that each of them gives to each."""
        graph = self.draft.graph
        writers = {edge.source for edge in graph.incoming(flow.node_id, "io")}
        readers = {edge.target for edge in graph.outgoing(flow.node_id, "io")}
        return bool(writers and readers) and source.node_id not in writers and target.node_id not in readers

    def joined(self, source: Node, target: Node) -> bool:
        """Does a flow lead from one to the other?"""
        graph = self.draft.graph
        written = {edge.target for edge in graph.outgoing(source.node_id, "io")}
        return any(edge.source in written for edge in graph.incoming(target.node_id, "io"))

    def link(self, relation: str, source: Node, target: Node) -> None:
        """An edge, unless it is there or may not be: what is said is never worth an illegal model."""
        try:
            self.draft.link(relation, source, target)
        except CannotApply:
            return
