import { expect, test } from "vitest";
import { commitsRead, takenBack } from "../../src/state/history";
import * as sample from "../samples";

const made = sample.commit(1);
const undone = sample.commit(2, { reverts: ["c1"] });
const redone = sample.commit(3, { reverts: ["c2"] });

test("a commit that was taken back holds no more", () => {
  expect([...takenBack([undone, made])]).toEqual(["c1"]);
});

test("what was brought back holds again", () => {
  expect([...takenBack([redone, undone, made])]).toEqual(["c2"]);
});

test("commits that were read come after those that were heard, each once", () => {
  expect(commitsRead([redone, undone], [undone, made]).map((commit) => commit.commitId)).toEqual(["c3", "c2", "c1"]);
});

test("a commit that is too large to be read is kept without what it changed", () => {
  const [read] = commitsRead([], [{ ...made, changes: null }]);
  expect(read).toEqual({ ...made, changes: null, reload: true });
});
