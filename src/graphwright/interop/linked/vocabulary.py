"""The names of linked data: node types, relations and attributes, each with its own prefix."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

PREFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "g": "urn:graphwright:",
        "t": "urn:graphwright:type:",
        "r": "urn:graphwright:relation:",
        "a": "urn:graphwright:attribute:",
        "n": "urn:graphwright:node:",
        "e": "urn:graphwright:edge:",
        "sh": "http://www.w3.org/ns/shacl#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
    }
)


def iri(kind: str, name: str) -> str:
    """The whole name, with what stands in no IRI written as `%20`."""
    return PREFIXES[kind] + quote(name, safe="")
