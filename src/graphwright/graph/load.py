"""Makes an ontology of a profile: one that ships with the program, or the file of a team.

Here the form of a profile (`profile`) and the rules it asks for (`rules`) are checked; an ontology knows no rule.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from graphwright.errors import NotFound
from graphwright.graph.ontology import Ontology
from graphwright.graph.profile import read_profile
from graphwright.graph.rules import check_settings

_PROFILES = resources.files("graphwright.graph") / "profiles"


def load_profile(profile: str | bytes, *, source: str = "profile") -> Ontology:
    """The ontology of a shipped profile (by name) or of a profile file (by content).

    Raises `NotFound` for an unknown name, `InvalidCommand` for a file with a mistake; `source` names the file in it.
    """
    if isinstance(profile, bytes):
        read = read_profile(profile, source=source)
        check_settings(read, source=source)
        return Ontology(read)
    if profile not in shipped_profiles():
        raise NotFound(f"there is no profile {profile!r}; shipped are {', '.join(shipped_profiles())}")
    return load_profile((_PROFILES / f"{profile}.json").read_bytes(), source=f"{profile}.json")


def shipped_profiles() -> list[str]:
    """The names of those that come with the program."""
    return sorted(each.name.removesuffix(".json") for each in _PROFILES.iterdir() if each.name.endswith(".json"))


@cache
def default_ontology() -> Ontology:
    """The profile `systems`: ten node types and six relations of systems engineering."""
    return load_profile("systems")
