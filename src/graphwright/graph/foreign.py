"""What an element remembers of where it came from: attributes for machines, kept and hardly read by anybody.

They tell a second import which element is meant and give an export its ids back. No prompt, index or compact form pays
for them, except for the id that people know an element by; forms that lose nothing (JSON, Format E) hold them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from graphwright.protocol.base import JsonValue
from graphwright.protocol.graph import Node

PREFIX: Final = "foreign."
FOREIGN_ID: Final = "foreign.id"
"""The id that the other tool knows it by."""
FOREIGN_SOURCE: Final = "foreign.source"
"""Which file it came in with: what is missing in a newer one of it is gone."""
FOREIGN_DIGEST: Final = "foreign.digest"
"""Of what the file said: an element that its file still says is left as it is, whatever people made of it since."""
FOREIGN_FIELDS: Final = "foreign.fields"
"""The attributes that the file gave it: one that a newer file lacks is gone, others are ours."""
FOREIGN_TURNED: Final = "foreign.turned"
"""Of an edge: it runs the other way in the file."""
FOREIGN_KIND: Final = "foreign.kind"
"""What the other tool calls the type of a node or edge, where ours has another name."""
FOREIGN_TYPE: Final = "foreign.type"
"""How the other tool defines the kind, kept once with its first element, as JSON text."""
FOREIGN_GRAMMAR: Final = "foreign.grammar"
"""Beside it: what stands in the file that the definition names."""
FOREIGN_PLACE: Final = "foreign.place"
"""Where an element at the top of a document of the other tool stands: the id of the place, and the document."""
FOREIGN_NAMED: Final = "foreign.named"
"""Which fields of the file became name and description, with a bar between them."""
FOREIGN_REVIEWED: Final = "foreign.reviewed"
"""What the other tool says of its review: a stamp of what was reviewed, given back as it came."""
FOREIGN_SECTION: Final = "foreign.section"
"""Of an element of a document: the sections it stands in and what stands before it, as JSON text. A change is told."""
FOREIGN_SHEET: Final = "foreign.sheet"
"""Of a node: the sheet that it is a row of."""
FOREIGN_COLUMN: Final = "foreign.column"
"""Of an edge: the header of the column that named its end."""
FOREIGN_BACKWARD: Final = "foreign.backward"
"""Beside it: the column is one of the rows that the edge leads to, as `Part of` is."""
FORMER_IDS: Final = "foreign.former"
"""Not of another tool: the ids of elements whose place it took here. By them it is still found."""
FORMER_FOREIGN_IDS: Final = "foreign.took"
"""Beside them: the type and id, with a blank between, by which another tool knows an element whose place it took."""
MADE_NAME: Final = "*"
"""In place of a field: the name was made from the first words of the description."""

REQIF_ID: Final = "ReqIF.ForeignID"
"""What people call an object of ReqIF, whose own id is for machines."""

MADE_ID: Final = "_"
"""Before a node id in files whose ids may not begin with a digit."""


def is_foreign(key: str) -> bool:
    """Is this an attribute for machines?"""
    return key.startswith(PREFIX)


def is_told(key: str) -> bool:
    """Is it a change for people when a file says it otherwise?"""
    return not is_foreign(key) or key == FOREIGN_SECTION


def foreign_names(node_type: str, attributes: Mapping[str, JsonValue]) -> list[str]:
    """Type and id of what another tool means by an element, and by those whose place it took: `FUNC u1`."""
    own = attributes.get(FOREIGN_ID)
    former = attributes.get(FORMER_FOREIGN_IDS)
    took = [each for each in former if isinstance(each, str)] if isinstance(former, list) else []
    return list(dict.fromkeys(took if own is None else [f"{node_type} {own}", *took]))


KNOWN_ID_KEYS: Final = (FOREIGN_ID, REQIF_ID)
"""Where the id that people know an element by may stand, the best first."""
SAID_ID: Final = re.compile(r"^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_.:-]{0,38}[A-Za-z0-9]$")
"""The whole of an id that somebody can say."""
MADE_ID_PART: Final = re.compile(r"(?=[0-9]*[A-Fa-f])(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{8}")
"""What tells an id that a machine made, such as a UUID."""


def known_id_key(attributes: Mapping[str, JsonValue]) -> str | None:
    """The attribute that holds the id by which people know the element in the tool that it came from, if any does.

    `ZEP-2` or `SRS_014`: letters and digits that somebody can say. A number alone is none, since sentences hold
    numbers, and neither is what a machine has made, such as a UUID.
    """
    if FOREIGN_ID not in attributes:
        return None
    for key in KNOWN_ID_KEYS:
        value = attributes.get(key)
        if isinstance(value, str) and SAID_ID.fullmatch(value) and not MADE_ID_PART.search(value):
            return key
    return None


def known_id(attributes: Mapping[str, JsonValue]) -> str | None:
    """The id by which people know the element in the tool that it came from, if they can."""
    key = known_id_key(attributes)
    return None if key is None else str(attributes[key])


def id_of_readers(node: Node) -> str:
    """The id by which whoever reads a document knows an element: as its own tool gave it, else ours."""
    return known_id(node.attributes) or str(node.semantic_id)


def is_made_name(attributes: Mapping[str, JsonValue]) -> bool:
    """Was the name made of the first words of the description, since the other tool has none?"""
    return str(attributes.get(FOREIGN_NAMED, "")).startswith(MADE_NAME)


def read_by_people(attributes: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Attributes without those for machines; the same mapping where there are none."""
    for key in attributes:
        if key.startswith(PREFIX):
            return {key: value for key, value in attributes.items() if not key.startswith(PREFIX)}
    return attributes
