"""The command that keeps a model in a folder of text files, for git: sync."""

from __future__ import annotations

import argparse
from pathlib import Path

from graphwright.actions.folders import FolderSynced, sync_folder
from graphwright.cli.model_folders import read_model, write_model, write_note
from graphwright.cli.output import Line, Output, counted
from graphwright.errors import InvalidCommand, NotFound
from graphwright.interop.folder.manifest import MANIFEST, FolderManifest, profile_of, read_manifest
from graphwright.ports import in_thread
from graphwright.workbench import OpenProject, Workbench


async def sync(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Bring a folder and a project to the same model; the project is made of the folder where it does not exist."""
    files = await in_thread(lambda: read_model(options.folder))
    manifest = read_manifest(files)
    name = options.project or (None if manifest is None else manifest.project)
    if name is None:
        message = f"{options.folder} has no {MANIFEST} that names a project; name one: --project NAME"
        raise InvalidCommand(message)
    open_project = await _open(workbench, name, manifest, files)
    synced = await sync_folder(
        open_project,
        files,
        author=await workbench.owner(),
        name=Path(options.folder).name,
        note=lambda note: in_thread(lambda: write_note(options.folder, note)),
        keep=options.keep,
        dry_run=options.dry_run,
    )
    if not options.dry_run:
        await in_thread(lambda: write_model(options.folder, synced.files, synced.result.removed))
    output.result(synced.result, _lines(synced.result, options.folder, is_dry=options.dry_run))
    return 0


async def _open(
    workbench: Workbench, name: str, manifest: FolderManifest | None, files: dict[str, bytes]
) -> OpenProject:
    """The project, made with the profile and phase of the folder where it is new. `InvalidCommand` for another one."""
    if manifest is None:
        return await workbench.open_or_new_project(name)
    profile = profile_of(manifest, files)
    try:
        found = await workbench.open_project(name)
    except NotFound:
        settings = workbench.settings
        made = await workbench.projects.create(
            name, policy=settings.policy, language=settings.language, profile=profile
        )
        await made.configure(phase=manifest.phase)
        return await workbench.open_project(name)
    own = await found.project.own_profile()
    if (found.project.header.profile if own is None else own) != profile:
        message = (
            f"the folder has profile {manifest.profile} and project {name} {found.project.header.profile}; "
            "a project keeps its profile: sync with another project, --project NAME"
        )
        raise InvalidCommand(message)
    return found


def _lines(result: FolderSynced, folder: str, *, is_dry: bool) -> list[Line]:
    would = "would be " if is_dry else ""
    lines: list[Line] = [*result.notes]
    if result.outcome != "unchanged":
        lines.append(
            f"project {result.project}: {would}{result.added} added, {result.changed} changed, {result.gone} gone"
            + ("" if is_dry else f"; now revision {result.revision}")
        )
    if result.written or result.removed:
        written, removed = counted(len(result.written), "file"), len(result.removed)
        lines.append(f"folder {folder}: {would}{written} written, {removed} removed")
    return lines if len(lines) > len(result.notes) else [*lines, f"nothing to do: {folder} and {result.project} agree"]
