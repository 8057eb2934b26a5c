"""The model as pictures for a notebook: what it is composed of, and who passes what to whom."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from graphwright.graph.document import Graph
from graphwright.interop.paper.diagrams import diagrams_of
from graphwright.interop.paper.wording import paper_words
from graphwright.languages import supported


class ModelPicture(Struct, frozen=True):
    """One picture; a notebook draws it."""

    title: str
    svg: str
    left_out: int
    """Elements for which there was no room."""

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg


def pictures_of(graph: Graph, language: str = "en") -> list[ModelPicture]:
    """The pictures that a model has something for; the greatest 18 boxes of each."""
    words = paper_words(supported(language))
    return [
        ModelPicture(diagram.title, diagram.svg, diagram.left_out)
        for diagram in diagrams_of(graph, words.decomposition, words.flow)
    ]


def figure(picture: ModelPicture) -> str:
    """A picture with its title, as HTML."""
    return f"<figure>{picture.svg}<figcaption>{escape(picture.title)}</figcaption></figure>"
