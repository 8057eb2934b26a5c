"""The names of formats as types, for those who take one and need no reader or writer before somebody names it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

# Where they stand, which `protocol.json_schema` looks up when somebody asks for the schema.
ImportFormat: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": "interop.registry:IMPORT_FORMATS"})]
ExportFormat: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": "interop.registry:EXPORT_FORMATS"})]
TextFormat: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": "interop.registry:TEXT_FORMATS"})]
