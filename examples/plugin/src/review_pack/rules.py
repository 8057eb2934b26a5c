"""The rule of the review: one requirement demands one thing."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.plugin import ModelRule, Notice, SystemModel


def one_thing(model: SystemModel) -> Iterator[Notice]:
    """A requirement says "shall" once."""
    for node in model.of_type("REQ"):
        if node.descr.lower().split().count("shall") > 1:
            yield Notice(
                node,
                {
                    "en": f"{node.name} demands several things at once.",
                    "de": f"{node.name} fordert mehreres auf einmal.",
                    "fr": f"{node.name} exige plusieurs choses à la fois.",
                },
                {
                    "en": "Make a requirement of each.",
                    "de": "Mach aus jedem eine Anforderung.",
                    "fr": "Faites-en une exigence chacune.",
                },
            )


ONE_THING = ModelRule(check=one_thing, severity="warning", phase=1, node_types=("REQ",))
