"""Changes of what exists: rename, move, merge, split, retype, replace, reverse, correct, take away.

Whatever is not spoken of stays: edges are carried over to what takes a node's place. What deletes or takes apart is
only ever proposed. What names no element, or several, is asked, never chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from graphwright.grammar.records import Doubt
from graphwright.offline.draft import MustNotApply
from graphwright.offline.meaning.casting import ChoiceKey
from graphwright.offline.meaning.linking import connect, holders
from graphwright.offline.meaning.making import Maker
from graphwright.offline.meaning.matching import NodeIndex, words_of_name
from graphwright.offline.meaning.naming import capitalized, cleaned, deed_name
from graphwright.offline.meaning.replacing import as_type, copy_edges, take_place
from graphwright.offline.meaning.vocabulary import vocabulary
from graphwright.offline.meaning.wishes import NamedElement, SpokenWord, Wish, holding, spoken_words, types_in
from graphwright.protocol.graph import Node
from graphwright.text.folding import fold

_QUOTED: Final = re.compile(r"[\"«„“]\s*([^\"«»„“”]+?)\s*[\"»“”]")
# A full stop inside a word belongs to it: a semantic id, a number.
_END: Final = re.compile(r"[,;!?\n]|\.(?!\w)|$")
# More elements of a name are no choice but a list.
_MAX_CHOICES: Final = 6
_TWO: Final = 2


class Changing:
    """Carries out a wish; `proposes` once something needs a person's consent."""

    def __init__(
        self,
        make: Maker,
        index: NodeIndex,
        *,
        doubt: Callable[[Doubt], None],
        choices: Mapping[ChoiceKey, str],
        focus: Node | None,
    ) -> None:
        self._make = make
        self._index = index
        self._doubt = doubt
        self._choices = choices
        self._focus = focus
        self._graph = make.draft.graph
        self._words = vocabulary(make.language)
        self.proposes = False

    def carry_out(self, wish: Wish) -> bool:
        """One wish; `False` where it could not be understood or must be asked first."""
        return _WISHES[wish.order](self, wish)

    def rename(self, wish: Wish) -> bool:
        """`Rename the ferry to Shuttle`, `the ferry is now called Shuttle`."""
        node = self._target(wish)
        if node is None:
            return False
        name = self._new_name(wish, node)
        if not name:
            self._ask("newName", wish, node.node.name)
            return False
        twins = [each for each in self._make.draft.find(name, [node.node.node_type]) if fold(each.name) == fold(name)]
        if any(each.node_id != node.node.node_id for each in twins):
            raise MustNotApply(self._make.say.name_taken.format(type=node.node.node_type, name=name))
        self._make.draft.update(node.node, name=name)
        return True

    def move(self, wish: Wish) -> bool:
        """`Move "Load cargo" from the quay to the crane`: out of what holds it, into the other."""
        moved = self._target(wish)
        others = [each.node for each in wish.named if moved is not None and each.node.node_id != moved.node.node_id]
        if moved is None:
            return False
        if not others:
            self._ask("withWhat", wish, moved.node.name)
            return False
        host = others[-1]
        for edge in holders(moved.node, self._make):
            if self._graph.nodes[edge.source].node_type != "FCHAIN" and edge.source != host.node_id:
                self._make.draft.unlink(edge)
        return connect(host, moved.node, self._make)

    def merge(self, wish: Wish) -> bool:
        """`Merge the guest and the visitor, keep the visitor`: the one named again stays, else the first."""
        nodes = list({each.node.node_id: each.node for each in wish.named}.values())
        if len(nodes) < _TWO or len({each.node_type for each in nodes}) > 1:
            return False
        often = [each.node.node_id for each in wish.named]
        kept = next((node for node in nodes if often.count(node.node_id) > 1), nodes[0])
        for other in nodes:
            if other.node_id != kept.node_id:
                take_place(self._make, other, kept)
        self.proposes = True
        return True

    def split(self, wish: Wish) -> bool:
        """`Split "Weigh and load" into two functions`: by the `and` of its name."""
        named = self._target(wish, quiet=True)
        node = named.node if named is not None else None
        if node is None:
            found = holding([each.text for each in wish.open_words], self._graph) if wish.open_words else []
            node = found[0] if len(found) == 1 else None
        parts = self._parts_of(node.name) if node is not None else []
        if node is None or len(parts) < _TWO:
            return False
        for name in parts[1:]:
            new = self._make.node(node.node_type, name, node.descr or name, dict(node.attributes))
            copy_edges(self._make, node, new)
        self._make.draft.update(node, name=parts[0])
        self.proposes = True
        return True

    def remove(self, wish: Wish) -> bool:
        """`Delete the ferry`: only what its words name wholly, and nothing else shares; never `all functions`."""
        first_part = [each for each in wish.words if each.start < self._first_end(wish)]
        if not wish.named and self._words.phrases["whole"] & {each.folded for each in first_part}:
            raise MustNotApply(self._make.draft.say.all_at_once)
        node = self._target(wish)
        if node is None:
            return False
        unique = {node.node.node_id: node.node}
        if wish.named and node is wish.named[0]:
            unique |= {each.node.node_id: each.node for each in wish.named if each.start < self._first_end(wish)}
        for each in unique.values():
            self._make.draft.delete(each)
        self.proposes = True
        return True

    def replace(self, wish: Wish) -> bool:
        """`Replace the ferry by a bridge`: what holds and carries the one then holds and carries the other."""
        node = self._target(wish)
        if node is None:
            return False
        others = [each.node for each in wish.named if each.node.node_id != node.node.node_id]
        if others and others[0].node_type == node.node.node_type:
            take_place(self._make, node.node, others[0])
        else:
            name = self._behind(wish, node, "by") or self._behind(wish, node, "to")
            if not name:
                self._ask("newName", wish, node.node.name)
                return False
            self._make.draft.update(node.node, name=name, descr=wish.sentence.text)
        self.proposes = True
        return True

    def reverse(self, wish: Wish) -> bool:
        """`Turn the flow of telemetry around`: who wrote it reads it."""
        flows = {each.node.node_id: each.node for each in wish.named if each.node.node_type == "FLOW"}
        if len(flows) != 1:
            return False
        [flow] = flows.values()
        written, read = list(self._graph.incoming(flow.node_id, "io")), list(self._graph.outgoing(flow.node_id, "io"))
        for edge in [*written, *read]:
            self._make.draft.unlink(edge)
        for edge in read:
            self._make.link("io", self._graph.nodes[edge.target], flow)
        for edge in written:
            self._make.link("io", flow, self._graph.nodes[edge.source])
        return bool(written or read)

    def retype(self, wish: Wish) -> bool:
        """`Make the ferry an external actor`."""
        node = self._target(wish)
        wanted = None if node is None else self.type_after(wish.words, node)
        if node is None or wanted is None:
            return False
        as_type(self._make, node.node, wanted)
        self.proposes = True
        return True

    def type_after(self, words: Sequence[SpokenWord], node: NamedElement) -> str | None:
        """The last other type that is said behind an element; what is external acts from outside."""
        behind = [each for each in words if each.start >= node.end]
        said = [node_type for node_type, _ in types_in(behind) if node_type != node.node.node_type]
        external = self._words.phrases["external"] & {each.folded for each in behind}
        return ("ACTOR" if external and said else said[-1] if said else None) if said else None

    # what is meant ---------------------------------------------------------------------------------------------------

    def _first_end(self, wish: Wish) -> int:
        """Where the part of the sentence ends in which the verb stands."""
        end = _END.search(wish.sentence.text, wish.verb.end)
        return end.start() if end is not None else len(wish.sentence.text)

    def _target(self, wish: Wish, *, quiet: bool = False) -> NamedElement | None:
        """The one element that a wish is about; several of one name, part of a name or none are asked."""
        chosen = self._choices.get(("which", _asked_text(wish)))
        if chosen and (found := [each for each in self._index.find(chosen) if each.node_id in self._graph.nodes]):
            return NamedElement(found[0], wish.verb.end, wish.verb.end)
        if not wish.named:
            return self._by_words(wish, quiet=quiet)
        first = wish.named[0]
        same = [each for each in wish.named if each.start == first.start]
        sure = wish.order != "remove" or _is_quoted(wish, first) or _is_exact(wish, first)
        shared = [] if sure else holding([first.node.name], self._graph)
        partly = [each for each in wish.open_words if first.end <= each.start < self._first_end(wish)]
        if len(same) > 1 or len(shared) > 1 or (wish.order == "remove" and partly):
            if not quiet:
                self._ask_which(wish, [each.node for each in same] if len(same) > 1 else shared)
            return None
        return first

    def _by_words(self, wish: Wish, *, quiet: bool) -> NamedElement | None:
        """The only element whose name holds the words that were said; else the one that was spoken of last."""
        end = self._first_end(wish)
        said = [each.text for each in wish.open_words if each.start < end]
        types = frozenset(node_type for node_type, word in types_in(wish.words) if word.start < end)
        found = holding(said, self._graph, types) if said else []
        if len(found) == 1:
            return NamedElement(found[0], wish.verb.end, wish.verb.end)
        if not said and self._focus is not None and not types:
            return NamedElement(self._focus, wish.verb.end, wish.verb.end)
        if not quiet:
            self._ask_which(wish, found or [node for word in said for node in holding([word], self._graph)])
        return None

    def _new_name(self, wish: Wish, node: NamedElement) -> str:
        quoted = [each for each in _QUOTED.finditer(wish.sentence.text) if each.start() >= node.end]
        if quoted:
            return capitalized(cleaned(quoted[0][1]))
        if (
            any(wish.verb.folded.endswith(each) for each in self._words.phrases["naming"])
            and wish.verb.start > node.end
        ):
            return self._from(wish, wish.verb.end)
        return self._behind(wish, node, "to")

    def _behind(self, wish: Wish, node: NamedElement, marker: str) -> str:
        """The words behind `to` or `by`, up to the end of the part."""
        markers = self._words.phrases[marker]
        place = next((each for each in wish.words if each.start >= node.end and each.folded in markers), None)
        return self._from(wish, place.end) if place is not None else ""

    def _from(self, wish: Wish, start: int) -> str:
        small, polite = self._words.phrases["small"], self._words.phrases["polite"] | self._words.phrases["to"]
        text = wish.sentence.text[start : self._end_from(wish, start)]
        words = list(spoken_words(text))
        while words and words[0].folded in small | polite:
            words.pop(0)
        while words and words[-1].folded in polite | self._words.phrases["trailing"]:
            words.pop()
        return capitalized(cleaned(text[words[0].start : words[-1].end])) if words else ""

    def _end_from(self, wish: Wish, start: int) -> int:
        end = _END.search(wish.sentence.text, start)
        return end.start() if end is not None else len(wish.sentence.text)

    def _parts_of(self, name: str) -> list[str]:
        """The deeds in a name of several: `Weigh and load cargo`."""
        language = self._make.language
        joint = next((each for each in name.split() if fold(each) in self._words.phrases["and"]), "")
        first, joined, last = name.partition(f" {joint} ") if joint else (name, "", "")
        if not joined:
            return []
        if self._make.names.object_first and " " in first and " " not in last:
            return [first, deed_name(last, first.rsplit(" ", 1)[0], language)]
        return [first, capitalized(last)]

    # what is asked ---------------------------------------------------------------------------------------------------

    def _ask(self, code: str, wish: Wish, text: str, alternatives: Sequence[str] = ()) -> None:
        sentence = wish.sentence
        self._doubt(Doubt(code, sentence.start, sentence.end, text, tuple(alternatives), "asks"))

    def _ask_which(self, wish: Wish, found: Sequence[Node]) -> None:
        near = [node for name in self._index.near(_asked_text(wish)) for node in self._index.find(name)]
        near += self._index.holding(_asked_text(wish))
        unique = list(dict.fromkeys(str(each.semantic_id) for each in [*found, *near]))
        self._ask("which", wish, _asked_text(wish), unique[:_MAX_CHOICES])


