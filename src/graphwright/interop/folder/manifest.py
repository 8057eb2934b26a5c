"""What a folder says of itself: the project that it holds, profile and phase; an own profile lies beside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from graphwright.errors import InvalidCommand
from graphwright.graph.load import load_profile
from graphwright.graph.ontology import Ontology

MANIFEST: Final = "graphwright.json"
PROFILE: Final = "profile.json"
_FORM: Final = 1


class FolderManifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file `graphwright.json` of a folder."""

    form: int = _FORM
    """Of the folder's files; a newer one is refused."""
    project: str
    profile: str = "systems"
    """A shipped one by its name; `profile.json` = the file beside it."""
    phase: int = 1


def read_manifest(files: Mapping[str, bytes]) -> FolderManifest | None:
    """What the folder says; `None` where it has no such file yet. `InvalidCommand` names what is wrong."""
    if MANIFEST not in files:
        return None
    try:
        found = msgspec.json.decode(files[MANIFEST], type=FolderManifest)
    except msgspec.MsgspecError as error:
        raise InvalidCommand(f"{MANIFEST} cannot be read: {error}") from None
    if found.form != _FORM:
        raise InvalidCommand(f"{MANIFEST}: form {found.form} is newer than this program, which knows form {_FORM}")
    return found


def write_manifest(manifest: FolderManifest) -> bytes:
    """The file."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def profile_of(manifest: FolderManifest, files: Mapping[str, bytes]) -> str | bytes:
    """The name of a shipped profile, or the file of an own one. `InvalidCommand` where that is missing."""
    if manifest.profile != PROFILE:
        return manifest.profile
    if PROFILE not in files:
        raise InvalidCommand(f"{MANIFEST} names {PROFILE}, which is not in the folder")
    return files[PROFILE]


def ontology_of(manifest: FolderManifest, files: Mapping[str, bytes]) -> Ontology:
    """What may be in the model. `InvalidCommand`, `NotFound` for a profile that cannot be had."""
    return load_profile(profile_of(manifest, files), source=PROFILE)
