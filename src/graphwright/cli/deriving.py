"""The command that derives functions, tests, flows or modules from the model, as a proposal."""

from __future__ import annotations

import argparse

from graphwright.cli.deciding import WAITS, proposal_lines
from graphwright.cli.output import Output
from graphwright.offline.derivation.propose import propose_derived
from graphwright.tools.look import find_node
from graphwright.workbench import Workbench


async def derive(workbench: Workbench, options: argparse.Namespace, output: Output) -> int:
    """Open a proposal of what follows; 4, because a person must act."""
    open_project = await workbench.open_project(options.project)
    opened = propose_derived(
        options.product,
        open_project.project,
        open_project.committer,
        open_project.proposals,
        author=await workbench.owner(),
        about=None if options.about is None else find_node(open_project.project.graph, options.about).node_id,
    )
    if opened is None:
        output.result(
            {"outcome": "answered", "proposal": None}, [f"from what the model holds no {options.product} follow"]
        )
        return 0
    await open_project.project.record([opened])
    proposal = await open_project.proposals.get(opened.proposal_id)
    output.result({"outcome": "proposed", "proposal": proposal}, proposal_lines(open_project, proposal))
    return WAITS
