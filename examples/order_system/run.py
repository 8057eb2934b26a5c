"""The order system in memory: two recorded answers of a language model, applied one after the other.

Run it from anywhere: `python examples/order_system/run.py`. It prints the batches of each answer and then the model.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from graphwright.bus import LocalBus
from graphwright.formats.format_e import write_format_e
from graphwright.operations.commit import Committer, Submission
from graphwright.operations.parse import read_answer
from graphwright.ports import Ids, SystemClock
from graphwright.projects import Projects
from graphwright.protocol.graph import Author
from graphwright.protocol.ids import PersonId
from graphwright.protocol.operations import ChangeSet
from graphwright.store.memory import MemoryStore

HERE = Path(__file__).parent


async def main() -> None:
    """Build the model and print it."""
    clock = SystemClock()
    ids = Ids(clock)
    project = await Projects(MemoryStore(clock), LocalBus(), clock, ids).open_or_create(
        "shop", policy="auto", language="en"
    )
    ana = Author(person_id=PersonId(ids.new()), name="Ana")
    committer = Committer(project)
    for name in ("answer.json", "change.diff"):
        answer = read_answer((HERE / name).read_text(encoding="utf-8"), project.ontology)
        change_set = ChangeSet(base_revision=project.graph.revision, operations=answer.operations)
        done = await committer.submit(Submission(change_set=change_set, author=ana, origin="person"))
        print(f"{name}: {' then '.join(str(len(batch)) for batch in done.plan.batches)} operations")
    print(write_format_e(project.graph), end="")


if __name__ == "__main__":
    asyncio.run(main())
