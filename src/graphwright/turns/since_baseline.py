"""What has changed since a revision with a name: "What has changed since PDR?", "Compare with PDR."."""

from __future__ import annotations

from typing import Final

from graphwright.baselines import Baselines, RevisionComparison
from graphwright.languages import Language
from graphwright.offline.dialogue.messages import DialogueMessages, dialogue_words
from graphwright.projects import Project
from graphwright.protocol.graph import NodeChange
from graphwright.protocol.projects import Baseline
from graphwright.text.recognition import Recogniser
from graphwright.turns.talk_of_changes import few, language_said

_LONGEST: Final = 160
"""Characters; nobody says more who only compares."""
_COMPARES: Final = Recogniser(
    r"^[\W_]*(?:(?:<assistant.hesitating>|<assistant.asking>)[\W_]+)*(?:<assistant.comparing>)"
    r"\s+(?:(?:<documents.article>)\s+)?@?(?P<name>[^\W\d_](?:[\w.-]*\w)?)"
    r"(?:\s+(?:<assistant.compared>))?[\W_]*$"
)


def compared_name(text: str) -> str | None:
    """The name of the revision that a message wants the model to be compared with; it may be of none."""
    found = _COMPARES.match(text) if len(text) <= _LONGEST else None
    return None if found is None else found["name"]


async def told_since(project: Project, text: str, default: Language) -> str | None:
    """What has changed since then, in words; `None` where no revision has the name."""
    name = compared_name(text)
    baselines = Baselines(project)
    baseline = None if name is None else await baselines.known(name)
    if baseline is None:
        return None
    say = dialogue_words(language_said(text, default, [_COMPARES]))
    return _told(baseline, await baselines.compare(baseline.revision, project.graph.revision), say)


def _told(baseline: Baseline, compared: RevisionComparison, say: DialogueMessages) -> str:
    nodes = [each for each in compared.changes if isinstance(each, NodeChange)]
    made = [each.after.name for each in nodes if each.after is not None and each.before is None]
    gone = [each.before.name for each in nodes if each.before is not None and each.after is None]
    changed = [each.after.name for each in nodes if each.before is not None and each.after is not None]
    parts = [
        form.format(names=few(names, tally))
        for form, names, tally in (
            (say.made, made, compared.nodes.added),
            (say.changed, changed, compared.nodes.modified),
            (say.removed, gone, compared.nodes.deleted),
        )
        if names
    ]
    edges = compared.edges
    if edges.added or edges.modified or edges.deleted:
        parts.append(say.edges_since.format(added=edges.added, changed=edges.modified, removed=edges.deleted))
    about = {"name": baseline.name, "revision": baseline.revision}
    return say.since_baseline.format(**about, told=" ".join(parts)) if parts else say.same_since.format(**about)
