"""Names as SysML v2 writes them: which need quotes, and the short name that stands for a semantic id.

`PlaceOrder.UC.001` is written `PlaceOrder_UC_001`: readers that take a dot for a step of a path do so within quotes.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = """
about abstract accept action actor after alias all allocate allocation analysis and as assert assign
assoc assume at attribute behavior bind binding bool by calc case class classifier comment composite
concern connect connection connector const constant constraint crosses datatype decide def default
defined dependency derived differences disjoining disjoint do doc else end entry enum event exhibit
exit expose expr false feature filter first flow for fork frame from function hastype if implies
import in include individual inout interaction interface intersects inv inverse istype item join
language library locale loop member merge message meta metaclass metadata multiplicity namespace new
nonunique not null objective occurrence of or ordered out package parallel part perform port portion
predicate private protected public readonly redefines redefinition ref references render rendering
rep require requirement return satisfy send snapshot specialization specializes stakeholder standard
state step struct subclassifier subject subset subsets subtype succession terminate then timeslice
to transition true type typed typing unions until use var variant variation verification verify via
view viewpoint when while xor
"""
KEYWORDS: Final = frozenset(_WORDS.split())
_BASIC: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_UNWRITABLE: Final = str.maketrans({"'": "’", "\\": "/", "\n": " ", "\r": " ", "\t": " "})
_SEMANTIC: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\.([A-Z]{2})\.([0-9]+)")
_SHORT: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)_([A-Z]{2})_([0-9]+)")


def is_basic(name: str) -> bool:
    """Does the name need no quotes?"""
    return _BASIC.fullmatch(name) is not None and name not in KEYWORDS


def writable(name: str) -> str:
    """The name with look-alikes for what would need an escape: not every reader knows those."""
    return name.translate(_UNWRITABLE)


def quoted(name: str) -> str:
    """A name as it stands in the text; it must be `writable`."""
    return name if is_basic(name) else f"'{name}'"


def short_name(semantic_id: str) -> str:
    """What stands for a semantic id."""
    return _SEMANTIC.sub(r"\1_\2_\3", semantic_id) if _SEMANTIC.fullmatch(semantic_id) else writable(semantic_id)


def semantic_id_of(short: str) -> str:
    """The semantic id that a short name of ours stands for."""
    return _SHORT.sub(r"\1.\2.\3", short) if _SHORT.fullmatch(short) else short
