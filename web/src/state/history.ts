/** The commits of a project, the newest first, and which of them still hold. Pure. */

import type { CommitOnWire, CommitRead, Message } from "../protocol";

/** What was heard, with what was read of the time before. */
export function commitsRead(heard: readonly CommitOnWire[], read: readonly CommitRead[]): readonly CommitOnWire[] {
  const known = new Set(heard.map((commit) => commit.commitId));
  const earlier = read.filter((commit) => !known.has(commit.commitId));
  const all = [...heard, ...earlier.map(asHeard)];
  return all.sort((one, two) => two.revision - one.revision);
}

/** Of a large commit its changes are not read: the model holds what they led to. */
function asHeard({ changes, ...head }: CommitRead): CommitOnWire {
  const commit = { ...head, type: "commit.applied" as const };
  return changes === null ? { ...commit, changes, reload: true } : { ...commit, changes };
}

/** What came of a message: its own commits, and those of the run that wrote it. */
export function commitsOf(commits: readonly CommitOnWire[], { messageId, runId }: Message): readonly CommitOnWire[] {
  return commits.filter((commit) => commit.messageId === messageId || (runId !== undefined && commit.runId === runId));
}

/** Ids of commits that were taken back and not brought back: taking back what took one back brings it back. */
export function takenBack(commits: readonly CommitOnWire[]): ReadonlySet<string> {
  const gone = new Set<string>();
  // From the newest to the oldest, so that whether a commit holds is known before what it takes back.
  for (const commit of commits) {
    if (gone.has(commit.commitId)) continue;
    for (const commitId of commit.reverts ?? []) gone.add(commitId);
  }
  return gone;
}
