"""Node types of the team's own: hazards and what mitigates them."""

from __future__ import annotations

from importlib import resources

from graphwright.plugin import ModelProfile

HAZARDS = ModelProfile((resources.files("review_pack") / "hazards.json").read_bytes())
