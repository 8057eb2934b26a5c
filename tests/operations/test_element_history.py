"""The history of one element: of every commit that changed it or an edge at it, what it did to these, newest first."""

from __future__ import annotations

import pytest

from graphwright.operations.element_history import element_history
from graphwright.projects import Project
from graphwright.protocol.events import CommitApplied
from graphwright.protocol.graph import Change, Node
from graphwright.protocol.operations import EdgeCreate, NodeDelete, NodeSet, NodeUpdate
from graphwright.store import entries
from tests.operations.test_proposals import make
from tests.places import Table, open_table


async def shop() -> Table:
    """Seven commits: makes three nodes, an edge, a rename, something else, another edge, and two that remove."""
    table = await open_table()
    await table.apply([make("Ship"), make("Pay"), make("Pack")])
    await table.apply([_composed("Ship", "Pay")])
    await table.apply([NodeUpdate(id="u", ref="FN1", set=NodeSet(descr="Sends."))])
    await table.apply([NodeUpdate(id="v", ref="FN2", set=NodeSet(descr="Takes money."))])
    await table.apply([_composed("Ship", "Pack"), NodeUpdate(id="w", ref="FN1", set=NodeSet(descr="Ships."))])
    await table.apply([NodeDelete(id="d", ref="FN3")])
    await table.apply([make("Mill")])
    return table


def _composed(source: str, target: str) -> EdgeCreate:
    return EdgeCreate(id=f"{source}-{target}", edge_type="compose", source=_ref(source), target=_ref(target))


def _ref(name: str) -> str:
    return {"Ship": "FN1", "Pay": "FN2", "Pack": "FN3"}[name]


def concerns(change: Change, element_id: str) -> bool:
    element = change.after or change.before
    assert element is not None
    named = {element.node_id} if isinstance(element, Node) else {element.edge_id, element.source, element.target}
    return element_id in named


async def every_commit(project: Project) -> list[CommitApplied]:
    return [commit async for commit in project.commits()]


@pytest.mark.requirement("R-148")
@pytest.mark.parametrize("in_pieces", [False, True])
async def test_each_element_has_the_commits_that_changed_it_with_only_its_own_changes(in_pieces: bool, monkeypatch):
    if in_pieces:
        monkeypatch.setattr(entries, "MAX_IN_ONE", 1)
    table = await shop()
    project = table.project
    commits = await every_commit(project)
    elements = {
        element.node_id if isinstance(element, Node) else element.edge_id
        for commit in commits
        for change in commit.changes
        for element in (change.after or change.before,)
        if element is not None
    }
    assert len(elements) == 6
    for element_id in elements:
        expected = [
            (commit.commit_id, [change for change in commit.changes if concerns(change, element_id)])
            for commit in reversed(commits)
        ]
        expected = [(commit_id, changes) for commit_id, changes in expected if changes]
        page = await element_history(project, element_id)
        assert [(commit.commit_id, commit.changes) for commit in page.commits] == expected
        assert page.total == len(expected)
        for offset, limit in ((0, 0), (0, 1), (1, 1), (1, None), (0, 99), (9, 1)):
            part = await element_history(project, element_id, offset=offset, limit=limit)
            wanted = expected[offset:] if limit is None else expected[offset : offset + limit]
            assert [commit.commit_id for commit in part.commits] == [commit_id for commit_id, _ in wanted]
            assert part.total == len(expected)
        revisions = {commit.commit_id: commit.revision for commit in commits}
        for before in range(project.graph.revision + 3):
            past = await element_history(project, element_id, before=before)
            kept = [commit_id for commit_id, _ in expected if revisions[commit_id] < before]
            assert [commit.commit_id for commit in past.commits] == kept
            assert past.total == len(kept)


@pytest.mark.requirement("R-148")
async def test_what_never_was_has_no_history():
    table = await shop()
    page = await element_history(table.project, "nobody")

    assert (page.commits, page.total) == ([], 0)
