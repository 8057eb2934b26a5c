"""One open project with everything that works on it.

A record only: what it holds is loaded with the first project that is opened (`opening`), and a server that has just
started has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from graphwright.baselines import Baselines
    from graphwright.comments import Comments
    from graphwright.context.capture import Captures
    from graphwright.context.retrieve import Retriever
    from graphwright.documents.library import Library
    from graphwright.operations.commit import Committer
    from graphwright.operations.open_proposals import OpenProposals
    from graphwright.operations.proposals import Proposals
    from graphwright.operations.watch import Watch
    from graphwright.ports import ProcessPlaces
    from graphwright.projects import Project
    from graphwright.runs.engine import Engine
    from graphwright.saved_views import SavedViews
    from graphwright.thread_book import ThreadBook
    from graphwright.tools.toolbox import Toolbox
    from graphwright.turns.model_calls import ModelCalls
    from graphwright.turns.preparation import Preparation
    from graphwright.turns.preview import Preview
    from graphwright.turns.streams import Streams
    from graphwright.workflows.discuss import Discuss


class OpenProject(Struct, frozen=True):
    """One open project with everything that works on it."""

    project: Project
    committer: Committer
    proposals: Proposals
    engine: Engine
    watch: Watch
    streams: Streams
    captures: Captures
    open_proposals: OpenProposals
    library: Library
    retriever: Retriever
    discuss: Discuss
    baselines: Baselines
    comments: Comments
    saved_views: SavedViews
    threads: ThreadBook
    calls: ModelCalls
    preparation: Preparation
    preview: Preview
    toolbox: Toolbox
    places: ProcessPlaces
    """Of the processes that read and write files, for all projects together."""
