"""The words of the frame around a specification, in the languages that a model may speak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from graphwright.languages import Language


class PaperWords(Struct, frozen=True, kw_only=True, rename="camel"):
    """What the document says by itself."""

    title: str
    model: str
    contents: str
    figures: str
    revision: str
    baseline: str
    date: str
    digest: str
    page: str
    approvals: str
    role: str
    person: str
    signature: str
    day: str
    roles: tuple[str, ...]
    traces: str
    traces_meaning: str
    requirement: str
    satisfied: str
    verified: str
    nothing: str
    decomposition: str
    flow: str
    left_out: str


WORDS: Final[Mapping[Language, PaperWords]] = {
    "en": PaperWords(
        title="Specification",
        model="System model",
        contents="Contents",
        figures="{nodes} elements, {edges} relations",
        revision="Revision",
        baseline="Baseline",
        date="Date",
        digest="Digest (SHA-256)",
        page="Page",
        approvals="Approval",
        role="Role",
        person="Name",
        signature="Signature",
        day="Date",
        roles=("Author", "Reviewer", "Approver"),
        traces="Traceability of requirements",
        traces_meaning="What satisfies each requirement, and what verifies it.",
        requirement="Requirement",
        satisfied="Satisfied by",
        verified="Verified by",
        nothing="nothing",
        decomposition="What it is composed of",
        flow="Who passes what to whom",
        left_out="{count} more are not drawn.",
    ),
    "de": PaperWords(
        title="Spezifikation",
        model="Systemmodell",
        contents="Inhalt",
        figures="{nodes} Elemente, {edges} Beziehungen",
        revision="Revision",
        baseline="Baseline",
        date="Datum",
        digest="Prüfsumme (SHA-256)",
        page="Seite",
        approvals="Freigabe",
        role="Rolle",
        person="Name",
        signature="Unterschrift",
        day="Datum",
        roles=("Verfasst", "Geprüft", "Freigegeben"),
        traces="Verfolgung der Anforderungen",
        traces_meaning="Was jede Anforderung erfüllt, und was sie nachweist.",
        requirement="Anforderung",
        satisfied="Erfüllt von",
        verified="Nachgewiesen durch",
        nothing="nichts",
        decomposition="Woraus es besteht",
        flow="Wer was an wen weitergibt",
        left_out="{count} weitere sind nicht gezeichnet.",
    ),
    "fr": PaperWords(
        title="Spécification",
        model="Modèle du système",
        contents="Sommaire",
        figures="{nodes} éléments, {edges} relations",
        revision="Révision",
        baseline="Référence",
        date="Date",
        digest="Empreinte (SHA-256)",
        page="Page",
        approvals="Approbation",
        role="Rôle",
        person="Nom",
        signature="Signature",
        day="Date",
        roles=("Rédigé", "Vérifié", "Approuvé"),
        traces="Traçabilité des exigences",
        traces_meaning="Ce qui satisfait chaque exigence, et ce qui la vérifie.",
        requirement="Exigence",
        satisfied="Satisfaite par",
        verified="Vérifiée par",
        nothing="rien",
        decomposition="De quoi il est composé",
        flow="Qui transmet quoi à qui",
        left_out="{count} autres ne sont pas dessinés.",
    ),
}