def _is_quoted(wish: Wish, named: NamedElement) -> bool:
    return named.start > 0 and wish.sentence.text[named.start - 1] in "\"«„“' "[:5]


def _is_exact(wish: Wish, named: NamedElement) -> bool:
    """Is it called by its id, or by a name that nobody says in running text: `StoreOrder`? Then no other is meant."""
    spoken = wish.sentence.text[named.start : named.end].removeprefix("@")
    written = named.node.name if " " not in spoken and len(words_of_name(spoken)) > 1 else None
    return spoken in {written, named.node.semantic_id}


def _asked_text(wish: Wish) -> str:
    end = _END.search(wish.sentence.text, wish.verb.end)
    return cleaned(wish.sentence.text[wish.verb.end : end.start() if end is not None else None]) or cleaned(
        wish.sentence.text
    )


_CarryOut: TypeAlias = Callable[[Changing, Wish], bool]
_WISHES: Final[Mapping[str, _CarryOut]] = MappingProxyType(
    {
        "rename": Changing.rename,
        "move": Changing.move,
        "merge": Changing.merge,
        "split": Changing.split,
        "remove": Changing.remove,
        "replace": Changing.replace,
        "reverse": Changing.reverse,
        "retype": Changing.retype,
    }
)
WISHES: Final = frozenset(_WISHES)
"""The orders that this module carries out."""
