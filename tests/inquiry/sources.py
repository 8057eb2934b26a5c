"""Sources as a search finds them, made by hand."""

from __future__ import annotations

from graphwright.turns.sources import Source


def source(
    label: str, text: str, *, section: tuple[str, ...] = (), origin: str = "d1", relevance: float = 0.5
) -> Source:
    """A passage of a document."""
    return Source(
        label=label,
        document_id=f"passage-{label}",
        title="Bauordnung",
        text=text,
        relevance_score=relevance,
        section=list(section),
        origin=origin,
    )
