"""The project a request is about, as far as it changes what a language model should do: name, phase, rights (D-50)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from graphwright.formats.cleaning import clean

if TYPE_CHECKING:
    from graphwright.graph.ontology import Ontology
    from graphwright.protocol.projects import Policy, ProjectHeader, Right

ABOUT: Final = "project"
"""Label of the block."""
_LANGUAGES: Final = {"de": "German", "en": "English", "fr": "French"}
_POLICIES: Final[dict[Policy, str]] = {
    "auto": "what holds is applied at once, deletions wait for a person",
    "review": "a person decides every change first",
    "locked": "nothing may be changed now",
}


def about_project(header: ProjectHeader, ontology: Ontology, rights: Collection[Right]) -> str:
    """A line about the project, one about its phase, one about what the person who asks may do."""
    return "\n".join(_lines(header, ontology, rights))


def _lines(header: ProjectHeader, ontology: Ontology, rights: Collection[Right]) -> Iterator[str]:
    yield f"Project {clean(header.name)}"
    if header.language in _LANGUAGES:
        yield f"Names and texts in the model are {_LANGUAGES[header.language]}, unless the model shows otherwise"
    gate = next((each for each in ontology.gates.values() if each.phase == header.phase), None)
    yield f"Phase {header.phase}" + (f", ends with the review {gate.name}" if gate is not None else "")
    if "build" in rights:
        yield f"Who asks may change it: {_POLICIES[header.policy]}"
    else:
        yield "Who asks may not change it"
