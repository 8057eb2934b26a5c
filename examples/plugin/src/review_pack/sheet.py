"""The review sheet: requirements on a line each, which people tick in an editor and bring in again."""

from __future__ import annotations

from graphwright.plugin import FileFormat, InvalidCommand, ModelBuilder, SystemModel, WrittenFile

HEAD = "%REVIEW 1"


def write(model: SystemModel) -> WrittenFile:
    """`ID | name | description` for each requirement."""
    lines = [f"{node.semantic_id} | {node.name} | {node.descr}\n" for node in model.of_type("REQ")]
    losses = ("everything but requirements",) if len(lines) < len(model.nodes) else ()
    return WrittenFile(f"{HEAD}\n{''.join(lines)}", losses)


def read(data: bytes, model: ModelBuilder) -> None:
    """The same back."""
    _, *lines = data.decode().splitlines()
    for number, line in enumerate(lines, start=2):
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != len(("id", "name", "description")):
            message = f"line {number}: {len(parts)} parts, and not ID | name | description"
            raise InvalidCommand(message)
        foreign_id, name, descr = parts
        model.node(foreign_id, "REQ", name, descr=descr, place=f"line {number}")


SHEET = FileFormat(title="a review sheet", endings=("review",), begins=HEAD, write=write, read=read)
