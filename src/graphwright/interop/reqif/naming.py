"""Ids and field names that reading and writing ReqIF share."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graphwright.interop.reqif.records import Field, ValueKind

OWN: Final = "_graphwright"
"""Ids of types that are made here begin so."""
NAME_FIELD: Final = "ReqIF.Name"
TEXT_FIELD: Final = "ReqIF.Text"
ID_FIELD: Final = "ReqIF.ForeignID"
NAME_FIELDS: Final = (NAME_FIELD, "ReqIF.ChapterName", "Object Heading", "Title", "Name")
"""What tools call the name of an object, the best first."""
TEXT_FIELDS: Final = (TEXT_FIELD, "ReqIF.Description", "Object Text", "Description", "Text")
HIERARCHY: Final = "compose"
"""The relation that the tree of a specification becomes."""
_ID: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


def is_identifier(word: str) -> bool:
    """May XML use it as an id?"""
    return _ID.fullmatch(word) is not None


def datatype_id(kind: ValueKind) -> str:
    """The id of the datatype that a field made here has."""
    return f"{OWN}-{kind.lower()}"


def own_field(type_id: str, name: str, kind: ValueKind) -> Field:
    """A field that no other tool has defined; its id is made of readable letters and the codes of others."""
    return Field(own_field_id(type_id, name), kind, datatype_id(kind))


@lru_cache(maxsize=1_000)  # elements of a model share a few
def own_field_id(type_id: str, name: str) -> str:
    """The id of such a field."""
    safe = re.sub(r"[^A-Za-z0-9.-]", lambda found: f"_{ord(found[0]):x}_", name)
    return f"{type_id}.{safe}"
