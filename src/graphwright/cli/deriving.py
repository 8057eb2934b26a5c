"""The command that derives functions, tests, flows or modules from the model, as a proposal."""

from __future__ import annotations

import argparse

from graphwright.cli.acting import act, new_id
from graphwright.cli.output import Output
from graphwright.cli.proposals import WAITS, proposal_lines
from graphwright.errors import NothingToPropose
from graphwright.protocol.commands import ModelDerive
from graphwright.protocol.operations import Proposal
from graphwright.protocol.wire import decode
from graphwright.workbench import Workbench


async def derive(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Open a proposal of what follows; 4, because a person must act."""
    open_project = await workbench.open_project(options.project)
    command = ModelDerive(
        command_id=new_id(workbench),
        product=options.product,
        about=options.about,
    )
    try:
        proposal = decode((await act(workbench, open_project, command)).result, Proposal)
    except NothingToPropose as nothing:
        output.result({"outcome": "answered", "proposal": None}, [nothing.message])
        return 0
    output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal, output))
    return WAITS
