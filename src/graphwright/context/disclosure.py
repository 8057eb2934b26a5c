"""What of an element may enter a capture: the attributes its type declares, without secrets, and no endless text.

An allow-list, because attributes can be anything: an import keeps foreign fields, and only fields of the profile are
meant to be read, and the id that people know an element by elsewhere. Secrets are left out even there, in any spelling
and at any depth (WB-10, WB-12, B-62). A long text is cut where it is shown, and says how much is missing (D-46).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from graphwright.formats.encoding import Attributes, AttributesOf
from graphwright.formats.json_text import load_json
from graphwright.formats.unreadable import UnreadableText
from graphwright.graph.foreign import known_id_key
from graphwright.graph.ontology import Ontology
from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Edge, Node

_NOT_A_LETTER: Final = re.compile(r"[^a-z0-9äöüéè]+")
_SECRET: Final = re.compile(
    r"pass(?:word|wd|wort|phrase|code)|kennwort|motdepasse|secret|geheim|api_?key|access_?key|private_?key|credential"
    r"|authorization|bearer|tokens?$|^pwd"
)


TEXT_CHARACTERS: Final = 1_000
"""Of one description or attribute in a capture; tools read the rest."""


def cut_text(text: str, most: int = TEXT_CHARACTERS) -> str:
    """A text as far as a capture shows it."""
    return text if len(text) <= most else f"{text[:most]}… (cut, {len(text) - most:,} more characters)"


def cut_node(node: Node) -> Node:
    """The node with its description as a capture shows it."""
    return node if len(node.descr) <= TEXT_CHARACTERS else replace(node, descr=cut_text(node.descr))


def shown_attributes(ontology: Ontology, *, cut: bool = True) -> AttributesOf:
    """The choice of attributes for captures of a project with this ontology; not `cut` for whoever searches them."""
    json_text = {
        node_type.name: frozenset(each.name for each in node_type.attributes if each.type == "json")
        for node_type in ontology.node_types.values()
    }
    declared = {
        node_type.name: frozenset(attribute.name for attribute in node_type.attributes)
        for node_type in ontology.node_types.values()
    }

    def shown(element: Node | Edge) -> Attributes:
        # No relation of a profile declares attributes, so edges show none.
        if isinstance(element, Edge) or not element.attributes:
            return {}
        names = declared.get(element.node_type, frozenset())
        parsed = json_text.get(element.node_type, frozenset())
        chosen: dict[str, JsonValue] = {}
        for key, value in element.attributes.items():
            if key in names and not is_secret(key):
                open_value = without_secrets(value)
                open_value = _parsed(open_value) if key in parsed else open_value
                chosen[key] = _cut_value(open_value) if cut else open_value
        known = known_id_key(element.attributes)
        if known is not None:
            chosen[known] = element.attributes[known]
        return chosen

    return shown


def _parsed(value: JsonValue) -> JsonValue:
    """JSON text as the value that it is, because that is how an answer is asked to write it."""
    if not isinstance(value, str):
        return value
    try:
        return load_json(value)
    except UnreadableText:
        return value


def _cut_value(value: JsonValue) -> JsonValue:
    """A value of many characters becomes text that is cut; others stay what they are."""
    if isinstance(value, str):
        return cut_text(value)
    if isinstance(value, dict | list):
        text = msgspec.json.encode(value).decode()
        return value if len(text) <= TEXT_CHARACTERS else cut_text(text)
    return value


@lru_cache(maxsize=4096)
def is_secret(key: str) -> bool:
    """Whether a field is called like something that must not leave: `apiKey`, `API-KEY`, `db_password`, ..."""
    return _SECRET.search(_NOT_A_LETTER.sub("", key.casefold())) is not None


def without_secrets(value: JsonValue) -> JsonValue:
    """A value without the secret fields inside it."""
    match value:
        case dict():
            return {key: without_secrets(inner) for key, inner in value.items() if not is_secret(key)}
        case list():
            return [without_secrets(inner) for inner in value]
        case _:
            return value
